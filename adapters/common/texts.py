"""Texts that several adapters say. The English text is the key; the catalogues of `bot` hold the others."""

from typing import Final

from bot.ports.texts import N_

#: The program failed; it is logged.
FAILED: Final = N_("Something went wrong here, and nothing was changed. Please try once more.")
