"""Values of the application: what a table, a person, an option, a message is."""
