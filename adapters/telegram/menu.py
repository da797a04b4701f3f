"""Menu: the commands registered per language and kind of chat, only where they differ from what stands there."""

import logging

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from bot.ports.app import App
from bot.ports.texts import LANGUAGES

#: What clients of every other language see.
_DEFAULT = "en"

_log = logging.getLogger(__name__)


async def register_commands(bot: Bot, app: App) -> None:
    """Bring Telegram's menus up to date. A failure is logged: the menus stay as they were."""
    try:
        for language in LANGUAGES:
            await _register(bot, app, language, BotCommandScopeAllGroupChats(), private=False)
            await _register(bot, app, language, BotCommandScopeAllPrivateChats(), private=True)
    except TelegramError as error:
        _log.warning("the command menus could not be set: %s", type(error).__name__)


async def _register(bot: Bot, app: App, language: str, scope: BotCommandScope, *, private: bool) -> None:
    code = None if language == _DEFAULT else language
    wanted = tuple(
        BotCommand(route.name, app.text(language, route.description))
        for route in app.routes.commands.values()
        if not (private and route.group)
    )
    if await bot.get_my_commands(scope, code) != wanted:
        await bot.set_my_commands(wanted, scope, code)
