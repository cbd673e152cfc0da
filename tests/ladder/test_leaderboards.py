"""Boards and histories."""

from typing import Any

import pytest
from django.utils import timezone

from ladder import leaderboards
from ladder.models import Competition, Rating, RatingEvent, Version
from tests.ladder import stage

pytestmark = pytest.mark.django_db


def rated(cup: Competition, r: float, rd: float, **fields: Any) -> Version:
    """An active entered version with this rating."""
    version = stage.version(stage.bot(cup=cup, **fields))
    Rating.objects.create(competition=cup, epoch=cup.current_epoch, version=version, r=r, rd=rd, games=40)
    return version


def test_the_board_is_ordered_by_rating_with_provisional_bots_behind() -> None:
    cup = stage.competition()
    weak, strong, fresh = rated(cup, 1400, 30), rated(cup, 1700, 40), rated(cup, 2100, 61)
    rows = leaderboards.rows(cup)
    assert [(row.rank, row.version, row.provisional) for row in rows] == [
        (1, strong.pk, False),
        (2, weak.pk, False),
        (3, fresh.pk, True),
    ]


def test_a_row_says_who_and_how_much() -> None:
    cup = stage.competition()
    version = rated(cup, 1612.4, 24)
    (row,) = leaderboards.rows(cup)
    assert (row.bot, row.name, row.owner) == (version.bot_id, version.bot.name, version.bot.owner.username)
    assert (row.version, row.number, row.language) == (version.pk, 1, "python")
    assert (row.rating, row.rd, row.games) == (1612.4, 24, 40)


def test_the_rank_interval_spans_the_ranks_that_two_deviations_leave_possible() -> None:
    cup = stage.competition()
    for r, rd in ((1900, 20), (1620, 30), (1600, 30), (1560, 30), (1200, 20)):
        rated(cup, r, rd)
    assert [(row.rank_low, row.rank_high) for row in leaderboards.rows(cup)] == [
        (1, 1),
        (2, 4),
        (2, 4),
        (2, 4),
        (5, 5),
    ]


def test_an_active_bot_without_games_is_on_the_board_at_the_start_rating() -> None:
    cup = stage.competition()
    stage.field(cup, 1)
    (row,) = leaderboards.rows(cup)
    assert (row.rating, row.rd, row.games, row.provisional) == (1500.0, 350.0, 0, True)


def test_superseded_versions_and_bots_that_left_are_not_on_the_board() -> None:
    cup = stage.competition()
    old = rated(cup, 1800, 30)
    Version.objects.filter(pk=old.pk).update(state="superseded")
    rated(cup, 1700, 30).bot.entries.all().delete()
    assert leaderboards.rows(cup) == []


def test_ratings_of_other_competitions_and_epochs_do_not_show() -> None:
    cup, other = stage.competition(), stage.competition()
    version = rated(cup, 1700, 30)
    Rating.objects.create(competition=cup, epoch=2, version=version, r=1000, rd=30)
    Rating.objects.create(competition=other, epoch=1, version=version, r=2000, rd=30)
    assert [row.rating for row in leaderboards.rows(cup)] == [1700]


def test_an_empty_competition_has_an_empty_board() -> None:
    assert leaderboards.rows(stage.competition()) == []


@pytest.mark.parametrize("bots", [1, 12])
def test_a_board_takes_one_query(bots: int, django_assert_num_queries: Any) -> None:
    cup = stage.competition()
    for i in range(bots):
        rated(cup, 1500 + i, 50)
    with django_assert_num_queries(1):
        assert len(leaderboards.rows(cup)) == bots


def event(cup: Competition, version: Version, seq: int, epoch: int = 1) -> None:
    match = stage.match(cup, [version])
    match.finished = timezone.now()
    match.save()
    RatingEvent.objects.create(
        competition=cup,
        epoch=epoch,
        fold_seq=seq,
        match=match,
        version=version,
        r_before=1500 + seq,
        rd_before=90,
        r_after=1501 + seq,
        rd_after=89,
    )


def test_a_bot_s_history_runs_through_its_versions_in_the_order_of_the_fold(
    django_assert_num_queries: Any,
) -> None:
    cup = stage.competition()
    first = stage.version(stage.bot(cup=cup), "superseded")
    second = stage.version(first.bot, number=2)
    for version, seq in ((second, 9), (first, 3), (first, 5)):
        event(cup, version, seq)
    event(cup, first, 5, epoch=2)
    with django_assert_num_queries(1):
        points = leaderboards.rating_history(first.bot, cup)
    assert [(p.seq, p.number, p.r_before, p.r) for p in points] == [
        (3, 1, 1503, 1504),
        (5, 1, 1505, 1506),
        (9, 2, 1509, 1510),
    ]
    assert [p.seq for p in leaderboards.version_history(second, cup)] == [9]


def test_a_long_history_keeps_its_latest_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboards, "MOST_POINTS", 3)
    cup = stage.competition()
    (version,) = stage.field(cup, 1)
    for seq in range(1, 6):
        event(cup, version, seq)
    assert [p.seq for p in leaderboards.rating_history(version.bot, cup)] == [3, 4, 5]


def test_pages_of_a_board_show_the_rows_of_the_whole_board_in_order() -> None:
    cup = stage.competition()
    for r, rd in ((1500, 40), (1700, 90), (1600, 30), (1600, 30), (1400, 20), (2000, 200), (1300, 60)):
        rated(cup, r, rd)
    found: list[leaderboards.Row] = []
    after = None
    while True:
        page = leaderboards.page(cup, after, size=2)
        found += page.rows
        assert page.total == 7
        if (after := page.after) is None:
            break
    assert found == leaderboards.rows(cup)


def test_a_page_is_of_entered_active_versions_of_this_epoch_only() -> None:
    cup, other = stage.competition(), stage.competition()
    shown = rated(cup, 1500, 40)
    rated(other, 1600, 40)
    old = rated(cup, 1800, 30)
    Version.objects.filter(pk=old.pk).update(state="superseded")
    rated(cup, 1700, 30).bot.entries.all().delete()
    Rating.objects.create(competition=cup, epoch=2, version=shown, r=1900, rd=30)
    assert [row.version for row in leaderboards.page(cup).rows] == [shown.pk]


@pytest.mark.parametrize("bots", [1, 12])
def test_a_page_takes_three_queries_at_most(bots: int, django_assert_num_queries: Any) -> None:
    cup = stage.competition()
    for i in range(bots):
        rated(cup, 1500 + i, 50)
    with django_assert_num_queries(3):
        leaderboards.page(cup)


def test_a_large_fields_ranks_are_kept_for_a_while(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(leaderboards, "LARGE", 3)
    monkeypatch.setattr(leaderboards, "_kept_bounds", {})
    cup = stage.competition()
    for i in range(3):
        rated(cup, 1500 + i, 50)
    first = leaderboards.page(cup, size=2)
    with django_assert_num_queries(1):
        assert leaderboards.page(cup, size=2) == first
    assert leaderboards.is_large(cup)
