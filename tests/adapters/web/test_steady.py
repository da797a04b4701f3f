"""Buttons keep their place, and the board on the page is always the newest: in a real browser, with the real program behind it."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from browser import launched
from local_page import Local
from playwright.async_api import Browser, Locator, Page, TimeoutError, expect  # noqa: A004 - what the library calls it

from bot.screens.hands import phase_of
from bot.tables.session import Session

HANDS = 100
VIEWS = 60  # so many steps of a game are looked at
pytestmark = pytest.mark.asyncio(loop_scope="module")

#: The keys of the buttons to hit and to stand that can be seen, once the page is drawn, and their rectangles in the window.
PLACES = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  ["hit", "stand"].map((move) => {
    const found = [...document.querySelectorAll(`.key[data-key*=":train:${move}-"]`)].filter((key) => key.checkVisibility());
    if (found.length !== 1) return [found.length, ""];
    const box = found[0].getBoundingClientRect();
    return [found[0].dataset.key, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
  }))"""

#: What the boards say that everybody sees.
BOARDS = """() => [...document.querySelectorAll("#log .message:not(.note) .text")].map((text) => text.textContent).join("\\n")"""

#: The keys of all buttons that can be seen.
OFFERED = """() => [...document.querySelectorAll(".key[data-key]")].filter((key) => key.checkVisibility()).map((key) => key.dataset.key)"""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as started:
        yield started


def keys(page: Page, verb: str) -> Locator:
    return page.locator(f".key[data-key*=':{verb}']:visible")


async def opened(browser: Browser, world: Local, language: str, width: int, height: int) -> Page:
    context = await browser.new_context(
        locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = await context.new_page()
    await page.goto(world.address)
    await expect(keys(page, "alone:ochko").first).to_be_visible()
    return page


async def test_hit_and_stand_stay_in_the_same_rectangles_for_a_hundred_hands(
    browser: Browser, folder: Path
) -> None:
    world = await Local(folder / "page.db").start()
    try:
        page = await opened(browser, world, "en", 390, 844)
        await page.locator("#message").fill("/train")
        await page.keyboard.press("Enter")
        await expect(keys(page, "train:hit").last).to_be_visible()
        await page.locator(".key[data-key*=':train:stand-']").last.scroll_into_view_if_needed()
        chance, seen, hands = random.Random(1), set(), set()
        while len(hands) < HANDS:
            places = await page.evaluate(PLACES)
            if places[1][0] == 0:  # a training has 25 hands
                await world.turn(1)
                await keys(page, "train:more-").last.click()
                await expect(keys(page, "train:stand-")).to_have_count(1)
                continue
            seen.add(tuple(place for _, place in places))
            key = places[chance.random() < 0.8][0]
            hands.add(key.rpartition("-")[0].partition("-")[2])
            await world.turn(1)  # sooner it would be a double tap
            await page.locator(f".key[data-key='{key}']").click()
            await expect(page.locator(f".key[data-key='{key}']")).to_have_count(0)
    finally:
        await world.stop()
    assert len(seen) == 1, seen


@pytest.mark.parametrize("game", ["ochko", "stuk", "blackjack"])
async def test_the_page_shows_the_newest_board_of_a_game_at_random(
    browser: Browser, folder: Path, game: str
) -> None:
    world = await Local(folder / "page.db").start()
    try:
        page = await opened(browser, world, "en", 1440, 900)
        await keys(page, f"alone:{game}").first.click()
        await expect(page.locator("#panel-body")).to_be_visible()
        (session,) = world.app.tables.open_sessions()
        chance, shown = random.Random(2), await page.evaluate(BOARDS)
        for _ in range(VIEWS):
            if not session.playing:
                break
            before = turn(session)
            await step(world, page, session, chance)
            if turn(session) != before:
                await world.settle()
                await changed(world, page, shown)
                shown = await page.evaluate(BOARDS)
    finally:
        await world.stop()


def turn(session: Session) -> tuple[object, ...] | None:
    """Whose turn of what it is, as everybody may know."""
    view = None if session.state is None else session.state.view(None)
    return view and (view.deal, view.phase, view.to_move, view.hand)


async def changed(world: Local, page: Page, shown: str) -> None:
    """Until the page shows another board; what is sent may wait a moment for what comes with it."""
    for _ in range(10):
        if await page.evaluate(BOARDS) != shown:
            return
        await world.turn(0.1)
        await page.wait_for_timeout(20)
    raise AssertionError(shown)


async def step(world: Local, page: Page, session: Session, chance: random.Random) -> None:
    """A move of the person by a button of the page, or a second for the others."""
    await world.turn(1)
    if session.state is None or session.awaited is None:
        return
    verbs, view = {legal.verb.value for legal in session.state.legal()}, session.view()
    turn = [session.code, str(view.deal), phase_of(view)]
    offered = [key.split(":") for key in await page.evaluate(OFFERED)]
    choices = [":".join(key) for key in offered if key[1:4] == turn and key[4] in verbs]
    if not choices:
        return  # on its way to the page
    before = session.row.seq
    try:
        await page.locator(f".key[data-key='{chance.choice(choices)}']:visible").last.click(timeout=2000)
    except TimeoutError:
        return  # it was the panel's for one card less, which has been drawn anew since it was read
    for _ in range(100):
        await page.wait_for_timeout(10)
        if session.row.seq > before:
            return
