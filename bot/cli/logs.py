"""The log: one line of key and value an event, on standard error. Ids only: no names, texts, tokens, cards, secrets."""

import logging
import sys
import traceback
from contextlib import suppress
from io import RawIOBase
from pathlib import Path
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor

#: These loggers print tokens and addresses at INFO.
_TALKATIVE = ("httpx", "httpcore", "telegram", "discord.http", "aiohttp.access", "apscheduler")

#: The packages whose loggers hold to that themselves.
_OURS = frozenset({"bot", "adapters", "engine"})

#: So many steps on the way to an error are told, the last ones.
_STEPS = 8

#: python-telegram-bot logs every failed poll with its traceback; the adapter says the same in one line.
_REPEATED = ("telegram.ext",)


class Unfailing:
    """A stream for log lines. What cannot be written is lost: a full disk or a reader that has gone is nobody's move."""

    def __init__(self, stream: TextIO | None) -> None:
        """`stream`: where lines go; None where there is nothing, as in a program without a console."""
        self._stream = stream
        # Past its buffer: what stayed there would be tried again for ever, and make the exit status of the program.
        self._raw: RawIOBase | None = getattr(getattr(stream, "buffer", None), "raw", None)

    def write(self, text: str) -> int:
        """Write, or lose it."""
        with suppress(OSError, ValueError):  # ValueError: it is closed, or cannot encode that
            if self._stream is not None and self._raw is not None:
                self._raw.write(text.encode(self._stream.encoding, "backslashreplace"))
            elif self._stream is not None:
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
    """Send structlog and the standard loggers to standard error, each event as one line of the same form."""
    stream: Any = Unfailing(sys.stderr)
    logging.raiseExceptions = False  # a handler that fails would tell so on standard error
    told_alike: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _kind_of_error,
    ]
    line = structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
    handler = logging.StreamHandler(stream)
    handler.addFilter(_without_payload)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(["table", "chat", "person"]), *told_alike],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, line],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    for name in _REPEATED:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    structlog.configure(
        processors=[*told_alike, line],
        wrapper_class=_unfailing(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )


def _without_payload(record: logging.LogRecord) -> bool:
    """Of what other libraries say only the words of their own: what they put in may be an address, a token, a body."""
    if record.name.partition(".")[0] not in _OURS:
        record.msg, record.args = f"{record.name}: {record.msg}", ()
    return True


def _kind_of_error(_logger: object, _method: str, event: EventDict) -> EventDict:
    """An error in one line: its kind and the way to it. Its own text may hold a name, a body or a token, and is left out."""
    found = event.pop("exc_info", None)
    error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        way = traceback.extract_tb(error.__traceback__)
        event["error"] = type(error).__name__
        event["at"] = " > ".join(f"{Path(step.filename).name}:{step.lineno}" for step in way[-_STEPS:])
        if error.__cause__ is not None:
            event["because"] = type(error.__cause__).__name__
    return event
