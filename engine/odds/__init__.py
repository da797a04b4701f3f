"""Exact odds: what each move is worth, computed from the cards that are left, with nothing simulated."""
