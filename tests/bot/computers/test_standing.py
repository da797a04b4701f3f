"""Computers are no persons of the product: no board of leaders, wallet, limit or stored data knows them."""

import json

from world import GROUP, World

from bot.model.standings import Metric, Period, Scope, Span
from bot.ports.texts import texts
from bot.store import escrow, limits, persons, privacy, standings


async def test_a_game_with_computers_counts_nowhere(alone):
    played = await alone("stuk computers=2")
    await played.finish()
    store, anna = played.world.store, played.session.row.seats[0].person
    for seat in played.session.row.seats:
        person = (await store.read(persons.many, [seat.person]))[seat.person]
        assert (person.games, person.wins, person.rating, person.rubles) == (0, 0, 0, 0)
        assert not (await store.ask(escrow.wallet_of, seat.person)).movements
    period = Period.of(Span.ALL, played.world.clock.now())
    page = await store.ask(standings.page, GROUP, Scope.CHAT, period, Metric.GAMES, own=anna)
    assert page.rows == ()
    assert await store.read(limits.pair_games, anna, played.world.clock.now()) == {}


async def test_what_is_stored_of_a_person_names_no_computer(alone):
    played = await alone("ochko computers=2")
    stored = await played.world.store.ask_apart(privacy.stored_of, played.session.row.seats[0].person)
    assert "computer" not in json.dumps(stored["seats"]).lower()
    assert stored["joins"]
    assert stored["accounts"]


async def test_a_name_is_said_in_the_language_of_who_looks(alone, folder):
    for language, word in (("ru", "Компьютер 1"), ("hu", "Gép 1"), ("en", "Computer 1")):
        world = await World(folder / f"{language}.db", language=language).start()
        await world.command("Anna", "/newtable computers=1")
        seating = world.session().seating()
        assert word in seating.name(texts(language), 1)
        assert word in world.chat.last().screen.text
        await world.stop()
