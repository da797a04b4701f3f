"""Texts: what this adapter itself says. The English text is the key; the catalogues of `bot` hold the others."""

from typing import Final

from bot.ports.texts import N_

#: The one answer to a press whose outcome takes longer than two seconds.
RECEIVED: Final = N_("Received: the board shows what comes of it.")

#: A press on a message that Telegram no longer knows the chat of.
LOST: Final = N_("This button is too old. /tables lists what is open.")

#: Who writes as a chat and not as a person has no seat.
NOBODY: Final = N_("A channel or an anonymous admin cannot play: please write as yourself.")

#: What a person asks in a group and nobody else is to read.
IN_PRIVATE: Final = N_("This is for your eyes only: read it in the private chat with the bot.")

#: Buttons that open an address.
ADD_TO_GROUP: Final = N_("Add to a group")
READ_ON: Final = N_("Everything, in private")

#: What is for one person alone cannot be shown in a group.
ALONE: Final = N_("You train alone: the hands are dealt in the private chat.")
TO_PRIVATE: Final = N_("To the private chat")
