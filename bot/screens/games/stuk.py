"""The board of Стук, the end of a round, and the private panel of a seat (rules part 3)."""

from dataclasses import replace
from datetime import timedelta

from bot.model.games import Game
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Span, Weight
from bot.ports.texts import N_, Texts
from bot.screens.caption import TableCaption, game_name, help_button, turn_time
from bot.screens.dealt import bank_lines, ending_of_bank, stuk_replay_lines
from bot.screens.games.description import GameScreens, describe
from bot.screens.hands import (
    USUAL_MOVE,
    against,
    bank_gain,
    bet_of,
    cards_held,
    draw_row,
    drawn_outcome,
    gain,
    hand_piece,
    headed,
    long_hand,
    marked,
    move_key,
    next_row,
    outcome,
    own_seat,
    playing_order,
    stake_rows,
    staked,
    stakes,
    taken,
    time_lines,
)
from bot.screens.lines import card_spans, flow, plain, quiet, strong, wrapped
from bot.screens.reckoning import stuk_lines
from engine.game import BankEnding, HandView, Phase, Standing, View
from engine.games.stuk import STUK

#: Rules 3.11: the banker may knock when the bank is so many times the table's size.
_KNOCK_AT = 3


def board_screen(
    say: Texts, view: View, seating: TableCaption, *, call: frozenset[int] = frozenset()
) -> Screen:
    """The board of the round in progress, or how it ended. The seats in `call` are mentioned."""
    if view.phase in {Phase.PAUSE, Phase.OVER}:
        return round_over_screen(say, view, seating)
    lines = [*_head(say, view, seating), *_bank_lines(say, view)]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, seating, seat, call=seat in call))
    lines.extend(time_lines(say, view, seating))
    rows = move_rows(say, view, seating)
    if rows and bet_of(view) is not None:
        # The board stays as it is when the stake is placed: what comes after it has its buttons already.
        # Nothing there is coloured: first comes the stake.
        draws = tuple(replace(button, weight=Weight.PLAIN) for button in draw_row(say, view, seating))
        rows = (*rows, draws)
    return Screen(tuple(lines), (*rows, _questions(say, seating)), say.language)


def _questions(say: Texts, seating: TableCaption) -> tuple[Button, ...]:
    return (Button(say("My cards"), str(Key(KeyVerb.CARDS, seating.code))), help_button(seating))


