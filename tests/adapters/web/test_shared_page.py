"""What the page shows beside the messages: open tables, the leaderboard as a table, one language for all, a training gone on with.

The program is the real one on a real database, the browser a real one.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from browser import FAULTS, launched
from local_page import Local
from playwright.async_api import Browser, Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    world = await Local(tmp_path / "twentyone.db").start()
    context = await browser.new_context(locale="en", viewport={"width": 1100, "height": 900})
    page = await context.new_page()
    try:
        await page.goto(world.address)
        await expect(page.locator("#log .message").first).to_be_visible()
        yield page
    finally:
        await context.close()
        await world.stop()


async def say(page: Page, text: str) -> None:
    await page.locator("#message").fill(text)
    await page.locator("#message").press("Enter")


def keys(page: Page, verb: str):
    return page.locator(f".key[data-key*=':{verb}']:visible")


async def test_open_tables_are_listed_with_the_way_to_a_seat(page: Page) -> None:
    tables = page.locator("#tables")
    await expect(tables).to_be_hidden()
    await say(page, "/newtable stuk size=50 seats=3 unrated")
    await expect(tables).to_contain_text("size 50")
    await expect(tables).to_contain_text("1/3")
    await page.locator("[data-person='2'] .person-pick").click()
    await tables.locator(".key[data-key*=':sit']").click()
    await expect(tables).to_contain_text("2/3")
    assert await page.evaluate(FAULTS) == []
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(tables.locator("summary")).to_be_visible()
    assert await page.evaluate(FAULTS) == []
    await say(page, "/leave")
    await page.locator("[data-person='1'] .person-pick").click()
    await say(page, "/leave")
    await expect(tables).to_be_hidden()


async def test_who_sits_is_not_asked_to_sit_down(page: Page) -> None:
    await say(page, "/newtable seats=3")
    sit = page.locator("#log .key[data-key*=':sit']:visible")
    await expect(keys(page, "leave").first).to_be_visible()
    await expect(sit).to_have_count(0)
    await page.locator("[data-person='2'] .person-pick").click()
    await expect(sit).to_have_count(1)
    await sit.click()
    await expect(sit).to_have_count(0)
    await page.locator("[data-person='1'] .person-pick").click()
    await expect(sit).to_have_count(0)
    await say(page, "/leave")
    await expect(sit).to_have_count(1)


async def test_the_leaderboard_is_a_table(page: Page) -> None:
    await say(page, "/newtable seats=2 deals=1 timeout=600")
    await page.locator("[data-person='2'] .person-pick").click()
    await keys(page, "sit").first.click()
    again = keys(page, "again")
    move = page.locator(".key[data-key*=':bet:']:visible, .key[data-key*=':stand']:visible")
    while True:
        await expect(move.or_(again).first).to_be_visible()
        if await again.count():
            break
        mover = page.locator("[data-person]:has(.turn) .person-pick").first
        if await mover.get_attribute("aria-checked") != "true":
            await mover.click()
        key = await move.first.get_attribute("data-key")
        await move.first.click()
        await expect(page.locator(f"#log .key[data-key='{key}']")).to_have_count(0)
    await say(page, "/leaderboard")
    table = page.locator("#log table")
    await expect(table.locator("th")).to_have_text(["Place", "Name", "Rating", "Games"])
    await expect(table.locator("tbody tr")).to_have_count(2)
    await expect(table.locator("[aria-current]")).to_have_count(1)
    await expect(table.locator("tbody tr").first.locator("td").last).to_have_text("1")
    assert await page.evaluate(FAULTS) == []
    await page.set_viewport_size({"width": 320, "height": 844})
    assert await page.evaluate(FAULTS) == []


@pytest.mark.parametrize(("language", "foreign"), [("ru", "[A-Za-z]{3}"), ("hu", "[А-яЁё]{2}")])
async def test_a_choice_of_language_leaves_nothing_in_another(
    page: Page, language: str, foreign: str
) -> None:
    await say(page, "/newtable seats=3")
    await say(page, "/rules")
    await expect(page.locator(".note")).to_have_count(1)
    await keys(page, "language").last.click()
    await page.locator(f".key[data-key$=':language:{language}']").last.click()
    await expect(page.locator("html")).to_have_attribute("lang", language)
    await expect(page.locator(".note")).to_have_count(0)
    for element in await page.locator("#log .message .text[lang], #tables, #panel-body").all():
        if await element.is_visible():
            assert await element.get_attribute("lang") in {language, None}
    welcome = page.locator("#log .message").first
    await expect(welcome.locator(".text")).to_have_attribute("lang", language)
    shown = await page.locator("#log .message .text[lang]").all_inner_texts()
    words = re.sub("Anna|Boris|Vera|[0-9a-f]{16}", "", " ".join(shown))
    assert language != "ru" or re.search("[A-Za-z]{3}", words) is None, words


async def test_a_training_under_way_is_offered_again_after_a_refresh(page: Page) -> None:
    await say(page, "/train")
    await expect(keys(page, "train:stand")).to_have_count(1)
    await page.reload()
    await expect(page.locator("#status")).to_have_attribute("data-state", "open")
    await expect(keys(page, "train:stand")).to_have_count(0)
    await page.locator(".note .key").click()
    await expect(keys(page, "train:stand")).to_have_count(1)
    await keys(page, "train:end").click()
    await expect(keys(page, "train:again")).to_have_count(1)
    await page.reload()
    await expect(page.locator("#log .message").first).to_be_visible()
    await expect(page.locator("#status")).to_have_attribute("data-state", "open")
    await expect(page.locator(".note")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390, 1100])
async def test_no_line_begins_or_ends_with_a_separator(page: Page, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 844})
    await say(page, "/newtable seats=3")
    await expect(keys(page, "sit").first).to_be_visible()
    wrong = """() => [...document.querySelectorAll('.pieces')].flatMap((line) => {
      const edge = line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).fontSize);
      const tops = new Set();
      return [...line.querySelectorAll('.piece')].filter((piece) => {
        const box = piece.getBoundingClientRect();
        const begins = !tops.has(Math.round(box.top));
        tops.add(Math.round(box.top));
        const separator = piece.querySelector('.separator');
        // In front of a line it lies beyond the edge at which the line is cut off.
        return separator && begins !== separator.getBoundingClientRect().right <= edge + 0.5;
      }).map((piece) => piece.textContent);
    })"""
    assert await page.locator(".pieces .separator").count() > 3
    assert await page.evaluate(wrong) == []


async def test_what_is_stored_of_a_person_is_a_file_to_save(page: Page) -> None:
    await say(page, "/mydata")
    async with page.expect_download() as started:
        await page.locator(".note .download").click()
    saved = await started.value
    stored = json.loads(await asyncio.to_thread((await saved.path()).read_bytes))
    assert stored["persons"][0]["name"] == "Anna"
    assert await page.evaluate(FAULTS) == []
