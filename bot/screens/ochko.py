"""The board of Очко, its showdown, and the private panel of a seat (boards.md; rules part 2)."""

from bot.i18n import Texts
from bot.keys import Key, phase_of
from bot.screen import Button, Line, Screen, Span, Weight
from bot.screens.application import seconds_text
from bot.screens.lines import flow, join, open_hand, plain, quiet, strong, wrapped
from bot.screens.seating import Seating, game_name, help_button
from engine.game import HandView, LegalMove, Phase, Result, SeatView, Standing, Verb, View

#: Stakes up to this many chips each get a button of their own (boards.md).
_EACH_STAKE = 8
_ROW = 4
_LABEL_OF_FOUR = 7


def playing_order(view: View) -> tuple[int, ...]:
    """The seats as a board lists them: clockwise from the banker's left, the banker last."""
    first = 0 if view.banker is None else view.banker + 1
    return tuple((first + step) % len(view.seats) for step in range(len(view.seats)))


def board_screen(say: Texts, view: View, seating: Seating, *, call: frozenset[int] = frozenset()) -> Screen:
    """The board of the deal in progress, or its showdown when the deal has ended. The seats in `call` are mentioned."""
    if view.phase in {Phase.PAUSE, Phase.OVER}:
        return showdown_screen(say, view, seating)
    lines = [*_head(say, view, seating)]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, seating, seat, call=seat in call))
    if view.to_move is not None and seating.seconds is not None:
        lines.append(plain(f"{seating.name(say, view.to_move)}: {seconds_text(say, seating.seconds)}"))
    if seating.restarted:
        lines.extend(wrapped(say("Back after a restart: this move has its full time again.")))
    questions = (Button(say("My cards"), str(Key("cards", seating.code))), help_button(seating))
    return Screen(tuple(lines), (*move_rows(say, view, seating), questions), say.language)


def _deal_text(say: Texts, view: View, seating: Seating) -> str:
    if seating.options.deals is None:
        return say("deal {deal}", deal=view.deal)
    return say("deal {deal}/{deals}", deal=view.deal, deals=seating.options.deals)


def _head(say: Texts, view: View, seating: Seating) -> tuple[Line, ...]:
    return flow(
        strong(f"{game_name(say, view.game)} {seating.tag}"),
        _deal_text(say, view, seating),
        say("bank {bank}", bank=view.bank),
    )


def _cards_held(say: Texts, hand: HandView) -> str:
    return say.plural("{n} card", "{n} cards", len(hand.cards))


def _seat_lines(say: Texts, view: View, seating: Seating, seat: int, *, call: bool) -> tuple[Line, ...]:
    player = view.seats[seat]
    if not player.hands:
        return ()
    hand = player.hands[0]
    moves = seat == view.to_move
    name = seating.strong_name(say, seat, call=call)
    marked: Line = (Span("▸ "), *name) if moves else name
    if seat == view.banker:
        task = say("draws for the bank") if moves else say("banks")
        return flow((*marked, Span(f" {task}")), _hand_piece(say, hand))
    if hand.result is not None or player.standing in {Standing.FORFEITED, Standing.LEFT}:
        return flow(_staked(say, marked, hand), *_settled_pieces(say, player, hand))
    if hand.stake:
        return flow(_staked(say, marked, hand), _hand_piece(say, hand))
    chips: Line = (*marked, Span(f" {player.chips}"))
    if moves and (bet := _bet(view)) is not None:
        return flow(chips, say("to stake {range}", range=_range(bet)))
    return flow(chips, _hand_piece(say, hand))


def _hand_piece(say: Texts, hand: HandView) -> Line:
    return open_hand(hand) if hand.shown else plain(_cards_held(say, hand))


def _staked(say: Texts, name: Line, hand: HandView) -> Line:
    """A name and its stake, if there is one: `Anna: stake 3`."""
    return (*name, Span(": " + say("stake {stake}", stake=hand.stake))) if hand.stake else name


def _settled_pieces(say: Texts, player: SeatView, hand: HandView) -> tuple[Line | str, ...]:
    if player.standing is Standing.FORFEITED:
        return (say("forfeited"),)
    if player.standing is Standing.LEFT and hand.result is None:
        return (say("left"),)
    return (_hand_piece(say, hand), verdict(say, hand))


def verdict(say: Texts, hand: HandView) -> str:
    """How a hand stands, in a word or two; empty where it is open and nothing special."""
    if hand.golden and hand.result is not Result.LOSE:
        return say("golden point")
    if hand.bust:
        return say("bust")
    match hand.result:
        case Result.WIN:
            return say("won")
        case Result.LOSE:
            return say("lost")
        case _:
            return ""


def _bet(view: View) -> LegalMove | None:
    return next((move for move in view.legal if move.verb is Verb.BET), None)


def _range(bet: LegalMove) -> str:
    return f"{bet.min}" if bet.min == bet.max else f"{bet.min}–{bet.max}"


