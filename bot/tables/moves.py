"""A person's moves at a running game: judged against the turn, made, answered with the outcome."""

import re
from dataclasses import dataclass

from bot.model.context import Context
from bot.model.games import game_of
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name, isolated
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer, Loudness
from bot.ports.texts import Texts
from bot.screens.answers import refusal_text, stake_range, words_awaited
from bot.screens.hands import bet_of, cards_in_play, phase_of
from bot.screens.lines import plain, refused, short
from bot.tables.play import Play
from bot.tables.questions import Question, Questions
from bot.tables.registry import Tables
from bot.tables.session import Session
from engine.game import Move, Phase, Verb, View

#: A stake as people may type it. Digits of other scripts and signs are refused, not guessed.
_STAKE = re.compile(r"[0-9]{1,24}", re.ASCII)


@dataclass(eq=False)
class Moves:
    """The moves that buttons and commands ask for. Methods on a session are called under its lock."""

    _clock: Clock
    _tables: Tables
    _play: Play
    _questions: Questions

    async def press(self, session: Session, context: Context, key: Key) -> Answer:
        """A move button: it counts while its deal and phase run and the presser is the one to move, whatever board he sees."""
        say = context.say
        seat = session.seat_of(context.person.id)
        if session.state is None or not session.playing:
            return refused(say, say("This game is over."))
        if key.verb == KeyVerb.NEXT:
            return await self._next(session, context, key)
        if seat is None:
            return refused(say, say("You are not at this table."))
        view = session.view(seat)
        if (session.code, view.deal, phase_of(view)) != (key.code, key.deal, key.phase):
            return self._outdated(session, context, view)
        if key.verb == KeyVerb.OTHER:
            return self._ask_stake(session, context, view)
        if key.verb in {Verb.HIT, Verb.STAND} and view.to_move == seat and _of_another_hand(key, view):
            return self._as_it_is(session, context, view)
        amount = key.argument or ""
        if key.verb == Verb.BET and _STAKE.fullmatch(amount):
            return await self._make(session, context, seat, Move(Verb.BET, int(amount)))
        if key.verb in {Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT, Verb.KNOCK}:
            return await self._make(session, context, seat, Move(Verb(key.verb)))
        if key.verb == Verb.DEAL:
            return await self._play_on(session, context, seat)
        return refused(say, say("This is not possible now."))

    async def bet(self, session: Session, context: Context, typed: str) -> Answer:
        """A typed stake."""
        say = context.say
        seat = session.seat_of(context.person.id)
        if seat is None or session.state is None or not session.playing:
            return refused(say, say("You are not in a running game."))
        view = session.view(seat)
        if view.to_move != seat:
            return self._not_your_turn(session, context, view)
        bet = bet_of(view)
        if bet is None:
            return refused(say, _turn_text(say, view, session))
        if _STAKE.fullmatch(typed) is None:
            return refused(
                say, stake_range(say, bet), say("For example: {example}", example=f"/bet {bet.min}")
            )
        return await self._make(session, context, seat, Move(Verb.BET, int(typed)))

    async def _play_on(self, session: Session, context: Context, seat: int) -> Answer:
        """The banker does not knock: the next round begins at once (rules 3.11)."""
        say = context.say
        if session.state is None or not session.state.may_knock(seat):
            return refused(say, say("Only the banker decides whether to knock."))
        await self._play.move(
            session, None, Move(Verb.DEAL), press=context.press_id, person=context.person.id
        )
        return short(say, say("The next round is on."), on_board=True)

    async def _next(self, session: Session, context: Context, key: Key) -> Answer:
        """The pause may end: it does when everybody has said so who will be dealt to, unless the banker is to say whether he knocks."""
        say, state = context.say, session.state
        if (
            state is None
            or state.phase is not Phase.PAUSE
            or (session.code, state.deal) != (key.code, key.deal)
        ):
            return short(say, self._where(context, session))
        if state.awaited is not None:
            return refused(say, say("Only the banker decides whether to knock."))
        if session.row.awaiting:
            return refused(say, words_awaited(say))
        if not any(
            seat.person == context.person.id
            for seat in (*session.row.seats, *session.row.coming)
            if seat.open
        ):
            return refused(say, say("You are not at this table."))
        session.ready.add(context.person.id)
        if waiting := [clean_name(seat.account.name, 16) or "?" for seat in session.unready]:
            return short(say, say("Waiting for {name}", name=", ".join(map(isolated, waiting))))
        await self._play.rested(session)
        return short(say, say("The next deal is on."), on_board=True)

    def _ask_stake(self, session: Session, context: Context, view: View) -> Answer:
        say, bet = context.say, bet_of(view)
        if session.state is None or view.to_move != view.viewer or bet is None:
            return self._outdated(session, context, view)
        self._questions.ask(
            context.request.account, Question(session.code, session.state.turn, context.place)
        )
        return short(say, stake_range(say, bet), say("Type it here. To cancel: /cancel"), pending=True)

    def asks(self, account: Account, place: Place) -> bool:
        """Whether a text of that person there is the answer to a question. One whose turn is over is dropped."""
        question = self._questions.of(account, place)
        if question is None:
            return False
        session = self._tables.live(question.code)
        state = session.state if session is not None and session.playing else None
        if state is not None and state.turn == question.about:
            return True
        self._questions.drop(account)
        return False

    def drop_question(self, context: Context) -> bool:
        """Ask no more; whether there was a question."""
        return self._questions.drop(context.request.account)

    async def _make(self, session: Session, context: Context, seat: int, move: Move) -> Answer:
        say, before = context.say, session.view(seat)
        refusal = await self._play.move(session, seat, move, press=context.press_id, person=context.person.id)
        if refusal is not None:
            if before.awaited is not None and before.awaited != seat:
                return self._not_your_turn(session, context, before)
            return refused(say, refusal_text(say, refusal, before.legal))
        if move.verb is Verb.BET:
            self.drop_question(context)
        return self._outcome(session, context, before, move)

    def _outcome(self, session: Session, context: Context, before: View, move: Move) -> Answer:
        """What came of an accepted move: the card drawn, the hand, the points, and what is next."""
        say, seat = context.say, before.viewer
        if session.state is None or seat is None:
            return short(say, say("Done."), on_board=True)
        said, on_board = session.screens.outcome(say, before, session.view(seat), move)
        return short(say, *said, on_board=on_board)

    def cards(self, session: Session, context: Context) -> Answer:
        """My cards: the own hand, for the one who asks alone."""
        say = context.say
        seat = session.seat_of(context.person.id)
        if seat is None:
            return short(say, say("You are not at this table."), loudness=Loudness.ALERT, accepted=False)
        if session.state is None or not session.playing:
            return short(say, say("No cards are dealt right now."), loudness=Loudness.ALERT, accepted=False)
        view = session.view(seat)
        hand = [(*line, *plain(" ·")) for line in session.screens.own_lines(say, view, session.seating())]
        return short(say, *hand, _turn_text(say, view, session), loudness=Loudness.ALERT)

    def _outdated(self, session: Session, context: Context, view: View) -> Answer:
        """An old button: what has happened since, and where the board is."""
        say = context.say
        since = say("That button is out of date.")
        if view.to_move == view.viewer:
            return refused(say, since, _turn_text(say, view, session), self._where(context, session))
        deal = session.rounds_before + view.deal
        now = (
            say("Round {n} is on.", n=deal)
            if game_of(view.game).rounds
            else say("Deal {deal} is in progress.", deal=deal)
        )
        return refused(say, since, now, self._waiting(session, context, view))

    def _as_it_is(self, session: Session, context: Context, view: View) -> Answer:
        """A button of a hand that has other cards now: nothing is drawn, the hand is told."""
        say = context.say
        hand = session.screens.own_lines(say, view, session.seating())
        return refused(say, *((*line, *plain(" ·")) for line in hand), _turn_text(say, view, session))

    def _not_your_turn(self, session: Session, context: Context, view: View) -> Answer:
        return refused(context.say, self._waiting(session, context, view))

    def _waiting(self, session: Session, context: Context, view: View) -> str:
        say, deadline = context.say, session.due
        text = _turn_text(say, view, session)
        if view.awaited is None or deadline is None:
            return text
        left = max(0, round(deadline - self._clock.monotonic()))
        rest = say("{seconds} s left.", seconds=left)
        return f"{text} {rest}"

    def _where(self, context: Context, session: Session) -> str:
        return context.say("The newest board is further down; to bring it here: /table", tag=session.row.tag)


def _turn_text(say: Texts, view: View, session: Session) -> str:
    return session.screens.turn_text(say, view, session.seating())


def _of_another_hand(key: Key, view: View) -> bool:
    """Whether a key to draw or stand was meant for another number of cards; keys without a number are meant for any."""
    return key.argument is not None and key.argument != str(cards_in_play(view))
