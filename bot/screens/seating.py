"""What every screen of a table needs besides the view: its names, codes, options and times."""

from dataclasses import dataclass

from bot.i18n import Texts
from bot.keys import Key
from bot.names import clean_name, isolated
from bot.options import Options
from bot.screen import Button, Line, Span, Tone

#: The longest name on a board, in characters; results and lists have room for more.
BOARD_NAME = 10


@dataclass(frozen=True, slots=True)
class Seating:
    """A table as its screens name it.

    `names` are the persons' names as they are, in seat order, `mentions` their platform's user ids. `seconds` is the time of the
    move in progress or of the pause, None where nothing runs. `restarted` says that the program has started anew since the last move.
    """

    code: str
    tag: str
    options: Options
    names: tuple[str, ...]
    mentions: tuple[int, ...]
    commitment: str
    seconds: int | None = None
    restarted: bool = False

    def name(self, say: Texts, seat: int, longest: int = BOARD_NAME) -> str:
        """A seat's name, safe to show; a name with nothing to see becomes «player 2»."""
        return isolated(clean_name(self.names[seat], longest) or say("player {n}", n=seat + 1))

    def strong_name(self, say: Texts, seat: int, *, call: bool = False) -> Line:
        """A seat's name, strong; with `call` its person is mentioned."""
        return (Span(self.name(say, seat), Tone.STRONG, self.mentions[seat] if call else None),)


def help_button(seating: Seating) -> Button:
    """«?» of a table: what the cards count and what wins, as an alert."""
    return Button("?", str(Key("help", seating.code)))


def game_name(say: Texts, game: str) -> str:
    """A game's name in the language."""
    match game:
        case "ochko":
            return say("Ochko")
        case "stuk":
            return say("Stuk")
        case _:
            return game


def in_rounds(game: str) -> bool:
    """Whether a deal of this game is called a round (docs/glossary.md)."""
    return game != "ochko"


def deal_text(say: Texts, game: str, deal: int) -> str:
    """Which deal, or round, of a game is on: `deal 3`."""
    return say("round {n}", n=deal) if in_rounds(game) else say("deal {deal}", deal=deal)


def deal_of_text(say: Texts, game: str, deal: int, deals: int) -> str:
    """Which of a game's deals, or rounds: `deal 3/10`."""
    if in_rounds(game):
        return say("round {n}/{rounds}", n=deal, rounds=deals)
    return say("deal {deal}/{deals}", deal=deal, deals=deals)
