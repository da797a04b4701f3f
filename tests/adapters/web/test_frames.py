"""Frames are read strictly."""

import json

import pytest

from adapters.web.frames import AddPerson, BadFrame, OpenPanel, PressKey, Say, read_frame

ID = "0b9f6a1e-7c35-4d0e-9b56-1f0c8f0f7a11"


@pytest.mark.parametrize(
    ("frame", "kind", "read"),
    [
        ({"t": "say", "id": ID, "as": 1, "text": " /bet 3 "}, Say, {"text": "/bet 3"}),
        ({"t": "press", "id": ID, "as": 2, "key": "1:K7ABCD:draw"}, PressKey, {}),
        ({"t": "panel", "as": 3, "open": True}, OpenPanel, {}),
        ({"t": "person", "id": ID, "name": "<b>Жанна"}, AddPerson, {}),
    ],
)
def test_each_kind_is_read(frame, kind, read):
    found = read_frame(json.dumps(frame))
    assert type(found) is kind
    assert found.model_dump(by_alias=True) == frame | read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 10_000, "not JSON"),
        ("9" * 10_000, "not JSON"),
        ("[]", "not a JSON object"),
        ('"say"', "not a JSON object"),
        ("{}", "'t' is to be one of"),
        ('{"t": []}', "'t' is to be one of"),
        ('{"t": "hack"}', "'t' is to be one of"),
        ({"t": "say", "as": 1, "text": "x"}, "'id' is missing"),
        ({"t": "say", "id": 7, "as": 1, "text": "x"}, "UUID"),
        ({"t": "say", "id": ID.upper(), "as": 1, "text": "x"}, "UUID"),
        ({"t": "say", "id": ID + "\n", "as": 1, "text": "x"}, "UUID"),
        ({"t": "say", "id": ID, "text": "x"}, "'as' is missing"),
        ({"t": "say", "id": ID, "as": True, "text": "x"}, "id of a person"),
        ({"t": "say", "id": ID, "as": 1.0, "text": "x"}, "id of a person"),
        ({"t": "say", "id": ID, "as": "1", "text": "x"}, "id of a person"),
        ({"t": "say", "id": ID, "as": 0, "text": "x"}, "id of a person"),
        ({"t": "say", "id": ID, "as": 2**63, "text": "x"}, "id of a person"),
        ({"t": "say", "id": ID, "as": 1, "text": None}, "to be a text"),
        ({"t": "say", "id": ID, "as": 1, "text": "x" * 1001}, "longer than 1000"),
        ({"t": "say", "id": ID, "as": 1, "text": " \n "}, "empty"),
        ({"t": "say", "id": ID, "as": 1, "text": "a\x00b"}, "control characters"),
        ({"t": "say", "id": ID, "as": 1, "text": "\ud83c"}, "control characters"),
        ({"t": "say", "id": ID, "as": 1, "text": "x", "admin": True}, "not known"),
        ({"t": "press", "id": ID, "as": 1, "key": ""}, "'key'"),
        ({"t": "press", "id": ID, "as": 1, "key": "k" * 65}, "'key'"),
        ({"t": "press", "id": ID, "as": 1, "key": "ключ"}, "'key'"),
        ({"t": "press", "id": ID, "as": 1, "key": ["k"]}, "'key'"),
        ({"t": "panel", "as": 1, "open": 1}, "true or false"),
        ({"t": "person", "id": ID, "name": "x" * 65}, "longer than 64"),
    ],
)
def test_what_is_not_to_the_letter_is_refused_in_one_line(text, message):
    with pytest.raises(BadFrame) as bad:
        read_frame(text if isinstance(text, str) else json.dumps(text))
    assert message in bad.value.message
    assert "\n" not in bad.value.message


def test_a_refusal_names_the_request_it_is_about():
    with pytest.raises(BadFrame) as bad:
        read_frame(json.dumps({"t": "say", "id": ID, "as": 1, "text": ""}))
    assert bad.value.request == ID
