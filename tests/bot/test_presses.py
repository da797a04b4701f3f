"""Moves by buttons, by /bet and by typed answers: who may, when, with which stakes."""

import asyncio
import string

import pytest
from evening import PEOPLE, carefully, keys_shown, moves_of, phase, play_out, seat, sit_key, to_move
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from world import GROUP, World

from bot.model.rows import digest
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.screens.hands import phase_of
from bot.tables.session import Session

#: Whatever is no number of chips.
NO_STAKES = (
    *(
        "0",
        "-1",
        "-100",
        "9223372036854775808",
        "100000000000000000000",
        "9" * 400,
        "²",
        "١٢",
        "１２",
        "½",
        "⑤",
    ),
    *("", " ", "1.0", "1e1", "1_0", "+1", "0x1", "one", "all", "{0}", "NaN", "1 1", "\x00", "٣", "𝟛"),
)


def picture(session: Session) -> tuple[object, ...]:
    """All that a refused press must leave as it is."""
    state = session.state
    return (session.row, None if state is None else digest(state))


def key_of(session: Session, verb: str, argument: str | None = None) -> str:
    assert session.state is not None
    view = session.state.view(None)
    return str(Key(verb, session.code, view.deal, phase_of(view), argument))


async def to_draw(world: World, session: Session) -> None:
    """Everybody stakes one chip."""
    while phase(session)[1] == "stake":
        await world.press(to_move(session) or "", key_of(session, "bet", "1"))
        await world.turn(2)


@pytest.mark.parametrize("stake", NO_STAKES)
async def test_what_is_no_stake_is_refused_by_command_by_text_and_by_key(world: World, stake: str) -> None:
    session = await seat(world, "Anna", "Boris")
    name, before = to_move(session) or "", picture(session)
    assert not (await world.command(name, f"/bet {stake}")).accepted
    await world.press(name, key_of(session, "bet", "1").rsplit(":", 1)[0] + f":{stake}")
    await world.press(name, key_of(session, "other"))
    typed = await world.type(name, stake)
    assert typed is not None
    assert (typed.accepted, typed.pending) == (False, True)
    assert picture(session) == before


