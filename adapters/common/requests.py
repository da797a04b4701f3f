"""Requests: carried out so that whoever asked is answered, whatever happens."""

import logging
from collections.abc import Awaitable

from adapters.common.texts import FAILED
from bot.ports.application import Application
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer, Screen

#: The outcome of a request is waited for so long before the platform gets a first sign of it, in seconds.
PATIENCE = 2.0

_log = logging.getLogger(__name__)


async def carried_out(
    application: Application, place: Place, account: Account, press_id: str, work: Awaitable[Answer]
) -> Answer:
    """The answer to a request; where the program fails, that is logged and said."""
    try:
        return await work
    except Exception:  # noqa: BLE001 - logged; whatever fails, the others go on and the asker is answered
        _log.exception("request %s failed", press_id)
        return await failed(application, place, account)


async def failed(
    application: Application, place: Place, account: Account | None, message: str = FAILED
) -> Answer:
    """What a person is told when the program has failed."""
    try:
        language = await application.language(place, account)
    except Exception:  # noqa: BLE001 - the failure itself is logged; its answer must not fail as well
        language = "en"
    return Answer(Screen.of(application.text(language, message), language), accepted=False)
