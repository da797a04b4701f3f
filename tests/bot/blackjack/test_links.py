"""A table of blackjack is a chain of records: who comes and goes between rounds, and what is proved (rules 4.15)."""

import hashlib
import itertools
import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from bank import balanced
from evening import sit_key
from fairness_docs import CHAINED, checked
from rounds import (
    PEOPLE,
    close,
    live,
    move,
    offered,
    play_on,
    rows,
    standing,
    table,
    to_pause,
    total,
    units,
    view_of,
)
from world import World

from bot.history.pastgame import past_game
from bot.model.rows import Status
from bot.ports.keys import Key
from bot.store import privacy, tables
from bot.store import results as stored_results
from bot.tables.chain import CONTINUED, ROUNDS
from bot.tables.session import Session
from engine.fairness import CHAIN_LINKS, chained_secret, commitment
from engine.proof import proof_from, verify


def names_of(session: Session) -> list[str]:
    return [seat.account.name for seat in session.row.seats]


async def verified(world: World, code: str) -> bool:
    row = await world.store.read(tables.get, code)
    assert row is not None
    return verify(proof_from(past_game(row, await world.store.read(tables.moves, code)).proof())).holds


async def codes(world: World, session: Session) -> list[str]:
    assert session.row.link is not None
    return await world.store.read(tables.links, session.row.link.first)


async def test_who_sits_down_in_a_round_is_bound_at_once_and_plays_from_the_next(world: World) -> None:
    first = await table(world, "Anna", "Boris", seats=3)
    calls = len(world.chat.calls)
    answer = await world.press("Vera", world.key("sit"))
    assert "seat from the next round on: 3" in answer.screen.text
    assert "earer 21 than the dealer" in answer.screen.text  # a first chair: the essentials of this game
    assert len(world.chat.calls) == calls
    assert world.app.tables.of_person(3) is first
    assert not (await world.command("Vera", "/newtable")).accepted
    assert not (await world.press("Gleb", world.key("sit"))).accepted
    await world.turn(2)  # sooner it would be a double tap
    again = await world.press("Vera", world.key("sit"))
    assert "already" in again.screen.text
    await to_pause(world)
    assert "from the next round: \u2068Vera\u2069" in world.chat.last().screen.text
    assert names_of(live(world)) == ["Anna", "Boris"]
    await world.turn(8)
    second = live(world)
    assert names_of(second) == ["Anna", "Boris", "Vera"]
    assert (second.row.tag, second.row.opener) == (first.row.tag, first.row.opener)
    assert second.code != first.code
    assert (first.row.status, first.row.note) == (Status.FINISHED, CONTINUED)
    assert len(world.chat.calls) == calls + 3  # the second turn, the end of the round, the next board
    assert "round 2" in world.chat.last().screen.text
    assert world.account("Vera").user_id not in world.chat.last().mentions
    await play_on(world, rounds=1)
    await close(world)
    balanced(world)


async def test_the_seats_of_an_ended_record_are_proved_while_the_next_one_is_played(world: World) -> None:
    first = await table(world, "Anna", seats=2)
    promise = commitment(first.row.secret)
    assert promise[:16] in world.chat.last().screen.text
    await world.press("Boris", world.key("sit"))
    await to_pause(world)
    await world.turn(8)
    second = live(world)
    board = world.chat.last().screen.text
    assert second.code in board
    assert commitment(second.row.secret)[:16] in board
    assert commitment(second.row.secret) == first.row.secret.hex()
    assert await verified(world, first.code)
    told = await world.command("Anna", f"/verify {first.code}")
    assert first.row.secret.hex() in told.screen.text
    open_one = await world.command("Anna", f"/verify {second.code}")
    assert second.row.secret.hex() not in open_one.screen.text
    assert commitment(second.row.secret) in open_one.screen.text
    replay = await world.command("Anna", f"/replay {first.code}")
    assert replay.accepted
    assert "bank" not in world.chat.last().screen.text
    assert "dealer" in world.chat.last().screen.text


