"""What holds in every state that any course of moves can reach in blackjack."""

from collections import Counter
from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import PACK_52, Rank, format_cards
from engine.game import Move, Phase, Step, Verb
from engine.record import record_from, write_record
from engine.replay import in_units, output, replay
from engine.totals import natural, total

STOCK = PACK_52 * 6
choices = st.lists(st.integers(0, 41), min_size=8, max_size=60)
seeds = st.binary(min_size=32, max_size=32)
#: Shoes of few ranks, where pairs, naturals and twenty-ones are common.
fronts = st.one_of(
    st.none(),
    st.lists(
        st.sampled_from(
            [card for card in PACK_52 if card.rank in {Rank.ACE, Rank.EIGHT, Rank.KING, Rank.TWO}]
        ),
        max_size=40,
    ).filter(lambda cards: not Counter(cards) - Counter(STOCK)),
)


@st.composite
def setups(draw):
    front = draw(fronts)
    cards = None if front is None else [format_cards(tuple(front)), None, format_cards(tuple(front[::-1]))]
    return draw(st.integers(1, 6)), {"cards": cards, "seed": draw(seeds)}


def walk(played, picks):
    """The table after each move of a course; leaving is rare, or hardly a table would see its second round."""
    yield played
    for pick in picks:
        moves = played.options()
        if not moves:
            return
        staying = [move for move in moves if not move.endswith(("leave", "timeout"))]
        giving_up = [move for move in moves if move not in staying]
        yield played(giving_up[pick % len(giving_up)] if pick > 38 else staying[pick % len(staying)])


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


@given(setup=setups(), picks=choices)
@settings(max_examples=60)
def test_units_are_what_the_hands_brought_against_the_dealer(table, setup, picks):
    """Rules 4.11, 4.13: nothing appears or vanishes, each round's units are those of its hands."""
    seats, given_ = setup
    deal, before, brought = 0, [0] * seats, [0] * seats
    for played in walk(table(seats, **given_), picks):
        view = played.view
        if view.deal > deal:
            deal, before = view.deal, [sum(halves) for halves in zip(before, brought, strict=True)]
        brought = [sum(hand.halves or 0 for hand in seat.hands) for seat in view.seats]
        assert [seat.halves for seat in view.seats] == [
            sum(halves) for halves in zip(before, brought, strict=True)
        ]
        assert [result.net for result in played.state.results()] == [seat.halves for seat in view.seats]
        for seat in view.seats:
            for hand in seat.hands:
                assert hand.stake in {1, 2}
                assert (hand.result is None) == (hand.halves is None)
                if not view.finished:
                    assert hand.halves == (-2 * hand.stake if hand.bust else None)
                elif view.deal:
                    split = len(seat.hands) > 1
                    assert hand.halves == settled_by_hand(hand, view.dealer.cards, split)


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_no_card_comes_more_often_than_it_is_in_the_shoe(table, setup, picks):
    """Rules 4.1, hazard R09; what lies on the table is what has come off this round's shoe."""
    seats, given_ = setup
    for played in walk(table(seats, **given_), picks):
        view = played.state
        lying = [card for seat in view.seats for hand in seat.hands for card in hand.cards]
        for dealt in played.state.dealt():
            assert not Counter(dealt) - Counter(STOCK)
        if view.deal:
            assert Counter([*lying, *view.dealer]) == Counter(played.state.dealt()[-1])
            assert len(played.state.dealt()) == view.deal


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_hands_keep_to_the_rules_of_splitting_and_closing(table, setup, picks):
    """Rules 4.6 to 4.8."""
    seats, given_ = setup
    for played in walk(table(seats, **given_), picks):
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


def expected_moves(played):
    """Every (seat, move) that the rules allow now."""
    view = played.view
    if view.phase is Phase.OVER:
        return set()
    allowed = {(seat, Move(Verb.LEAVE)) for seat, one in enumerate(view.seats) if one.standing == "playing"}
    if view.to_move is None:
        return allowed | {(None, Move(Verb.DEAL))}
    hands = view.seats[view.to_move].hands
    cards = hands[view.hand].cards
    verbs = [Verb.TIMEOUT, Verb.HIT, Verb.STAND]
    if len(cards) == 2:
        verbs.append(Verb.DOUBLE)
        if total(cards[:1]) == total(cards[1:]) and len(hands) < 4:
            verbs.append(Verb.SPLIT)
    return allowed | {(view.to_move, Move(verb)) for verb in verbs}


