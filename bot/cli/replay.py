"""`twentyone replay`: a record played through the engine, and what came out (records.md).

It writes nothing but its output.
"""

import json

from bot.cli.terminal import complain, plain, read, tell
from engine.cards import Card, Suit
from engine.game import BankEnding, HandView, LegalMove, Result, SeatResult, Verb, View
from engine.json_shape import RecordError
from engine.record import read_record
from engine.replay import Replay, hundredths, in_units, output, replay, rubles_of
from engine.rules import Rules

#: Exit status of a record that was refused, in part or as a whole.
REFUSED = 2

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_BANK_ENDED = {
    BankEnding.BROKEN: "broken",
    BankEnding.LAST_ROUND: "the last round is played",
    BankEnding.NO_BETTOR: "nobody is left to bet",
    BankEnding.FORFEITED: "the banker forfeited",
}
_ENDED = {Result.WIN: "won", Result.LOSE: "lost", Result.PUSH: "push"}


def replay_command(file: str, as_json: bool) -> int:  # noqa: FBT001 - the command line hands its flag on
    """Play the record in a file (`-`: standard input) and print the outcome, as JSON or for people.

    Returns the exit status: 0; or 2 when a move was refused, or, with nothing on standard output, when the
    file or the record cannot be read. Either has its one line on standard error.
    """
    try:
        data = read(file)
    except OSError as error:
        return complain("replay", f"{plain(file)}: {error.strerror or error}", REFUSED)
    try:
        replayed = replay(read_record(data))
    except RecordError as error:
        return complain("replay", str(error), REFUSED)
    text = json.dumps(output(replayed), indent=2) if as_json else "\n".join(_lines(replayed))
    written, refused = tell("replay", text), replayed.refused
    if written or refused is None:
        return written
    return complain(
        "replay", f"move {refused.at}, {ascii(refused.move)[:60]}: {output(replayed)['error']}", REFUSED
    )


def _lines(replayed: Replay) -> list[str]:
    names = [plain(seat.name) for seat in replayed.record.setup.seats]
    view, rules = replayed.state.revealed(), replayed.record.rules
    lines = [f"{rules.name}: {', '.join(names)}"]
    units = rules.units
    for deal in replayed.deals:
        lines += ["", *_deal(deal, names, units=units)]
    lines.append("")
    if view.to_move is not None:
        moves = " or ".join(_move(move) for move in view.legal)
        hands = view.seats[view.to_move].hands
        which = f", hand {view.hand + 1}" if view.hand is not None and len(hands) > 1 else ""
        lines.append(f"To move: {names[view.to_move]}{which}, {moves}")
    elif not view.finished:
        lines.append("To come: the next deal")
    if view.finished and units:
        lines.append(
            "The round is over. Units are virtual and have no money value; the sums are of all rounds."
        )
        results = replayed.state.results()
        lines += [f"  {name}: {in_units(one.net)}" for name, one in zip(names, results, strict=True)]
    elif view.finished:
        lines.append("The game is over. Rubles are play money.")
        results = replayed.state.results()
        lines += [_result(name, result, rules) for name, result in zip(names, results, strict=True)]
    if replayed.refused is not None:
        lines.append(f"Stopped at move {replayed.refused.at}: it was refused.")
    return lines


def _deal(view: View, names: list[str], *, units: bool) -> list[str]:
    title = f"Deal {view.deal}" if view.deal else "Before the first deal"
    if view.bank is not None:
        title += f", bank {view.bank}"
    if view.last_round:
        title += ", knocked"
    if view.bank_ending is not None:
        title += f", the bank has ended: {_BANK_ENDED[view.bank_ending]}"
    width = max(len(name) for name in names)
    lines = [title]
    for number, seat in enumerate(view.seats):
        banker = number == (view.banker if view.deal_banker is None else view.deal_banker)
        held = [_hand(hand, banker=banker) for hand in seat.hands] or ["banker" if banker else "no hand"]
        chips = "" if units or (banker and seat.chips == 0) else f", chips {seat.chips}"
        lines.append(f"  {names[number]:{width}}  {'; '.join(held)}{chips}")
    if view.dealer is not None and view.dealer.cards:
        cards = " ".join(_card(card) for card in view.dealer.cards)
        lines.append(f"  dealer: {cards} = {view.dealer.points}")
    return lines


def _hand(hand: HandView, *, banker: bool) -> str:
    text = f"{' '.join(_card(card) for card in hand.cards)} = {hand.points}"
    if banker:
        return f"{text}, banker"
    if not hand.stake:
        return f"{text}, no stake"
    if hand.banker_cards is not None:
        text += f" against {' '.join(_card(card) for card in hand.banker_cards)} = {hand.banker_points}"
    brought = "" if hand.halves is None else f" {in_units(hand.halves)}"
    return f"{text}, stake {hand.stake}, {_ENDED[hand.result] if hand.result else 'open'}{brought}"


def _card(card: Card | None) -> str:
    if card is None:
        return "??"
    rank = "10" if card.rank.value == "T" else card.rank.value
    return rank + _SUITS[card.suit]


def _move(move: LegalMove) -> str:
    return f"bet {move.min} to {move.max}" if move.verb is Verb.BET else move.verb.value


def _result(name: str, result: SeatResult, rules: Rules) -> str:
    ended = "forfeited" if result.forfeited else "won" if result.won else "did not win"
    rubles = rubles_of(result, rules) if rules.staked else f"+{rubles_of(result, rules)}"
    return (
        f"  {name}: {ended}, net {result.net:+d}, games +{result.games}, wins +{result.wins}, "
        f"rating +{hundredths(result.rating)}, rubles {rubles}"
    )
