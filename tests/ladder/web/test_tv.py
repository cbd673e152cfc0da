"""The TV page, and what its script asks for."""

from django.test import Client

from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


def test_without_a_match_the_tv_says_so(client: Client, read: Reader) -> None:
    assert "Nothing has been played yet" in read(client, "/tv/").text
    assert client.get("/tv/on-air/").json() == {"match": None}


def test_the_match_that_ended_last_is_shown_and_named(client: Client, read: Reader) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    played.match(cup, pair)
    last = played.match(cup, pair)
    stage.match(cup, pair)
    viewer = read(client, "/tv/").all("evo-replay")[0].attributes
    assert viewer["src"] == f"/api/v1/matches/{last.pk}/frames/"
    answer = client.get("/tv/on-air/")
    assert answer["Cache-Control"] == "no-cache"
    assert answer.json() == {
        "match": last.pk,
        "title": f"Match {last.pk}, {cup.name}",
        "page": f"/matches/{last.pk}/",
        "frames": f"/api/v1/matches/{last.pk}/frames/",
    }


def test_trials_are_not_on_tv(client: Client) -> None:
    cup = stage.competition()
    version = stage.version(stage.bot())
    played.match(cup, [version, version], kind="trial")
    assert client.get("/tv/on-air/").json() == {"match": None}


def test_games_that_are_not_shown_at_once_are_not_on_tv(client: Client) -> None:
    cup = stage.competition()
    played.match(cup, stage.field(cup, 2))
    type(cup).objects.filter(pk=cup.pk).update(replays_shown="never")
    assert client.get("/tv/on-air/").json() == {"match": None}
