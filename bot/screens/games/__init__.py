"""One module per game: how its board, panel, replay and result read."""
