"""Who may see what at a table of Очко: rules 2.7."""

import pytest
from drivers import shown_cards

from engine.game import Standing


def test_every_card_is_seen_by_its_owner_only(game):
    """Rules 2.7: the banker's as well."""
    played = game(9, 9, 9, cards="6s 7s 8s")("deal")
    cards = ["8s", "6s", "7s"]
    for viewer in (None, 0, 1, 2):
        for seat in (0, 1, 2):
            assert shown_cards(played, viewer, seat) == (cards[seat] if viewer == seat else "??")


def test_a_drawn_card_is_seen_by_its_owner_only(game):
    """Rules 2.7."""
    played = game(9, 9, cards="6s 7s 8s 9s")("deal", "1 bet 1", "1 hit", "1 stand", "0 hit")
    assert [shown_cards(played, viewer, 1) for viewer in (None, 0, 1)] == ["?? ??", "?? ??", "6s 8s"]
    assert [shown_cards(played, viewer, 0) for viewer in (None, 0, 1)] == ["?? ??", "7s 9s", "?? ??"]


@pytest.mark.parametrize(
    ("cards", "hits", "hand"),
    [("Ts 7s 8s As", 1, "Ts As"), ("As 7s 8s Ah", 1, "As Ah"), ("Ts 7s 8s 9s 9h", 2, "Ts 9s 9h")],
)
def test_a_hand_is_open_when_21_the_golden_point_or_a_bust_ends_it(game, cards, hits, hand):
    """Rules 2.7."""
    played = game(9, 9, 9, cards=cards)("deal", "1 bet 1", "2 bet 1", *["1 hit"] * hits)
    assert [shown_cards(played, viewer, 1) for viewer in (None, 0, 1, 2)] == [hand] * 4
    assert played.state.view(None).seats[1].hands[0].shown
    assert shown_cards(played, None, 2) == "??"


def test_standing_shows_nothing_the_fifth_card_neither(game):
    """Rules 2.7, 2.9."""
    played = game(9, 9, 9, cards="Js 7s 8s Jh Jd Jc Qs")(
        "deal", "1 bet 1", "2 bet 1", *["1 hit"] * 4, "2 stand"
    )
    assert shown_cards(played, None, 1) == "?? ?? ?? ?? ??"
    assert shown_cards(played, None, 2) == "??"


def test_a_forfeited_hand_is_shown_at_the_end_of_the_deal(game):
    """Rules 2.7."""
    played = game(9, 9, 9, cards="6s 7s 8s")("deal", "1 bet 1", "1 leave")
    assert shown_cards(played, None, 1) == "??"
    assert shown_cards(played, 1, 1) == "6s"
    played("2 bet 1", "2 stand", "0 stand")
    assert shown_cards(played, None, 1) == "6s"


@pytest.mark.parametrize(
    "moves",
    [
        ("1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand"),
        ("0 leave",),
        ("1 bet 1", "0 leave"),
        ("1 leave", "2 leave"),
        ("1 bet 1", "2 bet 1", "1 hit", "2 leave", "1 leave"),
    ],
)
def test_at_the_end_of_a_deal_every_hand_is_shown_the_bankers_too(game, moves):
    """Rules 2.7."""
    played = game(9, 9, 9, cards="6s 7s 8s Js")("deal", *moves)
    for seat in (0, 1, 2):
        assert shown_cards(played, None, seat) == played.cards(seat)
        assert played.state.view(None).seats[seat].hands[0].shown


def test_hands_are_opened_as_they_end_and_the_rest_together(game):
    """Rules 2.7."""

    def opened(played):
        return [seat for seat in (0, 1, 2) if played.state.view(None).seats[seat].hands[0].shown]

    played = game(9, 9, 9, cards="Ts 7s 8s As")("deal", "1 bet 1", "2 bet 1")
    assert opened(played) == []
    assert opened(played("1 hit")) == [1]
    assert opened(played("2 stand")) == [1]
    assert opened(played("0 stand")) == [0, 1, 2]


def test_the_banker_decided_by_his_cards_is_shown_with_all(game):
    """Rules 2.7, 2.10."""
    played = game(9, 9, cards="6s Ts As")("deal", "1 bet 1", "1 stand", "0 hit")
    assert shown_cards(played, 1, 0) == "Ts As"
    assert shown_cards(played, 0, 1) == "6s"


def test_no_card_of_a_bettor_is_an_open_card_when_it_comes(game):
    """Rules 2.7: everybody sees that it came, the owner alone which."""
    played = game(9, 9, cards="6s 7s 8s")("deal")
    assert not played.open_card
    for viewer in (None, 0, 1):
        hands = [seat.hands[0].cards for seat in played.state.view(viewer).seats]
        assert [len(cards) for cards in hands] == [1, 1]
        assert [seat for seat, (card,) in enumerate(hands) if card is not None] == [viewer] * (
            viewer is not None
        )
    assert not played("1 bet 1", "1 hit").open_card


def test_the_view_tells_the_stakes_the_bank_and_the_standing_to_everybody(game):
    played = game(9, 9, 9, cards="6s 7s 8s")("deal", "1 bet 3", "2 leave")
    for viewer in (None, 0, 1, 2):
        view = played.state.view(viewer)
        assert (view.viewer, view.bank, view.bank_before, view.to_move) == (viewer, 9, 9, 1)
        assert [seat.chips for seat in view.seats] == [0, 6, 9]
        assert view.seats[1].hands[0].stake == 3
        assert view.seats[2].standing is Standing.FORFEITED
        assert view.legal == played.state.legal()


def test_won_stakes_are_told_as_really_paid(game):
    """Rules 2.20."""
    played = game(1, 5, 5, cards="Ts 9s 6s")("deal", "1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand")
    assert [seat.won for seat in played.state.view(None).seats] == [(), (1,), (0,)]
