"""Live tables: how they open, are played, shown and settled."""
