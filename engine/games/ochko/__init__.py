"""Очко: 2 to 4 seats, a drawn banker who keeps the bank (rules part 2)."""

from engine.games.ochko.state import OCHKO, Ochko

__all__ = ["OCHKO", "Ochko"]
