"""Computers at applications: who seats them and how, what follows from it, one press to the first cards (rules 2.5, 4.16)."""

import pytest
from evening import keys_shown, sit_key
from lonely import Alone
from world import World

from bot.model.options import BadOption, Options, default_options, parse_options
from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Weight
from bot.store import tables
from engine.players import Level as Skill

PRIVATE = Place("chat", 77, private=True)


def of(session, verb: str, argument: str | None = None) -> str:
    return str(Key(verb, session.code, 0, "a", argument))


def names(session) -> list[str]:
    return [seat.account.name for seat in session.row.seats]


# words


def test_computers_make_a_table_unrated_and_give_way_to_the_seats_that_were_asked_for():
    start = default_options("ochko")
    assert parse_options("computers=2 hard", start) == Options(rated=False, computers=2, skill=Skill.HARD)
    assert parse_options("seats=2", Options(seats=4, rated=False, computers=3)).computers == 1
    assert parse_options("computers=3", Options(seats=2)).seats == 4
    assert parse_options("computers=0", Options(rated=False, computers=2)) == Options(rated=False)


def test_how_computers_play_is_refused_where_none_sits():
    with pytest.raises(BadOption) as bad:
        parse_options("hard", default_options("ochko"))
    assert (bad.value.word, bad.value.option) == ("hard", "skill")


@pytest.mark.parametrize(
    "words", ["computers=4", "computers=-1", "computers=x", "seats=2 computers=2", "computers"]
)
def test_more_computers_than_seats_are_refused(words):
    with pytest.raises(BadOption):
        parse_options(words, default_options("ochko"))


async def test_with_a_computer_a_table_cannot_be_rated_which_is_said_in_a_sentence(world: World):
    answer = await world.command("Anna", "/newtable rated computers=1")
    assert not answer.accepted
    assert "unrated" in answer.screen.text
    await world.command("Anna", "/newtable computers=1")
    session = world.session()
    refused = await world.press("Anna", of(session, "set", "rated"))
    assert not refused.accepted
    assert refused.screen.text == "With a computer at it a table is unrated: take the computers off first."
    assert not session.options.rated


# buttons


async def test_a_lonely_application_and_its_message_offer_a_computer_to_the_opener_alone(world: World):
    await world.command("Anna", "/newtable")
    session = world.session()
    assert of(session, "set", "computers=1") in keys_shown(world)
    await world.turn(60)
    lonely = world.chat.last()
    assert "waits for players" in lonely.screen.text
    assert of(session, "set", "computers=1") in {button.key for button in world.buttons(lonely)}
    refused = await world.press("Boris", of(session, "set", "computers=1"))
    assert not refused.accepted
    assert refused.screen.text == "Only the opener changes the options."
    assert (await world.press("Anna", of(session, "set", "computers=1"))).accepted
    assert names(session) == ["Anna", "Computer 1 (normal)"]
    assert not session.options.rated
    assert lonely.id not in world.chat.messages


async def test_computers_come_go_and_change_their_level_by_buttons(world: World):
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    for expected in (1, 2, 3):
        await world.turn(2)
        assert (await world.press("Anna", world.key("set", f"computers={expected}"))).accepted
    assert session.options.seats == 4
    assert of(session, "set", "computers=4") not in keys_shown(world)
    await world.press("Anna", world.key("set", "computers=2"))
    assert (await world.press("Anna", world.key("set", "hard"))).accepted
    assert names(session) == ["Anna", "Computer 1 (hard)", "Computer 2 (hard)"]
    app = world.chat.last().screen.text
    assert "3 \u2068⚙ Computer 2\u2069 · hard · 5 chips" in app
    await world.press("Anna", world.key("menu"))
    assert world.key("set", "computers=1")


async def test_another_person_may_still_sit_down_and_then_the_options_stand(world: World):
    await world.command("Anna", "/newtable seats=4 computers=1")
    session = world.session()
    assert (await world.press("Boris", sit_key(session))).accepted
    assert session.waiting
    assert not (await world.press("Anna", of(session, "set", "computers=2"))).accepted
    assert not (await world.press("Boris", of(session, "start"))).accepted  # in 60 s
    await world.turn(60)
    assert (await world.press("Boris", of(session, "start"))).accepted
    assert names(session) == ["Anna", "Computer 1 (normal)", "Boris"]


async def test_the_last_seat_taken_by_a_person_starts_and_by_a_computer_does_not(world: World):
    await world.command("Anna", "/newtable seats=3")
    session = world.session()
    await world.press("Anna", of(session, "set", "computers=2"))
    assert session.waiting
    await world.turn(2)
    await world.press("Anna", of(session, "set", "computers=1"))
    await world.press("Boris", sit_key(session))
    assert session.playing


