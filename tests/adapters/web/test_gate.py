"""Who the local page answers, and with which headers."""

import pytest
from aiohttp import WSServerHandshakeError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize("path", ["", "static/main.js", "static/none.js", "nothing", "socket"])
async def test_every_response_has_the_strict_headers(chat, path):
    async with chat.session.get(chat.url + path) as response:
        assert response.headers["Content-Security-Policy"] == POLICY
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert "python" not in response.headers["Server"].lower()


@pytest.mark.parametrize("path", ["", "static/main.js", "nothing"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.:{port}", ""]
)
async def test_another_host_is_refused(chat, path, host):
    port = chat.origin.rpartition(":")[2]
    async with chat.session.get(chat.url + path, headers={"Host": host.format(port=port)}) as response:
        assert response.status == 403
        assert response.headers["Content-Security-Policy"] == POLICY
        assert "<" not in await response.text()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
async def test_the_names_of_this_computer_are_answered(chat, name):
    host = f"{name}:{chat.origin.rpartition(':')[2]}"
    async with chat.session.get(chat.url, headers={"Host": host, "Origin": f"http://{host}"}) as response:
        assert response.status == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://{host}", "http://localhost:1", "http://{host}.evil.example"],
)
async def test_another_origin_is_refused_on_page_and_socket(chat, origin):
    headers = {"Origin": origin.format(host=chat.origin.removeprefix("http://"))}
    async with chat.session.get(chat.url, headers=headers) as response:
        assert response.status == 403
    with pytest.raises(WSServerHandshakeError) as refused:
        await chat.session.ws_connect(chat.url + "socket", headers=headers)
    assert refused.value.status == 403


async def test_a_socket_without_an_origin_is_refused(chat):
    with pytest.raises(WSServerHandshakeError) as refused:
        await chat.session.ws_connect(chat.url + "socket")
    assert refused.value.status == 403


async def test_a_socket_for_another_host_is_refused(chat):
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    with pytest.raises(WSServerHandshakeError) as refused:
        await chat.session.ws_connect(chat.url + "socket", headers=headers)
    assert refused.value.status == 403


async def test_an_ordinary_request_for_the_socket_is_told_so(chat):
    async with chat.session.get(chat.url + "socket") as response:
        assert response.status == 400
