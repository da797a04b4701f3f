"""Rubles at tables: taken with the seat, brought home by every way out, never spent twice (rules 3.1, 3.13, 5.2)."""

import asyncio
from dataclasses import replace

import pytest
from bank import (
    PEOPLE,
    balanced,
    bold,
    careful,
    endow,
    escrow,
    met,
    moves,
    name_of,
    offered,
    play_out,
    table,
    view_of,
    wallets,
)
from evening import sit_key
from world import GROUP, ChatTwin, World

from bot.model.errors import NotEnough
from bot.model.rows import Change, SeatRow, Status
from bot.ports.keys import Key
from bot.ports.requests import Account, Place
from bot.store import persons as stored_persons
from bot.store import results as stored_results

TWO = ("Anna", "Boris")


async def test_the_buy_in_leaves_the_wallet_with_the_seat_and_comes_home_by_every_way_out(
    world: World,
) -> None:
    """Leaving, coming back, the silent application that closes by itself."""
    await met(world, *PEOPLE[:3])
    await world.command("Anna", "/newtable stuk seats=3 size=20")
    session = world.session("Anna")
    assert wallets(world) == {"Anna": 4000, "Boris": 10000, "Vera": 10000}
    for _ in range(3):  # he comes and goes: every movement is a row of its own
        assert (await world.press("Boris", sit_key(session))).accepted
        assert wallets(world)["Boris"] == 4000
        await world.turn(2)
        assert (await world.command("Boris", "/leave")).accepted
        assert wallets(world)["Boris"] == 10000
        await world.turn(2)
    balanced(world)
    await world.press("Boris", sit_key(session))
    await world.command("Anna", "/leave")
    assert wallets(world) == {"Anna": 10000, "Boris": 4000, "Vera": 10000}
    assert session.row.opener == session.row.seats[0].person
    await world.turn(700)
    assert session.row.status is Status.CLOSED
    assert set(wallets(world).values()) == {10000}
    assert escrow(world) == 0
    balanced(world)


async def test_who_has_too_little_is_told_how_much_and_plays_unrated_by_one_press(world: World) -> None:
    await met(world, "Anna", rubles=41)
    answer = await world.command("Anna", "/newtable stuk seats=2")
    assert not answer.accepted
    assert "60 needed, 41 there" in answer.screen.text
    ((button,),) = answer.screen.rows
    opened = await world.press("Anna", button.key or "")
    assert opened.accepted, opened.screen.text
    session = world.session("Anna")
    assert (session.options.game, session.options.rated, session.options.seats) == ("stuk", False, 2)
    assert wallets(world) == {"Anna": 4100}


async def test_a_seat_that_cannot_be_paid_is_not_taken(world: World) -> None:
    await met(world, "Anna")
    await met(world, "Boris", rubles=59)
    await world.command("Anna", "/newtable stuk seats=2")
    session = world.session("Anna")
    refused = await world.press("Boris", sit_key(session))
    assert not refused.accepted
    assert "60 needed, 59 there" in refused.screen.text
    assert len(session.row.seats) == 1
    assert wallets(world) == {"Anna": 4000, "Boris": 5900}
    assert (await world.press("Boris", refused.screen.rows[0][0].key or "")).accepted
    balanced(world)


async def test_options_move_the_stake_with_them(world: World) -> None:
    await met(world, "Anna", rubles=200)
    await world.command("Anna", "/newtable stuk")
    session = world.session("Anna")

    def choose(word: str) -> str:
        return str(Key("set", session.code, 0, "a", word))

    for word, left in (
        ("size=50", 5000),
        ("unrated", 20000),
        ("rated", 5000),
        ("size=10", 17000),
        ("ochko", 20000),
    ):
        assert (await world.press("Anna", choose(word))).accepted
        assert wallets(world) == {"Anna": left}, word
    assert session.row.seats[0].chips == 5
    assert not (await world.press("Anna", choose("size=20"))).accepted
    assert (await world.press("Anna", choose("stuk"))).accepted
    refused = await world.press("Anna", choose("size=500"))
    assert "1500 needed, 200 there" in refused.screen.text
    assert session.row.stake == session.options.buy_in
    balanced(world)


async def test_a_ruble_more_in_the_wallet_changes_nothing_in_a_running_hand(world: World) -> None:
    """The stake lies at the table, the hand never looks at the wallet."""
    await met(world, *TWO)
    session = await table(world, *TWO, arguments="rated")
    number = 0
    async for played in moves(world, session, careful):
        session, number = played, number + 1
        if number == 1:
            endow(world, *TWO, rubles=1)
    assert session.row.status is Status.FINISHED
    assert sum(wallets(world).values()) == 2 * 10100
    balanced(world)


@pytest.mark.parametrize("staked", [False, True])
async def test_who_leaves_on_his_turn_passes_it_on(world: World, staked: bool) -> None:
    """Before the stake for nothing, after it for the stake; the next bettor has the turn (rules 3.14)."""
    await met(world, *PEOPLE[:3])
    session = await table(world, *PEOPLE[:3], arguments="rated")
    seat = view_of(session).to_move or 0
    leaver = name_of(session, seat)
    if staked:
        await world.press(leaver, offered(world, session)["bet"][-1])
    answer = await world.command(leaver, "/leave")
    if staked:
        assert view_of(session).to_move == seat
        assert (await world.press(leaver, answer.screen.rows[0][0].key or "")).accepted
    view = view_of(session)
    assert view.to_move not in {seat, view.banker}
    assert view.bank == (40 if staked else 20)
    session = await play_out(world, session, careful)
    assert sum(wallets(world).values()) == 30000
    (result,) = [
        row for row in await world.store.read(stored_results.of_table, session.code) if row.seat == seat
    ]
    assert (result.net, result.forfeited, result.wins) == ((-20, True, 0) if staked else (0, False, 0))


