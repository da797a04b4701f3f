"""Proofs of fair play: a promise, what it promised, and the record that follows from it.

A proof is a chain of links, each checked by itself: the promise is of the secret, the seed comes of the secret, the
shares and the words, and the banker, every card and every cut come of the seed while the moves are played.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import zip_longest

from engine.cards import Card
from engine.fairness import commitment, foreseeable, seed_of
from engine.game import GameState, Refusal, read_move
from engine.json_shape import (
    RecordError,
    as_bytes,
    as_list,
    as_object,
    as_text,
    as_whole,
    load,
    per_shuffle,
    wrong,
)
from engine.record import Record, above_cut, named_as_computer, record_from, write_record
from engine.rules import Rules, Setup
from engine.words import LONGEST, SHORTEST, fit_word

#: No game has so many seats; whether the record has is for the comparison to say.
_SEATS = 100


@dataclass(frozen=True, slots=True)
class Word:
    """What a seat added to the seed: its number, from 0, and its word."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as read.

    `promise` and `secret` are 32 bytes, `joins` the shares in seat order, None where a computer sits, `words` in the order of the seed.
    `record` is the record without its cards, cuts and banker; those stand beside it as they were given, one entry per shuffle, and are
    not believed, but for the first banker of Стук, whom no seed draws (rules 3.1). A shuffle without a cut card has None (rules 3.12).
    """

    promise: bytes
    secret: bytes
    joins: tuple[str | None, ...]
    record: Record
    cards: tuple[tuple[Card, ...], ...]
    cuts: tuple[int | None, ...]
    banker: int | None
    words: tuple[Word, ...] = ()

    @property
    def foreseen(self) -> bool:
        """Whether every share could be foreseen, so that the shares alone kept nobody from choosing the secret."""
        return all(foreseeable(join) for join in self.joins if join is not None)


class Link(StrEnum):
    """What is checked, in the order of the chain."""

    PROMISE = "promise"  # it is the SHA-256 of the secret
    JOINS = "joins"  # one for each seat; none only where the record names a computer
    WORDS = "words"  # each of a seat that a person has, at most one of each
    SEED = "seed"  # it comes of the secret, the joins and the words
    BANKER = "banker"  # the one that the seed draws
    CARDS = "cards"  # every card is the one that the seed's shuffles give
    CUT = "cut"  # every cut card lies where the seed puts it
    MOVES = "moves"  # every one is legal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold.

    `has` is what the proof says, `wanted` what it should be, each as it is written, None where there is nothing.
    `seat` is the number of a seat, from 0.
    `shuffle` and `card` count from 1, in their order off the pack; `move` is an index from 0: of the refused move,
    or of the one by which the card came.
    """

    link: Link
    has: str | None = None
    wanted: str | None = None
    shuffle: int | None = None
    card: int | None = None
    move: int | None = None
    reason: Refusal | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a proof.

    `findings` is empty when it holds; of each shuffle the first card that differs is named. `cards` and `shuffles`
    count what was dealt, `moves` what was played, `finished` says whether that ended the game.
    """

    findings: tuple[Finding, ...]
    cards: int
    shuffles: int
    moves: int
    finished: bool

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def broken(self, link: Link) -> tuple[Finding, ...]:
        """What was found at one link."""
        return tuple(finding for finding in self.findings if finding.link is link)


def read_proof(data: bytes) -> Proof:
    """The proof in a UTF-8 JSON text.

    Raises:
        RecordError: a key or value is not one of the format.
    """
    return proof_from(load(data))


def proof_from(value: object) -> Proof:
    """The proof in a value already read by `engine.json_shape.load`.

    Raises:
        RecordError: a key or value is not one of the format.
    """
    found = as_object(value, "", {"commitment", "secret", "joins", "record"}, {"words"})
    given = found["record"]
    if not isinstance(given, dict):
        raise wrong("record", given, "an object")
    record = record_from({key: given[key] for key in given.keys() - {"cards", "cut"}})
    needed = {"seed", "cards"} | ({"cut"} if record.rules.cut else set())
    for key in sorted(needed - given.keys()):
        raise RecordError(f"record: the key {key!r} is missing: a proof carries it")
    if "cut" in given and not record.rules.cut:
        raise RecordError(f"cut: a record of {record.rules.name} has none")
    setup = record.setup
    return Proof(
        promise=as_bytes(found["commitment"], "commitment"),
        secret=as_bytes(found["secret"], "secret"),
        joins=as_list(found["joins"], "joins", _join),
        record=record if record.rules.opener_banks else replace(record, setup=replace(setup, banker=None)),
        cards=per_shuffle(given["cards"], "cards", partial(_pile, rules=record.rules)),
        cuts=per_shuffle(given["cut"], "cut", partial(_cut, rules=record.rules)) if "cut" in given else (),
        banker=setup.banker,
        words=as_list(found.get("words", []), "words", _word),
    )


def write_proof(
    rules: Rules,
    setup: Setup,
    state: GameState,
    moves: Iterable[str],
    *,
    secret: bytes,
    joins: Iterable[str | None],
    words: Iterable[Word] = (),
) -> dict[str, object]:
    """The proof of a table as it was played to `state`, for tables that have ended: it tells the secret.

    Where nobody gave a word it has no `words`.
    """
    record = write_record(rules, setup, state, moves)
    banker = rules.start(setup).banker
    if banker is not None:
        record["banker"] = banker
    given = [{"seat": word.seat, "word": word.word} for word in words]
    return {
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "joins": list(joins),
        **({"words": given} if given else {}),
        "record": record,
    }


def verify(proof: Proof) -> Verdict:
    """Check every link of a proof. Cards and cuts are compared with the shuffles of the record's seed.

    The moves are played on the seed's own cards: a card or cut that was changed moves no other.
    """
    setup = proof.record.setup
    findings: list[Finding] = []
    if (promised := commitment(proof.secret)) != proof.promise.hex():
        findings.append(Finding(Link.PROMISE, proof.promise.hex(), promised))
    findings += _joins(proof)
    findings += _words(proof)
    shares = [join for join in proof.joins if join is not None]
    if (seed := seed_of(proof.secret, shares, [word.word for word in proof.words])) != setup.seed:
        findings.append(Finding(Link.SEED, setup.seed.hex(), seed.hex()))
    course = _play(proof.record)
    drawn = course.banker
    if None not in {proof.banker, drawn} and proof.banker != drawn:
        findings.append(Finding(Link.BANKER, str(proof.banker), str(drawn)))
    chance = [*_cards(proof, course), *_cuts(proof, course)]
    if course.refused is None:
        findings += chance
    else:  # after a refused move no cards and cuts are missed
        findings += [finding for finding in chance if finding.wanted is not None]
        findings.append(course.refused)
    dealt = course.state.dealt()
    return Verdict(
        findings=tuple(findings),
        cards=sum(map(len, dealt)),
        shuffles=len(dealt),
        moves=len(course.dealt_by),
        finished=course.state.finished,
    )


def _joins(proof: Proof) -> list[Finding]:
    """Whether each seat has a share, or is named as a computer. A person may go by such a name and has a share all the same."""
    seats = proof.record.setup.seats
    if len(proof.joins) != len(seats):
        return [Finding(Link.JOINS, str(len(proof.joins)), str(len(seats)))]
    return [
        Finding(Link.JOINS, seat=number)
        for number, (join, seat) in enumerate(zip(proof.joins, seats, strict=True))
        if join is None and not named_as_computer(seat.name)
    ]


def _words(proof: Proof) -> list[Finding]:
    """The words of no seat, of a computer's, or of one that has given a word before."""
    found: list[Finding] = []
    given: set[int] = set()
    for word in proof.words:
        if word.seat in given or word.seat >= len(proof.joins) or proof.joins[word.seat] is None:
            found.append(Finding(Link.WORDS, seat=word.seat))
        given.add(word.seat)
    return found


