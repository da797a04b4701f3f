"""Routes: one row for each command and for the keys of each verb, with what carries it out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.app.parts import Parts
from bot.model.context import Asked
from bot.model.options import games_alone, read_offer
from bot.ports.keys import Key, KeyVerb
from bot.ports.requests import Command
from bot.ports.routes import CommandRoute, KeyRoute, Routes, Who
from bot.ports.screens import Answer
from bot.ports.texts import LANGUAGES, N_
from bot.screens.answers import refused
from bot.tables.session import Session

ByCommand = Callable[[Parts, Asked, Command], Awaitable[Answer]]
ByKey = Callable[[Parts, Asked, Key], Awaitable[Answer]]
AtTable = Callable[[Parts, Session, Asked, Key], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(CommandRoute):
    """A command with what carries it out."""

    handler: ByCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(KeyRoute):
    """The keys of a verb with what carries them out; what has no handler for a key is refused.

    `page`: a key of no table. `past`: of a table that may be over. `beside`: of a table, without its lock. `table`: under its lock;
    `waiting`: the same where the key is of a table that waits for players. `anywhere`: from another chat than the table's, unless it
    waits. `question`: it changes nothing, so that it is no press whose repetition could.
    """

    page: ByKey | None = None
    past: ByKey | None = None
    beside: AtTable | None = None
    table: AtTable | None = None
    waiting: AtTable | None = None
    anywhere: bool = False
    question: bool = False


def _leaderboard(parts: Parts, asked: Asked, command: Command) -> Awaitable[Answer]:
    if "training" in command.arguments.lower().split():
        return parts.ranks.ask(asked)
    return parts.leaders.ask(asked, command.arguments)


async def no_longer(_parts: Parts, asked: Asked, _key: Key) -> Answer:
    """A key of nothing that there is."""
    return refused(asked.say, asked.say("This button no longer works. Open tables: /tables"))


def _open(parts: Parts, asked: Asked, key: Key) -> Awaitable[Answer]:
    offer = read_offer(key.argument or "")
    if offer is None:
        return no_longer(parts, asked, key)
    return parts.opening.open(asked, offer, beside=not offer.rated)


def _alone(parts: Parts, asked: Asked, key: Key) -> Awaitable[Answer]:
    if key.argument not in games_alone():
        return no_longer(parts, asked, key)
    return parts.opening.alone(asked, key.argument)


def _language(parts: Parts, asked: Asked, key: Key) -> Awaitable[Answer]:
    if key.argument is None:
        return parts.pages.languages(asked)
    if key.argument not in LANGUAGES:
        return no_longer(parts, asked, key)
    return parts.pages.choose_language(asked, key.argument)


def _chat_language(parts: Parts, asked: Asked, key: Key) -> Awaitable[Answer]:
    if key.argument not in LANGUAGES:
        return no_longer(parts, asked, key)
    return parts.pages.choose_chat_language(asked, key.argument)


async def _cards(parts: Parts, session: Session, asked: Asked, _key: Key) -> Answer:
    return parts.moves.cards(session, asked)


def move(parts: Parts, session: Session, asked: Asked, key: Key) -> Awaitable[Answer]:
    """A move at a running game, or what only looks like one."""
    return parts.moves.press(session, asked, key)


_COMMANDS = (
    Typed(
        label=N_("--newtable"),
        description=N_("Open a table"),
        example="ochko seats=3 timeout=60 deals=5 unrated",
        posts=True,
        handler=lambda parts, asked, command: parts.opening.newtable(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--tables"),
        description=N_("The open tables of this chat"),
        group=True,
        posts=True,
        handler=lambda parts, asked, _: parts.pages.tables_list(asked),
    ),
    Typed(
        label=N_("--table"),
        description=N_("Show the board again, down here"),
        example="K7",
        posts=True,
        handler=lambda parts, asked, command: parts.commands.table(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--bet"),
        description=N_("Stake that many chips"),
        example="3",
        who=Who.SEATED,
        handler=lambda parts, asked, command: parts.commands.bet(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--word"),
        description=N_("Add your word to the seed of a game"),
        example="7431 0926 58",
        who=Who.SEATED,
        handler=lambda parts, asked, command: parts.commands.word(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--leave"),
        description=N_("Leave your table"),
        who=Who.SEATED,
        handler=lambda parts, asked, _: parts.commands.leave(asked),
    ),
    Typed(
        label=N_("--stop"),
        description=N_("Stop a table"),
        example="K7",
        who=Who.ADMINS,
        handler=lambda parts, asked, command: parts.commands.stop(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--replay"),
        description=N_("A finished game, deal by deal"),
        example="K7A2BC",
        posts=True,
        handler=lambda parts, asked, command: parts.history.command(
            asked, command.name, command.arguments.strip()
        ),
    ),
    Typed(
        label=N_("--verify"),
        description=N_("The proof of a table's cards"),
        example="K7A2BC",
        handler=lambda parts, asked, command: parts.history.command(
            asked, command.name, command.arguments.strip()
        ),
    ),
    Typed(
        label=N_("--train"),
        description=N_("Train blackjack: each move judged"),
        example="computers=2",
        handler=lambda parts, asked, command: parts.trainer.command(asked, command.arguments),
    ),
    Typed(
        label=N_("--leaderboard"),
        description=N_("Who leads, here or everywhere"),
        example="week wins",
        posts=True,
        handler=_leaderboard,
    ),
    Typed(
        label=N_("--profile"),
        description=N_("Your figures, or those of the person you answer"),
        handler=lambda parts, asked, command: parts.profiles.profile(asked, command.reply_to),
    ),
    Typed(
        label=N_("--wallet"),
        description=N_("Your virtual rubles and what moved them"),
        handler=lambda parts, asked, _: parts.profiles.wallet(asked),
    ),
    Typed(
        label=N_("--notify"),
        description=N_("Notify me when a table opens here"),
        group=True,
        handler=lambda parts, asked, _: parts.pages.notify(asked),
    ),
    Typed(
        label=N_("--rules"),
        description=N_("The rules in short"),
        handler=lambda parts, asked, command: parts.pages.rules(asked, command.arguments.strip()),
    ),
    Typed(
        label=N_("--help"),
        description=N_("How to play here"),
        alias="start",
        handler=lambda parts, asked, _: parts.pages.help(asked, ROUTES),
    ),
    Typed(
        label=N_("--language"),
        description=N_("Your language, or this chat's"),
        example="hu",
        who=Who.ADMINS,
        handler=lambda parts, asked, command: parts.pages.language_command(asked, command.arguments.strip()),
    ),
    Typed(
        label="--cancel",
        description=N_("Cancel the question that is open"),
        typing=True,
        handler=lambda parts, asked, _: parts.commands.cancel(asked),
    ),
    Typed(
        label=N_("--mydata"),
        description=N_("What is stored about you"),
        handler=lambda parts, asked, _: parts.privacy.mydata(asked),
    ),
    Typed(
        label=N_("--forget"),
        description=N_("Remove your name and account"),
        handler=lambda parts, asked, _: parts.privacy.ask(asked),
    ),
)

_KEYS: dict[KeyVerb, Pressed] = {
    KeyVerb.OPEN: Pressed(posts=True, page=_open),
    KeyVerb.ALONE: Pressed(posts=True, page=_alone),
    KeyVerb.WATCH: Pressed(posts=True, page=lambda parts, asked, _: parts.exhibition.press(asked)),
    KeyVerb.RULES: Pressed(page=lambda parts, asked, key: parts.pages.rules(asked, key.argument or "")),
    KeyVerb.LANGUAGE: Pressed(who=Who.ADMINS, page=_language),
    KeyVerb.CHATLANGUAGE: Pressed(who=Who.ADMINS, page=_chat_language),
    KeyVerb.LEADERS: Pressed(
        posts=True, page=lambda parts, asked, key: parts.leaders.press(asked, key.argument)
    ),
    KeyVerb.TRAIN: Pressed(page=lambda parts, asked, key: parts.trainer.press(asked, key.argument)),
    KeyVerb.TRAINERS: Pressed(
        posts=True, page=lambda parts, asked, key: parts.ranks.press(asked, key.argument)
    ),
    KeyVerb.FORGET: Pressed(page=lambda parts, asked, _: parts.privacy.forget(asked)),
    KeyVerb.PROOF: Pressed(past=lambda parts, asked, key: parts.history.proof(asked, key.code or "")),
    KeyVerb.REPLAY: Pressed(
        posts=True, past=lambda parts, asked, key: parts.history.replay(asked, key.code or "")
    ),
    KeyVerb.PAGE: Pressed(posts=True, past=lambda parts, asked, key: parts.history.turn(asked, key)),
    KeyVerb.AGAIN: Pressed(
        posts=True,
        beside=lambda parts, session, asked, key: parts.opening.again(session, asked, key.argument),
    ),
    KeyVerb.REOPEN: Pressed(
        posts=True, beside=lambda parts, session, asked, _: parts.opening.reopen(session, asked)
    ),
    KeyVerb.CARDS: Pressed(question=True, table=_cards),
    KeyVerb.HELP: Pressed(
        question=True, table=lambda parts, session, asked, _: parts.pages.essentials(asked, session.row.game)
    ),
    KeyVerb.SHOW: Pressed(
        posts=True, table=lambda parts, session, asked, _: parts.commands.show(session, asked)
    ),
    KeyVerb.LEAVE: Pressed(
        who=Who.SEATED,
        anywhere=True,
        table=lambda parts, session, asked, _: parts.leaving.leave(session, asked, confirmed=True),
        waiting=lambda parts, session, asked, _: parts.lobby.leave(session, asked),
    ),
    KeyVerb.STOP: Pressed(
        who=Who.ADMINS, table=lambda parts, session, asked, _: parts.leaving.stop(session, asked)
    ),
    KeyVerb.AGREE: Pressed(
        who=Who.SEATED, table=lambda parts, session, asked, _: parts.leaving.agree(session, asked)
    ),
    KeyVerb.PLAYON: Pressed(
        who=Who.SEATED, table=lambda parts, session, asked, _: parts.leaving.play_on(session, asked)
    ),
    KeyVerb.SIT: Pressed(
        posts=True, waiting=lambda parts, session, asked, _: parts.lobby.sit(session, asked)
    ),
    KeyVerb.WORD: Pressed(waiting=lambda parts, session, asked, _: parts.announcing.press(session, asked)),
    KeyVerb.START: Pressed(
        posts=True, waiting=lambda parts, session, asked, _: parts.lobby.start(session, asked)
    ),
    KeyVerb.MENU: Pressed(
        waiting=lambda parts, session, asked, _: parts.lobby.menu(session, asked, shown=True)
    ),
    KeyVerb.DONE: Pressed(
        waiting=lambda parts, session, asked, _: parts.lobby.menu(session, asked, shown=False)
    ),
    KeyVerb.SET: Pressed(
        waiting=lambda parts, session, asked, key: parts.lobby.choose(session, asked, key.argument)
    ),
    KeyVerb.CLOSE: Pressed(waiting=lambda parts, session, asked, _: parts.lobby.close(session, asked)),
    **{
        verb: Pressed(who=Who.SEATED, table=move)
        for verb in (
            KeyVerb.HIT,
            KeyVerb.STAND,
            KeyVerb.BET,
            KeyVerb.DOUBLE,
            KeyVerb.SPLIT,
            KeyVerb.KNOCK,
            KeyVerb.DEAL,
            KeyVerb.NEXT,
            KeyVerb.OTHER,
        )
    },
}

#: By name and alias.
COMMANDS = {name: route for route in _COMMANDS for name in (route.name, route.alias) if name is not None}

#: By what stands in a key.
KEYS: dict[str, Pressed] = {verb.value: route for verb, route in _KEYS.items()}

ROUTES: Routes = Routes({route.name: route for route in _COMMANDS}, KEYS)
