"""«My word» between the records of a table of blackjack (rules 4.15)."""

import pytest
from rounds import live, play_on, table, to_pause, view_of
from world import World

from bot.ports.keys import Key
from bot.store import results, tables
from bot.tables.chain import ROUNDS
from bot.tables.fold import seed_of_table
from engine.fairness import commitment, foreseeable, seed_of, shares_digest

WORD = "nobody knows this"


async def announce(world: World, name: str) -> None:
    answer = await world.press(name, str(Key("word", live(world).code, 0, "a")))
    assert answer.accepted, answer.screen.text


async def test_a_word_begins_a_record_of_its_own_whose_promise_is_fixed_before_it_is_given(
    world: World,
) -> None:
    first = await table(world, "Anna", "Boris")
    await to_pause(world)
    assert (await world.press("Anna", world.key("word"))).accepted  # a button of the pause
    await world.turn(8)
    assert live(world) is first
    assert first.row.awaiting
    text = world.chat.last().screen.text
    assert first.row.secret.hex()[:32] in text.split("\n")  # the promise of the record to come
    assert (await world.press("Anna", world.key("word"))).pending
    await world.type("Anna", WORD)
    second = live(world)
    assert second.code != first.code
    assert commitment(second.row.secret) == first.row.secret.hex()
    shares = [dict(second.row.joins)[seat.person] for seat in second.row.seats]
    assert seed_of_table(second.row) == seed_of(second.row.secret, shares, [WORD])
    assert "last word: \u2068Anna\u2069" in world.chat.last().screen.text
    await to_pause(world)
    await world.turn(8)
    assert live(world) is second  # it held for one record
    assert view_of(second).deal == 2


async def test_at_most_one_record_an_hour_begins_only_because_of_words(world: World) -> None:
    await table(world, "Anna", "Boris")
    await to_pause(world)
    await announce(world, "Anna")
    await world.turn(8 + 30)
    second = live(world)
    assert second.row.link.number == 1
    await to_pause(world)
    await announce(world, "Boris")
    await world.turn(8)
    assert live(world) is second
    assert not second.row.awaiting
    await play_on(world, rounds=ROUNDS - 1)
    await world.turn(8)
    assert live(world) is second
    assert second.row.awaiting  # kept for the record that follows anyway


@pytest.mark.parametrize("restarted", [False, True])
async def test_no_card_is_dealt_any_more_in_a_record_whose_secret_was_shown(
    world: World, *, restarted: bool
) -> None:
    first = await table(world, "Anna", "Boris")
    await to_pause(world)
    sat = await world.press("Vera", str(Key("word", first.code, 0, "a")))
    assert sat.accepted
    await world.turn(8)
    assert first.row.awaiting
    refusal = await world.press("Gleb", str(Key("sit", first.code, 0, "a")))
    assert not refusal.accepted
    await world.command("Vera", "/leave")
    assert "\u2068Vera\u2069 left" in "".join(world.chat.texts())
    if restarted:
        await world.restart()
    await world.turn(8)
    second = live(world)
    assert second.code != first.code
    assert [seat.account.name for seat in second.row.seats] == ["Anna", "Boris"]


async def test_leaving_in_the_wait_drops_the_words_and_it_begins_anew(world: World) -> None:
    first = await table(world, "Anna", "Boris", "Vera")
    await to_pause(world)
    await announce(world, "Anna")
    await announce(world, "Vera")
    while not first.row.awaiting:
        await world.turn(1)
    await world.press("Anna", world.key("word"))
    await world.type("Anna", WORD)
    await world.turn(20)
    await world.command("Boris", "/leave")
    assert [said.word for said in first.row.next_words] == [None, None]
    await world.turn(20)
    assert live(world) is first
    await world.press("Anna", world.key("word"))
    await world.type("Anna", WORD)
    await world.turn(11)
    second = live(world)
    assert [said.word for said in second.row.words] == [WORD, None]


async def test_the_number_of_a_message_is_no_share_of_one_alone(world: World) -> None:
    """A button's id takes its place; the record before any was pressed is not rated."""
    world.shares = ["4711", "12345678901234567890"]  # /newtable; Start
    session = await table(world, "Anna", arguments="rated")
    assert dict(session.row.joins) == {session.row.seats[0].person: "12345678901234567890"}
    assert session.seating().counts
    await world.restart()
    assert (await world.store.read(tables.get, session.code)).joins == session.row.joins


async def test_a_record_that_could_be_foreseen_is_not_rated_and_says_so(world: World) -> None:
    world.shares = ["4711", "4712"]
    session = await table(world, "Anna", arguments="rated")
    assert "could be foreseen" in world.chat.last().screen.text.replace("\n", " ")
    await to_pause(world)
    await world.command("Anna", "/leave")
    (result,) = await world.store.read(results.of_table, session.code)
    assert result.rounds == 1
    assert result.units is None


@pytest.mark.parametrize("word", [WORD, None])
async def test_the_shares_that_a_wait_has_shown_are_those_of_the_seed(world: World, word: str | None) -> None:
    """No button takes a share's place any more: a word makes good that it could be foreseen, else the record is not rated."""
    world.shares = ["4711"]
    await table(world, "Anna", "Boris", arguments="rated")
    await to_pause(world)
    await announce(world, "Anna")
    await world.command("Boris", "/leave")
    await world.turn(8)
    shown = world.chat.last().screen.text.split("\n")
    assert (await world.press("Anna", world.key("word"))).pending
    if word is not None:
        await world.type("Anna", word)
    await world.turn(30)
    second = live(world)
    assert second.row.link.number == 1
    digest = shares_digest([dict(second.row.joins)[second.row.seats[0].person]])
    assert digest[:32] in shown
    assert second.seating().counts is (word is not None)


async def test_the_next_record_of_one_alone_takes_the_first_button_pressed_meanwhile(world: World) -> None:
    world.shares = ["4711", "12345678901234567890"]
    session = await table(world, "Anna", "Boris", arguments="rated")
    joins = dict(session.row.joins)
    anna = session.row.seats[0].person
    assert joins[anna] == "4711"
    await to_pause(world)
    await world.command("Boris", "/leave")
    await world.turn(8)
    second = live(world)
    assert second.code != session.code
    assert not foreseeable(dict(second.row.joins)[anna])
    assert second.seating().counts


async def test_next_does_not_cut_the_wait_for_a_word_short(world: World) -> None:
    first = await table(world, "Anna", "Boris")
    await to_pause(world)
    await world.turn(1)
    key = world.key("next")
    assert (await world.press("Anna", world.key("word"))).accepted
    await world.turn(8)
    assert first.row.awaiting
    for name in ("Boris", "Anna", "Boris"):
        answer = await world.press(name, key)
        assert not answer.accepted
        assert "waits for words" in answer.screen.text
        await world.turn(1)
    assert live(world) is first
    assert first.row.awaiting
