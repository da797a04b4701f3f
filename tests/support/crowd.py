"""The people of an evening: they open tables, sit down, play, leave, ask for everything twice."""

import asyncio

from evening import name_of, sit_key
from unreliable import MOVES
from witness import PEOPLE, Ballot, Kept, Witness
from world import GROUP

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Answer
from bot.screens.hands import phase_of
from bot.tables.session import Session
from engine.game import Verb

#: The same button sooner after the answer is a double tap.
TAP = 0.45


class Crowd(Witness):
    """Does by chance what people do."""

    # asking

    async def command(self, name: str, text: str, place: Place, *, admin: bool = False) -> Answer:
        answer = await self.world.command(name, text, place=place, admin=admin)
        self.tell(f"{name} {text} in {place.chat_id}: {answer.accepted} {answer.screen.text[:70]!r}")
        return self.sane(answer)

    async def press(
        self, name: str, key: str, place: Place, *, admin: bool = False, press_id: str | None = None
    ) -> Answer:
        press_id = press_id or self.world.press_id()
        answer = await self.world.press(name, key, place=place, admin=admin, press_id=press_id)
        self.tell(f"{name} presses {key}: {answer.accepted} {answer.screen.text[:70]!r}")
        self.asked.append(Kept(name, key, place, press_id))
        self.pressed[name, key] = self.now()
        return self.sane(answer)

    def sane(self, answer: Answer) -> Answer:
        if not answer.screen.text.strip():
            self.complain("an answer without a word")
        if "Something went wrong" in answer.screen.text:
            self.complain(f"an answer of the last net: {answer.screen.text!r}")
        return answer

    async def move_press(self, name: str, key: str, place: Place, *, press_id: str | None = None) -> Answer:
        """An accepted move key adds its move, a refused one none."""
        pressed = self.pressed.get((name, key))
        if pressed is not None and self.now() < pressed + TAP:
            await self.turn(pressed + TAP - self.now())  # sooner it would be a double tap
        before = self.made(name)
        answer = await self.press(name, key, place, press_id=press_id)
        made = self.made(name) - before
        if made != int(answer.accepted):
            self.complain(
                f"{name} pressed {key}: answered {'accepted' if answer.accepted else 'refused'} "
                f"({answer.screen.text[:60]!r}), moves made: {made}"
            )
        return answer

    # what people do

    def sessions(self) -> list[Session]:
        return self.world.app.tables.open_sessions()

    def playing(self) -> list[Session]:
        return [s for s in self.sessions() if s.playing and s.code in self.courses]

    def choice(self, session: Session) -> tuple[str, str] | None:
        """Who is to move at a table, and a key he may press."""
        course = self.courses[session.code]
        view = course.view
        seat = view.awaited
        if seat is None or course.row.seats[seat].account.platform != "chat":
            return None
        name = course.row.seats[seat].account.name
        if name not in PEOPLE:
            return None
        if view.may_knock:
            return name, self.key(session, self.chance.choice(["knock", "deal"]))
        legal = {move.verb: move for move in course.state.legal()}
        bet = legal.get(Verb.BET)
        if bet is not None and bet.min is not None and bet.max is not None:
            most = bet.max if self.chance.random() < 0.4 else min(bet.max, bet.min + 3)
            return name, self.key(session, "bet", str(self.chance.randint(bet.min, most)))
        verb = self.chance.choice(sorted(verb.value for verb in legal))
        return name, self.key(session, verb)

    def key(self, session: Session, verb: str, argument: str | None = None) -> str:
        view = self.courses[session.code].view
        return str(Key(verb, session.code, view.deal, phase_of(view), argument))

    async def play(self) -> None:
        tables = self.playing()
        chosen = [(session, choice) for session in tables if (choice := self.choice(session)) is not None]
        if len(tables) < 2 and self.chance.random() < 0.5:
            return await self.gather_players()
        if not chosen:
            return await self.pass_time(self.chance.choice([1, 3, 8]))
        session, (name, key) = self.chance.choice(chosen)
        answer = await self.move_press(name, key, session.place)
        roll = self.chance.random()
        if not answer.accepted:
            return None
        self.look()
        if roll < 0.1:  # a double tap: nothing else
            before = self.made(name)
            again = await self.press(name, key, session.place)
            if self.made(name) != before:
                self.complain(f"{name}: a double tap of {key} made another move ({again.screen.text[:50]!r})")
        elif roll < 0.35:  # the same button once more, having seen what came of it
            await self.turn(TAP)
            self.look()
            course = self.courses[session.code]
            legal = {move.verb.value for move in course.state.legal()}
            parsed = Key.parse(key)
            if (
                parsed
                and parsed.verb in {"hit"} & legal
                and key == self.key(session, "hit")
                and (self.choice(session) or ("",))[0] == name
            ):
                second = await self.move_press(name, key, session.place)
                if not second.accepted:
                    self.complain(
                        f"{name}: the second {key} a moment later was refused: {second.screen.text[:60]!r}"
                    )
        if self.chance.random() < 0.7:
            await self.turn(self.chance.choice([0.5, 1, 2, 4]))
        return None

    async def gather_players(self) -> None:
        """Open, sit down, start."""
        waiting = [s for s in self.sessions() if s.waiting]
        bound = {name for name, _ in self.seated()}
        free = [name for name in self.people if name not in bound] or self.people
        name = self.chance.choice(free)
        if not waiting or self.chance.random() < 0.15:
            return await self.open(name)
        session = self.chance.choice(waiting)
        if bound >= set(self.people) or self.chance.random() < 0.3:
            await self.press(name_of(session, 0), str(Key("start", session.code, 0, "a")), session.place)
        else:
            await self.press(name, sit_key(session), session.place)
        return None

    async def open(self, name: str) -> None:
        place = self.chance.choice(self.places)
        game = self.chance.choice(["ochko", "ochko", "stuk", "stuk", "blackjack"])
        words = [game, self.chance.choice(["rated"] * 5 + ["unrated"])]
        words.append(f"timeout={self.chance.choice([15, 15, 30, 60])}")
        match game:
            case "ochko":
                words += [
                    f"seats={self.chance.choice([2, 2, 3, 4])}",
                    f"deals={self.chance.choice([1, 5, 10])}",
                ]
            case "stuk":
                words += [
                    f"seats={self.chance.choice([2, 3, 3, 4])}",
                    f"size={self.chance.choice([10, 10, 20])}",
                ]
            case _:
                words += [f"seats={self.chance.randint(1, 4)}"]
        await self.command(name, "/newtable " + " ".join(words), place)
        if game == "blackjack" and (session := self.world.app.tables.of_person(self.person(name))):
            await self.press(name, str(Key("start", session.code, 0, "a")), session.place)

    def seated(self) -> list[tuple[str, Session]]:
        return [
            (seat.account.name, session)
            for session in self.sessions()
            for seat in (*session.row.seats, *session.row.coming)
            if seat.open and seat.account.name in PEOPLE
        ]

    async def leave(self) -> None:
        if not (seated := self.seated()):
            return
        name, session = self.chance.choice(seated)
        await self.command(name, "/leave", session.place)
        if self.chance.random() < 0.7:
            await self.press(name, str(Key("leave", session.code)), session.place)

    async def stop(self) -> None:
        if not (seated := self.seated()):
            return
        name, session = self.chance.choice(seated)
        admin, boss = self.chance.random() < 0.1, self.chance.random() < 0.12
        if boss:
            name, admin = "Boss", True
        code = session.code
        answer = await self.command(name, f"/stop {code}", session.place, admin=admin)
        if boss and answer.accepted:
            self.voided_by_admin.add(code)
        elif answer.accepted:
            if answer.screen.text.startswith("The other seats are asked"):  # a question of his own
                self.ballots[code] = Ballot()
            self.ballots.setdefault(code, Ballot()).agreed.add(self.person(name))
        if not boss and self.chance.random() < 0.8:
            await self.agree(session)

    async def agree(self, session: Session | None = None) -> None:
        session = session or (self.chance.choice(self.playing()) if self.playing() else None)
        if session is None:
            return
        for seat in session.row.seats:
            name = seat.account.name
            if name not in PEOPLE or self.chance.random() < 0.15:
                continue
            verb = "agree" if self.chance.random() < 0.95 else "playon"
            answer = await self.press(name, str(Key(verb, session.code)), session.place)
            if answer.accepted and verb == "agree":
                self.ballots.setdefault(session.code, Ballot()).agreed.add(self.person(name))

    async def forget(self) -> None:
        name = self.chance.choice(self.people)
        await self.command(name, "/forget", GROUP)
        await self.press(name, str(Key("forget")), GROUP)

    async def again(self) -> None:
        over = [
            code
            for code, (status, _) in self.status.items()
            if status in {"finished", "void"} and code in self.courses
        ]
        if not over:
            return
        code = self.chance.choice(over[-3:])
        course = self.courses[code]
        for seat in course.row.seats:
            if seat.account.name in PEOPLE and self.chance.random() < 0.8:
                await self.press(seat.account.name, str(Key("again", code)), course.row.place)

    async def joins(self) -> None:
        if tables := self.sessions():
            session = self.chance.choice(tables)
            await self.press(self.chance.choice(self.people), sit_key(session), session.place)

    async def redeliver(self) -> None:
        """A press that comes once more does nothing more."""
        if not self.asked:
            return
        kept = self.chance.choice(list(self.asked))
        if self.status_of_key(kept.key) is None or (read := Key.parse(kept.key)) is None:
            return
        if read.verb not in MOVES:
            return
        done = self.sql("SELECT 1 FROM presses WHERE press_id = ?", kept.press_id)
        before = self.made(kept.name)
        answer = await self.press(kept.name, kept.key, kept.place, press_id=kept.press_id)
        if done and self.made(kept.name) != before:
            self.complain(
                f"{kept.name}: {kept.key} was delivered again and made another move: {answer.screen.text[:60]!r}"
            )

    def status_of_key(self, key: str) -> str | None:
        read = Key.parse(key)
        return None if read is None or read.code is None else self.status.get(read.code, (None, ""))[0]

    async def at_once(self) -> None:
        """The same press twice at the same moment, with another table's clock in between."""
        tables = [(s, c) for s in self.playing() if (c := self.choice(s)) is not None]
        if not tables:
            return
        session, (name, key) = self.chance.choice(tables)
        await self.turn(TAP)
        if session.code not in self.courses or self.choice(session) is None:
            return
        before, press_id = self.made(name), self.world.press_id()
        requests = [self.world.request(name, key, place=session.place, press_id=press_id) for _ in range(2)]
        first, second = await asyncio.gather(*(self.world.app.press(request) for request in requests))
        await self.world.settle()
        self.world.app.sent(requests[0].account, press_id)
        self.pressed[name, key] = self.now()
        self.tell(f"{name} presses {key} twice at once: {first.accepted} {second.accepted}")
        made = self.made(name) - before
        if (first.accepted, second.accepted) != (bool(made), bool(made)) or made > 1:
            self.complain(
                f"{name}: {key} delivered twice at once: {first.accepted}, {second.accepted}, {made} moves"
            )