async def test_an_opener_who_leaves_hands_the_table_to_a_person_never_to_a_computer(world: World):
    await world.command("Anna", "/newtable seats=4 computers=1")
    session = world.session()
    await world.press("Boris", sit_key(session))
    await world.press("Anna", of(session, "leave"))
    assert names(session) == ["Computer 1 (normal)", "Boris"]
    assert session.row.opener == session.row.seats[1].person
    await world.press("Boris", of(session, "leave"))
    assert session.row.status is Status.CLOSED


async def test_a_computer_brings_what_the_opener_brings(world: World):
    await world.command("Anna", "/newtable ochko computers=1")
    await world.store.write(lambda db: db.execute("UPDATE persons SET appearance = 12 WHERE name = 'Anna'"))
    await world.press("Anna", world.key("start"))
    assert [seat.chips for seat in world.session().row.seats] == [12, 12]


async def test_the_next_table_of_a_person_is_one_for_persons_again(world: World):
    await world.command("Anna", "/newtable seats=3 computers=2 hard timeout=45")
    await world.command("Anna", "/leave")
    await world.turn(30)
    await world.command("Anna", "/newtable")
    options = world.session().options
    assert (options.computers, options.rated, options.seconds) == (0, True, 45)


# one person alone


@pytest.mark.parametrize("game", ["ochko", "stuk", "blackjack"])
async def test_one_press_seats_a_person_with_a_computer_and_deals(world: World, game: str):
    welcome = await world.app.welcome(PRIVATE, world.account("Anna"))
    key = next(b.key for row in welcome.rows for b in row if b.key and b.key.endswith(f"alone:{game}"))
    assert (await world.press("Anna", key, place=PRIVATE)).accepted
    session = world.session("Anna")
    assert session.playing
    assert session.row.game == game
    assert names(session) == ["Anna", "Computer 1 (normal)"]
    assert not session.options.rated
    started, board = (message for _, message in sorted(world.chat.messages.items()))
    assert "deck seal" in started.screen.text
    assert session.state.view(0).seats[0].hands[0].cards[0] is not None
    assert "Computer 1" in board.screen.text


async def test_the_welcome_of_a_group_offers_no_game_alone_but_where_it_is_asked_for(world: World):
    group = World.chat_place(1)
    assert "alone" not in str((await world.app.welcome(group)).rows)
    assert "alone:ochko" in str((await world.app.welcome(group, alone=True)).rows)


@pytest.mark.parametrize(
    ("place", "alone"), [(World.chat_place(1), False), (World.chat_place(1), True), (PRIVATE, False)]
)
async def test_the_welcome_names_every_game_and_colours_one_first_step(
    world: World, place: Place, alone: bool
):
    screen = await world.app.welcome(place, None if not place.private else world.account("Anna"), alone=alone)
    assert all(game in screen.text for game in ("Ochko", "Stuk", "lackjack"))
    coloured = [button for row in screen.rows for button in row if button.weight is Weight.PRIMARY]
    assert len(coloured) == 1
    assert coloured == [screen.rows[0][0]]


async def test_newtable_in_private_opens_a_table_with_a_computer_that_one_press_starts(world: World):
    assert (await world.command("Anna", "/newtable", place=PRIVATE)).accepted
    session = world.session()
    assert session.waiting
    assert names(session) == ["Anna", "Computer 1 (normal)"]
    shown = {Key.parse(key).verb for key in keys_shown(world, place=PRIVATE)}
    assert "sit" not in shown
    assert of(session, "set", "computers=0") not in keys_shown(world, place=PRIVATE)
    assert (await world.press("Anna", of(session, "set", "computers=2"), place=PRIVATE)).accepted
    assert session.options.seats == 3
    await world.press("Anna", of(session, "set", "seats=4"), place=PRIVATE)
    assert len(session.row.seats) == 4
    await world.press("Anna", of(session, "set", "stuk"), place=PRIVATE)
    assert session.row.game == "stuk"
    assert (await world.press("Anna", of(session, "start"), place=PRIVATE)).accepted
    assert session.playing


async def test_a_table_for_several_is_for_groups_and_says_what_can_be_played_alone(world: World):
    for asked in (
        await world.command("Anna", "/newtable rated", place=PRIVATE),
        await world.press("Anna", str(Key("open", argument="3")), place=PRIVATE),
    ):
        assert not asked.accepted
        assert "group" in asked.screen.text
        assert "alone:ochko" in str(asked.screen.rows)