async def test_after_20_rounds_another_record_begins_with_the_same_seats(world: World) -> None:
    first = await table(world, "Anna", seats=1)
    await play_on(world, rounds=ROUNDS)
    assert live(world) is first
    assert view_of(first).deal == ROUNDS
    calls = len(world.chat.calls)
    await world.turn(8)
    second = live(world)
    assert second.code != first.code
    assert names_of(second) == ["Anna"]
    assert (total(second), view_of(second).deal) == (ROUNDS + 1, 1)
    assert len(world.chat.calls) == calls + 1
    # The first move of a game has longer; in the second record everybody has made his.
    if second.state is not None and second.state.to_move is not None:
        assert second.full_time(second.state) == 30
    await close(world)
    last = world.chat.last().screen.text
    assert all(code in last for code in (first.code, second.code))
    assert "21 rounds" in last
    assert rows(world, "SELECT rounds FROM persons") == [(ROUNDS + 1,)]
    results = [
        *await world.store.read(stored_results.of_table, first.code),
        *await world.store.read(stored_results.of_table, second.code),
    ]
    assert units(world)["Anna"] == sum(result.net for result in results)
    balanced(world)


async def test_leaving_is_free_between_rounds_and_the_table_goes_on_without_the_leaver(world: World) -> None:
    await table(world, *PEOPLE[:3], seats=3)
    session = await to_pause(world)
    calls = len(world.chat.calls)
    assert (await world.command("Boris", "/leave")).accepted
    assert world.app.tables.of_person(2) is None
    assert len(world.chat.calls) == calls
    await world.turn(8)
    assert names_of(live(world)) == ["Anna", "Vera"]
    assert await codes(world, session) == [session.code, live(world).code]


async def test_leaving_in_a_round_names_its_price_and_stands_through_the_rest(world: World) -> None:
    session = await table(world, "Anna", "Boris", seats=2)
    asked = await world.command("Boris", "/leave")
    assert not asked.accepted
    assert "stand" in asked.screen.text
    assert (await world.press("Boris", str(Key("leave", session.code)))).accepted
    assert world.app.tables.of_person(2) is None
    assert live(world).state is not None
    assert live(world).state.to_move == 0
    await to_pause(world)
    assert view_of(session).seats[1].hands[0].result is not None
    await world.turn(8)
    assert names_of(live(world)) == ["Anna"]
    balanced(world)


async def test_a_freed_seat_can_be_taken_in_the_same_round(world: World) -> None:
    session = await table(world, "Anna", "Boris", seats=2)
    await world.command("Boris", "/leave")
    await world.press("Boris", str(Key("leave", session.code)))
    assert (await world.press("Boris", sit_key(session))).accepted
    assert not (await world.press("Vera", sit_key(session))).accepted
    await to_pause(world)
    await world.turn(8)
    assert names_of(live(world)) == ["Anna", "Boris"]
    assert live(world).code != session.code


async def test_who_took_a_seat_for_the_next_round_may_leave_before_it(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(session))
    assert (await world.command("Boris", "/leave")).accepted
    assert world.app.tables.of_person(2) is None
    await to_pause(world)
    await world.turn(8)
    assert live(world) is session
    await close(world)


async def test_when_all_have_left_the_next_ones_play_and_without_them_the_table_closes(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(session))
    await to_pause(world)
    await world.command("Anna", "/leave")
    assert live(world) is session
    await world.press("Boris", sit_key(session))
    await world.turn(8)
    assert names_of(live(world)) == ["Boris"]
    assert live(world).row.opener == 2
    await close(world)
    assert not world.app.tables.open_sessions()
    result = world.chat.last().screen.text
    assert "Anna" in result
    assert "Boris" in result


async def test_a_seat_that_misses_two_rounds_running_is_free_and_a_table_of_nobody_closes(
    world: World,
) -> None:
    await table(world, "Anna", "Boris", seats=2, arguments="rated timeout=15")
    for _ in range(2):
        while view_of(live(world)).to_move is not None:
            session = live(world)
            if session.state is not None and session.state.to_move == 0:
                await move(world, session, standing)
            else:
                await world.turn(91)
        await world.turn(8)
    session = live(world)
    if names_of(session) == ["Anna"]:  # a natural in between breaks the row
        assert world.app.tables.of_person(2) is None
        assert session.row.link is not None
        assert session.row.link.number == 1
    while world.app.tables.open_sessions():
        await world.turn(100)
    assert "units" in world.chat.last().screen.text
    balanced(world)


