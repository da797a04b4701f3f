"""Each command and each verb of a key stands once in the routes, and everything that lists them agrees."""

import ast
import re
from pathlib import Path

import pytest
from world import World

from adapters.discord.commands import slash_commands
from bot.app.routes import COMMANDS, KEYS, ROUTES
from bot.app.wording import Catalogues
from bot.ports.keys import Key, KeyVerb
from bot.ports.routes import Who
from bot.ports.texts import LANGUAGES, texts
from bot.screens.pages import help_lines
from engine.game import Verb

ROOT = Path(__file__).parents[2]

#: The functions that make keys, and the place of the verb among their arguments.
MAKERS = {"Key": 0, "lobby_key": 1, "move_key": 2}


def verbs_written() -> set[str]:
    """The verbs that screens and parts give their keys by name."""
    found = set()
    for path in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                place = MAKERS[node.func.id]
                match node.args[place : place + 1]:
                    case [ast.Attribute(value=ast.Name(id="KeyVerb"), attr=name)]:
                        found.add(KeyVerb[name].value)
                    case [ast.Constant(value=verb)]:
                        found.add(verb)
    return found


def test_each_verb_of_a_key_has_a_handler():
    assert set(KEYS) == {verb.value for verb in KeyVerb}
    assert {"sit", "leaders", "cards"} <= verbs_written() <= set(KEYS)
    moves = {
        verb
        for verb, route in KEYS.items()
        if not (route.page or route.past or route.beside or route.table or route.waiting)
    }
    assert moves == {verb.value for verb in Verb} - {"leave", "timeout"} | {"next", "other"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_each_command(language):
    say = texts(language)
    shown = ["".join(span.text for span in line) for line in help_lines(say, ROUTES.commands.values())]
    for route in ROUTES.commands.values():
        assert f"/{route.name} {route.example}".rstrip() + f" — {say(route.description)}" in shown


def test_the_readme_has_each_command():
    table = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("| `/")]
    first_cells = " ".join(line.split("|")[1] for line in table)
    assert set(re.findall(r"`/([a-z]+)", first_cells)) == set(ROUTES.commands)


def test_discord_has_each_command_but_those_about_typed_answers():
    names = {command.name for command in slash_commands(Catalogues())}
    assert names == set(ROUTES.commands) - {"cancel"}


def test_what_posts_and_what_asks_for_an_admin():
    assert {name for name in COMMANDS if ROUTES.command_posts(name)} == {
        "newtable", "tables", "table", "leaderboard", "replay",
    }  # fmt: skip
    keys = {verb: str(Key(verb)) for verb in KEYS}
    assert {verb for verb, key in keys.items() if ROUTES.key_posts(key)} == {
        "open", "alone", "again", "reopen", "sit", "start", "show", "watch", "leaders", "trainers", "replay", "page",
    }  # fmt: skip
    assert {name for name in COMMANDS if ROUTES.command_asks_for_admin(name)} == {"stop", "language"}
    assert {verb for verb, key in keys.items() if ROUTES.key_asks_for_admin(key)} == {
        "stop", "language", "chatlanguage",
    }  # fmt: skip


@pytest.fixture
async def world(tmp_path):
    running = await World(tmp_path / "twentyone.db").start()
    yield running
    await running.stop()


@pytest.mark.parametrize("name", [name for name, route in COMMANDS.items() if route.who is Who.SEATED])
async def test_a_command_of_who_sits_does_nothing_for_others(world, name):
    await world.open("Anna", "Boris", arguments="seats=3")
    before = world.session().row
    await world.command("Vera", name)
    assert world.session().row == before


async def test_a_key_or_command_of_no_version_is_refused(world):
    assert not (await world.command("Anna", "nosuch")).accepted
    assert not (await world.press("Anna", str(Key("nosuch")))).accepted
    assert not (await world.press("Anna", str(Key("nosuch", "K7A2BC")))).accepted


async def test_the_button_to_the_leaders_by_units_leads_there(world):
    assert (await world.press("Anna", str(Key("leaders", argument="blackjack")))).accepted
