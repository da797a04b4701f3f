"""Who leads in training: ten rows by share of best moves, the row of who asked, buttons for pages."""

from bot.model.figures import LEAST_DECISIONS, Ranked, Ranking
from bot.model.rows import Person
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Line, Screen
from bot.ports.texts import Texts
from bot.screens.leaders import page_lines, ranked_grid, ranked_lines, turn_buttons
from bot.screens.lines import flow, plain, strong


def page_key(page: int, asker: int) -> str:
    """The key of a page, for the person who asked."""
    return str(Key(KeyVerb.TRAINERS, argument=f"{page}-{asker}"))


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
    first, shown = len(lines), ranking.rows
    for row in ranking.rows:
        lines.extend(_row(say, row, own=row.person == asker.id))
    if ranking.own is not None and all(row.person != asker.id for row in ranking.rows):
        lines.append(plain("…"))
        lines.extend(_row(say, ranking.own, own=True))
        shown = (*shown, ranking.own)
    heads = (say("Best moves"), say("Decisions"))
    figures = [_figures(say, row) for row in shown]
    grid = ranked_grid(say, (first, len(lines)), shown, asker, heads=heads, cells=figures)
    lines.extend(page_lines(say, ranking.number, ranking.pages))
    turns = turn_buttons(back, forward)
    return Screen(tuple(lines), (turns,) if turns else (), say.language, grid)


def _row(say: Texts, row: Ranked, *, own: bool) -> tuple[Line, ...]:
    return ranked_lines(say, row.rank, row.person, row.name, _figures(say, row), own=own)


def _figures(say: Texts, row: Ranked) -> tuple[str, str]:
    return f"{say.hundredths(row.trainee.share)} %", str(row.trainee.decisions)
