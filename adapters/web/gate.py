"""The gate: which requests the local page answers at all, and the headers it answers with."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from adapters.web.key import Key

#: Everything from here and nothing from elsewhere; no frames around the page.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "twentyone",
}

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def bracketed(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


class Gate:
    """Lets in who asks for this very address.

    A site elsewhere can point a name of its own at 127.0.0.1 and so have a browser read the page for it;
    its requests still carry that name as Host. A page elsewhere can open a WebSocket to any address; the
    browser then says so in Origin.
    """

    def __init__(self, host: str, key: Key | None = None) -> None:
        """`host` as configured. Nobody is let in before `open`.

        With a `key` the page may be reached by names that the program does not know (a proxy's, a port mapping's):
        then any Host will do, and every request needs the cookie that the key is exchanged for.
        """
        self._names = frozenset((*LOOPBACK, bracketed(host).lower()))
        self._hosts: frozenset[str] = frozenset()
        self._key = key
        self._cookie = ""

    def open(self, port: int) -> None:
        """Let in who asks for this port."""
        self._cookie = f"twentyone-{port}"  # browsers send cookies to all ports of a host
        self._hosts = frozenset(f"{name}:{port}" for name in self._names)
        if port == 80:  # browsers leave it out
            self._hosts |= self._names

    def refusal(self, request: web.Request, *, socket: bool) -> str | None:
        """Why this request is not answered; None if it is. A socket must name its origin."""
        host = request.headers.get("Host", "").lower()
        if self._key is None and host not in self._hosts:
            return "This page answers at its own local address only."
        origin = request.headers.get("Origin")
        if origin is None:
            return "A connection to this page must name its origin." if socket else None
        if origin.lower() not in self._origins(host):
            return "This page answers to itself only."
        return None

    def _origins(self, host: str) -> tuple[str, ...]:
        """How a page of that host names itself; behind a proxy it may be served by TLS."""
        return (f"http://{host}",) if self._key is None else (f"http://{host}", f"https://{host}")

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse before anything else looks at the request."""
        reason = self.refusal(request, socket="Upgrade" in request.headers)
        if reason is not None:
            return web.Response(status=403, text=reason + "\n")
        if self._key is not None and (answer := self._key.answer(request, self._cookie)) is not None:
            return answer
        return await handler(request)


async def set_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on every response, refusals and errors too."""
    response.headers.update(HEADERS)
