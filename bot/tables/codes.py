"""The names of tables: six characters for ever, two while they are open."""

import secrets
from collections.abc import Set

#: Letters and digits nobody mistakes for one another.
_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 6
_TAG_LETTERS, _TAG_DIGITS = "ABCDEFGHKMNPRSTVXZ", "23456789"


def random_code() -> str:
    """Six characters, whether a table has had them or not."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def random_tag(taken: Set[str]) -> str:
    """Two characters that are not taken."""
    return secrets.choice([a + b for a in _TAG_LETTERS for b in _TAG_DIGITS if a + b not in taken])
