"""Dates of a competition: wall clocks, both clock changes, and moves that happen at their time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from ladder import competitions, dates
from ladder.models import Competition, Notice
from ladder.refusals import Refused
from tests.ladder import stage

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_wall_clock_becomes_the_instant_of_its_zone() -> None:
    wall = datetime(2027, 7, 1, 18, 0)
    assert dates.instant(wall, "Europe/Berlin") == datetime(2027, 7, 1, 16, 0, tzinfo=UTC)
    assert dates.wall_clock(dates.instant(wall, "America/New_York"), "America/New_York") == wall


def test_a_time_that_clocks_skip_is_refused() -> None:
    with pytest.raises(Refused, match="does not exist in Europe/Berlin"):
        dates.instant(datetime(2027, 3, 28, 2, 30), "Europe/Berlin")


def test_of_an_hour_that_clocks_show_twice_it_is_the_first() -> None:
    found = dates.instant(datetime(2027, 10, 31, 2, 30), "Europe/Berlin")
    assert found == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


def test_a_day_over_a_clock_change_is_as_long_as_clocks_say() -> None:
    before = dates.instant(datetime(2027, 3, 27, 18, 0), "Europe/Berlin")
    after = dates.instant(datetime(2027, 3, 28, 18, 0), "Europe/Berlin")
    assert after - before == timedelta(hours=23)


def dated(state: str, **fields: Any) -> Competition:
    cup = stage.competition(state)
    Competition.objects.filter(pk=cup.pk).update(**fields)
    return cup


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "fields", "becomes"),
    [
        ("draft", {"opens": NOW}, "open"),
        ("draft", {"opens": NOW + HOUR}, "draft"),
        ("draft", {"freezes": NOW - HOUR}, "draft"),
        ("open", {"freezes": NOW}, "frozen"),
        ("open", {"freezes": NOW + HOUR, "closes": NOW + 2 * HOUR}, "open"),
        ("open", {"closes": NOW}, "closed"),
        ("frozen", {"closes": NOW}, "closed"),
        ("frozen", {"freezes": NOW - HOUR}, "frozen"),
        ("closed", {"opens": NOW - HOUR, "closes": NOW}, "closed"),
        ("draft", {"opens": NOW - 3 * HOUR, "freezes": NOW - 2 * HOUR, "closes": NOW - HOUR}, "closed"),
    ],
)
def test_states_move_when_their_date_has_come(state: str, fields: dict[str, Any], becomes: str) -> None:
    cup = dated(state, **fields)
    competitions.keep_dates(NOW)
    cup.refresh_from_db()
    assert cup.state == becomes


@pytest.mark.django_db
def test_a_date_moves_a_competition_once_and_tells_its_people_once() -> None:
    cup = dated("open", freezes=NOW)
    version = stage.version(stage.bot(cup=cup))
    assert competitions.keep_dates(NOW) == 1
    assert competitions.keep_dates(NOW) == 0
    told = Notice.objects.values_list("person", "text")
    text = f"{cup.name} is frozen now."
    assert sorted(told) == sorted([(cup.organiser_id, text), (version.bot.owner_id, text)])


@pytest.mark.django_db
def test_a_frozen_competition_opens_again_only_with_a_later_date() -> None:
    cup = dated("frozen", freezes=timezone.now() - HOUR)
    with pytest.raises(Refused, match="Choose a later date"):
        competitions.move(cup, "open")
    competitions.change(cup, freezes=timezone.now() + HOUR)
    assert competitions.move(cup, "open").state == "open"
    assert competitions.keep_dates() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [{"opens": NOW, "freezes": NOW}, {"freezes": NOW, "closes": NOW - HOUR}, {"opens": NOW, "closes": NOW}],
)
def test_dates_come_one_after_the_other(fields: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="wanted a date after"):
        competitions.change(stage.competition("draft"), **fields)
