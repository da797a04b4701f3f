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

#: Names of options, after two hyphens, under the same limits; and what they are for.
OPTIONS: Final = {
    "game": (N_("--game"), N_("Which game")),
    "size": (N_("--size"), N_("What the bank of Stuk begins with")),
    "seats": (N_("--seats"), N_("How many may sit down")),
    "timeout": (N_("--timeout"), N_("Seconds per move")),
    "deals": (N_("--deals"), N_("How many deals at most")),
    "rated": (N_("--rated"), N_("Whether the game counts")),
    "level": (N_("--level"), N_("Who may sit down")),
    "computers": (N_("--computers"), N_("How many seats computers take")),
    "skill": (N_("--skill"), N_("How well the computers play")),
    "table": (N_("--table"), N_("The two characters of the table")),
    "stake": (N_("--stake"), N_("How many chips")),
    "word": (N_("--word"), N_("8 to 32 characters that nobody can guess")),
    "code": (N_("--code"), N_("The six characters of the table")),
    "where": (N_("--where"), N_("This chat or everywhere")),
    "period": (N_("--period"), N_("For which period")),
    "by": (N_("--by"), N_("What to order by")),
    "person": (N_("--person"), N_("Whose figures, if not your own")),
    "language": (N_("--language"), N_("The language")),
    "chat": (N_("--chat"), N_("For this chat instead of yourself: admins only")),
    "more": (N_("--more"), N_("What else you would write after the command")),
}

#: What choices are called.
CHOICES: Final = {
    "ochko": N_("Ochko"),
    "stuk": N_("Stuk"),
    "blackjack": N_("Blackjack"),
    "rated": N_("rated"),
    "unrated": N_("unrated"),
    "everyone": N_("any"),
    "sandbox": N_("sandbox (below 10 chips)"),
    "advanced": N_("advanced (10 chips and more)"),
    "easy": N_("easy"),
    "normal": N_("normal"),
    "hard": N_("hard"),
    "all": N_("until the bank is broken"),
    "chat": N_("this chat"),
    "everywhere": N_("everywhere"),
    "week": N_("this week"),
    "month": N_("this month"),
    "alltime": N_("all time"),
    "rating": N_("rating"),
    "rubles": N_("virtual rubles"),
    "wins": N_("games won"),
    "games": N_("games played"),
    "units": N_("units of blackjack"),
    "training": N_("best moves in training"),
}
