"""With closed eyes: a person who hears the live region and has a keyboard plays a whole game, and a hand of training.

The player here knows nothing but what the region has said: cards in words, and whose move it is.
"""

import random
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from browser import launched
from local_page import Local
from playwright.async_api import Browser, Page, expect

from bot.ports.texts import LANGUAGES, texts

#: Everything the live region says, in order.
HEARING = """() => {
  window.heard = [];
  const region = document.getElementById("live");
  const hear = () => region.textContent && heard.push(region.textContent);
  new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
}"""
#: Cards as the records write them, and how they are said.
RANKS = dict(
    zip(
        "AKQJT98765432",
        [
            "ace",
            "king",
            "queen",
            "jack",
            "ten",
            "nine",
            "eight",
            "seven",
            "six",
            "five",
            "four",
            "three",
            "two",
        ],
        strict=True,
    )
)
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
#: What a card counts in Очко.
POINTS = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11, "9": 9, "8": 8, "7": 7, "6": 6}


def pattern(text: str) -> str:
    """A text with a place in it, as a pattern."""
    return re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))


@dataclass
class Listener:
    """Somebody who hears and types."""

    page: Page
    language: str
    heard: list[str] = field(default_factory=list)

    async def listen(self) -> str:
        """What was said since the last time; at least one thing."""
        await self.page.wait_for_function("(known) => heard.length > known", arg=len(self.heard))
        before = len(self.heard)
        self.heard = await self.page.evaluate("heard")
        return "\n".join(self.heard[before:])

    def says(self, text: str, heard: str) -> bool:
        said = pattern(texts(self.language)(text, range="{range}"))
        return re.search(said, " ".join(heard.split()), re.IGNORECASE) is not None

    def cards(self, line: str) -> list[str]:
        """The cards that a line names, as they are written."""
        say = texts(self.language)
        names = {
            say("%1 of %2").replace("%1", say(rank)).replace("%2", say(suit)): sign + mark
            for sign, rank in RANKS.items()
            for mark, suit in SUITS.items()
        }
        found = re.finditer(
            "|".join(sorted(map(re.escape, names), key=len, reverse=True)), line, re.IGNORECASE
        )
        return [names[each[0].lower()] for each in found]

    def points(self, cards: list[str]) -> int:
        return sum(POINTS[card[0]] for card in cards)

    async def command(self, text: str) -> None:
        """Typed into the line, wherever the focus is now."""
        await self._walk_to("document.activeElement.id === 'message'")
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    async def key(self, letter: str) -> None:
        """A key for a move, pressed where nothing is typed."""
        await self._walk_to("!document.activeElement.matches('input, textarea')")
        await self.page.keyboard.press(letter)

    async def button(self, verb: str) -> None:
        """By Tab to a button, and Enter."""
        await self._walk_to(f"document.activeElement.dataset.key?.includes(':{verb}')")
        await self.page.keyboard.press("Enter")

    async def _walk_to(self, goal: str) -> None:
        for _ in range(120):
            if await self.page.evaluate(goal):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"no keyboard comes to {goal}")


async def listening(browser: Browser, world: Local, language: str) -> Listener:
    context = await browser.new_context(locale=language)
    context.set_default_timeout(10_000)
    page = await context.new_page()
    await page.goto(world.address)
    await expect(page.locator("#log .key").first).to_be_visible()
    await page.evaluate(HEARING)
    return Listener(page, language)


def assert_said_once(heard: list[str]) -> None:
    """Nothing is said twice: no line within one saying, no saying after itself."""
    for saying, following in zip(heard, [*heard[1:], ""], strict=True):
        lines = saying.split("\n")
        assert len(lines) == len(set(lines)), saying
        assert saying != following


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_is_played_by_ear_and_keyboard(
    folder: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", random.Random(1).randbytes)  # the same cards each time
    async with launched() as browser:
        world = await Local(folder / "page.db").start()
        try:
            listener = await listening(browser, world, language)
            await by_ear(world, listener)
            await a_hand_of_training(world, listener)
        finally:
            await world.stop()
        assert_said_once(listener.heard)


async def by_ear(world: Local, listener: Listener) -> None:
    await listener.button("alone:ochko")
    await expect(listener.page.locator("#panel-body")).to_be_visible()
    (session,) = world.app.tables.open_sessions()
    seat = next(n for n, each in enumerate(session.row.seats) if each.account.platform == "web")
    questions = {"bet": "Your move: stake {range}.", "hit": "Draw or enough?"}
    asked = 0
    heard = ""
    for _ in range(400):
        if session.state is None or session.state.finished:
            break
        if session.awaited is None:
            await world.turn(1)
            if session.state.to_move is None and not session.state.finished:
                await listener.key("n")
                heard = await listener.listen()
            continue
        if not any(listener.says(question, heard) for question in questions.values()):
            heard += "\n" + await listener.listen()
            continue
        asked += 1
        # One's cards are heard as they are, in the last line that names any before the question.
        line = next(line for line in reversed(heard.split("\n")) if listener.cards(line))
        held = [str(card) for card in session.state.view(seat).seats[seat].hands[0].cards]
        assert listener.cards(line)[-len(held) :] == held, heard
        await world.turn(1)  # sooner it would be a double tap
        if listener.says(questions["bet"], heard):
            await listener.command("/bet 1")
        else:
            await listener.key("d" if listener.points(held) < 15 else "e")
        heard = await listener.listen()
    assert session.state is None or session.state.finished
    assert asked > 2
    while not listener.says("Unrated: nothing is counted.", heard):
        heard = await listener.listen()


async def a_hand_of_training(world: Local, listener: Listener) -> None:
    await world.turn(30)
    await listener.command("/train")
    heard = await listener.listen()
    while not listener.cards(heard):
        heard += await listener.listen()
    dealer, own = (listener.cards(line) for line in heard.split("\n") if listener.cards(line))
    assert (len(dealer), len(own)) == (1, 2)
    await world.turn(1)
    await listener.key("e")
    heard = await listener.listen()
    assert any(listener.cards(line)[:2] == own for line in heard.split("\n")), heard
