"""Pages that are not a table's: welcome, rules, help, languages, the list of tables."""

from collections.abc import Iterable

from bot.model.games import games
from bot.ports.keys import Key, KeyVerb
from bot.ports.routes import CommandRoute, Section
from bot.ports.screens import Button, Line, Screen, Weight
from bot.ports.texts import ENDONYMS, LANGUAGES, Texts
from bot.screens.caption import TableCaption, deal_text, game_name, lobby_key, seconds_text
from bot.screens.computers import alone_rows
from bot.screens.lines import flow, plain, strong
from bot.screens.lobby import length_text, rated_text


def welcome_screen(say: Texts, *, private: bool = False, alone: bool = False) -> Screen:
    """What a chat is greeted with. Tables of several persons are for groups; in private, and where
    somebody may be `alone`, there is a game with the computer. One button only is coloured: the first step.
    """
    begins: tuple[Line, ...] = ()
    if private or alone:
        begins = (plain(say("Alone: press a game with the computer.")),)
    if not private:
        together = say("Together: open a table, the others press “Sit down”. Another game: “Options”.")
        begins = (*begins, plain(together))
    lines: tuple[Line, ...] = (
        strong(say("Twenty-one: card games for this chat")),
        plain(say("Ochko and Stuk against a player who banks, blackjack against the dealer.")),
        *begins,
        plain(
            say(
                "Chips, rubles and units are virtual. No player can choose the cards; “Proof” shows how they came."
            )
        ),
    )
    weight = Weight.PLAIN if alone else Weight.PRIMARY
    opening = (Button(say("Open a table for three"), str(Key(KeyVerb.OPEN, argument="3")), weight),)
    watching = (Button(say("Watch a demo"), str(Key(KeyVerb.WATCH))),)
    training = (Button(say("Train blackjack"), str(Key(KeyVerb.TRAIN))),)
    reading = (
        Button(say("Rules in short"), str(Key(KeyVerb.RULES))),
        Button(say("Language"), str(Key(KeyVerb.LANGUAGE))),
    )
    if private:
        rows: tuple[tuple[Button, ...], ...] = (training, watching, reading)
    else:
        rows = (opening, *((training,) if alone else ()), watching, reading)
    return Screen(lines, (*alone_rows(say), *rows) if private or alone else rows, say.language)


def help_lines(say: Texts, routes: Iterable[CommandRoute]) -> tuple[Line, ...]:
    """How to play here, and all commands, those together that are for the same."""
    by_section: dict[Section, list[Line]] = {section: [] for section in Section}
    for route in routes:
        text = f"/{route.name} {route.example}".rstrip() + f" — {say(route.description)}"
        by_section[route.section].append(plain(text))
    commands = tuple(
        line for section, lines in by_section.items() for line in (strong(say(section.value)), *lines)
    )
    return (
        plain(
            say(
                "Open a table with /newtable, let the others press “Sit down”, then play with the buttons under the board."
            )
        ),
        plain(say("“My cards” shows your hand to you alone.")),
        plain(
            say(
                "Stuk opens with {example}. Rated it stakes virtual rubles, which rated Ochko pays; unrated, play chips.",
                example="/newtable stuk size=10",
            )
        ),
        plain(
            say(
                "Blackjack opens with {example}. It goes on as long as somebody sits; come and go between rounds.",
                example="/newtable blackjack",
            )
        ),
        plain(say("“+ Computer” fills a seat; such a table is unrated.")),
        *commands,
    )


def rules_rows(say: Texts, game: str) -> tuple[tuple[Button, ...], ...]:
    """The rules of the other games, a press away from those of `game`."""
    others = [other.name for other in games() if other.name != game]
    return tuple(
        (Button(say("Rules: {game}", game=game_name(say, other)), str(Key(KeyVerb.RULES, argument=other))),)
        for other in others
    )


def language_rows(say: Texts, *, admin: bool) -> tuple[tuple[Button, ...], ...]:
    """Buttons for one's own language and, for an admin, the chat's."""
    own = tuple(Button(ENDONYMS[tag], str(Key(KeyVerb.LANGUAGE, argument=tag))) for tag in LANGUAGES)
    if not admin:
        return (own,)
    chat = tuple(
        Button(
            say("Chat: {language}", language=ENDONYMS[tag][:3]), str(Key(KeyVerb.CHATLANGUAGE, argument=tag))
        )
        for tag in LANGUAGES
    )
    return (own, chat)


def table_lines(say: Texts, seating: TableCaption, *, waiting: bool, deal: int) -> tuple[Line, ...]:
    """One table in the list of tables; `deal` counts through all its records."""
    options = seating.options
    head = flow(
        strong(f"{game_name(say, options.game)} {seating.tag}"),
        rated_text(say, options),
        length_text(say, options),
        seconds_text(say, options.seconds),
    )
    seats = tuple(seating.strong_name(say, seat) for seat in range(len(seating.names)))
    state = (
        say("waiting for players: {taken}/{seats}", taken=len(seats), seats=options.seats)
        if waiting
        else deal_text(say, options.game, deal)
    )
    return (*head, *flow(*seats), *flow(state))


def tables_screen(say: Texts, tables: tuple[tuple[TableCaption, bool, int], ...]) -> Screen:
    """The open tables of a chat: each as (seating, whether it waits, deal)."""
    if not tables:
        row = (Button(say("Open a table for three"), str(Key(KeyVerb.OPEN, argument="3")), Weight.PRIMARY),)
        return Screen((plain(say("No table is open here.")),), (row,), say.language)
    lines: list[Line] = [strong(say("Open tables"))]
    rows: list[tuple[Button, ...]] = []
    for seating, waiting, deal in tables:
        lines.extend(table_lines(say, seating, waiting=waiting, deal=deal))
        if waiting or seating.free:
            label = say("Sit down at {tag}", tag=seating.tag)
            rows.append((Button(label, lobby_key(seating.code, KeyVerb.SIT), Weight.PRIMARY),))
        else:
            label = say("Show {tag}", tag=seating.tag)
            rows.append((Button(label, str(Key(KeyVerb.SHOW, seating.code))),))
    return Screen(tuple(lines), tuple(rows), say.language)


def which_rows(seatings: tuple[TableCaption, ...], verb: str, say: Texts) -> tuple[tuple[Button, ...], ...]:
    """Buttons to say which table is meant."""
    return tuple(
        (Button(f"{game_name(say, seating.options.game)} {seating.tag}", str(Key(verb, seating.code))),)
        for seating in seatings
    )
