"""The log: one line an event, with its time, level and ids; never a name, a text, a body, a token, a card."""

import io
import logging
import re
import sys
from collections.abc import Iterator

import pytest
import structlog
from evening import PEOPLE, chosen_by, play_out, seat
from world import GROUP, World

from bot.cli.logs import set_up_logs
from bot.model.errors import StoreFailed
from bot.screens.lines import card_text
from bot.store import persons
from engine.cards import PACK_36

LINE = re.compile(r"timestamp='[-0-9T:.]+Z' level='(debug|info|warning|error|critical)' event=")


@pytest.fixture
def lines(logged: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What a running program writes to standard error; the log of the tests is as before afterwards."""
    root, raising, config = logging.getLogger(), logging.raiseExceptions, structlog.get_config()
    handlers, level, written = root.handlers[:], root.level, io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    set_up_logs()
    yield written
    root.handlers[:], logging.raiseExceptions = handlers, raising
    root.setLevel(level)
    structlog.configure(**config)
    structlog.contextvars.clear_contextvars()


def told(lines: io.StringIO) -> list[str]:
    found = lines.getvalue().splitlines()
    assert found
    assert not [line for line in found if not LINE.match(line)]
    return found


async def test_an_evening_is_told_by_ids_alone(world: World, lines: io.StringIO) -> None:
    session = await seat(world, *PEOPLE[:3], arguments="deals=5")
    await play_out(world, session, chosen_by(3))
    await world.command("Anna", "/leaderboard here")
    await world.type("Anna", "a secret text")
    text = "\n".join(told(lines))
    assert session.code in text
    assert f"chat={GROUP.chat_id}" in text
    for name in PEOPLE[:3]:
        assert name not in text
    assert "secret" not in text
    assert not [card for card in PACK_36 if card_text(card) in text]
    assert not re.search(r"\b[0-9a-f]{32,}\b", text)


async def test_a_request_that_could_not_be_stored_says_whose_and_where(
    world: World, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.command("Anna", "/start")
    (anna,) = await world.store.read(persons.many, range(1, 5))

    async def full(*_: object) -> None:
        raise StoreFailed("SQLITE_FULL: database or disk is full")

    monkeypatch.setattr(world.app.store, "save", full)
    await world.command("Anna", "/newtable", press_id="press:lost")
    (line,) = [line for line in told(lines) if "request.not_stored" in line]
    for part in (f"chat={GROUP.chat_id}", f"person={anna}", "press='press:lost'", "SQLITE_FULL"):
        assert part in line


async def test_a_game_that_is_stopped_says_why_and_by_whom(world: World, lines: io.StringIO) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=5 unrated")
    opener = session.row.opener
    await world.command("Anna", "/stop")
    (line,) = [line for line in told(lines) if "status='void'" in line]
    assert f"table='{session.code}'" in line
    assert "why='stopped'" in line
    assert f"person={opener}" in line


def test_an_error_is_one_line_that_says_its_kind_and_the_way_to_it(lines: io.StringIO) -> None:
    def fails() -> None:
        raise ValueError("<html>502 for Anna\n12345:token</html>")

    for log in (structlog.get_logger("bot.x"), logging.getLogger("adapters.x")):
        try:
            fails()
        except ValueError:
            log.exception("it failed")
    first, second = told(lines)
    for line in (first, second):
        assert "error='ValueError'" in line
        assert re.search(r"at='.*test_logs\.py:\d+'", line)
        assert "token" not in line


def test_other_libraries_tell_their_words_and_no_payload(lines: io.StringIO) -> None:
    refused = ConnectionError("https://api.example/bot123:token/getUpdates")
    library = logging.getLogger("discord.client")
    library.error("Attempting a reconnect in %.2fs to %s", 3.0, "wss://secret", exc_info=refused)
    (line,) = told(lines)
    assert "discord.client: Attempting a reconnect" in line
    assert "error='ConnectionError'" in line
    assert not re.search("token|secret", line)


@pytest.mark.parametrize(
    ("level", "count"), [(logging.DEBUG, 4), (logging.INFO, 3), (logging.WARNING, 2), (logging.ERROR, 1)]
)
def test_the_level_of_the_settings_holds_for_both_kinds_of_loggers(
    lines: io.StringIO, monkeypatch: pytest.MonkeyPatch, level: int, count: int
) -> None:
    monkeypatch.setattr(sys, "stderr", lines)
    set_up_logs(level)
    for log in (structlog.get_logger("bot.x"), logging.getLogger("adapters.x")):
        for tell in (log.debug, log.info, log.warning, log.error):
            tell("a line")
    assert len(told(lines)) == 2 * count
