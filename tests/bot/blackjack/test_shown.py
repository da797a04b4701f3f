"""What boards, panels and answers of blackjack show, in three languages; and what nothing shows (rules 4.3)."""

import random
from pathlib import Path

import pytest
from phone import assert_fits
from rounds import by_chance, live, move, offered, splitting, table, view_of
from structlog.typing import EventDict
from world import World

from bot.model.options import default_options
from bot.ports.channel import Pace
from bot.ports.keys import Key
from bot.ports.screens import Screen
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.games import screens_of
from bot.screens.games.blackjack import board_screen, outcome
from bot.screens.lines import card_text
from engine.cards import PACK_52
from engine.game import GameState, Move, Phase, Refusal, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup

NAMES = ("Максимилиан", "Szárnyashegyi", "Jean-Claude Ann", "\u2800", "שלמה בן־דוד", "Wolfeschlegelstein")

TENS = tuple(card for card in PACK_52 if card.rank.value in "TJQK") * 4


def seating(seats: int, **values: object) -> TableCaption:
    return TableCaption(
        "QYPENQ",
        "M8",
        default_options("blackjack"),
        NAMES[:seats],
        tuple(range(1, seats + 1)),
        "f" * 64,
        **values,
    )


def begun(seed: bytes, seats: int, cards: tuple = ()) -> GameState:
    setup = Setup(tuple(SeatStart(name) for name in NAMES[:seats]), {}, seed, cards=cards)
    return moved(GAMES["blackjack"].start(setup), None, Verb.DEAL)


def moved(state: GameState, seat: int | None, verb: Verb) -> GameState:
    step = state.apply(seat, Move(verb))
    assert not isinstance(step, Refusal), step
    return step.state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 6])
