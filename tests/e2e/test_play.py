"""People play Очко to the end on the page: a real browser, the real program, a real database."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import pytest_asyncio
from browser import FAULTS, launched
from playwright.async_api import Browser, Page, expect
from process import Program, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

#: Where the pictures of the page go; CI and readers may look at them.
PICTURES = Path(os.environ.get("TWENTYONE_PICTURES", Path(__file__).parents[2] / "test-results"))


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as started:
        yield started


async def opened(browser: Browser, program: Program, **options: object) -> tuple[Page, list[str]]:
    context = await browser.new_context(**{"viewport": {"width": 1100, "height": 900}, **options})
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    await page.goto(program.address)
    await expect(page.locator("#log .message").first).to_be_visible()
    return page, faults


async def say(page: Page, text: str) -> None:
    await page.locator("#message").fill(text)
    await page.locator("#message").press("Enter")


async def understood(page: Page) -> None:
    """Close what a person is told at his first seat; it stands beside the chat and covers nothing."""
    await expect(page.locator("#lesson-text")).to_contain_text("21")
    await expect(page.locator("#alert")).to_be_hidden()
    await page.locator("#lesson-close").click()
    await expect(page.locator("#lesson")).to_be_hidden()


async def open_table(page: Page, arguments: str) -> None:
    await say(page, f"/newtable {arguments}")
    await understood(page)
    await expect(page.locator(keys(page, "leave")).last).to_be_visible()


async def pick(page: Page, person: int) -> None:
    await page.locator(f"[data-person='{person}'] .person-pick").click()


def keys(page: Page, verb: str) -> str:
    """Buttons that can be seen whose key has that verb."""
    return f".key[data-key*=':{verb}']:visible"


async def sit(page: Page, people: range) -> None:
    for person in people:
        await pick(page, person)
        await page.locator(keys(page, "sit")).last.click()


async def play_on(page: Page) -> str:
    """Make the next move of whoever is to move, as the page offers it; returns what was pressed, empty at the end of the game."""
    move = page.locator(", ".join(keys(page, verb) for verb in ("bet:", "stand")))
    again = page.locator(keys(page, "again"))
    await expect(move.or_(again).first).to_be_visible()
    if await again.count():
        return ""
    mover = page.locator(".person:has(.turn) .person-pick, [data-person]:has(.turn) .person-pick").first
    if await mover.get_attribute("aria-checked") != "true":
        await mover.click()
    key = await move.last.get_attribute("data-key")
    await move.last.click()
    # The board moves on: that button, of that turn, is gone.
    await expect(page.locator(f"#log .key[data-key='{key}']")).to_have_count(0)
    return key or ""


@pytest.mark.parametrize(("language", "seats"), [("en", 3), ("ru", 4), ("hu", 2)])
async def test_people_play_a_rated_game_to_its_result(
    browser: Browser, tmp_path: Path, language: str, seats: int
) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program:
        page, faults = await opened(browser, program, locale=language)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        if seats > 3:
            await page.locator("#add-person").click()
            await page.locator("#person-name").fill("Глеб <b>")
            await page.locator("#person-name").press("Enter")
            await expect(page.locator("#people .name").last).to_have_text("Глеб <b>")
            await pick(page, 1)
        await open_table(page, f"seats={seats} timeout=60 deals=1")
        await sit(page, range(2, seats + 1))
        pressed = []
        while key := await play_on(page):
            pressed.append(key)
            if len(pressed) == seats:
                await picture(page, f"game-{language}")
        await expect(page.locator(keys(page, "again"))).to_be_visible()
        await picture(page, f"result-{language}")
        assert faults == []
        assert await program.terminate() == 0
    with closing(sqlite3.connect(database)) as db:
        booked = db.execute("SELECT sum(games), count(*), sum(net) FROM results").fetchone()
        paid = db.execute("SELECT sum(rating), sum(rubles) FROM results").fetchone()
        held = db.execute("SELECT sum(rating), sum(rubles) FROM persons").fetchone()
    assert booked == (seats, seats, 0)
    assert paid == held


async def picture(page: Page, name: str) -> None:
    """The page in its light and dark dress and on a phone, each without a fault of size, contrast or width."""
    for dress, scheme, width in (("light", "light", 1100), ("dark", "dark", 1100), ("phone", "light", 390)):
        await page.set_viewport_size({"width": width, "height": 844})
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.screenshot(path=PICTURES / f"{name}-{dress}.png")
        assert await page.evaluate(FAULTS) == [], (name, dress)
    await page.set_viewport_size({"width": 1100, "height": 900})
    await page.emulate_media(color_scheme="light")


async def test_a_private_hand_is_shown_when_asked_and_its_buttons_play(
    browser: Browser, tmp_path: Path
) -> None:
    async with running(tmp_path / "twentyone.db") as program:
        page, faults = await opened(browser, program, locale="en")
        await open_table(page, "seats=2 timeout=60 deals=1")
        await sit(page, range(2, 3))
        mover = page.locator("[data-person]:has(.turn) .person-pick").first
        await mover.click()
        await expect(page.locator("#panel .playing-card")).to_have_count(0)
        await page.locator("#panel-show").click()
        await expect(page.locator("#panel .playing-card")).to_have_count(1)
        await page.locator("#panel .key[data-key*=':bet:']").first.click()
        await expect(page.locator("#panel .key[data-key*=':stand']")).to_be_visible()
        assert faults == []


@asynccontextmanager
async def killed_and_back(program: Program, database: Path, page: Page) -> AsyncIterator[Program]:
    """Killed, and another one started at the same address, which the page finds by itself."""
    port = program.address.rsplit(":", 1)[1]
    await program.kill()
    await expect(page.locator("#status")).to_have_attribute("data-state", "lost")
    async with running(database, TWENTYONE_WEB_PORT=port) as again:
        await expect(page.locator("#status")).to_have_attribute("data-state", "open", timeout=20_000)
        yield again


async def test_killed_in_the_middle_the_page_comes_back_by_itself_and_the_game_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program:
        page, _ = await opened(browser, program, locale="en")
        await open_table(page, "seats=2 timeout=60 deals=1")
        await sit(page, range(2, 3))
        await play_on(page)
        async with killed_and_back(program, database, page) as again:
            while await play_on(page):
                pass
            assert await again.terminate() == 0


async def play_round(page: Page, number: int) -> None:
    """Stand for everybody until that round of blackjack is over; whoever has a natural is not asked."""
    stand = page.locator(keys(page, "stand"))
    over = page.locator("#log .message", has_text=f"round {number}").filter(has_text="next round")
    while True:
        await expect(stand.or_(over).first).to_be_visible()
        if await over.count():
            return
        mover = page.locator("[data-person]:has(.turn) .person-pick").first
        if await mover.get_attribute("aria-checked") != "true":
            await mover.click()
        key = await stand.last.get_attribute("data-key")
        await stand.last.click()
        await expect(page.locator(f"#log .key[data-key='{key}']")).to_have_count(0)


async def test_rounds_of_blackjack_are_played_through_a_kill_between_them(
    browser: Browser, tmp_path: Path
) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program:
        page, _ = await opened(browser, program, locale="en")
        await open_table(page, "blackjack seats=2 timeout=8")
        await sit(page, range(2, 3))
        await play_round(page, 1)
        assert await page.evaluate(FAULTS) == []
        async with killed_and_back(program, database, page) as again:
            await expect(page.locator("#log .message", has_text="round 2")).to_have_count(1, timeout=20_000)
            await play_round(page, 2)
            assert await again.terminate() == 0
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("SELECT count(*) FROM moves WHERE text = 'deal'").fetchone() == (2,)


async def test_a_person_trains_in_a_private_card_through_a_kill(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program:
        page, faults = await opened(browser, program, locale="en")
        await say(page, "/train")
        note = page.locator("#log .note")
        stand = page.locator(keys(page, "train:stand"))
        await stand_by(page)
        await expect(note).to_contain_text("Stand: ")
        assert await page.evaluate(FAULTS) == []
        async with killed_and_back(program, database, page) as again:
            await stand_by(page)
            await page.locator(keys(page, "train:end")).click()
            await expect(note).to_contain_text("2 decisions")
            await expect(stand).to_have_count(0)
            await expect(note).to_have_count(1)
            await pick(page, 2)
            await expect(note).to_be_hidden()
            assert await again.terminate() == 0
        assert [fault for fault in faults if "ERR_CONNECTION_REFUSED" not in fault] == []


async def stand_by(page: Page) -> None:
    """Stand in the training, and wait for what comes of it."""
    stand = page.locator(keys(page, "train:stand"))
    key = await stand.get_attribute("data-key")
    await stand.click()
    await expect(page.locator(f"#log .key[data-key='{key}']")).to_have_count(0)