async def test_a_stake_above_the_limit_of_now_is_refused_and_named(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, before = to_move(session) or "", picture(session)
    answer = await world.press(name, key_of(session, "bet", "5"))
    assert not answer.accepted
    assert {"1", "4"} <= set(answer.screen.text.replace(".", " ").split())
    assert picture(session) == before


async def test_a_stake_button_pressed_five_times_stakes_once(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", key_of(session, "bet", "2")
    answers = await asyncio.gather(*(world.press(name, key) for _ in range(5)))
    assert all(answer == answers[0] and answer.accepted for answer in answers)
    assert session.row.seq == 2  # the deal and one stake


async def can_draw_twice(world: World) -> tuple[Session, str, str]:
    """A table, who is to move there and the board's key to draw, where no card ends his turn: he has nine points in two cards at most."""
    for number in range(200):
        session = await seat(world, f"Anna{number}", f"Boris{number}", arguments="unrated")
        await to_draw(world, session)
        name, key = to_move(session) or "", key_of(session, "hit")
        await world.press(name, key)
        await world.turn(1)
        if to_move(session) == name and key == key_of(session, "hit") and points(session) <= 9:
            return session, name, key
        await world.command(name, "/stop", admin=True)
    raise AssertionError("nobody could draw twice")


def points(session: Session) -> int:
    """Those of the seat to move."""
    assert session.state is not None
    mover = session.state.to_move
    assert mover is not None
    return session.state.view(mover).seats[mover].hands[0].points or 0


async def test_a_double_tap_is_answered_the_same_and_draws_once_but_who_has_seen_the_card_draws_another(
    world: World,
) -> None:
    session, name, key = await can_draw_twice(world)
    seq = session.row.seq
    request = world.request(name, key)
    first = await world.ask(world.app.press(request))
    world.clock.forward(2)  # the answer is long on its way
    assert await world.ask(world.app.press(world.request(name, key))) == first
    world.app.sent(request.account, request.press_id)
    world.clock.forward(0.3)
    assert await world.press(name, str(Key("cards", session.code))) != first
    again = world.request(name, key)
    world.app.read(again.account, again.place, again.press_id)  # read in time, whenever it gets its turn
    world.clock.forward(0.2)
    assert await world.ask(world.app.press(again)) == first
    assert session.row.seq == seq + 1
    assert (await world.press(name, key)).accepted
    assert session.row.seq == seq + 2


async def test_an_answer_of_which_nothing_is_heard_counts_as_sent_after_a_while(world: World) -> None:
    session, name, key = await can_draw_twice(world)
    await world.ask(world.app.press(world.request(name, key)))
    seq = session.row.seq
    world.clock.forward(15)
    assert (await world.press(name, key)).accepted
    assert session.row.seq == seq + 1


async def panel_key(world: World, session: Session, name: str, verb: str) -> str:
    """The key of that move in a person's own panel."""
    panel = await world.app.panel(world.account(name), session.place)
    assert panel is not None
    return next(
        b.key for row in panel.rows for b in row if b.key and (Key.parse(b.key) or Key("")).verb == verb
    )


async def test_a_panel_of_another_number_of_cards_draws_nothing_and_tells_the_hand(world: World) -> None:
    session, name, key = await can_draw_twice(world)
    draw = await panel_key(world, session, name, "hit")
    stand = await panel_key(world, session, name, "stand")
    assert draw == f"{key}:2"
    assert (await world.press(name, draw)).accepted
    seq, hand = session.row.seq, picture(session)
    await world.turn(5)
    for old in (draw, stand):
        answer = await world.press(name, old)
        assert not answer.accepted
        assert f"= {points(session)}" in answer.screen.text
        assert (session.row.seq, picture(session)) == (seq, hand)
    assert await panel_key(world, session, name, "hit") == f"{key}:3"
    assert (
        await world.press(name, f"{key}:3")
    ).accepted  # at once: who sees the new number has seen the card
    assert session.row.seq == seq + 1


async def test_the_board_of_a_private_chat_says_for_how_many_cards_its_keys_are(world: World) -> None:
    alone = Place("chat", 77, private=True)
    for number in range(200):
        name = f"Anna{number}"
        await world.press(name, str(Key("alone", argument="ochko")), place=alone)
        session = world.session(name)
        while session.playing and (to_move(session) != name or phase(session)[1] == "stake"):
            staking = [key for key in moves_of(world, session) if ":bet:" in key]
            if to_move(session) == name:
                await world.press(name, staking[0], place=alone)
            await world.turn(2)
        if session.playing and points(session) <= 9:
            break
        await world.command(name, "/stop", place=alone)
    [draw] = [key for key in moves_of(world, session) if ":hit" in key]
    assert draw.endswith(":hit:1")
    assert (await world.press(name, draw, place=alone)).accepted
    assert [key for key in moves_of(world, session) if ":hit" in key] == [draw[:-1] + "2"]
    await world.turn(1)
    assert not (await world.press(name, draw, place=alone)).accepted


async def test_only_the_seat_to_move_moves(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    mover, before = to_move(session), picture(session)
    for name in {"Anna", "Boris", "Vera", "Gleb"} - {mover}:
        for key in moves_of(world, session):
            assert not (await world.press(name, key)).accepted
        assert not (await world.command(name, "/bet 1")).accepted
    assert picture(session) == before


async def test_a_key_of_an_earlier_turn_phase_or_deal_does_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=5")
    old: list[tuple[str, str]] = []
    for _ in range(12):
        if not session.playing:
            break
        name = to_move(session)
        if name is None:
            await world.turn(8)
            continue
        for whose, key in old:
            if Key.parse(key) and (phase(session)[:2], key) and key not in moves_of(world, session):
                before = picture(session)
                assert not (await world.press(whose, key)).accepted
                assert picture(session) == before
        key = carefully(moves_of(world, session))
        assert (await world.press(name, key)).accepted
        old.append((name, key))
        await world.turn(2)
    assert len(old) >= 3


async def test_a_key_of_an_older_board_counts_while_its_turn_runs(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", key_of(session, "bet", "1")
    await world.turn(61)
    assert (await world.command("Gleb", "/table")).accepted  # the board is posted anew
    assert key in {button.key for button in world.buttons()}
    assert (await world.press(name, key)).accepted


async def test_a_key_of_a_stopped_game_does_nothing_at_the_new_one(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    key, mover = key_of(session, "bet", "1"), to_move(session) or ""
    await world.command("Boss", "/stop", admin=True)
    new = await seat(world, "Vera", "Gleb")
    before = picture(new)
    for name in (mover, to_move(new) or ""):
        assert not (await world.press(name, key)).accepted
    assert picture(new) == before


async def test_anybody_may_ask_for_his_cards_and_gets_his_own_only(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    assert session.state is not None
    for number, name in enumerate(("Anna", "Boris", "Vera")):
        text = (await world.press(name, str(Key("cards", session.code)))).screen.text
        [own] = session.state.view(number).seats[number].hands[0].cards
        assert own is not None
        assert f"= {session.state.view(number).seats[number].hands[0].points}" in text
    assert not (await world.press("Gleb", str(Key("cards", session.code)))).accepted


# typed stakes


async def test_other_asks_and_a_typed_number_is_the_stake(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    name = to_move(session) or ""
    assert await world.type(name, "3") is None
    asked = await world.press(name, key_of(session, "other"))
    assert asked.pending
    assert await world.type("Gleb", "3") is None
    refused = await world.type(name, "many")
    assert refused is not None
    assert refused.pending
    typed = await world.type(name, " 3 ")
    assert typed is not None
    assert (typed.accepted, typed.pending) == (True, False)
    assert await world.type(name, "3") is None


async def test_cancel_drops_the_question(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    name = to_move(session) or ""
    await world.press(name, key_of(session, "other"))
    await world.command(name, "/cancel")
    seq = session.row.seq
    assert await world.type(name, "3") is None
    assert session.row.seq == seq


async def test_a_question_ends_with_its_turn(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=5")
    name = to_move(session) or ""
    await world.press(name, key_of(session, "other"))
    await world.press(name, key_of(session, "bet", "1"))
    while session.playing and phase(session)[:2] != (2, "stake"):
        mover = to_move(session)
        if mover is None:
            await world.turn(8)
        else:
            await world.turn(2)
            await world.press(mover, carefully(moves_of(world, session)))
    if session.playing:
        seq = session.row.seq
        assert await world.type(name, "1") is None
        assert session.row.seq == seq


async def test_a_question_of_a_turn_that_timed_out_takes_no_text(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.press(name, key_of(session, "other"))
    await world.turn(90)
    assert await world.type(name, "2") is None


# whatever comes


async def test_many_presses_at_once_have_exactly_the_legal_effect(world: World) -> None:
    session = await seat(world, *PEOPLE)
    presses = [(name, key) for name in (*PEOPLE, "Dora") for key in keys_shown(world) for _ in range(2)]
    mover = to_move(session)
    answers = await asyncio.gather(*(world.app.press(world.request(name, key)) for name, key in presses))
    await world.settle()
    assert len(answers) == len(presses)
    accepted = [
        (name, key)
        for (name, key), answer in zip(presses, answers, strict=True)
        if answer.accepted and not key.endswith((":cards", ":help"))  # questions are anybody's
    ]
    assert {name for name, _ in accepted} <= {mover}
    assert session.row.seq == 2


KEYS = st.one_of(
    st.text(max_size=70),
    st.text(alphabet="1:-.=abdehilnorst" + string.digits, max_size=40),
    st.builds(
        lambda *parts: ":".join(parts),
        st.sampled_from(["1", "0", "2", ""]),
        st.sampled_from(["CODE", "-", "QQQQQQ", "code"]),
        st.sampled_from(["0", "1", "2", "01", "999999", "-1"]),
        st.sampled_from(["a", "-", "s0", "s1", "d0", "b1", "x", "s0.0"]),
        st.sampled_from(
            [
                "bet",
                "hit",
                "stand",
                "sit",
                "start",
                "menu",
                "done",
                "set",
                "close",
                "again",
                "reopen",
                "other",
                "double",
                "split",
                "timeout",
                "deal",
                "agree",
                "playon",
                "leave",
                "show",
                "open",
                "language",
                "chatlanguage",
            ]
        ),
        st.sampled_from(["0", "99", "-1", "x", "seats=2", "ru", "3", "=" * 24]),
    ),
)


async def test_a_key_that_nobody_made_never_raises_and_changes_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    before = picture(session)

    async def press(key: str) -> None:
        answer = await world.app.press(world.request("Gleb", key))
        assert answer.screen.text
        assert len(answer.screen.text) <= 200 or answer.loudness.value == "note"

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(KEYS)
    def any_key(key: str) -> None:
        keys.append(key.replace("CODE", session.code))

    keys: list[str] = []
    any_key()
    for key in keys:
        if ":open" not in key:
            await press(key)
    await world.settle()
    assert picture(session) == before
    assert [s.code for s in world.app.tables.open_sessions()] == [session.code]


@pytest.mark.parametrize("name", ["", "x", "newtable ", "НОВЫЙ", "{0}", "bet\x00", "a" * 500, "\ud800"])
async def test_unknown_commands_are_answered(world: World, name: str) -> None:
    answer = await world.command("Anna", f"/{name}")
    assert answer.screen.text


@pytest.mark.parametrize("press_id", ["", "x" * 129, "a\nb", "\ud800"])
async def test_an_id_that_cannot_be_kept_is_refused(world: World, press_id: str) -> None:
    answer = await world.app.press(world.request("Anna", "1:-:0:-:rules", press_id=press_id or None))
    if press_id:
        assert not answer.accepted


async def test_every_answer_in_every_language_fits_a_toast(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    for language in ("ru", "hu", "en"):
        await world.turn(2)
        for name in ("Anna", "Boris", "Vera", "Gleb"):
            await world.command(name, f"/language {language}")
            for key in (*keys_shown(world), str(Key("leave", session.code)), key_of(session, "other"), "x"):
                if ":bet" in key:
                    continue
                answer = await world.press(name, key)
                assert answer.screen.language == language
                assert answer.loudness.value == "note" or len(answer.screen.text) <= 200
    await world.settle()


async def test_a_game_in_two_chats_at_once_stays_apart(world: World) -> None:
    there = GROUP.__class__("chat", -5)
    one = await seat(world, "Anna", "Boris", arguments="deals=1")
    await world.command("Vera", "/newtable seats=2 deals=1", place=there)
    two = world.session("Vera")
    await world.press("Gleb", sit_key(two), place=there)
    seqs = one.row.seq, two.row.seq
    await asyncio.gather(
        world.app.press(world.request(to_move(one) or "", key_of(one, "bet", "1"))),
        world.app.press(world.request(to_move(two) or "", key_of(two, "bet", "1"), place=there)),
    )
    assert (one.row.seq, two.row.seq) == (seqs[0] + 1, seqs[1] + 1)
    await world.turn(2)
    await play_out(world, one, carefully)
