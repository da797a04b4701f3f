"""Who learns what from the facts of a move."""

from engine.cards import Card
from engine.events import CardDealt, HandShown, StakePlaced, seen
from engine.game import Audience

ACE = Card.parse("As")


def test_what_everybody_may_know_everybody_sees():
    events = (StakePlaced(1, Audience.EVERYBODY, 3), CardDealt(1, Audience.EVERYBODY, ACE))
    assert seen(events, None) == seen(events, 0) == events


def test_a_card_for_one_seat_is_seen_by_it_and_that_it_came_by_all():
    event = CardDealt(1, Audience.SEAT, ACE)
    assert seen([event], 1) == (event,)
    assert seen([event], 0) == seen([event], None) == (CardDealt(1, Audience.SEAT, None),)


def test_a_card_for_nobody_is_seen_by_nobody():
    for event in (CardDealt(1, Audience.NOBODY, ACE), CardDealt(None, Audience.SEAT, ACE)):
        for viewer in (None, 0, 1):
            assert [told.card for told in seen([event], viewer)] == [None]


def test_other_facts_for_one_seat_are_left_out_for_the_rest():
    event = HandShown(1, Audience.SEAT, (ACE,))
    assert seen([event], 1) == (event,)
    assert seen([event], None) == seen([event], 0) == ()
