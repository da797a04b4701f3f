"""Views and tables turned into neutral screens, in one language at a time."""
