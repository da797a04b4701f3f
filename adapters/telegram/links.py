"""Links: addresses that open the private chat with the bot, or offer it to a group."""

import re

#: What a deep link may carry (Bot API, «Deep linking»).
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

#: Payloads that mean something here: commands which are answered at length or for one person alone, thus in private.
PAGES = frozenset({"rules", "help", "language", "mydata", "train"})


def private_link(bot: str, payload: str) -> str:
    """The address that opens the private chat with `/start payload`. `bot` is the bot's user name.

    Raises:
        ValueError: Telegram would lose the payload without a word.
    """
    if _PAYLOAD.fullmatch(payload) is None:
        raise ValueError(f"not a payload of a deep link: {payload!r}")
    return f"https://t.me/{bot}?start={payload}"


def group_link(bot: str) -> str:
    """The address that offers to add the bot to a group."""
    return f"https://t.me/{bot}?startgroup=new"


def page_of(payload: str) -> str | None:
    """The page a payload asks for; None for a bare /start and for anything unknown: the welcome answers those."""
    return payload if payload in PAGES else None
