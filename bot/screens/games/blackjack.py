"""The board of blackjack, the end of a round, the private panel, what came of a move (rules part 4)."""

from collections.abc import Callable
from datetime import timedelta

from bot.model.games import Game
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Span, Weight
from bot.ports.texts import N_, Texts
from bot.screens.caption import TableCaption, game_name, help_button, lobby_key
from bot.screens.dealt import blackjack_replay_lines, dealer_replay_lines
from bot.screens.games import units
from bot.screens.games.description import GameScreens, describe
from bot.screens.hands import (
    USUAL_MOVE,
    Outcome,
    headed,
    long_hand,
    marked,
    move_key,
    next_row,
    own_seat,
    taken,
    time_lines,
)
from bot.screens.lines import card_spans, flow, open_hand, plain, quiet, strong, wrapped
from bot.screens.words import last_word_lines, word_button
from engine.game import HandView, LegalMove, Move, SeatView, Standing, Verb, View
from engine.games.blackjack import BLACKJACK

#: So many digits of the promise are shown; all of it is a button.
_PROMISE = 16


def board_screen(
    say: Texts, view: View, seating: TableCaption, *, call: frozenset[int] = frozenset()
) -> Screen:
    """The board of the round in progress, or how it ended. The seats in `call` are mentioned."""
    if view.settled or view.over:
        return round_over_screen(say, view, seating)
    lines = [*_head(say, view, seating), *_dealer_lines(say, view)]
    for seat in range(len(view.seats)):
        lines.extend(_seat_lines(say, view, seating, seat, call=seat in call))
    lines.extend(_next_round_lines(say, seating))
    lines.extend(time_lines(say, view, seating))
    lines.extend(_promise_lines(say, view, seating))
    return Screen(
        tuple(lines), (*move_rows(say, view, seating), *_questions(say, view, seating)), say.language
    )


