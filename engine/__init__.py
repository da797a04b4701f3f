"""Rules, chance, views and records of the games: pure functions of values.

Nothing here reads a clock, a file or a network, and nothing here is random: chance comes in as a seed.
"""
