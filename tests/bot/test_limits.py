"""What a day may bring (rules 5.5), the score of an evening, and being called."""

import sqlite3
from datetime import UTC, datetime

import pytest
from evening import chosen_by, play_out, seat, sit_key
from world import World

from bot.model.limits import DAY_PAIR_GAMES, DAY_RUBLES
from bot.model.rows import Credited, Status
from bot.ports.keys import Key
from bot.store import limits, persons
from bot.store import results as stored_results

ANNA, BORIS, VERA = "Anna", "Boris", "Vera"


async def person(world: World, name: str):
    return await world.store.person(world.account(name))


async def rated_games(world: World, games: int, *names: str) -> None:
    """So many rated games of one deal, the second and later ones by «Again»."""
    session = await seat(world, *names, arguments="deals=1")
    await play_out(world, session, chosen_by(games))
    for number in range(1, games):
        for name in names:
            await world.press(name, world.key("again"))
        await play_out(world, world.session(), chosen_by(number))


async def test_the_same_two_have_ten_rated_games_a_day_and_are_offered_an_unrated_one(world: World) -> None:
    """Rules 5.5: the eleventh is refused at the seat, with the reason and an offer."""
    await rated_games(world, DAY_PAIR_GAMES, ANNA, BORIS)
    await world.turn(60)
    await world.command(ANNA, "/newtable seats=2 deals=1 rated")
    answer = await world.press(BORIS, sit_key(world.session()))
    assert not answer.accepted
    (offer,) = [button for row in answer.screen.rows for button in row]
    # Somebody else may sit down there all the same.
    assert (await world.press(VERA, sit_key(world.session()))).accepted
    assert (await world.press(BORIS, offer.key or "")).accepted
    assert not world.session(BORIS).options.rated


async def test_again_between_them_opens_unrated_and_counts_nothing(world: World) -> None:
    """Rules 5.5: «Again» between them opens unrated."""
    await rated_games(world, DAY_PAIR_GAMES, ANNA, BORIS)
    before = [(await person(world, name)).games for name in (ANNA, BORIS)]
    for name in (ANNA, BORIS):
        await world.press(name, world.key("again"))
    assert not world.session().options.rated
    await play_out(world, world.session(), chosen_by(3))
    assert [(await person(world, name)).games for name in (ANNA, BORIS)] == before == [10, 10]


async def test_the_next_utc_day_counts_anew(world: World) -> None:
    await rated_games(world, DAY_PAIR_GAMES, ANNA, BORIS)
    await world.turn((datetime(2026, 3, 15, tzinfo=UTC) - world.clock.now()).total_seconds())
    session = await seat(world, ANNA, BORIS, arguments="deals=1 rated")
    assert session.options.rated
    await play_out(world, session, chosen_by(4))
    assert (await person(world, ANNA)).games == DAY_PAIR_GAMES + 1


@pytest.mark.parametrize("who", [ANNA, BORIS])
async def test_the_limit_holds_for_the_account_also_when_its_person_is_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """Rules 5.5: over /forget, whoever of the two it is, more than once; until the UTC day is over."""
    monkeypatch.setattr("bot.tables.rewards.DAY_PAIR_GAMES", 3)
    await rated_games(world, 1, ANNA, BORIS)
    for _ in range(2):
        await forget(world, who)
        await world.turn(60)
        session = await seat(world, ANNA, BORIS, arguments="deals=1 rated")
        await play_out(world, session, chosen_by(1))
    await forget(world, who)
    await world.turn(60)
    await world.command(ANNA, "/newtable seats=2 deals=1 rated")
    refused = await world.press(BORIS, sit_key(world.session()))
    assert not refused.accepted
    assert "3 rated games" in refused.screen.text
    assert (await world.press(VERA, sit_key(world.session()))).accepted  # the limit is of two, not of one
    await play_out(world, world.session(), chosen_by(2))

    await world.turn((datetime(2026, 3, 15, tzinfo=UTC) - world.clock.now()).total_seconds())
    world.app.deadlines.sweep()
    await world.turn(900)
    world.app.deadlines.sweep()
    await world.settle()
    with sqlite3.connect(world.path) as db:  # the key is deleted with its day, and what it hashed
        assert db.execute("SELECT count(*) FROM day_keys").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM day_accounts").fetchone() == (0,)
    db.close()
    await world.command(ANNA, "/newtable seats=2 deals=1 rated")
    assert (await world.press(BORIS, sit_key(world.session()))).accepted


