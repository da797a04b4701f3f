"""What holds in every state that any course of moves can reach in Очко."""

from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import PACK_36, format_cards
from engine.game import Move, Step, Verb
from engine.moves import read_move
from engine.record import record_from, write_record
from engine.replay import output, replay

ANY_VERB = tuple(Verb)
choices = st.lists(st.integers(0, 41), min_size=14, max_size=70)
stacks = st.lists(st.integers(1, 7), min_size=2, max_size=4)
seeds = st.binary(min_size=32, max_size=32)


@st.composite
def setups(draw):
    """A table of small stacks, where banks break and stakes go short."""
    chips = draw(stacks)
    banker = draw(st.integers(0, len(chips) - 1))
    return chips, {
        "banker": banker,
        "seed": draw(seeds),
        "deals": draw(st.sampled_from([1, 5, None])),
        "cut": draw(st.sampled_from([None, [3], [7, 4]])),
    }


def walk(played, picks):
    """The game after each move of a course; leaving is rare, or hardly a game would see its second deal."""
    yield played
    for pick in picks:
        moves = played.options()
        if not moves:
            return
        staying = [move for move in moves if not move.endswith(("leave", "timeout"))]
        giving_up = [move for move in moves if move not in staying]
        move = giving_up[pick % len(giving_up)] if pick > 38 else staying[pick % len(staying)]
        yield played(move)


@given(setup=setups(), picks=choices)
@settings(max_examples=120)
def test_chips_never_appear_or_vanish_and_none_is_below_zero(game, setup, picks):
    """Rules 2.14."""
    chips, given_ = setup
    for played in walk(game(*chips, **given_), picks):
        assert played.total() == sum(chips)
        assert min(played.chips) >= 0
        assert played.bank >= 0
        assert sum(result.net for result in played.state.results()) == 0


@given(setup=setups(), picks=choices)
@settings(max_examples=80)
def test_no_card_lies_in_two_places(game, setup, picks):
    """Rules 1.3, 1.4: not twice in the hands of a deal, not twice in one shuffle."""
    chips, given_ = setup
    for played in walk(game(*chips, **given_), picks):
        held = [card for seat in played.view.seats for hand in seat.hands for card in hand.cards]
        assert len(set(held)) == len(held)
        for dealt in played.state.dealt():
            assert len(set(dealt)) == len(dealt)
            assert set(dealt) <= set(PACK_36)


def expected_moves(played):
    """Every (seat, move) that the rules allow now."""
    view = played.view
    if view.finished:
        return set()
    allowed = {(seat, Move(Verb.LEAVE)) for seat, one in enumerate(view.seats) if one.standing == "playing"}
    if view.to_move is None:
        return allowed | {(None, Move(Verb.DEAL))}
    allowed.add((view.to_move, Move(Verb.TIMEOUT)))
    for legal in played.state.legal():
        if legal.verb is Verb.BET:
            allowed |= {(view.to_move, Move(Verb.BET, n)) for n in range(legal.min, legal.max + 1)}
        else:
            allowed.add((view.to_move, Move(legal.verb)))
    return allowed


@given(setup=setups(), picks=choices)
@settings(max_examples=30)
def test_what_is_legal_is_accepted_and_nothing_else(game, setup, picks):
    """Rules 2.8 to 2.10, 2.17; `legal` names exactly what is accepted of stakes, cards and standing."""
    chips, given_ = setup
    moves = [Move(verb) for verb in ANY_VERB if verb is not Verb.BET]
    moves += [Move(Verb.BET, amount) for amount in range(-1, 10)]
    for played in walk(game(*chips, **given_), picks):
        allowed = expected_moves(played)
        assert bool(played.state.legal()) == (played.view.to_move is not None)
        for seat, move in product([None, *range(-1, 5)], moves):
            accepted = isinstance(played.state.apply(seat, move), Step)
            assert accepted == ((seat, move) in allowed), (seat, move)


