"""Who leads in training: ten rows by share of best moves, the row of who asked, buttons for pages."""

from bot.model.figures import LEAST_DECISIONS, Ranked, Ranking
from bot.model.rows import Person
from bot.ports.keys import Key
from bot.ports.names import clean_name, isolated, visible_length
from bot.ports.screens import Button, Line, Screen, Span, Tone
from bot.ports.texts import Texts
from bot.screens.lines import SEPARATOR, WIDTH, flow, join, plain, quiet, strong

#: A name takes the room that its line leaves, within these numbers of characters.
_SHORTEST_NAME, _LONGEST_NAME = 5, 16

_OWN = "> "


def page_key(page: int, asker: int) -> str:
    """The key of a page, for the person who asked."""
    return str(Key("trainers", argument=f"{page}-{asker}"))


def trainers_screen(
    say: Texts, ranking: Ranking, asker: Person, *, back: str | None, forward: str | None
) -> Screen:
    """A page of the leaderboard of training, for everybody; the row of `asker` is on every page, marked."""
    lines: list[Line] = [
        *flow(strong(say("Leaders")), say("training"), say("all chats")),
        *flow(say("best moves, from {n} decisions", n=LEAST_DECISIONS)),
    ]
    if not ranking.rows:
        lines.append(plain(say("Nobody has so many yet.")))
    for row in ranking.rows:
        lines.extend(_row(say, row, own=row.person == asker.id))
    if ranking.own is not None and all(row.person != asker.id for row in ranking.rows):
        lines.append(plain("…"))
        lines.extend(_row(say, ranking.own, own=True))
    if ranking.pages > 1:
        lines.append(quiet(say("page {page}/{pages}", page=ranking.number + 1, pages=ranking.pages)))
    turns = tuple(Button(label, key) for key, label in ((back, "◀"), (forward, "▶")) if key is not None)
    return Screen(tuple(lines), (turns,) if turns else (), say.language)


def _row(say: Texts, row: Ranked, *, own: bool) -> tuple[Line, ...]:
    figures = (f"{say.hundredths(row.trainee.share)} %", str(row.trainee.decisions))
    rank = f"{_OWN if own else ''}{row.rank} "
    room = WIDTH - len(rank) - sum(len(SEPARATOR) + visible_length(figure) for figure in figures)
    longest = min(max(room, _SHORTEST_NAME), _LONGEST_NAME)
    name = isolated(clean_name(row.name, longest) or say("player {n}", n=row.person))
    return flow(
        join([plain(rank), (Span(name, Tone.STRONG if own else Tone.PLAIN),)], ""),
        *figures,
    )
