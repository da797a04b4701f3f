"""Computers beside who trains: they play by themselves before the person, whose judging they do not touch."""

import random
import re

import pytest
from older import make_older
from phone import assert_fits
from trainee import Trainee, cost, values
from world import GROUP, World

from bot.ports.keys import Key
from bot.ports.names import visible_length
from bot.ports.texts import LANGUAGES, texts
from bot.screens.company import company_lines, number_asked
from bot.screens.lines import card_text
from bot.screens.training import Moment
from bot.training import hands
from bot.training.hands import seed_of_hand
from engine.cards import parse_cards
from engine.game import Move, Verb
from engine.games import GAMES
from engine.players import PLAYERS, Level
from engine.rules import SeatStart, Setup


async def with_computers(anna: Trainee, number: int) -> None:
    await anna.world.command(anna.name, f"/train computers={number}", place=anna.place)


def company(anna: Trainee) -> list[str]:
    """The lines of the computers."""
    return [line for line in anna.lines if re.match(r"Computer \d: ", line)]


def reference(number: int, computers: int) -> list[tuple[list[str], int]]:
    """The cards and points of the computers' first hands in a hand of the secret of 32 zero bytes, by the engine alone."""
    seats = tuple(SeatStart(str(seat)) for seat in range(computers + 1))
    state = GAMES["blackjack"].start(Setup(seats, {}, seed_of_hand(bytes(32), number)))
    state = state.apply(None, Move(Verb.DEAL)).state
    while state.to_move is not None and state.to_move < computers:
        move = PLAYERS["blackjack"][Level.NORMAL](state.view(state.to_move), state.legal())
        state = state.apply(state.to_move, move).state
    return [
        ([card_text(card) for card in seat.hands[0].cards], seat.hands[0].points)
        for seat in state.view(computers).seats[:computers]
        if len(seat.hands) == 1
    ]


@pytest.mark.parametrize("number", range(6))
async def test_so_many_play_as_were_asked_for(anna, number):
    await with_computers(anna, number)
    for _ in range(5):
        lines = company(anna)
        assert [line.split(":")[0] for line in lines] == [f"Computer {n + 1}" for n in range(number)]
        await anna.press("stand")


async def test_they_play_the_common_chart_and_their_cards_lie_open(anna):
    """Rules 4.18, in the same game as the person."""
    await with_computers(anna, 5)
    drew = 0
    while "more" not in anna.offered:
        ((hand,),) = await anna.rows("SELECT hand FROM trainings")
        for cards, points in reference(hand, 5):
            assert any(line.endswith(f": {' '.join(cards)} = {points}") for line in company(anna))
            drew += len(cards) > 2
        await anna.press("stand")
    assert drew > 20


async def test_they_have_played_before_the_person_and_do_not_play_again(anna):
    await with_computers(anna, 3)
    again = 0
    for _ in range(25):
        hand, lines = anna.lines.index(next(x for x in anna.lines if x.startswith("Hand "))), company(anna)
        title = anna.lines[hand]
        await anna.press("hit" if "hit" in anna.offered else "stand")
        if title in anna.lines:
            assert company(anna) == lines
            again += 1
    assert again > 3


async def test_the_person_sits_last_and_brings_home_his_own_units_only(anna):
    await with_computers(anna, 4)
    brought = 0.0
    while "more" not in anna.offered:
        await anna.press("stand")
        for line in anna.lines:
            if match := re.search(r"= \d+ · ([+−±])([\d.]+)$", line):
                brought += {"+": 1, "−": -1, "±": 0}[match[1]] * float(match[2])
    assert await anna.rows("SELECT sum(halves) FROM training_hands") == [(round(brought * 2),)]
    seats = {
        int(text.split()[0]) for (text,) in await anna.rows("SELECT text FROM training_moves WHERE seq > 1")
    }
    assert seats == {0, 1, 2, 3, 4}


async def test_each_decision_is_judged_by_the_own_hand_and_the_dealers_card_alone(anna):
    """Rules 4.19: what lies before the computers is not looked at."""
    await with_computers(anna, 5)
    chance = random.Random(3)
    while "more" not in anna.offered:
        plays = sorted(set(anna.offered) & {"hit", "stand", "double", "split"})
        await anna.press(chance.choice(plays))
    found = await anna.rows("SELECT cards, up, play, cost FROM decisions")
    assert len(found) > 25
    for cards, up, play, told in found:
        # A hand of a split that was split often enough has fewer plays: its best one may be worth less.
        assert told == pytest.approx(cost(cards.replace(",", " "), up, play), abs=1e-9)


