"""The log: one line of key and value an event, on standard error. Ids only: no names, texts, tokens, cards, secrets."""

import logging
import sys

import structlog

#: These loggers print tokens and addresses at INFO.
_TALKATIVE = ("httpx", "httpcore", "telegram", "discord.http", "aiohttp.access", "apscheduler")

#: python-telegram-bot logs every failed poll with its traceback; the adapter says the same in one line.
_REPEATED = ("telegram.ext",)


def set_up_logs(level: int = logging.INFO) -> None:
    """Send structlog and the standard loggers to standard error."""
    logging.basicConfig(stream=sys.stderr, level=level, format="%(levelname)s %(name)s: %(message)s")
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
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
