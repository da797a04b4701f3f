"""Who may see what at a table of Стук: rules 3.3, 3.7."""

import pytest
from drivers import shown_cards


def everybodys(played, seat):
    return [shown_cards(played, viewer, seat) for viewer in (None, 0, 1, 2)]


def test_a_bettors_cards_are_seen_by_their_owner_only_and_the_bankers_by_all(stuk):
    """Rules 3.3."""
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal")
    assert everybodys(played, 1) == ["??", "??", "6s", "??"]
    assert everybodys(played, 2) == ["??", "??", "??", "7s"]
    assert everybodys(played, 0) == ["8s"] * 4


def test_the_banker_does_not_see_the_hand_he_draws_against(stuk):
    """Rules 3.3; also not when it stands at 21."""
    for cards in ("Ts 7s 8s 6h", "Ts 7s 8s Ah"):
        played = stuk(30, 30, 30, cards=cards)("deal", "1 bet 1", "1 hit")
        if played.view.to_move == 1:
            played("1 stand")
        assert everybodys(played, 1) == ["?? ??", "?? ??", played.cards(1), "?? ??"]
        hand = played.state.view(0).seats[1].hands[0]
        assert (hand.points, hand.golden, hand.bust, hand.shown) == (None, False, False, False)


def test_the_bankers_draws_are_open(stuk):
    """Rules 3.7."""
    played = stuk(30, 30, 30, cards="6s 7s 8s 9s")("deal", "1 bet 1", "1 stand", "0 hit")
    for viewer in (None, 0, 1, 2):
        hand = played.state.view(viewer).seats[1].hands[0]
        assert (" ".join(map(str, hand.banker_cards)), hand.banker_points) == ("8s 9s", 17)
    assert played.open_card


def test_a_settled_hand_is_shown_and_the_next_one_stays_closed(stuk):
    """Rules 3.3."""
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal").showdown(1, 1)
    assert everybodys(played, 1) == ["6s"] * 4
    assert everybodys(played, 2) == ["??", "??", "??", "7s"]
    assert [seat for seat in (1, 2) if played.state.view(None).seats[seat].hands[0].shown] == [1]


def test_a_bust_is_shown_at_once(stuk):
    """Rules 3.3, 3.6."""
    played = stuk(30, 30, 30, cards="Ts 7s 8s Th 6s")("deal", "1 bet 1", "1 hit", "1 hit")
    assert everybodys(played, 1) == ["Ts Th 6s"] * 4
    assert played.hand(1).bust
    assert not played.open_card


@pytest.mark.parametrize("move", ["1 timeout", "1 leave", "0 leave"])
def test_a_stake_forfeited_or_won_by_a_forfeit_settles_the_hand(stuk, move):
    """Rules 3.3, 3.14."""
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal", "1 bet 1", move)
    assert everybodys(played, 1) == ["6s"] * 4
    assert everybodys(played, 2) == ["??", "??", "??", "7s"]


@pytest.mark.parametrize("moves", [("1 timeout",), ("1 leave",)])
def test_a_hand_never_staked_on_stays_closed_after_the_round_too(stuk, moves):
    """Rules 3.3, settled here: it is never settled."""
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal", *moves)
    assert everybodys(played, 1) == ["??", "??", "6s", "??"]
    played.showdown(2, 1)
    assert everybodys(played, 1) == ["??", "??", "6s", "??"]


def test_who_has_not_played_when_the_bank_breaks_keeps_his_card_to_himself(stuk):
    """Rules 3.3, 3.10."""
    played = stuk(30, 30, 30, cards="9s 7s 8s")("deal").showdown(1, 10)
    assert played.view.banker is None
    assert everybodys(played, 2) == ["??", "??", "??", "7s"]
    assert everybodys(played, 0) == ["8s"] * 4


def test_revealed_shows_everything(stuk):
    """records.md: a record hides no cards."""
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal")
    assert [played.cards(seat) for seat in range(3)] == ["8s", "6s", "7s"]


def test_the_bankers_card_is_an_open_card_and_a_bettors_is_none(stuk):
    """Rules 3.3."""
    played = stuk(30, 30, 30, cards="6s 7s 8s 9s")("deal")
    assert played.open_card
    for viewer in (None, 0, 1, 2):
        hands = [seat.hands[0].cards for seat in played.state.view(viewer).seats]
        assert [len(cards) for cards in hands] == [1, 1, 1]
        assert {seat for seat, (card,) in enumerate(hands) if card is not None} == {0} | ({viewer} - {None})
    assert not played("1 bet 1", "1 hit").open_card


def test_the_view_tells_the_table_to_everybody(stuk):
    played = stuk(30, 30, 30, cards="6s 7s 8s")("deal", "1 bet 3")
    for viewer in (None, 0, 1, 2):
        view = played.state.view(viewer)
        assert (view.viewer, view.size, view.bank, view.bank_before) == (viewer, 10, 10, 10)
        assert (view.banker, view.deal_banker, view.bettor, view.to_move) == (0, 0, 1, 1)
        assert [seat.chips for seat in view.seats] == [20, 27, 30]
        assert view.legal == played.state.legal()
