"""Tables of blackjack played by the buttons that the chat shows."""

import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing

from evening import keys_shown, name_of, sit_down
from world import World

from bot.ports.keys import Key
from bot.screens.hands import phase_of
from bot.tables.session import Session
from engine.game import View

PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Emil")

#: What somebody chooses: the view of the table, the verbs that the board offers.
Choose = Callable[[View, list[str]], str]


async def table(world: World, *names: str, seats: int = 6, arguments: str = "rated") -> Session:
    """A table of blackjack for these people, started; by its last seat, or by its opener."""
    opened = await world.command(names[0], f"/newtable blackjack seats={seats} {arguments}")
    assert opened.accepted, opened.screen.text
    session = world.session(names[0])
    await sit_down(world, session, *names[1:])
    if len(names) < seats or seats == 1:
        answer = await world.press(names[0], str(Key("start", session.code, 0, "a")))
        assert answer.accepted, answer.screen.text
    return live(world)


def live(world: World) -> Session:
    """The record that is played now at the one open table."""
    (session,) = world.app.tables.open_sessions()
    return session


def view_of(session: Session) -> View:
    assert session.state is not None
    return session.state.view(None)


def offered(world: World, session: Session) -> dict[str, str]:
    """The live move keys of a table by verb: those of the newest board, if it is of the turn in progress."""
    view = view_of(session)
    found: dict[str, str] = {}
    for key in keys_shown(world, {"hit", "stand", "double", "split"}, session.place):
        parsed = Key.parse(key)
        assert parsed is not None
        if (parsed.code, parsed.deal, parsed.phase) == (session.code, view.deal, phase_of(view)):
            found[parsed.verb] = key
    return found


def standing(_view: View, _verbs: list[str]) -> str:
    return "stand"


def splitting(view: View, verbs: list[str]) -> str:
    """Splits whatever may be split, draws to 17."""
    if "split" in verbs:
        return "split"
    assert view.to_move is not None
    assert view.hand is not None
    return "hit" if (view.seats[view.to_move].hands[view.hand].points or 0) < 17 else "stand"


def by_chance(seed: int) -> Choose:
    chance = random.Random(seed)
    return lambda _view, verbs: (
        "split" if "split" in verbs and chance.random() < 0.7 else chance.choice(verbs)
    )


async def move(world: World, session: Session, choose: Choose) -> str:
    """The move of whose turn it is, by a button of the board; returns who moved."""
    view = view_of(session)
    name = name_of(session, view.to_move)
    legal = [legal.verb.value for legal in view.legal]
    keys = offered(world, session)
    assert set(keys) >= set(legal), (keys, legal)
    answer = await world.press(name, keys[choose(view, legal)])
    assert answer.accepted, answer.screen.text
    await world.turn(2)  # sooner the same button would be a double tap
    return name


async def play(world: World, choose: Choose, *, rounds: int) -> AsyncIterator[Session]:
    """Play so many rounds, the one in progress among them; the session comes after each press and each pause."""
    until = total(live(world)) + rounds - (view_of(live(world)).to_move is not None)
    while True:
        session = live(world)
        view = view_of(session)
        if view.to_move is None:
            if total(session) >= until:
                return
            await world.turn(8)
        else:
            await move(world, session, choose)
        if not world.app.tables.open_sessions():
            return
        yield live(world)


async def play_on(world: World, choose: Choose = standing, *, rounds: int = 1) -> Session:
    """Play so many rounds and stop in the pause after the last."""
    async for _ in play(world, choose, rounds=rounds):
        pass
    return live(world)


async def to_pause(world: World, choose: Choose = standing) -> Session:
    """Play the round in progress to its end."""
    while view_of(live(world)).to_move is not None:
        await move(world, live(world), choose)
    return live(world)


def total(session: Session) -> int:
    """The rounds begun at the table through all its records."""
    return session.rounds_before + view_of(session).deal


async def close(world: World) -> None:
    """Everybody leaves between two rounds."""
    session = await to_pause(world)
    for seat in (*session.row.seats, *session.row.coming):
        if seat.open:
            answer = await world.command(seat.account.name, "/leave")
            assert answer.accepted, answer.screen.text


def rows(world: World, query: str, *values: object) -> list[tuple[object, ...]]:
    """What a query finds in the file."""
    with closing(sqlite3.connect(world.path)) as db:
        return db.execute(query, values).fetchall()


def units(world: World) -> dict[str, int]:
    """Everybody's units, in halves."""
    return {str(name): int(str(units)) for name, units in rows(world, "SELECT name, units FROM persons")}


def shown_units(text: str, name: str) -> int:
    """The units of all rounds that a board or a result tells of a person, in halves."""
    whole = text.replace("\n   ", " · ")
    match = re.search(rf"balance:.*?\u2068{name}\u2069 ([+−±])(\d+)(\.5)?", whole) or re.search(
        rf"([+−±])(\d+)(\.5)? \u2068{name}\u2069", whole
    )
    assert match, text
    halves = 2 * int(match[2]) + (1 if match[3] else 0)
    return -halves if match[1] == "−" else halves
