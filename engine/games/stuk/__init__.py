"""Стук: 2 to 6 seats, a bank that is broken, tripled, handed on (rules part 3)."""

from engine.games.stuk.state import STUK, Stuk

__all__ = ["STUK", "Stuk"]
