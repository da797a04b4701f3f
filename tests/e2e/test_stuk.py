"""People play rated Стук on the page: a real browser, the real program, a knock, a last round, broken banks, the new balances."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from browser import FAULTS, launched
from playwright.async_api import Browser, Page, expect
from process import running
from purse import RUBLES, audited, endowed_locals, rubles
from steering import EVERYTHING, SIZE, Steering

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Emil")
PICTURES = Path(os.environ.get("TWENTYONE_PICTURES", Path(__file__).parents[2] / "test-results"))

#: What a person sees of the chat: the texts of its messages, the newest first, each with the keys under it.
SEEN = """[...document.querySelectorAll("#log .message")].reverse().map((message) => ({
  text: message.querySelector(".text").innerText,
  keys: [...message.querySelectorAll(".key[data-key]")].map((key) => key.dataset.key)}))"""

MOVES = {"bet", "hit", "stand", "knock", "deal"}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as started:
        yield started


class Table:
    """A page on which several people play at one table."""

    def __init__(self, page: Page, seats: int) -> None:
        self.page, self.seats = page, seats
        self.steering = Steering()
        self.pictured: set[str] = set()

    async def say(self, person: int, text: str) -> None:
        await self.pick(person)
        await self.page.locator("#message").fill(text)
        await self.page.locator("#message").press("Enter")

    async def pick(self, person: int) -> None:
        chosen = self.page.locator(f"[data-person='{person}'] .person-pick")
        if await chosen.get_attribute("aria-checked") != "true":
            await chosen.click()

    async def understood(self) -> None:
        """Close what a person is told at his first seat; it stands beside the chat and covers nothing."""
        await expect(self.page.locator("#lesson-text")).to_contain_text("21")
        await self.page.locator("#lesson-close").click()
        await expect(self.page.locator("#lesson")).to_be_hidden()

    async def sit(self) -> None:
        await self.say(1, f"/newtable stuk rated size={SIZE} seats={self.seats} timeout=120")
        await self.understood()
        for person in range(2, self.seats + 1):
            await self.pick(person)
            await self.page.locator("#log .key[data-key*=':sit']").last.click()

    async def seen(self, before: str) -> list[dict[str, Any]]:
        """The messages, once they are others than `before`."""
        changed = f"before => JSON.stringify({SEEN}) !== before"
        await self.page.wait_for_function(changed, arg=before, polling=50, timeout=20_000)
        return await self.shown()

    async def shown(self) -> list[dict[str, Any]]:
        """The messages as they are now. What a board told for a moment only, its last edit in the chat still tells."""
        messages: list[dict[str, Any]] = await self.page.evaluate(SEEN)
        for message in messages:
            self.steering.read(message["text"])
        return messages

    def awaiting(self, messages: list[dict[str, Any]]) -> tuple[str, list[str]] | None:
        """The newest board with the keys of a move that is to be made; the result without any."""
        for message in messages:
            verbs = {key.split(":")[4] for key in message["keys"]}
            if "again" in verbs:
                return message["text"], []
            if verbs & MOVES:
                keys = [key for key in message["keys"] if key.split(":")[4] in MOVES]
                return (message["text"], keys) if self.steering.open(keys) else None
        return None

    async def play(self) -> str:
        """To the result; returns its text. Between two banks, when all has been seen, those go who had no bank yet."""
        messages, going = await self.seen(""), range(3, self.seats + 1)
        while True:
            if (found := self.awaiting(messages)) is None:
                if self.steering.seen >= EVERYTHING and going:
                    for person in going:
                        await self.say(person, "/leave")
                    going = range(0)
                messages = await self.seen(as_text(messages))
                continue
            board, keys = found
            await self.picture(keys)
            if not keys:
                return board
            await self.press(self.steering.choose(keys, board), board)
            messages = await self.shown()

    async def quiet(self) -> None:
        """The answers seen so far are out of the way."""
        await self.page.keyboard.press("Escape")
        await expect(self.page.locator(".toast")).to_have_count(0)

    async def press(self, key: str, board: str) -> None:
        """Who is marked on the board and named by the page as the one to move presses the key and reads the answer."""
        line = next(line for line in board.splitlines() if "▸" in line)
        person = 1 + next(number for number, name in enumerate(NAMES) if name in line)
        await expect(self.page.locator(f"[data-person='{person}'] .turn")).to_be_visible()
        await self.quiet()
        await self.pick(person)
        if self.steering.again:
            await self.steering.breathe()
        await self.page.locator(f"#log .key[data-key='{key}']").last.click()
        await expect(self.page.locator(".toast")).to_have_count(1)
        self.steering.answered(await self.page.locator(".toast").inner_text())

    async def picture(self, keys: list[str]) -> None:
        """The page in each phase once, without a fault of size, contrast or width."""
        phase = keys[0].split(":")[3][0] if keys else "result"
        if phase not in self.pictured:
            self.pictured.add(phase)
            await self.page.screenshot(path=PICTURES / f"stuk-{self.seats}-{phase}.png")
            assert await self.page.evaluate(FAULTS) == [], phase


def as_text(messages: list[dict[str, Any]]) -> str:
    """The messages as the page itself would write them."""
    return json.dumps(messages, ensure_ascii=False, separators=(",", ":"))


async def evening(browser: Browser, folder: Path, seats: int) -> None:
    """A table of Стук from sitting down to everybody's new balance."""
    database = folder / "twentyone.db"
    await endowed_locals(database, *NAMES[:seats])
    async with running(database) as program:
        context = await browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en", reduced_motion="reduce"
        )
        page, faults = await context.new_page(), list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        # Without following the turn each answer stays to be read.
        await page.add_init_script("localStorage.setItem('twentyone', JSON.stringify({ follow: false }))")
        await page.goto(program.address)
        await expect(page.locator("#log .message").first).to_be_visible()
        table = Table(page, seats)
        await table.sit()
        result = await table.play()
        assert table.steering.seen >= EVERYTHING
        assert result.count("in the wallet") == seats
        held = [amount for _, amount in sorted(rubles(database).items(), key=lambda item: item[0][1])]
        assert sum(held) == RUBLES * seats
        assert set(held) != {RUBLES}
        for person, amount in enumerate(held, 1):
            await table.say(person, "/wallet")
            await expect(page.locator(".note .text").last).to_contain_text(
                f"In the wallet: {amount:.2f} virtual rubles"
            )
        await page.screenshot(path=PICTURES / f"stuk-{seats}-wallet.png")
        assert await page.evaluate(FAULTS) == []
        assert faults == []
        assert await program.terminate() == 0
    audited(database)


async def test_two_and_six_people_play_to_their_new_balances(browser: Browser, tmp_path: Path) -> None:
    """Two programs with their pages side by side: most of the time goes by in pauses."""
    await asyncio.gather(*(evening(browser, tmp_path / str(seats), seats) for seats in (2, 6)))
