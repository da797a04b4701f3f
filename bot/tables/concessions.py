"""What is said when something in a lobby's options gives way by itself, and when that ends with its reason."""

from bot.model.errors import NotEnough
from bot.model.options import RUBLE, Options
from bot.ports.texts import Texts
from bot.screens.answers import rubles_text
from bot.screens.lobby import level_text


def told(say: Texts, before: Options | None, after: Options, short: NotEnough | None = None) -> list[str]:
    """What has given way, and what has come back, between two options of one lobby, or of a table and the one after it.

    `short` is what the wallet lacked, if it was asked. What was so before, for the same game, is not said again.
    """
    said: list[str] = []
    known = before is not None and (before.game, before.unrated_since) == (after.game, after.unrated_since)
    typed = before is None and after.unrated_since == "computers"  # in the line that asked for them
    if after.unrated_since is not None and not known and not typed:
        said.append(_unrated(say, after, short))
    if before is not None and before.unrated_since is not None and after.rated:
        said.append(_rated(say, after))
    if after.everyone_since is not None and (before is None or before.everyone_since is None):
        level = level_text(say, after.everyone_since)
        said.append(say("Open to everyone: your appearance rating does not fit “{who}”.", who=level))
    return said


def _unrated(say: Texts, options: Options, short: NotEnough | None) -> str:
    match options.unrated_since:
        case "stake" if short is not None:
            return say(
                "Unrated: a seat stakes {needed} virtual rubles, {there} there.",
                needed=rubles_text(say, short.needed),
                there=rubles_text(say, short.there),
            )
        case "pair":
            return say("Unrated: no more rated games count between you today.")
        case _:
            return say("Unrated, since a computer plays.")


def _rated(say: Texts, options: Options) -> str:
    if options.buy_in:
        return say("Rated again: a seat stakes {n} virtual rubles.", n=options.buy_in // RUBLE)
    return say("Rated again.")
