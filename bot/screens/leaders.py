"""The leaderboard: ten rows, the row of who asked, buttons for pages and choices."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.rows import Person
from bot.model.standings import Metric, Page, Row, Scope
from bot.model.standings import Span as Time
from bot.ports.keys import Key
from bot.ports.names import clean_name, isolated, visible_length
from bot.ports.screens import Button, Line, Screen, Span, Tone, Weight
from bot.ports.texts import Texts
from bot.screens.lines import SEPARATOR, WIDTH, flow, join, plain, quiet, strong

#: A name takes the room that its line leaves, within these numbers of characters.
_SHORTEST_NAME, _LONGEST_NAME = 5, 16

#: Before the row of who asked.
_OWN = "> "


@dataclass(frozen=True, slots=True)
class Choices:
    """What the board shows and the keys of its buttons. `scopes` is empty where there is no chat to choose."""

    scope: Scope
    span: Time
    metric: Metric
    scopes: Mapping[Scope, str]
    spans: Mapping[Time, str]
    metrics: Mapping[Metric, str]
    back: str | None
    forward: str | None


def leaders_screen(say: Texts, page: Page, choices: Choices, asker: Person) -> Screen:
    """A page of the leaderboard, for everybody; the row of `asker` is on every page, marked."""
    lines: list[Line] = [
        *flow(strong(say("Leaders")), scope_text(say, choices.scope)),
        *flow(metric_text(say, choices.metric), span_text(say, choices.span)),
    ]
    if choices.metric is Metric.UNITS:
        lines.append(quiet(say("virtual, no money value")))
    if not page.rows:
        lines.append(plain(say("No game is counted here yet.")))
    for row in page.rows:
        lines.extend(_row_lines(say, row, choices.metric, own=row.person == asker.id))
    if page.own is None:
        name: Line = (Span(_OWN), Span(_name(say, asker.id, asker.name), Tone.STRONG))
        lines.extend(flow(name, say("no game yet")))
    elif all(row.person != asker.id for row in page.rows):
        lines.append(plain("…"))
        lines.extend(_row_lines(say, page.own, choices.metric, own=True))
    if page.pages > 1:
        lines.append(quiet(say("page {page}/{pages}", page=page.number + 1, pages=page.pages)))
    return Screen(tuple(lines), _rows(say, choices), say.language)


def _row_lines(say: Texts, row: Row, metric: Metric, *, own: bool) -> tuple[Line, ...]:
    games = say.plural("{n} game", "{n} games", row.games)
    match metric:
        case Metric.GAMES:
            figures = [games]
        case Metric.UNITS:
            figures = [say.halves(row.value), say.plural("{n} round", "{n} rounds", row.games)]
        case Metric.WINS:
            figures = [say.plural("{n} win", "{n} wins", row.value), games]
        case _:
            figures = [say.hundredths(row.value), games]
    rank = f"{_OWN if own else ''}{row.rank} "
    room = WIDTH - len(rank) - sum(len(SEPARATOR) + visible_length(figure) for figure in figures)
    name = _name(say, row.person, "" if row.forgotten else row.name, room)
    return flow(join([plain(rank), (Span(name, Tone.STRONG if own else Tone.PLAIN),)], ""), *figures)


def _name(say: Texts, person: int, name: str, room: int = _LONGEST_NAME) -> str:
    """A name in the room there is; who is forgotten, or has nothing to see in his name, is a number."""
    longest = min(max(room, _SHORTEST_NAME), _LONGEST_NAME)
    return isolated(clean_name(name, longest) or say("player {n}", n=person))


def _rows(say: Texts, choices: Choices) -> tuple[tuple[Button, ...], ...]:
    turns = ((choices.back, "◀"), (choices.forward, "▶"))
    rows = (
        tuple(Button(label, key) for key, label in turns if key is not None),
        tuple(
            _choice(scope_label(say, scope), key, chosen=scope is choices.scope)
            for scope, key in choices.scopes.items()
        ),
        tuple(
            _choice(span_label(say, span), key, chosen=span is choices.span)
            for span, key in choices.spans.items()
        ),
        *(
            tuple(
                _choice(metric_label(say, metric), choices.metrics[metric], chosen=metric is choices.metric)
                for metric in row
            )
            for row in ((Metric.RATING, Metric.WINS, Metric.GAMES), (Metric.RUBLES,), (Metric.UNITS,))
        ),
    )
    training = (Button(say("Training: best moves"), str(Key("trainers"))),)
    return (*(row for row in rows if row), training)


def _choice(label: str, key: str, *, chosen: bool) -> Button:
    # What is chosen is said by the board's first lines; the weight only repeats it.
    return Button(label, key, Weight.PRIMARY if chosen else Weight.PLAIN)


def scope_text(say: Texts, scope: Scope) -> str:
    """Whose games are counted, in the board's first line."""
    return say("this chat") if scope is Scope.CHAT else say("all chats")


def span_text(say: Texts, span: Time) -> str:
    """Which games are counted, in the board's second line."""
    match span:
        case Time.WEEK:
            return say("this week")
        case Time.MONTH:
            return say("this month")
        case Time.ALL:
            return say("all time")


def metric_text(say: Texts, metric: Metric) -> str:
    """What the rows are ordered by, in the board's second line."""
    match metric:
        case Metric.RATING:
            return say("rating")
        case Metric.RUBLES:
            return say("virtual rubles")
        case Metric.WINS:
            return say("wins")
        case Metric.GAMES:
            return say("games")
        case Metric.UNITS:
            return say("blackjack, units")


def scope_label(say: Texts, scope: Scope) -> str:
    """The button of a scope, at most 16 characters."""
    return say("This chat") if scope is Scope.CHAT else say("Everywhere")


def span_label(say: Texts, span: Time) -> str:
    """The button of a span of time, at most 10 characters."""
    match span:
        case Time.WEEK:
            return say("Week")
        case Time.MONTH:
            return say("Month")
        case Time.ALL:
            return say("All time")


def metric_label(say: Texts, metric: Metric) -> str:
    """The button of something to lead in, at most 10 characters; rubles, being called virtual, and units have rows of their own."""
    match metric:
        case Metric.RATING:
            return say("Rating")
        case Metric.RUBLES:
            return say("Virtual rubles")
        case Metric.WINS:
            return say("Wins")
        case Metric.GAMES:
            return say("Games")
        case Metric.UNITS:
            return say("Blackjack: units")
