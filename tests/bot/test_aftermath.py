"""What is stored is done: nothing that fails after a COMMIT changes what players get."""

import io
import logging
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from world import World

from bot.cli.logs import set_up_logs
from bot.model.errors import StoreFailed
from bot.store import tables

pytestmark = pytest.mark.faults(
    "table.failed_after_commit", "request.failed_after_commit", "outbox.failed", "a fault with its traceback"
)

#: What is done after a COMMIT: the part, and its method that fails.
STEPS: dict[str, Callable[[World], tuple[object, str]]] = {
    "arming": lambda world: (world.app.deadlines, "rearm"),
    "scheduling": lambda world: (world.app.deadlines, "arm"),
    "queueing": lambda world: (world.app.outbox, "put"),
    "panels": lambda world: (world.chat, "panels_changed"),
    "the chat's language": lambda world: (world.app.persons, "chat_say"),
    "the call that is over": lambda world: (world.app.parts.moves._play._boards, "end_nudge"),
    "the note of what is shown": lambda world: (world.app.outbox._sent, "board_shown"),
    "the answer's text": lambda world: (world.app.parts.moves, "_outcome"),
}


def break_off(monkeypatch: pytest.MonkeyPatch, part: object, method: str, error: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(part, method, fail)


async def stored(world: World) -> int:
    row = await world.store.read(tables.get, world.session().code)
    assert row is not None
    return row.seq


@pytest.mark.parametrize(
    "error", [RuntimeError("no"), StoreFailed("SQLITE_IOERR: no")], ids=["fault", "disk"]
)
@pytest.mark.parametrize("step", STEPS)
async def test_a_move_that_is_stored_is_made_whatever_fails_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str, error: Exception
) -> None:
    await world.open("Anna", "Boris")
    mover = world.mover()
    assert mover is not None
    key, before = world.key("bet"), await stored(world)
    with monkeypatch.context() as broken:
        break_off(broken, *STEPS[step](world), error)
        answer = await world.press(mover, key)
        assert answer.accepted
        assert "nothing was changed" not in str(answer)
        assert await stored(world) == before + 1
        # He presses once more: that is the same press, not another move.
        assert (await world.press(mover, key)).accepted
        assert await stored(world) == before + 1
    world.app.deadlines.sweep()
    await world.settle()
    assert world.app.deadlines.due(world.session().code) is not None
    shown = world.chat.last().screen
    assert {button.key for row in shown.rows for button in row} >= {world.key("hit"), world.key("stand")}
    assert "stake" in shown.text


async def test_a_game_ends_for_all_when_its_result_cannot_be_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open("Anna", "Boris", arguments="seats=2 unrated")
    code = world.session().code
    with monkeypatch.context() as broken:
        break_off(broken, world.app.outbox, "put", RuntimeError("no"))
        assert (await world.command("Anna", "/stop")).accepted
    world.app.deadlines.sweep()
    await world.settle()
    await world.open("Boris", "Anna")  # they are free
    assert any("Stopped." in " ".join(text.split()) for text in world.chat.texts())
    assert world.session().code != code


async def test_a_commit_that_is_reported_as_failed_and_kept_is_a_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open("Anna", "Boris")
    mover, before, save = world.mover(), await stored(world), world.store.save

    async def kept(*changes: object) -> None:
        await save(*changes)
        raise StoreFailed("SQLITE_IOERR: the disk said no after it had written")

    assert mover is not None
    with monkeypatch.context() as broken:
        broken.setattr(world.store, "save", kept)
        assert (await world.press(mover, world.key("bet"))).accepted
    assert await stored(world) == before + 1
    assert world.session().row.seq == before + 1


async def test_a_training_goes_on_when_its_screen_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.command("Anna", "/train")
    answer = await world.command("Anna", "/train")
    key = next(b.key for row in answer.screen.rows for b in row if b.key and "stand" in b.key)
    with monkeypatch.context() as broken:
        break_off(broken, world.app.parts.trainer, "_shown", RuntimeError("no"))
        first = await world.press("Anna", key)
        assert first.accepted
        assert (await world.press("Anna", key)) == first
    assert rows(world.path, "SELECT count(*) FROM decisions") == [(1,)]


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as db:
        return db.execute(sql).fetchall()


# the log


class Broken(io.TextIOBase):
    """A stream that takes nothing."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def write(self, _: str) -> int:
        raise self.error

    def flush(self) -> None:
        raise self.error


@pytest.fixture
def own_logs() -> Iterator[None]:
    """Logs set up by the test; as they were afterwards."""
    root, raising, config = logging.getLogger(), logging.raiseExceptions, structlog.get_config()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    yield
    root.handlers[:], logging.raiseExceptions = handlers, raising
    root.setLevel(level)
    structlog.configure(**config)


@pytest.mark.usefixtures("own_logs")
@pytest.mark.parametrize(
    "stream",
    [
        Broken(OSError(28, "No space left on device")),
        Broken(BrokenPipeError()),
        Broken(ValueError("closed")),
        None,
    ],
    ids=["full", "gone", "closed", "none"],
)
def test_a_log_line_that_cannot_be_written_is_nobodys_trouble(
    monkeypatch: pytest.MonkeyPatch, stream: io.TextIOBase | None
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    set_up_logs()

    class Unspeakable:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    for log in (structlog.get_logger("bot.tables.saving"), logging.getLogger("bot.store")):
        log.info("a line")
        log.error("a fault with its traceback", exc_info=KeyError("a fault"))
    structlog.get_logger().warning("a value that cannot be told", value=Unspeakable())
    logging.getLogger().warning("%s", Unspeakable())
