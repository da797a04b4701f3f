"""A result that is fixed stays; who is paid what when a staked table is left or stopped (rules 3.13 to 3.15, 5.6)."""

import random
import secrets
import sqlite3
from dataclasses import replace

import pytest
from bank import (
    PEOPLE,
    balanced,
    bold,
    by_chance,
    endow,
    escrow,
    met,
    moves,
    name_of,
    play_out,
    table,
    view_of,
    wallets,
)
from evening import keys_shown
from world import World

from bot.model.limits import CAP
from bot.model.rows import Change, Status
from bot.ports.keys import Key
from bot.store import results, tables
from bot.tables.session import Session
from engine.game import Phase, View

THREE = PEOPLE[:3]


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of tables: the cards are the same each time, and such that somebody wins early."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(3).randbytes)


MINE = 10000


def stacks(session: Session) -> dict[str, int]:
    """What each has of the table now, in hundredths: chips, the own stake in play, the open bank for the banker."""
    view = view_of(session)
    had = {}
    for number, player in enumerate(view.seats):
        placed = player.hands[0].stake if number == view.bettor else 0
        bank = (view.bank or 0) if number == view.banker else 0
        had[name_of(session, number)] = 100 * (player.chips + placed + bank)
    return had


def standings(world: World) -> dict[str, tuple[int, ...]]:
    """What everybody's board says: games, wins, rubles (hundredths)."""
    with sqlite3.connect(world.path) as db:
        rows = db.execute(
            "SELECT name, games, wins, rubles FROM standings WHERE scope = 0 AND period = 'all'"
        ).fetchall()
    db.close()
    return {name: tuple(figures) for name, *figures in rows}


def someone_is_up(view: View) -> int | None:
    """A bettor who has won something and may leave freely now, while the others have enough to play on."""
    if min(seat.chips for seat in view.seats) == 0:
        return None
    free = (
        n
        for n, seat in enumerate(view.seats)
        if n not in {view.banker, view.bettor} and seat.standing == "playing"
    )
    return next((n for n in free if view.seats[n].chips > view.seats[n].began), None)


async def until_someone_is_up(world: World, seed: int, *names: str) -> tuple[Session, int]:
    session = await table(world, *names, arguments="rated size=20")
    async for played in moves(world, session, by_chance(seed)):
        session = played
        if (ahead := someone_is_up(view_of(session))) is not None:
            return session, ahead
    raise AssertionError("nobody was up")


async def test_who_leaves_is_settled_in_that_moment_and_outvoted_keeps_it(world: World) -> None:
    """He takes his stack home, his game and win count at once; the others agree to stop: that stays (rules 3.14, 5.6)."""
    await met(world, *THREE)
    session, ahead = await until_someone_is_up(world, 2, *THREE)
    leaver, others = name_of(session, ahead), [n for n in THREE if n != name_of(session, ahead)]
    had = stacks(session)
    assert had[leaver] > 6000
    answer = await world.command(leaver, "/leave")
    assert answer.accepted
    assert "in your wallet" in answer.screen.text
    home = MINE - 6000 + had[leaver]
    assert wallets(world)[leaver] == home
    assert standings(world) == {leaver: (1, 1, had[leaver] - 6000)}
    balanced(world)
    await world.restart()
    await world.turn(2)
    assert (await world.command(leaver, "/newtable unrated", place=world.chat_place(1))).accepted
    session = world.session(others[0])
    async with session.lock:
        await world.app.unfolding.unfold(session)
    had = stacks(session)
    assert (await world.command(others[0], "/stop")).accepted
    assert set(world.chat.last().mentions) == {world.account(others[1]).user_id}
    assert (await world.press(others[1], world.key("agree"))).accepted
    assert session.row.status is Status.VOID
    assert wallets(world) == {leaver: home} | {name: MINE - 6000 + had[name] for name in others}
    assert sum(wallets(world).values()) == 3 * MINE
    assert standings(world) == {leaver: (1, 1, home - MINE)}
    assert len(await world.store.read(results.of_table, session.code)) == 1
    balanced(world)


