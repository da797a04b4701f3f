"""What tests of waiting tables share: other places, how somebody is dressed, who sits, the keys under the message."""

import sqlite3
from dataclasses import replace

from world import GROUP, World

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.tables.session import Session

THREAD = replace(GROUP, thread=17)
OTHER = Place("chat", -777)
ELSEWHERE = Place("chat", -888)


async def appear(world: World, name: str, appearance: int) -> None:
    """Dress somebody better or worse than the five of a newcomer."""
    dress = "UPDATE persons SET appearance = ? WHERE name = ?"
    changed = await world.store.write(sqlite3.Connection.execute, dress, (appearance, name))
    assert changed.rowcount == 1


def names(session: Session) -> list[str]:
    return [row.account.name for row in session.row.seats]


def key(session: Session, verb: str, argument: str | None = None) -> str:
    return str(Key(verb, session.code, 0, "a", argument))