@given(setup=setups(), picks=choices)
@settings(max_examples=30)
def test_what_is_legal_is_accepted_and_nothing_else(table, setup, picks):
    """Rules 4.5 to 4.8, 4.15."""
    seats, given_ = setup
    moves = [Move(verb) for verb in Verb]
    for played in walk(table(seats, **given_), picks):
        allowed = expected_moves(played)
        named = {Move(move.verb) for move in played.state.legal()}
        assert named == {move for seat, move in allowed if move.verb in {"hit", "stand", "double", "split"}}
        for seat, move in product([None, *range(-1, seats + 1)], moves):
            accepted = isinstance(played.state.apply(seat, move), Step)
            assert accepted == ((seat, move) in allowed), (seat, move)


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_silence_in_any_state_ends_the_round(table, setup, picks):
    """Rules 4.15: every state that waits for somebody accepts his time-out, and after two rounds nobody is left."""
    seats, given_ = setup
    for played in walk(table(seats, **given_), picks):
        state = played.state
        for _ in range(seats):
            if state.to_move is not None:
                state = state.apply(state.to_move, Move(Verb.TIMEOUT)).state
        assert state.to_move is None


@given(setup=setups(), picks=choices, data=st.data())
@settings(max_examples=50)
def test_everybody_may_leave_in_any_state_and_in_any_order(table, setup, picks, data):
    """Rules 4.15: the round is played to its end."""
    seats, given_ = setup
    *_, played = walk(table(seats, **given_), picks)
    for seat in data.draw(st.permutations(range(seats))):
        if f"{seat} leave" in played.options():
            free = played.state.may_leave_free(seat)
            played(f"{seat} leave")
            assert free == (played.standing(seat) == "left")
    assert played.view.phase is Phase.OVER
    assert all(hand.result for seat in played.view.seats for hand in seat.hands)
    assert played.options() == []


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_a_played_table_written_as_a_record_replays_to_the_same(table, setup, picks):
    """records.md: with the seed and without, since the cards that came are in it."""
    seats, given_ = setup
    *_, played = walk(table(seats, **given_), picks)
    record = write_record(played.rules, played.setup, played.state, played.moves)
    assert not record.keys() & {"banker", "cut"}
    again = replay(record_from(record))
    assert again.refused is None
    assert again.state.revealed() == played.state.revealed()
    assert again.state.results() == played.state.results()
    assert again.state.dealt() == played.state.dealt()
    del record["seed"]
    assert output(replay(record_from(record))) == output(again)
    if played.view.finished:
        nets = [result["net"] for result in output(again)["results"]]
        assert nets == [in_units(seat.halves) for seat in played.view.seats]


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_equal_states_and_only_they_have_equal_encodings(table, setup, picks):
    """Each move gives a state of its own; the same moves give the same bytes."""
    seats, given_ = setup
    states = [played.state for played in walk(table(seats, **given_), picks)]
    again = [played.state for played in walk(table(seats, **given_), picks)]
    assert [state.encode() for state in states] == [state.encode() for state in again]
    assert states == again
    assert len({state.encode() for state in states}) == len(set(states)) == len(states)


@given(setup=setups(), picks=choices, data=st.data())
@settings(max_examples=60)
def test_nobody_learns_the_hidden_card_or_the_shoe(table, setup, picks, data):
    """Rules 4.3: two tables that differ in the face-down card and the cards to come look the same to everybody."""
    seats, given_ = setup
    *_, played = walk(table(seats, **given_), picks[:20])
    assume(played.view.phase is Phase.DRAW)
    dealt = [list(cards) for cards in played.state.dealt()]
    hidden_at = (
        2 * sum(bool(seat.hands) for seat in played.state.seats) + 1
    )  # the last of two to each and to him
    left = list((Counter(STOCK) - Counter(dealt[-1])).elements())
    dealt[-1][hidden_at] = data.draw(st.sampled_from(left))
    other = table(seats, [format_cards(tuple(cards)) for cards in dealt], data.draw(seeds))(*played.moves)
    for viewer in (None, *range(seats)):
        assert other.state.view(viewer) == played.state.view(viewer)
    assert [step.open_card for step in other.steps] == [step.open_card for step in played.steps]
    assert other.state.revealed() == played.state.revealed()