@given(setup=setups(), picks=choices)
@settings(max_examples=60)
def test_silence_in_any_state_ends_the_game(game, setup, picks):
    """Rules 2.17: every state that waits for somebody accepts his time-out."""
    chips, given_ = setup
    for played in walk(game(*chips, **given_), picks):
        state = played.state
        for _ in range(2 * len(chips) + 1):
            if state.finished:
                break
            move = Move(Verb.DEAL if state.to_move is None else Verb.TIMEOUT)
            step = state.apply(state.to_move, move)
            assert isinstance(step, Step)
            state = step.state
        assert state.finished


@given(setup=setups(), picks=choices, data=st.data())
@settings(max_examples=60)
def test_everybody_may_leave_in_any_state_and_in_any_order(game, setup, picks, data):
    """Rules 2.17."""
    chips, given_ = setup
    *_, played = walk(game(*chips, **given_), picks)
    for seat in data.draw(st.permutations(range(len(chips)))):
        if f"{seat} leave" in played.options():
            free = played.state.may_leave_free(seat)
            played(f"{seat} leave")
            assert free == (played.standing(seat) == "left")
    assert played.view.finished
    assert played.total() == sum(chips)


@given(setup=setups(), picks=choices)
@settings(max_examples=40)
def test_a_played_table_written_as_a_record_replays_to_the_same(game, setup, picks):
    """records.md: with the seed and without, since the cards that came and the cuts are in it."""
    chips, given_ = setup
    *_, played = walk(game(*chips, **given_), picks)
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
@settings(max_examples=40)
def test_equal_states_and_only_they_have_equal_encodings(game, setup, picks):
    """Each move gives a state of its own; the same moves give the same bytes."""
    chips, given_ = setup
    states = [played.state for played in walk(game(*chips, **given_), picks)]
    again = [played.state for played in walk(game(*chips, **given_), picks)]
    assert [state.encode() for state in states] == [state.encode() for state in again]
    assert states == again
    assert len({state.encode() for state in states}) == len(states)
    assert len(set(states)) == len(states)


@given(pack=st.permutations(PACK_36), picks=choices, data=st.data(), chips=stacks)
@settings(max_examples=250)
def test_nobody_learns_a_card_that_is_hidden_from_him(game, pack, picks, data, chips):
    """Rules 2.7: two games that differ in nothing but cards hidden from a viewer look the same to him."""

    def begin(order):
        return game(*chips, banker=0, cards=format_cards(tuple(order)), cut=35)

    *_, played = walk(begin(pack), picks)
    assume(len(played.state.dealt()) == 1)
    viewer = data.draw(st.sampled_from([None, *range(len(chips))]))
    hidden_seats = [
        seat
        for seat, one in enumerate(played.state.view(None).seats)
        if seat != viewer and one.hands and not one.hands[0].shown
    ]
    hidden = {card for seat in hidden_seats for card in played.hand(seat).cards}
    known = set(played.state.dealt()[0]) - hidden
    rest = iter(data.draw(st.permutations([card for card in pack if card not in known])))
    other = begin([card if card in known else next(rest) for card in pack])
    for text in played.moves:
        step = other.state.apply(*read_move(text))
        assume(isinstance(step, Step))
        other.state = step.state
        other.steps.append(step)
    # Another hidden card may end a hand, which everybody may see; such pairs say nothing.
    assume(all(not other.state.view(None).seats[seat].hands[0].shown for seat in hidden_seats))
    assert other.state.view(viewer) == played.state.view(viewer)
    assert [step.open_card for step in other.steps] == [step.open_card for step in played.steps]


@given(setup=setups(), picks=choices)
@settings(max_examples=50)
def test_a_fixed_result_never_changes(game, setup, picks):
    """Rules 5.6: what is booked when somebody leaves is what it would be at the end."""
    chips, given_ = setup
    fixed = {}
    for played in walk(game(*chips, **given_), picks):
        results = played.state.results()
        assert all(results[seat] == result for seat, result in fixed.items())
        fixed |= {seat: result for seat, result in enumerate(results) if result.fixed}
        assert not played.view.over or len(fixed) == len(results)
