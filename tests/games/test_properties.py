"""What holds in every state that any course of moves can reach: one walk of random play looks at all of it."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from drivers import Game, Round, StukGame
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import PACK_36, PACK_52, Rank, format_cards
from engine.game import Move, Phase, Step, Verb, read_move
from engine.hand52 import natural, total
from engine.record import record_from, write_record
from engine.replay import in_units, output, replay

SHOE = PACK_52 * 6
seeds = st.binary(min_size=32, max_size=32)
small_stacks = st.lists(st.integers(1, 7), min_size=2, max_size=4)
#: Shoes of few ranks, where pairs, naturals and twenty-ones are common.
fronts = st.none() | st.lists(
    st.sampled_from([card for card in PACK_52 if card.rank in {Rank.ACE, Rank.EIGHT, Rank.KING, Rank.TWO}]),
    max_size=40,
).filter(lambda cards: not Counter(cards) - Counter(SHOE))


@st.composite
def ochko_tables(draw):
    """A table of small stacks, where banks break and stakes go short."""
    chips = draw(small_stacks)
    return Game(
        *chips,
        banker=draw(st.integers(0, len(chips) - 1)),
        seed=draw(seeds),
        deals=draw(st.sampled_from([1, 5, None])),
        cut=draw(st.sampled_from([None, [3], [7, 4]])),
    )


@st.composite
def stuk_tables(draw):
    """A table where banks break and triple and packs run out."""
    chips = draw(st.lists(st.integers(0, 40) | st.just(30), min_size=2, max_size=6))
    return StukGame(
        *chips,
        banker=draw(st.integers(0, len(chips) - 1)),
        seed=draw(seeds),
        cut=draw(st.sampled_from([None, [3], [7, None, None], [1]])),
        rated=draw(st.booleans()),
    )


@st.composite
def blackjack_tables(draw):
    front = draw(fronts)
    cards = None if front is None else [format_cards(tuple(front)), None, format_cards(tuple(front[::-1]))]
    return Round(draw(st.integers(1, 6)), cards=cards, seed=draw(seeds))


def walk(played, picks, *, rare):
    """The game after each move of a course; leaving is rare, or hardly a game would see its second deal."""
    yield played
    for pick in picks:
        moves = played.options()
        if not moves:
            return
        staying = [move for move in moves if not move.endswith(("leave", "timeout"))]
        giving_up = [move for move in moves if move not in staying]
        yield played(giving_up[pick % len(giving_up)] if pick > rare else staying[pick % len(staying)])


def sum_of_chips(played):
    return sum(seat.chips for seat in played.setup.seats)


def chips_are_kept(played):
    """Rules 2.14, 3.9, 3.13, 3.14: none appears or vanishes, nobody has fewer than none."""
    assert played.total() == sum_of_chips(played)
    assert min(played.chips) >= 0
    assert played.bank >= 0
    assert sum(result.net for result in played.state.results()) == 0


def a_card_of_the_pack_lies_once(played):
    """Rules 1.3, 1.4: not twice in the hands of a deal, not twice in one shuffle."""
    held = [card for seat in played.view.seats for hand in seat.hands for card in hand.cards]
    assert len(set(held)) == len(held)
    each_shuffle_holds_a_card_once(played)


def each_shuffle_holds_a_card_once(played):
    for dealt in played.state.dealt():
        assert len(set(dealt)) == len(dealt)
        assert set(dealt) <= set(PACK_36)


def rubles_of_stuk_are_kept(played):
    assert (played.view.banker is None) <= (played.bank == 0)
    assert sum(result.rubles for result in played.state.results()) == 0


def lying_in_hands(view):
    """The cards of the hands in play, the face-up card, the draws against the hand in play."""
    if view.phase in {Phase.PAUSE, Phase.OVER}:
        return []
    cards = []
    for seat in view.seats:
        for hand in seat.hands:
            over = hand.result is not None or hand.missed or seat.standing != "playing"
            if not over:
                cards += [*hand.cards, *(hand.banker_cards or ())[1:]]
    return cards


def a_card_of_stuk_lies_once(played):
    """Rules 1.3, 3.12: not twice in hands in play, not twice in one shuffle, no played-out card too few."""
    held = lying_in_hands(played.view)
    assert len(set(held)) == len(held)
    each_shuffle_holds_a_card_once(played)
    pack = played.state.pack
    assert not set(held) & set(pack.below)
    if pack.run_out:
        pack = pack.refilled(played.state.cards_in_play())
        again = pack.shoe.shuffle.order.stock if pack.shoe.left else ()
        assert {*held, *again, *pack.below} == set(PACK_36)
    card, _ = pack.draw()
    assert card not in held


def the_shoe_is_not_exceeded(played):
    """Rules 4.1; what lies on the table is what has come off this round's shoe."""
    view = played.state
    lying = [card for seat in view.seats for hand in seat.hands for card in hand.cards]
    for dealt in played.state.dealt():
        assert not Counter(dealt) - Counter(SHOE)
    if view.deal:
        assert Counter([*lying, *view.dealer]) == Counter(played.state.dealt()[-1])
        assert len(played.state.dealt()) == view.deal


