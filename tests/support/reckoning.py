"""Where everything of a table must lie, reckoned from its moves and rules 2.14–2.23, 3.13–3.15, 4.13–4.15 and 5.6 alone.

The hands are the engine's; what leaving, stopping and the end come to is worked out here once more, from views.
"""

from dataclasses import dataclass, field

from bot.model.options import Options
from bot.model.rows import TableRow
from bot.screens.hands import phase_of
from bot.tables.fold import begin, stored_move
from engine.game import Ending, GameState, Move, Phase, Refusal, Standing, Verb, View

RUBLE = 100


@dataclass(frozen=True, slots=True)
class Due:
    """What a table has brought one of its seats so far. `rating` and `rubles` (of Очко, no day's limit known) are
    hundredths, `stake` hundredths that came home more than were taken there, `units` halves."""

    games: int = 0
    wins: int = 0
    rating: int = 0
    rubles: int = 0
    stake: int = 0
    units: int = 0

    def __add__(self, other: "Due") -> "Due":
        return Due(
            self.games + other.games,
            self.wins + other.wins,
            self.rating + other.rating,
            self.rubles + other.rubles,
            self.stake + other.stake,
            self.units + other.units,
        )


NOTHING = Due()


@dataclass
class Course:
    """One table, followed move by move."""

    row: TableRow  # as it was when its game began
    state: GameState = field(init=False)
    seq: int = 0
    deals_finished: int = 0
    forfeits: set[int] = field(default_factory=set)
    fixed: dict[int, Due] = field(default_factory=dict)
    halves: tuple[int, ...] = ()  # of blackjack, after the last round that is over
    moved: set[int] = field(default_factory=set)
    _known: tuple[tuple[int, bool] | None, list[Due]] = (None, [])

    def __post_init__(self) -> None:
        self.state = begin(self.row)
        self.options = Options.load(self.row.options)
        self.persons = tuple(seat.person for seat in self.row.seats)
        self.halves = tuple(0 for _ in self.persons)
        self.began = tuple(seat.began for seat in self.view.seats)

    @property
    def view(self) -> View:
        return self.state.view(None)

    @property
    def game(self) -> str:
        return self.row.game

    @property
    def turn(self) -> tuple[object, ...]:
        """What has to change for the next turn to begin (rules 4.8: a split makes another one)."""
        view = self.view
        hands = 0 if view.to_move is None else len(view.seats[view.to_move].hands)
        return view.deal, phase_of(view), view.may_knock, hands

    def follow(self, text: str) -> tuple[int | None, Move]:
        """Take the next stored move."""
        seat, move = stored_move(text)
        before = self.view
        step = self.state.apply(seat, move)
        assert not isinstance(step, Refusal), f"stored move {text!r} is refused: {step}"
        self.state, self.seq = step.state, self.seq + 1
        after = self.view
        if seat is not None and move.verb not in {Verb.TIMEOUT, Verb.LEAVE}:
            self.moved.add(seat)
        if _deal_is_over(before, after):
            self.deals_finished += 1
        match self.game:
            case "stuk":
                self._follow_stuk(seat, move, before)
            case "ochko":
                self._follow_ochko()
            case _:
                if after.to_move is None:
                    self.halves = tuple(player.halves for player in after.seats)
        return seat, move

    def _follow_stuk(self, seat: int | None, move: Move, before: View) -> None:
        if seat is None or move.verb not in {Verb.TIMEOUT, Verb.LEAVE}:
            return
        # Rules 3.14: each time-out, leaving with the hand in play, leaving while one's bank is open.
        if move.verb is Verb.TIMEOUT or before.banker == seat or _stake_in_play(before, seat):
            self.forfeits.add(seat)
        if move.verb is Verb.LEAVE:
            self.fixed[seat] = self._stuk(seat)

    def _follow_ochko(self) -> None:
        if self.deals_finished:  # rules 2.17: not before the first deal is finished
            for seat, player in enumerate(self.view.seats):
                if player.standing is not Standing.PLAYING and seat != self.view.banker:
                    self.fixed.setdefault(seat, self._ochko(seat))

    def _stuk(self, seat: int) -> Due:
        """Rules 3.15, with what a stop would pay (5.6): the stack, the own stake in play, the own bank."""
        net = self.stack(seat) - self.began[seat]
        return Due(games=1, wins=int(net > 0 and seat not in self.forfeits), stake=net * RUBLE)

    def stack(self, seat: int) -> int:
        view = self.view
        bank = (view.bank or 0) if view.banker == seat else 0
        return view.seats[seat].chips + _stake_in_play(view, seat) + bank

    def _ochko(self, seat: int) -> Due:
        """Rules 2.16 to 2.23."""
        view = self.view
        player = view.seats[seat]
        if player.standing is Standing.FORFEITED:
            return Due(games=1)
        if seat == view.banker:
            gained = (view.bank or 0) - self.began[seat]
            earned, among, won = max(0, gained), len(self.persons) - 1, gained > 0
        else:
            earned, among = sum(player.won), 1
            won = player.chips > self.began[seat] and player.standing is Standing.PLAYING
        return Due(games=1, wins=int(won), rating=earned * 100 // among, rubles=earned * 5 * 100 // among)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end by the rules."""
        return self.view.over if self.game != "blackjack" else self.view.to_move is None

    def dues(self, *, ended: bool) -> list[Due]:
        """What each seat must have of this table by now; asked many times between two moves."""
        if self._known[0] != (self.seq, ended):
            self._known = (self.seq, ended), self._dues(ended=ended)
        return self._known[1]

    def _dues(self, *, ended: bool) -> list[Due]:
        if not self.options.rated:
            return [NOTHING for _ in self.persons]
        if self.game == "blackjack":
            return [Due(units=halves if ended else 0) for halves in self.halves]
        return [self._due(seat, ended=ended) for seat in range(len(self.persons))]

    def _due(self, seat: int, *, ended: bool) -> Due:
        if seat in self.fixed:
            return self.fixed[seat]
        if self.game == "stuk":
            if not ended:
                return Due(stake=-self.began[seat] * RUBLE)
            return self._stuk(seat) if self.over else Due(stake=self._stuk(seat).stake)
        if not ended or not self.over:
            return NOTHING
        spoilt = self.view.ending is Ending.BANKER_FORFEITED and not self.deals_finished
        return NOTHING if spoilt and seat != self.view.banker else self._ochko(seat)

    def open_results(self) -> set[int]:
        """The persons whose result is still open: whom a vote must ask (rules 5.6)."""
        return {person for seat, person in enumerate(self.persons) if seat not in self.fixed}

    def chips(self) -> int:
        """All chips, those of leavers too (rules 2.14)."""
        view = self.view
        staked = sum(_stake_in_play(view, seat) for seat in range(len(self.persons)))
        return (view.bank or 0) + sum(player.chips for player in view.seats) + staked


def _stake_in_play(view: View, seat: int) -> int:
    """The open stake of a bettor."""
    if view.phase in {Phase.PAUSE, Phase.OVER} or seat == view.banker:
        return 0
    return sum(hand.stake for hand in view.seats[seat].hands if hand.result is None and not hand.missed)


def _deal_is_over(before: View, after: View) -> bool:
    if before.phase is Phase.PAUSE or after.phase not in {Phase.PAUSE, Phase.OVER}:
        return False
    return after.ending is not Ending.BANKER_FORFEITED
