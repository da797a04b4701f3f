"""Games played by the buttons that the chat shows, as people do."""

import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from world import GROUP, World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.tables.session import Session

MOVES = {"bet", "hit", "stand"}
PEOPLE = ("Anna", "Boris", "Vera", "Gleb")

Choose = Callable[[list[str]], str]


def keys_shown(world: World, verbs: set[str] | None = None, place: Place = GROUP) -> list[str]:
    """The keys under all messages of the chat, the newest message first."""
    messages = sorted(world.chat.messages.values(), key=lambda message: -message.id)
    keys = [
        button.key
        for message in messages
        if message.place == place
        for button in world.buttons(message)
        if button.key is not None
    ]
    parsed = [(key, Key.parse(key)) for key in keys]
    assert all(read is not None for _, read in parsed)
    return [key for key, read in parsed if verbs is None or (read is not None and read.verb in verbs)]


def moves_of(world: World, session: Session) -> list[str]:
    """The move buttons that are live at a table now."""
    return [key for key in keys_shown(world, MOVES, session.place) if session.code in key]


async def seat(world: World, *names: str, arguments: str = "") -> Session:
    """A table for these people, started; by its buttons."""
    opened = await world.command(names[0], f"/newtable {arguments} seats={max(len(names), 2)}")
    assert opened.accepted, opened.screen.text
    session = world.session(names[0])
    await sit_down(world, session, *names[1:])
    return session


async def sit_down(world: World, session: Session, *names: str) -> None:
    """These people press «Sit down», one after the other."""
    for name in names:
        answer = await world.press(name, sit_key(session))
        assert answer.accepted, answer.screen.text


def sit_key(session: Session) -> str:
    return str(Key("sit", session.code, 0, "a"))


def name_of(session: Session, seat: int | None) -> str:
    """Who sits there."""
    assert seat is not None
    return session.row.seats[seat].account.name


def to_move(session: Session) -> str | None:
    """The name of the person whose move it is."""
    number = None if session.state is None else session.state.to_move
    return None if number is None else session.row.seats[number].account.name


def banker(session: Session) -> str:
    assert session.state is not None
    return name_of(session, session.state.view(None).banker)


def phase(session: Session) -> tuple[int, str, int | None]:
    assert session.state is not None
    view = session.state.view(None)
    return view.deal, view.phase.value, view.to_move


def chosen_by(seed: int) -> Choose:
    chance = random.Random(seed)
    return chance.choice


def carefully(keys: list[str]) -> str:
    """Stakes one chip and draws nothing: such games last."""
    read = [(Key.parse(key), key) for key in keys]
    stand = [key for parsed, key in read if parsed and parsed.verb == "stand"]
    ones = [key for parsed, key in read if parsed and parsed.argument == "1"]
    return (stand or ones)[0]


@dataclass
class Step:
    name: str
    key: str


async def moves(world: World, session: Session, choose: Choose) -> AsyncIterator[Step]:
    """Play until the game is over; what was pressed comes after each accepted press."""
    while session.row.status is Status.PLAYING:
        session = world.app.tables.live(session.code) or session
        name = to_move(session)
        if name is None:
            await world.turn(8)
            continue
        key = choose(moves_of(world, session))
        answer = await world.press(name, key)
        assert answer.accepted, answer.screen.text
        yield Step(name, key)
        await world.turn(2)  # sooner the same button would be a double tap


async def play_out(world: World, session: Session, choose: Choose) -> None:
    async for _ in moves(world, session, choose):
        pass