async def test_a_clock_that_is_set_forwards_and_back_frees_nobody(world: World) -> None:
    await world.command(ANNA, "/help")
    await forget(world, ANNA)
    world.clock.step(86_400)
    await world.turn(60)
    world.app.deadlines.sweep()
    world.clock.step(-86_400)
    await world.turn(1200)
    world.app.deadlines.sweep()
    await world.settle()
    with sqlite3.connect(world.path) as db:
        assert db.execute("SELECT count(*) FROM day_accounts").fetchone() == (1,)
    db.close()


async def forget(world: World, name: str) -> None:
    await world.command(name, "/forget")
    assert (await world.press(name, str(Key("forget")))).accepted


async def test_a_day_brings_a_person_500_rubles_at_most_and_the_rating_counts_on(world: World) -> None:
    """Rules 5.5: the cap is of the wallet; results of the engine know none."""
    with sqlite3.connect(world.path) as db:
        db.execute("PRAGMA busy_timeout = 2000")
        await person(world, ANNA)
        await person(world, BORIS)
        db.execute("UPDATE persons SET appearance = 400")
    db.close()
    session = await seat(world, ANNA, BORIS, arguments="deals=1")
    await _stake_everything(world)
    assert session.row.status is Status.FINISHED
    results = await world.store.read(stored_results.of_table, session.code)
    winner = max(results, key=lambda row: row.rubles)
    assert winner.rubles > DAY_RUBLES
    kept = (await world.store.read(persons.many, [winner.person]))[winner.person]
    assert kept.rubles == DAY_RUBLES
    assert kept.rating == winner.rating
    assert await world.store.read(limits.credited, session.code) == {
        row.seat: Credited(row.rating, min(row.rubles, DAY_RUBLES)) for row in results if row.games
    }


async def _stake_everything(world: World) -> None:
    session = world.session()
    state = session.state
    assert state is not None
    assert state.to_move is not None
    name = session.row.seats[state.to_move].account.name
    assert (await world.command(name, f"/bet {state.legal()[0].max}")).accepted
    await play_out(world, session, lambda keys: next(key for key in keys if key.endswith("stand")))


async def test_the_score_of_a_row_of_games_ends_with_half_an_hour_of_silence(world: World) -> None:
    await rated_games(world, 3, ANNA, BORIS)
    for name in (ANNA, BORIS):
        await world.press(name, world.key("again"))
    series = dict(world.session().options.series)
    with sqlite3.connect(world.path) as db:
        won = dict(db.execute("SELECT person_id, sum(won) FROM results GROUP BY 1").fetchall())
    db.close()
    assert series == won
    await play_out(world, world.session(), chosen_by(9))
    await world.turn(31 * 60)
    await world.press(ANNA, world.key("again"))
    assert world.session().options.series == ()


async def test_who_wants_it_is_called_when_a_table_opens_unless_he_sits_at_one(world: World) -> None:
    await world.command(BORIS, "/notify")
    await world.command(VERA, "/notify")
    await world.command(VERA, "/notify")
    await world.command(ANNA, "/notify")
    await world.command(ANNA, "/newtable")
    assert world.chat.last().mentions == (world.account(BORIS).user_id,)


async def test_one_person_alone_is_announced_once_after_a_minute_until_somebody_sits_down(
    world: World,
) -> None:
    await world.command(ANNA, "/newtable seats=3")
    before = len(world.chat.messages)
    await world.turn(59)
    assert len(world.chat.messages) == before
    await world.turn(2)
    assert len(world.chat.messages) == before + 1
    await world.turn(120)
    assert len(world.chat.messages) == before + 1
    await world.press(BORIS, world.key("sit"))
    assert len(world.chat.messages) == before


async def test_a_running_game_counts_before_it_ends(world: World) -> None:
    """A running game counts already: who is out of it early cannot begin more with the same persons."""
    await rated_games(world, DAY_PAIR_GAMES - 1, ANNA, BORIS)
    await world.turn(30)
    session = await seat(world, ANNA, BORIS, VERA, arguments="deals=5 rated")
    games = await world.store.read(limits.pair_games, (await person(world, ANNA)).id, world.clock.now())
    assert games[(await person(world, BORIS)).id] == DAY_PAIR_GAMES
    assert games[(await person(world, VERA)).id] == 1
    assert session.playing
