"""What seats take from a table of Стук: rules 3.15."""

import pytest

from engine.game import Ending, SeatResult
from engine.record import record_from
from engine.replay import output, replay, signed_hundredths


def broken(stuk, **kwargs):
    """Boris wins ten of Anna's bank; he banks, and Anna wins three of it before Vera takes the rest."""
    played = stuk(30, 30, 30, cards=["Ts 6h 9s", "8s Ts 9h"], **kwargs)("deal").showdown(1, 10)
    return played("deal").showdown(2, 1).showdown(0, 3)


def counted(played, seat):
    result = played.result(seat)
    return result.games, result.wins, result.rating, result.rubles, result.net


class TestRated:
    def test_rubles_move_as_played_and_one_table_is_one_game(self, stuk):
        """Rules 3.15: the rating is not touched."""
        played = broken(stuk)("0 leave", "2 leave")
        assert played.view.ending is Ending.TOO_FEW_SEATS
        assert counted(played, 0) == (1, 0, 0, -700, -7)
        assert counted(played, 1) == (1, 1, 0, 800, 8)
        assert counted(played, 2) == (1, 0, 0, -100, -1)

    def test_leaving_freely_with_more_than_he_brought_is_a_win(self, stuk):
        """Rules 3.15."""
        played = stuk(30, 30, 30, cards="Ts 6h 9s")("deal").showdown(1, 4)("1 leave")
        assert played.result(1) == SeatResult(1, 1, 0, 400, 4, won=True, forfeited=False, fixed=True)

    def test_leaving_with_what_he_brought_is_none(self, stuk):
        """Rules 3.15."""
        played = stuk(30, 30, 30)("deal", "1 leave")
        assert counted(played, 1) == (1, 0, 0, 0, 0)

    def test_who_was_never_dealt_a_card_has_no_game(self, stuk):
        """Rules 3.15."""
        played = stuk(30, 30, 0, 30)("3 leave", "deal", "1 leave")
        assert [result.games for result in played.state.results()] == [1, 1, 0, 0]
        assert [result.games for result in stuk(30, 30)("0 leave").state.results()] == [0, 0]

    def test_the_bankers_card_is_a_card_dealt(self, stuk):
        """Rules 3.15."""
        assert stuk(30, 30)("deal", "0 leave").result(0).games == 1

    def test_who_has_forfeited_has_not_won(self, stuk):
        """Rules 3.14, 3.15: a missed round, and later more chips than ever."""
        played = stuk(30, 30, 30, cards="6s 6h 9s Ts 6d 9h")("deal", "1 timeout").showdown(2, 1)
        played("deal").showdown(1, 12)
        assert played.result(1) == SeatResult(1, 0, 0, 1100, 11, won=False, forfeited=True)

    def test_a_banker_who_forfeited_has_not_won_with_his_next_hands(self, stuk):
        """Rules 3.14, 3.15."""
        played = stuk(30, 30, 30, cards=["6s 6h 9s", "6s Ts 9h"])("deal", "1 bet 1", "1 stand", "0 timeout")
        played("deal").showdown(2, 1).showdown(0, 5)
        assert (played.result(0).net, played.result(0).won, played.result(0).forfeited) == (4, False, True)

    @pytest.mark.parametrize("way", ["1 leave", "1 timeout"])
    def test_a_banker_who_forfeits_his_bank_has_not_won_though_he_is_ahead(self, stuk, way):
        """Rules 3.14, 3.15: he won ten as a bettor, and at most the size of his own bank comes back to him."""
        played = stuk(30, 30, 30, cards=["Ts 6h 9s", "6s 6h 9h"])("deal").showdown(1, 10)("deal")
        played("2 bet 1", "2 stand")(way)
        result = played.result(1)
        assert result.net > 0
        assert (result.games, result.wins, result.won, result.forfeited) == (1, 0, False, True)

    def test_an_open_bank_is_the_bankers_and_an_open_stake_the_bettors(self, stuk):
        """Rules 3.15: as it stands."""
        played = stuk(30, 30)("deal", "1 bet 4")
        assert [result.net for result in played.state.results()] == [0, 0]


class TestFixed:
    def fixed(self, played):
        return [result.fixed for result in played.state.results()]

    def test_who_has_left_and_nobody_else(self, stuk):
        """Rules 3.14, 5.6: not who sits out, has no chip or has missed a round; the banker who leaves too."""
        played = stuk(30, 30, 0, 30, 30, 30, cards="6s 6h 6d 6c 9s")(
            "deal", "1 bet 4", "1 timeout", "3 timeout"
        )
        assert self.fixed(played) == [False] * 6
        played("4 leave")
        assert self.fixed(played) == [False, False, False, False, True, False]
        played("0 leave")
        assert self.fixed(played) == [True, False, False, False, True, False]

    def test_at_the_end_all_is(self, stuk):
        """Rules 5.6."""
        assert self.fixed(stuk(30, 30)("deal", "0 leave")) == [True, True]


class TestUnrated:
    def test_an_unrated_table_changes_nothing_but_net_is_real(self, stuk):
        """Rules 3.15."""
        played = broken(stuk, rated=False)("0 leave", "2 leave")
        assert [counted(played, seat)[:4] for seat in range(3)] == [(0, 0, 0, 0)] * 3
        assert [result.net for result in played.state.results()] == [-7, 8, -1]
        assert played.result(1).won


RECORD = {
    "record": 1,
    "game": "stuk",
    "options": {"size": 10},
    "seats": [{"name": "Anna"}, {"name": "Boris"}],
    "cards": "Ts 6h",
    "moves": ["deal", "1 bet 4", "1 stand", "0 stand", "1 leave"],
}


class TestInRecords:
    def test_rubles_have_their_sign(self):
        """records.md, `results`."""
        assert output(replay(record_from(RECORD)))["results"] == [
            {"games": 1, "wins": 0, "rating": "0.00", "rubles": "-4.00", "net": -4},
            {"games": 1, "wins": 1, "rating": "0.00", "rubles": "+4.00", "net": 4},
        ]
        assert [signed_hundredths(n) for n in (-2000, -5, 0, 5, 1500)] == [
            "-20.00",
            "-0.05",
            "0.00",
            "+0.05",
            "+15.00",
        ]

    def test_an_unrated_one_has_zeros(self):
        """records.md, `results`."""
        record = RECORD | {"options": {"size": 10, "rated": False}}
        assert output(replay(record_from(record)))["results"][1] == {
            "games": 0,
            "wins": 0,
            "rating": "0.00",
            "rubles": "0.00",
            "net": 4,
        }

    def test_the_keys_of_the_output(self):
        """records.md, «Output»: the banker's own hand shows the face-up card and nothing else."""
        found = output(replay(record_from(RECORD | {"moves": RECORD["moves"][:-1]})))
        assert list(found) == [
            *("valid", "finished", "deal", "banker", "to_move"),
            *("legal", "bank", "last_round", "seats"),
        ]
        assert found["seats"] == [
            {"name": "Anna", "chips": 20, "hands": [{"cards": "6h", "points": 6}]},
            {
                "name": "Boris",
                "chips": 34,
                "hands": [
                    {"cards": "Ts", "points": 10, "stake": 4, "result": "win", "banker_cards": "6h"},
                ],
            },
        ]

    def test_the_bankers_hand_is_known_when_his_bank_has_ended(self):
        """records.md: nobody is banker then."""
        moves = ["deal", "1 bet 10", "1 stand", "0 stand"]
        found = output(replay(record_from(RECORD | {"moves": moves})))
        assert found["banker"] is None
        assert found["seats"][0]["hands"] == [{"cards": "6h", "points": 6}]
