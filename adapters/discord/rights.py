"""Rights: what the bot must be allowed before anybody sits down at a table."""

import discord


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
