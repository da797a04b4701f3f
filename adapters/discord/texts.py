"""Texts: what this adapter itself says. The English text is the key; the catalogues of `bot` hold the others."""

from typing import Final

from bot.ports.texts import N_

#: Before the names of the permissions that the bot does not have.
MISSING: Final = N_("The bot cannot play here. An admin of the server has to allow it:")

#: The permissions, as Discord's own settings name them, by the library's names.
PERMISSIONS: Final = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "embed_links": N_("Embed Links"),
    "attach_files": N_("Attach Files"),
}

#: The windows that ask for a stake and for a word for the seed.
STAKE: Final = N_("Your stake")
WORD: Final = N_("My word")
