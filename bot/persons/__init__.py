"""Persons: leaderboards, profiles, wallets, what is stored of them."""