@pytest.mark.parametrize("phase", [Phase.STAKE, Phase.DRAW, Phase.BANK, Phase.PAUSE])
async def test_a_stopped_game_pays_each_his_stack_and_the_stake_in_play_to_who_placed_it(
    world: World, phase: Phase
) -> None:
    """The open bank is the banker's; what was lost before stays lost; nothing is counted (rules 5.6)."""
    await met(world, *THREE)
    session = await table(world, *THREE, arguments="rated")
    async for played in moves(world, session, by_chance(2)):
        session, view = played, view_of(played)
        if view.deal >= 2 and view.phase is phase and len(set(stacks(played).values())) > 1:
            break
    had = stacks(session)
    assert sum(had.values()) == 18000
    assert (await world.command("Gleb", "/stop", admin=True)).accepted
    assert session.row.status is Status.VOID
    assert {name: wallets(world)[name] for name in THREE} == {name: MINE - 6000 + had[name] for name in THREE}
    assert (await world.store.read(results.of_table, session.code), standings(world), escrow(world)) == (
        [],
        {},
        0,
    )
    assert "chips" in world.chat.last().screen.text
    balanced(world)


async def rules_change(world: World, session: Session) -> None:
    """The moves no longer lead where they led."""
    with sqlite3.connect(world.path) as db:
        db.execute("UPDATE moves SET digest = x'0011223344556677' WHERE table_code = ?", (session.code,))
    db.close()
    await world.restart()


@pytest.mark.faults("table.unfoldable")
@pytest.mark.parametrize("kept", [True, False])
async def test_a_game_that_cannot_be_played_on_pays_the_stacks_of_its_last_save(
    world: World, kept: bool
) -> None:
    """Whoever has left stays paid; rows from before stacks were kept return the buy-ins (rules 5.6)."""
    await met(world, *THREE)
    session, ahead = await until_someone_is_up(world, 2, *THREE)
    had, leaver = stacks(session), name_of(session, ahead)
    assert len(set(had.values())) == 3
    if kept:
        assert (await world.command(leaver, "/leave")).accepted
        had = stacks(session)
    else:
        with sqlite3.connect(world.path) as db:
            db.execute("UPDATE tables SET stacks = NULL")
        db.close()
        had = dict.fromkeys(THREE, 6000)
    await rules_change(world, session)
    await world.turn(400)
    stored = await world.store.read(tables.get, session.code)
    assert stored is not None
    assert (stored.status, stored.note) == (Status.VOID, "rules_changed")
    assert wallets(world) == {name: MINE - 6000 + had[name] for name in THREE}
    assert len(await world.store.read(results.of_table, session.code)) == int(kept)
    balanced(world)


async def test_a_table_that_ran_across_the_upgrade_settles_its_leavers_with_the_next_move(
    world: World,
) -> None:
    """A row from before: the leaver's stake still lies at the table, no stack is stored (rules 5.6)."""
    await met(world, *THREE)
    session, ahead = await until_someone_is_up(world, 2, *THREE)
    leaver, had = name_of(session, ahead), stacks(session)
    assert (await world.command(leaver, "/leave")).accepted
    with sqlite3.connect(world.path) as db:  # undone as if the program of then had left it open
        for undo in (
            "UPDATE persons SET rubles = 4000, games = 0, wins = 0",
            "UPDATE escrow SET held = 6000, movements = 1",
            "DELETE FROM ledger WHERE reason = 'cash_out'",
            "DELETE FROM results",
            "DELETE FROM counted",
            "DELETE FROM standings",
            "UPDATE seats SET settled = 0",
            "UPDATE tables SET stacks = NULL",
        ):
            db.execute(undo)
    db.close()
    await world.restart()
    balanced(world)
    session = world.session(next(name for name in THREE if name != leaver))
    async with session.lock:
        await world.app.unfolding.unfold(session)
    async for _ in moves(world, session, bold):
        break
    assert wallets(world)[leaver] == MINE - 6000 + had[leaver]
    balanced(world)
    session = await play_out(world, session, bold)
    assert session.row.status is Status.FINISHED
    assert sum(wallets(world).values()) == 3 * MINE
    assert len(await world.store.read(results.of_table, session.code)) == 3
    balanced(world)


