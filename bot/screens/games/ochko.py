"""The board of Очко, its showdown, and the private panel of a seat (rules part 2)."""

from datetime import timedelta

from bot.model.games import Game
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Span
from bot.ports.texts import N_, Texts
from bot.screens.caption import TableCaption, game_name, help_button
from bot.screens.dealt import bank_lines, ochko_replay_lines
from bot.screens.games.description import GameScreens, describe
from bot.screens.hands import (
    USUAL_MOVE,
    bank_gain,
    bet_of,
    draw_row,
    drawn_outcome,
    gain,
    hand_piece,
    headed,
    marked,
    next_row,
    own_seat,
    playing_order,
    stake_rows,
    staked,
    stakes,
    taken,
    time_lines,
    verdict,
)
from bot.screens.lines import flow, join, open_hand, plain, quiet, strong
from bot.screens.reckoning import ochko_lines
from engine.game import HandView, Phase, SeatView, Standing, View
from engine.games.ochko import OCHKO


def board_screen(
    say: Texts, view: View, seating: TableCaption, *, call: frozenset[int] = frozenset()
) -> Screen:
    """The board of the deal in progress, or its showdown when the deal has ended. The seats in `call` are mentioned."""
    if view.phase in {Phase.PAUSE, Phase.OVER}:
        return showdown_screen(say, view, seating)
    lines = [*_head(say, view, seating)]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, seating, seat, call=seat in call))
    lines.extend(time_lines(say, view, seating))
    questions = (Button(say("My cards"), str(Key(KeyVerb.CARDS, seating.code))), help_button(seating))
    return Screen(tuple(lines), (*move_rows(say, view, seating), questions), say.language)


def _deal_text(say: Texts, view: View, seating: TableCaption) -> str:
    if seating.options.deals is None:
        return say("deal {deal}", deal=view.deal)
    return say("deal {deal}/{deals}", deal=view.deal, deals=seating.options.deals)


def _head(say: Texts, view: View, seating: TableCaption) -> tuple[Line, ...]:
    return flow(
        strong(f"{game_name(say, view.game)} {seating.tag}"),
        _deal_text(say, view, seating),
        say("bank {bank}", bank=view.bank),
    )


def _seat_lines(say: Texts, view: View, seating: TableCaption, seat: int, *, call: bool) -> tuple[Line, ...]:
    player = view.seats[seat]
    if not player.hands:
        return ()
    hand = player.hands[0]
    moves = seat == view.to_move
    name = seating.strong_name(say, seat, call=call)
    name = marked(name, moves=moves)
    if seat == view.banker:
        task = say("draws for the bank") if moves else say("banks")
        return flow((*name, Span(f" {task}")), hand_piece(say, hand))
    if hand.result is not None or player.standing in {Standing.FORFEITED, Standing.LEFT}:
        return flow(staked(say, name, hand), *_settled_pieces(say, player, hand))
    if hand.stake:
        return flow(staked(say, name, hand), hand_piece(say, hand))
    chips: Line = (*name, Span(" " + say.plural("{n} chip", "{n} chips", player.chips)))
    if moves and (bet := bet_of(view)) is not None:
        return flow(chips, say("to stake {range}", range=stakes(bet)))
    return flow(chips, hand_piece(say, hand))


def _settled_pieces(say: Texts, player: SeatView, hand: HandView) -> tuple[Line | str, ...]:
    if player.standing is Standing.FORFEITED:
        return (say("forfeited"),)
    if player.standing is Standing.LEFT and hand.result is None:
        return (say("left"),)
    return (hand_piece(say, hand), verdict(say, hand))


