"""Requests: carried out so that whoever asked is answered, whatever happens."""

import logging
from collections.abc import Awaitable

from adapters.common.texts import FAILED
from bot.ports.app import App
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer, Screen

#: The outcome of a request is waited for so long before the platform gets a first sign of it, in seconds.
PATIENCE = 2.0

_log = logging.getLogger(__name__)


async def carried_out(
    app: App, place: Place, account: Account, press_id: str, work: Awaitable[Answer]
) -> Answer:
    """The answer to a request; where the program fails, that is logged and said."""
    try:
        return await work
    except Exception:  # noqa: BLE001 - logged; whatever fails, the others go on and the asker is answered
        _log.exception("request %s failed", press_id)
        return await failed(app, place, account)


async def failed(app: App, place: Place, account: Account | None, message: str = FAILED) -> Answer:
    """What a person is told when the program has failed."""
    try:
        language = await app.language(place, account)
    except Exception:  # noqa: BLE001 - the failure itself is logged; its answer must not fail as well
        language = "en"
    return Answer(Screen.of(app.text(language, message), language), accepted=False)
