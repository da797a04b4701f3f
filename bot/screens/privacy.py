"""What a person is told about what is stored of him."""

import json
from collections.abc import Mapping, Sequence

from bot.model.rows import Person
from bot.ports.names import clean_name, isolated
from bot.ports.screens import File, Line
from bot.ports.texts import Texts
from bot.screens.lines import plain, quiet

#: Rows by the names of their tables.
Stored = Mapping[str, Sequence[Mapping[str, object]]]


def data_lines(say: Texts, person: Person, stored: Stored) -> tuple[Line, ...]:
    """The main things that are stored of a person, in words."""
    account = person.account
    lines = [
        plain(say("Stored about you, player {n}:", n=person.id)),
        plain(say("name: {name}", name=isolated(clean_name(person.name)))),
        plain(say("account: {platform} {id}", platform=account.platform, id=account.user_id)),
        plain(
            say(
                "language: chosen {chosen}, told by your app {told}",
                chosen=person.language or "—",
                told=clean_name(person.client_language or "") or "—",
            )
        ),
        plain(say("appearance: {n}", n=person.appearance)),
        plain(say("rating: {rating}", rating=say.hundredths(person.rating))),
        plain(say("virtual rubles: {rubles}", rubles=say.hundredths(person.rubles))),
        plain(say("games: {games}, wins: {wins}", games=person.games, wins=person.wins)),
        plain(
            say(
                "Everything is in the file: {rows} rows of {tables} tables, amounts in hundredths.",
                rows=sum(len(rows) for rows in stored.values()),
                tables=len(stored),
            )
        ),
        quiet(say("To remove your name and account: /forget")),
    ]
    return tuple(lines)


def data_file(stored: Stored) -> File:
    """All rows that are stored of a person, as JSON."""
    return File("twentyone.json", "application/json", json.dumps(stored, ensure_ascii=False, indent=1))


def forget_lines(say: Texts, person: Person, seconds: int) -> tuple[Line, ...]:
    """What forgetting means, before it is done."""
    return (
        plain(
            say(
                "Your name becomes “player {n}” here and your account is cut off: you would come back as "
                "a new person, with nothing.",
                n=person.id,
            )
        ),
        plain(
            say(
                "Results and records of games stay, without your name, and so do words that you gave: "
                "seeds are made of them. This cannot be undone."
            )
        ),
        plain(
            say("Until the UTC day ends a hash of your account is kept, for the limits of that day alone.")
        ),
        plain(say("If you mean it, press within {seconds} s.", seconds=seconds)),
    )


def forgotten_lines(say: Texts, person: Person) -> tuple[Line, ...]:
    """That it is done."""
    return (
        plain(
            say(
                "Done: you are “player {n}” here now, and when the UTC day is over nothing leads from it to you.",
                n=person.id,
            )
        ),
        quiet(say("Older messages in chats of a platform stay as they were sent.")),
    )
