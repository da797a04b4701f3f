"""What seats take from a game of Очко: rules 2.16, 2.19 to 2.23, 5.5."""

import pytest

from engine.game import SeatResult


def counted(game, seat):
    result = game.result(seat)
    return result.games, result.wins, result.rating, result.rubles


def bankers_game(game, bank, stacks, stakes, **kwargs):
    """One deal in which the banker with ten points takes every stake from hands of six."""
    seats = range(1, len(stacks) + 1)
    cards = ("6s 6h 6d Ts", "6s 6h Ts", "6s Ts")[3 - len(stacks)]
    moves = [
        "deal",
        *(f"{seat} bet {stake}" for seat, stake in zip(seats, stakes, strict=True)),
        *(f"{seat} stand" for seat in seats),
        "0 stand",
    ]
    return game(bank, *stacks, cards=cards, deals=1, **kwargs)(*moves)


class TestBettor:
    def test_ending_with_more_chips_is_a_win(self, game):
        """Rules 2.16, 2.19, 2.20, 2.22."""
        played = game(9, 5, cards="Ts 6s", deals=1)("deal", "1 bet 4", "1 stand", "0 stand")
        assert counted(played, 1) == (1, 1, 400, 2000)
        assert played.result(1).net == 4

    def test_ending_with_as_many_chips_is_no_win_but_rates(self, game):
        """Rules 2.16, 2.19, 2.20: a draw; losing stakes do not reduce the rating."""
        played = game(9, 5, cards="Ts 6s 7s 8s 9s Th", deals=5)
        played("deal", "1 bet 2", "1 stand", "0 stand", "deal", "1 bet 2", "1 stand", "0 stand", "1 leave")
        assert played.result(1) == SeatResult(1, 0, 200, 1000, 0, won=False, forfeited=False, fixed=True)

    def test_a_loser_rates_for_what_he_won_from_the_bank(self, game):
        """Rules 2.20."""
        played = game(9, 5, cards="Ts 6s 6h Th")
        played("deal", "1 bet 1", "1 stand", "0 stand", "deal", "1 bet 6", "1 stand", "0 stand")
        assert played.view.finished
        assert counted(played, 1) == (1, 0, 100, 500)

    def test_only_what_the_bank_really_paid_counts(self, game):
        """Rules 2.13, 2.20."""
        played = game(1, 5, 5, cards="Ts 9s 6s")(
            "deal", "1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand"
        )
        assert counted(played, 1) == (1, 1, 100, 500)
        assert counted(played, 2) == (1, 0, 0, 0)

    def test_a_leaver_keeps_his_rating_but_has_not_won(self, game):
        """Rules 2.16, 2.17."""
        played = game(9, 5, 5, cards="Ts 7s 6s")(
            "deal", "1 bet 4", "2 bet 1", "1 stand", "2 stand", "0 stand"
        )
        played("1 leave", "2 leave")
        assert played.result(1) == SeatResult(1, 0, 400, 2000, 4, won=False, forfeited=False, fixed=True)

    def test_a_forfeit_counts_a_game_and_nothing_else_whatever_was_won_before(self, game):
        """Rules 2.19."""
        played = game(9, 5, 5, cards="Ts 7s 6s")(
            "deal", "1 bet 4", "2 bet 1", "1 stand", "2 stand", "0 stand"
        )
        played("deal", "1 timeout", "2 leave")
        assert played.result(1) == SeatResult(1, 0, 0, 0, 4, won=False, forfeited=True, fixed=True)

    def test_results_of_the_engine_know_no_caps(self, game):
        """Rules 5.5, last sentence."""
        played = game(900, 900, cards="Ts 6s", deals=1)("deal", "1 bet 900", "1 stand", "0 stand")
        assert counted(played, 1) == (1, 1, 90000, 450000)

    def test_a_seat_that_went_out_early_is_booked_with_the_others(self, game):
        """Rules 2.17, 2.19."""
        played = game(9, 1, 5, cards="6s 7s 8s")
        played("deal", "1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand", "2 leave")
        assert played.result(1) == SeatResult(1, 0, 0, 0, -1, won=False, forfeited=False, fixed=True)


class TestBanker:
    def test_a_larger_bank_is_a_win(self, game):
        """Rules 2.16, 2.19, 2.21, 2.22."""
        played = bankers_game(game, 9, (5,), (4,))
        assert counted(played, 0) == (1, 1, 400, 2000)

    def test_rating_and_rubles_are_each_rounded_down_from_the_fraction(self, game):
        """Rules 2.21, 2.23: 20 chips from three bettors are 6.66 and 33.33, not 33.30."""
        played = bankers_game(game, 20, (9, 8, 8), (9, 8, 3))
        assert counted(played, 0) == (1, 1, 666, 3333)

    def test_bettors_who_began_the_game_divide_it_leavers_too(self, game):
        """Rules 2.21."""
        played = game(9, 5, 5, 5, cards="6s 7s Ts", deals=1)
        played("1 leave", "deal", "2 bet 2", "3 bet 2", "2 stand", "3 stand", "0 stand")
        assert counted(played, 0) == (1, 1, 133, 666)

    def test_below_zero_is_zero(self, game):
        """Rules 2.21."""
        played = game(9, 5, cards="Ts 6s", deals=1)("deal", "1 bet 4", "1 stand", "0 stand")
        assert played.result(0) == SeatResult(1, 0, 0, 0, -4, won=False, forfeited=False, fixed=True)

    def test_an_unchanged_bank_is_no_win(self, game):
        """Rules 2.16, 2.19."""
        played = game(9, 5)("1 leave")
        assert played.result(0) == SeatResult(1, 0, 0, 0, 0, won=False, forfeited=False, fixed=True)

    def test_forfeited_stakes_enlarge_the_bank(self, game):
        """Rules 2.17, 2.21."""
        played = game(9, 5)("deal", "1 bet 4", "1 timeout")
        assert counted(played, 0) == (1, 1, 400, 2000)


