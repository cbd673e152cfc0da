"""Every error below /api/ is a problem document (RFC 9457), whoever raised it."""

import pytest
from django.test import Client

from ladder import leaderboards
from tests.ladder import stage
from tests.ladder.api.conftest import Caller, checked, token_client


def test_the_first_page_says_where_everything_is(get: Caller) -> None:
    index = get("")
    assert {"competitions", "leaderboards", "matches", "challenges", "bots", "tokens", "schema"} <= set(index)
    assert get(index["matches"])["results"] == []


@pytest.mark.parametrize("address", ["nowhere/", "matches/1/nothing/", "bots/x/", "tokens/../"])
def test_an_unknown_address_is_a_problem(client: Client, address: str) -> None:
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == 404
    checked(response)


def test_an_address_without_its_slash_leads_to_the_right_one(client: Client) -> None:
    assert client.get("/api/v1/matches")["Location"] == "/api/v1/matches/"


def test_a_wrong_method_is_a_problem(client: Client) -> None:
    response = token_client(stage.person()).delete("/api/v1/matches/")
    assert response.status_code == 405
    assert "DELETE" in checked(response)["detail"]


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{not json", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"name": "\\ud800"}', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"[]", "application/json", 400),
        (b'"text"', "application/json", 400),
        (b"null", "application/json", 400),
        (b"NaN", "application/json", 400),
        (b"<name/>", "text/xml", 415),
        (b"x", "multipart/form-data", 400),
        (b"name=x", "application/x-www-form-urlencoded", 415),
        (b"x" * (18 << 20), "application/json", 413),
    ],
)
def test_a_body_that_cannot_be_read_is_a_problem(body: bytes, content_type: str, status: int) -> None:
    client = token_client(stage.person())
    response = client.generic("POST", "/api/v1/bots/", body, content_type=content_type)
    assert response.status_code == status
    checked(response)


def test_an_accept_header_that_we_cannot_serve_is_a_problem(client: Client) -> None:
    response = client.get("/api/v1/matches/", headers={"Accept": "text/csv"})
    assert response.status_code == 406
    checked(response)


def test_an_address_with_a_nul_is_a_problem(client: Client) -> None:
    response = client.get("/api/v1/matches/", QUERY_STRING="competition=%00")
    assert response.status_code == 400
    checked(response)


def test_what_we_did_not_foresee_is_a_problem_without_a_traceback(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("SECRET")

    cup = stage.competition()
    monkeypatch.setattr(leaderboards, "rows", broken)
    client.raise_request_exception = False
    response = client.get(f"/api/v1/leaderboards/{cup.slug}/")
    assert response.status_code == 500
    assert "SECRET" not in response.content.decode()
    checked(response)


def test_an_invented_forwarding_header_escapes_no_throttle(client: Client) -> None:
    answers = [
        client.post("/api/v1/tokens/", {}, headers={"X-Forwarded-For": f"10.0.0.{i}"}).status_code
        for i in range(21)
    ]
    assert answers[-1] == 429