def move_rows(say: Texts, view: View, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the seat to move: stakes by the room there is, or draw and enough."""
    if view.to_move is None or seating.computer(view.to_move) is not None:
        return ()
    if (bet := bet_of(view)) is not None:
        everything = bet.max == view.seats[view.to_move].chips
        most = say("all {n}", n=bet.max) if everything else say("max {n}", n=bet.max)
        return stake_rows(say, view, seating, bet, most)
    return (draw_row(say, view, seating),)


def showdown_screen(say: Texts, view: View, seating: TableCaption) -> Screen:
    """The board's last edit in a deal: every hand, what each won or lost, and the bank."""
    lines: list[Line] = [
        *flow(strong(f"{game_name(say, view.game)} {seating.tag}"), _deal_text(say, view, seating)),
        *flow(say("bank {before} → {after}", before=view.bank_before, after=view.bank)),
    ]
    for seat in playing_order(view):
        player = view.seats[seat]
        if not player.hands:
            continue
        hand = player.hands[0]
        change = bank_gain(view) if seat == view.banker else gain(hand)
        name = taken(seating.name(say, seat), change)
        cards = headed(name, open_hand(hand)) if hand.shown else (name,)
        forfeited = say("forfeited") if player.standing is Standing.FORFEITED else ""
        special = verdict(say, hand) if hand.bust or hand.golden else ""
        if seat == view.banker:
            lines.extend(flow(*cards, say("bank"), special, forfeited))
            continue
        lines.extend(flow(*cards, special, forfeited, say("has {chips}", chips=player.chips)))
    if view.phase is Phase.PAUSE and seating.seconds is not None:
        lines.append(quiet(say("next deal: Next, or by itself")))
    return Screen(tuple(lines), next_row(say, view, seating), say.language)


def own_lines(say: Texts, view: View, _seating: TableCaption) -> tuple[Line, ...]:
    """The viewer's own cards, and the stake or the bank."""
    seat = own_seat(view)
    player = view.seats[seat]
    lines: list[Line] = []
    if player.hands:
        hand = player.hands[0]
        lines.append(join([strong(say("Your cards")), open_hand(hand)], ": "))
        if seat == view.banker:
            lines.extend(flow(say("you bank"), say("bank {bank}", bank=view.bank)))
        else:
            lines.extend(
                flow(
                    say("stake {stake}", stake=hand.stake) if hand.stake else "",
                    say.plural("{n} chip", "{n} chips", player.chips),
                    verdict(say, hand),
                )
            )
    else:
        lines.append(plain(say("No cards yet.")))
    return tuple(lines)


def turn_text(say: Texts, view: View, seating: TableCaption) -> str:
    """What is awaited now, in a sentence, for the viewer."""
    if view.phase is Phase.OVER:
        return say("The game is over.")
    if view.to_move is None:
        return say("The next deal begins by itself.")
    if view.to_move != view.viewer:
        return say("Waiting for {name}", name=seating.name(say, view.to_move))
    if (bet := bet_of(view)) is not None:
        return say("Your move: stake {range}.", range=stakes(bet))
    return say("Your move: draw or enough?")


def leaving_price(say: Texts, view: View, seat: int) -> str:
    """What leaving costs that seat now (rules 2.17)."""
    if view.banker == seat:
        return say("You bank. If you leave, every open stake wins, the game ends, and you forfeit it.")
    if view.seats[seat].hands and (stake := view.seats[seat].hands[0].stake):
        return say(
            "If you leave now, your stake ({stake}) goes to the bank and you forfeit the game.", stake=stake
        )
    return say("If you leave now, you forfeit the game.")


def rules_lines(say: Texts) -> tuple[Line, ...]:
    """The rules of Очко in short (rules part 2), and how far the bank is ahead (docs/odds.md)."""
    return (
        plain(
            say("1. A pack of 36. 6–10 count their number, jack 2, queen 3, king 4, ace 11. The aim is 21.")
        ),
        plain(say("2. The banker is drawn by lot for the whole game. All the banker's chips are the bank.")),
        plain(
            say(
                "3. Everybody gets one card. Stakes go round from the banker's left: from 1 chip up to what the bank can cover."
            )
        ),
        plain(say("4. Then each in turn draws or says enough. A hand has at most five cards.")),
        plain(
            say(
                "5. 21 wins at once, and so do exactly two aces (the golden point). Above 21 is a bust: it loses at once."
            )
        ),
        plain(
            say(
                "6. The banker draws last. More points than the banker's win the stake; equal points go to the bank."
            )
        ),
        plain(
            say(
                "7. The game ends after the agreed deals, when the bank is broken or when no bettor has "
                "chips. A missed move forfeits."
            )
        ),
        plain(
            say(
                "8. Rated games: a bettor's rating is the sum of the stakes won, the banker's is the "
                "bank's gain divided by the number of bettors. One point is 5 virtual rubles."
            )
        ),
        quiet(
            say(
                "Exact odds: staking the same each time, you lose 13% of it to the bank. Stake eight to "
                "ten times as much on an ace or a ten and it is about even."
            )
        ),
    )


def essentials_text(say: Texts) -> str:
    """The values of the cards and what wins, within an alert (rules 1.1, 1.2, 2.9, 2.11)."""
    return say(
        "Aim: 21. 6–10 count their number, J 2, Q 3, K 4, A 11. 21 and two aces alone (the golden point) win at once, "
        "above 21 loses. Equal points go to the bank."
    )


def first_seat_text(say: Texts) -> str:
    """What a person's first chair anywhere is answered with, after its number and his share, within an alert."""
    return say(
        "Nearer 21 than the banker wins, above 21 loses, a tie is the bank's. "
        "J 2, Q 3, K 4, A 11; two aces beat all. A missed move forfeits. Play money."
    )


def _likely(seats: int, deals: int | None) -> float:
    """About how many seconds a table plays."""
    return (10 if deals is None else deals) * (2 * seats * USUAL_MOVE + 8)


describe(
    Game(
        rules=OCHKO,
        title=N_("Ochko"),
        words=frozenset({"ochko", "очко", "21"}),
        offer="",
        seconds=60,
        pause=timedelta(seconds=8),
        likely=_likely,
        leveled=True,
        rounds=False,
    ),
    GameScreens(
        name=OCHKO.name,
        board=board_screen,
        head=_head,
        move_rows=move_rows,
        own_lines=own_lines,
        turn_text=turn_text,
        result=ochko_lines,
        replayed=ochko_replay_lines,
        price=leaving_price,
        rules=rules_lines,
        essentials=essentials_text,
        first_seat=first_seat_text,
        outcome=drawn_outcome,
        bank=bank_lines,
    ),
)
