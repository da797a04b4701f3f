"""The leaderboard: ten rows, the row of who asked, buttons for pages and choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.model.figures import Ranked
from bot.model.rows import Person
from bot.model.standings import Metric, Page, Row, Scope
from bot.model.standings import Span as Time
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name, isolated, visible_length
from bot.ports.screens import Button, Grid, Line, Screen, Span, Tone, Weight
from bot.ports.texts import N_, Texts
from bot.screens.lines import SEPARATOR, WIDTH, flow, join, plain, quiet, strong

#: A name takes the room that its line leaves, within these numbers of characters.
_SHORTEST_NAME, _LONGEST_NAME = 5, 16

#: Before the row of who asked.
_OWN = "> "

#: What is counted and ordered by, as the board's first two lines say it.
_SCOPES = {Scope.CHAT: N_("this chat"), Scope.EVERYWHERE: N_("all chats")}
_SPANS = {Time.WEEK: N_("this week"), Time.MONTH: N_("this month"), Time.ALL: N_("all time")}
_METRICS = {
    Metric.RATING: N_("rating"),
    Metric.RUBLES: N_("virtual rubles"),
    Metric.WINS: N_("wins"),
    Metric.GAMES: N_("games"),
    Metric.UNITS: N_("blackjack, units"),
}

#: The labels of the buttons that choose them: a scope has at most 16 characters, the others at most 10, except rubles,
#: being called virtual, and units, which have rows of their own.
SCOPE_LABELS = {Scope.CHAT: N_("This chat"), Scope.EVERYWHERE: N_("Everywhere")}
SPAN_LABELS = {Time.WEEK: N_("Week"), Time.MONTH: N_("Month"), Time.ALL: N_("All time")}
#: The heads of their columns.
_VALUES = {
    Metric.RATING: N_("Rating"),
    Metric.RUBLES: N_("Virtual rubles"),
    Metric.WINS: N_("Wins"),
    Metric.UNITS: N_("Units"),
}
METRIC_LABELS = {
    Metric.RATING: N_("Rating"),
    Metric.RUBLES: N_("Virtual rubles"),
    Metric.WINS: N_("Wins"),
    Metric.GAMES: N_("Games"),
    Metric.UNITS: N_("Blackjack: units"),
}


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
        *flow(strong(say("Leaders")), say(_SCOPES[choices.scope])),
        *flow(say(_METRICS[choices.metric]), say(_SPANS[choices.span])),
    ]
    if choices.metric is Metric.UNITS:
        lines.append(quiet(say("virtual, no money value")))
    if not page.rows:
        lines.append(plain(say("No game is counted here yet.")))
    first, shown, metric = len(lines), page.rows, choices.metric
    for row in page.rows:
        lines.extend(_row_lines(say, row, metric, own=row.person == asker.id))
    if page.own is not None and all(row.person != asker.id for row in page.rows):
        lines.append(plain("…"))
        lines.extend(_row_lines(say, page.own, metric, own=True))
        shown = (*shown, page.own)
    cells = [_cells(say, row, metric) for row in shown]
    grid = ranked_grid(say, (first, len(lines)), shown, asker, heads=_heads(say, metric), cells=cells)
    if page.own is None:
        name: Line = (Span(_OWN), Span(_name(say, asker.id, asker.name), Tone.STRONG))
        lines.extend(flow(name, say("no game yet")))
    lines.extend(page_lines(say, page.number, page.pages))
    return Screen(tuple(lines), _rows(say, choices), say.language, grid)


def _heads(say: Texts, metric: Metric) -> tuple[str, ...]:
    """What the figures of a row are."""
    counts = say("Rounds") if metric is Metric.UNITS else say("Games")
    return (counts,) if metric is Metric.GAMES else (say(_VALUES[metric]), counts)


def _cells(say: Texts, row: Row, metric: Metric) -> tuple[str, ...]:
    match metric:
        case Metric.GAMES:
            return (str(row.games),)
        case Metric.UNITS:
            value = say.halves(row.value)
        case Metric.WINS:
            value = str(row.value)
        case _:
            value = say.hundredths(row.value)
    return (value, str(row.games))


def ranked_grid(
    say: Texts,
    place: tuple[int, int],
    ranked: Sequence[Row | Ranked],
    asker: Person,
    *,
    heads: tuple[str, ...],
    cells: Sequence[tuple[str, ...]],
) -> Grid | None:
    """The rows of a leaderboard as a table; `place` are the lines that say the same. None where nobody is ranked."""
    own = next((number for number, row in enumerate(ranked) if row.person == asker.id), None)
    rows = tuple(
        (str(row.rank), _name(say, row.person, "" if row.forgotten else row.name), *figures)
        for row, figures in zip(ranked, cells, strict=True)
    )
    return Grid(*place, (say("Place"), say("Name"), *heads), rows, own) if rows else None


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
    return ranked_lines(say, row.rank, row.person, "" if row.forgotten else row.name, figures, own=own)


def ranked_lines(
    say: Texts, rank: int, person: int, name: str, figures: Sequence[str], *, own: bool
) -> tuple[Line, ...]:
    """A person's row of a leaderboard: the rank, the name in the room that the figures leave, the figures."""
    head = f"{_OWN if own else ''}{rank} "
    room = WIDTH - len(head) - sum(len(SEPARATOR) + visible_length(figure) for figure in figures)
    shown = _name(say, person, name, room)
    return flow(join([plain(head), (Span(shown, Tone.STRONG if own else Tone.PLAIN),)], ""), *figures)


def page_lines(say: Texts, number: int, pages: int) -> tuple[Line, ...]:
    """Which page of a leaderboard this is, where there is more than one."""
    return (quiet(say("page {page}/{pages}", page=number + 1, pages=pages)),) if pages > 1 else ()


def turn_buttons(back: str | None, forward: str | None) -> tuple[Button, ...]:
    """The buttons of the pages before and after, where there are such."""
    return tuple(Button(label, key) for key, label in ((back, "◀"), (forward, "▶")) if key is not None)


def _name(say: Texts, person: int, name: str, room: int = _LONGEST_NAME) -> str:
    """A name in the room there is; who is forgotten, or has nothing to see in his name, is a number."""
    longest = min(max(room, _SHORTEST_NAME), _LONGEST_NAME)
    return isolated(clean_name(name, longest) or say("player {n}", n=person))


def _rows(say: Texts, choices: Choices) -> tuple[tuple[Button, ...], ...]:
    rows = (
        turn_buttons(choices.back, choices.forward),
        tuple(
            _choice(say(SCOPE_LABELS[scope]), key, chosen=scope is choices.scope)
            for scope, key in choices.scopes.items()
        ),
        tuple(
            _choice(say(SPAN_LABELS[span]), key, chosen=span is choices.span)
            for span, key in choices.spans.items()
        ),
        *(
            tuple(
                _choice(say(METRIC_LABELS[metric]), choices.metrics[metric], chosen=metric is choices.metric)
                for metric in row
            )
            for row in ((Metric.RATING, Metric.WINS, Metric.GAMES), (Metric.RUBLES,), (Metric.UNITS,))
        ),
    )
    training = (Button(say("Training: best moves"), str(Key(KeyVerb.TRAINERS))),)
    return (*(row for row in rows if row), training)


def _choice(label: str, key: str, *, chosen: bool) -> Button:
    # What is chosen is said by the board's first lines; the weight only repeats it.
    return Button(label, key, Weight.PRIMARY if chosen else Weight.PLAIN)
