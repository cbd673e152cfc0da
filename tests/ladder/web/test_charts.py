"""The chart of a rating over time, as coordinates; and that every state and fault has its words."""

from collections.abc import Sequence

from ladder.leaderboards import Point
from ladder.models import Match, Version
from ladder.web import charts, words
from workers.contract import FaultKind


def history(ratings: Sequence[float], rd: float = 50.0) -> list[Point]:
    return [
        Point(seq=i, match=i, at=None, version=1, number=1, r_before=1500, rd_before=350, r=r, rd=rd)
        for i, r in enumerate(ratings, start=1)
    ]


def coordinates(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in points.split())]


def test_one_match_makes_no_line() -> None:
    assert charts.rating_chart(history([1500])) is None


def test_a_higher_rating_is_higher_up_and_time_runs_to_the_right() -> None:
    chart = charts.rating_chart(history([1400, 1600]))
    assert chart is not None
    (x1, y1), (x2, y2) = coordinates(chart.line)
    assert (x1, x2) == (chart.left, chart.right)
    assert y2 < y1


def test_a_rating_that_never_changes_is_a_level_line() -> None:
    chart = charts.rating_chart(history([1500, 1500, 1500]))
    assert chart is not None
    assert len({y for _, y in coordinates(chart.line)}) == 1


def test_the_wide_band_of_a_newcomer_is_cut_off_at_the_charts_edge() -> None:
    chart = charts.rating_chart(history([1500, 1520], rd=350))
    assert chart is not None
    assert all(0 <= y <= chart.height for _, y in coordinates(chart.band))


def test_a_long_history_is_thinned_but_keeps_its_ends() -> None:
    shown = charts.thinned(range(500))
    assert len(shown) == charts.MOST_POINTS
    assert (shown[0], shown[-1]) == (0, 499)
    assert shown == sorted(set(shown))


def test_the_grid_has_round_values_within_the_chart() -> None:
    chart = charts.rating_chart(history([1487, 1512, 1630]))
    assert chart is not None
    assert [tick.label for tick in chart.ticks] == ["1400", "1500", "1600", "1700"]
    assert all(0 < tick.y < chart.height for tick in chart.ticks)


def test_every_state_and_every_fault_has_its_words() -> None:
    assert set(words.VERSIONS) == set(Version.State)
    assert set(words.MATCHES) == set(Match.State)
    assert set(words.FAULTS) == set(FaultKind)


def test_a_fault_of_a_later_contract_is_named_all_the_same() -> None:
    assert "sleepy" in words.fault("sleepy")
