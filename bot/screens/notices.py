"""Short messages of a table beside its board: calls, questions, games stopped."""

from collections.abc import Mapping

from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Span, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, game_name, lobby_key
from bot.screens.computers import again_rows, computer_button
from bot.screens.lines import flow, strong, wrapped


def _title(say: Texts, seating: TableCaption) -> Line:
    return strong(f"{game_name(say, seating.options.game)} {seating.tag}")


def contradiction_text(say: Texts, earlier: str, word: str) -> str:
    """That two words of a command contradict each other, both as they may be shown."""
    return say("“{earlier}” and “{word}” contradict each other: keep one.", earlier=earlier, word=word)


def nudge_screen(say: Texts, seating: TableCaption, seat: int) -> Screen:
    """A call for the seat that has not moved."""
    name = seating.strong_name(say, seat, call=True)
    return Screen(((*name, Span(": " + say("your move at table {tag}", tag=seating.tag))),), (), say.language)


def lonely_screen(say: Texts, seating: TableCaption) -> Screen:
    """Says that one person waits for others."""
    text = say("{name} waits for players at table {tag}.", name=seating.name(say, 0), tag=seating.tag)
    sit = Button(say("Sit down"), lobby_key(seating.code, KeyVerb.SIT), Weight.PRIMARY)
    more = computer_button(say, seating, 1)
    return Screen(wrapped(text), ((sit,), (more,)) if more else ((sit,),), say.language)


def vote_screen(say: Texts, seating: TableCaption, asker: int) -> Screen:
    """The question whether a rated game is to be stopped; `asker` is a seat."""
    ends = say(
        "If all the others agree within 60 s, it ends; the stake in play goes back, nothing more counts."
    )
    if seating.options.open_ended:
        ends = say(
            "If all the others agree within 60 s, the table closes after this round; the hands of the one who asks stand."
        )
    lines = (
        *flow(_title(say, seating), say("stop the game?")),
        *wrapped(say("Asked by: {name}", name=seating.name(say, asker))),
        *wrapped(ends),
    )
    rows = (
        (
            Button(say("Agree"), str(Key(KeyVerb.AGREE, seating.code))),
            Button(say("Play on"), str(Key(KeyVerb.PLAYON, seating.code)), Weight.PRIMARY),
        ),
    )
    return Screen(lines, rows, say.language)


def vote_over_screen(say: Texts, seating: TableCaption, *, agreed: bool) -> Screen:
    """How that question came out."""
    outcome = (
        (
            say("Agreed: the table closes after this round.")
            if seating.options.open_ended
            else say("Agreed: the game is stopped.")
        )
        if agreed
        else say("Not agreed: the game goes on. To give up your seat: /leave")
    )
    return Screen((*flow(_title(say, seating)), *wrapped(outcome)), (), say.language)


def reason_text(say: Texts, why: str) -> str:
    """Why a game has ended without a result."""
    match why:
        case "rules_changed":
            return say("The program has changed and cannot continue this game.")
        case "deserted":
            return say("Only computers are left: the game ends.")
        case "chat_gone":
            return say("The chat could not be reached.")
        case "admin":
            return say("An admin of the chat has stopped it.")
        case _:
            return say("Stopped.")


def void_screen(say: Texts, seating: TableCaption, why: str, paid: Mapping[int, int] | None = None) -> Screen:
    """The last edit of a game that was not played to its end (rules 5.6).

    `paid`: of a staked one the chips that each seat takes home which had not left it before.
    """
    again = Button(say("Again"), str(Key(KeyVerb.AGAIN, seating.code)), Weight.PRIMARY)
    lines = [
        *flow(_title(say, seating)),
        *wrapped(reason_text(say, why)),
        *wrapped(say("The stake in play is returned, nothing more is counted.")),
    ]
    if paid:
        lines.extend(wrapped(say("The chips go back to the wallets:")))
        for seat, chips in paid.items():
            lines.extend(flow(seating.strong_name(say, seat), say.plural("{n} chip", "{n} chips", chips)))
    return Screen(tuple(lines), ((again,), *again_rows(say, seating)), say.language)
