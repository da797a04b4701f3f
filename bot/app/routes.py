"""Routes: one row for each command and for the keys of each verb, with what carries it out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.app import commands
from bot.app.parts import Parts
from bot.model.context import Context
from bot.model.options import games_alone, read_offer
from bot.ports.keys import Key, KeyVerb
from bot.ports.requests import Command
from bot.ports.routes import CommandRoute, KeyRoute, Routes, Section, Who
from bot.ports.screens import Answer
from bot.ports.texts import LANGUAGES, N_
from bot.screens.lines import refused
from bot.tables.session import Session

ByCommand = Callable[[Parts, Context, Command], Awaitable[Answer]]
ByKey = Callable[[Parts, Context, Key], Awaitable[Answer]]
AtTable = Callable[[Parts, Session, Context, Key], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(CommandRoute):
    """A command with what carries it out."""

    handler: ByCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(KeyRoute):
    """The keys of a verb with what carries them out; of a table under its lock all that has no handler is a move, or refused as one.

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


def _leaderboard(parts: Parts, context: Context, command: Command) -> Awaitable[Answer]:
    if "training" in command.arguments.lower().split():
        return parts.ranks.ask(context)
    return parts.leaders.ask(context, command.arguments)


async def no_longer(_parts: Parts, context: Context, _key: Key) -> Answer:
    """A key of nothing that there is."""
    return refused(context.say, context.say("This button no longer works. Open tables: /tables"))


def _open(parts: Parts, context: Context, key: Key) -> Awaitable[Answer]:
    offer = read_offer(key.argument or "")
    if offer is None:
        return no_longer(parts, context, key)
    return parts.opening.open(context, offer, beside=not offer.rated)


def _alone(parts: Parts, context: Context, key: Key) -> Awaitable[Answer]:
    if key.argument not in games_alone():
        return no_longer(parts, context, key)
    return parts.opening.alone(context, key.argument)


def _language(parts: Parts, context: Context, key: Key) -> Awaitable[Answer]:
    if key.argument is None:
        return parts.pages.languages(context)
    if key.argument not in LANGUAGES:
        return no_longer(parts, context, key)
    return parts.pages.choose_language(context, key.argument)


def _chat_language(parts: Parts, context: Context, key: Key) -> Awaitable[Answer]:
    if key.argument not in LANGUAGES:
        return no_longer(parts, context, key)
    return parts.pages.choose_chat_language(context, key.argument)


async def _cards(parts: Parts, session: Session, context: Context, _key: Key) -> Answer:
    return parts.moves.cards(session, context)


