"""Options are what their opener wished: what gives way by itself is said, and comes back when its reason is gone."""

import sqlite3

import pytest
from evening import carefully, play_out, seat, sit_key
from world import World

from bot.model.options import Level, Options
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.tables import rewards
from bot.tables.session import Session

PRIVATE = Place("chat", 77, private=True)


async def has(world: World, name: str, **figures: int) -> None:
    """Let a person have so many rubles (hundredths), or another appearance rating."""
    for column, value in figures.items():
        have = f"UPDATE persons SET {column} = ? WHERE name = ?"  # noqa: S608 - named here
        await world.store.write(sqlite3.Connection.execute, have, (value, name))


async def met(world: World, *names: str) -> None:
    for name in names:
        await world.command(name, "/help")


async def choose(world: World, session: Session, word: str, place: Place | None = None):
    key = str(Key("set", session.code, 0, "a", word))
    return await world.press("Anna", key, place=place or session.place)


@pytest.mark.damaged
@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize(
    "arguments", ["seats=3 deals=5 timeout=45", "unrated deals=1", "seats=4 computers=2 hard"]
)
async def test_paging_through_the_games_changes_nothing_of_them(
    world: World, arguments: str, restarted: bool
) -> None:
    await met(world, "Anna")
    await has(world, "Anna", rubles=20_000)
    await world.command("Anna", "/newtable stuk size=50 seats=3 rated")
    await world.command("Anna", "/stop")
    await has(world, "Anna", rubles=4_100)  # not enough any more for three sizes of 50
    await world.turn(20)
    await world.command("Anna", f"/newtable ochko {arguments}")
    session = world.session()
    before = session.options
    for game in ("stuk", "blackjack", "ochko", "stuk"):
        if restarted and not before.computers:
            await world.restart()
            session = world.session()
        assert (await choose(world, session, game)).accepted
        assert session.options.game == game
        if game == "ochko":
            assert (session.options, session.options.unrated_since) == (before, before.unrated_since)
    assert (session.options.size, session.options.seats) == (50, 3)
    # The next tables are as they were chosen, each game's own.
    await world.command("Anna", "/stop")
    await has(world, "Anna", rubles=20_000)
    await world.turn(20)
    await world.command("Anna", "/newtable")
    kept = world.session("Anna").options
    assert (kept.game, kept.rated, kept.size, kept.seats) == ("stuk", True, 50, 3)
    await world.command("Anna", "/stop")
    await world.turn(20)
    await world.command("Anna", "/newtable ochko")
    kept = world.session("Anna").options
    assert (kept.rated, kept.deals, kept.seconds) == (
        before.rated or before.computers > 0,
        before.deals,
        before.seconds,
    )


@pytest.mark.damaged
async def test_a_concession_is_said_with_its_reason_and_ends_with_it(world: World) -> None:
    await met(world, "Anna")
    await has(world, "Anna", rubles=4_100)
    await world.command("Anna", "/newtable")
    session = world.session()
    conceded = await choose(world, session, "stuk")
    assert "Unrated: a seat stakes 60 virtual rubles, 41 there." in conceded.screen.text
    assert not session.options.rated
    assert (await choose(world, session, "seats=3")).screen.text == "Changed."  # said once
    refused = await choose(world, session, "rated")
    assert "60 needed, 41 there" in refused.screen.text
    back = await choose(world, session, "size=10")
    assert "Rated again: a seat stakes 30 virtual rubles." in back.screen.text
    assert (session.options.rated, session.row.stake) == (True, 3_000)
    assert "60 needed, 41 there" in (await choose(world, session, "size=20")).screen.text  # his own choice
    await choose(world, session, "blackjack")
    assert session.options.rated


async def test_a_computer_makes_a_table_unrated_as_long_as_it_sits_there(world: World) -> None:
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    assert "Unrated, since a computer plays." in (await choose(world, session, "computers=1")).screen.text
    assert not session.options.rated
    assert (await choose(world, session, "hard")).screen.text == "Changed."
    back = await choose(world, session, "computers=0")
    assert "Rated again." in back.screen.text
    assert session.options.rated
    await choose(world, session, "unrated")
    await choose(world, session, "computers=1")
    assert (await choose(world, session, "computers=0")).screen.text == "Changed."
    assert not session.options.rated