def hands_keep_to_the_rules_of_splitting_and_closing(played):
    """Rules 4.6 to 4.8."""
    for number, seat in enumerate(played.view.seats):
        assert len(seat.hands) <= 4
        for at, hand in enumerate(seat.hands):
            if (number, at) == played.turn:
                assert hand.points < 21
                assert len(hand.cards) >= 2
                assert not hand.closed
            if len(seat.hands) > 1 and hand.cards[0].rank is Rank.ACE:
                assert len(seat.hands) == len(hand.cards) == 2
            assert hand.stake == 1 or len(hand.cards) == 3


def settled_by_hand(hand, dealer, split):
    """Rules 4.11 written down a second time: what a hand brings in half units."""
    if hand.points > 21:
        return -2 * hand.stake
    own_natural = len(hand.cards) == 2 and hand.points == 21 and not split
    if natural(dealer):
        return 0 if own_natural else -2 * hand.stake
    if own_natural:
        return 3
    other = total(dealer) if total(dealer) <= 21 else 0
    return 2 * hand.stake * ((hand.points > other) - (hand.points < other))


def hands_bring_what_they_won_of_the_dealer(played):
    """Rules 4.11, 4.13."""
    view = played.view
    assert [result.net for result in played.state.results()] == [seat.halves for seat in view.seats]
    for seat in view.seats:
        for hand in seat.hands:
            assert hand.stake in {1, 2}
            assert (hand.result is None) == (hand.halves is None)
            if not view.finished:
                assert hand.halves == (-2 * hand.stake if hand.bust else None)
            elif view.deal:
                assert hand.halves == settled_by_hand(hand, view.dealer.cards, len(seat.hands) > 1)


def units_of_rounds(views):
    """Rules 4.13: nothing appears or vanishes, a seat has the units of its hands of all rounds."""
    deal, before, brought = 0, [0] * len(views[0].seats), [0] * len(views[0].seats)
    for view in views:
        if view.deal > deal:
            deal, before = view.deal, [sum(halves) for halves in zip(before, brought, strict=True)]
        brought = [sum(hand.halves or 0 for hand in seat.hands) for seat in view.seats]
        assert [seat.halves for seat in view.seats] == [
            sum(halves) for halves in zip(before, brought, strict=True)
        ]


def of_cards(view):
    """What whose turn it is may do in blackjack."""
    hands = view.seats[view.to_move].hands
    cards = hands[view.hand].cards
    verbs = [Verb.HIT, Verb.STAND]
    if len(cards) == 2:
        verbs.append(Verb.DOUBLE)
        if total(cards[:1]) == total(cards[1:]) and len(hands) < 4:
            verbs.append(Verb.SPLIT)
    return {Move(verb) for verb in verbs}


def expected_moves(played):
    """Every (seat, move) that the rules allow now."""
    view = played.view
    if view.phase is Phase.OVER:
        return set()
    allowed = {(seat, Move(Verb.LEAVE)) for seat, one in enumerate(view.seats) if one.standing == "playing"}
    if view.to_move is None:
        triple = played.rules.name == "stuk" and view.banker is not None and view.bank >= 3 * view.size
        knocks = {(view.banker, Move(Verb.KNOCK))} if triple and not view.last_round else set()
        return allowed | knocks | {(None, Move(Verb.DEAL))}
    named = set()
    for legal in played.state.legal():
        amounts = range(legal.min, legal.max + 1) if legal.verb is Verb.BET else [0]
        named |= {Move(legal.verb, amount) for amount in amounts}
    if played.rules.name == "blackjack":
        assert named == of_cards(view)
    return allowed | {(view.to_move, move) for move in (*named, Move(Verb.TIMEOUT))}


def what_is_legal_is_accepted_and_nothing_else(played, amounts):
    """Rules 2.8 to 2.10, 2.17, 3.5 to 3.7, 3.11, 3.14, 4.5 to 4.8, 4.15."""
    seats = len(played.view.seats)
    moves = [Move(verb) for verb in Verb if verb is not Verb.BET] + [Move(Verb.BET, n) for n in amounts]
    allowed = expected_moves(played)
    assert bool(played.state.legal()) == (played.view.to_move is not None)
    assert played.view.may_knock == any(played.state.may_knock(seat) for seat in range(seats))
    for seat, move in product([None, *range(-1, seats + 1)], moves):
        accepted = isinstance(played.state.apply(seat, move), Step)
        assert accepted == ((seat, move) in allowed), (seat, move)


