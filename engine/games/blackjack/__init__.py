"""European blackjack: 1 to 6 seats against the dealer (rules part 4)."""

from engine.games.blackjack.state import BLACKJACK, Blackjack

__all__ = ["BLACKJACK", "Blackjack"]