async def test_computers_change_no_seats_of_a_game_that_is_turned_to(world: World) -> None:
    await world.command("Anna", "/newtable blackjack seats=6 computers=5")
    session = world.session()
    assert (await choose(world, session, "ochko")).accepted
    assert (session.options.seats, session.options.computers) == (4, 3)
    assert (await choose(world, session, "blackjack")).accepted
    assert (session.options.seats, session.options.computers) == (6, 5)


async def test_a_private_chat_leaves_the_options_for_groups_as_they_were(world: World) -> None:
    await world.command("Anna", "/newtable seats=3 deals=5")
    await world.command("Anna", "/stop")
    await world.turn(20)
    await world.command("Anna", "/newtable", place=PRIVATE)
    session = world.session("Anna")
    for game in ("stuk", "blackjack", "ochko"):
        await choose(world, session, game, PRIVATE)
        assert not session.options.rated
        assert session.options.computers
    await world.command("Anna", "/stop", place=PRIVATE)
    await world.turn(20)
    await world.command("Anna", "/newtable")
    assert world.session("Anna").options == Options(seats=3, deals=5)


async def test_an_unrated_table_taken_instead_is_not_the_next_one_s_choice(world: World) -> None:
    await world.command("Anna", "/newtable seats=3 deals=5")
    await world.command("Anna", "/stop")
    await world.turn(20)
    offered = await world.command("Anna", "/newtable stuk")
    assert (await world.press("Anna", offered.screen.rows[0][0].key or "")).accepted
    await world.command("Anna", "/stop")
    await world.turn(20)
    await world.command("Anna", "/newtable")
    assert world.session("Anna").options == Options(seats=3, deals=5)


async def test_again_is_rated_again_when_the_day_s_games_of_the_two_are_not_spent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewards, "DAY_PAIR_GAMES", 1)
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await play_out(world, session, carefully)
    opened = await world.press("Anna", world.key("again"))
    assert "no more rated games count between you today" in opened.screen.text
    await world.press("Boris", world.key("again"))
    session = world.session()
    assert not session.options.rated
    await play_out(world, session, carefully)
    await world.turn(12 * 3600)  # another day
    opened = await world.press("Anna", str(Key("again", session.code)))
    assert "Rated again." in opened.screen.text
    assert world.session().options.rated
    assert world.session().options.unrated_since is None


async def test_a_level_comes_back_when_its_opener_fits_it_again(world: World) -> None:
    await world.command("Anna", "/newtable sandbox")
    await world.command("Anna", "/stop")
    await has(world, "Anna", appearance=12)
    await world.turn(20)
    opened = await world.command("Anna", "/newtable")
    assert "does not fit" in opened.screen.text
    assert not opened.on_board  # else a group of Telegram would not see it
    session = world.session()
    assert session.options.level is Level.EVERYONE
    assert (await choose(world, session, "deals=5")).screen.text == "Changed."
    assert session.options.level is Level.EVERYONE
    await world.command("Anna", "/stop")
    await has(world, "Anna", appearance=9)
    await world.turn(20)
    await world.command("Anna", "/newtable")
    assert (world.session().options.level, world.session().options.deals) == (Level.SANDBOX, 5)


@pytest.mark.damaged
async def test_open_again_asks_anew_whether_the_stake_is_there(world: World) -> None:
    await met(world, "Anna", "Boris")
    await has(world, "Boris", rubles=9_000)
    await world.command("Anna", "/newtable")
    session = world.session()
    await choose(world, session, "stuk")
    await world.command("Anna", "/stop")
    await world.turn(20)
    reopen = str(Key("reopen", session.code))
    opened = await world.press("Anna", reopen)
    assert opened.accepted
    assert not world.session("Anna").options.rated
    await world.command("Anna", "/stop")
    opened = await world.press("Boris", reopen)
    assert "Rated again: a seat stakes 60 virtual rubles." in opened.screen.text
    assert world.session("Boris").options.rated
    refused = await world.press("Anna", sit_key(world.session("Boris")))
    assert "60 needed, 0 there" in refused.screen.text
