"""Dates of tournaments: frozen and started in time, once, whatever the site slept through."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ladder.models import Entrant, Series, Tournament, Worker
from ladder.refusals import Refused
from ladder.tournaments import field, forecast, life, schedule, series
from ladder.tournaments.course import Kind
from ladder.tournaments.pairing import NoSchedule
from tests.ladder import stage
from tests.ladder.tournaments import floor

pytestmark = pytest.mark.usefixtures("apart")
State = Tournament.State
HOUR = timedelta(hours=1)


def scheduled(bots: int = 4, **terms: Any) -> Tournament:
    """One that starts in two hours and is frozen in one."""
    now = timezone.now()
    return life.schedule(floor.tournament(bots, **terms), now + 2 * HOUR, now + HOUR)


def state_at(of: Tournament, hours: float) -> str:
    """Its state once the dates of so many hours from now were kept, twice."""
    for _ in range(2):
        schedule.keep(timezone.now() + hours * HOUR)
    of.refresh_from_db()
    return of.state


def test_it_is_frozen_at_its_deadline_and_started_at_its_start() -> None:
    made = scheduled()
    assert [state_at(made, hours) for hours in (0.5, 1.5, 2.1)] == ["scheduled", "frozen", "running"]
    assert made.organiser.notices.filter(text__contains="has begun").count() == 1


def test_the_freeze_takes_exact_versions_and_a_later_upload_changes_nothing() -> None:
    made = scheduled()
    state_at(made, 1.5)
    entrant = made.entrants.select_related("version", "bot").get(number=0)
    assert entrant.version is not None
    type(entrant.version).objects.filter(pk=entrant.version_id).update(state="superseded")
    stage.version(entrant.bot, number=2)
    state_at(made, 2.1)
    floor.play_to_the_end(made)
    assert made.entrants.get(number=0).version_id == entrant.version_id


def test_two_bots_of_one_owner_are_one_entrant_the_stronger() -> None:
    made = scheduled(3)
    first = made.competition.entries.order_by("pk")[0].bot
    stage.version(stage.bot(owner=first.owner, cup=made.competition))
    state_at(made, 1.5)
    left_out = made.entrants.get(state=Entrant.State.OUT)
    assert "bots of one owner do not meet here" in left_out.reason
    assert made.entrants.exclude(number=None).count() == 3


def test_a_second_bot_of_one_owner_is_refused_where_bots_are_entered_one_by_one() -> None:
    made = scheduled(2, everybody=False)
    first = made.competition.entries.order_by("pk")[0].bot
    second = stage.version(stage.bot(owner=first.owner, cup=made.competition)).bot
    field.enter(made, first)
    field.enter(made, first)
    with pytest.raises(Refused, match="takes part for you already"):
        field.enter(made, second)
    field.withdraw(made, first)
    assert field.enter(made, second).state == Entrant.State.IN


def test_too_few_entrants_cancel_it_with_the_reason() -> None:
    made = scheduled(1)
    assert state_at(made, 1.5) == State.CANCELLED
    assert made.reason == "found 1 entrants, wanted at least 2 for a game of 2 players"
    with pytest.raises(Refused, match="found 1 entrants"):
        life.start_now(floor.tournament(1))


def test_a_field_that_would_take_too_many_games_cancels_it_with_the_reason() -> None:
    made = scheduled(8, most_games=50)
    assert state_at(made, 1.5) == State.CANCELLED
    assert made.reason.startswith("found 56 games for 8 entrants, wanted at most 50")


def test_an_odd_field_has_byes() -> None:
    assert floor.play_to_the_end(floor.running_one(3)).state == State.FINISHED


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"kind": Kind.DOUBLE, "players": 4}, "double elimination is for duels"),
        ({"kind": Kind.SINGLE, "players": 3}, "wanted 2, 4 or 6 players"),
        ({"players": 7}, "players: Ensure this value is less than or equal to 6"),
        ({"kind": "chess"}, "not a valid choice"),
        ({"kind": Kind.TWO_STAGE, "players": 4, "games_each": 3}, "found 3 games each, wanted at least 8"),
        ({"kind": Kind.GROUPS, "players": 4, "rounds": 500, "most_games": 100}, "wanted at most 100"),
        ({"is_hidden": True, "rated": True}, "the ladder's ratings would tell them"),
    ],
)
def test_terms_that_nobody_could_play_are_refused(terms: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        floor.tournament(4, **terms)


def test_a_date_that_is_past_is_refused() -> None:
    with pytest.raises(Refused, match="which is past"):
        life.schedule(floor.tournament(), timezone.now() - HOUR)
    with pytest.raises(Refused, match="after the start"):
        life.schedule(floor.tournament(), timezone.now() + HOUR, timezone.now() + 2 * HOUR)


def test_a_missed_start_is_made_up_for_or_left_out_as_set() -> None:
    late, never = scheduled(missed="once"), scheduled(missed="skip")
    assert state_at(late, 30) == State.RUNNING
    assert state_at(never, 30) == State.CANCELLED
    assert "was missed" in never.reason


# Series


def hourly(bots: int = 4, **terms: Any) -> Series:
    """An hourly round robin whose first start is in half an hour."""
    cup, _ = floor.cup_with(bots)
    begins = timezone.now() + HOUR / 2
    return series.create(cup, cup.organiser, "Hourly", "FREQ=HOURLY", begins, **(floor.DUELS | terms))


def test_a_series_that_began_in_the_past_has_missed_nothing() -> None:
    cup, _ = floor.cup_with(4)
    begins = timezone.now() - 30 * HOUR - HOUR / 2
    made = series.create(cup, cup.organiser, "Hourly", "FREQ=HOURLY", begins, **floor.DUELS)
    (first,) = made.tournaments.all()
    assert first.occurrence == begins + 31 * HOUR


def test_an_hourly_round_robin_makes_one_tournament_ahead_each_hour_once() -> None:
    made = hourly()
    for hours in (0, 0, 1, 1, 2):
        series.make_due(timezone.now() + hours * HOUR)
    starts = list(made.tournaments.order_by("starts").values_list("starts", flat=True))
    assert starts == [made.begins + i * HOUR for i in range(3)]


def test_of_starts_that_were_missed_the_latest_is_made_up_for_once() -> None:
    made = hourly()
    schedule.keep(timezone.now() + 10 * HOUR)
    starts = list(made.tournaments.order_by("starts").values_list("starts", flat=True))
    assert starts == [made.begins, made.begins + 9 * HOUR, made.begins + 10 * HOUR]


def test_starts_that_were_missed_are_left_out_if_so_set() -> None:
    made = hourly(missed="skip")
    schedule.keep(timezone.now() + 10 * HOUR)
    states = list(made.tournaments.order_by("starts").values_list("starts", "state"))
    assert states == [(made.begins, "cancelled"), (made.begins + 10 * HOUR, "scheduled")]


def test_the_next_of_a_series_is_left_out_while_the_one_before_still_plays() -> None:
    made = hourly()
    for hours in (0.6, 1.6):
        schedule.keep(timezone.now() + hours * HOUR)
        schedule.keep(timezone.now() + hours * HOUR)
    first, second = made.tournaments.order_by("starts")[:2]
    assert (first.state, second.state) == ("running", "cancelled")
    assert "still running" in second.reason


def test_a_series_that_is_stopped_makes_no_more() -> None:
    made = hourly()
    series.stop(series.stop(made))
    assert series.make_due(timezone.now() + 5 * HOUR) == 0
    series.go_on(series.go_on(made))
    assert series.make_due(timezone.now() + 5 * HOUR) > 0


def test_last_weeks_is_cloned_with_its_terms_and_bots() -> None:
    former = floor.tournament(3, everybody=False, kind=Kind.SWISS)
    for entry in former.competition.entries.all():
        field.enter(former, entry.bot)
    again = life.clone(former, former.organiser)
    assert (again.kind, again.state, again.seed == former.seed) == (Kind.SWISS, "draft", False)
    assert again.entrants.count() == 3


# Forecast


def test_the_preview_tells_rounds_games_and_minutes_on_the_present_workers() -> None:
    made = floor.tournament(kind=Kind.TWO_STAGE, players=4, games_each=24, rounds=0)
    told = forecast.preview(made, 32)
    assert (told.entrants, told.games, told.form.finalists) == (32, 192, 8)
    assert told.minutes == pytest.approx(192 * forecast.UNKNOWN_GAME_S / 60 / 0.5)
    with pytest.raises(NoSchedule, match="found 3 entrants"):
        forecast.preview(made, 3)


def test_progress_counts_games_and_says_when_they_end() -> None:
    begun = floor.running_one(3, blocks=False)
    assert forecast.progress(begun).ends is None
    floor.play_round(begun)
    Worker.objects.update(last_seen=timezone.now() + HOUR)
    told = forecast.progress(begun)
    assert (told.booked, told.games) == (1, 3)
    assert told.ends is not None
    assert timezone.now() < told.ends < timezone.now() + HOUR
