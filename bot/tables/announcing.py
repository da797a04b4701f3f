"""«My word»: announced before a start, asked for and given while the start waits."""

from dataclasses import dataclass

from bot.model.context import Context
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer, Loudness
from bot.ports.texts import Texts
from bot.screens.lines import refused, short
from bot.tables import words
from bot.tables.boards import Boards
from bot.tables.joining import Joining
from bot.tables.lobby import Lobby
from bot.tables.play import Play
from bot.tables.questions import Question, Questions
from bot.tables.registry import Tables
from bot.tables.saving import Saving
from bot.tables.session import Session
from engine.words import LONGEST, SHORTEST, WordFault, fit_word


@dataclass(eq=False)
class Announcing:
    """Takes announcements and words. Methods on a session are called under its lock."""

    _tables: Tables
    _boards: Boards
    _saving: Saving
    _play: Play
    _lobby: Lobby
    _joining: Joining
    _questions: Questions

    async def press(self, session: Session, context: Context) -> Answer:
        """The button: it announces a word, or asks for it once the start waits."""
        say, person, row = context.say, context.person.id, session.row
        if not (session.waiting or session.playing):
            return refused(say, say("This table is closed. To open another one: /newtable"))
        if row.awaiting:
            return self._ask(session, context)
        if not words.offered(row):
            return refused(say, say("Here you play alone with computers: there is nobody to add a word for."))
        if session.playing and not session.options.open_ended:
            return refused(say, say("This game has begun: its seed is made."))
        if session.sitting(person) is None:
            sit = self._lobby.sit if session.waiting else self._joining.sit
            return await sit(session, context, word=True)
        if words.announced(row, person):
            return short(say, _announced(say), loudness=Loudness.ALERT)
        row = words.with_announced(self._lobby.touched(session) if session.waiting else row, person)
        await self._saving.commit(session, row, press=context.press_id)
        if session.waiting:
            session.menu = False
            await self._boards.show(session)
        return short(say, _announced(say), loudness=Loudness.ALERT)

    def _ask(self, session: Session, context: Context) -> Answer:
        say, row, person = context.say, session.row, context.person.id
        if not words.announced(row, person):
            return refused(
                say, say("Only words that were announced before the seats were final are awaited.")
            )
        if not words.awaited(row, person):
            return refused(say, say("Your word is in the seed already."))
        self._questions.ask(context.request.account, Question(session.code, f"{row.awaiting}", context.place))
        return short(
            say,
            say(
                "Your word: {least} to {most} characters that nobody can guess, the host neither. Type it here.",
                least=SHORTEST,
                most=LONGEST,
            ),
            pending=True,
        )

    def asks(self, account: Account, place: Place) -> bool:
        """Whether a text of that person there is his word. A question whose wait is over is dropped."""
        question = self._questions.of(account, place)
        if question is None:
            return False
        session = self._tables.live(question.code)
        if session is not None and f"{session.row.awaiting}" == question.about:
            return True
        self._questions.drop(account)
        return False

    def drop_question(self, context: Context) -> bool:
        """Ask no more; whether there was a question."""
        return self._questions.drop(context.request.account)

    async def say(self, session: Session, context: Context, text: str) -> Answer:
        """Take a typed word. When it is the last one awaited, the game begins."""
        say, row, person = context.say, session.row, context.person.id
        if not row.awaiting:
            return refused(say, say("No word is awaited now: “My word” announces one before a start."))
        if not text.strip() or not words.awaited(row, person):
            return self._ask(session, context)
        word = fit_word(text)
        if isinstance(word, WordFault):
            return refused(say, _fault(say, word))
        row = words.with_word(row, person, word)
        await self._saving.commit(session, row, press=context.press_id)
        self.drop_question(context)
        place = sum(said.word is not None for said in row.next_words)
        await self._boards.follow(session, self._came(session))
        return short(say, say("Your word is taken: number {n} in the seed.", n=place), on_board=True)

    async def _came(self, session: Session) -> None:
        if words.all_given(session.row):
            await self._play.words_over(session)
        else:
            await self._boards.show(session)


def _announced(say: Texts) -> str:
    return say(
        "Your word is announced: when the seats are final the start waits 30 s for it, and you are asked."
    )


def _fault(say: Texts, fault: WordFault) -> str:
    if fault is WordFault.CONTROL:
        return say("A word has letters, digits and signs that can be seen: no control characters.")
    return say("A word has {least} to {most} characters.", least=SHORTEST, most=LONGEST)