def _head(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    return flow(
        strong(f"{game_name(say, view.game)} {seating.tag}"),
        say("size {n}", n=view.size),
        say.pgettext("stuk", "round {n}", n=view.deal),
    )


def _bank_lines(say: Texts, view: View) -> tuple[Line, ...]:
    return flow(say("bank {bank}", bank=view.bank), knock_text(say, view))


def knock_text(say: Texts, view: View) -> str:
    """How far the bank is from the knock, or that the last round is on (rules 3.11)."""
    if view.last_round:
        return say("“Knock”: the last round")
    missing = _KNOCK_AT * (view.size or 0) - (view.bank or 0)
    return say("{n} to the knock", n=missing) if missing > 0 else say("enough to knock")


def _seat_lines(say: Texts, view: View, seating: TableCaption, seat: int, *, call: bool) -> tuple[Line, ...]:
    player = view.seats[seat]
    name = marked(seating.strong_name(say, seat, call=call), moves=seat == view.to_move)
    if seat == view.deal_banker:
        return _banker_lines(say, view, name)
    if not player.hands:
        if player.standing is not Standing.PLAYING:
            return ()
        return flow(name, say("sits out") if player.sits_out else say("no chips"))
    hand = player.hands[0]
    if hand.result is not None:
        return flow(staked(say, name, hand), *_settled_pieces(say, hand), _out(say, view, seat))
    if hand.missed or player.standing is not Standing.PLAYING:
        return flow(name, say("round missed") if hand.missed else say("left"), _out(say, view, seat))
    if hand.stake:
        return flow(staked(say, name, hand), cards_held(say, hand))
    chips: Line = (*name, Span(" " + say.plural("{n} chip", "{n} chips", player.chips)))
    if seat == view.to_move and (bet := bet_of(view)) is not None:
        return flow(chips, say("to stake {range}", range=stakes(bet)), cards_held(say, hand))
    return flow(chips, cards_held(say, hand))


def _out(say: Texts, view: View, seat: int) -> str:
    player = view.seats[seat]
    if player.standing is Standing.FORFEITED:
        return say("forfeited")
    return say("sits out") if player.sits_out and player.standing is Standing.PLAYING else ""


def _settled_pieces(say: Texts, hand: HandView) -> tuple[str, ...]:
    """A hand that is over in one line: its points and the banker's, and how it ended."""
    score = f"{hand.points}" if hand.banker_points is None else f"{hand.points}:{hand.banker_points}"
    special = say("golden point") if hand.golden else ""
    return (score, special, say("bust") if hand.bust else outcome(say, hand))


def _banker_lines(say: Texts, view: View, name: Line) -> tuple[Line, ...]:
    up = _up_card(view)
    drawn = _drawn_against(view)
    banks: Line = (*name, Span(" " + say("banks")))
    opened: Line = (Span(say("open") + " "), *up) if up else ()
    if drawn is None or len(drawn.cards) < 2:
        return flow(banks, opened)
    return flow(banks, *long_hand(drawn))


def _up_card(view: View) -> Line:
    if view.deal_banker is None or not view.seats[view.deal_banker].hands:
        return ()
    return card_spans(card for card in view.seats[view.deal_banker].hands[0].cards if card is not None)


def _drawn_against(view: View) -> HandView | None:
    """The banker's hand against the bettor in play; None where he does not play now."""
    if view.bettor is None or not view.seats[view.bettor].hands:
        return None
    hand = view.seats[view.bettor].hands[0]
    return against(hand) if hand.banker_cards else None


def move_rows(say: Texts, view: View, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the seat to move, or of the banker who may knock (rules 3.4, 3.11)."""
    if view.may_knock and seating.computer(view.banker) is None:
        return (
            (
                Button(say("Knock"), move_key(view, seating, KeyVerb.KNOCK)),
                Button(say("Play on"), move_key(view, seating, KeyVerb.DEAL), Weight.PRIMARY),
            ),
        )
    if view.to_move is None or seating.computer(view.to_move) is not None:
        return ()
    if (bet := bet_of(view)) is None:
        return (draw_row(say, view, seating),)
    of_bank = bet.max == view.bank
    most = say("bank {n}", n=bet.max) if of_bank else say("all {n}", n=bet.max)
    return stake_rows(say, view, seating, bet, most)


def round_over_screen(say: Texts, view: View, seating: TableCaption) -> Screen:
    """The board's last edit in a round: each hand, what it won or lost, what becomes of the bank (rules 3.8 to 3.13)."""
    lines = [*_head(say, view, seating)]
    if view.banker is None:
        lines.extend(wrapped(ending_of_bank(say, view)))
    else:
        bank = say("bank {before} → {after}", before=view.bank_before, after=view.bank)
        lines.extend(flow(bank, "" if view.last_round else knock_text(say, view)))
    for seat in playing_order(view):
        lines.extend(_result_lines(say, view, seating, seat))
    if view.last_round:
        lines.extend(wrapped(say("“Knock”: the next round is the last one.")))
    rows: tuple[tuple[Button, ...], ...] = ()
    if view.may_knock and view.banker is not None and seating.computer(view.banker) is None:
        lines.extend(flow(say("knock or play on?"), turn_time(say, seating, view.banker)))
        rows = move_rows(say, view, seating)
    elif view.phase is Phase.PAUSE:
        if view.next_bank is not None:
            lines.extend(flow(say("the next bank:"), seating.strong_name(say, view.next_bank), separator=" "))
        if seating.seconds is not None:
            lines.append(quiet(say("next round: Next, or by itself")))
        rows = next_row(say, view, seating)
    return Screen(tuple(lines), rows, say.language)


def _result_lines(say: Texts, view: View, seating: TableCaption, seat: int) -> tuple[Line, ...]:
    player = view.seats[seat]
    has = say("has {chips}", chips=player.chips)
    if seat == view.deal_banker:
        told = (
            seating.strong_name(say, seat)
            if view.banker is None
            else taken(seating.name(say, seat), bank_gain(view))
        )
        name = marked(told, moves=seat == view.awaited)
        up = _up_card(view)
        forfeited = say("forfeited") if view.bank_ending is BankEnding.FORFEITED else ""
        return flow((*name, Span(" "), *up) if up else name, say("bank"), forfeited, has)
    if not player.hands:
        name = seating.strong_name(say, seat)
        return () if player.standing is not Standing.PLAYING else flow(name, _out(say, view, seat), has)
    hand = player.hands[0]
    name = taken(seating.name(say, seat), gain(hand))
    if not hand.shown:
        missed = say("round missed") if hand.missed else ""
        return flow(name, missed, _out(say, view, seat), has)
    first, *more = hand_against(say, hand)
    return flow(*headed(name, first), *more, _out(say, view, seat))


def hand_against(say: Texts, hand: HandView) -> tuple[Line, ...]:
    """A settled hand and the banker's against it: `10♦ 8♣ = 18 · bank: 9♥ K♠ 6♦ = 19`, in pieces that a line can break between.

    What the banker drew lay face up (rules 3.7), and is put away before the next bettor: it is told here or nowhere.
    """
    if not hand.banker_cards:
        return long_hand(hand)
    first, *more = long_hand(against(hand))
    return (*long_hand(hand), (Span(say("bank:") + " "), *first), *more)


def own_lines(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    """The viewer's own cards with the stake, or the bank and what he has drawn in it."""
    seat = own_seat(view)
    player = view.seats[seat]
    chips = say.plural("{n} chip", "{n} chips", player.chips)
    if not player.hands:
        return (*flow(say("No cards yet."), _out(say, view, seat), chips),)
    if seat != view.deal_banker:
        hand = player.hands[0]
        stake = say("stake {stake}", stake=hand.stake) if hand.stake else ""
        special = say("golden point") if hand.golden else ""
        ended = say("bust") if hand.bust else outcome(say, hand)
        cards = flow(strong(say("Your cards") + ":"), *long_hand(hand), separator=" ")
        return (*cards, *flow(stake, chips, special, ended))
    drawn = _drawn_against(view)
    shown = drawn if drawn is not None and seat == view.to_move else player.hands[0]
    lines = [*flow(strong(say("Your cards") + ":"), *long_hand(shown), separator=" ")]
    if drawn is not None and view.bettor is not None:
        bettor = view.seats[view.bettor].hands[0]
        lines.extend(
            flow(staked(say, seating.strong_name(say, view.bettor), bettor), hand_piece(say, bettor))
        )
    return (*lines, *flow(say("you bank"), say("bank {bank}", bank=view.bank), chips))


def turn_text(say: Texts, view: View, seating: TableCaption) -> str:
    """What is awaited now, in a sentence, for the viewer."""
    if view.phase is Phase.OVER:
        return say("The game is over.")
    if view.may_knock and view.banker is not None:
        if view.viewer == view.banker:
            return say("Your move: knock or play on?")
        return say("To knock or to play on, {name} decides.", name=seating.name(say, view.banker))
    if view.to_move is None:
        return say.pgettext("stuk", "The next round begins by itself.")
    if view.to_move != view.viewer:
        return say("Waiting for {name}", name=seating.name(say, view.to_move))
    if (bet := bet_of(view)) is not None:
        return say("Your move: stake {range}.", range=stakes(bet))
    return say("Your move: draw or enough?")


def leaving_price(say: Texts, view: View, seat: int) -> str:
    """What leaving costs that seat now (rules 3.14)."""
    if view.banker == seat:
        return say(
            "You bank: if you leave, the stake on the table wins, you keep at most {size} of the bank and you forfeit.",
            size=view.size,
        )
    hands = view.seats[seat].hands
    return say(
        "If you leave now, your stake of {stake} goes to the bank and you forfeit; your stack is yours.",
        stake=hands[0].stake if hands else 0,
    )


def left_text(say: Texts, view: View, seat: int, rated: bool) -> str:  # noqa: FBT001 - the shape of all games
    """What is told of a seat that has been left: at a rated table its stack is home at once (rules 3.14)."""
    if not rated:
        return ""
    return say.plural(
        "{n} chip is back in your wallet.", "{n} chips are back in your wallet.", view.seats[seat].chips
    )


def rules_lines(say: Texts) -> tuple[Line, ...]:
    """The rules of Стук in short (rules part 3), and how far the bank is ahead (docs/odds.md)."""
    return (
        plain(
            say("1. A pack of 36. 6–10 count their number, jack 2, queen 3, king 4, ace 11. The aim is 21.")
        ),
        plain(
            say(
                "2. Everybody sits down with three times the size of the table: virtual rubles if it is rated, else play chips."
            )
        ),
        plain(
            say(
                "3. The opener banks first and puts the size into the bank. Then the bank goes round the table."
            )
        ),
        plain(
            say(
                "4. The banker's card lies open. He meets the bettors one by one: stake, the bettor's cards, the banker's cards."
            )
        ),
        plain(
            say(
                "5. A stake is at least a tenth of the size, at most the whole bank. There is no limit to the cards."
            )
        ),
        plain(
            say(
                "6. Above 21 loses at once. More points win, two aces alone (the golden point) beat 21; equal hands go to the bank."
            )
        ),
        plain(
            say(
                "7. An empty bank is broken. With three sizes or more in it the banker may knock: one "
                "last round, and the rest is the banker's."
            )
        ),
        plain(
            say(
                "8. A missed move costs a stake, the banker's the bank. The game ends when everybody has banked."
            )
        ),
        quiet(
            say(
                "Exact odds: staking the same each time, you lose 15% of it to the bank. Stake ten times "
                "as much on an ace or a ten, but not against an open one, and it is about even."
            )
        ),
    )


def essentials_text(say: Texts) -> str:
    """The values of the cards and what wins, within an alert (rules 1.1, 1.2, 3.6, 3.8)."""
    return say(
        "Aim: 21. 6–10 count their number, J 2, Q 3, K 4, A 11. Above 21 loses at once. Two aces alone (the golden point) "
        "beat 21. Equal points go to the bank."
    )


def first_seat_text(say: Texts) -> str:
    """What a person's first chair anywhere is answered with, after its number and his share, within an alert."""
    return say(
        "Nearer 21 than the banker wins, above 21 loses, a tie is the bank's. "
        "J 2, Q 3, K 4, A 11; two aces beat 21. A missed move costs a stake. Play money."
    )


#: What comes on average: rounds of a bank, moves for one bettor, the banker's among them.
_ROUNDS_OF_A_BANK = 4
_MOVES_OF_A_BETTOR = 3


def _likely(seats: int, _deals: int | None) -> float:
    """About how many seconds a table plays: each seat banks once, for some rounds, and meets every other one in each of them."""
    return seats * _ROUNDS_OF_A_BANK * ((seats - 1) * _MOVES_OF_A_BETTOR * USUAL_MOVE + 6)


describe(
    Game(
        rules=STUK,
        title=N_("Stuk"),
        words=frozenset({"stuk", "стук"}),
        offer="stuk",
        seconds=60,
        pause=timedelta(seconds=6),
        likely=_likely,
    ),
    GameScreens(
        name=STUK.name,
        board=board_screen,
        head=_head,
        move_rows=move_rows,
        own_lines=own_lines,
        turn_text=turn_text,
        result=stuk_lines,
        replayed=stuk_replay_lines,
        price=leaving_price,
        rules=rules_lines,
        essentials=essentials_text,
        first_seat=first_seat_text,
        outcome=drawn_outcome,
        left=left_text,
        bank=bank_lines,
    ),
)
