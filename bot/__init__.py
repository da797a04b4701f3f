"""Tables, deadlines, store, screens and languages: the application, which knows no platform."""
