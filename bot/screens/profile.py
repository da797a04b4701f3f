"""The profile of a person."""

from bot.model.figures import Trainee
from bot.model.rows import Person
from bot.model.standings import Career
from bot.ports.names import clean_name, isolated
from bot.ports.screens import Line
from bot.ports.texts import Texts
from bot.screens.lines import SEPARATOR, plain, quiet, strong

#: From this appearance rating on a person is advanced (rules 2.2).
_ADVANCED = 10


def profile_lines(
    say: Texts, person: Person, career: Career, trainee: Trainee | None = None
) -> tuple[Line, ...]:
    """Level, rating, rubles, games, wins, the best day, training, the last games. Rating and rubles to hundredths."""
    name = clean_name(person.name) or say("player {n}", n=person.id)
    level = say("advanced") if person.appearance >= _ADVANCED else say("sandbox")
    share = round(100 * person.wins / person.games) if person.games else 0
    lines = [
        strong(isolated(name)),
        plain(say("level: {level} (appearance {n})", level=level, n=person.appearance)),
        plain(say("rating: {rating}", rating=say.hundredths(person.rating))),
        plain(say("virtual rubles: {rubles}", rubles=say.hundredths(person.rubles))),
        plain(
            say(
                "games: {games}, won: {wins} ({share}%)",
                games=person.games,
                wins=person.wins,
                share=share,
            )
        ),
    ]
    if person.rounds:
        rounds = say.plural("{n} round", "{n} rounds", person.rounds)
        lines.append(
            plain(
                say(
                    "blackjack: {rounds}, virtual units: {units}",
                    rounds=rounds,
                    units=say.halves(person.units),
                )
            )
        )
    if career.best is not None:
        lines.append(
            plain(
                say(
                    "best evening: {date}, rating {rating}",
                    date=say.date(career.best.day, year=True),
                    rating=say.hundredths(career.best.rating),
                )
            )
        )
    if trainee is not None:
        best = round(trainee.share / 100)
        lines.append(plain(say("training: best moves {share}% of {n}", share=best, n=trainee.decisions)))
    if career.last:
        lines.append(quiet(say("last games:")))
    for game in career.last:
        outcome = say("won") if game.won else say("lost")
        rating = say("rating {rating}", rating=say.hundredths(game.rating))
        lines.append(plain(SEPARATOR.join((game.code, say.date(game.ended_at), outcome, rating))))
    return tuple(lines)
