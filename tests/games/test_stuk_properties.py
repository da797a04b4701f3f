"""What holds in every state that any course of moves can reach in Стук."""

from itertools import product
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import PACK_36, format_cards
from engine.game import Move, Phase, Step, Verb
from engine.moves import read_move
from engine.record import record_from, write_record
from engine.replay import output, replay

choices = st.lists(st.integers(0, 59), min_size=14, max_size=80)
stacks = st.lists(st.integers(0, 40) | st.just(30), min_size=2, max_size=6)
seeds = st.binary(min_size=32, max_size=32)


@st.composite
def setups(draw):
    """A table where banks break and triple and packs run out."""
    chips = draw(stacks)
    return chips, {
        "banker": draw(st.integers(0, len(chips) - 1)),
        "seed": draw(seeds),
        "cut": draw(st.sampled_from([None, [3], [7, None, None], [1]])),
        "rated": draw(st.booleans()),
    }


def walk(played, picks):
    """The table after each move of a course; leaving is rare, or hardly a bank would be handed on."""
    yield played
    for pick in picks:
        moves = played.options()
        if not moves:
            return
        staying = [move for move in moves if not move.endswith(("leave", "timeout"))]
        giving_up = [move for move in moves if move not in staying]
        move = giving_up[pick % len(giving_up)] if pick > 55 else staying[pick % len(staying)]
        yield played(move)


@given(setup=setups(), picks=choices)
@settings(max_examples=50)
def test_chips_never_appear_or_vanish_and_none_is_below_zero(stuk, setup, picks):
    """Rules 3.9, 3.13, 3.14; records.md: bank, chips and open stakes are constant."""
    chips, given_ = setup
    for played in walk(stuk(*chips, **given_), picks):
        assert played.total() == sum(chips)
        assert min(played.chips) >= 0
        assert played.bank >= 0
        assert (played.view.banker is None) <= (played.bank == 0)
        assert sum(result.net for result in played.state.results()) == 0
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


@given(setup=setups(), picks=choices)
@settings(max_examples=50)
def test_no_card_lies_in_two_places(stuk, setup, picks):
    """Rules 1.3, 3.12: not twice in hands in play, not twice in one shuffle, no played-out card too few."""
    chips, given_ = setup
    for played in walk(stuk(*chips, **given_), picks):
        held = lying_in_hands(played.view)
        assert len(set(held)) == len(held)
        for dealt in played.state.dealt():
            assert len(set(dealt)) == len(dealt)
            assert set(dealt) <= set(PACK_36)
        pack = played.state.pack
        assert not set(held) & set(pack.below)
        if pack.run_out:
            pack = pack.refilled(played.state.cards_in_play())
            again = pack.shoe.shuffle.order.stock if pack.shoe.left else ()
            assert {*held, *again, *pack.below} == set(PACK_36)
        card, _ = pack.draw()
        assert card not in held


def expected_moves(played):
    """Every (seat, move) that the rules allow now."""
    view = played.view
    if view.finished:
        return set()
    allowed = {(seat, Move(Verb.LEAVE)) for seat, one in enumerate(view.seats) if one.standing == "playing"}
    if view.to_move is None:
        if view.banker is not None and view.bank >= 3 * view.size and not view.last_round:
            allowed.add((view.banker, Move(Verb.KNOCK)))
        return allowed | {(None, Move(Verb.DEAL))}
    allowed.add((view.to_move, Move(Verb.TIMEOUT)))
    for legal in played.state.legal():
        if legal.verb is Verb.BET:
            allowed |= {(view.to_move, Move(Verb.BET, n)) for n in range(legal.min, legal.max + 1)}
        else:
            allowed.add((view.to_move, Move(legal.verb)))
    return allowed


@given(setup=setups(), picks=choices)
@settings(max_examples=15)
def test_what_is_legal_is_accepted_and_nothing_else(stuk, setup, picks):
    """Rules 3.5 to 3.7, 3.11, 3.14; `legal` and `may_knock` say exactly what is accepted."""
    chips, given_ = setup
    moves = [Move(verb) for verb in Verb if verb is not Verb.BET]
    moves += [Move(Verb.BET, amount) for amount in (*range(-1, 13), 19, 20, 21, 30, 31, 40)]
    for played in walk(stuk(*chips, **given_), picks):
        allowed = expected_moves(played)
        assert bool(played.state.legal()) == (played.view.to_move is not None)
        assert played.view.may_knock == any(played.state.may_knock(seat) for seat in range(len(chips)))
        for seat, move in product([None, *range(-1, len(chips) + 1)], moves):
            accepted = isinstance(played.state.apply(seat, move), Step)
            assert accepted == ((seat, move) in allowed), (seat, move)


@given(setup=setups(), picks=choices)
@settings(max_examples=25)
def test_silence_in_any_state_ends_the_table(stuk, setup, picks):
    """Rules 3.14: every state that waits for somebody accepts his time-out."""
    chips, given_ = setup
    for played in walk(stuk(*chips, **given_), picks):
        state = played.state
        for _ in range(14 * len(chips)):
            if state.finished:
                break
            step = state.apply(state.to_move, Move(Verb.DEAL if state.to_move is None else Verb.TIMEOUT))
            assert isinstance(step, Step)
            state = step.state
        assert state.finished


