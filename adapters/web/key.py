"""The key of a page that other machines can reach: a link with it is exchanged for a cookie, and nothing else lets in."""

import hashlib
import hmac
from collections import OrderedDict
from urllib.parse import quote

from aiohttp import web

from bot.ports.clock import Clock

#: Wrong keys that one address may try within so many seconds; then it waits, and learns nothing of a right one either.
_TRIES, _WINDOW = 10, 60.0

#: Addresses that are remembered at once.
_REMEMBERED = 1000

#: How long a browser keeps the cookie, in seconds.
_KEPT = 30 * 86_400

#: A browser that comes from a link on another site sends no strict cookie until the page itself leads on.
_ONWARD = '<!doctype html><meta charset="utf-8"><title>twentyone</title><meta http-equiv="refresh" content="0; url=/?on">\n'


class Key:
    """What is asked of every request where a key is set."""

    def __init__(self, key: str, clock: Clock) -> None:
        """`key`: as in the settings. The cookie follows from it, and it does not follow from the cookie."""
        self._key = key.encode()
        self._cookie = hmac.digest(self._key, b"twentyone: cookie of the local page", hashlib.sha256).hex()
        self._clock = clock
        self._tries: OrderedDict[str, list[float]] = OrderedDict()

    @property
    def link(self) -> str:
        """The end of the link that lets in, for the terminal alone."""
        return f"?key={quote(self._key, safe='')}"

    def answer(self, request: web.Request, name: str) -> web.StreamResponse | None:
        """What a request is answered with instead of what it asks for; None if it may have that. `name`: of the cookie."""
        at_door = request.path == "/"
        if at_door and "key" in request.query:
            return self._exchanged(request, name)
        if hmac.compare_digest(request.cookies.get(name, "").encode(), self._cookie.encode()):
            return _to_the_page() if at_door and "on" in request.query else None
        if at_door and "on" not in request.query and request.headers.get("Sec-Fetch-Site") == "cross-site":
            return web.Response(text=_ONWARD, content_type="text/html")
        return web.Response(
            status=403, text="This page needs its key: open the link that the program printed at its start.\n"
        )

    def _exchanged(self, request: web.Request, name: str) -> web.StreamResponse:
        tries = self._tries_of(request.remote or "")
        if len(tries) >= _TRIES:
            return web.Response(status=429, text="Too many wrong keys: wait a minute.\n")
        if not hmac.compare_digest(request.query["key"].encode(errors="replace"), self._key):
            tries.append(self._clock.monotonic())
            return web.Response(status=403, text="This is not the key of this page.\n")
        response = _to_the_page()
        response.set_cookie(name, self._cookie, max_age=_KEPT, httponly=True, samesite="Strict", path="/")
        return response

    def _tries_of(self, address: str) -> list[float]:
        """The wrong keys of an address that still count."""
        now = self._clock.monotonic()
        tries = [at for at in self._tries.pop(address, []) if now - at < _WINDOW]
        self._tries[address] = tries
        if len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)
        return tries


def _to_the_page() -> web.Response:
    """On to the page, by an address that holds no key."""
    return web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})
