"""How ratings moved of late."""

from itertools import pairwise

import pytest
from pytest_django import DjangoAssertNumQueries

from ladder import trends
from ladder.models import Competition, RatingEvent
from tests.ladder import stage

pytestmark = pytest.mark.django_db


def events(cup: Competition, ratings: list[float], epoch: int = 1) -> int:
    """A version with these ratings one after another; its primary key."""
    version = stage.version(stage.bot(cup=cup))
    match = stage.match(cup, [version])
    for seq, (before, after) in enumerate(pairwise(ratings)):
        RatingEvent.objects.create(
            competition=cup, epoch=epoch, fold_seq=seq, match=match, version=version,
            r_before=before, rd_before=50, r_after=after, rd_after=50,
        )  # fmt: skip
    return version.pk


def test_a_trend_goes_from_the_rating_before_to_the_last_one() -> None:
    cup = stage.competition()
    version = events(cup, [1500, 1520, 1490])
    trend = trends.of_versions(cup, [version])[version]
    assert trend.ratings == (1500, 1520, 1490)
    assert trend.change == -10


def test_only_the_last_twenty_matches_count() -> None:
    cup = stage.competition()
    version = events(cup, [1500 + i for i in range(31)])
    assert trends.of_versions(cup, [version])[version].ratings == tuple(1510 + i for i in range(21))


def test_other_epochs_and_competitions_count_nothing_and_who_did_not_play_has_no_trend() -> None:
    cup, other = stage.competition(), stage.competition()
    idle = stage.version(stage.bot(cup=cup)).pk
    assert trends.of_versions(cup, [events(cup, [1, 2], epoch=2), events(other, [1, 2]), idle]) == {}
    assert trends.of_versions(cup, []) == {}


def test_many_versions_take_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cup = stage.competition()
    versions = [events(cup, [1500, 1501]) for _ in range(3)]
    with django_assert_num_queries(1):
        assert len(trends.of_versions(cup, versions * 33)) == 3


def test_too_many_versions_are_refused() -> None:
    with pytest.raises(ValueError, match="found 101, wanted at most 100"):
        trends.of_versions(stage.competition(), range(101))