@given(setup=setups(), picks=choices, data=st.data())
@settings(max_examples=50)
def test_everybody_may_leave_in_any_state_and_in_any_order(stuk, setup, picks, data):
    """Rules 3.13, 3.14."""
    chips, given_ = setup
    *_, played = walk(stuk(*chips, **given_), picks)
    for seat in data.draw(st.permutations(range(len(chips)))):
        if f"{seat} leave" in played.options():
            free = played.state.may_leave_free(seat)
            played(f"{seat} leave")
            assert free == (played.standing(seat) == "left")
    assert played.view.finished
    assert played.total() == sum(chips) == sum(played.chips)


@given(setup=setups(), seed=st.integers())
@settings(max_examples=8)
def test_a_table_has_an_end(stuk, setup, seed):
    """Rules 3.11, 3.13: at most 21 rounds under one banker, each seat once."""
    chips, given_ = setup
    chance = Random(seed)
    played = stuk(*chips, **given_)
    while not played.state.finished:
        moves = [move for move in played.options() if not move.endswith(("leave", "timeout", "knock"))]
        played(chance.choice(moves if len(moves) < 3 else moves[:1]))
    view = played.view
    assert view.deal <= 21 * len(chips)
    assert (view.banker, view.to_move, view.bank, view.legal) == (None, None, 0, ())


@given(setup=setups(), picks=choices)
@settings(max_examples=30)
def test_a_played_table_written_as_a_record_replays_to_the_same(stuk, setup, picks):
    """records.md: with the seed and without, since the cards that came and the cuts are in it."""
    chips, given_ = setup
    *_, played = walk(stuk(*chips, **given_), picks)
    record = write_record(played.rules, played.setup, played.state, played.moves)
    again = replay(record_from(record))
    assert again.refused is None
    assert again.state.revealed() == played.state.revealed()
    assert again.state.results() == played.state.results()
    assert again.state.dealt() == played.state.dealt()
    assert again.state.cuts() == played.state.cuts()
    del record["seed"]
    assert output(replay(record_from(record))) == output(again)


@given(setup=setups(), picks=choices)
@settings(max_examples=20)
def test_equal_states_and_only_they_have_equal_encodings(stuk, setup, picks):
    """Each move gives a state of its own; the same moves give the same bytes."""
    chips, given_ = setup
    states = [played.state for played in walk(stuk(*chips, **given_), picks)]
    again = [played.state for played in walk(stuk(*chips, **given_), picks)]
    assert [state.encode() for state in states] == [state.encode() for state in again]
    assert states == again
    assert len({state.encode() for state in states}) == len(states)
    assert len(set(states)) == len(states)


def shown(step):
    """Which hands everybody may see after a step."""
    return [hand.shown for seat in step.state.view(None).seats for hand in seat.hands]


def hidden_from(played, viewer):
    """The cards that came to others and were never shown."""
    hands = [hand for step in played.steps for seat in step.state.view(viewer).seats for hand in seat.hands]
    known = {card for hand in hands for card in (*hand.cards, *(hand.banker_cards or ()))}
    return {card for cards in played.state.dealt() for card in cards} - known


@given(pack=st.permutations(PACK_36), picks=choices, data=st.data(), seats=st.integers(2, 5))
@settings(max_examples=80)
def test_nobody_learns_a_card_that_is_hidden_from_him(stuk, pack, picks, data, seats):
    """Rules 3.3: two tables that differ in nothing but cards hidden from a viewer look the same to him."""

    def begin(order):
        return stuk(*[30] * seats, cards=format_cards(tuple(order)), cut=35)

    *_, played = walk(begin(pack), picks[:25])
    viewer = data.draw(st.sampled_from([None, *range(seats)]))
    assume(len(played.state.dealt()) == 1)
    hidden = hidden_from(played, viewer)
    known = set(played.state.dealt()[0]) - hidden
    rest = iter(data.draw(st.permutations([card for card in pack if card not in known])))
    other = begin([card if card in known else next(rest) for card in pack])
    for text in played.moves:
        step = other.state.apply(*read_move(text))
        assume(isinstance(step, Step))
        other.state = step.state
        other.steps.append(step)
    # A hidden card may end a hand, by a bust or by 21, which shows in whose turn it is; such pairs say nothing.
    assume(all(shown(one) == shown(two) for one, two in zip(other.steps, played.steps, strict=True)))
    assume(other.view.phase == played.view.phase)
    assert other.state.view(viewer) == played.state.view(viewer)
    assert [step.open_card for step in other.steps] == [step.open_card for step in played.steps]


@given(setup=setups(), picks=choices)
@settings(max_examples=50)
def test_a_fixed_result_never_changes(stuk, setup, picks):
    """Rules 5.6: what is booked when somebody leaves is what it would be at the end."""
    chips, given_ = setup
    fixed = {}
    for played in walk(stuk(*chips, **given_), picks):
        results = played.state.results()
        assert all(results[seat] == result for seat, result in fixed.items())
        fixed |= {seat: result for seat, result in enumerate(results) if result.fixed}
        assert not played.view.over or len(fixed) == len(results)
