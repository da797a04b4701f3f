"""/stop in a round, and every other way out of one, is never better than the move (rules 4.15, 5.6)."""

from bank import balanced
from evening import keys_shown, name_of, sit_key
from rounds import live, move, play_on, rows, standing, table, to_pause, units, view_of
from world import GROUP, World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Command, Press
from bot.store import results as stored_results
from bot.tables.session import Session
from engine.game import Move, Verb


def stood(session: Session) -> int:
    """What a person alone brings, in halves, if his hands stand now."""
    state = session.state
    assert state is not None
    while state.to_move is not None:
        state = state.apply(state.to_move, Move(Verb.STAND)).state
    return state.view(None).seats[0].halves


async def round_in_play(world: World, *names: str, seats: int, arguments: str = "rated") -> Session:
    """A round where somebody is to move: not all are dealt 21."""
    await table(world, *names, seats=seats, arguments=arguments)
    while view_of(live(world)).to_move is None:
        await world.turn(8)
    return live(world)


async def test_who_sits_alone_and_stops_has_his_hand_stand_in_every_round(world: World) -> None:
    """Thirty bad hands in a row are thirty results (rules 5.6)."""
    brought = 0
    for number in range(6):
        session = await round_in_play(world, "Anna", seats=1)
        while (
            number % 2
            and view_of(session).to_move is not None
            and len(view_of(session).seats[0].hands[0].cards) < 3
        ):
            await move(world, session, lambda _view, _verbs: "hit")
        if session.playing and view_of(session).to_move is not None:
            brought += stood(session)
            answer = await world.command("Anna", "/stop")
        else:
            brought += view_of(session).seats[0].halves
            answer = await world.command("Anna", "/stop")
        assert answer.accepted
        assert session.row.status is Status.FINISHED
        assert units(world) == {"Anna": brought}
        await world.turn(30)
    balanced(world)


async def test_asked_and_agreed_the_asker_stands_and_the_others_play_their_hands(world: World) -> None:
    """Also over a restart; nobody sits down for a round that does not come (rules 5.6)."""
    session = await round_in_play(world, "Anna", "Boris", seats=3)
    asker = name_of(session, view_of(session).to_move)
    other = "Boris" if asker == "Anna" else "Anna"
    assert "asked" in (await world.command(asker, "/stop")).screen.text
    assert not (await world.press(asker, str(Key("agree", session.code)))).accepted
    assert not (await world.command(asker, "/stop")).accepted
    answer = await world.press(other, str(Key("agree", session.code)))
    assert "closes after this round" in answer.screen.text or not session.playing
    if session.playing:
        await world.restart()
        session = live(world)
        assert name_of(session, view_of(session).to_move or 1) == other
        assert not keys_shown(world, {"sit"})
        refused = await world.press("Vera", sit_key(session))
        assert not refused.accepted
        assert (
            "closes after this round"
            in world.chat.last().screen.text.replace("\n", " ") + refused.screen.text
        )
        await to_over(world, session)
    assert session.row.status is Status.FINISHED
    results = await world.store.read(stored_results.of_table, session.code)
    assert [(r.rounds, r.units is not None) for r in results] == [(1, True)] * 2
    booked = {name_of(session, result.seat): result.units for result in results}
    assert {name: units(world)[name] for name in booked} == booked
    balanced(world)


async def to_over(world: World, session: Session) -> None:
    while world.app.tables.open_sessions() and view_of(live(world)).to_move is not None:
        await move(world, live(world), standing)


async def test_silence_plays_on_and_nobody_has_left(world: World) -> None:
    session = await round_in_play(world, "Anna", "Boris", seats=2)
    await world.command("Anna", "/stop")
    await world.press("Boris", str(Key("playon", session.code)))
    assert [seat.standing for seat in view_of(session).seats] == ["playing", "playing"]
    assert session.row.note == ""


async def test_an_admin_who_does_not_sit_voids_the_round_one_with_a_hand_in_it_does_not(world: World) -> None:
    """Who has left the table with hands that stand does not undo them (rules 5.6)."""
    session = await round_in_play(world, "Anna", "Boris", seats=2)
    leaver = name_of(session, view_of(session).to_move)
    other = "Boris" if leaver == "Anna" else "Anna"
    await world.command(leaver, "/leave")
    await world.press(leaver, str(Key("leave", session.code)))
    if session.playing and view_of(session).to_move is not None:
        assert not (await world.command(leaver, "/stop", admin=True)).accepted
        assert (await world.command("Gleb", "/stop", admin=True)).accepted
        assert session.row.status is Status.VOID
        assert await world.store.read(stored_results.of_table, session.code) == []
        assert set(units(world).values()) <= {0}
        assert any("is void" in text.replace("\n", " ") for text in world.chat.texts())
        again = await world.press(other, world.key("again"))
        assert again.accepted
    balanced(world)


async def test_an_unrated_round_is_stopped_at_once_by_its_opener(world: World) -> None:
    """It counts nothing for anybody, so nothing is got out of (rules 5.6)."""
    session = await round_in_play(world, "Anna", "Boris", seats=2, arguments="unrated")
    assert not (await world.command("Boris", "/stop")).accepted
    assert (await world.command("Anna", "/stop")).accepted
    assert session.row.status is Status.VOID
    assert rows(world, "SELECT DISTINCT units, rounds FROM persons") == [(0, 0)]
    balanced(world)


async def test_a_chat_that_is_gone_in_a_round_lets_every_hand_stand(world: World) -> None:
    """Who can turn the bot out of a chat gets out of no hand by it (rules 5.6)."""
    await round_in_play(world, "Anna", seats=1)
    await play_on(world, rounds=2)
    while view_of(live(world)).to_move is None:
        await world.turn(8)
    session = live(world)
    brought = stood(session)
    world.app.upkeep.chat_gone(session.place)
    await world.settle()
    assert session.row.status is Status.FINISHED
    assert session.row.note == "chat_gone"
    assert units(world) == {"Anna": brought}
    assert not world.app.tables.open_sessions()
    balanced(world)


async def test_stopped_in_the_pause_it_ends_at_once(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await to_pause(world)
    brought = view_of(session).seats[0].halves
    assert (await world.command("Anna", "/stop")).accepted
    assert session.row.status is Status.FINISHED
    assert units(world) == {"Anna": brought}
    assert session.row.note == ""


async def test_a_record_that_is_not_rated_is_stopped_at_once_though_its_table_is(world: World) -> None:
    """Its only person's share could be foreseen, so it counts nothing (rules 5.6)."""
    anna = world.account("Anna")
    typed = Command(anna, GROUP, "typed", False, None, "newtable", "blackjack seats=1 rated", share="77")
    await world.ask(world.app.command(typed))
    pressed = Press(anna, GROUP, "pressed", False, None, world.key("start"), share="78")
    await world.ask(world.app.press(pressed))
    session = live(world)
    assert session.options.rated
    while view_of(live(world)).to_move is None:
        await world.turn(8)
    assert (await world.command("Anna", "/stop")).accepted
    assert world.app.tables.open_sessions() == []
    assert rows(world, "SELECT DISTINCT units, rounds FROM persons") == [(0, 0)]
    assert any("is void" in text.replace("\n", " ") for text in world.chat.texts())
    balanced(world)
