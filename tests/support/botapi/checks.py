"""Every incoming call is read by aiogram's typed methods, then held to the limits that types do not tell."""

import inspect
import json
import re
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Optional, Union, get_args, get_origin

from botapi import errors
from botapi.chats import Json
from pydantic import BaseModel, ValidationError

_rebuild = BaseModel.__dict__["model_rebuild"]
# aiogram completes its 500 models when it is imported, which takes 10 s; the ten that are used are completed at their first call.
BaseModel.model_rebuild = classmethod(lambda *_, **__: None)
try:
    from aiogram import methods, types
    from aiogram.client.default import Default
    from aiogram.methods import TelegramMethod
finally:
    BaseModel.model_rebuild = _rebuild

_NAMES = {
    "List": list, "Optional": Optional, "Union": Union, "Literal": Literal, "Default": Default,
    **{name: getattr(types, name) for name in types.__all__},
}  # fmt: skip

STYLES = {None, "primary", "success", "danger"}
ENTITY_TYPES = {
    "mention", "hashtag", "bot_command", "url", "bold", "italic", "underline", "strikethrough", "spoiler",
    "blockquote", "expandable_blockquote", "code", "pre", "text_link", "text_mention", "custom_emoji", "date_time",
}  # fmt: skip


class Malformed(Exception):
    """The call is not one of the Bot API."""


@cache
def known_methods() -> dict[str, type[TelegramMethod[Any]]]:
    classes = [value for _, value in inspect.getmembers(methods, inspect.isclass)]
    return {
        found.__api_method__: found
        for found in classes
        if issubclass(found, TelegramMethod) and found is not TelegramMethod
    }


def _plain_text(annotation: object) -> bool:
    parts = get_args(annotation) if get_origin(annotation) in {Union, UnionType} else (annotation,)
    return {part for part in parts if part not in {NoneType, Default}} <= {str}


@cache
def complete(model: type[TelegramMethod[Any]]) -> type[TelegramMethod[Any]]:
    model.model_rebuild(force=True, _types_namespace=_NAMES)
    return model


def _strangers(value: object) -> list[str]:
    """Fields that no type of the Bot API has, however deep."""
    if isinstance(value, BaseModel):
        own = [f"{type(value).__name__}.{name}" for name in value.model_extra or {}]
        return own + [found for part in dict(value).values() for found in _strangers(part)]
    if isinstance(value, list | tuple):
        return [found for part in value for found in _strangers(part)]
    return []


def read_call(method: str, form: dict[str, str]) -> Json:
    """The parameters of a call as values.

    Raises:
        Malformed: unknown method or parameter, or a value of another type.
    """
    model = known_methods().get(method)
    if model is None:
        raise Malformed(f"there is no method {method}")
    model = complete(model)
    values: Json = {}
    for name, text in form.items():
        if name not in model.model_fields:
            raise Malformed(f"{method} has no parameter {name}")
        if _plain_text(model.model_fields[name].annotation):
            values[name] = text
            continue
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    try:
        call = model.model_validate(values)
    except ValidationError as error:
        raise Malformed(f"{method}: {error}") from error
    if strangers := _strangers(call):
        raise Malformed(f"{method}: unknown {', '.join(strangers)}")
    return values


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check_text(text: str) -> str:
    shown = text.strip()
    if not shown:
        raise errors.EMPTY
    if units(shown) > 4096:
        raise errors.TOO_LONG
    return shown


def check_entities(text: str, entities: list[Json]) -> None:
    for entity in entities:
        start, length = entity["offset"], entity["length"]
        if entity["type"] not in ENTITY_TYPES:
            raise errors.entities(f"unsupported type {entity['type']}")
        if start < 0 or length <= 0 or start + length > units(text):
            raise errors.entities(f"entity at {start}+{length} is outside of the text")
        if entity["type"] == "text_mention" and "id" not in entity.get("user", {}):
            raise errors.entities("a text_mention names no user")
        if entity["type"] == "date_time" and not isinstance(entity.get("unix_time"), int):
            raise errors.entities("a date_time has no unix_time")
        raw = text.encode("utf-16-le")[2 * start : 2 * (start + length)]
        try:
            raw.decode("utf-16-le")
        except UnicodeDecodeError:
            raise errors.entities("an entity begins or ends within a character") from None


def check_keyboard(keyboard: list[list[Json]]) -> None:
    if sum(len(row) for row in keyboard) > 100 or any(len(row) > 8 for row in keyboard):
        raise errors.bad("reply markup is too long")
    for button in (button for row in keyboard for button in row):
        actions = {"callback_data", "url", "copy_text"} & button.keys()
        if not button.get("text") or len(actions) != 1:
            raise errors.bad("text buttons are unallowed in the inline keyboard")
        if button.get("style") not in STYLES:
            raise errors.bad("BUTTON_STYLE_INVALID")
        data = button.get("callback_data")
        if data is not None and not 1 <= len(data.encode()) <= 64:
            raise errors.BUTTON_DATA
        copied = button.get("copy_text")
        if copied is not None and not 1 <= len(copied["text"]) <= 256:
            raise errors.bad("BUTTON_COPY_TEXT_INVALID")
        if "url" in button and not re.match(r"https?://|tg://", button["url"]):
            raise errors.bad("BUTTON_URL_INVALID")


def check_commands(commands: list[Json], language: str | None) -> None:
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise errors.bad("LANG_CODE_INVALID")
    if len(commands) > 100:
        raise errors.bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise errors.bad("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= 256:
            raise errors.bad("BOT_COMMAND_DESCRIPTION_INVALID")
