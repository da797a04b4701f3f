"""Chance as records.md fixes it: streams, the promise, the seed."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import Stream, commitment, draw_banker, foreseeable, seed_of, shares_digest

ZEROS = bytes(32)


def test_the_banker_of_the_seed_of_zeros():
    """Rules 2.6, check values of records.md."""
    assert [draw_banker(ZEROS, seats) for seats in (2, 3, 4)] == [0, 1, 2]


def test_words_are_big_endian_quarters_of_counted_hashes():
    blocks = b"".join(sha256(ZEROS + b"banker" + n.to_bytes(8, "big")).digest() for n in range(3))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    assert [Stream(ZEROS, "banker", at).uniform(2**32)[0] for at in range(24)] == words


def test_a_word_above_the_last_whole_multiple_is_skipped():
    """For 2^31 + 1 nearly every second word would favour the small numbers."""
    below = 2**31 + 1
    stream = Stream(ZEROS, "cut:1")
    skipped = 0
    for _ in range(20):
        before = stream.position
        number, stream = stream.uniform(below)
        taken = [Stream(ZEROS, "cut:1", at).uniform(2**32)[0] for at in range(before, stream.position)]
        assert all(word >= below for word in taken[:-1])
        assert number == taken[-1] < below
        skipped += len(taken) - 1
    assert skipped > 0
    assert Stream(ZEROS, "cut:1").uniforms([below] * 20)[1] == stream


@pytest.mark.parametrize("at", range(8))
def test_the_first_word_of_the_broken_multiple_is_skipped_and_the_last_before_it_is_not(at):
    """Above 2^31 a whole multiple of n ends at n itself, so that any such word can be the edge."""
    stream = Stream(bytes([at]) * 32, "cut:1")
    while (edge := stream.uniform(2**32)[0]) <= 2**31:
        stream = replace(stream, position=stream.position + 1)
    for below, skips in ((edge, True), (edge + 1, False)):
        number, after = stream.uniform(below)
        assert (after.position > stream.position + 1) is skips
        assert (number == edge) is not skips
        assert stream.uniforms([below]) == ([number], after)


@given(seed=st.binary(min_size=32, max_size=32), below=st.integers(1, 2**32))
def test_a_uniform_number_is_below_its_bound(seed, below):
    number, after = Stream(seed, "shuffle:1").uniform(below)
    assert 0 <= number < below
    assert after.position >= 1


@given(seed=st.binary(min_size=32, max_size=32), bounds=st.lists(st.integers(1, 2**32), max_size=30))
def test_numbers_drawn_together_are_those_drawn_one_by_one(seed, bounds):
    stream = Stream(seed, "shuffle:1", position=3)
    together, after = stream.uniforms(bounds)
    for below, number in zip(bounds, together, strict=True):
        one, stream = stream.uniform(below)
        assert one == number
    assert after == stream
    with pytest.raises(ValueError, match="below"):
        stream.uniforms([0])


@pytest.mark.parametrize("below", [0, -1, 2**32 + 1])
def test_there_is_no_uniform_number_without_room(below):
    with pytest.raises(ValueError, match="below"):
        Stream(ZEROS, "cut:1").uniform(below)


def test_each_bit_of_the_seed_changes_the_stream():
    words = {Stream(ZEROS, "shuffle:1").uniform(2**32)[0]}
    for bit in range(256):
        words.add(Stream((1 << bit).to_bytes(32, "big"), "shuffle:1").uniform(2**32)[0])
    assert len(words) == 257


def test_every_banker_comes_up():
    """Rules 2.6: drawn from all seats."""
    drawn = [draw_banker(sha256(bytes([n])).digest(), 4) for n in range(200)]
    assert sorted(set(drawn)) == [0, 1, 2, 3]
    assert all(drawn.count(seat) > 25 for seat in range(4))


def test_the_promise_is_the_hash_of_the_secret():
    secret = bytes(range(32))
    assert commitment(secret) == sha256(secret).hexdigest()


def test_the_seed_takes_each_join_with_a_zero_byte_in_seat_order():
    secret = bytes(range(32))
    expected = sha256(secret + b"tg:7" + b"\0" + "дс:8".encode() + b"\0").digest()
    assert seed_of(secret, ["tg:7", "дс:8"]) == expected
    assert seed_of(secret, ["дс:8", "tg:7"]) != expected


def test_two_lists_of_joins_never_give_one_seed_by_running_together():
    secret = bytes(32)
    assert seed_of(secret, ["ab", "c"]) != seed_of(secret, ["a", "bc"])
    with pytest.raises(ValueError, match="zero byte"):
        seed_of(secret, ["a\0b"])


def test_words_follow_the_shares_each_with_a_one_byte_in_their_order():
    secret, shares, said = bytes(range(32)), ["77", "дс"], ["nobody knows this", "vier Pferde im Öl"]
    entering = b"77\0" + "дс".encode() + b"\0"
    expected = sha256(secret + entering + said[0].encode() + b"\1" + said[1].encode() + b"\1").digest()
    assert seed_of(secret, shares, said) == expected
    assert seed_of(secret, shares, said[::-1]) != expected
    assert seed_of(secret, shares) == sha256(secret + entering).digest()
    assert shares_digest(shares) == sha256(entering).hexdigest()


@pytest.mark.parametrize("word", ["nul\0nul\0", "one\1one\1"])
def test_a_word_cannot_run_over_into_another_or_pass_for_a_share(word):
    with pytest.raises(ValueError, match="byte"):
        seed_of(bytes(32), ["77"], [word])


@pytest.mark.parametrize(
    ("share", "known"),
    [
        ("tg:87654321", True),  # updates are numbered
        ("web:3f0c2d", True),  # once drawn by the page, that is by its person
        ("4711", True),  # messages are numbered
        ("99999999999", True),
        ("1000000000000", False),  # a callback query of the first person on Telegram
        ("4382738191729371829", False),
        ("1509019418979760223", False),
        ("dc:1509019418979760223", False),
        ("5f1e0a0b9d3c4e5f8a7b6c5d4e3f2a1b", False),
        ("press:1", False),
    ],
)
def test_running_numbers_and_what_a_person_chose_could_be_foreseen(share, known):
    assert foreseeable(share) is known


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size):
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        seed_of(bytes(size), [])