async def test_buttons_of_an_earlier_hand_round_and_record_are_refused_kindly(world: World) -> None:
    first = await table(world, "Anna", "Boris", seats=3)
    of_anna = offered(world, first)["stand"]
    await world.press("Vera", sit_key(first))
    early = await world.press("Boris", of_anna)
    assert not early.accepted
    assert "Waiting for" in early.screen.text
    await to_pause(world)
    await world.turn(8)
    late = await world.press("Anna", of_anna)
    assert not late.accepted
    assert "out of date" in late.screen.text
    assert live(world).code != first.code
    # Everything else about the table works from its old messages.
    assert (await world.press("Anna", str(Key("help", first.code)))).accepted
    assert "already" in (await world.press("Vera", sit_key(first))).screen.text
    assert not (await world.press("Gleb", sit_key(first))).accepted
    await close(world)
    assert "closed" in (await world.press("Gleb", sit_key(first))).screen.text


async def test_the_press_that_comes_when_the_pause_is_over_finds_the_next_record(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(session))
    await to_pause(world)
    world.clock.forward(8)  # nobody has looked yet
    answer = await world.press("Vera", sit_key(session))
    assert answer.screen.text.startswith("All seats are taken")
    assert live(world).code != session.code
    assert names_of(live(world)) == ["Anna", "Boris"]


# the secrets of a chain


def test_each_secret_of_a_chain_is_the_promise_of_the_next_and_leads_to_no_later_one() -> None:
    root = sha256(b"root").digest()
    secrets = [chained_secret(root, link) for link in range(CHAIN_LINKS)]
    for earlier, later in itertools.pairwise(secrets):
        assert commitment(later) == earlier.hex()
    assert sha256(secrets[-1]).digest() != root
    assert sha256(root).digest() == secrets[-1]
    assert len({root, *secrets}) == CHAIN_LINKS + 1
    for link in (-1, CHAIN_LINKS):
        with pytest.raises(ValueError, match="no link"):
            chained_secret(root, link)


async def test_a_chain_is_what_its_first_promise_fixed_and_nothing_coming_is_ever_told(
    world: World, logged, tmp_path: Path
) -> None:
    session = await table(world, "Anna", seats=3)
    assert session.row.link is not None
    root = session.row.link.root
    for name in ("Boris", "Vera"):
        await world.press(name, sit_key(live(world)))
        await to_pause(world)
        await world.turn(8)
    await to_pause(world)
    chain = await codes(world, session)
    assert len(chain) == 3
    stored = [row for code in chain if (row := await world.store.read(tables.get, code)) is not None]
    assert [row.secret for row in stored] == [chained_secret(root, link) for link in range(3)]
    told = [
        *world.chat.texts(),
        *(str(entry) for entry in logged),
        json.dumps(await world.store.ask_apart(privacy.stored_of, 1)),
        (await world.command("Anna", f"/verify {chain[2]}")).screen.text,
        *[
            json.dumps(past_game(row, await world.store.read(tables.moves, row.code)).proof())
            for row in stored[:2]
        ],
    ]
    coming = [root, *(chained_secret(root, link) for link in range(2, CHAIN_LINKS))]
    assert not any(secret.hex() in text for secret in coming for text in told)
    assert all([await verified(world, code) for code in chain[:2]])
    proofs = [past_game(row, await world.store.read(tables.moves, row.code)).proof() for row in stored[:2]]
    for number, proof in enumerate(proofs):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(proof), encoding="utf-8")
        assert checked(file) == {"promise": "True", "seed": "True", "cards": "True"}
    named = {"hashlib": hashlib, "earlier": proofs[0], "later": proofs[1]}
    assert eval(CHAINED, named)  # noqa: S307 - a line of our docs


@pytest.mark.damaged  # its place in the chain is not the one that its secret is of
async def test_a_chain_without_secrets_left_closes_instead_of_changing_seats(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute("UPDATE tables SET link = ?", (CHAIN_LINKS - 1,))
    await world.restart()
    await world.press("Boris", sit_key(session))
    await to_pause(world)
    await world.turn(8)
    assert not world.app.tables.open_sessions()
    assert world.app.tables.of_person(2) is None
    assert "over" in world.chat.last().screen.text
