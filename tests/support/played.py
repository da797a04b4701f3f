"""Whole games played by a fixed course of chance, and their proofs."""

import random
from hashlib import sha256

from engine.fairness import seed_of
from engine.game import Refusal, Step, Verb, read_move
from engine.games import GAMES
from engine.proof import Word, write_proof
from engine.rules import SeatStart, Setup

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def careful(state, dice):
    """A move that makes long games: small stakes, draws below 14, nobody leaves."""
    seat, legal = state.to_move, state.legal()
    if legal[0].verb is Verb.BET:
        return f"{seat} bet {min(legal[0].max, dice.choice((1, 1, 1, 2)))}"
    (hand,) = state.view(seat).seats[seat].hands
    return f"{seat} {'hit' if (hand.points or 0) < 14 else 'stand'}"


def played(
    number, *, chips=(60, 40, 40), deals=5, choose=careful, names=NAMES, computers=(), shares=None, words=()
):
    """A game to its end, another for each number: rules, setup, the last state, the moves, secret, joins.

    `computers` are seats without a share, `words` pairs of seat and word in the order of the seed.
    """
    dice = random.Random(number)
    secret = sha256(f"secret {number}".encode()).digest()
    joins = shares or tuple(
        None if seat in computers else f"press:{number}.{seat}" for seat in range(len(chips))
    )
    rules = GAMES["ochko"]
    setup = Setup(
        seats=tuple(SeatStart(name, stack) for name, stack in zip(names, chips, strict=False)),
        options={"deals": deals, "rated": True},
        seed=seed_of(secret, [join for join in joins if join is not None], [word for _, word in words]),
    )
    state, moves = rules.start(setup), []
    while not state.finished:
        text = "deal" if state.to_move is None else choose(state, dice)
        move = read_move(text)
        assert not isinstance(move, Refusal)
        step = state.apply(*move)
        assert isinstance(step, Step), f"{text}: {step}"
        state = step.state
        moves.append(text)
    return rules, setup, state, moves, secret, joins


def proof(number=1, **game):
    """The proof of such a game, as a value of JSON."""
    rules, setup, state, moves, secret, joins = played(number, **game)
    words = [Word(*pair) for pair in game.get("words", ())]
    return write_proof(rules, setup, state, moves, secret=secret, joins=joins, words=words)
