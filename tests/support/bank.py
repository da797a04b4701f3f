"""Tables of Стук played by the buttons that the chat shows."""

import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import redirect_stdout
from io import StringIO

from evening import keys_shown, name_of, seat
from world import World

from bot.cli.audit import audit_command
from bot.model.rows import Status
from bot.ports.keys import Key
from bot.tables.session import Session
from engine.game import Phase, View

PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Emil")

#: What somebody chooses: the view of his own seat, the keys that his board offers.
Choose = Callable[[View, dict[str, list[str]]], str]


async def table(world: World, *names: str, arguments: str = "unrated") -> Session:
    """A table of Стук for these people, started by its last seat."""
    return await seat(world, *names, arguments=f"stuk {arguments}")


def view_of(session: Session, seat: int | None = None) -> View:
    assert session.state is not None
    return session.state.view(seat)


def offered(world: World, session: Session) -> dict[str, list[str]]:
    """The live keys of a table by verb."""
    found: dict[str, list[str]] = {}
    deal = view_of(session).deal
    for key in keys_shown(world, None, session.place):
        parsed = Key.parse(key)
        if parsed is not None and parsed.code == session.code and parsed.deal == deal:
            found.setdefault(parsed.verb, []).append(key)
    return found


def careful(view: View, keys: dict[str, list[str]]) -> str:
    """The smallest stake, draws to 14; never knocks."""
    if view.phase is Phase.PAUSE:
        return keys["deal"][0]
    return keys["bet"][0] if view.phase is Phase.STAKE else keys["stand"][0]


def bold(view: View, keys: dict[str, list[str]]) -> str:
    """The greatest stake, draws to 15, knocks."""
    if view.phase is Phase.PAUSE:
        return keys["knock"][0]
    if view.phase is Phase.STAKE:
        amounts = {int((Key.parse(key) or Key("")).argument or 0): key for key in keys["bet"]}
        return amounts[max(amounts)]
    return keys["hit" if points(view) < 15 else "stand"][0]


def by_chance(seed: int) -> Choose:
    chance = random.Random(seed)

    def choose(view: View, keys: dict[str, list[str]]) -> str:
        if view.phase is Phase.PAUSE:
            return chance.choice(keys["knock"] + keys["deal"])
        if view.phase is Phase.STAKE:
            return chance.choice(keys["bet"])
        return chance.choice(keys["hit" if points(view) < chance.randint(11, 19) else "stand"])

    return choose


def points(view: View) -> int:
    """The points of the hand that the viewer plays."""
    assert view.viewer is not None
    assert view.bettor is not None
    hand = view.seats[view.bettor].hands[0]
    return (hand.points if view.viewer == view.bettor else hand.banker_points) or 0


async def moves(world: World, session: Session, choose: Choose) -> AsyncIterator[Session]:
    """Play until the table is over; the session comes after each accepted press."""
    while session.row.status is Status.PLAYING:
        session = world.app.tables.live(session.code) or session
        view = view_of(session)
        seat = view.banker if view.may_knock else view.to_move
        if seat is None:
            await world.turn(6)
            continue
        keys = offered(world, session)
        answer = await world.press(name_of(session, seat), choose(view_of(session, seat), keys))
        assert answer.accepted, answer.screen.text
        yield session
        await world.turn(2)  # sooner the same button would be a double tap


async def play_out(world: World, session: Session, choose: Choose) -> Session:
    async for played in moves(world, session, choose):
        session = played
    return session


def chips(session: Session) -> int:
    """All chips of a table: the bank, the stacks, the stake on the table."""
    view = view_of(session)
    on_table = 0 if view.bettor is None else view.seats[view.bettor].hands[0].stake
    return (view.bank or 0) + sum(seat.chips for seat in view.seats) + on_table


def endow(world: World, *names: str, rubles: int = 100) -> None:
    """Let people have won so many rubles some time ago."""
    with sqlite3.connect(world.path) as db:
        for name in names:
            (person,) = db.execute("SELECT id FROM persons WHERE name = ?", (name,)).fetchone()
            db.execute("UPDATE persons SET rubles = rubles + ? WHERE id = ?", (rubles * 100, person))
            db.execute(
                "INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at) "
                "VALUES (?, 'rubles', ?, 'gift', (SELECT count(*) FROM ledger), 'test', 0)",
                (person, rubles * 100),
            )
    db.close()


async def met(world: World, *names: str, rubles: int = 100) -> None:
    """People whom the program knows, with so many rubles."""
    for name in names:
        await world.command(name, "/help")
    endow(world, *names, rubles=rubles)


def wallets(world: World) -> dict[str, int]:
    """Everybody's rubles, in hundredths."""
    with sqlite3.connect(world.path) as db:
        rows = db.execute("SELECT name, rubles FROM persons").fetchall()
    db.close()
    return dict(rows)


def escrow(world: World) -> int:
    """All rubles that lie at tables, in hundredths: the stakes of those who are still in a game, less what leavers took."""
    with sqlite3.connect(world.path) as db:
        (held,) = db.execute(
            """
            SELECT coalesce(sum(escrow.held), 0) - coalesce((
                SELECT sum(results.rubles) FROM results
                JOIN tables ON tables.code = results.table_code AND tables.status = 'playing' AND tables.stake > 0
            ), 0) FROM escrow
            """
        ).fetchone()
    db.close()
    return int(held)


def balanced(world: World) -> None:
    """The audit beside the running program finds nothing."""
    said = StringIO()
    with redirect_stdout(said):
        status = audit_command(world.path, True)
    assert (status, said.getvalue()) == (0, "balanced\n")
