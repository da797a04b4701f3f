"""A fourth game is a folder of its engine, a description, a player and its texts; nothing else in the tree names a game."""

import random
import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from evening import chosen_by, play_out, seat
from fourth.description import GAME, SCREENS
from lonely import Alone
from world import World

from bot.cli.audit import audit_command
from bot.model import games
from bot.model.limits import DAY_PAIR_GAMES
from bot.model.options import Options, default_options, parse_options, read_offer
from bot.model.rows import Status
from bot.ports.texts import texts
from bot.screens.caption import game_name
from bot.screens.games import description, screens_of
from bot.screens.games.description import GameScreens, IncompleteGame
from bot.store import limits
from engine.games import GAMES

ROOT = Path(__file__).parents[2]

#: Where a game may be named: its engine, its players, its odds and training, its description; what is stored and exhibited; the texts.
OWN = re.compile(
    r"engine/(games|players|odds)/|bot/screens/games/|bot/cli/odds\.py|bot/training/|bot/store/migrations/|bot/exhibits/|bot/locales/"
)


def test_no_game_is_named_outside_its_own_files() -> None:
    literal = re.compile(rf"""["']({"|".join(GAMES)})["']""")
    named = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for package in ("engine", "bot", "adapters")
        for path in (ROOT / package).rglob("*.py")
        if not OWN.match(path.relative_to(ROOT).as_posix())
        for line in path.read_text().splitlines()
        if literal.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("part", [f.name for f in fields(GameScreens) if f.name not in {"name", "left"}])
def test_a_description_without_a_part_fails_with_one_sentence(part: str) -> None:
    parts = {f.name: getattr(SCREENS, f.name) for f in fields(SCREENS) if f.name != part}
    with pytest.raises(IncompleteGame, match=rf"^the game 'half' is described without: {part}$"):
        GameScreens(**parts)


@pytest.mark.parametrize("part", ["rules", "title", "words", "offer", "seconds", "pause", "likely"])
def test_facts_without_a_part_fail_with_one_sentence(part: str) -> None:
    parts = {f.name: getattr(GAME, f.name) for f in fields(GAME) if f.name != part}
    with pytest.raises(
        IncompleteGame,
        match=rf"^the game '[Hh]alf' is described without: {part}$",
    ):
        games.Game(**parts)


def test_a_game_that_nobody_plays_as_a_computer_is_not_described() -> None:
    with pytest.raises(IncompleteGame, match=r"^the game 'half' has no players"):
        description.describe(GAME, SCREENS)
    assert "half" not in GAMES


def test_two_descriptions_of_different_games_are_not_one(fourth: str) -> None:
    with pytest.raises(IncompleteGame, match=r"^the game 'half' has the screens of 'ochko'$"):
        description.describe(GAME, screens_of("ochko"))


def test_a_game_that_nobody_described_is_an_error() -> None:
    for ask in (games.game_of, screens_of, default_options, lambda name: Options(game=name).least):
        with pytest.raises(LookupError, match="no game 'half' is described"):
            ask("half")


def test_it_has_words_defaults_offers_and_texts(fourth: str) -> None:
    options = parse_options("половинка deals=5", default_options("ochko"))
    assert (options.game, options.seconds, options.deals) == (fourth, 40, 5)
    assert read_offer(options.offer) == default_options(fourth)
    assert [game_name(texts(language), fourth) for language in ("ru", "hu", "en")] == [
        "Половинка",
        "Felező",
        "Half",
    ]


async def test_it_is_played_alone_with_computers_to_a_result(fourth: str, world: World, capsys) -> None:
    played = await Alone(world).sit(f"{fourth} computers=2 deals=5")
    choose = random.Random(4).choice
    for _ in range(600):
        if not played.session.playing:
            break
        await played.step(choose)
    assert played.session.row.status in {Status.FINISHED, Status.VOID}
    assert world.chat.last().screen.text.startswith("Half ")
    assert audit_command(world.path, True) == 0
    assert capsys.readouterr().out == "balanced\n"


async def test_it_keeps_the_limits_of_a_day(fourth: str, world: World) -> None:
    for number in range(DAY_PAIR_GAMES):
        session = await seat(world, "Anna", "Boris", arguments=f"{fourth} deals=1 rated")
        assert session.row.opener == session.row.seats[session.state.view(None).banker].person
        await play_out(world, session, chosen_by(number))
        await world.turn(60)
    anna, boris = [(await world.store.person(world.account(name))).id for name in ("Anna", "Boris")]
    with closing(sqlite3.connect(world.path)) as db:
        db.row_factory = sqlite3.Row
        (had,) = db.execute("SELECT sum(rubles) FROM counted WHERE person_id = ?", (anna,)).fetchone()
        assert limits.rubles_left(db, anna, world.clock.now()) == limits.DAY_RUBLES - had
        assert limits.pair_games(db, anna, world.clock.now()) == {boris: DAY_PAIR_GAMES}
    await world.command("Anna", f"/newtable {fourth} seats=2 rated")
    assert not (await world.press("Boris", world.key("sit"))).accepted


async def test_rules_and_the_alone_buttons_know_it(fourth: str, world: World) -> None:
    answer = await world.command("Anna", f"/rules {fourth}")
    assert "half of the bank" in answer.screen.text
    buttons = [button.label for row in answer.screen.rows for button in row]
    assert "Rules: Ochko" in buttons
    shown = await world.command("Anna", "/rules")
    assert "Rules: Half" in [button.label for row in shown.screen.rows for button in row]
    assert world.app.games()[fourth] == "Half"
