"""The log: one line of key and value an event, on standard error. Ids only: no names, texts, tokens, cards, secrets."""

import logging
import sys

import structlog

#: These loggers print tokens and addresses at INFO.
_TALKATIVE = ("httpx", "httpcore", "discord.http", "aiohttp.access", "apscheduler")


def set_up_logs(level: int = logging.INFO) -> None:
    """Send structlog and the standard loggers to standard error."""
    logging.basicConfig(stream=sys.stderr, level=level, format="%(levelname)s %(name)s: %(message)s")
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
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
