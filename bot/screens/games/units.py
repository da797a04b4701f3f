"""What blackjack says beside its boards: the rules, and the units of all rounds at a table's end (rules part 4)."""

from collections.abc import Sequence

from bot.model.computers import computer
from bot.model.rows import Brought
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name, isolated
from bot.ports.screens import Button, Line, Screen, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, computer_name, game_name
from bot.screens.computers import again_rows
from bot.screens.evening import finish_button
from bot.screens.hands import taken
from bot.screens.lines import flow, plain, quiet, strong, wrapped
from bot.screens.notices import reason_text
from bot.screens.reckoning import WIDTH, more_button
from bot.screens.tally import Tally
from engine.game import SeatResult, View

_NAME = 16

#: So many codes of a table's records are named at its end, the last ones; each stands on the first board of its record.
_CODES = 12


def reckoned_screen(
    say: Texts,
    seating: TableCaption,
    brought: Sequence[Brought],
    codes: Sequence[str],
    minutes: int,
    *,
    evening: bool = False,
) -> Screen:
    """The end of a table: who brought what from all its rounds. `seating` is that of its last record, `codes` are those of all."""
    played = max((one.rounds for one in brought), default=0)
    lines: list[Line] = [
        *flow(
            strong(say("{game} {tag}: over", game=game_name(say, seating.options.game), tag=seating.tag)),
            say("{minutes} min", minutes=minutes),
            width=WIDTH,
        ),
        *_brought_lines(say, brought),
    ]
    if not seating.options.rated:
        lines.append(quiet(say("Unrated: nothing is counted.")))
    lines.append(quiet(say("Units are virtual: no money value, never exchanged.")))
    if played:
        shown = ", ".join(codes[-_CODES:])
        shown = f"…, {shown}" if len(codes) > _CODES else shown
        lines.append(quiet(say("code for /replay and /verify: {code}", code=shown)))
    again = Button(say("Again"), str(Key(KeyVerb.AGAIN, seating.code)), Weight.PRIMARY)
    finish = ((finish_button(say),),) if evening else ()
    rows = ((again, more_button(say, seating)), *again_rows(say, seating), *finish)
    return Screen(tuple(lines), rows, say.language)


def _brought_lines(say: Texts, brought: Sequence[Brought]) -> tuple[Line, ...]:
    if not brought:
        return wrapped(say("No round was finished."))
    return (
        plain(say("units:")),
        *(
            line
            for one in brought
            for line in flow(
                taken(isolated(_name(say, one)), one.halves, say.halves(one.halves)),
                say.plural("{n} round", "{n} rounds", one.rounds),
                width=WIDTH,
            )
        ),
    )


def _name(say: Texts, one: Brought) -> str:
    if (player := computer(one.account)) is not None:
        return computer_name(say, player)
    return clean_name(one.account.name, _NAME) or say("player {n}", n=one.person)


def broken_off_screen(say: Texts, seating: TableCaption, why: str, brought: Sequence[Brought]) -> Screen:
    """The last edit of a table that was stopped in a round: that round counts nothing, those before it stand."""
    again = Button(say("Again"), str(Key(KeyVerb.AGAIN, seating.code)), Weight.PRIMARY)
    lines = (
        *flow(strong(f"{game_name(say, seating.options.game)} {seating.tag}")),
        *wrapped(reason_text(say, why)),
        *wrapped(say("The round in progress is void, the rounds before it stand.")),
        *_brought_lines(say, brought),
    )
    return Screen(lines, ((again,), *again_rows(say, seating)), say.language)


def seat_lines(
    say: Texts,
    view: View,  # noqa: ARG001 - the shape of all games
    result: SeatResult,
    seating: TableCaption,
    seat: int,
    *,
    tally: Tally,  # noqa: ARG001 - nothing of a day is limited here
) -> tuple[Line, ...]:
    """A seat in the result of one record."""
    name = strong(seating.name(say, seat, _NAME))
    return flow(name, say("units {units}", units=say.halves(result.net)), width=WIDTH)


def rules_lines(say: Texts) -> tuple[Line, ...]:
    """The rules of blackjack in short (rules part 4)."""
    return (
        plain(
            say(
                "1. Six packs of 52, shuffled anew for every round. Numbers count what they show, pictures 10, an ace 11 or 1."
            )
        ),
        plain(say("2. You play against the dealer alone: more than he has, but not above 21.")),
        plain(
            say(
                "3. Everybody has two open cards; the dealer has one open and one face down, and does not look at it."
            )
        ),
        plain(
            say(
                "4. Each in turn hits or stands. With two cards you may double: two units on the hand for one last card."
            )
        ),
        plain(
            say(
                "5. Two cards that count the same may be split, up to four hands; split aces get one card each."
            )
        ),
        plain(
            say(
                "6. The dealer draws to 17. Beat the dealer: +1 unit; equal: 0. A natural (ace and ten at "
                "once) pays 1.5; the dealer's natural beats everything but another one."
            )
        ),
        plain(
            say(
                "7. A missed move stands for the rest of the round; two rounds in a row free the seat. "
                "Come and go between rounds."
            )
        ),
        plain(
            say(
                "8. Units are virtual: no money value, never exchanged for rubles or anything else. No insurance, no surrender."
            )
        ),
    )


def essentials_text(say: Texts) -> str:
    """The values of the cards and what wins, within an alert (rules 4.2, 4.10, 4.11)."""
    return say(
        "Aim: nearer 21 than the dealer, not above. Pictures 10, ace 11 or 1. The dealer draws to 17. "
        "Ace and ten at once pay 1.5. Units are virtual."
    )


def first_seat_text(say: Texts) -> str:
    """What a person's first chair anywhere is answered with, after its number and his share, within an alert."""
    return say(
        "Nearer 21 than the dealer wins, above 21 loses, a tie pays nothing. Pictures 10, ace 11 "
        "or 1. Ace and ten at once pay 1.5. Units are virtual."
    )
