"""When a series starts: rules, zones, and both clock changes."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise

import pytest

from ladder.refusals import Refused
from ladder.tournaments import recurrence

BERLIN = "Europe/Berlin"


def first(rule: str, begins: datetime, zone: str, most: int = 3) -> list[str]:
    """The first starts, as short texts in UTC."""
    return [f"{start:%m-%d %H:%M}" for start in islice(recurrence.starts(rule, begins, zone), most)]


def utc(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type]


def test_a_weekly_start_keeps_to_the_clock_when_it_is_put_forward() -> None:
    begins = utc(2027, 3, 20, 17)  # Saturday, 18:00 in Berlin; clocks change on the 28th
    assert first("FREQ=WEEKLY", begins, BERLIN) == ["03-20 17:00", "03-27 17:00", "04-03 16:00"]


def test_a_daily_start_that_clocks_skip_comes_as_much_later_as_they_jump() -> None:
    begins = utc(2027, 3, 27, 1, 30)  # 02:30 in Berlin
    assert first("FREQ=DAILY", begins, BERLIN) == ["03-27 01:30", "03-28 01:30", "03-29 00:30"]


def test_of_a_daily_start_that_clocks_show_twice_the_first_counts() -> None:
    begins = utc(2027, 10, 30, 0, 30)  # 02:30 in Berlin; clocks are put back on the 31st
    assert first("FREQ=DAILY", begins, BERLIN) == ["10-30 00:30", "10-31 00:30", "11-01 01:30"]


def test_hours_are_real_ones_across_both_changes() -> None:
    for begins in (utc(2027, 3, 28, 0), utc(2027, 10, 31, 0)):
        starts = list(islice(recurrence.starts("FREQ=HOURLY", begins, BERLIN), 4))
        assert [after - before for before, after in pairwise(starts)] == [timedelta(hours=1)] * 3


def test_starts_after_a_moment_are_those_that_come_after_it() -> None:
    begins = utc(2027, 1, 2, 17)
    for rule in ("FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SA,WE", "FREQ=MONTHLY;BYDAY=1SA"):
        starts = list(islice(recurrence.starts(rule, begins, BERLIN), 40))
        for moment in (begins - timedelta(days=3), starts[20], starts[20] + timedelta(minutes=1)):
            wanted = [start for start in starts if start > moment][:5]
            assert list(islice(recurrence.after(rule, begins, BERLIN, moment), 5)) == wanted, (rule, moment)


def test_a_count_ends_a_series() -> None:
    for rule in ("FREQ=HOURLY;COUNT=2", "FREQ=DAILY;COUNT=2"):
        assert len(list(recurrence.starts(rule, utc(2027, 1, 2, 17), BERLIN))) == 2


def test_an_end_in_utc_is_the_last_start_of_a_rule() -> None:
    begins = utc(2027, 1, 2, 17)  # 18:00 in Berlin
    assert list(recurrence.starts("FREQ=WEEKLY;UNTIL=20270109T170000Z", begins, BERLIN)) == [
        begins,
        utc(2027, 1, 9, 17),
    ]
    assert len(list(recurrence.starts("FREQ=WEEKLY;UNTIL=20270109T165959Z", begins, BERLIN))) == 1


@pytest.mark.parametrize(
    ("rule", "words"),
    {
        "": "wanted FREQ=",
        "FREQ=SECONDLY": "wanted FREQ=",
        "FREQ=YEARLY": "wanted FREQ=",
        "every saturday": "wanted FREQ=",
        "FREQ=HOURLY;BYHOUR=3": "found BYHOUR",
        "FREQ=DAILY;BYEASTER=1": "found BYEASTER",
        "FREQ=DAILY;FREQ=HOURLY": "twice",
        "FREQ=DAILY;INTERVAL=0": "INTERVAL=0",
        "FREQ=DAILY;COUNT=9999999": "COUNT=9999999",
        "FREQ=DAILY;BYHOUR=99": "RFC 5545",
        "FREQ=DAILY;UNTIL=20200101T000000": "never comes",
    }.items(),
)
def test_a_rule_that_this_site_does_not_keep_is_refused(rule: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        recurrence.check(rule, utc(2027, 1, 2, 17), BERLIN)
