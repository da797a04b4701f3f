"""Values of the lobby: what a table, a person, an option, a message is."""
