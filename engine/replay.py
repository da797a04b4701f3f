"""Records played through the real engine, and what comes out (records.md, «Output»)."""

from dataclasses import dataclass

from engine.cards import format_cards
from engine.game import GameState, HandView, LegalMove, Refusal, SeatResult, Verb, View, read_move
from engine.json_shape import RecordError
from engine.record import Record
from engine.rules import Rules
from engine.shoe import ChanceError

#: Why a move was refused, for people who read records.
REASONS = {
    Refusal.GAME_OVER: "the game is over",
    Refusal.NO_SUCH_SEAT: "there is no such seat",
    Refusal.SEAT_OUT: "the seat is out of the game",
    Refusal.NOT_YOUR_TURN: "it is not that seat's move",
    Refusal.DEAL_IN_PROGRESS: "a deal is in progress",
    Refusal.NO_DEAL: "no deal is in progress",
    Refusal.STAKE_FIRST: "the stake comes first",
    Refusal.STAKE_ALREADY_PLACED: "the stake is placed already",
    Refusal.STAKE_TOO_LOW: "the stake is below the least that may be staked",
    Refusal.STAKE_TOO_HIGH: "the stake is above the most that may be staked",
    Refusal.NOT_IN_THIS_GAME: "this game has no such move",
    Refusal.NOT_NOW: "this move cannot be made now",
    Refusal.BANK_TOO_SMALL: "the bank is too small for a knock",
    Refusal.NOT_A_MOVE: "this is not a move",
}


@dataclass(frozen=True, slots=True)
class Refused:
    """The move at which a replay stopped: its index from 0, its text, the reason."""

    at: int
    move: str
    reason: Refusal


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a record.

    The state it led to, the refused move if there was one, and a look at each deal, as it ended or stands.
    """

    record: Record
    state: GameState
    refused: Refused | None
    deals: tuple[View, ...]


def replay(record: Record) -> Replay:
    """Play a record to its end, or to the first refused move.

    Raises:
        RecordError: a card or cut that the record gives does not fit the stock of its shuffle.
    """
    try:
        return _fold(record)
    except ChanceError as error:
        raise RecordError(str(error)) from None


def _fold(record: Record) -> Replay:
    state = record.rules.start(record.setup)
    refused: Refused | None = None
    deals: list[View] = []
    for at, text in enumerate(record.moves):
        parsed = read_move(text)
        step = parsed if isinstance(parsed, Refusal) else state.apply(*parsed)
        if isinstance(step, Refusal):
            refused = Refused(at, text, step)
            break
        if text == Verb.DEAL and (view := state.revealed()).deal:
            deals.append(view)
        state = step.state
    deals.append(state.revealed())
    return Replay(record, state, refused, tuple(deals))


def output(replayed: Replay) -> dict[str, object]:
    """The object that `--json` prints: exactly the keys that records.md names for the game, in its order."""
    view = replayed.state.revealed()
    refused = replayed.refused
    found: dict[str, object] = {"valid": refused is None}
    if refused is not None:
        found |= {"error": REASONS[refused.reason], "at_move": refused.at}
    found |= {
        "finished": view.finished,
        "deal": view.deal,
        "banker": view.banker,
        "to_move": view.to_move,
    }
    rules = replayed.record.rules
    if "hand" in rules.output:
        found["hand"] = view.hand
    found["legal"] = [_legal(move) for move in view.legal]
    for key, value in (("bank", view.bank), ("last_round", view.last_round)):
        if key in rules.output:
            found[key] = value
    banker = view.banker if view.deal_banker is None else view.deal_banker
    found["seats"] = [
        {
            "name": start.name,
            **({} if rules.units else {"chips": seat.chips}),
            "hands": [_hand(hand, rules, banker=number == banker) for hand in seat.hands],
        }
        for number, (start, seat) in enumerate(zip(replayed.record.setup.seats, view.seats, strict=True))
    ]
    if view.dealer is not None:
        found["dealer"] = _hand(view.dealer, rules, banker=True)
    if view.finished:
        found["results"] = [_result(result, rules) for result in replayed.state.results()]
    return found


def hundredths(value: int) -> str:
    """A number of hundredths, zero or more, with two places: 833 is `8.33`."""
    whole, places = divmod(value, 100)
    return f"{whole}.{places:02d}"


def signed_hundredths(value: int) -> str:
    """A number of hundredths with its sign, zero without one: −2000 is `-20.00`, 1500 is `+15.00`."""
    sign = "-" if value < 0 else "+" if value else ""
    return sign + hundredths(abs(value))


def rubles_of(result: SeatResult, rules: Rules) -> str:
    """The rubles a seat takes from a game; with their sign where rubles are staked."""
    return signed_hundredths(result.rubles) if rules.staked else hundredths(result.rubles)


def in_units(halves: int) -> str:
    """A number of half units with its sign, as records write it: `0`, `+1`, `-2`, `+1.5`."""
    if halves == 0:
        return "0"
    whole, half = divmod(abs(halves), 2)
    return ("-" if halves < 0 else "+") + str(whole) + (".5" if half else "")


def _legal(move: LegalMove) -> dict[str, object]:
    if move.verb is Verb.BET:
        return {"verb": move.verb.value, "min": move.min, "max": move.max}
    return {"verb": move.verb.value}


def _hand(hand: HandView, rules: Rules, *, banker: bool) -> dict[str, object]:
    found: dict[str, object] = {"cards": format_cards(hand.cards), "points": hand.points}
    if not banker:
        found |= {"stake": hand.stake, "result": None if hand.result is None else hand.result.value}
        if "banker_cards" in rules.output:
            against = hand.banker_cards
            found["banker_cards"] = None if against is None else format_cards(against)
    return found


def _result(result: SeatResult, rules: Rules) -> dict[str, object]:
    return {
        "games": result.games,
        "wins": result.wins,
        "rating": hundredths(result.rating),
        "rubles": rubles_of(result, rules),
        "net": in_units(result.net) if rules.units else result.net,
    }
