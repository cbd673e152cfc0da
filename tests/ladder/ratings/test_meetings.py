"""Who was placed before whom, pair by pair."""

from ladder.ratings.meetings import Meetings, Tally

OWN = {1: 11, 2: 12, 3: 13, 4: 11}  # versions 1 and 4 are of one bot


def test_a_match_counts_once_for_each_pair() -> None:
    meetings = Meetings()
    meetings.count([3, 1, 2], [1, 2, 3])
    assert meetings.take(OWN) == {
        (11, 12): Tally(1, 0, 0),
        (11, 13): Tally(0, 0, 1),
        (12, 13): Tally(0, 0, 1),
    }


def test_seats_do_not_matter() -> None:
    meetings = Meetings()
    meetings.count([1, 2], [1, 2])
    meetings.count([2, 1], [2, 1])
    assert meetings.take(OWN) == {(11, 12): Tally(2, 0, 0)}


def test_equal_places_are_equal() -> None:
    meetings = Meetings()
    meetings.count([2, 1], [1, 1])
    assert meetings.take(OWN) == {(11, 12): Tally(0, 1, 0)}


def test_versions_of_one_bot_count_together_and_do_not_meet() -> None:
    meetings = Meetings()
    meetings.count([1, 2], [1, 2])
    meetings.count([2, 4], [1, 2])
    meetings.count([1, 4], [1, 2])
    assert meetings.take(OWN) == {(11, 12): Tally(1, 0, 1)}


def test_a_newer_version_of_the_lower_bot_counts_from_the_same_side() -> None:
    meetings = Meetings()
    meetings.count([9, 2], [1, 2])
    assert meetings.take({9: 11, 2: 12}) == {(11, 12): Tally(1, 0, 0)}


def test_what_was_taken_is_not_counted_again() -> None:
    meetings = Meetings()
    meetings.count([1, 2], [1, 2])
    assert meetings.versions == {1, 2}
    meetings.take(OWN)
    assert (len(meetings), meetings.take(OWN)) == (0, {})