async def test_a_training_with_computers_goes_on_after_a_restart_between_any_two_presses(world, anna):
    await with_computers(anna, 5)
    for what in ("hit", "stand", "hint", "stand", "double", "split", "hit", "stand"):
        before = anna.text
        await world.restart()
        await anna.train()
        assert anna.text == before
        await anna.press(what if what in anna.offered else "stand")


async def test_a_hand_that_lies_goes_on_where_computers_have_come_to_play_otherwise(world, anna, monkeypatch):
    """What they played is stored; a new version of them begins with the next hand."""
    await with_computers(anna, 5)
    before = anna.text
    monkeypatch.setattr(hands, "computer_move", lambda _state: Move(Verb.STAND))
    await world.restart()
    await anna.train()
    assert anna.text == before
    await anna.press("stand")
    assert all(len(values(line)) == 2 for line in company(anna))


async def test_a_hand_that_lacks_a_computers_move_is_dealt_anew(world, anna):
    await with_computers(anna, 2)
    await world.store.write(
        lambda db: db.execute("DELETE FROM training_moves WHERE seq = (SELECT max(seq) FROM training_moves)")
    )
    await world.restart()
    await anna.train()
    assert "Hand 2/25" in anna.text
    assert len(company(anna)) == 2


async def test_a_training_from_before_there_were_computers_goes_on(world, anna):
    """Version 7 of the database."""
    await anna.train()
    await anna.press("stand")
    before = anna.text

    await world.stop()
    make_older(world.path, 7)
    await world.start()
    await anna.train()
    assert anna.text == before
    await with_computers(anna, 1)
    await anna.press("stand")
    assert len(company(anna)) == 1


async def test_the_button_steps_round_and_takes_effect_from_the_next_hand(world, anna):
    await anna.train()
    cards = anna.cards
    for number in (1, 2, 3, 5, 0, 1, 2):
        answer = await anna.press(f"with{number}")
        assert answer.screen.text == f"Computers from the next hand: {number}"
        assert any(
            button.label == f"Computers: {number}" for button in world.buttons(world.chat.last(anna.place))
        )
        assert (answer.screen.text in anna.text) == (number > 0)
        assert (anna.cards, company(anna)) == (cards, [])
    await anna.press("stand")
    assert len(company(anna)) == 2
    assert not any(what.startswith("with") for what in anna.offered)


async def test_in_a_pause_the_button_is_there_again(anna):
    await with_computers(anna, 4)
    while "more" not in anna.offered:
        await anna.press("stand")
    await anna.press("with5")
    await anna.press("more")
    assert len(company(anna)) == 5


async def test_typed_while_a_training_runs_it_counts_from_the_next_hand(world, anna):
    await anna.train()
    answer = await world.command("Anna", "/train computers=3", place=anna.place)
    assert answer.screen.text == "Computers from the next hand: 3"
    assert company(anna) == []
    await world.restart()
    await anna.press("stand")
    assert len(company(anna)) == 3


async def test_the_next_training_has_as_many_as_the_last_one(world, anna):
    await with_computers(anna, 2)
    await anna.press("end")
    await anna.press("again")
    assert len(company(anna)) == 2
    await anna.press("with3")
    await anna.press("end")
    await world.restart()
    await anna.train()
    assert len(company(anna)) == 3
    await anna.press("end")
    await with_computers(anna, 0)
    assert company(anna) == []


async def test_each_person_has_his_own_number(world, anna):
    await with_computers(anna, 2)
    boris = await world.command("Boris", "/train", place=GROUP)
    assert "Computer 1" not in boris.screen.text


@pytest.mark.parametrize("word", ["9", "6", "x", "-1", "2.5", "", "²", "02"])
async def test_a_number_that_cannot_be_is_refused_in_a_sentence(world, anna, word):
    answer = await world.command("Anna", f"/train computers={word}", place=anna.place)
    assert not answer.accepted
    assert answer.screen.text == (
        f"“computers={word}” does not fit: computers are 0, 1, 2, 3, 4, 5. For example: /train computers=2"
    )
    assert await anna.count("trainings") == 0


