"""`/api/v1/competitions/` and `/api/v1/leaderboards/`."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ladder import leaderboards
from ladder.api.views import competitions
from ladder.models import Rating
from tests.ladder import stage
from tests.ladder.api.conftest import Caller


def test_a_row_has_exactly_the_fields_of_the_contract(get: Caller) -> None:
    cup = stage.competition()
    version = stage.version(stage.bot(stage.person(username="ada"), cup))
    Rating.objects.create(competition=cup, epoch=1, version=version, r=1712.25, rd=41.5, games=88)
    assert get(f"leaderboards/{cup.slug}/")["rows"] == [
        {
            "rank": 1,
            "bot": version.bot_id,
            "name": version.bot.name,
            "owner": "ada",
            "version": version.pk,
            "language": "python",
            "rating": 1712.25,
            "rd": 41.5,
            "games": 88,
            "provisional": False,
            "rank_low": 1,
            "rank_high": 1,
        }
    ]


def test_a_leaderboard_without_bots_has_no_rows(get: Caller) -> None:
    cup = stage.competition()
    board = get(f"leaderboards/{cup.slug}/")
    assert board["rows"] == []
    assert (board["competition"], board["name"], board["state"]) == (cup.slug, cup.name, "open")


def test_the_leaderboards_are_listed_with_their_addresses(get: Caller) -> None:
    cup = stage.competition()
    stage.competition(state="draft")
    listed = get("leaderboards/")
    assert [board["competition"] for board in listed["results"]] == [cup.slug]
    assert get(listed["results"][0]["url"])["rows"] == []


def test_a_competition_tells_rules_and_limits(get: Caller) -> None:
    cup = stage.competition(min_players=3, max_players=5)
    told = get(f"competitions/{cup.slug}/")
    assert (told["ruleset"], told["min_players"], told["max_players"]) == ("base", 3, 5)
    assert told["limits"]["bank_ms"] == 5000
    assert get("competitions/")["results"] == [told]


def test_a_draft_is_its_organisers_and_the_staffs(get: Caller) -> None:
    draft = stage.competition(state="draft")
    for by in (None, stage.person()):
        get(f"competitions/{draft.slug}/", 404, by=by)
        get(f"leaderboards/{draft.slug}/", 404, by=by)
    for by in (draft.organiser, stage.person(is_staff=True)):
        get(f"competitions/{draft.slug}/", by=by)
        get(f"leaderboards/{draft.slug}/", by=by)


def test_an_unknown_filter_is_refused(get: Caller) -> None:
    get("competitions/", 400, ruleset="base")
    get("leaderboards/", 400, state="open")


def test_a_leaderboard_takes_three_queries_however_many_bots(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    for _ in range(2):
        stage.field(cup, 10)
        with django_assert_num_queries(3):
            client.get(f"/api/v1/leaderboards/{cup.slug}/")


def test_a_large_leaderboard_comes_in_parts_that_lead_to_each_other(
    get: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "LARGE", 5)
    monkeypatch.setattr(leaderboards, "_kept_bounds", {})
    monkeypatch.setattr(competitions, "ROWS", 2)
    cup = stage.competition()
    for version in stage.field(cup, 5):
        Rating.objects.create(competition=cup, epoch=1, version=version, r=1500.5, rd=50)
    part = get(f"leaderboards/{cup.slug}/")
    ranks = [row["rank"] for row in part["rows"]]
    while part["next"]:
        part = get(part["next"])
        ranks += [row["rank"] for row in part["rows"]]
    assert ranks == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("after", ["", "x", "1_0_nan_4", "1_0_1500.0", "1_2_1500.0_4", "9" * 40])
def test_what_is_no_place_on_a_board_is_refused(get: Caller, after: str) -> None:
    get(f"leaderboards/{stage.competition().slug}/", 400, after=after)
