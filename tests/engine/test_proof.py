"""Proofs of fair play: what holds, and how every tampering is found."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import played, proof

from engine.cards import PACK_36
from engine.fairness import seed_of
from engine.game import Move, Refusal, Step, Verb
from engine.games import GAMES
from engine.json_shape import RecordError
from engine.proof import Link, proof_from, read_proof, verify, write_proof
from engine.record import record_from
from engine.replay import output, replay
from engine.rules import SeatStart, Setup

GOOD = proof(1)
HEX = "0123456789abcdef"


def tampered(change):
    value = copy.deepcopy(GOOD)
    change(value)
    return value


def found(value):
    return verify(proof_from(value)).findings


def links(value):
    return {finding.link for finding in found(value)}


def with_cards(shuffle, cards):
    def change(value):
        value["record"]["cards"][shuffle] = " ".join(cards)

    return tampered(change)


def test_the_proof_of_a_played_game_holds():
    verdict = verify(read_proof(json.dumps(GOOD).encode()))
    assert verdict.holds
    assert verdict.finished
    assert verdict.moves == len(GOOD["record"]["moves"])
    assert verdict.shuffles == len(GOOD["record"]["cards"]) > 1
    assert verdict.cards == sum(len(pile.split()) for pile in GOOD["record"]["cards"])


@pytest.mark.parametrize("number", range(2, 12))
def test_proofs_of_many_games_hold_and_their_records_replay_to_the_same(number):
    value = proof(number, chips=(9, 7, 5, 3)[: 2 + number % 3], deals=20)
    assert verify(proof_from(value)).holds
    *_, state, _, _, _ = played(number, chips=(9, 7, 5, 3)[: 2 + number % 3], deals=20)
    replayed = replay(record_from(value["record"]))
    assert replayed.state.results() == state.results()
    assert output(replayed)["valid"]


def test_a_tampered_card_is_named_with_its_shuffle_its_place_and_its_move():
    cards = GOOD["record"]["cards"][1].split()
    other = next(str(card) for card in PACK_36 if str(card) not in " ".join(GOOD["record"]["cards"]))
    right, cards[4] = cards[4], other
    (finding,) = found(with_cards(1, cards))
    assert (finding.link, finding.shuffle, finding.card) == (Link.CARDS, 2, 5)
    assert (finding.has, finding.wanted) == (other, right)
    state, dealt = replay(record_from(GOOD["record"])).record.rules, 0
    assert state.name == "ochko"
    before = len(GOOD["record"]["cards"][0].split()) + 4
    for count, expected in ((finding.move, False), (finding.move + 1, True)):
        moves = GOOD["record"]["moves"][:count]
        dealt = sum(map(len, replay(record_from({**GOOD["record"], "moves": moves})).state.dealt()))
        assert (dealt > before) is expected


def test_two_cards_exchanged_or_one_doubled_are_found_at_the_first():
    cards = GOOD["record"]["cards"][0].split()
    (finding,) = found(with_cards(0, [*cards[:3], cards[4], cards[3], *cards[5:]]))
    assert (finding.shuffle, finding.card) == (1, 4)
    (finding,) = found(with_cards(0, [cards[1], *cards[1:]]))
    assert (finding.shuffle, finding.card) == (1, 1)


def test_missing_and_added_cards_and_shuffles_are_found():
    piles = [pile.split() for pile in GOOD["record"]["cards"]]
    (missing,) = found(with_cards(0, piles[0][:-1]))
    assert (missing.shuffle, missing.card, missing.has) == (1, len(piles[0]), None)
    more = next(str(card) for card in PACK_36 if str(card) not in piles[-1])
    (added,) = found(with_cards(-1, [*piles[-1], more]))
    assert (added.shuffle, added.card, added.wanted) == (len(piles), len(piles[-1]) + 1, None)
    (shuffle,) = found(tampered(lambda value: value["record"]["cards"].append("")))
    assert shuffle.shuffle == len(piles) + 1
    (shuffle,) = found(tampered(lambda value: value["record"]["cards"].pop()))
    assert (shuffle.shuffle, shuffle.card) == (len(piles), 1)


@pytest.mark.parametrize("at", range(len(GOOD["record"]["cut"])))
def test_a_tampered_cut_is_named_with_its_shuffle(at):
    was = GOOD["record"]["cut"][at]
    (finding,) = found(
        tampered(lambda value: value["record"]["cut"].__setitem__(at, was + 1 if was < 35 else was - 1))
    )
    assert (finding.link, finding.shuffle, finding.wanted) == (Link.CUT, at + 1, str(was))


def test_missing_and_added_cuts_are_found():
    assert links(tampered(lambda value: value["record"]["cut"].pop())) == {Link.CUT}
    assert links(tampered(lambda value: value["record"]["cut"].append(7))) == {Link.CUT}


def test_a_tampered_join_breaks_the_seed():
    assert links(tampered(lambda value: value["joins"].__setitem__(1, "press:other"))) == {Link.SEED}
    assert links(tampered(lambda value: value["joins"].reverse())) == {Link.SEED}


def test_a_missing_or_added_join_is_named_as_such():
    assert links(tampered(lambda value: value["joins"].pop())) == {Link.JOINS, Link.SEED}
    assert links(tampered(lambda value: value["joins"].append("press:9"))) == {Link.JOINS, Link.SEED}


BESIDE = proof(3, names=("Anna", "Computer 1 (hard)", "Vera"), computers={1})
SAID = proof(4, words=((2, "nobody knows this"), (0, "vier Pferde im Öl")))


def test_a_share_is_missing_only_where_the_record_names_a_computer():
    """A null that moves to its neighbour leaves the seed as it is."""
    assert verify(proof_from(BESIDE)).holds
    moved = copy.deepcopy(BESIDE)
    moved["joins"] = [None, BESIDE["joins"][0], BESIDE["joins"][2]]
    (finding,) = found(moved)
    assert (finding.link, finding.seat) == (Link.JOINS, 0)
    named = copy.deepcopy(GOOD)
    named["record"]["seats"][0]["name"] = "Computer 1 (easy)"  # a person may go by such a name
    assert verify(proof_from(named)).holds
    for name in (
        "Computer",
        "Computer 0 (hard)",
        "Computer 1 (godlike)",
        "computer 1 (hard)",
        "Computer 1 (hard) ",
    ):
        renamed = copy.deepcopy(BESIDE)
        renamed["record"]["seats"][1]["name"] = name
        assert links(renamed) == {Link.JOINS}


def test_a_proof_with_words_holds_and_each_of_them_is_in_the_seed():
    assert [word["seat"] for word in SAID["words"]] == [2, 0]
    assert verify(proof_from(SAID)).holds
    for change in (
        lambda value: value["words"].reverse(),
        lambda value: value["words"].pop(),
        lambda value: value.pop("words"),
        lambda value: value["words"][0].update(word="another word"),
    ):
        value = copy.deepcopy(SAID)
        change(value)
        assert links(value) == {Link.SEED}
    assert "words" not in GOOD
    assert verify(proof_from({**GOOD, "words": []})).holds


@pytest.mark.parametrize("seat", [2, 3, 99])
def test_a_word_is_of_a_seat_that_there_is_and_that_has_given_no_other(seat):
    value = copy.deepcopy(SAID)
    value["words"][1]["seat"] = seat
    (finding,) = found(value)
    assert (finding.link, finding.seat) == (Link.WORDS, seat)


def test_no_word_is_a_computers():
    value = {**BESIDE, "words": [{"seat": 1, "word": "nobody knows this"}]}
    assert links(value) == {Link.WORDS, Link.SEED}


@pytest.mark.parametrize(
    ("shares", "foreseen"),
    [
        (("tg:9001", "tg:9002", "tg:9003"), True),
        (("4711", "4382738191729371829", "4382738191729371830"), False),
    ],
)
def test_a_table_could_be_foreseen_where_all_its_shares_could(shares, foreseen):
    value = proof(5, shares=shares)
    assert verify(proof_from(value)).holds
    assert proof_from(value).foreseen is foreseen


def test_the_first_banker_of_stuk_is_the_records_own():
    """Rules 3.1: no seed draws him; a record in which the second seat banks first is played so."""
    rules = GAMES["stuk"]
    secret, shares = bytes(range(32)), ("77", "78")
    setup = Setup(
        seats=(SeatStart("Anna", 60), SeatStart("Boris", 60)),
        options=rules.defaults(),
        seed=seed_of(secret, shares),
        banker=1,
    )
    state = rules.start(setup)
    for move in ((None, Move(Verb.DEAL)), (0, Move(Verb.BET, 2))):
        step = state.apply(*move)
        assert isinstance(step, Step)
        state = step.state
    value = write_proof(rules, setup, state, ["deal", "0 bet 2"], secret=secret, joins=shares)
    assert value["record"]["banker"] == 1
    assert verify(proof_from(value)).holds


def test_a_tampered_secret_breaks_promise_and_seed():
    assert links(tampered(lambda value: value.update(secret="00" * 32))) == {Link.PROMISE, Link.SEED}


def test_a_tampered_commitment_breaks_the_promise():
    assert links(tampered(lambda value: value.update(commitment="00" * 32))) == {Link.PROMISE}


def test_another_secret_with_its_own_promise_still_gives_another_seed():
    other = proof(2)
    assert links(
        tampered(lambda value: value.update(secret=other["secret"], commitment=other["commitment"]))
    ) == {Link.SEED}


def test_a_seed_made_to_fit_the_other_secret_gives_other_cards():
    """Who changes everything up to the cards has to change the cards too."""
    other = proof(2)
    seed = seed_of(bytes.fromhex(other["secret"]), GOOD["joins"]).hex()

    def change(value):
        value.update(secret=other["secret"], commitment=other["commitment"])
        value["record"]["seed"] = seed

    assert Link.CARDS in links(tampered(change))


def test_a_tampered_seed_is_named():
    assert Link.SEED in links(tampered(lambda value: value["record"].update(seed="ab" * 32)))


def test_a_tampered_banker_is_named_and_a_banker_left_out_is_the_drawn_one():
    drawn = GOOD["record"]["banker"]
    (finding,) = found(tampered(lambda value: value["record"].update(banker=(drawn + 1) % 3)))
    assert (finding.link, finding.wanted) == (Link.BANKER, str(drawn))
    assert not found(tampered(lambda value: value["record"].pop("banker")))


def test_a_refused_move_is_named_with_its_index_and_its_reason():
    at = next(at for at, move in enumerate(GOOD["record"]["moves"]) if "bet" in move)
    seat = GOOD["record"]["moves"][at].split()[0]
    (finding,) = found(tampered(lambda value: value["record"]["moves"].__setitem__(at, f"{seat} bet 9999")))
    assert (finding.link, finding.move, finding.reason) == (Link.MOVES, at, Refusal.STAKE_TOO_HIGH)


def test_a_move_by_which_other_cards_would_come_is_found_at_the_cards_or_at_a_move():
    """The last draw of the game left out: its card is one too many."""
    moves = GOOD["record"]["moves"]
    at = max(at for at, move in enumerate(moves) if move.endswith("hit"))
    assert links(tampered(lambda value: value["record"]["moves"].pop(at))) & {Link.CARDS, Link.MOVES}


def test_another_legal_move_is_beyond_the_proof():
    """A stake of 2 for a stake of 1 in the last deal, as long as no card depends on it."""
    moves = GOOD["record"]["moves"]
    at = max(at for at, move in enumerate(moves) if move.endswith("bet 1"))
    assert not found(
        tampered(lambda value: value["record"]["moves"].__setitem__(at, moves[at].replace("bet 1", "bet 2")))
    )


# properties: one change anywhere


def judged(value):
    """What is found, or that it cannot be read."""
    try:
        return {finding.link for finding in found(value)}
    except RecordError:
        return {"unreadable"}


@settings(max_examples=60)
@given(
    st.sampled_from(["secret", "commitment"]),
    st.integers(0, 63),
    st.characters(codec="ascii"),
)
def test_no_character_of_secret_or_promise_can_be_changed(key, at, letter):
    was = GOOD[key]
    value = {**GOOD, key: was[:at] + letter + was[at + 1 :]}
    assert bool(judged(value)) is (letter.lower() != was[at])


@settings(max_examples=40)
@given(st.integers(0, 2), st.integers(0, 8), st.characters(exclude_categories=["Cs"]))
def test_no_character_of_a_join_can_be_changed(seat, at, letter):
    was = GOOD["joins"][seat]
    joins = list(GOOD["joins"])
    joins[seat] = was[:at] + letter + was[at + 1 :]
    assert bool(judged({**GOOD, "joins": joins})) is (joins != GOOD["joins"])


@settings(max_examples=60)
@given(st.data())
def test_no_character_of_the_cards_can_be_changed(data):
    shuffle = data.draw(st.integers(0, len(GOOD["record"]["cards"]) - 1))
    was = GOOD["record"]["cards"][shuffle]
    at = data.draw(st.integers(0, len(was) - 1))
    letter = data.draw(st.sampled_from("6789TJQKAshdc x"))
    piles = list(GOOD["record"]["cards"])
    piles[shuffle] = was[:at] + letter + was[at + 1 :]
    verdict = judged({**GOOD, "record": {**GOOD["record"], "cards": piles}})
    if piles == GOOD["record"]["cards"]:
        assert not verdict
    else:
        assert verdict in ({Link.CARDS}, {"unreadable"})


@settings(max_examples=60)
@given(st.data())
def test_a_changed_move_is_found_or_is_another_legal_move(data):
    moves = list(GOOD["record"]["moves"])
    at = data.draw(st.integers(0, len(moves) - 1))
    seat = data.draw(st.integers(0, 3))
    words = ["deal", *(f"{seat} {verb}" for verb in ("hit", "stand", "bet 1", "bet 2", "leave", "timeout"))]
    moves[at] = data.draw(st.sampled_from(words))
    record = {**GOOD["record"], "moves": moves}
    if not judged({**GOOD, "record": record}):
        # Then the record plays to its end on the very same cards.
        replayed = replay(record_from(record))
        assert replayed.refused is None
        assert replayed.state.dealt() == replay(record_from(GOOD["record"])).state.dealt()


# reading


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value.update(more=1),
        lambda value: value.pop("joins"),
        lambda value: value.pop("record"),
        lambda value: value.update(record=[]),
        lambda value: value.update(record=None),
        lambda value: value.update(joins="press:1"),
        lambda value: value.update(joins=[1, 2, 3]),
        lambda value: value.update(joins=["a", "", "b"]),
        lambda value: value.update(joins=["a", "b\0c", "d"]),
        lambda value: value.update(words={}),
        lambda value: value.update(words=["nobody knows this"]),
        lambda value: value.update(words=[{"seat": 0}]),
        lambda value: value.update(words=[{"seat": -1, "word": "nobody knows this"}]),
        lambda value: value.update(words=[{"seat": True, "word": "nobody knows this"}]),
        lambda value: value.update(words=[{"seat": 0, "word": "short"}]),
        lambda value: value.update(words=[{"seat": 0, "word": "x" * 33}]),
        lambda value: value.update(words=[{"seat": 0, "word": "e\u0301 is not in NFC"}]),
        lambda value: value.update(words=[{"seat": 0, "word": " spaces around "}]),
        lambda value: value.update(words=[{"seat": 0, "word": "turned \u202e around"}]),
        lambda value: value.update(words=[{"seat": 0, "word": "nobody knows this", "more": 1}]),
        lambda value: value.update(secret=value["secret"][:-2]),
        lambda value: value.update(secret=0),
        lambda value: value.update(commitment=value["commitment"] + "\n"),
        lambda value: value["record"].pop("seed"),
        lambda value: value["record"].pop("cards"),
        lambda value: value["record"].pop("cut"),
        lambda value: value["record"].update(more=1),
        lambda value: value["record"]["cards"].__setitem__(0, None),
        lambda value: value["record"]["cards"].__setitem__(0, ["Ah"]),
        lambda value: value["record"]["cards"].__setitem__(0, "2h"),
        lambda value: value["record"]["cut"].__setitem__(0, None),
        lambda value: value["record"]["cut"].__setitem__(0, 36),
        lambda value: value["record"]["cut"].__setitem__(0, True),
        lambda value: value["record"].update(banker=3),
        lambda value: value["record"].update(record=2),
        lambda value: value["record"].update(options={"deals": 2}),
    ],
)
def test_what_is_no_proof_cannot_be_read(change):
    with pytest.raises(RecordError) as error:
        proof_from(tampered(change))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b'{"secret": "a", "secret": "b"}'])
def test_what_is_no_json_object_cannot_be_read(data):
    with pytest.raises(RecordError):
        read_proof(data)
