"""The page of challenges, and their part of the API."""

from typing import Any

import pytest
from django.test import Client

from ladder.models import Challenge, Competition, User, Version
from tests.ladder import stage
from tests.ladder.web.conftest import Reader


@pytest.fixture
def ada(client: Client) -> User:
    made = stage.person(username="ada")
    client.force_login(made)
    return made


@pytest.fixture
def own(ada: User) -> Version:
    return stage.version(stage.bot(ada, stage.competition()))


def form(own: Version, *names: str) -> dict[str, Any]:
    cup = Competition.objects.get()
    return {"competition": cup.slug, "version": own.pk, "opponents": ", ".join(names)}


def test_a_challenge_is_asked_for_listed_and_cancelled(client: Client, own: Version, read: Reader) -> None:
    rival = stage.version(stage.bot(cup=Competition.objects.get())).bot
    read(client, "/challenges/", version=str(own.pk))
    assert client.post("/challenges/", form(own, rival.name)).status_code == 302
    assert "Waiting" in read(client, "/challenges/").text
    asked = Challenge.objects.get()
    client.post(f"/challenges/{asked.pk}/cancel/")
    assert "cancelled by who asked" in read(client, "/challenges/").text


def test_opponents_are_found_whatever_their_case_and_listed(
    client: Client, own: Version, read: Reader
) -> None:
    rival = stage.version(stage.bot(cup=Competition.objects.get())).bot
    assert client.post("/challenges/", form(own, rival.name.upper())).status_code == 302
    links = [link.text for link in read(client, "/challenges/").all("a")]
    assert rival.name in links


def test_what_cannot_be_asked_is_said_beside_the_form(client: Client, own: Version) -> None:
    response = client.post("/challenges/", form(own, "no-such-bot"))
    assert response.status_code == 400
    assert "There is no bot called no-such-bot" in response.content.decode()
    stranger = stage.version(stage.bot()).bot
    assert "does not play in" in client.post("/challenges/", form(own, stranger.name)).content.decode()
    assert not Challenge.objects.exists()


def test_others_versions_and_challenges_are_not_there(client: Client, own: Version) -> None:
    cup = Competition.objects.get()
    rival = stage.version(stage.bot(cup=cup))
    assert client.post("/challenges/", form(rival, own.bot.name)).status_code == 400
    other = Challenge.objects.create(
        competition=cup, asker=rival.bot.owner, version=rival, line_up=[rival.pk, own.pk]
    )
    assert client.post(f"/challenges/{other.pk}/cancel/").status_code == 404
    assert client.delete(f"/api/v1/challenges/{other.pk}/").status_code == 404
    client.logout()
    assert client.get("/challenges/").status_code == 302
    assert client.get("/api/v1/challenges/").status_code == 401


def test_the_api_asks_lists_and_cancels(client: Client, own: Version) -> None:
    cup = Competition.objects.get()
    rival = stage.version(stage.bot(cup=cup))
    body = {"competition": cup.slug, "version": own.pk, "opponents": [rival.bot_id]}
    made = client.post("/api/v1/challenges/", body, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["state"] == "waiting"
    listed = client.get("/api/v1/challenges/").json()["results"]
    assert [each["id"] for each in listed] == [made.json()["id"]]
    assert client.delete(f"/api/v1/challenges/{made.json()['id']}/").status_code == 204
    refused = client.post(
        "/api/v1/challenges/", body | {"opponents": [own.bot_id]}, content_type="application/json"
    )
    assert refused.status_code == 400
    assert "on one seat only" in refused.json()["detail"]