@pytest.mark.parametrize("words", ["quickly", "seats=2", "computers=2 quickly"])
async def test_another_word_is_refused_too(world, anna, words):
    answer = await world.command("Anna", f"/train {words}", place=anna.place)
    word = words.split()[-1]
    assert not answer.accepted
    assert answer.screen.text == f"“{word}” is not an option of a training. For example: /train computers=2"
    assert await anna.count("trainings") == 0


async def test_two_numbers_contradict_each_other(world, anna):
    answer = await world.command("Anna", "/train computers=2 computers=3", place=anna.place)
    assert answer.screen.text == "“computers=2” and “computers=3” contradict each other: keep one."
    assert await anna.count("trainings") == 0
    await world.command("Anna", "/train computers=2 computers=2", place=anna.place)
    assert len(company(anna)) == 2


@pytest.mark.parametrize("what", ["with6", "with", "withx", "with12"])
async def test_a_button_for_a_number_that_cannot_be_is_refused(world, anna, what):
    await anna.train()
    moment = Moment.read(Key.parse(anna.offered["stand"]).argument)
    key = Moment(what, moment.training, moment.hand, moment.turn).key()
    assert not (await world.press("Anna", key, place=anna.place)).accepted
    assert await anna.rows("SELECT computers FROM trainings") == [(0,)]


async def test_a_hand_that_comes_back_is_dealt_without_computers_just_as_it_was(anna):
    await anna.lesson("2 T A", "T")
    await with_computers(anna, 5)
    assert (anna.cards, anna.up, company(anna)) == ("2 T A", "T", [])
    assert "to be repeated" in anna.text
    assert "from the next hand" not in anna.text
    await anna.press("stand")
    assert len(company(anna)) == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("drawn", "verbs", "told"),
    [
        ("", "", "8♣ 8♦ = 16"),
        ("Td", "split", "8♣ 10♦ = 18 · 8♦ = 8"),
        ("8h 8s 2c 9c Td 4c Tc", "split split split hit stand stand", "19 · 18 · 12 · 8"),
        ("Ac Ad Ah As", "hit hit hit hit", "8♣ 8♦ A♣ A♦ A♥ A♠ = 20"),
    ],
)
def test_a_computers_line_has_the_points_alone_where_its_cards_would_not_fit(language, drawn, verbs, told):
    cards = parse_cards(f"8c Tc 6h 8d Ts 2c {drawn}")
    state = GAMES["blackjack"].start(Setup((SeatStart("a"), SeatStart("b")), {}, bytes(32), cards=(cards,)))
    state = state.apply(None, Move(Verb.DEAL)).state
    for verb in verbs.split():
        state = state.apply(0, Move(Verb(verb))).state
    (line,) = company_lines(texts(language), state.view(1))
    text = "".join(span.text for span in line)
    name = texts(language)("Computer {n}", n=1)
    points = re.sub(r"[^·]+ = (\d+)", r"\1", told.replace(" · ", "·")).replace("·", " · ")
    whole = f"{name}: {told}"
    assert text == (whole if visible_length(whole) <= 32 else f"{name}: {points}")
    assert visible_length(text) <= 32


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_with_five_computers_fits_a_phone(folder, language):
    world = await World(folder / "twentyone.db", language=language).start()
    anna, chance = Trainee(world), random.Random(1)
    anna.world.app.parts.trainer.secret = lambda: bytes(32)
    await with_computers(anna, 5)
    for _ in range(50):
        screen = world.chat.last(anna.place).screen
        assert_fits(screen)
        assert len(screen.lines) <= 24
        plays = [what for what in anna.offered if what not in {"end", "hint"}]
        answer = await anna.press("split" if "split" in plays else chance.choice(plays))
        assert len(answer.screen.text) <= 200
    await world.stop()


def test_a_long_training_of_a_late_number_has_room_in_its_keys():
    """The longest key: the button of the computers, after ten million trainings and a million hands."""
    assert Key.parse(Moment(number_asked(3), 36**5 - 1, 36**4 - 1, 36**2 - 1).key()) is not None
