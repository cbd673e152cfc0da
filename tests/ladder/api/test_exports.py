"""`/api/v1/exports/matches/`: all that the caller may see, whole or with the place to go on; badges."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from ladder import blobs
from ladder.api.views import exports
from ladder.models import Competition, Result, User, Version
from ladder.ratings import fold
from tests.ladder import stage
from tests.ladder.api.conftest import checked, token_client
from tests.ladder.web import played


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def pair(cup: Competition) -> list[Version]:
    return stage.field(cup, 2)


def lines(client: Client, address: str = "/api/v1/exports/matches/", **query: Any) -> list[Any]:
    response = client.get(address, query)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/x-ndjson"
    assert response.streaming
    return [json.loads(line) for line in response.getvalue().splitlines()]


def test_finished_matches_come_oldest_first_and_the_end_is_told(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    stage.match(cup, pair)
    made = [stage.counted(cup, pair, [1, 2]).pk for _ in range(3)]
    *shown, end = lines(client)
    assert [match["id"] for match in shown] == made
    assert "replay_document" not in shown[0]
    assert end == {"next": None}


def test_it_goes_on_where_it_stopped(
    client: Client, cup: Competition, pair: list[Version], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "AT_ONCE", 2)
    made = [stage.counted(cup, pair, [1, 2]).pk for _ in range(5)]
    *first, more = lines(client, limit=3, competition=cup.slug)
    *second, end = lines(client, more["next"])
    assert [match["id"] for match in [*first, *second]] == made
    assert end == {"next": None}
    assert [match["id"] for match in lines(client, after=made[1])[:-1]] == made[2:]


def test_replays_come_along_where_they_may_be_seen(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    assert lines(client, replays=1)[0]["replay_document"]["ruleset"] == "base"
    Competition.objects.update(replays_shown="never")
    assert lines(client, replays=1)[0]["replay_document"] is None
    assert lines(token_client(pair[0].bot.owner), replays=1)[0]["replay_document"]["seed"] == match.seed
    blobs.remove(Result.objects.get().replay_sha256)
    assert lines(token_client(pair[0].bot.owner), replays=1)[0]["replay_document"] is None


def test_private_competitions_and_trials_are_left_out(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    played.match(cup, [pair[0], pair[0]], kind="trial")
    match = stage.counted(cup, pair, [1, 2])
    assert [each.get("id") for each in lines(client)] == [match.pk, None]
    Competition.objects.update(is_private=True)
    assert lines(client) == [{"next": None}]
    assert lines(token_client(cup.organiser))[0]["id"] == match.pk


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"},
        {"limit": "10001"},
        {"after": "x"},
        {"replays": "2"},
        {"state": "void"},
        {"competition": "no"},
    ],
)
def test_a_query_that_cannot_be_meant_is_refused(client: Client, query: dict[str, str]) -> None:
    response = client.get("/api/v1/exports/matches/", query)
    assert response.status_code == 400
    assert next(iter(query)) in checked(response)["errors"]


def test_exports_have_a_rate_of_their_own(client: Client) -> None:
    assert '"export";q=30;w=3600' in client.get("/api/v1/exports/matches/")["RateLimit-Policy"]


def badge(client: Client, version: Version, **query: str) -> Any:
    return client.get(f"/api/v1/bots/{version.bot_id}/badge.svg", query)


def test_a_badge_shows_rank_and_rating(client: Client, cup: Competition, pair: list[Version]) -> None:
    stage.counted(cup, pair, [1, 2])
    fold.fold_all()
    response = badge(client, pair[0])
    assert response["Content-Type"] == "image/svg+xml"
    assert "max-age=300" in response["Cache-Control"]
    title = ElementTree.fromstring(response.content).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith(f"{cup.name}: #1 of 2, 1")


def test_a_badge_holds_no_markup_of_others(client: Client, cup: Competition, pair: list[Version]) -> None:
    Competition.objects.update(name='<script>"x"</script> & more')
    response = badge(client, pair[0])
    assert b"<script" not in response.content
    ElementTree.fromstring(response.content)


def test_a_badge_shows_only_what_everybody_may_see(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    Competition.objects.update(is_private=True)
    client.force_login(pair[0].bot.owner)
    assert badge(client, pair[0]).status_code == 404
    assert badge(client, pair[0], competition=cup.slug).status_code == 404


def test_a_bot_that_does_not_play_has_a_badge_that_says_so(
    client: Client, cup: Competition, pair: list[Version]
) -> None:
    Version.objects.update(state="retired")
    assert "does not play now" in badge(client, pair[0]).content.decode()


def test_a_text_comes_whatever_the_caller_would_rather_have(cup: Competition, pair: list[Version]) -> None:
    owner: User = pair[0].bot.owner
    answer = token_client(owner).get(f"/api/v1/versions/{pair[0].pk}/log/", headers={"Accept": "text/plain"})
    assert answer.status_code == 200
