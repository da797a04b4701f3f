"""Reading: updates as the poller hands them on. The program knows of each from then on, so that what was read in time is in time."""

import asyncio

from telegram import Update

from adapters.telegram.channel import PLATFORM
from bot.ports.app import App
from bot.ports.requests import Account, Place


def press_id(update_id: int) -> str:
    """The id of what an update asks for: the same when it is delivered again."""
    return f"tg:{update_id}"


class Reading(asyncio.Queue[object]):
    """The library's queue of updates, which tells the application of whatever somebody asks for."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    def _put(self, item: object) -> None:  # a hook of asyncio.Queue for its subclasses
        super()._put(item)
        if (
            isinstance(item, Update)
            and (account := _who(item)) is not None
            and item.effective_chat is not None
        ):
            self._app.read(account, Place(PLATFORM, item.effective_chat.id), press_id(item.update_id))

    def done(self, update: Update) -> None:
        """Call it when everything about an update is done."""
        if (account := _who(update)) is not None:
            self._app.handled(account, press_id(update.update_id))


def _who(update: Update) -> Account | None:
    """Who asks for something, by his id alone."""
    if update.callback_query is None and update.message is None:
        return None
    user = update.effective_user
    return None if user is None else Account(PLATFORM, user.id, "")
