"""Hands of a training: each a game of blackjack of its own with a seed of its own (rules 4.1, 4.14).

The person sits after the computers: they have played when it is his turn, and what he plays is followed by the dealer at once.
"""

from collections.abc import Sequence

from bot.model.company import computer_move
from bot.model.rows import digest
from bot.tables.fold import Unfoldable, stored_move
from engine.cards import Card, parse_cards
from engine.fairness import Stream, seed_of
from engine.game import GameState, Move, Refusal, Verb, write_move
from engine.games.blackjack import BLACKJACK
from engine.players.blackjack import value_of
from engine.rules import SeatStart, Setup

#: Where the cards that are given to a hand come from in the order of dealing: own, up, own, face down, then own ones.
_DEALT = 4


def seed_of_hand(secret: bytes, number: int) -> bytes:
    """The seed of a hand, from the secret of its training."""
    return seed_of(secret, [f"hand:{number}"])


def given_cards(seed: bytes, cards: tuple[str, ...], up: str) -> tuple[Card, ...]:
    """Cards of these values in the order they are to be dealt, suits and the face-down card drawn from the seed.

    `cards` are the values of the own hand, two or more, as they came.
    """
    first, second, *more = cards
    wanted: list[str | None] = [first, up, second, None, *more]
    stream, left, dealt = Stream(seed, "given"), list(BLACKJACK.pack), list[Card]()
    for value in wanted:
        # The face-down card is any card but those that lie open.
        fits = [at for at, card in enumerate(left) if value is None or value_of(card) == value]
        choice, stream = stream.uniform(len(fits))
        dealt.append(left.pop(fits[choice]))
    return tuple(dealt)


def begin_hand(
    secret: bytes, number: int, given: str, computers: int
) -> tuple[GameState, tuple[tuple[str, bytes], ...]]:
    """A hand dealt: its state, and the moves that the program has made in it, each with the digest after it.

    `given` are the cards of a lesson as records write them: more than two own ones come by hits. Empty: by chance.
    So many `computers` play before the person; there are none where cards are given.
    """
    state = _start(secret, number, given, computers)
    made: list[tuple[str, bytes]] = []
    hits = max(0, len(parse_cards(given)) - _DEALT)
    for seat, move in [(None, Move(Verb.DEAL)), *[(computers, Move(Verb.HIT))] * hits]:
        state, written = made_move(state, seat, move)
        made.append(written)
    while state.to_move is not None and state.to_move < computers:
        state, written = made_move(state, state.to_move, computer_move(state))
        made.append(written)
    return state, tuple(made)


def _start(secret: bytes, number: int, given: str, computers: int) -> GameState:
    cards = parse_cards(given)
    names = (*(f"computer {n}" for n in range(1, computers + 1)), "trainee")
    seats = tuple(map(SeatStart, names))
    return BLACKJACK.start(Setup(seats, {}, seed_of_hand(secret, number), cards=(cards,) if cards else ()))


def made_move(state: GameState, seat: int | None, move: Move) -> tuple[GameState, tuple[str, bytes]]:
    """The state after a legal move, and the move as it is stored.

    Raises:
        Unfoldable: it is refused.
    """
    step = state.apply(seat, move)
    if isinstance(step, Refusal):
        raise Unfoldable(f"{write_move(seat, move)} is refused: {step.value}")
    return step.state, (write_move(seat, move), digest(step.state))


def fold_hand(
    secret: bytes, number: int, given: str, computers: int, moves: Sequence[tuple[str, bytes]]
) -> GameState:
    """The state of a hand after its stored moves, those of the computers too: how they play may have changed since.

    Raises:
        Unfoldable: they do not lead where they led when they were made, to the person's turn or the end.
    """
    state = _start(secret, number, given, computers)
    for text, after in moves:
        state, written = made_move(state, *stored_move(text))
        if written != (text, after):
            raise Unfoldable(f"hand {number} leads to another state")
    if not state.finished and state.to_move != computers:
        raise Unfoldable(f"hand {number} lacks moves")
    return state