def test_whatever_is_dealt_fits_a_phone(language: str, seats: int) -> None:
    say, chance, most = texts(language), random.Random(f"{language}{seats}"), 0
    for number in range(60 // seats):
        # The first round is of tens alone: everybody splits to four hands.
        state = begun(chance.randbytes(32), seats, () if number else (TENS,))
        here = seating(
            seats,
            seconds=300,
            restarted=True,
            rounds_before=9_000 + number,
            free=2,
            coming=NAMES[:2],
            brought=(-2_001,) * seats,
        )
        while True:
            view = state.view(None)
            assert_fits(board_screen(say, view, here, call=frozenset({0})))
            for seat in range(seats):
                panel = screens_of("blackjack").panel(say, state.view(seat), here)
                assert_fits(panel)
                most = max(most, len(view.seats[seat].hands))
            if view.to_move is None:
                break
            verbs = [legal.verb for legal in view.legal]
            verb = Verb.SPLIT if Verb.SPLIT in verbs else chance.choice([*verbs, Verb.HIT])
            after = moved(state, view.to_move, verb)
            said, _ = outcome(say, state.view(view.to_move), after.view(view.to_move), Move(verb))
            told = " ".join(
                one if isinstance(one, str) else "".join(span.text for span in one) for one in said
            )
            assert len(told) <= 200, told
            state = after
    assert most == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_eight_lines(language: str) -> None:
    say = texts(language)
    assert len(screens_of("blackjack").rules(say)) == 8
    assert len(screens_of("blackjack").essentials(say)) <= 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_that_differ_in_the_face_down_card_only_look_the_same(language: str) -> None:
    say = texts(language)
    open_cards = tuple(PACK_52[place] for place in (4, 20, 8))
    shown: list[list[Screen]] = []
    for hidden in (PACK_52[0], PACK_52[25], PACK_52[51]):
        state = begun(bytes(32), 1, ((*open_cards[:1], open_cards[2], open_cards[1], hidden),))
        assert state.view(None).phase is Phase.DRAW
        screens = [
            board_screen(say, state.view(None), seating(1)),
            screens_of("blackjack").panel(say, state.view(0), seating(1)),
        ]
        state = moved(state, 0, Verb.HIT)
        if state.view(None).phase is Phase.DRAW:
            screens.append(board_screen(say, state.view(None), seating(1)))
        shown.append(screens)
        assert not any(card_text(hidden) in screen.text for screen in screens)
    assert shown[0] == shown[1] == shown[2]


async def test_in_whole_rounds_nothing_tells_the_face_down_card_before_it_is_turned(
    world: World, logged: list[EventDict]
) -> None:
    session = await table(world, "Anna", "Boris", seats=3)
    said: list[str] = []
    kept = world.app.press

    async def press(request):
        answer = await kept(request)
        said.append(answer.screen.text)
        return answer

    world.app.press = press
    turned = 0
    for _ in range(40):
        view = view_of(live(world))
        if view.to_move is None:
            turned += 1
            await world.turn(8)
            said.clear()
            continue
        up = {card_text(card) for card in (view.dealer.cards if view.dealer else ()) if card is not None}
        known = up | {
            card_text(card) for seat in view.seats for hand in seat.hands for card in hand.cards if card
        }
        board = world.chat.last().screen.text
        panels = [panel.text for name in ("Anna", "Boris") if (panel := await world.panel(name)) is not None]
        # The board may be of some draws ago: what it shows is known all the same.
        for text in (board, *panels, *said):
            assert {card_text(card) for card in PACK_52 if card_text(card) in words(text)} <= known, text
        await world.press("Anna", str(Key("cards", session.code)))
        await move(world, live(world), splitting)
        if view_of(live(world)).to_move is None:
            said.clear()
    assert turned > 2
    written = "\n".join(str(entry) for entry in logged)
    assert not any(mark in written for mark in ("♠", "♥", "♦", "♣", "Anna", session.row.secret.hex()))


def words(text: str) -> set[str]:
    return set(text.replace(",", " ").replace(".", " ").split())


async def test_a_split_is_shown_at_once_each_hand_on_its_line_with_the_one_in_play(world: World) -> None:
    await table(world, "Anna", seats=1)
    for _ in range(200):
        session = live(world)
        view = view_of(session)
        if view.to_move is None:
            await world.turn(8)
            continue
        key = offered(world, session).get("split")
        if key is not None and view.seats[0].hands[0].points != 12:  # not aces: they are closed at once
            break
        await move(world, session, by_chance(1))
    else:
        raise AssertionError("no pair came")
    answer = await world.press("Anna", key)
    board = world.chat.last().screen.text
    assert "2 hands" in board
    assert "hand 1/2:" in board
    assert "in play" in board
    assert "hand 2/2:" in board
    assert "to come" in board
    assert answer.screen.text.startswith("Split:")
    assert "?" in answer.screen.text
    await world.turn(2)
    verbs = offered(world, live(world))
    if set(verbs) >= {"stand"}:  # else the hand counts 21
        answer = await world.press("Anna", verbs["stand"])
        assert "Hand 2/2" in answer.screen.text or "hand 2/2" in answer.screen.text
        late = await world.press("Anna", verbs["hit"])
        assert not late.accepted


async def low_hand(world: World) -> None:
    """Play on until Anna, alone at a table, has two cards that no third one closes."""
    while True:
        view = view_of(live(world))
        if view.to_move is None or not offered(world, live(world)):
            await world.turn(1)
            continue
        hand = view.seats[0].hands[0]
        if len(hand.cards) == 2 and not hand.soft and (hand.points or 0) <= 9:
            return
        await move(world, live(world), lambda _view, _verbs: "stand")


async def test_a_hit_is_answered_with_the_card_and_the_total_and_seen_on_the_board(world: World) -> None:
    """Rules 4.5: legal moves only are shown."""
    await table(world, "Anna", seats=1)
    await low_hand(world)
    assert "double" in offered(world, live(world))
    answer = await world.press("Anna", offered(world, live(world))["hit"])
    hand = view_of(live(world)).seats[0].hands[0]
    cards = " ".join(card_text(card) for card in hand.cards if card is not None)
    assert f"{card_text(hand.cards[-1])} · {cards} = {hand.points}" in answer.screen.text
    assert answer.screen.text.endswith("Hit or stand?")
    assert set(offered(world, live(world))) == {"hit", "stand"}
    assert cards in world.chat.last().screen.text


async def test_where_edits_are_dear_a_hit_is_seen_after_a_pause_or_with_the_next_turn(folder: Path) -> None:
    world = World(folder / "dear.db")
    world.chat.pace = Pace(calls=18, seconds=60, lazy=9)
    await world.start()
    await table(world, "Anna", seats=1)
    await low_hand(world)
    calls = len(world.chat.calls)
    await world.press("Anna", offered(world, live(world))["hit"])
    await world.turn(2)
    # What the board still offers from before the draw is refused, and says what is possible.
    refused = await world.press("Anna", offered(world, live(world))["double"])
    assert not refused.accepted
    await world.turn(3)
    assert len(world.chat.calls) == calls
    await world.turn(1)
    assert world.chat.calls[calls:] == [("edit", world.chat.last().id)]
    assert set(offered(world, live(world))) == {"hit", "stand"}
    # A quick stand after a hit takes the edit of the turn's end alone.
    await low_hand(world)
    calls = len(world.chat.calls)
    await world.press("Anna", offered(world, live(world))["hit"])
    await world.turn(4)
    await world.press("Anna", offered(world, live(world))["stand"])
    await world.turn(6)
    assert world.chat.calls[calls:] == [("edit", world.chat.last().id)]
    await world.stop()


async def test_the_list_of_tables_offers_a_free_seat(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await world.command("Boris", "/tables")
    assert "round 1" in world.chat.last().screen.text
    assert (await world.press("Boris", world.key("sit"))).accepted
    assert session.coming(2)


async def test_the_options_step_from_game_to_game(world: World) -> None:
    await world.command("Anna", "/newtable blackjack")
    session = world.session()
    assert (session.options.seats, session.options.seconds, session.options.rated) == (6, 30, True)
    assert session.row.seats[0].chips is None
    promise = session.row.secret
    await world.press("Anna", world.key("menu"))
    labels = [button.label for button in world.buttons()]
    assert "Seats: 6" in labels
    assert not any(label.startswith(("Deals", "Size", "Everyone")) for label in labels)
    games = []
    for _ in range(3):
        (other,) = [button.key for button in world.buttons() if button.label.startswith("Game")]
        assert (await world.press("Anna", other or "")).accepted
        games.append((session.row.game, session.row.seats[0].chips))
        await world.turn(2)
    assert games == [("ochko", 5), ("stuk", 60), ("blackjack", None)]
    assert session.row.secret == promise  # promised before anybody sat down, whatever is played
    assert (session.options.seats, session.options.seconds) == (6, 30)


async def test_rules_and_the_question_mark_speak_of_blackjack(world: World) -> None:
    answer = await world.command("Anna", "/rules blackjack")
    assert "Six packs" in answer.screen.text
    session = await table(world, "Anna", seats=2)
    answer = await world.press("Boris", str(Key("help", session.code)))
    assert "dealer draws to 17" in answer.screen.text


async def test_profile_and_leaderboard_tell_units_and_no_ruble(world: World) -> None:
    session = await table(world, "Anna", "Boris", seats=2)
    for _ in range(3):
        await world.turn(0)
        while view_of(live(world)).to_move is not None:
            await move(world, live(world), splitting)
        await world.turn(8)
    while view_of(live(world)).to_move is not None:
        await move(world, live(world), splitting)
    had = {name: view_of(session).seats[seat].halves for seat, name in enumerate(("Anna", "Boris"))}
    for name in had:
        await world.command(name, "/leave")
    say = texts("en")
    profile = (await world.command("Anna", "/profile")).screen.text
    assert f"4 rounds, virtual units: {say.halves(had['Anna'])}" in profile
    assert "games: 0" in profile
    await world.more("Anna", "leaders")
    board = world.chat.last().screen.text
    assert "blackjack, units" in board
    first = max(had, key=lambda name: had[name])
    rows = [line for line in board.splitlines() if "4 rounds" in line]
    assert first in rows[0]
    assert all(say.halves(had[name]) in next(row for row in rows if name in row) for name in had)
    wallet = (await world.command("Anna", "/wallet")).screen.text
    assert "unit" not in wallet
