"""A field read whole and one read by parts show the same board."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from ladder import boards, leaderboards
from ladder.boards import Field, Large, Small, Wanted
from ladder.models import Competition, Rating, Version
from tests.ladder import stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    cache.clear()
    boards._orders.clear()
    yield
    boards._orders.clear()


@pytest.fixture
def cup() -> Competition:
    """Ten bots, every third one provisional, of owners called ada and bob; two have the same rating."""
    cup = stage.competition()
    people = [stage.person(username=name) for name in ("ada", "bob")]
    for number in range(10):
        version = stage.version(
            stage.bot(people[number % 2], cup), language=("python", "rust", "c")[number % 3]
        )
        rd = 80 if number % 3 == 0 else 30
        Rating.objects.create(
            competition=cup, epoch=1, version=version, r=1500 + number // 2 * 10, rd=rd, games=5
        )
    return cup


def both(cup: Competition) -> tuple[Field, Field]:
    """The field, read whole and by parts."""
    return Small(leaderboards.rows(cup)), Large(cup, boards._order(cup))


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(),
        Wanted("ada"),
        Wanted("bot"),
        Wanted("bob", "rust"),
        Wanted(settled=True),
        Wanted("a", "python", settled=True),
        Wanted("nobody"),
        Wanted(language="cobol"),
    ],
)
def test_a_large_field_shows_what_a_small_one_shows(cup: Competition, wanted: Wanted) -> None:
    small, large = both(cup)
    for first in (0, 3, 6, 9, 12):
        assert large.part(wanted, first, 3) == small.part(wanted, first, 3)


def test_both_say_where_bots_stand_and_which_languages_there_are(cup: Competition) -> None:
    small, large = both(cup)
    bots = set(Version.objects.filter(bot__owner__username="ada").values_list("bot", flat=True))
    assert large.standings(bots) == small.standings(bots)
    assert len(large.standings(bots)) == 5
    assert (large.languages, large.total) == (small.languages, small.total) == (["c", "python", "rust"], 10)


def test_a_pseudonym_is_found_and_the_name_behind_it_is_not(cup: Competition) -> None:
    Competition.objects.filter(pk=cup.pk).update(pseudonyms=True)
    cup.refresh_from_db()
    small, large = both(cup)
    alias = small.part(Wanted(), 0, 1).rows[0].owner.lower()
    for field in (small, large):
        assert field.part(Wanted(alias), 0, 10).total == 5
        assert field.part(Wanted("ada"), 0, 10).total == 0


def test_a_page_of_a_large_field_takes_few_queries_wherever_it_is(
    cup: Competition, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(leaderboards, "LARGE", 5)
    monkeypatch.setattr(leaderboards, "_kept_bounds", {})
    field = boards.of(cup)
    assert isinstance(field, Large)
    leaderboards.page(cup)
    for wanted, most in ((Wanted(), 2), (Wanted("ada"), 1)):
        with django_assert_num_queries(most):
            field.part(wanted, 3, 3)


def test_the_order_of_a_large_field_is_kept_for_a_while(
    cup: Competition, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    boards._order(cup)
    with django_assert_num_queries(0):
        boards._order(cup)