def _head(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    return flow(
        strong(f"{game_name(say, view.game)} {seating.tag}"),
        say.pgettext("blackjack", "round {n}", n=seating.round(view)),
    )


def _dealer_lines(say: Texts, view: View) -> tuple[Line, ...]:
    dealer = view.dealer
    if dealer is None or not dealer.cards:
        return ()
    title = Span(say("dealer") + ": ")
    if not dealer.shown:
        up = card_spans(card for card in dealer.cards if card is not None)
        return flow((title, *up), say("and one face down"), separator=" ")
    first, *more = long_hand(dealer)
    special = say("natural") if dealer.natural else say("bust") if dealer.bust else ""
    return flow((title, *first), *more, special)


def _seat_lines(say: Texts, view: View, seating: TableCaption, seat: int, *, call: bool) -> tuple[Line, ...]:
    player = view.seats[seat]
    if not player.hands:
        return ()
    moves = seat == view.to_move
    name = marked(seating.strong_name(say, seat, call=call), moves=moves)
    if len(player.hands) == 1:
        return flow(name, *_hand_pieces(say, player.hands[0]), _gone(say, player))
    lines = [*flow(name, say.plural("{n} hand", "{n} hands", len(player.hands)), _gone(say, player))]
    for number, hand in enumerate(player.hands):
        playing = say("in play") if moves and number == view.hand else ""
        lines.extend(_of_several(say, player, number, *_hand_pieces(say, hand), playing))
    return tuple(lines)


def hand_title(say: Texts, player: SeatView, number: int) -> str:
    """Which of a seat's hands it is: `hand 1/2`."""
    return say("hand {n}/{of}", n=number + 1, of=len(player.hands))


def _of_several(say: Texts, player: SeatView, number: int, *pieces: Line | str) -> tuple[Line, ...]:
    title = f"  {hand_title(say, player, number)}:"
    first, *more = pieces
    cards = plain(first) if isinstance(first, str) else first
    return flow((Span(title + " "), *cards), *more)


def _hand_pieces(say: Texts, hand: HandView) -> tuple[Line | str, ...]:
    """A hand's cards and total, and what is to be said of it."""
    said = say("natural") if hand.natural else say("bust") if hand.bust else ""
    if hand.soft and not hand.closed:
        said = say("soft")
    if len(hand.cards) == 1:
        said = say("to come")
    return (*long_hand(hand), said, say("doubled") if hand.stake > 1 else "")


def _gone(say: Texts, player: SeatView) -> str:
    return "" if player.standing is Standing.PLAYING else say("left")


def _next_round_lines(say: Texts, seating: TableCaption) -> tuple[Line, ...]:
    if seating.closing:
        return wrapped(say("The table closes after this round."))
    if not seating.coming:
        return ()
    first, *more = [strong(seating.coming_name(say, number)) for number in range(len(seating.coming))]
    return flow((Span(say("from the next round:") + " "), *first), *more)


def _promise_lines(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    """In the first round of each record: its code, and what its cards are promised by."""
    if view.deal != 1:
        return ()
    return (
        quiet(say("code {code}", code=seating.code)),
        quiet(say("deck seal {promise}", promise=seating.commitment[:_PROMISE])),
        *last_word_lines(say, None if seating.last_word is None else seating.name(say, seating.last_word)),
        *(() if seating.counts else wrapped(say("not rated: its seed could be foreseen"))),
    )


def _questions(say: Texts, view: View, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    sit = Button(say("Sit down"), lobby_key(seating.code, KeyVerb.SIT))
    row = (sit, help_button(seating)) if seating.free else (help_button(seating),)
    if view.deal == 1 and seating.rounds_before:
        return (row, (Button(say("Copy seal"), copy=seating.commitment),))
    return (row,)


def move_rows(say: Texts, view: View, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """The legal moves of the hand in play (rules 4.5)."""
    if seating.computer(view.to_move) is not None:
        return ()
    return placed(
        view.legal,
        lambda verb: Button(
            verb_label(say, verb),
            move_key(view, seating, verb.value),
            Weight.PRIMARY if verb is Verb.HIT else Weight.PLAIN,
        ),
    )


def placed(legal: tuple[LegalMove, ...], button: Callable[[Verb], Button]) -> tuple[tuple[Button, ...], ...]:
    """Rows of moves: what is not always there comes first, since chats stand on their last line: hit and stand keep their place."""
    usual: list[Button] = []
    at_times: list[Button] = []
    for move in legal:
        (usual if move.verb in {Verb.HIT, Verb.STAND} else at_times).append(button(move.verb))
    return tuple(tuple(row) for row in (at_times, usual) if row)


def verb_label(say: Texts, verb: Verb) -> str:
    """What a move's button says."""
    match verb:
        case Verb.HIT:
            return say("Hit")
        case Verb.STAND:
            return say("Stand")
        case Verb.DOUBLE:
            return say("Double")
        case _:
            return say("Split")


def round_over_screen(say: Texts, view: View, seating: TableCaption) -> Screen:
    """The board's last edit in a round: the dealer's cards, each hand with what it brought, the units of each seat at this table."""
    lines = [*_head(say, view, seating), *_dealer_lines(say, view)]
    for seat in range(len(view.seats)):
        lines.extend(_settled_lines(say, view, seating, seat))
    lines.extend(_units_lines(say, view, seating))
    lines.extend(_next_round_lines(say, seating))
    lines.extend(_promise_lines(say, view, seating))
    if seating.seconds is not None:
        lines.append(quiet(say("next round: Next, or by itself")))
    if seating.seconds is None or view.over:
        return Screen(tuple(lines), (), say.language)
    ways = [Button(say("Leave"), str(Key(KeyVerb.LEAVE, seating.code)))]
    if seating.free:
        ways.insert(0, Button(say("Sit down"), lobby_key(seating.code, KeyVerb.SIT)))
    rows = (*next_row(say, view, seating), tuple(ways), word_button(say, seating))
    return Screen(tuple(lines), tuple(row for row in rows if row), say.language)


def units_at_table(view: View, seating: TableCaption, seat: int) -> int:
    """What a seat has brought from all rounds of the table, in half units."""
    return view.seats[seat].halves + (seating.brought[seat] if seating.brought else 0)


def _settled_lines(say: Texts, view: View, seating: TableCaption, seat: int) -> tuple[Line, ...]:
    player = view.seats[seat]
    if not player.hands:
        return ()
    won = sum(hand.halves or 0 for hand in player.hands)
    name = taken(seating.name(say, seat), won, say.halves(won))
    if len(player.hands) == 1:
        first, *more = _hand_pieces(say, player.hands[0])
        cards = plain(first) if isinstance(first, str) else first
        return flow(*headed(name, cards), *more, _gone(say, player))
    lines = [*flow(name, say.plural("{n} hand", "{n} hands", len(player.hands)), _gone(say, player))]
    for number, hand in enumerate(player.hands):
        lines.extend(_of_several(say, player, number, *_settled_pieces(say, hand)))
    return tuple(lines)


def _settled_pieces(say: Texts, hand: HandView) -> tuple[Line | str, ...]:
    """A hand with what it brought right behind its cards, then what is to be said of it."""
    cards = long_hand(hand)
    return (*cards, say.halves(hand.halves or 0), *_hand_pieces(say, hand)[len(cards) :])


def _units_lines(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    """The units of each seat from all rounds of the table: `units in all: Anna +1.5 · Boris −2`."""
    sums = [
        (*seating.strong_name(say, seat), Span(" " + say.halves(units_at_table(view, seating, seat))))
        for seat in range(len(view.seats))
    ]
    return flow((Span(say("balance:") + " "), *sums[0]), *sums[1:])


def own_lines(say: Texts, view: View, _seating: TableCaption) -> tuple[Line, ...]:
    """The viewer's own hands, and the dealer's cards."""
    seat = own_seat(view)
    player = view.seats[seat]
    if not player.hands:
        return (plain(say("No cards yet.")),)
    lines: list[Line] = []
    for number, hand in enumerate(player.hands):
        title = say("Your cards") if len(player.hands) == 1 else hand_title(say, player, number)
        brought = "" if hand.halves is None else say.halves(hand.halves)
        first, *more = _hand_pieces(say, hand)
        cards = plain(first) if isinstance(first, str) else first
        plays = len(player.hands) > 1 and seat == view.to_move and number == view.hand
        lines.extend(flow((*marked(strong(title + ":"), moves=plays), Span(" "), *cards), *more, brought))
    return (*lines, *_dealer_lines(say, view))


def turn_text(say: Texts, view: View, seating: TableCaption) -> str:
    """What is awaited now, in a sentence, for the viewer."""
    if view.over:
        return say("The game is over.")
    if view.to_move is None:
        return say("The next round begins by itself.")
    if view.to_move != view.viewer:
        return say("Waiting for {name}", name=seating.name(say, view.to_move))
    return question(say, view)


def question(say: Texts, view: View) -> str:
    """What the hand in play may do (rules 4.5 to 4.8)."""
    match len(view.legal):
        case 2:
            return say("Hit or stand?")
        case 3:
            return say("Hit, stand or double?")
        case _:
            return say("Hit, stand, double or split?")


def outcome(say: Texts, before: View, after: View, move: Move) -> Outcome:
    """What came of a move, for the seat that made it: the card drawn, the hand and its total, what is next."""
    seat, at = after.viewer, before.hand
    if seat is None or at is None or after.deal != before.deal:
        return (say("Done."),), True
    hands = after.seats[seat].hands
    hand = hands[at]
    pieces: list[Line | str] = []
    match move.verb:
        case Verb.STAND:
            pieces = [say("You stand:"), (*open_hand(hand), *plain("."))]
        case Verb.SPLIT:
            pieces = [
                say("Split:"),
                (*open_hand(hand), *plain(",")),
                (*open_hand(hands[at + 1]), *plain(".")),
            ]
        case _:
            drawn = hand.cards[len(before.seats[seat].hands[at].cards) :]
            new = card_spans(card for card in drawn if card is not None)
            pieces = [(*new, *plain(" ·")), (*open_hand(hand), *plain("."))]
            if move.verb is Verb.DOUBLE:
                pieces.insert(0, say("Doubled:"))
    if hand.bust:
        pieces.append(say("Bust."))
    if after.to_move == seat and after.hand is not None:
        if after.hand != at:
            title = say("Now {hand}:", hand=hand_title(say, after.seats[seat], after.hand))
            pieces.extend((title, (*open_hand(hands[after.hand]), *plain("."))))
        pieces.append(question(say, after))
    elif after.settled:
        brought = say.halves(sum(one.halves or 0 for one in hands))
        pieces.append(say("This round brought you, in units: {units}.", units=brought))
    return tuple(pieces), True


def leaving_price(say: Texts, _view: View, _seat: int) -> str:
    """What leaving costs a seat with a hand to play (rules 4.15)."""
    return say(
        "If you leave now, your hands stand as they are for the rest of the round, and their result counts."
    )


def _likely(seats: int, _deals: int | None) -> float:
    """About how many seconds a round takes: such a table has no end of its own."""
    return seats * USUAL_MOVE + 8


describe(
    Game(
        rules=BLACKJACK,
        title=N_("Blackjack"),
        words=frozenset({"blackjack", "блэкджек", "блекджек", "bj"}),
        offer="bj",
        seconds=30,
        pause=timedelta(seconds=8),
        likely=_likely,
    ),
    GameScreens(
        name=BLACKJACK.name,
        board=board_screen,
        head=_head,
        move_rows=move_rows,
        own_lines=own_lines,
        turn_text=turn_text,
        result=units.seat_lines,
        replayed=blackjack_replay_lines,
        price=leaving_price,
        rules=units.rules_lines,
        essentials=units.essentials_text,
        first_seat=units.first_seat_text,
        outcome=outcome,
        bank=dealer_replay_lines,
    ),
)
