"""What the boards of all games say of seats, hands and moves, what came of a move, and the buttons of the seat to move."""

from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Span, Tone, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, turn_time
from bot.screens.lines import MARK, WIDTH, card_spans, line_width, open_hand, plain, wrapped
from engine.game import HandView, LegalMove, Move, Phase, Result, Verb, View
from engine.hand36 import bust, golden

#: What a move really takes on average in a chat, in seconds; for «about 8 min».
USUAL_MOVE = 8

#: Stakes up to this many chips each get a button of their own.
_EACH_STAKE = 8
_ROW = 4

#: So many cards are kept together where a long hand has to break.
_CARDS_TOGETHER = 5

#: The pieces of a short answer, and whether all of it stands on the board as well.
Outcome = tuple[tuple[Line | str, ...], bool]


def playing_order(view: View) -> tuple[int, ...]:
    """The seats as a board lists them: clockwise from the left of who banks in this deal, he himself last."""
    first = 0 if view.deal_banker is None else view.deal_banker + 1
    return tuple((first + step) % len(view.seats) for step in range(len(view.seats)))


def time_lines(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    """Whose time runs; and after a restart, that there is all of it again."""
    runs = view.to_move is not None and seating.seconds is not None
    return (
        *((turn_time(say, seating, view.to_move),) if runs and view.to_move is not None else ()),
        *(
            wrapped(say("Back after a restart: this move has its full time again."))
            if seating.restarted
            else ()
        ),
    )


def own_seat(view: View) -> int:
    """The seat whose own view this is.

    Raises:
        ValueError: it is what everybody sees.
    """
    if view.viewer is None:
        raise ValueError("own cards are of a seat's own view")
    return view.viewer


def marked(name: Line, *, moves: bool) -> Line:
    """A name, with a mark before it where it is to move."""
    return (MARK, *name) if moves else name


def cards_held(say: Texts, hand: HandView) -> str:
    """How many cards a hidden hand has."""
    return say.plural("{n} card", "{n} cards", len(hand.cards))


def hand_piece(say: Texts, hand: HandView) -> Line:
    """A hand on a board: open, or the number of its cards."""
    return open_hand(hand) if hand.shown else plain(cards_held(say, hand))


def long_hand(hand: HandView) -> tuple[Line, ...]:
    """A hand of any number of cards as pieces that a line can break between; the points stand in the last one."""
    cards = [card for card in hand.cards if card is not None]
    groups = [cards[at : at + _CARDS_TOGETHER] for at in range(0, len(cards), _CARDS_TOGETHER)] or [[]]
    pieces = [card_spans(group) for group in groups]
    return (*pieces[:-1], (*pieces[-1], Span(f" = {hand.points or 0}")))


def against(hand: HandView) -> HandView:
    """What the banker of Стук has drawn against a hand, as a hand of his own (rules 3.7)."""
    cards = hand.banker_cards or ()
    outcome = {Result.WIN: Result.LOSE, Result.LOSE: Result.WIN}
    return HandView(
        cards=cards,
        points=hand.banker_points,
        result=None if hand.result is None else outcome.get(hand.result, hand.result),
        shown=True,
        golden=golden(cards),
        bust=bust(cards),
    )


def played_hand(view: View, seat: int, bettor: int | None) -> HandView | None:
    """The hand that a seat plays: its own, or the banker's against that `bettor` of Стук; None if there is none."""
    if bettor is not None and bettor != seat:
        hands = view.seats[bettor].hands
        return against(hands[0]) if hands and hands[0].banker_cards else None
    hands = view.seats[seat].hands
    return hands[0] if hands else None


def staked(say: Texts, name: Line, hand: HandView) -> Line:
    """A name and its stake, if there is one: `Anna: stake 3`."""
    return (*name, Span(": " + say("stake {stake}", stake=hand.stake))) if hand.stake else name


def verdict(say: Texts, hand: HandView) -> str:
    """How a hand stands, in a word or two; empty where it is open and nothing special."""
    if hand.golden and hand.result is not Result.LOSE:
        return say("golden point")
    if hand.bust:
        return say("bust")
    return outcome(say, hand)


def outcome(say: Texts, hand: HandView) -> str:
    """Whether a hand won or lost; empty while it is open."""
    match hand.result:
        case Result.WIN:
            return say("won")
        case Result.LOSE:
            return say("lost")
        case _:
            return ""


def gain(hand: HandView) -> int:
    """What a hand has won or lost, in chips."""
    match hand.result:
        case Result.WIN:
            return hand.paid
        case Result.LOSE:
            return -hand.stake
        case _:
            return 0


def signed(amount: str, sign: int) -> str:
    """An amount with its sign: `+25`, `−25`, `±0`."""
    return f"{'+' if sign > 0 else '−' if sign < 0 else '±'}{amount}"


def taken(name: str, change: int, amount: str | None = None) -> Line:
    """A name behind what its seat has won or lost: `+2 Anna`; who has won stands out. `amount` is the change where it is not in chips."""
    said = signed(str(abs(change)), change) if amount is None else amount
    return (Span(f"{said} "), Span(name, Tone.STRONG if change > 0 else Tone.PLAIN))


def headed(name: Line, first: Line) -> tuple[Line, ...]:
    """A name and the first cards of its hand: one piece where a line holds both, else two."""
    whole: Line = (*name, Span(" "), *first)
    return (whole,) if line_width(whole) <= WIDTH else (name, first)


def bank_gain(view: View) -> int:
    """What the bank has won or lost in the deal that has just ended, in chips."""
    return (view.bank or 0) - (view.bank_before or 0)


def bet_of(view: View) -> LegalMove | None:
    """The stake that the seat to move may place."""
    return next((move for move in view.legal if move.verb is Verb.BET), None)


def stakes(bet: LegalMove) -> str:
    """Which stakes are possible: `3`, or `1–5`."""
    return f"{bet.min}" if bet.min == bet.max else f"{bet.min}–{bet.max}"


def phase_of(view: View) -> str:
    """The phase as keys name it: what is going on and whose hand it is about, so that a key dies with its turn.

    In Стук a bettor's stake and cards are one turn (`t2`), and the banker's turn names the bettor as well (`b0.2`).
    """
    if view.to_move is None:
        return view.phase.value[0]
    if view.bettor is not None:
        return f"t{view.bettor}" if view.to_move == view.bettor else f"b{view.to_move}.{view.bettor}"
    hand = "" if view.hand is None else f".{view.hand}"
    return f"{view.phase.value[0]}{view.to_move}{hand}"


def move_key(view: View, seating: TableCaption, verb: str, argument: str | None = None) -> str:
    """The key of a move at this moment of the table.

    On a person's own screen, which is changed after each of his moves, a key to draw or stand says for how many cards it is meant.
    """
    if argument is None and verb in {Verb.HIT, Verb.STAND} and (view.viewer is not None or seating.private):
        argument = str(cards_in_play(view))
    return str(Key(verb, seating.code, view.deal, phase_of(view), argument))


def cards_in_play(view: View) -> int:
    """How many cards the hand in play has; those the banker of Стук has against it where he draws (rules 3.7)."""
    seat = view.to_move
    if seat is None:
        return 0
    if view.bettor is not None and view.bettor != seat:
        return len(view.seats[view.bettor].hands[0].banker_cards or ())
    hands = view.seats[seat].hands
    return len(hands[view.hand or 0].cards) if hands else 0


def draw_row(say: Texts, view: View, seating: TableCaption) -> tuple[Button, ...]:
    """Draw and enough."""
    return (
        Button(say("Draw"), move_key(view, seating, Verb.HIT.value), Weight.PRIMARY),
        Button(say("Enough"), move_key(view, seating, Verb.STAND.value)),
    )


def next_row(say: Texts, view: View, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """«Next», while the table rests between two deals."""
    if view.phase is not Phase.PAUSE or view.awaited is not None or not view.deal:
        return ()
    return ((Button(say("Next"), move_key(view, seating, KeyVerb.NEXT), Weight.PRIMARY),),)


def stake_rows(
    say: Texts, view: View, seating: TableCaption, bet: LegalMove, most_label: str
) -> tuple[tuple[Button, ...], ...]:
    """The stakes by the room there is; `most_label` is the label of the greatest, which stands apart.

    It is not where «Draw» comes next: who presses twice in a hurry stakes no more than he meant.
    """
    least, most = bet.min or 1, bet.max or 1

    def stake(label: str, amount: int) -> Button:
        return Button(label, move_key(view, seating, Verb.BET.value, str(amount)))

    if least == most:
        return ((stake(say("Stake {n}", n=most), most),),)
    last = (Button(say("Other stake"), move_key(view, seating, KeyVerb.OTHER)), stake(most_label, most))
    if most <= _EACH_STAKE:
        return (*_even_rows([stake(str(amount), amount) for amount in range(least, most)]), last)
    parts = [(f"¼ {most // 4}", most // 4), (f"½ {most // 2}", most // 2)]
    same, said = seating.staked, {least, most, *(amount for _, amount in parts)}
    again = () if same is None or not least < same < most or same in said else (same,)
    return (
        *((stake(say("Same stake {n}", n=amount), amount),) for amount in again),
        (
            stake(say("min {n}", n=least), least),
            *(stake(label, amount) for label, amount in parts if amount > least),
        ),
        last,
    )


def _even_rows(buttons: list[Button]) -> tuple[tuple[Button, ...], ...]:
    """As few rows as hold them, four in each at most, as even as can be."""
    rows = -(-len(buttons) // _ROW)
    in_row = -(-len(buttons) // rows)
    return tuple(tuple(buttons[start : start + in_row]) for start in range(0, len(buttons), in_row))


def drawn_outcome(say: Texts, before: View, after: View, move: Move) -> Outcome:
    """The card drawn, the hand, the points, and what is next. Both views are those of the seat that moved."""
    seat = after.viewer
    hand = None if seat is None else played_hand(after, seat, before.bettor)
    if move.verb is Verb.KNOCK:
        return (say("“Knock”: the next round is the last one."),), True
    if after.deal != before.deal or hand is None or seat is None:
        return (say("Done."),), True
    shown = open_hand(hand)
    pieces: list[Line | str] = []
    match move.verb:
        case Verb.BET:
            pieces = [say("Stake {stake}.", stake=move.amount), say("Your card:"), shown]
        case Verb.HIT:
            held = played_hand(before, seat, before.bettor)
            drawn = hand.cards[0 if held is None else len(held.cards) :]
            new = card_spans(card for card in drawn if card is not None)
            pieces = [(*new, *plain(" ·")), shown]
        case _:
            pieces = [say("Enough:"), shown]
    if (how := verdict(say, hand)) and move.verb is Verb.HIT:
        return (*pieces, f"— {how}."), False
    if before.bettor not in {None, seat} and (ended := outcome(say, hand)):
        pieces.append(f"— {ended}.")
    else:
        pieces[-1] = (*shown, *plain("."))
    if after.to_move == seat:
        pieces.append(say("Draw or enough?"))
    return tuple(pieces), True
