"""Rights: what the bot must be allowed before anybody sits down at a table."""

import discord

from bot.ports.keys import Key

#: Commands that put a message into the channel.
_POSTING_COMMANDS = frozenset({"newtable", "tables", "table", "leaderboard", "replay"})
#: Buttons that open a table, take a seat or start a game, or put a message into the channel.
_POSTING_VERBS = frozenset(
    {
        "open",
        "alone",
        "again",
        "reopen",
        "sit",
        "start",
        "show",
        "watch",
        "leaders",
        "trainers",
        "replay",
        "page",
    }
)


def command_posts(name: str) -> bool:
    """Whether a command needs the rights."""
    return name in _POSTING_COMMANDS


def key_posts(key: str) -> bool:
    """Whether a button needs the rights."""
    parsed = Key.parse(key)
    return parsed is not None and parsed.verb in _POSTING_VERBS


def missing(allowed: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The rights that are missing, by the library's names."""
    if allowed.administrator:
        return ()
    needed = {
        "view_channel": allowed.view_channel,
        "send_messages_in_threads" if thread else "send_messages": (
            allowed.send_messages_in_threads if thread else allowed.send_messages
        ),
        "embed_links": allowed.embed_links,
        "attach_files": allowed.attach_files,
    }
    return tuple(name for name, held in needed.items() if not held)


def wanted() -> discord.Permissions:
    """All of them: what the invitation asks for."""
    return discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
