"""Standings while results are applied."""

from ladder.ratings.elo import START, Strength
from ladder.ratings.ledger import Ledger, Standing


def test_a_version_without_a_parent_starts_at_1500_and_350() -> None:
    ledger = Ledger({})
    ledger.open(1, None, 0)
    assert ledger.standings[1].strength == START


def test_a_new_version_starts_at_its_parent_s_rating_with_a_deviation_of_at_least_100() -> None:
    ledger = Ledger({1: Standing(Strength(1720.0, 31.0), 80, 9)})
    ledger.open(2, 1, 9)
    assert ledger.standings[2] == Standing(Strength(1720.0, 100.0), 0, 9)


def test_an_uncertain_parent_hands_on_its_uncertainty() -> None:
    ledger = Ledger({1: Standing(Strength(1600.0, 180.0), 3, 4)})
    ledger.open(2, 1, 4)
    assert ledger.standings[2].strength.rd == 180.0


def test_a_reactivated_version_keeps_its_own_rating_and_games() -> None:
    ledger = Ledger({1: Standing(Strength(1720.0, 31.0), 80, 9), 2: Standing(Strength(1400.0, 25.0), 70, 8)})
    ledger.open(2, 1, 12)
    assert ledger.standings[2] == Standing(Strength(1400.0, 100.0), 70, 12)


def test_a_match_counts_a_game_for_each_seat_and_tells_what_changed() -> None:
    ledger = Ledger({})
    changes = ledger.apply(7, 99, [4, 5], [2, 1])
    assert [(c.seq, c.match, c.version) for c in changes] == [(7, 99, 4), (7, 99, 5)]
    assert changes[1].after.r > changes[1].before.r == 1500.0
    assert [(s.games, s.last_seq) for _, s in ledger.changed()] == [(1, 7), (1, 7)]
