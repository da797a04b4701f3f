"""Discord over real sockets: its REST and its gateway on loopback, as much of them as a game needs."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from aiohttp import WSMsgType, web
from simcord.components import walk_components

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.loopback.token"  # noqa: S105 - opens nothing
BOT, GUILD, CHANNEL = 123456789012345678, 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
OTHER, THREAD = 1_100_000_000_000_000_003, 1_100_000_000_000_000_004

Json = dict[str, Any]


class Gateway:
    """One server with a channel, and another one with a thread in it. What the bot does is kept; `sent` are its messages by id."""

    def __init__(self) -> None:
        self.sent: dict[int, Json] = {}
        self.answers: dict[int, list[tuple[float, Json]]] = {}
        self.calls: list[tuple[str, str, int]] = []
        self.refuse: list[float] = []
        self.refuses = False  # the token
        self.identified = self.resumed = 0
        self.heartbeats = 0
        self.socket: web.WebSocketResponse | None = None
        self.url = ""
        self._sequence = count(1)
        self._ids = count(1)

    async def start(self) -> "Gateway":
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        self.url = f"127.0.0.1:{port}"
        return self

    async def stop(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await self._runner.cleanup()

    async def until(self, what: Callable[[], Any], seconds: float = 20.0) -> Any:
        async with asyncio.timeout(seconds):
            while not (found := what()):
                await asyncio.sleep(0.02)
        return found

    def snowflake(self) -> int:
        return (int(time.time() * 1000) - 1420070400000 << 22) + next(self._ids)

    # the gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            if frame["op"] == 1:
                self.heartbeats += 1
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif frame["op"] == 2:
                assert frame["d"]["intents"] == 1, "servers only"
                self.socket = socket
                await self._greet()
                self.identified += 1
            elif frame["op"] == 6:
                self.socket = socket
                await self.event("RESUMED", {})
                self.resumed += 1
        return socket

    async def _greet(self) -> None:
        await self.event(
            "READY",
            {
                "v": 10, "user": self._bot(), "guilds": [{"id": str(GUILD), "unavailable": True}], "session_id": "s", "shard": [0, 1],
                "resume_gateway_url": f"ws://{self.url}/gateway", "application": {"id": str(BOT), "flags": 0},
            },
        )  # fmt: skip
        everyone = {"id": str(GUILD), "name": "@everyone", "permissions": "8", "position": 0, "color": 0,
                    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                    "hoist": False, "managed": False, "mentionable": False, "flags": 0}  # fmt: skip
        await self.event(
            "GUILD_CREATE",
            {
                "id": str(GUILD), "name": "Server", "owner_id": "1", "roles": [everyone], "emojis": [], "features": [],
                "members": [], "member_count": 3, "large": False,
                "channels": [self._channel(), self._channel(OTHER)], "threads": [self._thread()],
                "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
                "preferred_locale": "en-US", "premium_tier": 0, "nsfw_level": 0, "mfa_level": 0, "afk_timeout": 300,
                "system_channel_flags": 0, "stickers": [], "voice_states": [], "presences": [],
                "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
            },
        )  # fmt: skip

    async def event(self, name: str, data: Json) -> None:
        assert self.socket is not None
        await self.socket.send_json({"op": 0, "t": name, "s": next(self._sequence), "d": data})

    def _channel(self, number: int = CHANNEL) -> Json:
        return {"id": str(number), "type": 0, "name": "cards", "position": 0, "permission_overwrites": [],
                "guild_id": str(GUILD), "nsfw": False, "parent_id": None}  # fmt: skip

    def _thread(self) -> Json:
        data = {"archived": False, "auto_archive_duration": 1440, "locked": False,
                "archive_timestamp": "2026-01-01T00:00:00+00:00"}  # fmt: skip
        return {"id": str(THREAD), "type": 11, "name": "table", "parent_id": str(OTHER), "guild_id": str(GUILD),
                "owner_id": "1", "thread_metadata": data, "message_count": 0, "member_count": 1}  # fmt: skip

    def _bot(self) -> Json:
        return {"id": str(BOT), "username": "twentyone", "discriminator": "0", "avatar": None, "bot": True}

    # what people do

    async def command(self, user: int, name: str, channel: int = CHANNEL, **options: int | str) -> int:
        given = [
            {"name": key, "type": 3 if isinstance(value, str) else 4, "value": value}
            for key, value in options.items()
        ]
        data = {"id": "9", "name": name, "type": 1, "options": given}
        return await self._interaction(user, 2, data, channel)

    async def press(self, user: int, message: int, custom_id: str) -> int:
        pressed = self.sent[message]
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interaction(user, 3, data, int(pressed["channel_id"]), message=pressed)

    async def _interaction(self, user: int, kind: int, data: Json, channel: int, **more: Json) -> int:
        number = self.snowflake()
        person = {
            "id": str(user),
            "username": f"p{user}",
            "global_name": f"Player {user}",
            "discriminator": "0",
            "avatar": None,
        }
        self.answers[number] = []
        member = {"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "permissions": "8",
                  "deaf": False, "mute": False, "flags": 0}  # fmt: skip
        await self.event(
            "INTERACTION_CREATE",
            {
                "id": str(number), "application_id": str(BOT), "type": kind, "token": f"t{number}", "version": 1,
                "guild_id": str(GUILD), "channel_id": str(channel), "data": data,
                "channel": self._thread() if channel == THREAD else self._channel(),
                "member": member, "locale": "en-US", "guild_locale": "en-US", "app_permissions": "8",
                "attachment_size_limit": 10_000_000, "entitlements": [], "context": 0,
                "authorizing_integration_owners": {}, **more,
            },
        )  # fmt: skip
        asked = time.monotonic()
        await self.until(lambda: self.answers[number])
        assert self.answers[number][0][0] - asked < 3
        return number

    def button(self, verb: str) -> tuple[int, str] | None:
        """The newest board with such a button."""
        for number in sorted(self.sent, reverse=True):
            for part in walk_components(self.sent[number]["components"]):
                if f":{verb}" in part.get("custom_id", ""):
                    return number, part["custom_id"]
        return None

    # REST

    async def _rest(self, request: web.Request) -> web.Response:
        path, method = request.match_info["path"], request.method
        body = await request.json() if request.can_read_body else {}
        status, answer = self._answer(method, path.split("/"), body)
        self.calls.append((method, path, status))
        if status == 204:
            return web.Response(status=204)
        # The library takes a body for JSON only if nothing but that is said of it.
        said = {"Via": "1.1 loopback", "Content-Type": "application/json"}
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=said)

    def _answer(self, method: str, path: list[str], body: Json) -> tuple[int, Json]:
        match method, path:
            case _ if self.refuses:
                return 401, {"message": "401: Unauthorized", "code": 0}
            case "GET", ["users", "@me"]:
                return 200, self._bot()
            case "GET", ["oauth2", "applications", "@me"]:
                owner = {**self._bot(), "id": "1", "bot": False}
                return 200, {"id": str(BOT), "name": "twentyone", "icon": None, "description": "", "bot_public": True,
                             "bot_require_code_grant": False, "verify_key": "", "owner": owner, "flags": 0,
                             "rpc_origins": [], "team": None, "summary": ""}  # fmt: skip
            case "GET", ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return 200, {"url": f"ws://{self.url}/gateway", "shards": 1, "session_start_limit": limit}
            case _, ["channels", _, "messages", *_] if self.refuse:
                return 429, {"message": "slow down", "retry_after": self.refuse.pop(0), "global": False}
            case "POST", ["channels", channel, "messages"]:
                return 200, self._message(self.snowflake(), body, channel)
            case "PATCH", ["channels", channel, "messages", number]:
                return 200, self._message(int(number), body, channel)
            case "DELETE", ["channels", _, "messages", number]:
                self.sent.pop(int(number), None)
                return 204, {}
            case "POST", ["interactions", number, _, "callback"]:
                self.answers[int(number)].append((time.monotonic(), body))
                return 200, {"interaction": {"id": number, "type": 2, "response_message_id": str(self.snowflake()),
                                             "response_message_loading": False, "response_message_ephemeral": True}}  # fmt: skip
            case _, ["webhooks", *_]:
                return 200, self._message(self.snowflake(), {**body, "flags": 64}, None)
            case _:
                return 404, {"code": 0, "message": f"unknown route {method} {path}"}

    def _message(self, number: int, body: Json, channel: str | None) -> Json:
        """A message as Discord gives it; one in no channel is for one person alone and not kept."""
        message = {
            "id": str(number), "channel_id": channel or str(CHANNEL), "author": self._bot(), "content": "", "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "mention_everyone": False,
            "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
            "components": body.get("components", []), "flags": body.get("flags", 1 << 15),
        }  # fmt: skip
        if channel is not None:
            self.sent[number] = message
        return message


@asynccontextmanager
async def serving() -> AsyncIterator[Gateway]:
    """A gateway with its REST for one test; at its end no call went to an address that it does not know."""
    server = await Gateway().start()
    yield server
    await server.stop()
    assert [call for call in server.calls if call[2] == 404] == []
