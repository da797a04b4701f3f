"""Pauses between two deals: how long each game rests."""

from datetime import timedelta

#: In seconds, by game; a move time where that is shorter, or where the banker may knock.
PAUSE_SECONDS = {"ochko": 8, "stuk": 6, "blackjack": 8}


def pause_of(game: str) -> timedelta:
    """The pause of a game."""
    return timedelta(seconds=PAUSE_SECONDS[game])
