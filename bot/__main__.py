"""`twentyone` and `python -m bot` start here. What a command does not need is not loaded: most need little."""

from typing import TYPE_CHECKING

from bot.cli.commands import command_line

if TYPE_CHECKING:
    from bot.cli.settings import Settings


def main() -> None:
    """Run the command line."""
    command_line(_serve, {"sync": _sync, "invite": _invite})()


def _serve(settings: "Settings", browser: bool) -> int:  # noqa: FBT001 - the shape that `bot.cli.commands` calls
    from bot.composition import serve  # noqa: PLC0415 - every part of the program

    return serve(settings, browser)


def _sync(settings: "Settings") -> int:
    """Register the commands at Discord, if it has others. Once after each update."""
    from bot.composition import discord_sync  # noqa: PLC0415 - as above

    return discord_sync(settings)


def _invite(settings: "Settings") -> int:
    """Print the address that adds the bot to a server."""
    from bot.composition import discord_invite  # noqa: PLC0415 - as above

    return discord_invite(settings)


if __name__ == "__main__":
    main()
