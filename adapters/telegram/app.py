"""Telegram as a platform: beside the other adapters, by the library's parts driven by hand."""

from functools import partial

from adapters.telegram.channel import TelegramChannel
from adapters.telegram.connection import TelegramConnection
from bot.ports.app import App
from bot.ports.clock import Clock, SystemClock
from bot.ports.supervisor import Connection, Supervisor

OFFICIAL = "https://api.telegram.org"


class TelegramAdapter(Supervisor):
    """A channel for the application, and its caller."""

    def __init__(
        self,
        app: App,
        token: str,
        *,
        base_url: str = OFFICIAL,
        proxy: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is called before `start`. `base_url` is the root of a Bot API server, its files are under /file."""
        clock = clock or SystemClock()
        channel, root = TelegramChannel(), base_url.rstrip("/")
        super().__init__("Telegram", channel, clock)
        self._connect = partial(
            TelegramConnection, app, channel, token.strip(), root=root, proxy=proxy, clock=clock
        )
        self.connection: TelegramConnection | None = None

    def new_connection(self) -> Connection:
        self.connection = self._connect()
        return self.connection
