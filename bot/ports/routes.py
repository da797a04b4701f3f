"""What adapters know of commands and buttons: names, descriptions, who may, what they need; the application has the handlers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.ports.keys import Key
from bot.ports.texts import N_


class Who(Enum):
    """Who may: everybody, who sits at a table, or (besides who sits, or for the chat) an admin of the chat."""

    ANYBODY = "anybody"
    SEATED = "seated"
    ADMINS = "admins"


class Section(Enum):
    """What a command is for, as /help groups them; the value is the heading."""

    PLAY = N_("To play:")
    LOOK = N_("To look at:")
    OWN = N_("For you:")
    HELP = N_("Help:")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRoute:
    """A command. `label` is its name after two hyphens, as the catalogues translate it; `description` is English, their key.

    `example` shows its arguments. `group`: a private chat's menu has no room for it, it is about several tables
    or tables of others. `posts`: it puts a message into the chat. `typing`: it is about answers typed as plain text, for platforms
    that have no windows for them. `section`: where /help lists it. `alias`: another name that it goes by, in no menu.
    """

    label: str
    description: str
    example: str = ""
    who: Who = Who.ANYBODY
    group: bool = False
    posts: bool = False
    typing: bool = False
    section: Section = Section.PLAY
    alias: str | None = None

    @property
    def name(self) -> str:
        """The name without the slash."""
        return self.label.removeprefix("--")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRoute:
    """The keys of one verb. `posts`: pressing it opens a table, takes a seat, starts a game or puts a message into the chat."""

    who: Who = Who.ANYBODY
    posts: bool = False


@dataclass(frozen=True, slots=True)
class Routes:
    """All commands in the order of the menu, by name; all verbs of keys."""

    commands: Mapping[str, CommandRoute]
    keys: Mapping[str, KeyRoute]

    def command(self, name: str) -> CommandRoute | None:
        """The command of that name or alias."""
        if (route := self.commands.get(name)) is not None:
            return route
        return next((route for route in self.commands.values() if route.alias == name), None)

    def command_posts(self, name: str) -> bool:
        """Whether a command puts a message into the chat."""
        return (route := self.command(name)) is not None and route.posts

    def command_asks_for_admin(self, name: str) -> bool:
        """Whether the answer to a command depends on the person being an admin: only then an adapter needs to find out."""
        return (route := self.command(name)) is not None and route.who is Who.ADMINS

    def key_posts(self, key: str) -> bool:
        """Whether a button needs to post: see `KeyRoute.posts`."""
        return (route := self._of_key(key)) is not None and route.posts

    def key_asks_for_admin(self, key: str) -> bool:
        """Whether the answer to that key depends on the person being an admin."""
        return (route := self._of_key(key)) is not None and route.who is Who.ADMINS

    def _of_key(self, key: str) -> KeyRoute | None:
        parsed = Key.parse(key)
        return None if parsed is None else self.keys.get(parsed.verb)
