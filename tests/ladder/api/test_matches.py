"""`/api/v1/matches/`: the list, one match, its replay."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.replay import verify
from ladder.models import Competition, Match, MatchSeat, Version
from tests.ladder import stage
from tests.ladder.api.conftest import Caller, token_client
from tests.ladder.web import played


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def pair(cup: Competition) -> list[Version]:
    return stage.field(cup, 2)


def ids(answer: dict[str, Any]) -> list[int]:
    return [match["id"] for match in answer["results"]]


def test_a_match_has_exactly_the_fields_of_the_contract(
    get: Caller, cup: Competition, pair: list[Version]
) -> None:
    match = get(f"matches/{played.match(cup, pair).pk}/")
    assert " ".join(match) == (
        "id competition ruleset players state created finished block seats attempts replay"
    )
    assert " ".join(match["seats"][0]) == (
        "seat bot bot_name version owner score place final_place rating_before rating_after fault"
    )
    assert " ".join(match["attempts"][0]) == ("number worker state started ended reason")


def test_a_finished_match_says_how_it_went(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = get(f"matches/{played.match(cup, pair).pk}/")
    seat = match["seats"][1]
    assert match["competition"] == cup.slug
    assert match["state"] == "finished"
    assert match["finished"].endswith("Z")
    assert match["replay"] == f"http://testserver/api/v1/matches/{match['id']}/replay/"
    assert (seat["bot"], seat["version"]) == (pair[1].bot_id, pair[1].pk)
    assert (seat["bot_name"], seat["owner"]) == (pair[1].bot.name, pair[1].bot.owner.username)
    assert seat["rating_before"] == 1500.0
    assert seat["rating_after"] != 1500.0
    assert seat["fault"] is None
    assert match["attempts"][0]["state"] == "reported"


def test_a_match_that_waits_has_neither_scores_nor_replay(
    get: Caller, cup: Competition, pair: list[Version]
) -> None:
    match = get(f"matches/{stage.match(cup, pair).pk}/")
    assert (match["state"], match["finished"], match["replay"]) == ("planned", None, None)
    assert match["seats"][0]["score"] is None
    assert match["seats"][0]["rating_before"] is None


def test_a_fault_is_told_by_its_kind_alone(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair, faults=[stage.fault(0, "illegal", received="SECRET")])
    MatchSeat.objects.filter(match=match).update(log="SECRET")
    for by in (None, stage.person(), pair[0].bot.owner, stage.person(is_staff=True)):
        answer = get(f"matches/{match.pk}/", by=by)
        assert answer["seats"][0]["fault"] == "illegal"
        assert "SECRET" not in json.dumps(answer)


def test_filters_by_state_competition_and_bot(get: Caller, cup: Competition, pair: list[Version]) -> None:
    other = stage.competition()
    wanted = played.match(cup, pair)
    stage.match(cup, stage.field(cup, 2))
    stage.match(other, stage.field(other, 2))
    assert ids(get("matches/", state="finished")) == [wanted.pk]
    assert ids(get("matches/", bot=pair[1].bot_id)) == [wanted.pk]
    assert len(ids(get("matches/", competition=cup.slug))) == 2
    assert ids(get("matches/", competition=cup.slug, state="finished", bot=pair[0].bot_id)) == [wanted.pk]


@pytest.mark.parametrize(
    "query",
    [
        {"state": "odd"},
        {"state": ""},
        {"competition": "nowhere"},
        {"bot": "x"},
        {"bot": "4711"},
        {"bot": "9" * 40},
        {"status": "finished"},
        {"state": ["finished", "void"]},
        {"cursor": "x"},
        {"cursor": "cD14"},
        {"cursor": "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5"},
        {"cursor": "é"},
        {"cursor": "bz0tMQ=="},
        {"page": "2"},
        {"format": "xml"},
    ],
)
def test_a_query_that_cannot_be_meant_is_answered_with_400(get: Caller, query: dict[str, Any]) -> None:
    problem = get("matches/", 400, **query)
    assert next(iter(query)) in problem["errors"]


def test_fifty_matches_a_page_newest_first_and_on_to_the_next(
    get: Caller, cup: Competition, pair: list[Version]
) -> None:
    made = [stage.match(cup, pair).pk for _ in range(53)]
    first = get("matches/", competition=cup.slug)
    assert ids(first) == made[:-51:-1]
    assert first["previous"] is None
    second = get(first["next"])
    assert ids(second) == made[2::-1]
    assert second["next"] is None
    assert ids(get(second["previous"])) == ids(first)


def test_new_matches_do_not_shift_the_next_page(get: Caller, cup: Competition, pair: list[Version]) -> None:
    made = [stage.match(cup, pair).pk for _ in range(51)]
    first = get("matches/")
    stage.match(cup, pair)
    assert ids(get(first["next"])) == made[:1]


def test_trials_are_not_listed_even_for_their_owner(get: Caller, cup: Competition) -> None:
    version = stage.version(stage.bot(cup=cup), state="trial")
    stage.match(cup, [version, version], kind="trial")
    for by in (None, version.bot.owner, stage.person(is_staff=True)):
        assert ids(get("matches/", by=by)) == []


def test_matches_of_a_draft_are_its_organisers_and_the_staffs(get: Caller) -> None:
    draft = stage.competition(state="draft")
    match = stage.match(draft, stage.field(draft, 2))
    for by in (None, stage.person()):
        assert ids(get("matches/", by=by)) == []
        get(f"matches/{match.pk}/", 404, by=by)
        get("matches/", 400, by=by, competition=draft.slug)
    for by in (draft.organiser, stage.person(is_staff=True)):
        assert ids(get("matches/", by=by)) == [match.pk]


def test_the_list_takes_as_many_queries_for_fifty_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, cup: Competition, pair: list[Version]
) -> None:
    for number in (1, 20):
        for _ in range(number):
            stage.match(cup, pair)
        with django_assert_num_queries(4):
            client.get("/api/v1/matches/")


def test_an_unknown_match_is_a_problem_document(get: Caller) -> None:
    assert get("matches/4711/", 404)["title"] == "Not Found"
    get("matches/x/", 404)
    get(f"matches/{'9' * 40}/", 404)


def replay(client: Client, match: Match, **headers: str) -> Any:
    return client.get(f"/api/v1/matches/{match.pk}/replay/", headers=headers)


def test_the_replay_is_the_game(client: Client, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    response = replay(client, match)
    document = json.loads(response.content)
    verify(document)
    assert document["result"]["scores"] == [seat.score for seat in match.seats.all()]


def test_the_replay_comes_packed_where_that_is_accepted(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    packed = replay(client, match, **{"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == replay(client, match).content
    assert "Content-Encoding" not in replay(client, match, **{"Accept-Encoding": "gzip;q=0"})


def test_a_match_without_a_result_has_no_replay(get: Caller, cup: Competition, pair: list[Version]) -> None:
    assert "is planned" in get(f"matches/{stage.match(cup, pair).pk}/replay/", 404)["detail"]


def test_a_trial_and_its_replay_are_its_owners_and_the_staffs(get: Caller, cup: Competition) -> None:
    version = stage.version(stage.bot(cup=cup), state="trial")
    trial = played.match(cup, [version, version], kind="trial")
    for by in (None, stage.person()):
        get(f"matches/{trial.pk}/", 404, by=by)
        get(f"matches/{trial.pk}/replay/", 404, by=by)
    for by in (version.bot.owner, stage.person(is_staff=True)):
        get(f"matches/{trial.pk}/", by=by)
        assert replay(token_client(by), trial).status_code == 200
