"""The page's files: complete, of this place only, and in words that are in the catalogues."""

import re
from importlib.resources import files

import pytest

from adapters.web.texts import FIRST_NAMES, MESSAGES

STATIC = {
    entry.name: entry.read_text(encoding="utf-8")
    for entry in files("adapters.web").joinpath("static").iterdir()
}
INDEX = STATIC["index.html"]
MODULES = {name: text for name, text in STATIC.items() if name.endswith(".js")}


def test_every_file_the_page_names_is_there_and_every_file_is_named():
    named = set(re.findall(r'"/static/([^"]+)"', "".join(STATIC.values())))
    for text in MODULES.values():
        named |= set(re.findall(r'from "\./([^"]+)"', text))
    assert named | {"index.html"} == set(STATIC)


def test_nothing_comes_from_elsewhere():
    # The namespace of SVG is a name, not an address anybody asks.
    everything = "".join(STATIC.values()).replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"https?://|(?<![:\w])//[a-z]|@import|url\(", everything) == []


def test_the_page_has_no_script_or_style_of_its_own_inside():
    assert re.findall(r"\son\w+=|\sstyle=|<style|<script(?![^>]*src=)", INDEX) == []


def test_texts_never_become_markup():
    for name, text in MODULES.items():
        assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text) == [], (
            name
        )


def test_there_is_one_live_region():
    assert len(re.findall(r"aria-live", INDEX)) == 1
    assert re.findall(r'role="(?:alert|log|status)"', INDEX) == ['role="status"'][:1]
    assert not any("aria-live" in text for text in MODULES.values())


def test_the_page_says_exactly_the_texts_it_is_sent():
    said = set(re.findall(r'data-(?:text|label|placeholder)="([^"]+)"', INDEX))
    for text in MODULES.values():
        said |= set(re.findall(r'\bt\("([^"]+)"\)', text))
    server_only = {MESSAGES[0], *FIRST_NAMES}
    assert said | {MESSAGES[0]} == set(MESSAGES)
    assert not said & server_only


@pytest.mark.parametrize("name", sorted(STATIC))
def test_files_stay_short(name):
    assert len(STATIC[name].splitlines()) < 400


async def test_the_files_are_served_with_their_types(chat):
    types = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    for name, text in STATIC.items():
        async with chat.session.get(f"{chat.url}static/{name}") as response:
            assert response.status == 200
            assert response.content_type == types[name.rpartition(".")[2]]
            assert await response.text() == text


async def test_a_file_that_is_known_is_not_sent_again(chat):
    async with chat.session.get(chat.url) as response:
        tag = response.headers["ETag"]
        assert response.headers["Cache-Control"] == "no-cache"
    async with chat.session.get(chat.url, headers={"If-None-Match": tag}) as response:
        assert response.status == 304


@pytest.mark.parametrize(
    "path", ["static/..%2fapp.py", "static/%2e%2e/app.py", "static/texts.py", "static/", "app.py"]
)
async def test_nothing_but_the_files_is_served(chat, path):
    async with chat.session.get(chat.url + path) as response:
        assert response.status == 404