@dataclass(frozen=True, slots=True)
class _Course:
    """The moves of a record on the seed's own cards, to their end or to the refused one.

    `dealt_by[m]` is how many cards had been dealt, over all shuffles, when move m was made.
    """

    state: GameState
    banker: int | None
    refused: Finding | None
    dealt_by: tuple[int, ...]


def _play(record: Record) -> _Course:
    state = record.rules.start(record.setup)
    banker = state.banker
    dealt_by: list[int] = []
    for at, text in enumerate(record.moves):
        parsed = read_move(text)
        step = parsed if isinstance(parsed, Refusal) else state.apply(*parsed)
        if isinstance(step, Refusal):
            refused = Finding(Link.MOVES, has=text, move=at, reason=step)
            return _Course(state, banker, refused, tuple(dealt_by))
        state = step.state
        dealt_by.append(sum(map(len, state.dealt())))
    return _Course(state, banker, None, tuple(dealt_by))


def _cards(proof: Proof, course: _Course) -> list[Finding]:
    """The first card of each shuffle that is not the seed's."""
    found: list[Finding] = []
    before = 0
    for number, (given, own) in enumerate(zip_longest(proof.cards, course.state.dealt()), 1):
        if given != own:
            found.append(_difference(given or (), own or (), number=number, before=before, course=course))
        before += len(own or ())
    return found


