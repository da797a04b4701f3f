"""A real process that stands still in the middle of a move, as under a closed lid (rules 5.4)."""

import asyncio
import signal
from pathlib import Path

import pytest
from process import Page, running


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="there are no such signals")
async def test_a_process_that_was_stopped_for_longer_than_a_move_takes_the_press_that_lay_in_its_socket(
    tmp_path: Path,
) -> None:
    async with running(tmp_path / "twentyone.db") as program, Page.open(program) as page:
        await page.say(1, "/newtable seats=2 timeout=3")
        await page.press_when_shown(2, "sit")
        await page.until(lambda: page.key("bet") is not None and bool(page.turn))
        [mover] = page.turn
        assert (await page.press(mover, page.key("bet") or ""))["accepted"]
        await page.until(lambda: page.key("stand") is not None)
        program.process.send_signal(signal.SIGSTOP)
        request = await page.send({"t": "press", "as": mover, "key": page.key("stand")})
        await asyncio.sleep(4)
        program.process.send_signal(signal.SIGCONT)
        await page.until(lambda: page.answer(request) is not None)
        assert (page.answer(request) or {})["accepted"]
