"""Boards that Discord does not take at once: each arrives, once, and the turn that it names has its time from then."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest
from server import text_of

from adapters.discord.failures import undelivered
from bot.ports.channel import ChatGone, MessageGone, PerhapsDelivered, Undelivered, Unreachable


def refusal(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(
        SimpleNamespace(status=status, reason="no", headers={}), {"code": code, "message": "no"}
    )


LOST = aiohttp.ServerDisconnectedError()

#: What two calls in a row meet, and whether the message is there all the same.
TROUBLE = [
    (LOST, True),
    (LOST, False),
    (TimeoutError(), True),
    (refusal(502, 0), True),
    (refusal(503, 130000), False),
    (refusal(400, 50035), False),
    (refusal(403, 0), False),
    (refusal(403, 40333), False),
    (refusal(404, 0), False),
    (refusal(408, 0), True),
    (refusal(409, 0), False),
    (ValueError("nobody foresaw it"), False),
]


class Unreliable:
    """Stands before the library's calls; like Discord it shows a message once that comes twice with the same nonce."""

    def __init__(self, client: discord.Client) -> None:
        self.trouble: list[tuple[Exception, bool]] = []
        self._request, client.http.request = client.http.request, self.request
        self._known: dict[str, object] = {}

    async def request(self, route, **how):
        body = how.get("json")
        if route.method != "POST" or not isinstance(body, dict) or not body.get("enforce_nonce"):
            return await self._request(route, **how)
        error, arrives = self.trouble.pop(0) if self.trouble else (None, True)
        if arrives and body["nonce"] not in self._known:
            self._known[body["nonce"]] = await self._request(route, **how)
        if error is not None:
            raise error
        return self._known[body["nonce"]]


async def between_deals(server):
    """A running game in a pause; where a bank broke, another game."""
    while True:
        if not server.app.tables.open_sessions():
            await server.turn(30)  # a person opens a table once in a while only
            await server.open_table("Anna", "Boris", deals="20")
        (session,) = server.app.tables.open_sessions()
        while server.mover() is not None:
            await server.step()
            await server.turn(1)
        if session.playing:
            return session


async def test_a_board_is_sent_until_it_has_arrived_and_stands_there_once(server):
    discord_ = Unreliable(server.env.bot)
    for met in TROUBLE:
        session = await between_deals(server)
        deal, before = session.state.view(None).deal + 1, len(server.messages())
        discord_.trouble = [met, met]
        while server.mover() is None:
            await server.turn(1)
        assert session.state.view(None).deal == deal
        sent = session.begun
        while session.unseen is not None:
            await server.turn(0.5)
            assert server.clock.monotonic() - sent <= 9, met
        assert session.due - server.clock.monotonic() >= session.full - 0.5
        shown = [m for m in server.messages()[before - 1 :] if f"deal {deal}/" in text_of(m)]
        assert len(shown) == 1, (met, [text_of(message) for message in shown])


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, ChatGone),
        (403, 50001, ChatGone),
        (403, 50013, ChatGone),
        (404, 10008, MessageGone),
        (401, 0, Unreachable),
        (502, 0, PerhapsDelivered),
        (403, 0, Undelivered),
        (404, 0, Undelivered),
    ],
)
def test_only_what_is_known_to_be_final_is_final(status: int, code: int, kind: type[Exception]) -> None:
    assert type(undelivered(refusal(status, code), sending=True)) is kind