class TestForfeitOfTheBanker:
    def test_it_counts_a_game_and_nothing_else(self, game):
        """Rules 2.19."""
        played = bankers_game(game, 9, (5, 5), (4, 4), rated=True)
        assert played.result(0).won
        again = game(9, 5, 5, cards="6s 6h Ts")
        again("deal", "1 bet 4", "2 bet 4", "1 stand", "2 stand", "0 stand", "0 leave")
        assert again.result(0) == SeatResult(1, 0, 0, 0, 8, won=False, forfeited=True, fixed=True)
        assert counted(again, 1) == (1, 0, 0, 0)

    def test_after_a_finished_deal_it_counts_for_everybody(self, game):
        """Rules 2.17."""
        played = game(9, 5, 5, cards="Ts 9s 6s")(
            "deal", "1 bet 2", "2 bet 2", "1 stand", "2 stand", "0 stand"
        )
        played("deal", "1 bet 1", "0 leave")
        assert counted(played, 1) == (1, 1, 300, 1500)
        assert counted(played, 2) == (1, 1, 200, 1000)

    @pytest.mark.parametrize(
        "moves", [("0 leave",), ("deal", "0 leave"), ("deal", "1 bet 2", "2 bet 2", "1 stand", "0 leave")]
    )
    def test_before_a_finished_deal_it_counts_for_him_only(self, game, moves):
        """Rules 2.17: the others have no game and no rating; their chips are as they are."""
        played = game(9, 5, 5, cards="6s 7s 8s")(*moves)
        assert counted(played, 0) == (1, 0, 0, 0)
        assert counted(played, 1) == counted(played, 2) == (0, 0, 0, 0)
        assert sum(result.net for result in played.state.results()) == 0

    def test_before_a_finished_deal_it_wipes_out_what_leavers_and_forfeiters_did(self, game):
        """Rules 2.17."""
        played = game(9, 5, 5, 5, cards="Ts 7s 8s 6s As")
        played("deal", "1 bet 2", "2 bet 2", "3 bet 1", "1 hit", "1 leave", "2 timeout", "0 leave")
        assert counted(played, 1) == counted(played, 2) == counted(played, 3) == (0, 0, 0, 0)
        assert (played.result(1).net, played.result(2).forfeited) == (2, True)


class TestUnrated:
    def test_an_unrated_game_changes_nothing_but_net_is_real(self, game):
        """Rules 2.19 (rated games only)."""
        played = game(9, 5, cards="Ts 6s", deals=1, rated=False)("deal", "1 bet 4", "1 stand", "0 stand")
        assert played.state.results() == (
            SeatResult(0, 0, 0, 0, -4, won=False, forfeited=False, fixed=True),
            SeatResult(0, 0, 0, 0, 4, won=True, forfeited=False, fixed=True),
        )


class TestAsItStands:
    def test_an_open_stake_is_still_the_seats(self, game):
        played = game(9, 5)("deal", "1 bet 4")
        assert [result.net for result in played.state.results()] == [0, 0]


def fixed(played):
    return [result.fixed for result in played.state.results()]


class TestFixed:
    def test_in_the_first_deal_nothing_is_fixed_though_somebody_has_left_and_somebody_forfeited(self, game):
        """Rules 2.17, 5.6: a banker's forfeit would still take it away."""
        played = game(9, 5, 5, 5, cards="Ts 7s 8s 6s As")
        played("deal", "1 bet 2", "2 bet 2", "3 bet 1", "1 hit", "1 leave", "2 timeout")
        assert fixed(played) == [False] * 4
        played("3 stand", "0 stand")
        assert fixed(played) == [False, True, True, False]

    def test_later_who_leaves_or_has_no_chip_left_has_his_result_at_once(self, game):
        """Rules 2.17, 5.6."""
        played = game(9, 5, 5, 2, cards="6s 6h 6d 9s 7s 7h Ts 9h Tc")("deal")
        played(
            *(f"{seat} bet 1" for seat in (1, 2, 3)), *(f"{seat} stand" for seat in (1, 2, 3, 0)), "1 leave"
        )
        assert fixed(played) == [False, True, False, False]
        played("deal", "2 bet 1", "3 bet 1", "2 stand", "3 hit", "3 hit")
        assert (played.standing(3), fixed(played)) == ("out", [False, True, False, True])

    def test_at_the_end_all_is(self, game):
        """Rules 5.6."""
        assert fixed(game(9, 5)("deal", "0 leave")) == [True, True]
