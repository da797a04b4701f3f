"""Computer players at tables: who they are, how long they think, which move they make (rules 4.16 to 4.19)."""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Protocol

import structlog

from bot.model.rows import COMPUTER, Person, SeatRow
from bot.ports.requests import Account
from engine.game import GameState, LegalMove, Move, Verb
from engine.players import KNOCKS, PLAYERS
from engine.players import Level as Skill
from engine.record import computer_name

log = structlog.get_logger(__name__)

_SKILLS = tuple(Skill)
_NUMBERS = 100

#: How long a computer thinks, in milliseconds, where others read along, and where one person plays alone.
_THINKS = (1000, 2000)
_THINKS_ALONE = (400, 800)


class Registry(Protocol):
    """Where persons are kept, computers too: the store."""

    async def person(self, account: Account) -> Person:
        """The person of an account, created if new."""
        ...


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player: its number at the table, from 1, and how well it plays."""

    number: int
    skill: Skill

    @property
    def account(self) -> Account:
        """The account it has a row of `persons` by. Its name is for records, screens say it in their language."""
        place = _SKILLS.index(self.skill) + 1
        return Account(COMPUTER, place * _NUMBERS + self.number, computer_name(self.number, self.skill.value))


def computer(account: Account) -> Computer | None:
    """The computer behind an account; None if a person is."""
    if account.platform != COMPUTER:
        return None
    place, number = divmod(account.user_id, _NUMBERS)
    return Computer(number, _SKILLS[place - 1])


def skills(game: str) -> tuple[Skill, ...]:
    """How well the computers of a game can play; none where there are no computers for it."""
    return tuple(PLAYERS.get(game, {}))


async def computer_seats(
    registry: Registry, count: int, skill: Skill, chips: int | None
) -> tuple[SeatRow, ...]:
    """So many computers, each with a row of `persons` of its own. They bind nobody: they are never `open`."""
    accounts = [Computer(number, skill).account for number in range(1, count + 1)]
    known = [await registry.person(account) for account in accounts]
    return tuple(SeatRow(person.id, person.account, chips, open=False) for person in known)


def thinking_time(code: str, seq: int, *, alone: bool) -> timedelta:
    """How long a computer thinks about the move after the `seq`-th of a table; `alone`: nobody but one person waits for it."""
    least, most = _THINKS_ALONE if alone else _THINKS
    drawn = int.from_bytes(sha256(f"{code}:{seq}".encode("ascii")).digest()[:4], "big")
    return timedelta(milliseconds=least + drawn % (most - least + 1))


def decided(state: GameState, skill: Skill) -> Move:
    """The move of the computer that is to move, by what its seat sees and may do.

    It always moves: where its player finds no legal one, it stands, or does the least.
    """
    view, legal = state.view(state.to_move), state.legal()
    players = PLAYERS[view.game]
    player = players.get(skill) or players[Skill.NORMAL]
    try:
        move = player(view, legal)
    except Exception:
        log.exception("computer.failed", game=view.game, skill=skill.value)
        return _least(legal)
    if not any(_allows(possible, move) for possible in legal):
        log.error("computer.illegal", game=view.game, skill=skill.value, verb=move.verb.value)
        return _least(legal)
    return move


def knocks(state: GameState, banker: int, skill: Skill) -> bool:
    """Whether a computer that banks knocks now (rules 3.11). Call it where it may."""
    view = state.view(banker)
    wish = KNOCKS[view.game].get(skill)
    return wish is not None and wish(view)


def _allows(possible: LegalMove, move: Move) -> bool:
    if possible.verb is not move.verb:
        return False
    if possible.min is None or possible.max is None:
        return True
    return possible.min <= move.amount <= possible.max


def _least(legal: tuple[LegalMove, ...]) -> Move:
    stand = next((Move(Verb.STAND) for move in legal if move.verb is Verb.STAND), None)
    return stand or Move(legal[0].verb, legal[0].min or 0)