# the end


async def test_again_alone_deals_at_once_at_the_level_that_was_pressed(alone):
    played = await alone("ochko computers=2 deals=1")
    await played.finish(max)
    world = played.world
    await world.turn(30)
    assert (await world.press("Anna", world.key("again", "hard"))).accepted
    session = world.session("Anna")
    assert session.playing
    assert names(session) == ["Anna", "Computer 1 (hard)", "Computer 2 (hard)"]


async def test_again_with_other_options_waits_with_them_open(alone):
    played = await alone("ochko computers=1 deals=1")
    await played.finish(max)
    await played.world.press("Anna", played.world.key("again", "options"))
    session = played.world.session("Anna")
    assert session.waiting
    assert session.menu
    assert names(session) == ["Anna", "Computer 1 (normal)"]


async def test_again_of_two_persons_waits_for_both_and_keeps_the_computer(alone):
    played = await alone("ochko seats=3 computers=1 deals=1", "Boris")
    world = played.world
    for _ in range(60):
        if not played.session.playing:
            break
        if played.mover in {"Anna", "Boris"}:
            await world.turn(2)
            verbs = {move.verb.value for move in played.session.state.legal()}
            await world.press(played.mover, max(key for key in keys_shown(world, verbs)))
        else:
            await world.turn(2)
    await world.turn(30)
    again = world.key("again")
    await world.press("Boris", again)
    assert world.session("Boris").waiting
    await world.press("Anna", again)
    session = world.session("Anna")
    assert session.playing
    assert names(session) == ["Boris", "Computer 1 (normal)", "Anna"]


async def test_nobody_plays_on_without_a_person(world: World):
    """The last person leaves: the table ends at once, nothing is counted. (A banker who leaves ends the game itself.)"""
    for number in range(20):
        played = await Alone(world, World.chat_place(number)).sit("ochko computers=3")
        bettor = played.view.banker != 0
        await world.command("Anna", "/leave", place=played.place)
        await world.press("Anna", str(Key("leave", played.session.code)), place=played.place)
        if bettor:
            break
        assert played.session.row.status is Status.FINISHED
        await world.turn(20)
    assert (played.session.row.status, played.session.row.note) == (Status.VOID, "deserted")
    assert "Only computers are left" in world.chat.last(played.place).screen.text
    assert world.app.deadlines.next() is None


async def test_a_banker_of_stuk_who_leaves_alone_ends_the_table(alone):
    played = await alone("stuk computers=2")
    await played.world.command("Anna", "/leave")
    await played.world.press("Anna", str(Key("leave", played.session.code)))
    assert (played.session.row.status, played.session.row.note) == (Status.VOID, "deserted")
    assert "only computers are left" in played.world.chat.last().screen.text.lower()


async def test_a_person_without_chips_sees_the_deal_to_its_end_and_the_result(world: World):
    """Anna stakes all and draws until she has lost; the computers play the deal to its end, and no other."""
    for number in range(12):
        played = await Alone(world, World.chat_place(number)).sit("ochko computers=3 deals=20")
        await played.until(
            lambda: not played.session.playing,  # noqa: B023 - asked at once
            lambda keys: next((key for key in reversed(keys) if ":hit" in key), keys[-1]),
        )
        if played.session.row.note == "deserted":
            break
        await world.turn(20)
    view = played.view
    assert (played.session.row.status, played.session.row.note) == (Status.VOID, "deserted")
    assert (view.phase.value, view.seats[0].standing.value) == ("pause", "out")
    board, result = (m.screen.text for m in list(world.chat.messages.values())[-2:])
    assert "next deal" not in board
    assert "only computers are left" in result
    assert world.app.tables.of_person(played.session.row.seats[0].person) is None
    assert world.app.deadlines.next() is None


async def test_stop_is_the_openers_at_once(alone):
    played = await alone("ochko computers=2")
    assert (await played.world.command("Anna", "/stop")).accepted
    assert played.session.row.note == "stopped"


async def test_a_computer_binds_nobody_and_sits_at_many_tables_at_once(world: World):
    for name, number in (("Anna", 1), ("Boris", 2), ("Vera", 3)):
        place = World.chat_place(number)
        assert (await world.press(name, str(Key("alone", argument="ochko")), place=place)).accepted
    persons = {session.row.seats[1].person for session in world.app.tables.open_sessions()}
    assert len(persons) == 1
    assert await world.store.read(tables.seat_of, persons.pop()) is None
