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

#: Names of commands in the client's language: after two hyphens letters, digits, - and _ in lower case, at most 32.
COMMANDS: Final = {
    "newtable": N_("--newtable"),
    "tables": N_("--tables"),
    "table": N_("--table"),
    "bet": N_("--bet"),
    "word": N_("--word"),
    "leave": N_("--leave"),
    "stop": N_("--stop"),
    "replay": N_("--replay"),
    "verify": N_("--verify"),
    "train": N_("--train"),
    "leaderboard": N_("--leaderboard"),
    "profile": N_("--profile"),
    "wallet": N_("--wallet"),
    "notify": N_("--notify"),
    "rules": N_("--rules"),
    "help": N_("--help"),
    "language": N_("--language"),
    "mydata": N_("--mydata"),
    "forget": N_("--forget"),
}
