"""What a token may do: its scopes, its end, and the headers that every answer brings."""

import pytest
from django.test import Client
from django.urls import URLPattern
from pytest_django import Settings
from rest_framework.throttling import SimpleRateThrottle

from ladder import tokens
from ladder.api import urls
from ladder.api.endpoint import Endpoint
from ladder.api.version import VERSION
from ladder.models import Bot, Competition, User
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.api.conftest import checked

WITHOUT_SCOPES = {"api-schema", "api-swagger", "api-redoc", "api-badge"}
"""What everybody reads, with no token looked at."""


def client(person: User, *scopes: str) -> Client:
    return Client(headers={"Authorization": f"Token {tokens.make(person, scopes=scopes).secret}"})


def endpoints() -> list[URLPattern]:
    return [each for each in urls.urlpatterns if each.name not in WITHOUT_SCOPES]


@pytest.mark.parametrize("pattern", endpoints(), ids=lambda pattern: pattern.name)
def test_every_address_looks_at_the_tokens_scopes(pattern: URLPattern) -> None:
    assert issubclass(pattern.callback.view_class, Endpoint)


def test_reading_needs_read_and_acting_needs_upload() -> None:
    ada = stage.person()
    stage.competition()
    reader, uploader = client(ada, "read"), client(ada, "upload")
    assert reader.get("/api/v1/me/").json()["scopes"] == ["read"]
    refused = reader.post("/api/v1/bots/", {"name": "Hippo"}, content_type="application/json")
    assert refused.status_code == 403
    assert "this needs upload" in checked(refused)["detail"]
    assert (
        uploader.post("/api/v1/bots/", {"name": "Hippo"}, content_type="application/json").status_code == 201
    )
    assert uploader.get("/api/v1/me/").status_code == 403


def test_organising_needs_its_own_scope() -> None:
    cup = stage.competition("draft")
    address = f"/api/v1/competitions/{cup.slug}/state/"
    body = {"state": "open"}
    without = client(cup.organiser, "read", "upload").post(address, body, content_type="application/json")
    assert without.status_code == 403
    assert Competition.objects.get(pk=cup.pk).state == "draft"
    done = client(cup.organiser, "read", "organise").post(address, body, content_type="application/json")
    assert (done.status_code, done.json()["state"]) == (200, "open")


def test_a_token_revokes_itself_but_others_only_with_upload() -> None:
    ada = stage.person()
    mine, other = tokens.make(ada, scopes=["read"]), tokens.make(ada)
    speaking = Client(headers={"Authorization": f"Token {mine.secret}"})
    assert speaking.delete(f"/api/v1/tokens/{other.key}/").status_code == 403
    assert speaking.delete(f"/api/v1/tokens/{mine.key}/").status_code == 204
    assert [token.key for token in tokens.of(ada)] == [other.key]


@pytest.mark.parametrize(("scopes", "days"), [([], 9), (["all"], 9), (["read"], 0), (["read"], 366)])
def test_a_token_with_odd_terms_is_not_made(scopes: list[str], days: int) -> None:
    with pytest.raises(Refused):
        tokens.make(stage.person(), scopes=scopes, days=days)


def test_a_token_has_name_scopes_and_end() -> None:
    ada = User.objects.create_user("ada", password="quiet-hippo-42")
    body = {"username": "ada", "password": "quiet-hippo-42", "name": "laptop", "scopes": ["read"], "days": 3}
    made = Client().post("/api/v1/tokens/", body, content_type="application/json").json()
    (kept,) = tokens.of(ada)
    assert (kept.name, kept.scopes) == ("laptop", ("read",))
    assert kept.expiry is not None
    assert (kept.expiry - kept.created).days in (2, 3)
    assert made["scopes"] == ["read"]


def test_every_answer_tells_version_and_what_is_left_of_the_rate(client: Client) -> None:
    first, second = client.get("/api/v1/"), client.get("/api/v1/")
    assert first["API-Version"] == VERSION
    assert first["RateLimit-Policy"] == '"anon";q=600;w=60'
    assert first["RateLimit"].startswith('"anon";r=599;t=')
    assert second["RateLimit"].startswith('"anon";r=598;t=')


def test_beyond_the_rate_the_answer_says_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "1/min", "user": "1/min"})
    assert client.get("/api/v1/bots/").status_code == 200
    refused = client.get("/api/v1/bots/")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused["RateLimit"].startswith('"anon";r=0;t=')
    assert "try again in" in checked(refused)["detail"]
    assert not Bot.objects.exists()
