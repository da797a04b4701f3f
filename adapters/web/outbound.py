"""Outbound: screens, answers and messages in the JSON form the page reads and the chat log keeps."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from adapters.web.frames import NAME_LENGTH
from bot.ports.app import Wording
from bot.ports.chatlog import Logged
from bot.ports.names import clean_name
from bot.ports.requests import Account
from bot.ports.screens import Answer, Button, Post, Screen, Span, Tone, Weight

Json = dict[str, object]


def packed(form: Mapping[str, object]) -> str:
    """A form as one line of JSON."""
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


def shown_name(name: str) -> str:
    """A name as the page shows it: cleaned as on the boards, and never blank."""
    return clean_name(name, NAME_LENGTH) or "?"


def _span(span: Span) -> Json:
    form: Json = {"text": span.text}
    if span.tone is not Tone.PLAIN:
        form["tone"] = span.tone.value
    if span.mention is not None:
        form["mention"] = span.mention
    if span.joins is not None:
        form["joins"] = span.joins
    return form


def _button(button: Button) -> Json:
    form: Json = {"label": button.label}
    if button.key is not None:
        form["key"] = button.key
    if button.copy is not None:
        form["copy"] = button.copy
    if button.weight is not Weight.PLAIN:
        form["weight"] = button.weight.value
    return form


def screen_form(screen: Screen) -> Json:
    """A screen: its language, lines of spans, rows of buttons, what of the lines is a table."""
    form: Json = {
        "language": screen.language,
        "lines": [[_span(span) for span in line] for line in screen.lines],
        "rows": [[_button(button) for button in row] for row in screen.rows],
    }
    if screen.grid is not None:
        form["grid"] = asdict(screen.grid)
    return form


def post_body(post: Post, at: datetime) -> Json:
    """The body of a message of the bot, as the chat log keeps it."""
    return {"at": at.isoformat(), "screen": screen_form(post.screen), "mentions": list(post.mentions)}


def said_body(text: str, request: str, at: datetime) -> Json:
    """The body of a message of a person. `request` tells a line that is sent again from a new one."""
    return {"at": at.isoformat(), "text": text, "request": request}


def logged_body(logged: Logged) -> Json | None:
    """The body of a kept message; None if it is not in a form this version reads."""
    try:
        body = json.loads(logged.body)
    except ValueError:
        return None
    if not isinstance(body, dict) or not isinstance(body.get("at"), str):
        return None
    expected = (
        isinstance(body.get("screen"), dict) if logged.author is None else isinstance(body.get("text"), str)
    )
    return body if expected else None


def message_form(message: int, author: int | None, body: Mapping[str, object]) -> Json:
    """A message as the page reads it."""
    shown = {name: value for name, value in body.items() if name != "request"}
    return {"id": message, "author": author, **shown}


def people_form(people: Sequence[Account]) -> list[Json]:
    """The persons of the chat. The first is its admin."""
    return [
        {"id": account.user_id, "name": shown_name(account.name), "admin": place == 0}
        for place, account in enumerate(people)
    ]


def commands_form(wording: Wording, language: str) -> list[Json]:
    """The command menu."""
    return [
        {
            "name": route.name,
            "description": wording.text(language, route.description),
            "example": route.example,
        }
        for route in wording.routes.commands.values()
    ]


def answer_frame(request: str, person: int, answer: Answer | None) -> Json:
    """The one answer to a request. A line that answered nothing is answered with no screen."""
    form: Json = {
        "t": "answer",
        "id": request,
        "as": person,
        "loudness": None if answer is None else answer.loudness.value,
        "accepted": answer is None or answer.accepted,
        "pending": answer is not None and answer.pending,
        "screen": None if answer is None else screen_form(answer.screen),
    }
    if answer is not None and answer.file is not None:
        form["file"] = {
            "name": answer.file.name,
            "type": answer.file.media_type,
            "content": answer.file.content,
        }
    return form


def panel_frame(person: int, screen: Screen | None) -> Json:
    """The private panel of a person; None if there is no hand to show."""
    return {"t": "panel", "as": person, "screen": None if screen is None else screen_form(screen)}


def bad_frame(message: str, request: str | None) -> Json:
    """What a frame that was not understood is answered with."""
    return {"t": "bad", "id": request, "message": message}
