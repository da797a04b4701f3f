"""Whole games, played by the buttons of the boards."""

import random
import sqlite3
from contextlib import closing

import pytest
from bank import balanced, bold, endow, escrow, wallets
from server import Server, buttons, text_of
from simcord.results import to_discord_message

from bot.ports.keys import Key
from bot.tables.session import Session
from engine.game import Phase, View


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("count", [2, 3, 4])
async def test_whole_games_in_every_language(server, language, count):
    names = ["Anna", "Boris", "Vera", "Gleb"][:count]
    await server.slash("Anna", "language", language=language)
    await server.open_table(*names, deals="1")
    chance = random.Random(count)
    await server.play_out(chance.choice)
    await server.turn(5)
    assert not server.app.tables.open_sessions()
    for name in names:
        assert name in server.shown()


def losing(view: View, keys: dict[str, list[str]]) -> str:
    """Stakes a third of what a knock needs, draws until it is too much; knocks as soon as it can."""
    if view.phase is Phase.PAUSE:
        return keys["knock"][0]
    if view.phase is Phase.STAKE:
        return min(keys["bet"], key=lambda key: abs(int(Key.parse(key).argument) - 7))
    return keys["hit"][0]


@pytest.mark.parametrize(("language", "choose"), [("ru", bold), ("hu", losing)])
async def test_a_rated_table_of_stuk_is_played_to_its_end_in_other_languages(server, language, choose):
    names = ("Anna", "Boris")
    for name in names:
        await server.slash(name, "language", language=language)
    endow(server, *names)
    before = wallets(server)
    await server.open_table(*names, game="stuk", size="10", rated="rated")
    session = server.app.tables.open_sessions()[0]
    assert escrow(server) == 2 * 3 * 10 * 100
    while session.playing:
        await pressed(server, session, choose)
        await server.turn(2)
    await server.turn(5)
    assert all(name in text_of(server.messages()[-1]) for name in names)
    after = wallets(server)
    assert sum(after.values()) == sum(before.values())
    balanced(server)
    with closing(sqlite3.connect(server.path)) as database:
        won = dict(database.execute("SELECT name, net FROM results JOIN persons ON persons.id = person_id"))
    assert {name: after[name] - before[name] for name in names} == {n: net * 100 for n, net in won.items()}


async def pressed(server: Server, session: Session, choose) -> None:
    """Whoever may press something of the game does; in a pause that nobody can end it goes by."""
    view = session.state.view(None)
    seat = view.banker if view.may_knock else view.to_move
    if seat is None:
        await server.turn(6)
        return
    found: dict[str, list[str]] = {}
    for message in server.messages():
        for _, payload in buttons(message):
            key = Key.parse(payload)
            if key is not None and key.deal == view.deal:
                board = message
                found.setdefault(key.verb, []).append(payload)
    chosen = choose(session.state.view(seat), found)
    name = session.row.seats[seat].account.name
    await server.person(name).click(to_discord_message(server.env, board), custom_id=f"b:{chosen}")
    await server.settle()