def _difference(
    given: tuple[Card, ...], own: tuple[Card, ...], *, number: int, before: int, course: _Course
) -> Finding:
    """Where two piles of shuffle `number` part; `before` is how many cards came of the shuffles before it."""
    pairs = zip_longest(given, own)
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), 0)
    return Finding(
        Link.CARDS,
        has=str(given[at]) if at < len(given) else None,
        wanted=str(own[at]) if at < len(own) else None,
        shuffle=number,
        card=at + 1,
        move=bisect_right(course.dealt_by, before + at) if at < len(own) else None,
    )


def _cuts(proof: Proof, course: _Course) -> list[Finding]:
    return [
        Finding(
            Link.CUT,
            has=None if given is None else str(given),
            wanted=None if own is None else str(own),
            shuffle=number,
        )
        for number, (given, own) in enumerate(zip_longest(proof.cuts, course.state.cuts()), 1)
        if given != own
    ]


def _join(value: object, where: str) -> str | None:
    """A share, or null: a computer has none."""
    if value is None:
        return None
    text = as_text(value, where)
    if not text or "\0" in text:
        raise wrong(where, text, "a share: a text without a zero byte")
    return text


def _word(value: object, where: str) -> Word:
    found = as_object(value, where, {"seat", "word"})
    text = as_text(found["word"], f"{where}.word")
    if fit_word(text) != text:
        raise wrong(
            f"{where}.word",
            text,
            f"a word: {SHORTEST} to {LONGEST} characters in NFC, without controls and bidi marks",
        )
    return Word(as_whole(found["seat"], f"{where}.seat", 0, _SEATS - 1), text)


def _cut(value: object, where: str, rules: Rules) -> int | None:
    """How many cards lie above a cut card; None where a game shuffles without one, which is for the comparison to say."""
    if value is None and rules.uncut:
        return None
    return above_cut(value, where, rules)


def _pile(value: object, where: str, rules: Rules) -> tuple[Card, ...]:
    """Cards of the game's pack; whether they come more than once is for the comparison to say."""
    text = as_text(value, where)
    words = text.split(" ") if text else []
    known = {str(card): card for card in rules.pack}
    for word in words:
        if word not in known:
            raise wrong(where, word, "a card of the pack, such as Ah or Ts")
    return tuple(known[word] for word in words)
