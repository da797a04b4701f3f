"""Games of the engine played by moves as records write them: Очко, Стук, and a table of blackjack."""

from copy import copy

from engine.cards import format_cards, parse_cards
from engine.game import Refusal, Step, Verb, read_move, write_move
from engine.games import GAMES
from engine.players import PLAYERS
from engine.rules import SeatStart, Setup

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor")


class Game:
    """A game, of Очко if nothing is said, and everything that happened in it."""

    name = "ochko"

    def __init__(self, *chips, banker=0, cards=None, cut=None, seed=bytes(32), **options):
        piles = cards if isinstance(cards, list) else [cards]
        cuts = cut if isinstance(cut, list) else [cut]
        self.setup = Setup(
            seats=tuple(SeatStart(name, stack) for name, stack in zip(NAMES, chips, strict=False)),
            options=GAMES[self.name].defaults() | options,
            seed=seed,
            banker=banker,
            cards=tuple(None if pile is None else parse_cards(pile) for pile in piles),
            cuts=tuple(cuts),
        )
        self.rules = GAMES[self.name]
        self.state = self.rules.start(self.setup)
        self.moves = []
        self.steps = []

    def __call__(self, *moves):
        """Make moves that have to be accepted."""
        for text in moves:
            step = self.state.apply(*read_move(text))
            assert isinstance(step, Step), f"{text}: {step}"
            self.state = step.state
            self.moves.append(text)
            self.steps.append(step)
        return self

    def again(self):
        """The same table before its first move."""
        other = copy(self)
        other.state, other.moves, other.steps = self.rules.start(self.setup), [], []
        return other

    def refusal(self, text):
        """Why a move is refused; the state has to stay as it is."""
        before = self.state.encode()
        refusal = self.state.apply(*read_move(text))
        assert isinstance(refusal, Refusal), f"{text} was accepted"
        assert self.state.encode() == before
        return refusal

    @property
    def view(self):
        return self.state.revealed()

    @property
    def open_card(self):
        """Whether the last move brought a card that everybody may see."""
        return self.steps[-1].open_card

    def stock(self):
        """How many cards the last shuffle had."""
        return len(self.state.shoe.shuffle.order.stock)

    @property
    def bank(self):
        return self.view.bank

    @property
    def chips(self):
        return [seat.chips for seat in self.view.seats]

    def hand(self, seat):
        (hand,) = self.view.seats[seat].hands
        return hand

    def cards(self, seat):
        return " ".join(map(str, self.hand(seat).cards))

    def limits(self):
        (bet,) = self.state.legal()
        assert bet.verb is Verb.BET
        return bet.min, bet.max

    def standing(self, seat):
        return self.view.seats[seat].standing

    def result(self, seat):
        return self.state.results()[seat]

    def total(self):
        """Every chip there is."""
        view = self.view
        open_stakes = sum(hand.stake for seat in view.seats for hand in seat.hands if hand.result is None)
        return view.bank + sum(seat.chips for seat in view.seats) + open_stakes

    def options(self):
        """Every move that may be made now; of the stakes three."""
        view = self.view
        moves = [f"{seat} leave" for seat, one in enumerate(view.seats) if one.standing == "playing"]
        if view.finished:
            return []
        if view.to_move is None:
            knocks = [f"{seat} knock" for seat in range(len(view.seats)) if self.state.may_knock(seat)]
            return ["deal", *knocks, *moves]
        for legal in self.state.legal():
            if legal.verb is Verb.BET:
                amounts = sorted({legal.min, legal.max, (legal.min + legal.max) // 2})
                moves += [f"{view.to_move} bet {amount}" for amount in amounts]
            else:
                moves += [f"{view.to_move} {legal.verb}"]
        return [*moves, f"{view.to_move} timeout"]


class StukGame(Game):
    """A table of Стук, of size 10 if nothing is said."""

    name = "stuk"

    def __init__(self, *chips, size=10, **kwargs):
        super().__init__(*chips, size=size, **kwargs)

    def against(self, seat):
        """The banker's cards against a seat's hand; None where he did not play against it."""
        cards = self.hand(seat).banker_cards
        return None if cards is None else " ".join(map(str, cards))

    def showdown(self, seat, stake):
        """The bettor stakes, stands, and the banker stands: whoever is stronger by the first cards wins."""
        return self(f"{seat} bet {stake}", f"{seat} stand", f"{self.view.banker} stand")


class Round:
    """A table of blackjack and everything that happened at it."""

    name = "blackjack"

    def __init__(self, seats=1, cards=None, seed=bytes(32)):
        piles = cards if isinstance(cards, list) else [cards]
        self.setup = Setup(
            seats=tuple(SeatStart(f"seat {number}") for number in range(seats)),
            options={},
            seed=seed,
            cards=tuple(None if pile is None else parse_cards(pile) for pile in piles),
        )
        self.rules = GAMES["blackjack"]
        self.state = self.rules.start(self.setup)
        self.moves = []
        self.steps = []

    __call__ = Game.__call__
    again = Game.again
    refusal = Game.refusal
    view = Game.view
    open_card = Game.open_card
    stock = Game.stock
    standing = Game.standing
    result = Game.result

    def hands(self, seat=0):
        """The cards of a seat's hands."""
        return [" ".join(map(str, hand.cards)) for hand in self.view.seats[seat].hands]

    def hand(self, seat=0, at=0):
        return self.view.seats[seat].hands[at]

    def results(self, seat=0):
        """Result and half units of each hand of a seat."""
        return [(hand.result, hand.halves) for hand in self.view.seats[seat].hands]

    @property
    def dealer(self):
        return " ".join("??" if card is None else str(card) for card in self.view.dealer.cards)

    @property
    def turn(self):
        """The seat to move and the index of its hand in play."""
        return self.view.to_move, self.view.hand

    @property
    def legal(self):
        return [move.verb.value for move in self.state.legal()]

    def options(self):
        """Every move that may be made now."""
        view = self.view
        moves = [f"{seat} leave" for seat, one in enumerate(view.seats) if one.standing == "playing"]
        if view.to_move is None:
            return ["deal", *moves] if moves else []
        seat = view.to_move
        return [*(f"{seat} {verb}" for verb in self.legal), *moves, f"{seat} timeout"]


def move_of(played, level):
    """The move of a computer for the seat to move, as a record writes it."""
    state = played.state
    return write_move(state.to_move, PLAYERS[played.name][level](state.view(state.to_move), state.legal()))


def shown_cards(played, viewer, seat):
    """The cards of a seat's hand as the viewer knows them; `??` is hidden."""
    (hand,) = played.state.view(viewer).seats[seat].hands
    assert (hand.points is None) == all(card is None for card in hand.cards)
    return format_cards(hand.cards)
