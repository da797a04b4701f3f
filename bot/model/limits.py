"""What a balance may hold, and what a day may bring (rules 5.5)."""

#: The most that a balance may hold, in hundredths: far below 2^63, where SQLite's sums turn into floats.
CAP = 10**12

#: At most so many hundredths of a ruble a UTC day from Очко.
DAY_RUBLES = 50_000

#: At most so many rated games a UTC day between the same two persons, all games together.
DAY_PAIR_GAMES = 10