def silence_ends_it(played, turns):
    """Rules 2.17, 3.14, 4.15: who is waited for may be late; a game ends so, a table of blackjack its round."""
    state, round_only = played.state, played.rules.name == "blackjack"
    for _ in range(turns * len(played.view.seats) + 1):
        if state.to_move is None and (round_only or state.finished):
            return
        step = state.apply(state.to_move, Move(Verb.DEAL if state.to_move is None else Verb.TIMEOUT))
        assert isinstance(step, Step)
        state = step.state
    raise AssertionError("still waiting")


def everybody_may_leave(played, order):
    """Rules 2.17, 3.13, 3.14, 4.15: in any state and in any order; nobody is waited for then."""
    for seat in order:
        if f"{seat} leave" in played.options():
            free = played.state.may_leave_free(seat)
            played(f"{seat} leave")
            assert free == (played.standing(seat) == "left")
    assert played.view.phase is Phase.OVER
    assert played.options() == []
    if played.rules.name == "blackjack":
        assert all(hand.result for seat in played.view.seats for hand in seat.hands)
    else:
        assert played.view.finished
        assert played.total() == sum_of_chips(played)
    if played.rules.name == "stuk":
        assert sum(played.chips) == sum_of_chips(played)


def the_record_replays_to_the_same(played):
    """With the seed and without, since the cards that came and the cuts are in it."""
    record = write_record(played.rules, played.setup, played.state, played.moves)
    again = replay(record_from(record))
    assert again.refused is None
    assert again.state.revealed() == played.state.revealed()
    assert again.state.results() == played.state.results()
    assert again.state.dealt() == played.state.dealt()
    assert again.state.cuts() == played.state.cuts()
    del record["seed"]
    assert output(replay(record_from(record))) == output(again)
    if played.rules.name == "blackjack":
        assert not record.keys() & {"banker", "cut"}
        if played.view.finished:
            nets = [result["net"] for result in output(again)["results"]]
            assert nets == [in_units(seat.halves) for seat in played.view.seats]


def states_and_encodings_are_equal_together(states, again):
    """Each move gives a state of its own; the same moves give the same bytes."""
    assert [state.encode() for state in states] == [state.encode() for state in again]
    assert states == again
    assert len({state.encode() for state in states}) == len(set(states)) == len(states)


def a_fixed_result_never_changes(states):
    """Rules 5.6: what is booked when somebody leaves is what it would be at the end."""
    fixed = {}
    for state in states:
        results = state.results()
        assert all(results[seat] == result for seat, result in fixed.items())
        fixed |= {seat: result for seat, result in enumerate(results) if result.fixed}
        assert not state.view(None).over or len(fixed) == len(results)


@dataclass(frozen=True)
class Play:
    """How a game is walked at random, and what is looked at in each of its states."""

    tables: st.SearchStrategy
    picks: st.SearchStrategy
    rare: int  # picks above it leave or are late
    checks: tuple
    amounts: tuple = ()  # stakes that are tried
    silence: int = 1  # moves missed by a seat, at most, until nobody is waited for


PLAYS = {
    "ochko": Play(
        ochko_tables(),
        st.lists(st.integers(0, 41), min_size=14, max_size=70),
        rare=38,
        checks=(chips_are_kept, a_card_of_the_pack_lies_once),
        amounts=tuple(range(-1, 10)),
        silence=2,
    ),
    "stuk": Play(
        stuk_tables(),
        st.lists(st.integers(0, 59), min_size=14, max_size=80),
        rare=55,
        checks=(chips_are_kept, rubles_of_stuk_are_kept, a_card_of_stuk_lies_once),
        amounts=(*range(-1, 13), 19, 20, 21, 30, 31, 40),
        silence=14,
    ),
    "blackjack": Play(
        blackjack_tables(),
        st.lists(st.integers(0, 41), min_size=8, max_size=60),
        rare=38,
        checks=(
            hands_bring_what_they_won_of_the_dealer,
            the_shoe_is_not_exceeded,
            hands_keep_to_the_rules_of_splitting_and_closing,
        ),
    ),
}


