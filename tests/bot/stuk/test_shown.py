"""What is shown of Стук fits a phone in every language, and gives nothing away (rules 3.3, 3.6)."""

import random

import pytest
from phone import assert_fits, assert_labels_fit

from bot.model.games import game_of
from bot.model.options import Options
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.games import screens_of
from bot.screens.lines import card_spans
from bot.screens.lobby import closed_screen, lobby_screen, started_screen
from bot.screens.replay import replay_screen
from bot.screens.result import result_screen
from bot.screens.tally import Tally
from engine.game import Move, Phase, Step, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup

NAMES = ("Максимилиан", "Szárnyashegyi", "Jean-Claude Ann", "\u2800", "Wolfeschlegelstein", "שלמה בן־דוד")
STUK = screens_of("stuk")


def seating(options: Options, **values: object) -> TableCaption:
    seats = options.seats
    return TableCaption(
        "QYPENQ", "M8", options, NAMES[:seats], tuple(range(1, seats + 1)), "f" * 64, **values
    )


def begun(options: Options, chance: random.Random):
    seats = tuple(SeatStart(name, options.stack) for name in NAMES[: options.seats])
    return GAMES["stuk"].start(Setup(seats, options.engine, chance.randbytes(32), banker=0))


def moved(state, chance: random.Random):
    """The state after one move by chance; now and then somebody forfeits, leaves or knocks."""
    view, roll = state.view(None), chance.random()
    if view.phase is Phase.PAUSE:
        knocks = view.may_knock and roll < 0.3
        step = state.apply(view.banker, Move(Verb.KNOCK)) if knocks else state.apply(None, Move(Verb.DEAL))
    elif roll < 0.04:
        step = state.apply(view.to_move, Move(Verb.TIMEOUT if roll < 0.03 else Verb.LEAVE))
    elif (legal := state.legal())[0].verb is Verb.BET:
        step = state.apply(view.to_move, Move(Verb.BET, chance.choice((legal[0].min, legal[0].max))))
    else:
        step = state.apply(view.to_move, Move(Verb.HIT if chance.random() < 0.6 else Verb.STAND))
    assert isinstance(step, Step), step
    return step.state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [10, 20, 500])
def test_every_board_panel_result_and_replay_fits(language: str, size: int) -> None:
    say, chance = texts(language), random.Random(f"{language}:{size}")
    for seats in (2, 4, 6):
        options = Options(game="stuk", seats=seats, size=size, seconds=300)
        here, state, deals = seating(options, seconds=300, restarted=True), begun(options, chance), []
        while not state.finished:
            assert_fits(STUK.board(say, state.view(None), here))
            assert_fits(STUK.moved(say, state.view(None), here))
            for seat in range(seats):
                assert_fits(STUK.panel(say, state.view(seat), here))
            if state.view(None).phase is Phase.PAUSE and state.view(None).deal:
                deals.append(state.revealed())
            state = moved(state, chance)
        deals.append(state.revealed())
        assert_fits(STUK.board(say, state.view(None), here))
        tally = Tally(balances=dict.fromkeys(range(seats), 123_456_78))
        result = result_screen(say, state.view(None), state.results(), here, 90, tally=tally)
        assert_labels_fit(result)
        for page in range(1, len(deals) + 1):
            assert_fits(replay_screen(say, tuple(deals), page, here, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_application_fits(language: str) -> None:
    say = texts(language)
    for size in game_of("stuk").sizes:
        for seats in range(2, 7):
            options = Options(game="stuk", seats=seats, size=size, rated=size != 50)
            here = seating(options)
            for menu in (False, True):
                for taken in range(1, seats):
                    stacks = (3 * size,) * taken
                    assert_fits(lobby_screen(say, here, stacks, menu=menu, appearance=5))
            assert_fits(started_screen(say, here))
            assert_fits(closed_screen(say, here, why="idle"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_short_and_the_essentials_fit_an_alert(language: str) -> None:
    say = texts(language)
    assert len(STUK.rules(say)) <= 9
    assert len(STUK.essentials(say)) <= 200
    for seat in (0, 1):
        assert (
            len(STUK.price(say, begun(Options(game="stuk", seats=2), random.Random(1)).view(None), seat))
            < 170
        )


@pytest.mark.parametrize("seed", range(40))
def test_21_and_the_golden_point_stand_as_a_chosen_stand_does(seed: int) -> None:
    """The same number of cards, once at 21 and once by choice: all others see the same (rules 3.6)."""
    say, chance = texts("en"), random.Random(seed)
    options = Options(game="stuk", seats=3)
    here, state = seating(options, seconds=60), begun(options, chance)
    while not state.finished:
        before = state.view(None)
        state = moved(state, chance)
        after = state.view(None)
        if before.phase is Phase.DRAW and after.phase is Phase.BANK:
            bettor = after.bettor
            assert bettor is not None
            for viewer in (seat for seat in (None, 0, 1, 2) if seat != bettor):
                (hand,) = state.view(viewer).seats[bettor].hands
                assert set(hand.cards) == {None}
                assert (hand.points, hand.golden, hand.shown, hand.result) == (None, False, False, None)
            row = next(
                "".join(span.text for span in line)
                for line in STUK.board(say, after, here).lines
                if here.name(say, bettor) in "".join(span.text for span in line)
            )
            drawn = len(after.seats[bettor].hands[0].cards)
            assert (
                row
                == f"{here.name(say, bettor)}: stake {after.seats[bettor].hands[0].stake} · {drawn} cards".replace(
                    "· 1 cards", "· 1 card"
                )
            )


def face_up(view) -> set[str]:
    """Every card that an onlooker has seen in this round so far."""
    hands = [hand for seat in view.seats for hand in seat.hands]
    if view.dealer is not None:
        hands.append(view.dealer)
    cards = [card for hand in hands for card in (*hand.cards, *(hand.banker_cards or ()))]
    return {plain_text(card_spans([card])) for card in cards if card is not None}


def plain_text(spans) -> str:
    return "".join(span.text for span in spans)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_lay_face_up_stands_on_the_last_board_of_its_round(game: str, seed: int) -> None:
    """What a banker of Стук drew against each bettor too, and the card that ended a bank."""
    say, chance = texts("en"), random.Random(seed)
    options = Options(game=game, seats=3)
    chips = None if game == "blackjack" else options.chips(9)
    seats = tuple(SeatStart(name, chips) for name in NAMES[:3])
    state = GAMES[game].start(
        Setup(seats, options.engine, chance.randbytes(32), banker=None if game == "blackjack" else 0)
    )
    here, seen, rounds = seating(options, seconds=30), set[str](), 0
    for _ in range(400):
        view = state.view(None)
        seen |= face_up(view)
        if view.deal and (view.phase in {Phase.PAUSE, Phase.OVER} or view.finished):
            board = screens_of(game).board(say, view, here).text
            assert not {card for card in seen if card not in board}
            rounds, seen = rounds + 1, set()
        if view.over:
            break
        if view.to_move is None:
            step = state.apply(None, Move(Verb.DEAL))
        else:
            move = chance.choice(state.legal())
            step = state.apply(view.to_move, Move(move.verb, chance.randint(move.min or 0, move.max or 0)))
        assert isinstance(step, Step), step
        state = step.state
    assert rounds > 2
