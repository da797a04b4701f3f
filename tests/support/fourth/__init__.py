"""A fourth game for the tests: Очко in which no stake may be above half of the bank, and the opener banks."""
