"""What every screen of a table needs besides the view: its names, codes, options and times."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.computers import Computer
from bot.model.games import game_of
from bot.model.options import Options
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import COMPUTER_MARK, clean_name, isolated
from bot.ports.screens import Button, Line, Span, Tone
from bot.ports.texts import Texts
from engine.game import View
from engine.players import Level as Skill

#: The phase of keys of lobbies.
LOBBY_PHASE = "a"

#: The longest name on a board, in characters; results and lists have room for more.
BOARD_NAME = 10


@dataclass(frozen=True, slots=True)
class TableCaption:
    """A table as its screens name it.

    `names` are the persons' names as they are, in seat order, `mentions` their platform's user ids. `computers` has
    the computer of each seat where one sits; `private` says that nobody else can sit down. `seconds` is the time of the
    move in progress or of the pause, None where nothing runs, and `until` (UTC) its end. `restarted` says that the
    program has started anew since the last move.
    Of a table that goes on as long as people like: the names `coming` with the next round, the rounds of the records before this one,
    what each seat has `brought` from them in half units (empty: nothing), how many seats are `free` from the next round on,
    whether it is `closing` after this one.
    Of words for the seed: whether one can be added (`wordy`), the seats that have `announced` one for the start to come, the seat of the
    `last_word` in this record's seed. `counts` is false where the seed could be foreseen, so that the record is not rated.
    `staked` is what the seat to move staked last in this game, in chips.
    """

    code: str
    tag: str
    options: Options
    names: tuple[str, ...]
    mentions: tuple[int, ...]
    commitment: str
    seconds: int | None = None
    until: datetime | None = None
    restarted: bool = False
    computers: tuple[Computer | None, ...] = ()
    private: bool = False
    coming: tuple[str, ...] = ()
    rounds_before: int = 0
    brought: tuple[int, ...] = ()
    free: int = 0
    closing: bool = False
    wordy: bool = False
    announced: frozenset[int] = frozenset()
    last_word: int | None = None
    counts: bool = True
    staked: int | None = None

    def name(self, say: Texts, seat: int, longest: int = BOARD_NAME) -> str:
        """A seat's name, safe to show; a name with nothing to see becomes «player 2», a computer says that it is one."""
        if (computer := self.computer(seat)) is not None:
            return isolated(computer_name(say, computer))
        return isolated(clean_name(self.names[seat], longest) or say("player {n}", n=seat + 1))

    def round(self, view: View) -> int:
        """The number of the deal in progress or just ended, counted through all records of the table."""
        return self.rounds_before + view.deal

    def coming_name(self, say: Texts, number: int) -> str:
        """The name of one who plays from the next round, safe to show."""
        name = clean_name(self.coming[number], BOARD_NAME)
        return isolated(name or say("player {n}", n=len(self.names) + number + 1))

    def strong_name(self, say: Texts, seat: int, *, call: bool = False) -> Line:
        """A seat's name, strong; with `call` its person is mentioned."""
        called = call and self.computer(seat) is None
        return (Span(self.name(say, seat), Tone.STRONG, self.mentions[seat] if called else None),)

    def computer(self, seat: int | None) -> Computer | None:
        """The computer that sits there."""
        return self.computers[seat] if seat is not None and seat < len(self.computers) else None

    @property
    def skill(self) -> Skill | None:
        """How well the computers of the table play; None where only persons sit."""
        return next((computer.skill for computer in self.computers if computer is not None), None)


def seconds_text(say: Texts, seconds: int) -> str:
    """A time as words: `60 s`."""
    return say("{seconds} s", seconds=seconds)


def turn_time(say: Texts, seating: TableCaption, seat: int) -> Line:
    """Whose time runs, and how much of it there is: `Vera: 60 s`."""
    name = seating.name(say, seat)
    if seating.seconds is None:
        return (Span(name),)
    return (Span(f"{name}: "), Span(seconds_text(say, seating.seconds), until=seating.until))


def computer_name(say: Texts, computer: Computer) -> str:
    """A computer's name, with the mark that no person's name has."""
    name = say("Computer {n}", n=computer.number)
    return f"{COMPUTER_MARK} {name}"


def lobby_key(code: str, verb: KeyVerb, argument: str | None = None) -> str:
    """The key of a button on a lobby."""
    return str(Key(verb, code, 0, LOBBY_PHASE, argument))


def help_button(seating: TableCaption) -> Button:
    """«?» of a table: what the cards count and what wins, as an alert."""
    return Button("?", str(Key(KeyVerb.HELP, seating.code)))


def game_name(say: Texts, game: str) -> str:
    """A game's name in the language."""
    return say(game_of(game).title)


def deal_text(say: Texts, game: str, deal: int) -> str:
    """Which deal, or round, of a game is on: `deal 3`."""
    return say("round {n}", n=deal) if game_of(game).rounds else say("deal {deal}", deal=deal)


def deal_of_text(say: Texts, game: str, deal: int, deals: int) -> str:
    """Which of a game's deals, or rounds: `deal 3/10`."""
    if game_of(game).rounds:
        return say("round {n}/{rounds}", n=deal, rounds=deals)
    return say("deal {deal}/{deals}", deal=deal, deals=deals)
