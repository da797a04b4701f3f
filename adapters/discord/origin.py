"""Origin: where an interaction came from, in the application's own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import discord

from adapters.discord.channel import PLATFORM
from bot.ports.requests import Account, Place

#: A token of an interaction lives 15 minutes; half a minute is kept back. In seconds.
TOKEN_LIFE = 870.0

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """An interaction, who caused it, where, and until when its token can be used."""

    interaction: Interaction
    account: Account
    place: Place
    until: float

    @property
    def press_id(self) -> str:
        """Unique over all time, the same if it is delivered again."""
        return f"dc:{self.interaction.id}"

    @property
    def share(self) -> str:
        """What the person adds to a seed: the interaction's own id."""
        return str(self.interaction.id)

    @property
    def admin(self) -> bool:
        """Whether the person may manage the server: Manage Server."""
        return self.interaction.permissions.manage_guild


def data_of(interaction: Interaction) -> Mapping[str, object]:
    """What the interaction carries, as Discord sent it."""
    return cast("Mapping[str, object]", interaction.data or {})


def account_of(person: discord.User | discord.Member, language: str | None = None) -> Account:
    """A person as the server shows him."""
    return Account(PLATFORM, person.id, person.display_name, language)


def place_of(interaction: Interaction) -> Place:
    """The channel; a thread belongs to its parent."""
    channel = interaction.channel
    number = interaction.channel_id or 0
    language = None if interaction.guild_locale is None else interaction.guild_locale.value
    if isinstance(channel, discord.Thread):
        return Place(PLATFORM, channel.parent_id or number, number, language=language)
    return Place(PLATFORM, number, private=interaction.guild_id is None, language=language)


def origin_of(interaction: Interaction, now: float) -> Origin:
    """Everything about an interaction that has just come in."""
    account = account_of(interaction.user, interaction.locale.value)
    return Origin(interaction, account, place_of(interaction), now + TOKEN_LIFE)
