"""One person alone on the page: one press from the welcome to the first cards, then a whole game with the computer, in a real browser.

The program is the real one on a real database, its clock is turned.
"""

import os
from pathlib import Path

import pytest
from browser import FAULTS, launched
from local_page import Local
from playwright.async_api import Page, expect
from world import World

#: Where the pictures of the page go.
PICTURES = Path(os.environ.get("TWENTYONE_PICTURES", Path(__file__).parents[3] / "test-results"))


def keys(page: Page, verb: str):
    return page.locator(f".key[data-key*=':{verb}']:visible")


async def picture(page: Page, name: str) -> None:
    """The page on a phone, without a fault of size, contrast or width."""
    await page.screenshot(path=PICTURES / f"alone-{name}-phone.png")
    assert await page.evaluate(FAULTS) == [], name


async def play_out(world: World, page: Page, code: str) -> int:
    """The page's buttons at the person's turns, the clock for everybody else; returns the number of presses."""
    presses = 0
    for _ in range(400):
        session = world.app.tables.live(code)
        if session is None or not session.playing:
            return presses
        if session.awaited is None:
            await world.turn(1)
            continue
        await world.turn(1)
        verbs = {legal.verb.value for legal in session.state.legal()}
        move = keys(page, "bet:" if "bet" in verbs else "stand" if verbs else "deal").last
        await expect(move).to_be_visible()
        before = session.row.seq
        await move.click()
        for _ in range(100):
            await page.wait_for_timeout(10)
            if session.row.seq > before:
                break
        presses += 1
    raise AssertionError("the game does not end")


@pytest.mark.usefixtures("fourth")
async def test_one_press_from_the_page_to_the_first_cards_and_on_to_the_result(folder: Path) -> None:
    async with launched() as browser:
        for game, language in (("ochko", "ru"), ("stuk", "hu"), ("half", "en")):
            world = await Local(folder / f"{game}.db").start()
            try:
                context = await browser.new_context(locale=language, viewport={"width": 390, "height": 844})
                await alone(world, await context.new_page(), game)
            finally:
                await world.stop()


async def alone(world: Local, page: Page, game: str) -> None:
    """The first person of an empty page plays that game with a computer, and once more."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.goto(world.address)
    await expect(keys(page, f"alone:{game}")).to_be_visible()
    await picture(page, f"welcome-{game}")
    await keys(page, f"alone:{game}").click()
    await expect(page.locator("#panel-body")).to_be_visible()
    await world.settle()
    (session,) = world.app.tables.open_sessions()
    assert session.playing
    await page.keyboard.press("Escape")  # what a person is told at his first seat
    await picture(page, f"board-{game}")
    assert await play_out(world, page, session.code) > 0
    await expect(keys(page, "again").first).to_be_visible()
    await picture(page, f"result-{game}")
    await world.turn(30)
    await keys(page, "again").first.click()
    await expect(page.locator("#panel-body")).to_be_visible()
    assert world.app.tables.open_sessions()[0].playing
    assert faults == []