def move_rows(say: Texts, view: View, seating: Seating) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the seat to move: stakes by the room there is, or draw and enough."""
    if view.to_move is None:
        return ()
    if (bet := _bet(view)) is not None:
        return _stake_rows(say, view, seating, bet)
    labels = {Verb.HIT: say("Draw"), Verb.STAND: say("Enough")}
    return (
        tuple(
            Button(
                labels[move.verb],
                _move_key(view, seating, move.verb.value),
                Weight.PRIMARY if move.verb is Verb.HIT else Weight.PLAIN,
            )
            for move in view.legal
        ),
    )


def _move_key(view: View, seating: Seating, verb: str, argument: str | None = None) -> str:
    return str(Key(verb, seating.code, view.deal, phase_of(view), argument))


def _stake_rows(say: Texts, view: View, seating: Seating, bet: LegalMove) -> tuple[tuple[Button, ...], ...]:
    least, most = bet.min or 1, bet.max or 1
    everything = view.to_move is not None and most == view.seats[view.to_move].chips
    last = say("{n} all", n=most) if everything else say("{n} max", n=most)

    def stake(label: str, amount: int) -> Button:
        return Button(label, _move_key(view, seating, Verb.BET.value, str(amount)))

    if least == most:
        return ((stake(say("Stake {n}", n=most), most),),)
    if most <= _EACH_STAKE:
        amounts = range(least, most + 1)
        return _rows_of([stake(last if amount == most else str(amount), amount) for amount in amounts])
    return (
        *_rows_of(
            [
                stake(say("{n} min", n=least), least),
                stake(f"¼ {most // 4}", most // 4),
                stake(f"½ {most // 2}", most // 2),
                stake(last, most),
            ]
        ),
        (Button(say("Other stake"), _move_key(view, seating, "other")),),
    )


def _rows_of(buttons: list[Button]) -> tuple[tuple[Button, ...], ...]:
    """Rows of four, or of two where a label is too long for four in a row (boards.md)."""
    in_row = _ROW if all(len(button.label) <= _LABEL_OF_FOUR for button in buttons) else 2
    return tuple(tuple(buttons[start : start + in_row]) for start in range(0, len(buttons), in_row))


def showdown_screen(say: Texts, view: View, seating: Seating) -> Screen:
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
        name = seating.strong_name(say, seat)
        cards: Line = (*name, Span(" "), *open_hand(hand)) if hand.shown else name
        forfeited = say("forfeited") if player.standing is Standing.FORFEITED else ""
        special = verdict(say, hand) if hand.bust or hand.golden else ""
        if seat == view.banker:
            lines.extend(flow(cards, say("bank"), special, forfeited))
            continue
        lines.extend(flow(cards, special, forfeited, _gain(hand), say("has {chips}", chips=player.chips)))
    if view.phase is Phase.PAUSE and seating.seconds is not None:
        lines.append(quiet(say("next deal in {seconds} s", seconds=seating.seconds)))
    return Screen(tuple(lines), (), say.language)


def _gain(hand: HandView) -> str:
    match hand.result:
        case Result.WIN:
            return f"+{hand.paid}"
        case Result.LOSE:
            return f"−{hand.stake}"
        case _:
            return "±0"


def panel_screen(say: Texts, view: View, seating: Seating) -> Screen:
    """What a seat alone sees: the own cards, the stake, and on its turn the moves. `view` is that seat's own."""
    lines = (*own_lines(say, view), *wrapped(turn_text(say, view, seating)))
    rows = move_rows(say, view, seating) if view.to_move == view.viewer else ()
    return Screen(lines, rows, say.language)


def own_lines(say: Texts, view: View) -> tuple[Line, ...]:
    """The viewer's own cards, and the stake or the bank."""
    seat = view.viewer
    if seat is None:
        raise ValueError("own cards are of a seat's own view")
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


def hand_text(view: View) -> Line:
    """The viewer's own hand in one line, empty if there is none."""
    if view.viewer is None or not view.seats[view.viewer].hands:
        return ()
    return open_hand(view.seats[view.viewer].hands[0])


def turn_text(say: Texts, view: View, seating: Seating) -> str:
    """What is awaited now, in a sentence, for the viewer."""
    if view.phase is Phase.OVER:
        return say("The game is over.")
    if view.to_move is None:
        return say("The next deal begins by itself.")
    if view.to_move != view.viewer:
        return say("It is the turn of {name}.", name=seating.name(say, view.to_move))
    if (bet := _bet(view)) is not None:
        return say("Your move: stake {range}.", range=_range(bet))
    return say("Your move: draw or enough?")


def moved_screen(say: Texts, view: View, seating: Seating) -> Screen:
    """What an old board is left with when a newer one stands below it."""
    return Screen((*_head(say, view, seating), *wrapped(say("The board is further down."))), (), say.language)
