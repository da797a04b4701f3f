"""Two tables that look the same to the seat to move, and differ in everything it cannot see (rules 4.16)."""

from copy import copy
from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from engine.game import Step, read_move


def lookalike(one, pack, data):
    """The other table to `one`, which began with the cards of `pack`; hypothesis draws what is different in it."""
    view = one.state.view(one.view.to_move)
    hands = [hand for seat in view.seats for hand in seat.hands]
    known = {card for hand in hands for card in (*hand.cards, *(hand.banker_cards or ()))}
    rest = iter(data.draw(st.permutations([card for card in pack if card not in known])))
    other = copy(one)
    other.setup = replace(one.setup, cards=(tuple(card if card in known else next(rest) for card in pack),))
    other.state = other.rules.start(other.setup)
    for text in one.moves:
        step = other.state.apply(*read_move(text))
        assume(isinstance(step, Step))
        other.state = step.state
    assume(other.state.view(view.to_move) == view)
    return other