@pytest.mark.parametrize("play", PLAYS.values(), ids=PLAYS)
@given(data=st.data())
@settings(max_examples=120)
def test_a_walk_of_random_play_keeps_to_the_rules(play, data):
    """Trying every move and waiting in silence are dear: they are done in one state of five."""
    played, picks = data.draw(play.tables), data.draw(play.picks)
    first, views, states = data.draw(st.integers(0, 4)), [], []
    twin = played.again()
    for at, _ in enumerate(walk(played, picks, rare=play.rare)):
        states.append(played.state)
        views.append(played.view)
        for check in play.checks:
            check(played)
        if at % 5 == first:
            what_is_legal_is_accepted_and_nothing_else(played, play.amounts)
            silence_ends_it(played, play.silence)
    states_and_encodings_are_equal_together(states, [one.state for one in walk(twin, picks, rare=play.rare)])
    if played.rules.name == "blackjack":
        units_of_rounds(views)
    else:
        a_fixed_result_never_changes(states)
    the_record_replays_to_the_same(played)
    everybody_may_leave(played, data.draw(st.permutations(range(len(views[0].seats)))))


@given(played=stuk_tables(), seed=st.integers())
@settings(max_examples=8)
def test_a_table_of_stuk_has_an_end(played, seed):
    """Rules 3.11, 3.13: at most 21 rounds under one banker, each seat once."""
    chance = Random(seed)
    while not played.state.finished:
        moves = [move for move in played.options() if not move.endswith(("leave", "timeout", "knock"))]
        played(chance.choice(moves if len(moves) < 3 else moves[:1]))
    view = played.view
    assert view.deal <= 21 * len(played.chips)
    assert (view.banker, view.to_move, view.bank, view.legal) == (None, None, 0, ())


def shown(state):
    """Which hands everybody may see."""
    return [hand.shown for seat in state.view(None).seats for hand in seat.hands]


def hidden_from(played, viewer):
    """The cards of this shuffle that came to others and were never shown."""
    hands = [hand for step in played.steps for seat in step.state.view(viewer).seats for hand in seat.hands]
    known = {card for hand in hands for card in (*hand.cards, *(hand.banker_cards or ()))}
    return {card for cards in played.state.dealt() for card in cards} - known


@pytest.mark.parametrize("begin", [Game, StukGame], ids=["ochko", "stuk"])
@given(data=st.data(), pack=st.permutations(PACK_36), picks=st.lists(st.integers(0, 59), min_size=14))
@settings(max_examples=120)
def test_nobody_learns_a_card_that_is_hidden_from_him(begin, data, pack, picks):
    """Rules 2.7, 3.3: two games that differ in nothing but cards hidden from a viewer look the same to him."""
    chips = data.draw(small_stacks if begin is Game else st.lists(st.just(30), min_size=2, max_size=5))
    *_, played = walk(begin(*chips, cards=format_cards(tuple(pack)), cut=35), picks[:25], rare=55)
    assume(len(played.state.dealt()) == 1)
    viewer = data.draw(st.sampled_from([None, *range(len(chips))]))
    known = set(played.state.dealt()[0]) - hidden_from(played, viewer)
    rest = iter(data.draw(st.permutations([card for card in pack if card not in known])))
    order = tuple(card if card in known else next(rest) for card in pack)
    other = begin(*chips, cards=format_cards(order), cut=35)
    for text, before in zip(played.moves, played.steps, strict=True):
        step = other.state.apply(*read_move(text))
        # Another hidden card may end a hand, by a bust or by 21, which everybody sees; such pairs say nothing.
        assume(isinstance(step, Step))
        assume(shown(step.state) == shown(before.state))
        other.state = step.state
        other.steps.append(step)
    assume(other.view.phase == played.view.phase)
    assert other.state.view(viewer) == played.state.view(viewer)
    assert [step.open_card for step in other.steps] == [step.open_card for step in played.steps]


@given(played=blackjack_tables(), picks=PLAYS["blackjack"].picks, data=st.data())
@settings(max_examples=60)
def test_nobody_learns_the_hidden_card_or_the_shoe(played, picks, data):
    """Rules 4.3: two tables that differ in the face-down card and the cards to come look the same to everybody."""
    *_, _ = walk(played, picks[:20], rare=38)
    assume(played.view.phase is Phase.DRAW)
    dealt = [list(cards) for cards in played.state.dealt()]
    hidden_at = 2 * sum(bool(seat.hands) for seat in played.state.seats) + 1
    assert dealt[-1][hidden_at] == played.state.dealer[1]
    left = list((Counter(SHOE) - Counter(dealt[-1])).elements())
    dealt[-1][hidden_at] = data.draw(st.sampled_from(left))
    seats = len(played.view.seats)
    other = Round(seats, [format_cards(tuple(cards)) for cards in dealt], data.draw(seeds))(*played.moves)
    for viewer in (None, *range(seats)):
        assert other.state.view(viewer) == played.state.view(viewer)
    assert [step.open_card for step in other.steps] == [step.open_card for step in played.steps]
    assert other.state.revealed() == played.state.revealed()
