"""Nothing tells a hidden card before its time: no screen, key or label, no log line, no other's panel (rules 2.7)."""

import pytest
from evening import chosen_by, keys_shown, moves, seat
from structlog.typing import EventDict
from world import World

from bot.model.options import Options
from bot.ports.keys import Key
from bot.ports.screens import Screen
from bot.ports.texts import texts
from bot.screens.caption import TableCaption
from bot.screens.games import screens_of
from bot.screens.games.ochko import board_screen
from bot.screens.lines import card_text
from engine.cards import PACK_36
from engine.game import GameState, Move, Refusal, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup

NAMES = ("Anna", "Boris", "Vera")
SEATING = TableCaption("QQQQQQ", "K7", Options(), NAMES, (1, 2, 3), "ab" * 32, 60)
CARDS = {card_text(card) for card in PACK_36}


def dealt(hidden: tuple[int, int, int], moved: tuple[tuple[int, Move], ...] = ()) -> GameState:
    """A deal of three whose first cards are the ones at these places of the pack; the banker is the last seat."""
    first = tuple(PACK_36[place] for place in hidden)
    pack = (*first, *(card for card in PACK_36 if card not in first))
    state: GameState = GAMES["ochko"].start(
        Setup(tuple(SeatStart(n, 5) for n in NAMES), {}, b"x" * 32, 2, (pack,), (35,))
    )
    for seat_number, move in ((None, Move(Verb.DEAL)), *moved):
        step = state.apply(seat_number, move)
        assert not isinstance(step, Refusal)
        state = step.state
    return state


BETS = ((0, Move(Verb.BET, 2)), (1, Move(Verb.BET, 1)))


@pytest.mark.parametrize("moved", [(), BETS[:1], BETS, (*BETS, (0, Move(Verb.STAND)))])
@pytest.mark.parametrize("language", ["ru", "hu", "en"])
def test_two_deals_that_differ_in_hidden_cards_only_look_the_same_to_the_chat(
    moved: tuple[tuple[int, Move], ...], language: str
) -> None:
    say = texts(language)
    screens = [
        board_screen(say, dealt(hidden, moved).view(None), SEATING)
        for hidden in ((0, 9, 18), (3, 12, 21), (5, 14, 1))
    ]
    assert screens[0] == screens[1] == screens[2]
    assert not any(card in screens[0].text for card in CARDS)


@pytest.mark.parametrize("moved", [(), BETS[:1], BETS])
def test_a_panel_shows_its_own_cards_and_does_not_depend_on_the_others(
    moved: tuple[tuple[int, Move], ...],
) -> None:
    say = texts("en")
    base, places = (0, 9, 18), (3, 12, 21)
    for own in range(3):
        other = list(places)
        other[own] = base[own]
        panels: list[Screen] = [
            screens_of("ochko").panel(say, dealt((h[0], h[1], h[2]), moved).view(own), SEATING)
            for h in (base, other)
        ]
        assert panels[0] == panels[1]
        shown = {card for card in CARDS if card in panels[0].text}
        assert card_text(PACK_36[base[own]]) in shown
        assert not shown & {card_text(PACK_36[base[n]]) for n in range(3) if n != own}


async def test_in_a_whole_game_the_chat_and_the_log_know_no_hidden_card(
    world: World, logged: list[EventDict]
) -> None:
    session = await seat(world, *NAMES, arguments="deals=5")
    secret = session.row.secret.hex()
    async for _ in moves(world, session, chosen_by(4)):
        if not session.playing or session.state is None:
            break
        public = session.state.view(None)
        open_cards = {
            card_text(card)
            for s in public.seats
            for hand in s.hands
            for card in hand.cards
            if card is not None
        }
        board = world.chat.last().screen
        assert {card for card in CARDS if card in board.text} <= open_cards
        for number, name in enumerate(NAMES):
            panel = await world.panel(name)
            mine = session.state.view(number)
            allowed = {card_text(c) for s in mine.seats for h in s.hands for c in h.cards if c is not None}
            if panel is not None:
                assert {card for card in CARDS if card in panel.text} <= allowed
        for key in keys_shown(world):
            parsed = Key.parse(key)
            assert parsed is not None
            assert len(key) <= 64
    written = "\n".join(str(entry) for entry in logged)
    for name in (*NAMES, "♠", "♥", "♦", "♣", secret):
        assert name not in written
    assert not any(secret in message.screen.text for message in world.chat.messages.values())


async def test_an_outsider_has_no_panel(world: World) -> None:
    await seat(world, *NAMES)
    assert await world.panel("Gleb") is None
    assert await world.app.panel(world.account("Anna"), world.chat_place(1)) is None
