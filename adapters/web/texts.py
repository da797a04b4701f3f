"""Texts: what the page itself says. The English text is the key; the catalogues of `bot` hold the others.

The page gets the whole table, in the chat's language or in that of the one person whose own page it is. A test holds
this list and the page's files together.
"""

from typing import Final

from bot.ports.cards import OF, RANKS, SUITS
from bot.ports.texts import N_

#: The people a new chat begins with; names are translated, as every script has its own.
FIRST_NAMES: Final = (N_("Anna"), N_("Boris"), N_("Vera"))

#: What a person is told when the program failed.
FAILED: Final = N_("Something went wrong. Please try again.")

MESSAGES: Final = (
    FAILED,
    # The head
    N_("Twenty-one"),
    N_("Chat on this computer"),
    N_("No connection. Trying again…"),
    N_("No connection: this is sent as soon as it is back."),
    N_("Settings"),
    N_("Close"),
    # The settings
    N_("Appearance"),
    N_("System"),
    N_("Light"),
    N_("Dark"),
    N_("Follow the turn"),
    N_("The page switches to the person to move"),
    N_("Cover the cards"),
    N_("The hand is shown after a press only"),
    N_("Keys for moves"),
    N_("D draw, E enough, X double, P split, N next"),
    N_("Sound at my turn"),
    N_("Vibration at my turn"),
    # The head of the tab, and cards for the ear
    N_("Your turn"),
    OF,
    *RANKS.values(),
    *SUITS.values(),
    # The people
    N_("Playing as"),
    N_("to move"),
    N_("Admin"),
    N_("Add a person"),
    N_("Name"),
    N_("Add"),
    N_("Cancel"),
    N_("Open in a tab of its own"),
    N_("This person is not in the chat."),
    N_("Everybody in one tab"),
    # The tables
    N_("Open tables"),
    # The messages
    N_("Messages"),
    N_("Bot"),
    N_("New messages"),
    N_("Only you see this"),
    N_("Copied"),
    N_("Save the file"),
    N_("Copy this text"),
    N_("Today"),
    N_("Yesterday"),
    # The private panel
    N_("My cards"),
    N_("Show my cards"),
    N_("Cover my cards"),
    N_("The others please look away"),
    # A training under way
    N_("Your training is still open."),
    N_("Go on with the training"),
    # The composer
    N_("Message"),
    N_("Message or / for commands"),
    N_("Send"),
    N_("Commands"),
    N_("Type your answer, or /cancel"),
    N_("Cancel"),
    N_("That could not be sent."),
    # The dialog
    N_("OK"),
)
