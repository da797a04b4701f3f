"""Telegram as a platform: beside the other adapters, by the library's parts driven by hand."""

from adapters.telegram.channel import TelegramChannel
from adapters.telegram.connection import TelegramConnection
from bot.ports.application import Application
from bot.ports.clock import Clock, SystemClock
from bot.ports.supervisor import Connection, Supervisor

OFFICIAL = "https://api.telegram.org"


class TelegramAdapter(Supervisor):
    """A channel for the application, and its caller."""

    channel: TelegramChannel

    def __init__(
        self,
        application: Application,
        token: str,
        *,
        base_url: str = OFFICIAL,
        proxy: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is called before `start`. `base_url` is the root of a Bot API server, its files are under /file."""
        clock = clock or SystemClock()
        super().__init__("Telegram", TelegramChannel(), clock)
        self._application = application
        self._token = token.strip()
        self._root = base_url.rstrip("/")
        self._proxy = proxy
        self.connection: TelegramConnection | None = None

    def new_connection(self) -> Connection:
        """The library's parts, not connected yet."""
        self.connection = TelegramConnection(
            self._application,
            self.channel,
            self._token,
            root=self._root,
            proxy=self._proxy,
            clock=self._clock,
        )
        return self.connection