async def test_forfeits_move_what_the_rules_say_and_the_rest_comes_home(world: World) -> None:
    """One who never acts holds nobody up (rules 3.14)."""
    await met(world, *PEOPLE[:3])
    session = await table(world, *PEOPLE[:3], arguments="rated")
    for _ in range(60):
        if session.row.status is not Status.PLAYING:
            break
        await world.turn(100)  # nobody moves
        balanced(world)
    assert session.row.status is Status.FINISHED
    assert sum(wallets(world).values()) == 30000
    results = await world.store.read(stored_results.of_table, session.code)
    assert not any(row.wins and row.forfeited for row in results)


@pytest.mark.parametrize("choose", [bold, careful])
async def test_a_restart_after_every_move_changes_nothing(world: World, choose) -> None:
    await met(world, *TWO)
    session = await table(world, *TWO, arguments="rated")
    before = 0
    async for played in moves(world, session, choose):
        if before < 12:
            digest = played.state
            await world.restart()
            await world.command("Anna", "/tables")
            async with (again := world.app.tables.live(session.code) or session).lock:
                await world.app.unfolding.unfold(again)
            assert again.state == digest
            balanced(world)
        before += 1
    assert sum(wallets(world).values()) == 20000
    assert escrow(world) == 0
    balanced(world)


async def test_two_buy_ins_at_once_from_one_wallet_are_one(world: World) -> None:
    """Two tables in two chats in the same instant."""
    await met(world, "Anna", rubles=100)
    here, there = GROUP, world.chat_place(1)
    answers = await asyncio.gather(
        *(
            world.command("Anna", "/newtable stuk seats=2", place=place)
            for place in (here, there, here, there)
        )
    )
    assert sum(answer.accepted for answer in answers) == 1
    assert wallets(world) == {"Anna": 4000}
    assert escrow(world) == 6000
    balanced(world)


async def test_buy_ins_of_one_instant_on_two_adapters_spend_each_wallet_once(world: World) -> None:
    """Two platforms, two chats on each, every person in both, all at once; wallets hold one stake and a half."""
    world.app.connect(ChatTwin("other"))
    names = {"chat": PEOPLE[:2], "other": PEOPLE[2:4]}
    world.accounts |= {name: Account("other", number, name) for number, name in enumerate(names["other"], 1)}
    await met(world, *PEOPLE[:4], rubles=90)
    answers = await asyncio.gather(
        *(
            world.command(name, "/newtable stuk seats=2 size=20", place=Place(platform, -number))
            for platform, people in names.items()
            for name in people
            for number in (1, 2, 1, 2)
        )
    )
    assert sum(answer.accepted for answer in answers) == 4
    assert set(wallets(world).values()) == {3000}
    tables = world.app.tables.open_sessions()
    await asyncio.gather(
        *(
            world.press(name, sit_key(session), place=session.place)
            for session in tables
            for name in names[session.place.platform]
        )
    )
    assert set(wallets(world).values()) == {3000}
    assert escrow(world) == 4 * 6000
    balanced(world)


async def test_twenty_saves_at_once_spend_a_ruble_once(world: World) -> None:
    """Past every check of the application: the one conditional UPDATE holds alone."""
    await met(world, "Anna", "Boris", rubles=100)
    await world.command("Boris", "/newtable stuk size=20")
    row = world.session("Boris").row
    (anna,) = (p for p in (await world.store.read(stored_persons.many, [1, 2])).values() if p.name == "Anna")

    missing: set[tuple[int, int]] = set()

    async def sit(number: int) -> bool:
        # Seats of running tables that bind nobody any more, as a leaver's: the stake alone stands in the way.
        seats = (SeatRow(anna.id, anna.account, 60, open=False),)
        new = replace(row, code=f"TABL{number:02}", seats=seats, joins=(), revision=1, opener=anna.id)
        try:
            await world.store.save(Change(new, world.clock.now()))
        except NotEnough as error:
            missing.add((error.needed, error.there))
            return False
        return True

    assert sum(await asyncio.gather(*(sit(number) for number in range(20)))) == 1
    assert missing == {(6000, 4000)}
    assert wallets(world)["Anna"] == 4000


async def test_the_wallet_tells_its_movements_in_plain_words(world: World) -> None:
    await met(world, *TWO)
    session = await table(world, *TWO, arguments="rated")
    text = (await world.command("Anna", "/wallet")).screen.text
    assert "40.00" in text
    assert "at a table: 60.00 virtual rubles" in text
    assert f"−60.00 · staked at table {session.code}" in text
    await play_out(world, session, bold)
    text = (await world.command("Anna", "/wallet")).screen.text
    assert f"chips at the end, table {session.code}" in text
    assert "at a table" not in text
    assert "virtual" in text
    persons = (await world.store.read(stored_persons.many, [1, 2])).values()
    assert (
        text.splitlines()[0].count(
            f"{persons and next(p for p in persons if p.name == 'Anna').rubles / 100:.2f}"
        )
        == 1
    )
