"""Who may see what at a table of blackjack: rules 4.3, 4.16."""

from engine.fairness import seed_of
from engine.game import Phase
from engine.proof import proof_from, verify, write_proof


def test_everybody_sees_the_same_but_his_own_number(table):
    """Rules 4.3."""
    played = table(3, "2s 3s 4s Ts 5h 6h 7h 9h")("deal")
    views = [played.state.view(viewer) for viewer in (None, 0, 1, 2)]
    assert [view.viewer for view in views] == [None, 0, 1, 2]
    assert len({(view.seats, view.dealer, view.legal, view.hand) for view in views}) == 1


def test_the_face_down_card_is_in_no_view_while_the_round_lasts(table):
    """Rules 4.3; the view for records neither (records.md)."""
    played = table(1, "2s Ts 3s 9h")("deal")
    for view in (played.state.view(None), played.state.view(0), played.state.revealed()):
        assert view.dealer.cards[1] is None
        assert (view.dealer.points, view.dealer.shown, view.dealer.natural) == (10, False, False)
        assert "9" not in repr(view.dealer)


def test_an_ace_up_shows_as_a_soft_eleven(table):
    played = table(1, "2s As 3s Kh")("deal")
    assert (played.view.dealer.points, played.view.dealer.soft) == (11, True)
    played("0 stand")
    assert (played.dealer, played.view.dealer.natural) == ("As Kh", True)


def test_hands_tell_what_they_are(table):
    played = table(3, "As 5s Ts 6s Ks 6d 9s 9h Th")("deal", "1 double")
    natural, doubled, plain = (played.hand(seat) for seat in range(3))
    assert (natural.natural, natural.closed, natural.soft, natural.stake) == (True, True, True, 1)
    assert (doubled.stake, doubled.points, doubled.closed, doubled.natural) == (2, 21, True, False)
    assert (plain.points, plain.closed, plain.result, plain.halves) == (19, False, None, None)


def test_there_are_no_chips_no_bank_and_no_banker(table):
    """Rules 4.13, records.md."""
    view = table(2)("deal").view
    assert (view.bank, view.bank_before, view.banker, view.ending) == (None, None, None, None)
    assert [seat.chips for seat in view.seats] == [0, 0]


def test_between_rounds_a_view_is_settled_and_not_over(table):
    played = table(1, "As 9s Ks 7s")("deal")
    assert (played.view.phase, played.view.settled, played.view.finished) == (Phase.PAUSE, True, True)


def test_a_proof_of_fair_play_holds_and_a_changed_card_breaks_it(table):
    """Rules 4.1, 4.3: rounds of one record, their seed drawn from a secret; no banker and no cut card to prove."""
    secret, joins = bytes(range(32)), ["web:1", "web:2"]
    played = table(2, seed=seed_of(secret, joins))
    for _ in range(3):
        played("deal")
        while not played.view.finished:
            played(f"{played.view.to_move} stand")
    proof = write_proof(played.rules, played.setup, played.state, played.moves, secret=secret, joins=joins)
    assert verify(proof_from(proof)).holds
    first, *rest = proof["record"]["cards"]
    other = "2s" if not first.startswith("2s") else "3s"
    proof["record"]["cards"] = [other + first[2:], *rest]
    assert not verify(proof_from(proof)).holds
