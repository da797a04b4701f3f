"""The composition root: the one place that knows every part."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import webbrowser

import structlog
from pydantic import SecretStr

from bot.app.app import TwentyOne
from bot.app.wording import Catalogues
from bot.cli.disks import forgetful
from bot.cli.logs import set_up_logs
from bot.cli.settings import Settings
from bot.cli.terminal import complain, tell
from bot.model.errors import StoreFailed, StoreUnusable
from bot.ports.clock import SystemClock
from bot.ports.supervisor import Supervisor
from bot.store.chatlog import StoredChatLog, StoredPeople
from bot.store.store import Store

log = structlog.get_logger(__name__)

#: How long the last screens may take to go out when the program stops, in seconds; before it, how long what is being
#: stored may wait for another process.
_GRACE = 1.5
_LAST_WAIT = 1.0


def serve(settings: Settings, browser: bool) -> int:  # noqa: FBT001 - the shape that `bot.cli.commands` calls
    """Run until a signal; the exit status is not 0 where the program cannot go on, with one line that says why."""
    set_up_logs(logging.getLevelNamesMapping()[settings.log_level.upper()])
    if settings.port is not None and not settings.has_token:
        return complain(
            "", "PORT is set but no token is: the local page is not published. Unset PORT to try it."
        )
    try:
        asyncio.run(_run(settings, browser))
    except StoreUnusable as error:
        return complain("", str(error))
    except StoreFailed as error:
        return complain("", f"the database {settings.database} cannot be used: {error}")
    except _CannotGoOn as error:
        return complain("", str(error)) if str(error) else 1
    return 0


def discord_sync(settings: Settings) -> int:
    """Register the commands at Discord, if it has others. Once after each update."""
    from adapters.discord.chores import ChoreFailed, sync  # noqa: PLC0415 - an adapter is loaded only where it runs

    if settings.discord_token is None:
        return complain("", "DISCORD_TOKEN is not set")
    set_up_logs(logging.WARNING)
    try:
        changed = asyncio.run(
            sync(
                Catalogues(),
                settings.discord_token.get_secret_value(),
                api_url=settings.discord_api_url,
                proxy=_secret(settings.discord_proxy),
            )
        )
    except ChoreFailed as error:
        return complain("", str(error))
    return tell(
        "discord sync", "The commands are registered." if changed else "Discord has these commands already."
    )


def discord_invite(settings: Settings) -> int:
    """Print the address that adds the bot to a server."""
    from adapters.discord.chores import ChoreFailed, invitation  # noqa: PLC0415 - as above

    if settings.discord_token is None:
        return complain("", "DISCORD_TOKEN is not set")
    try:
        address = invitation(settings.discord_token.get_secret_value())
    except ChoreFailed as error:
        return complain("", str(error))
    return tell("discord invite", address)


def _secret(value: SecretStr | None) -> str | None:
    return None if value is None else value.get_secret_value()


class _CannotGoOn(Exception):
    """Its text is one line for the person who hosts the program; empty where it has been said."""


async def _run(settings: Settings, browser: bool) -> None:  # noqa: FBT001 - as above
    stop, clock = _stop_signal(), SystemClock()
    store = await _opened(settings, clock, stop)
    if store is None:
        return
    watch = asyncio.create_task(_watch(store, stop))
    if (sign := forgetful(settings.database)) is not None:
        log.warning("database.on_a_disk_that_forgets", sign=sign, remedy="docs/hosting.md")
    try:
        app = TwentyOne(
            store,
            clock,
            language=settings.language,
            least_seconds=settings.min_move_seconds,
            calls_per_minute=settings.group_calls_per_minute,
        )
        await app.start()
        channels = contextlib.AsyncExitStack()  # closed when the last screens are out
        try:
            if settings.has_token:
                await _platforms(settings, app, stop, channels)
            else:
                await _local_page(settings, app, store, stop, browser=browser)
        finally:
            await app.stop(_GRACE if store.lost is None else 0)
            await channels.aclose()
    finally:
        watch.cancel()
        await store.close()
    if store.lost is not None:
        raise _CannotGoOn(store.lost)


async def _opened(settings: Settings, clock: SystemClock, stop: asyncio.Event) -> Store | None:
    """The store; None if a signal came while another process had it."""
    opening = asyncio.create_task(Store.open(settings.database, clock))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if not opening.done():
            opening.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        return await opening
    return None


async def _watch(store: Store, stop: asyncio.Event) -> None:
    """Let what is being stored end soon when the program is to stop; stop it when nothing can be kept any more."""
    lost, stopping = asyncio.create_task(store.until_lost()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({lost, stopping}, return_when=asyncio.FIRST_COMPLETED)
        store.hurry(_LAST_WAIT)
        stop.set()
    finally:
        lost.cancel()
        stopping.cancel()


def _with_tokens(settings: Settings, app: TwentyOne) -> list[Supervisor]:
    platforms: list[Supervisor] = []
    if settings.telegram_token is not None:
        from adapters.telegram.app import TelegramAdapter  # noqa: PLC0415 - an adapter is loaded only where it runs

        platforms.append(
            TelegramAdapter(
                app,
                settings.telegram_token.get_secret_value(),
                base_url=settings.telegram_base_url,
                proxy=_secret(settings.telegram_proxy),
            )
        )
    if settings.discord_token is not None:
        from adapters.discord.app import DiscordAdapter  # noqa: PLC0415 - as above

        platforms.append(
            DiscordAdapter(
                app,
                settings.discord_token.get_secret_value(),
                api_url=settings.discord_api_url,
                gateway_url=settings.discord_gateway_url,
                proxy=_secret(settings.discord_proxy),
            )
        )
    return platforms


async def _platforms(
    settings: Settings, app: TwentyOne, stop: asyncio.Event, channels: contextlib.AsyncExitStack
) -> None:
    """Run every platform that has a token until a signal, or until none can go on."""
    platforms = _with_tokens(settings, app)
    for platform in platforms:
        app.connect(platform.channel)
    channels.push_async_callback(_close, platforms)
    stopping = asyncio.create_task(stop.wait())
    ends = {asyncio.create_task(platform.ended()) for platform in platforms}
    try:
        for platform in platforms:
            await platform.start()
        await app.catch_up()
        going = ends
        while going and not stop.is_set():
            done, _ = await asyncio.wait({stopping, *going}, return_when=asyncio.FIRST_COMPLETED)
            going = going - done
        if not stop.is_set():
            raise _CannotGoOn("; ".join(sorted(end.result() for end in ends)))
    finally:
        app.upkeep.closing = True
        for task in (stopping, *ends):
            task.cancel()
        await asyncio.gather(*(platform.stop() for platform in platforms))


async def _close(platforms: list[Supervisor]) -> None:
    await asyncio.gather(*(platform.close() for platform in platforms))


async def _local_page(
    settings: Settings, app: TwentyOne, store: Store, stop: asyncio.Event, *, browser: bool
) -> None:
    from adapters.web.addresses import is_local  # noqa: PLC0415 - an adapter is loaded only where it runs
    from adapters.web.app import CannotListen, WebAdapter  # noqa: PLC0415 - as above

    page = WebAdapter(
        app,
        StoredChatLog(store),
        StoredPeople(store),
        settings.web_host,
        settings.web_port,
        key=_secret(settings.web_key),
    )
    app.connect(page)
    try:
        addresses = await page.start()
    except CannotListen as error:
        raise _CannotGoOn(str(error)) from None
    try:
        await app.catch_up()
        told = [f"The local chat is at {' or '.join(addresses)}"]
        if not is_local(settings.web_host):
            told.append(
                "Other machines reach it there; a port mapping, as of a container or a router, has an address of its own."
            )
        told += [f"Everything is kept in {settings.database}", "Ctrl-C stops."]
        if tell("", "\n".join(told)):
            raise _CannotGoOn("")
        # The arguments of a program can be seen by every account of the machine: no key goes to the browser's.
        if browser and settings.web_key is None and _has_browser():
            await asyncio.to_thread(webbrowser.open, addresses[0])
        await stop.wait()
    finally:
        app.upkeep.closing = True
        await page.stop()


def _has_browser() -> bool:
    """Whether a window can open: on a server without a screen a text browser would take the terminal away."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _stop_signal() -> asyncio.Event:
    """Set by Ctrl-C and SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run instead
            loop.add_signal_handler(name, stop.set)
    return stop
