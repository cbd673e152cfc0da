"""`/api/v1/tokens/`, and what a token opens."""

import base64
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from ladder import tokens
from ladder.models import User
from tests.ladder import stage
from tests.ladder.api.conftest import checked, token_client

PASSWORD = "quiet-hippo-42"


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password=PASSWORD)


def ask(client: Client, status: int, **body: Any) -> Any:
    response = client.post("/api/v1/tokens/", body, content_type="application/json")
    assert response.status_code == status, response.content.decode()
    return checked(response)


def works(secret: str) -> bool:
    status = Client().get("/api/v1/tokens/", headers={"Authorization": f"Token {secret}"}).status_code
    return status == 200


def test_name_and_password_make_a_token_that_works(client: Client, ada: User) -> None:
    made = ask(client, 201, username="ada", password=PASSWORD)
    assert works(made["token"])
    assert made["token"].startswith(made["key"])


def test_http_basic_makes_a_token_too(ada: User) -> None:
    basic = base64.b64encode(f"ada:{PASSWORD}".encode()).decode()
    response = Client().post("/api/v1/tokens/", headers={"Authorization": f"Basic {basic}"})
    assert response.status_code == 201
    assert works(response.json()["token"])


def test_http_basic_opens_nothing_else(ada: User) -> None:
    basic = base64.b64encode(f"ada:{PASSWORD}".encode()).decode()
    response = Client().post("/api/v1/bots/", {"name": "Hippo"}, headers={"Authorization": f"Basic {basic}"})
    assert response.status_code == 401


def test_somebody_signed_in_makes_a_token(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert works(ask(client, 201)["token"])


def test_a_token_makes_no_tokens(ada: User) -> None:
    assert "A token makes no tokens" in ask(token_client(ada), 403)["detail"]


@pytest.mark.parametrize("body", [{"password": "no"}, {"username": "nobody"}])
def test_a_wrong_name_or_password_is_refused(client: Client, ada: User, body: dict[str, str]) -> None:
    assert ask(client, 401, **({"username": "ada", "password": PASSWORD} | body))["detail"] == (
        "Wrong name or password."
    )


@pytest.mark.parametrize("body", [{}, {"username": "ada"}, {"username": "a\0", "password": "x"}])
def test_a_body_that_is_not_whole_is_refused(client: Client, body: dict[str, str]) -> None:
    assert ask(client, 400, **body)["errors"]


def test_an_account_that_is_closed_gets_no_token(client: Client, ada: User) -> None:
    User.objects.update(is_active=False)
    ask(client, 401, username="ada", password=PASSWORD)


def test_guessing_ends_in_a_pause(client: Client, ada: User) -> None:
    for number in range(10):
        client.post("/api/v1/tokens/", {"username": "ada", "password": f"no{number}"})
    assert "failed sign-ins" in ask(client, 429, username="ada", password=PASSWORD)["detail"]


def test_making_tokens_has_a_rate(client: Client) -> None:
    answers = [client.post("/api/v1/tokens/", {}).status_code for _ in range(21)]
    assert answers[-2:] == [400, 429]


def test_ones_tokens_are_listed_without_their_secrets(ada: User) -> None:
    first = tokens.make(ada)
    tokens.make(stage.person())
    listed = token_client(ada).get("/api/v1/tokens/")
    assert {token["key"] for token in listed.json()["results"]} > {first.key}
    assert len(listed.json()["results"]) == 2
    assert first.secret not in listed.content.decode()


def test_revoking_ends_one_token(ada: User) -> None:
    first, second = tokens.make(ada), tokens.make(ada)
    client = Client(headers={"Authorization": f"Token {first.secret}"})
    assert client.delete(f"/api/v1/tokens/{second.key}/").status_code == 204
    assert works(first.secret)
    assert not works(second.secret)


def test_others_tokens_cannot_be_revoked(ada: User) -> None:
    others = tokens.make(stage.person())
    response = token_client(ada).delete(f"/api/v1/tokens/{others.key}/")
    assert response.status_code == 404
    assert works(others.secret)


def test_a_token_that_has_ended_opens_nothing(ada: User) -> None:
    token = tokens.make(ada)
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert not works(token.secret)


@pytest.mark.parametrize(
    "header",
    ["Token", "Token x", "Token a b", "Token " + "0" * 64, "Token \xff", "Token " + "x" * 9000, "Bearer x"],
)
def test_a_wrong_token_is_a_problem_document(client: Client, header: str) -> None:
    response = client.post("/api/v1/bots/", {}, headers={"Authorization": header})
    assert response.status_code == 401
    checked(response)
