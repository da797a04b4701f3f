"""What one press on each option's button chooses: the next choice, round and round."""

from dataclasses import dataclass
from typing import TypeVar

from bot.model.computers import skills
from bot.model.games import games
from bot.model.options import MOVE_SECONDS, Level, Options

_Choice = TypeVar("_Choice")


@dataclass(frozen=True, slots=True)
class NextWords:
    """For each option's button, the word that sets its next choice: what `parse_options` reads."""

    game: str
    seats: str
    timeout: str
    length: str | None  # the deals, or the size; None: there is no length to agree
    rated: str
    level: str | None  # None: there is no other level that the opener fits
    more: str | None  # one computer more; None: there is no room
    fewer: str | None  # one less; None: there is none
    skill: str | None  # how well they play; None: there is no other way


def next_words(options: Options, appearance: int) -> NextWords:
    """The words for these options.

    A level that the opener does not fit is left out.
    """
    game, many, ways = options.at, options.computers, skills(options.game)
    levels = tuple(level for level in Level if game.leveled and level.admits(appearance))
    return NextWords(
        game=_after(tuple(one.name for one in games()), options.game),
        seats=f"seats={_after(game.seats, options.seats)}",
        timeout=f"timeout={_after(MOVE_SECONDS, options.seconds)}",
        length=_length_word(options),
        rated="unrated" if options.rated else "rated",
        level=f"level={_after(levels, options.level)}" if len(levels) > 1 else None,
        more=f"computers={many + 1}" if ways and many + 1 < game.seats[-1] else None,
        fewer=f"computers={many - 1}" if many else None,
        skill=_after(ways, options.skill).value if many and len(ways) > 1 else None,
    )


def _length_word(options: Options) -> str | None:
    game = options.at
    if game.sizes:
        return f"size={_after(game.sizes, options.size)}"
    if not game.deals:
        return None
    deals = _after(game.deals, options.deals)
    return f"deals={'all' if deals is None else deals}"


def _after(choices: tuple[_Choice, ...], current: _Choice) -> _Choice:
    if current not in choices:
        return choices[0]
    return choices[(choices.index(current) + 1) % len(choices)]
