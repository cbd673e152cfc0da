"""`/api/v1/…/frames/`: what the viewer is fed with."""

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from engine import Game
from engine.frames import frames
from ladder import blobs, films
from ladder.models import Competition, Match, Result, Version
from tests.ladder import stage
from tests.ladder.api.conftest import Caller
from tests.ladder.web import played


@pytest.fixture(autouse=True)
def _no_film() -> None:
    caches["files"].clear()


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def pair(cup: Competition) -> list[Version]:
    return stage.field(cup, 2)


def replay() -> dict[str, Any]:
    game = Game.new("base", players=2, seed=1)
    while game.decision is not None:
        game.choose(0)
    return game.replay()


def sent(client: Client, body: object, query: str = "", status: int = 200) -> dict[str, Any]:
    response = client.post(f"/api/v1/frames/{query}", json.dumps(body), content_type="application/json")
    assert response.status_code == status, response.content[:500]
    answer: dict[str, Any] = response.json()
    return answer


def test_a_match_gives_the_frames_of_its_replay(
    client: Client, get: Caller, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    film = get(f"matches/{match.pk}/frames/")
    document = get(f"matches/{match.pk}/replay/")
    assert film == json.loads(json.dumps(frames(document)))


def test_a_seats_film_holds_views_only(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    film = get(f"matches/{match.pk}/frames/", seat=1)
    assert type(film["start"]["deck"]) is int
    assert type(film["start"]["seats"][0]["hand"]) is int
    assert type(film["start"]["seats"][1]["hand"]) is list


@pytest.mark.parametrize("seat", ["2", "-1", "x", "", "1.0", "٣"])
def test_a_seat_that_is_not_there_is_refused(
    get: Caller, cup: Competition, pair: list[Version], seat: str
) -> None:
    problem = get(f"matches/{played.match(cup, pair).pk}/frames/", 400, seat=seat)
    assert "One of 0 to 1 is wanted" in problem["detail"]


def test_a_film_is_made_once_and_outlives_the_engine_that_made_it(
    get: Caller, cup: Competition, pair: list[Version], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played.match(cup, pair)
    first = get(f"matches/{match.pk}/frames/")
    monkeypatch.setattr(films, "frames", None)
    assert get(f"matches/{match.pk}/frames/") == first


def test_a_match_without_a_result_has_no_film(get: Caller, cup: Competition, pair: list[Version]) -> None:
    assert "has no replay" in get(f"matches/{stage.match(cup, pair).pk}/frames/", 404)["detail"]


def test_a_trials_film_is_its_owners(get: Caller, cup: Competition) -> None:
    version = stage.version(stage.bot())
    trial = played.match(cup, [version, version], kind="trial")
    get(f"matches/{trial.pk}/frames/", 404)
    get(f"matches/{trial.pk}/frames/", by=version.bot.owner)


def test_a_replay_whose_file_is_gone_is_explained(
    get: Caller, cup: Competition, pair: list[Version], caplog: pytest.LogCaptureFixture
) -> None:
    match = played.match(cup, pair)
    blobs.path(Result.objects.get(match=match).replay_sha256).unlink()
    assert "cannot be played out" in get(f"matches/{match.pk}/frames/", 404)["detail"]
    assert f"The replay of match {match.pk}" in caplog.text
    assert Match.objects.get(pk=match.pk).state == "finished"


def test_a_replay_of_ones_own_is_played_out(client: Client) -> None:
    document = replay()
    film = sent(client, document)
    assert film == json.loads(json.dumps(frames(document)))
    assert len(sent(client, document, "?seat=1")["frames"]) == len(film["frames"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ([], "a replay is a JSON object"),
        ({"format": "other"}, "evolution-replay/1 is wanted"),
        ({"format": "evolution-replay/1"}, "is missing"),
    ],
)
def test_what_is_no_replay_is_refused_with_the_place(client: Client, body: object, said: str) -> None:
    assert said in sent(client, body, status=400)["detail"]


def test_an_altered_replay_is_refused(client: Client) -> None:
    document = replay()
    document["result"]["scores"][0] += 1
    assert "result.scores" in sent(client, document, status=400)["detail"]


def test_a_seat_beyond_the_replays_is_refused(client: Client) -> None:
    assert "one of 0 to 1 is wanted" in sent(client, replay(), "?seat=4", status=400)["detail"]


def test_a_replay_that_is_too_large_is_refused(client: Client) -> None:
    body = {"format": "x" * 3 * 2**20}
    assert "at most 2 MiB" in sent(client, body, status=400)["detail"]


def test_playing_out_has_a_rate_of_its_own(client: Client) -> None:
    for _ in range(20):
        sent(client, {}, status=400)
    assert sent(client, {}, status=429)["status"] == 429


def test_a_film_is_hidden_where_replays_are(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    Competition.objects.filter(pk=cup.pk).update(replays_shown="never")
    get(f"matches/{match.pk}/frames/", 404)
    get(f"matches/{match.pk}/frames/", by=pair[0].bot.owner)
