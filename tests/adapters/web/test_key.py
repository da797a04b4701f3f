"""A page with a key: nobody gets in without it, from any machine, and it leaves no trace."""

from collections.abc import AsyncIterator
from urllib.parse import quote, urlsplit

import aiohttp
import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from turned import TurnedClock

from adapters.web import WebAdapter
from adapters.web.addresses import is_local, listens_everywhere, of_this_machine
from adapters.web.app import CannotListen

KEY = "сосна & a river 16+"


class Guarded:
    """A page with a key, and a browser that is no browser of this machine's user."""

    def __init__(self, chat, session: ClientSession) -> None:
        self.clock = TurnedClock()
        self.adapter = WebAdapter(chat.game, chat.log, chat.people, port=0, key=KEY, clock=self.clock)
        self.session = session
        self.link = ""

    async def start(self) -> "Guarded":
        (self.link,) = await self.adapter.start()
        return self

    @property
    def url(self) -> str:
        return self.link.partition("?")[0]

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    async def get(self, path: str = "", **headers: str):
        async with self.session.get(self.url + path, headers=headers, allow_redirects=False) as response:
            return response, await response.text()

    async def let_in(self) -> None:
        response, _ = await self.get("?" + self.link.partition("?")[2])
        assert (response.status, response.headers["Location"]) == (303, "/")


@pytest.fixture
async def page(chat) -> AsyncIterator[Guarded]:
    jar = aiohttp.CookieJar(unsafe=True)  # the cookies of an address that is a number
    async with ClientSession(cookie_jar=jar, timeout=aiohttp.ClientTimeout(total=10)) as session:
        guarded = await Guarded(chat, session).start()
        yield guarded
        await guarded.adapter.stop()


@pytest.mark.parametrize("path", ["", "static/main.js", "nothing", "socket"])
async def test_without_the_cookie_nothing_is_answered(page, path):
    response, text = await page.get(path)
    assert response.status == 403
    assert "key" in text


async def test_the_link_is_exchanged_for_a_cookie_that_scripts_and_other_sites_do_not_get(page):
    response, _ = await page.get("?key=" + quote(KEY))
    (cookie,) = response.cookies.values()
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/")
    assert response.headers["Location"] == "/"
    for secret in (KEY, quote(KEY), KEY.encode().hex()):
        assert secret not in str(cookie)
    response, text = await page.get()
    assert response.status == 200
    assert "<html" in text


async def test_any_name_will_do_for_who_has_the_cookie(page):
    """A proxy's, a port mapping's: the program does not know them."""
    await page.let_in()
    cookie = "; ".join(f"{c.key}={c.value}" for c in page.session.cookie_jar)
    headers = {"Host": "cards.example", "Cookie": cookie}
    assert (await page.get(**headers))[0].status == 200
    for origin in ("http://cards.example", "https://cards.example"):
        assert (await page.get(Origin=origin, **headers))[0].status == 200
    for origin in ("http://evil.example", "null", f"http://{page.host}"):
        assert (await page.get(Origin=origin, **headers))[0].status == 403


async def test_a_socket_needs_the_cookie_and_its_own_origin(page):
    async def refused(**headers: str) -> int:
        with pytest.raises(WSServerHandshakeError) as error:
            await page.session.ws_connect(page.url + "socket", headers=headers)
        return error.value.status

    own = f"http://{page.host}"
    assert await refused(Origin=own) == 403
    await page.let_in()
    assert await refused() == 403
    assert await refused(Origin="http://evil.example") == 403
    socket = await page.session.ws_connect(page.url + "socket", headers={"Origin": own})
    assert not socket.closed
    await socket.close()


async def test_who_comes_by_a_link_on_another_site_is_led_on_once(page):
    """A browser sends a strict cookie only where the page itself leads on."""
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    response, text = await page.get(**elsewhere)
    assert response.status == 200
    assert "url=/?on" in text
    assert (await page.get("?on", **{"Sec-Fetch-Site": "same-origin"}))[
        0
    ].status == 403  # no cookie: no circle
    await page.let_in()
    response, _ = await page.get("?on")
    assert (response.status, response.headers["Location"]) == (303, "/")


async def test_wrong_keys_run_out(page):
    statuses = [(await page.get(f"?key=guess{n}"))[0].status for n in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    assert (await page.get("?key=" + quote(KEY)))[0].status == 429
    page.clock.forward(61)
    await page.let_in()


async def test_an_address_of_other_machines_is_not_opened_without_a_key(chat):
    for host in ("0.0.0.0", "::", "192.0.2.7", "cards.example"):  # noqa: S104 - what is refused
        open_to_all = WebAdapter(chat.game, chat.log, chat.people, host, 0)
        with pytest.raises(CannotListen, match="TWENTYONE_WEB_KEY"):
            await open_to_all.start()


async def test_a_page_on_all_addresses_names_those_of_the_machine(chat):
    adapter = WebAdapter(chat.game, chat.log, chat.people, "0.0.0.0", 0, key=KEY)  # noqa: S104 - with a key
    addresses = await adapter.start()
    await adapter.stop()
    assert addresses
    for address in addresses:
        assert urlsplit(address).hostname not in {"0.0.0.0", None}  # noqa: S104 - what is not named
        assert address.endswith("?key=" + quote(KEY, safe=""))


@pytest.mark.parametrize(
    ("host", "local", "everywhere"),
    [
        ("127.0.0.1", True, False), ("127.9.9.9", True, False), ("::1", True, False), ("[::1]", True, False),
        ("localhost", True, False), ("0.0.0.0", False, True), ("::", False, True), ("192.0.2.7", False, False),  # noqa: S104 - what is judged
        ("cards.example", False, False),
    ],
)  # fmt: skip
def test_whether_other_machines_reach_a_host(host, local, everywhere):
    assert (is_local(host), listens_everywhere(host)) == (local, everywhere)


def test_the_addresses_of_this_machine_are_none_of_nowhere():
    for host in ("0.0.0.0", "::"):  # noqa: S104 - what is asked about
        found = of_this_machine(host)
        assert found
        assert not {"0.0.0.0", "::"} & set(found)  # noqa: S104 - as above
