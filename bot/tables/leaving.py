"""Getting up and stopping: what /leave costs is `Leaving._price`, /stop asks the others (rules 2.5, 2.17)."""

from dataclasses import dataclass

from bot.model.context import Context
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Answer, Button, Loudness, Weight
from bot.ports.texts import Texts
from bot.screens.answers import note
from bot.screens.lines import refused, short
from bot.tables.closing import Closing
from bot.tables.joining import Joining
from bot.tables.lobby import Lobby
from bot.tables.play import Play
from bot.tables.session import CONFIRM_TIME, Session
from bot.tables.shares import counts
from engine.game import Move, Verb


@dataclass(eq=False)
class Leaving:
    """How persons and games come off a table before its end. Methods on a session are called under its lock."""

    _closing: Closing
    _play: Play
    _lobby: Lobby
    _joining: Joining

    async def leave(self, session: Session, context: Context, *, confirmed: bool = False) -> Answer:
        """Get the person up: at once where it is free, after a second press within 20 s where it costs something."""
        say, person = context.say, context.person
        if session.waiting:
            return await self._lobby.leave(session, context)
        if session.coming(person.id):
            return await self._joining.withdraw(session, context)
        seat = session.seat_of(person.id)
        if session.sitting(person.id) is None or seat is None or session.state is None:
            return refused(say, say("You have no seat here."))
        now = context.read_at
        free = session.state.may_leave_free(seat)
        until = session.leaving.get(person.id)
        if not free and not (confirmed and until is not None and now <= until):
            session.leaving[person.id] = now + CONFIRM_TIME
            button = Button(say("Leave anyway"), str(Key(KeyVerb.LEAVE, session.code)), Weight.DANGER)
            return note(say, self._price(session, seat, context), rows=((button,),), accepted=False)
        session.leaving.pop(person.id, None)
        refusal = await self._play.move(
            session, seat, Move(Verb.LEAVE), press=context.press_id, person=person.id
        )
        if refusal is not None:
            return refused(say, say("You are out of this game."))
        left = session.screens.left(say, session.view(seat), seat, session.options.rated)
        return short(say, say("You have left the table."), left)

    def _price(self, session: Session, seat: int, context: Context) -> str:
        say = context.say
        what = say("If you leave now, you forfeit the game.")
        if session.state is not None:
            what = session.screens.price(say, session.view(seat), seat)
        how = say("Press within 20 s to leave.")
        return f"{what} {how}"

    async def stop(self, session: Session, context: Context) -> Answer:
        """Stop a table: at once by whom it belongs to, a rated game with all seats' agreement."""
        say, person = context.say, context.person
        sits = session.sitting(person.id) is not None and not session.coming(person.id)
        opener = session.row.opener == person.id
        if session.waiting:
            if not (opener or context.admin):
                return refused(
                    say,
                    context.without_right(
                        say("Only the opener or an admin of the chat can close this table.")
                    ),
                )
            await self._closing.close_lobby(session, idle=False, press=context.press_id)
            return short(say, say("The table is closed."))
        if not session.playing:
            return refused(say, say("This game is over."))
        # What counts nothing is no way out of anything: so it is with all records of a table with computers (rules 5.6).
        rated = session.options.rated and counts(session.row)
        if not rated and (opener or context.admin):
            return await self._stop(session, context)
        # Whoever has played in it has a result of his own at stake, even if he is out of it already, until it is booked.
        if context.admin and not sits and person.id not in session.unsettled:
            return await self._stop(session, context, by_admin=True)
        if not sits:
            return refused(
                say,
                context.without_right(
                    say("Only those who sit here, or an admin of the chat, can stop this game.")
                ),
            )
        if not rated:
            return refused(
                say,
                context.without_right(
                    say("The opener or an admin of the chat can stop this game. To leave it: /leave")
                ),
            )
        return await self._ask(session, context)

    async def _stop(self, session: Session, context: Context, *, by_admin: bool = False) -> Answer:
        await self._closing.stop(session, press=context.press_id, by_admin=by_admin)
        return self._stopped(session, context.say)

    @staticmethod
    def _stopped(session: Session, say: Texts) -> Answer:
        if session.options.open_ended:
            return short(say, say("The table is closed; finished rounds stand."))
        return short(say, say("The game is stopped; nothing more is counted."))

    async def _ask(self, session: Session, context: Context) -> Answer:
        """Ask everybody else whose result is still open (rules 5.6): in blackjack who has a hand to play, else who is not booked."""
        say, person = context.say, context.person
        others = session.concerned - {person.id}
        if not others:
            return await self._agreed(session, context, person.id)
        if session.vote is None:
            await self._closing.begin_vote(session, person.id, others)
            return short(say, say("The others are asked; they have 60 s."))
        if person.id == session.vote.asker and session.missing:
            return refused(say, say("The other seats are asked already."))
        return await self.agree(session, context)

    async def agree(self, session: Session, context: Context) -> Answer:
        """One more seat agrees to stop; with the last one it is agreed."""
        say, vote, person = context.say, session.vote, context.person.id
        if vote is None or not session.playing:
            return refused(say, say("Nobody asks to stop this game now."))
        missing = session.missing - {person}
        if person not in vote.missing and (person != vote.asker or missing):
            return refused(say, say("That is for the others at the table to say."))
        if not missing:
            return await self._agreed(session, context, vote.asker)
        vote.missing = missing
        # An alert, since nothing else shows it.
        return short(say, say("You agree. Others are still to answer."), loudness=Loudness.ALERT)

    async def _agreed(self, session: Session, context: Context, asker: int) -> Answer:
        """What all have agreed to, or who sits alone wants: blackjack plays its round to the end, other games stop (rules 5.6)."""
        say = context.say
        await self._play.stop(session, asker, press=context.press_id)
        if session.playing:
            return short(say, say("The table closes after this round."))
        return self._stopped(session, say)

    async def play_on(self, session: Session, context: Context) -> Answer:
        """A seat wants to play on: the question is over."""
        say = context.say
        asks = session.sitting(context.person.id) is not None or context.person.id in session.unsettled
        if session.vote is None or not session.playing or not asks:
            return refused(say, say("Nobody asks to stop this game now."))
        await self._closing.end_vote(session, agreed=False)
        return short(say, say("The game goes on."))