async def test_the_result_says_of_a_leaver_that_it_was_booked_then(world: World) -> None:
    """Once, with what his wallet held then (rules 5.6)."""
    await met(world, *THREE)
    session, ahead = await until_someone_is_up(world, 2, *THREE)
    leaver, had = name_of(session, ahead), stacks(session)
    await world.command(leaver, "/leave")
    assert leaver not in " ".join(keys_shown(world, {"agree"}))
    session = await play_out(world, session, by_chance(5))
    text = world.chat.last().screen.text
    assert text.count("booked on leaving") == 1
    assert f"in the wallet: {(MINE - 6000 + had[leaver]) / 100:.2f}" in text
    assert sorted(r.seat for r in await world.store.read(results.of_table, session.code)) == [0, 1, 2]
    assert sum(figures[0] for figures in standings(world).values()) == 3
    balanced(world)


async def test_who_has_forfeited_takes_what_is_left_and_no_win(world: World) -> None:
    """The banker leaves his open bank: at most one size of it is his; all of it is home at once (rules 3.14, 3.15)."""
    await met(world, *THREE)
    session = await table(world, *THREE, arguments="rated")
    asked = await world.command("Anna", "/leave")
    assert (await world.press("Anna", asked.screen.rows[0][0].key or "")).accepted
    assert wallets(world)["Anna"] == MINE
    (result,) = await world.store.read(results.of_table, session.code)
    assert (result.games, result.wins, result.forfeited) == (1, 0, True)
    balanced(world)


@pytest.mark.damaged
async def test_a_wallet_that_has_filled_meanwhile_takes_what_it_can_and_the_audit_knows_it(
    world: World,
) -> None:
    """The one case where less comes home than was brought (rules 5.2, 5.6)."""
    await met(world, *THREE)
    session = await table(world, *THREE, arguments="rated")
    endow(world, "Vera", rubles=(CAP - wallets(world)["Vera"]) // 100)
    assert (await world.command("Gleb", "/stop", admin=True)).accepted
    assert session.row.status is Status.VOID
    assert [wallets(world)[name] for name in THREE] == [MINE, MINE, CAP]
    assert "An admin of the chat has stopped it" in world.chat.last().screen.text.replace("\n", " ")
    balanced(world)
    with sqlite3.connect(world.path) as db:  # of the others nothing may be missing
        db.execute("UPDATE ledger SET amount = amount - 100 WHERE reason = 'return' AND person_id = 1")
        db.execute("UPDATE persons SET rubles = rubles - 100 WHERE id = 1")
    db.close()
    with pytest.raises(AssertionError):
        balanced(world)


async def test_stacks_that_make_a_ruble_are_never_stored(world: World) -> None:
    """Before anything is written (rules 2.14)."""
    await met(world, *THREE)
    session = await table(world, *THREE, arguments="rated")
    row = session.row
    for wrong in ((6000, 6000, 6100), (12000, 6100, -100), (9000, 9000)):
        bad = replace(row, stacks=wrong, revision=row.revision + 1)
        with pytest.raises(ValueError, match="stacks"):
            await world.store.save(Change(bad, world.clock.now()))
    balanced(world)


async def test_admin_who_sits_or_has_an_open_result_has_to_ask(world: World) -> None:
    """Who has left and is settled is an admin like any other (rules 5.6)."""
    await met(world, *THREE)
    session, ahead = await until_someone_is_up(world, 2, *THREE)
    leaver, sits = name_of(session, ahead), next(n for n in THREE if n != name_of(session, ahead))
    assert (await world.command(sits, "/stop", admin=True)).accepted
    assert session.playing
    assert (await world.press(leaver, str(Key("playon", session.code)))).accepted
    await world.command(leaver, "/leave")
    assert not (await world.command(leaver, "/stop")).accepted
    assert (await world.command(leaver, "/stop", admin=True)).accepted
    assert session.row.status is Status.VOID
    balanced(world)
