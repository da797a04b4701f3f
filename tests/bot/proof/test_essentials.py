"""«?» on every board, and the alert of a first chair."""

import pytest

from bot.model.games import games
from bot.ports.keys import Key
from bot.ports.screens import Loudness
from bot.ports.texts import LANGUAGES, texts
from bot.screens.answers import first_seat
from bot.screens.games import screens_of
from bot.screens.lines import SHORT, short
from bot.store import tables


async def test_every_board_of_a_game_has_the_question_and_anybody_gets_the_alert(world):
    await world.command("Anna", "/newtable seats=2")
    assert (await world.press("Stranger", world.key("help"))).loudness is Loudness.ALERT
    await world.press("Boris", world.key("sit"))
    session = world.session()
    assert Key("help", session.code) in {Key.parse(b.key or "") for b in world.buttons()}
    answer = await world.press("Stranger", world.key("help"))
    assert (answer.accepted, answer.loudness) == (True, Loudness.ALERT)
    assert session.state.view(None).deal == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.name for game in games()])
def test_the_alerts_fit(language, game):
    say = texts(language)
    assert len(screens_of(game).essentials(say)) <= SHORT
    for sits in (
        say("Table {tag} is open. Your seat: 1.", tag="K7"),
        say("Your seat from the next round on: {n}.", n=6),
    ):
        assert "…" not in first_seat(say, short(say, sits), game).screen.text


async def test_a_first_seat_anywhere_is_answered_by_an_alert_and_no_later_one(world):
    assert (await world.command("Anna", "/newtable seats=3")).loudness is Loudness.ALERT
    assert (await world.press("Boris", world.key("sit"))).loudness is Loudness.ALERT
    await world.press("Boris", world.key("leave"))
    await world.turn(2)
    assert (await world.press("Boris", world.key("sit"))).loudness is Loudness.TOAST
    await world.restart()
    await world.press("Boris", world.key("leave"))
    await world.turn(2)
    assert (await world.press("Boris", world.key("sit"))).loudness is Loudness.TOAST


async def test_a_first_seat_that_starts_the_game_is_one_too(world):
    await world.command("Anna", "/newtable seats=2")
    answer = await world.press("Boris", world.key("sit"))
    assert world.session().playing
    assert answer.loudness is Loudness.ALERT


async def test_a_seat_that_was_refused_is_no_first_seat(world):
    await world.command("Anna", "/newtable seats=2 advanced")
    await world.command("Anna", "/newtable seats=2")
    await world.press("Boris", world.key("sit"))
    refused = await world.press("Vera", world.key("help"))
    assert refused.accepted
    assert not (await world.press("Vera", str(Key("sit", world.session().code, 0, "a")))).accepted
    await world.command("Vera", "/cancel")
    session = world.session()
    assert {seat.account.name for seat in session.row.seats} == {"Anna", "Boris"}
    assert not await world.store.read(tables.has_sat, (await world.store.person(world.account("Vera"))).id)
