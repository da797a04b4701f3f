"""Chance (records.md): streams of a seed, the promise of a secret, seeds of tables.

Format for ever: the same seed gives the same numbers on any machine.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct

from engine.fast_frozen import quick

#: Bytes of a secret and of a seed.
SECRET_BYTES = 32

#: The most records that can follow one another at one table: so many secrets come of one root.
CHAIN_LINKS = 500

#: So many digits of the SHA-256 of a share are told to its person.
SHARE_DIGITS = 8

#: Running numbers, with the mark that Telegram's once had, and the ids that the local page once drew itself. What platforms draw is longer.
_FORESEEN = re.compile(r"(?:tg:)?[0-9]{1,11}|web:.*", re.ASCII | re.DOTALL)

_WORDS = 2**32
_WORDS_PER_BLOCK = 8
_BLOCK = Struct(f">{_WORDS_PER_BLOCK}I").unpack


@quick
@dataclass(frozen=True, slots=True)
class Stream:
    """An endless row of 32-bit words named by a seed and a label.

    `position` is the number of words already taken.
    """

    seed: bytes
    label: str
    position: int = 0

    def uniform(self, below: int) -> tuple[int, "Stream"]:
        """A number from 0 to `below` − 1, each as likely as any other, and the stream after it.

        Raises:
            ValueError: `below` is not in 1 … 2^32.
        """
        (number,), after = self.uniforms((below,))
        return number, after

    def uniforms(self, bounds: Iterable[int]) -> tuple[list[int], "Stream"]:
        """A number below each bound in turn, and the stream after them.

        Words are four bytes each, big-endian, of SHA-256(seed, label, counter).

        Raises:
            ValueError: a bound is not in 1 … 2^32.
        """
        numbers: list[int] = []
        prefix = self.seed + self.label.encode("ascii")
        counter, place = divmod(self.position, _WORDS_PER_BLOCK)
        words = _BLOCK(sha256(prefix + counter.to_bytes(8, "big")).digest())
        for below in bounds:
            if not 1 <= below <= _WORDS:
                raise ValueError(f"no uniform number below {below}")
            fair = _WORDS - _WORDS % below
            while True:
                if place == _WORDS_PER_BLOCK:
                    counter, place = counter + 1, 0
                    words = _BLOCK(sha256(prefix + counter.to_bytes(8, "big")).digest())
                word: int = words[place]
                place += 1
                if word < fair:
                    break
            numbers.append(word % below)
        return numbers, Stream(self.seed, self.label, _WORDS_PER_BLOCK * counter + place)


def draw_banker(seed: bytes, seats: int) -> int:
    """The seat number of the banker the seed draws (rules 2.6)."""
    banker, _ = Stream(seed, "banker").uniform(seats)
    return banker


def commitment(secret: bytes) -> str:
    """The promise shown when a table opens: SHA-256 of the secret, 64 hex digits.

    Raises:
        ValueError: the secret is not 32 bytes.
    """
    return sha256(_checked(secret)).hexdigest()


def chained_secret(root: bytes, link: int) -> bytes:
    """The secret of a link of a chain of records, counting from 0: SHA-256 applied `CHAIN_LINKS - link` times to the root.

    The secret of a link is the promise of the one after it, so that the first promise fixes all of them, and what has been told of
    earlier links leads to no later one.

    Raises:
        ValueError: the root is not 32 bytes, or there is no such link.
    """
    if not 0 <= link < CHAIN_LINKS:
        raise ValueError(f"no link {link} in a chain of {CHAIN_LINKS}")
    secret = _checked(root)
    for _ in range(CHAIN_LINKS - link):
        secret = sha256(secret).digest()
    return secret


def seed_of(secret: bytes, joins: Iterable[str], words: Iterable[str] = ()) -> bytes:
    """The seed of a table: SHA-256 of the secret, each seated person's share in seat order, each word in the order it was given.

    Raises:
        ValueError: the secret is not 32 bytes, or a share holds a zero byte or a word one of the two marks, which would let two
        lists give one seed.
    """
    digest = sha256(_checked(secret) + _joined(joins))
    for word in words:
        if "\0" in word or "\1" in word:
            raise ValueError("a word holds no zero byte and no one byte")
        digest.update(word.encode("utf-8") + b"\1")
    return digest.digest()


def shares_digest(joins: Iterable[str]) -> str:
    """SHA-256 of all shares as they enter the seed, 64 hex digits: shown before anybody says a word.

    Raises:
        ValueError: a share holds a zero byte.
    """
    return sha256(_joined(joins)).hexdigest()


def share_digits(share: str) -> str:
    """What a person is told of his share, to find it in the proof: the first digits of its SHA-256."""
    return sha256(share.encode("utf-8")).hexdigest()[:SHARE_DIGITS]


def foreseeable(share: str) -> bool:
    """Whether somebody could know or choose a share beforehand.

    Running numbers of messages and updates are known before they come; ids that the local page once drew itself were its person's choice.
    """
    return _FORESEEN.fullmatch(share) is not None


def _joined(joins: Iterable[str]) -> bytes:
    shares = tuple(joins)
    if any("\0" in share for share in shares):
        raise ValueError("a share holds no zero byte")
    return b"".join(share.encode("utf-8") + b"\0" for share in shares)


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