_COMMANDS = (
    Typed(
        label=N_("--newtable"),
        description=N_("Open a table"),
        example="ochko seats=3 timeout=60 deals=5 unrated",
        posts=True,
        handler=lambda parts, context, command: parts.opening.newtable(context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--tables"),
        section=Section.LOOK,
        description=N_("The open tables of this chat"),
        group=True,
        posts=True,
        handler=lambda parts, context, _: parts.pages.tables_list(context),
    ),
    Typed(
        label=N_("--table"),
        section=Section.LOOK,
        description=N_("Show the board again, down here"),
        example="K7",
        posts=True,
        handler=lambda parts, context, command: commands.table(parts, context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--bet"),
        description=N_("Stake that many chips"),
        example="3",
        who=Who.SEATED,
        handler=lambda parts, context, command: commands.bet(parts, context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--word"),
        description=N_("Add your word to the seed of a game"),
        example="7431 0926 58",
        who=Who.SEATED,
        handler=lambda parts, context, command: commands.word(parts, context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--leave"),
        description=N_("Leave your table"),
        who=Who.SEATED,
        handler=lambda parts, context, _: commands.leave(parts, context),
    ),
    Typed(
        label=N_("--stop"),
        description=N_("Stop a table"),
        example="K7",
        who=Who.ADMINS,
        handler=lambda parts, context, command: commands.stop(parts, context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--replay"),
        section=Section.LOOK,
        description=N_("A finished game, deal by deal"),
        example="K7A2BC",
        posts=True,
        handler=lambda parts, context, command: parts.history.command(
            context, command.name, command.arguments.strip()
        ),
    ),
    Typed(
        label=N_("--verify"),
        section=Section.LOOK,
        description=N_("The proof of a table's cards"),
        example="K7A2BC",
        handler=lambda parts, context, command: parts.history.command(
            context, command.name, command.arguments.strip()
        ),
    ),
    Typed(
        label=N_("--train"),
        description=N_("Train blackjack: each move judged"),
        example="computers=2",
        handler=lambda parts, context, command: parts.trainer.command(context, command.arguments),
    ),
    Typed(
        label=N_("--leaderboard"),
        section=Section.LOOK,
        description=N_("Who leads, here or everywhere"),
        example="week wins",
        posts=True,
        handler=_leaderboard,
    ),
    Typed(
        label=N_("--profile"),
        section=Section.OWN,
        description=N_("Your figures, or those of the person you answer"),
        handler=lambda parts, context, command: parts.profiles.profile(context, command.reply_to),
    ),
    Typed(
        label=N_("--wallet"),
        section=Section.OWN,
        description=N_("Your virtual rubles and what moved them"),
        handler=lambda parts, context, _: parts.profiles.wallet(context),
    ),
    Typed(
        label=N_("--notify"),
        section=Section.OWN,
        description=N_("Notify me when a table opens here"),
        group=True,
        handler=lambda parts, context, _: parts.pages.notify(context),
    ),
    Typed(
        label=N_("--rules"),
        section=Section.HELP,
        description=N_("The rules in short"),
        handler=lambda parts, context, command: parts.pages.rules(context, command.arguments.strip()),
    ),
    Typed(
        label=N_("--help"),
        section=Section.HELP,
        description=N_("How to play here"),
        alias="start",
        handler=lambda parts, context, _: parts.pages.help(context, ROUTES),
    ),
    Typed(
        label=N_("--language"),
        section=Section.OWN,
        description=N_("Your language, or this chat's"),
        example="hu",
        who=Who.ADMINS,
        handler=lambda parts, context, command: parts.pages.language_command(
            context, command.arguments.strip()
        ),
    ),
    Typed(
        label=N_("--words"),
        section=Section.OWN,
        description=N_("Cards in words for you, on or off"),
        example="on",
        handler=lambda parts, context, command: parts.pages.words(context, command.arguments.strip().lower()),
    ),
    Typed(
        label="--cancel",
        description=N_("Cancel the question that is open"),
        typing=True,
        handler=lambda parts, context, _: commands.cancel(parts, context),
    ),
    Typed(
        label=N_("--mydata"),
        section=Section.OWN,
        description=N_("What is stored about you"),
        handler=lambda parts, context, _: parts.privacy.mydata(context),
    ),
    Typed(
        label=N_("--forget"),
        section=Section.OWN,
        description=N_("Remove your name and account"),
        handler=lambda parts, context, _: parts.privacy.ask(context),
    ),
)

_KEYS: dict[KeyVerb, Pressed] = {
    KeyVerb.OPEN: Pressed(posts=True, page=_open),
    KeyVerb.ALONE: Pressed(posts=True, page=_alone),
    KeyVerb.WATCH: Pressed(posts=True, page=lambda parts, context, _: parts.exhibition.press(context)),
    KeyVerb.RULES: Pressed(page=lambda parts, context, key: parts.pages.rules(context, key.argument or "")),
    KeyVerb.LANGUAGE: Pressed(who=Who.ADMINS, page=_language),
    KeyVerb.WORDS: Pressed(page=lambda parts, context, key: parts.pages.words(context, key.argument or "")),
    KeyVerb.CHATLANGUAGE: Pressed(who=Who.ADMINS, page=_chat_language),
    KeyVerb.LEADERS: Pressed(
        posts=True, page=lambda parts, context, key: parts.leaders.press(context, key.argument)
    ),
    KeyVerb.TRAIN: Pressed(page=lambda parts, context, key: parts.trainer.press(context, key.argument)),
    KeyVerb.TRAINERS: Pressed(
        posts=True, page=lambda parts, context, key: parts.ranks.press(context, key.argument)
    ),
    KeyVerb.FORGET: Pressed(page=lambda parts, context, _: parts.privacy.forget(context)),
    KeyVerb.FINISH: Pressed(page=lambda parts, context, _: parts.evenings.finish(context)),
    KeyVerb.MORE: Pressed(past=lambda parts, context, key: parts.history.more(context, key.code or "")),
    KeyVerb.PROOF: Pressed(past=lambda parts, context, key: parts.history.proof(context, key.code or "")),
    KeyVerb.REPLAY: Pressed(
        posts=True, past=lambda parts, context, key: parts.history.replay(context, key.code or "")
    ),
    KeyVerb.PAGE: Pressed(posts=True, past=lambda parts, context, key: parts.history.turn(context, key)),
    KeyVerb.AGAIN: Pressed(
        posts=True,
        beside=lambda parts, session, context, key: parts.opening.again(session, context, key.argument),
    ),
    KeyVerb.REOPEN: Pressed(
        posts=True, beside=lambda parts, session, context, _: parts.opening.reopen(session, context)
    ),
    KeyVerb.CARDS: Pressed(question=True, table=_cards),
    KeyVerb.HELP: Pressed(
        question=True,
        table=lambda parts, session, context, _: parts.pages.essentials(context, session.row.game),
    ),
    KeyVerb.SHOW: Pressed(
        posts=True, table=lambda parts, session, context, _: commands.show(parts, session, context)
    ),
    KeyVerb.LEAVE: Pressed(
        who=Who.SEATED,
        anywhere=True,
        table=lambda parts, session, context, _: parts.leaving.leave(session, context, confirmed=True),
        waiting=lambda parts, session, context, _: parts.lobby.leave(session, context),
    ),
    KeyVerb.STOP: Pressed(
        who=Who.ADMINS, table=lambda parts, session, context, _: parts.leaving.stop(session, context)
    ),
    KeyVerb.AGREE: Pressed(
        who=Who.SEATED, table=lambda parts, session, context, _: parts.leaving.agree(session, context)
    ),
    KeyVerb.PLAYON: Pressed(
        who=Who.SEATED, table=lambda parts, session, context, _: parts.leaving.play_on(session, context)
    ),
    KeyVerb.SIT: Pressed(
        posts=True, waiting=lambda parts, session, context, _: parts.lobby.sit(session, context)
    ),
    KeyVerb.WORD: Pressed(
        waiting=lambda parts, session, context, _: parts.announcing.press(session, context)
    ),
    KeyVerb.START: Pressed(
        posts=True, waiting=lambda parts, session, context, _: parts.lobby.start(session, context)
    ),
    KeyVerb.MENU: Pressed(
        waiting=lambda parts, session, context, _: parts.lobby.menu(session, context, shown=True)
    ),
    KeyVerb.DONE: Pressed(
        waiting=lambda parts, session, context, _: parts.lobby.menu(session, context, shown=False)
    ),
    KeyVerb.SET: Pressed(
        waiting=lambda parts, session, context, key: parts.lobby.choose(session, context, key.argument)
    ),
    KeyVerb.CLOSE: Pressed(waiting=lambda parts, session, context, _: parts.lobby.close(session, context)),
    **{
        verb: Pressed(who=Who.SEATED)
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
