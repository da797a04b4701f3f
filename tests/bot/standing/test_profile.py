"""/profile: figures of oneself or of the person answered to, as ledger and results have them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from world import GROUP

from bot.model.standings import Career
from bot.ports.requests import Account, Command
from bot.ports.screens import Loudness
from bot.ports.texts import texts
from bot.screens.profile import profile_lines
from bot.store import persons, standings

DAY = datetime(2026, 3, 10, tzinfo=UTC)


async def profile(world, name: str, of: Account | None = None):
    asked = Command(world.account(name), GROUP, world.press_id(), name="profile", arguments="", reply_to=of)
    return await world.ask(world.app.command(asked))


async def test_figures_are_those_of_ledger_and_results(world, games):
    for hours, rating, won in ((1, 100, True), (23, 250, False), (25, 300, True), (49, 833, False)):
        await games.game(("Anna", rating, won), at=DAY + timedelta(hours=hours))
    await games.game(("Anna", 900, True), rated=False)
    person = games.persons["Anna"].id
    career = await world.store.ask(standings.career, person)
    assert career.best is not None
    assert (career.best.day, career.best.rating) == (DAY + timedelta(days=2), 833)
    assert [(game.code, game.rating, game.won) for game in career.last] == [
        ("000004", 833, False),
        ("000003", 300, True),
        ("000002", 250, False),
        ("000001", 100, True),
    ]
    stored = (await world.store.read(persons.many, [person]))[person]
    assert (stored.games, stored.wins, stored.rating, stored.rubles) == (4, 2, 1483, 7415)


async def test_the_best_evening_is_a_day_of_utc_and_of_equal_days_the_first(world, games):
    midnight = DAY + timedelta(days=1)
    await games.game(("Anna", 300, True), at=midnight - timedelta(microseconds=1))
    await games.game(("Anna", 100, True), at=midnight)
    await games.game(("Anna", 200, True), at=midnight + timedelta(hours=23, minutes=59))
    career = await world.store.ask(standings.career, games.persons["Anna"].id)
    assert career.best is not None
    assert (career.best.day, career.best.rating) == (DAY, 300)


async def test_five_last_games_at_most_and_none_of_others(world, games):
    for n in range(8):
        await games.game(("Anna", n, False), ("Boris", 0, True))
    career = await world.store.ask(standings.career, games.persons["Anna"].id)
    assert [game.rating for game in career.last] == [7, 6, 5, 4, 3]


async def test_of_oneself_privately_with_virtual_rubles(world, games):
    await games.game(("Anna", 1250, True))
    await games.game(("Anna", 0, False))
    await games.game(("Anna", 0, True))
    answer = await profile(world, "Anna")
    assert answer.loudness is Loudness.NOTE
    text = answer.screen.text
    assert all(part in text for part in ("Anna", "12.50", "62.50", "67%", "virtual"))
    assert world.chat.messages == {}


async def test_of_the_person_answered_to(world, games):
    await games.game(("Anna", 1250, True), ("Boris", 300, False))
    answer = await profile(world, "Boris", of=world.account("Anna"))
    assert "Anna" in answer.screen.text
    assert "12.50" in answer.screen.text


async def test_of_somebody_unknown_says_so_and_makes_no_person(world):
    await profile(world, "Anna")
    stranger = Account("chat", 4242, "Stranger")
    answer = await profile(world, "Anna", of=stranger)
    assert not answer.accepted
    assert await world.store.read(persons.find, stranger) is None


async def test_who_has_not_played_has_a_profile_of_zeros(world):
    answer = await profile(world, "Anna")
    assert answer.accepted
    assert "0.00" in answer.screen.text


async def test_the_level_turns_at_ten_and_decimals_follow_the_language(book):
    person = await book.person("Anna")
    for appearance, english in ((9, "sandbox"), (10, "advanced")):
        shown = replace(person, appearance=appearance, games=3, wins=2, rating=833)
        text = "\n".join(
            span.text for line in profile_lines(texts("en"), shown, Career(None, ())) for span in line
        )
        assert english in text
    for language, figures in (
        ("en", ("8.33", "67%")),
        ("ru", ("8,33", "67 %")),
        ("hu", ("8,33", "67%")),
    ):
        text = "\n".join(
            span.text for line in profile_lines(texts(language), shown, Career(None, ())) for span in line
        )
        assert all(figure in text for figure in figures)
