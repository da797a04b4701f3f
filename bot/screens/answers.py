"""Answers to the person who asked, and the words for each refusal."""

from dataclasses import replace

from bot.model.errors import NotEnough, WalletFull
from bot.model.options import RUBLE, Level, Options
from bot.model.rows import TableRow
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Answer, Button, Line, Loudness, Screen, Weight
from bot.ports.texts import Texts
from bot.screens.games import screens_of
from bot.screens.lines import plain, refused, short
from bot.screens.lobby import level_text
from engine.fairness import share_digits
from engine.game import LegalMove, Refusal, Verb


def first_seat(say: Texts, answer: Answer, game: str) -> Answer:
    """The answer to a person's first seat anywhere: an alert, with what one has to know of that game."""
    lines = answer.screen.lines
    return short(
        say, *lines, screens_of(game).first_seat(say), loudness=Loudness.ALERT, on_board=answer.on_board
    )


def share_text(say: Texts, row: TableRow, person: int) -> str:
    """The first digits by which a person finds his share in the proof of the table where he has sat down."""
    return say("Share: {digits}.", digits=share_digits(dict(row.joins)[person]))


def words_awaited(say: Texts) -> str:
    """That nothing changes while a start waits for words."""
    return say("The seats are final: the start waits for words, 30 s at most.")


def note(
    say: Texts, *lines: Line | str, rows: tuple[tuple[Button, ...], ...] = (), accepted: bool = True
) -> Answer:
    """A private message of any length."""
    written = tuple(plain(line) if isinstance(line, str) else line for line in lines)
    return Answer(Screen(written, rows, say.language), Loudness.NOTE, accepted)


def refusal_text(say: Texts, refusal: Refusal, legal: tuple[LegalMove, ...]) -> str:
    """Why a move is not possible and what would be, in one sentence. `legal` are the moves of the seat to move."""
    bet = next((move for move in legal if move.verb is Verb.BET), None)
    match refusal:
        case Refusal.STAKE_TOO_LOW | Refusal.STAKE_TOO_HIGH | Refusal.STAKE_FIRST if bet is not None:
            return stake_range(say, bet)
        case Refusal.STAKE_ALREADY_PLACED:
            return say("Your stake is already placed.")
        case Refusal.NOT_YOUR_TURN:
            return say("It is not your turn.")
        case Refusal.SEAT_OUT:
            return say("You are out of this game.")
        case Refusal.GAME_OVER:
            return say("This game is over.")
        case Refusal.NO_DEAL:
            return say("The next deal begins by itself.")
        case _:
            return say("This is not possible now.")


def stake_range(say: Texts, bet: LegalMove) -> str:
    """Which stakes are allowed now."""
    if bet.min == bet.max:
        return say("The only stake possible now is {n}.", n=bet.min)
    return say("The stake must be a whole number from {min} to {max} now.", min=bet.min, max=bet.max)


def sits_already(say: Texts, tag: str | None) -> Answer:
    """At which table the person sits, so that he can leave there first (rules 5.3); None: at one that is not found any more."""
    if tag is None:
        return refused(say, say("You sit at another table."))
    text = say(
        "You sit at table {tag}, and only one table at a time is possible. To leave it: /leave", tag=tag
    )
    return short(say, text, loudness=Loudness.ALERT, accepted=False)


def poor(say: Texts, options: Options, error: NotEnough) -> Answer:
    """What a seat of a rated table of Стук stakes and what is there, with an unrated table a press away (rules 3.1)."""
    if isinstance(error, WalletFull):
        most = rubles_text(say, error.there)
        return refused(
            say,
            say(
                "Your wallet holds at most {most} virtual rubles and has no room for what may be won here.",
                most=most,
            ),
        )
    text = say(
        "A seat here stakes virtual rubles: {needed} needed, {there} there. An unrated table plays with chips.",
        needed=rubles_text(say, error.needed),
        there=rubles_text(say, error.there),
    )
    key = Key(KeyVerb.OPEN, argument=replace(options, rated=False).offer)
    button = Button(say("Open an unrated table"), str(key), Weight.PRIMARY)
    return note(say, text, rows=((button,),), accepted=False)


def rubles_text(say: Texts, amount: int) -> str:
    """An amount of rubles kept in hundredths: whole where it is whole."""
    return str(amount // RUBLE) if amount % RUBLE == 0 else say.hundredths(amount)


def unfit(say: Texts, level: Level) -> str:
    """That the appearance rating does not fit a level (rules 2.2)."""
    return say("Your appearance rating does not fit this table. Level: {who}.", who=level_text(say, level))
