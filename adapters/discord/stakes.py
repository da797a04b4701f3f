"""Stakes and words: the window that asks for what is typed. What it is about stands in its custom id, so it works after a restart."""

import re
from dataclasses import replace

from discord import ui

from adapters.discord.origin import Interaction, data_of
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Screen

_FORM = re.compile(r"stake:(?P<key>[!-}]{1,64}):(?P<asked>[0-9]{1,20})")
_NUMBER = re.compile(r"[0-9]{1,24}", re.ASCII)

_FIELD = "stake"

#: What may be typed, in characters: more than any stake or word has, so that one too long is told so.
_LONGEST = 60

#: Discord's limits for the title and the label of a field, in characters.
_TITLE, _LABEL, _HINT = 45, 45, 100


class Window(ui.Modal):
    """A window that the library does not wait for: what is typed into it is taken by its custom id."""

    def is_finished(self) -> bool:
        """The library keeps no window that is finished."""
        return True


def stake_window(key: str, title: str, question: Screen, interaction: int) -> ui.Modal:
    """The window for the key of «Other stake»; `interaction` makes its id unique."""
    window = Window(title=title[:_TITLE], custom_id=f"stake:{key}:{interaction}", timeout=None)
    hint = " ".join(question.text.split())[:_HINT]
    window.add_item(
        ui.Label(
            text=title[:_LABEL],
            description=hint or None,
            component=ui.TextInput(custom_id=_FIELD, max_length=_LONGEST),
        )
    )
    return window


def window_key(custom_id: str) -> str | None:
    """The key a window was opened by; None if it is no window of ours."""
    found = _FORM.fullmatch(custom_id)
    return None if found is None else found["key"]


def typed_stake(interaction: Interaction) -> str:
    """What was typed into the window."""
    return _value(data_of(interaction).get("components"))


def _value(components: object) -> str:
    """The first value of a field, whether it is wrapped in a label or in a row."""
    if isinstance(components, list):
        return next((found for component in components if (found := _value(component))), "")
    if not isinstance(components, dict):
        return ""
    value = components.get("value")
    if isinstance(value, str):
        return value
    return _value(components.get("component")) or _value(components.get("components"))


def asks_for_word(key: str) -> bool:
    """Whether that key asks for a word for the seed, and not for a stake."""
    parsed = Key.parse(key)
    return parsed is not None and parsed.verb == "word"


def stake_key(key: str, typed: str) -> str | None:
    """The key of a stake of that many chips in the same turn; None if it is no number."""
    parsed, number = Key.parse(key), typed.strip()
    if parsed is None or _NUMBER.fullmatch(number) is None:
        return None
    return str(replace(parsed, verb=KeyVerb.BET, argument=number))
