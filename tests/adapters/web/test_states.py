"""The page for everybody: each of its states in each language, size and scheme of colours.

One evening is walked through in a real browser with the real program behind it. In each state axe finds no rule broken, and on every
size of window nothing is cut, too small, too pale, squeezed or wider than the window.
"""

import os
import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from browser import FAULTS, launched
from local_page import Local
from playwright.async_api import Locator, Page, expect

#: A phone, a phone on its side, a desktop at 200 % and at 400 %, a desktop.
SIZES = ((390, 844), (844, 390), (720, 450), (320, 640), (1440, 900))
#: How colours are shown, one way for each language: every state is seen in all of them.
SCHEMES = {
    "en": {"color_scheme": "light", "forced_colors": "active"},
    "hu": {"color_scheme": "dark", "forced_colors": "none"},
    "ru": {"color_scheme": "light", "forced_colors": "none"},
}
#: Where pictures of all states go; none are made where it is not set.
PICTURES = os.environ.get("TWENTYONE_PICTURES")
#: What is asked of axe: its rules of WCAG and its advice.
RULES = {"resultTypes": ["violations"]}


@dataclass
class Walk:
    """An evening on one page."""

    world: Local
    page: Page
    language: str
    faults: list[str] = field(default_factory=list)

    def keys(self, verb: str) -> Locator:
        return self.page.locator(f".key[data-key*=':{verb}']:visible")

    async def press(self, verb: str) -> None:
        await self.world.turn(1)  # sooner it would be a double tap
        await self.keys(verb).last.click()
        await self.quiet()

    async def say(self, text: str) -> None:
        await self.page.locator("#message").fill(text)
        await self.page.keyboard.press("Enter")
        await self.quiet()

    async def quiet(self) -> None:
        """Until what was asked has been answered and drawn."""
        await self.page.wait_for_function("() => !document.querySelector('.key.busy')")
        await self.world.settle()
        await self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    async def choose(self, person: int) -> None:
        await self.page.locator(".person-pick").nth(person).click()
        await self.quiet()

    async def look(self, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
        """The state as it is now: by axe on a desktop (or the widest window it is seen in), by measure on every size."""
        for width, height in sizes:
            await self.page.set_viewport_size({"width": width, "height": height})
            await self.quiet()
            if PICTURES:
                path = Path(PICTURES) / f"{self.language}-{name}-{width}x{height}.png"
                await self.page.screenshot(path=path, animations="disabled")
            found = await self.page.evaluate(FAULTS)
            self.faults += [f"{name} {width}x{height}: {fault}" for fault in found]
        report = await Axe().run(self.page, options=RULES)
        for broken in report.response["violations"]:
            places = [node["html"][:160] for node in broken["nodes"]]
            self.faults.append(f"{name}: {broken['id']}: {broken['help']} {places}")


@pytest.mark.parametrize("language", sorted(SCHEMES))
async def test_every_state_can_be_seen_read_and_pressed_by_everybody(
    folder: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", random.Random(1).randbytes)  # the same cards each time
    async with launched() as browser:
        world = await Local(folder / "page.db").start()
        try:
            context = await browser.new_context(locale=language, reduced_motion="reduce", **SCHEMES[language])
            context.set_default_timeout(10_000)
            page = await context.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(world.address)
            walk = Walk(world, page, language)
            await expect(walk.keys("open:3")).to_be_visible()
            await furniture(walk)
            await three(walk)
            await pages(walk)
            await computers(walk)
            await trouble(walk)
        finally:
            await world.stop()
        assert errors == []
        assert not walk.faults, "\n".join(walk.faults)


async def furniture(walk: Walk) -> None:
    """What is there before anything is played: the welcome, the menu of commands, the form for a person, the settings."""
    page = walk.page
    await walk.look("welcome")
    await page.locator("#menu-toggle").click()
    await expect(page.locator("#menu")).to_be_visible()
    await walk.look("menu")
    await page.locator("#message").fill("")
    await page.locator("#add-person").click()
    await walk.look("person")
    await page.keyboard.press("Escape")
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.locator("#settings-toggle").click()
    await walk.look("settings", tuple(size for size in SIZES if size[0] < 860))
    await page.keyboard.press("Escape")


async def three(walk: Walk) -> None:
    """Three people at one table, to the result."""
    page = walk.page
    await walk.say("/newtable ochko seats=3 deals=5")
    await walk.look("lobby")
    await walk.press("menu")
    await walk.look("options")
    await walk.press("done")
    for person in (1, 2):
        await walk.choose(person)
        await walk.press("sit")
    await expect(walk.keys("bet:").first).to_be_visible()
    await walk.look("staking")
    await page.locator("#panel-show").click()
    await expect(page.locator("#panel-body")).to_be_visible()
    await walk.look("panel")
    await page.locator("#lesson-close").click()
    await walk.press("help")
    await expect(page.locator("#alert")).to_be_visible()
    await walk.look("dialog")
    await page.keyboard.press("Escape")
    seen = set()
    for _ in range(60):
        session = next(iter(walk.world.app.tables.open_sessions()), None)
        if session is None or not session.playing:
            break
        verbs = (
            {legal.verb.value for legal in session.state.legal()} if session.awaited is not None else set()
        )
        phase = "pause" if session.state.to_move is None else "drawing" if "hit" in verbs else "staking"
        if phase not in seen | {"staking"}:
            seen.add(phase)
            await walk.look(phase)
        await walk.world.turn(1)
        if phase == "pause":
            await walk.world.turn(20)
            continue
        await walk.press(
            "stand" if phase == "drawing" else "bet:" if "pause" in seen else "bet:1"
        )  # all of it once it may end
    assert seen == {"drawing", "pause"}
    await walk.look("result")
    await walk.press("more")
    await walk.look("more")


async def pages(walk: Walk) -> None:
    """What is asked for by a command."""
    for command in ("help", "rules", "leaderboard", "tables", "mydata", "language", "me"):
        await walk.say(f"/{command}")
        await walk.look(command)


async def computers(walk: Walk) -> None:
    """Alone: the other two games, and training."""
    for game in ("stuk", "blackjack"):
        await walk.keys(f"alone:{game}").first.click()
        await expect(walk.page.locator("#panel-body")).to_be_visible()
        await walk.world.turn(5)
        await walk.look(game)
        await walk.say("/stop")
        await walk.world.turn(30)
        await expect(walk.page.locator("#panel")).to_be_hidden()
    await walk.say("/train")
    await walk.look("training")
    await walk.press("train:hint")
    await walk.look("hint")
    await walk.press("train:end")


async def trouble(walk: Walk) -> None:
    """What goes wrong: a refusal, a line that is broken."""
    await walk.say("/bet 3")
    await expect(walk.page.locator(".toast")).to_be_visible()
    await walk.look("refusal")
    await walk.world.adapter.stop()
    await expect(walk.page.locator("#status")).to_have_attribute("data-state", "lost")
    await walk.look("lost")
