"""The log: one line of key and value an event, on standard error. Ids only: no names, texts, tokens, cards, secrets."""

import logging
import sys
from contextlib import suppress
from typing import Any, TextIO

import structlog

#: These loggers print tokens and addresses at INFO.
_TALKATIVE = ("httpx", "httpcore", "telegram", "discord.http", "aiohttp.access", "apscheduler")

#: python-telegram-bot logs every failed poll with its traceback; the adapter says the same in one line.
_REPEATED = ("telegram.ext",)


class Unfailing:
    """A stream for log lines. What cannot be written is lost: a full disk or a reader that has gone is nobody's move."""

    def __init__(self, stream: TextIO | None) -> None:
        """`stream`: where lines go; None where there is nothing, as in a program without a console."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, or lose it."""
        with suppress(OSError, ValueError):  # ValueError: it is closed, or cannot encode that
            if self._stream is not None:
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, if that is possible."""
        with suppress(OSError, ValueError):
            if self._stream is not None:
                self._stream.flush()


def _unfailing(level: int) -> type[Any]:
    """A bound logger in which no processor reaches who logs with an error."""
    filtering: type[Any] = structlog.make_filtering_bound_logger(level)

    class UnfailingLogger(filtering):  # type: ignore[misc] # its class is made at run time
        def _proxy_to_logger(self, method_name: str, event: str | None = None, **event_kw: Any) -> Any:
            with suppress(Exception):
                return super()._proxy_to_logger(method_name, event, **event_kw)

    return UnfailingLogger


def set_up_logs(level: int = logging.INFO) -> None:
    """Send structlog and the standard loggers to standard error."""
    stream: Any = Unfailing(sys.stderr)
    logging.raiseExceptions = False  # a handler that fails would tell so on standard error
    logging.basicConfig(stream=stream, level=level, format="%(levelname)s %(name)s: %(message)s")
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _REPEATED:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=_unfailing(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
