"""`/api/v1/webhooks/` and the page: one's own, shown to nobody else, the secret once."""

import pytest
from django.test import Client

from ladder import webhooks
from ladder.models import User, Webhook
from tests.ladder import stage
from tests.ladder.api.conftest import Caller
from tests.ladder.api.test_acting import send

BODY = {"url": "https://example.org/hook", "kinds": ["match.finished"]}


@pytest.fixture
def ada() -> User:
    return stage.person()


def test_a_webhook_is_made_listed_pinged_and_removed(ada: User) -> None:
    made = send(ada, "POST", "webhooks/", 201, BODY)
    assert made["secret"].startswith("whsec_")
    (listed,) = send(ada, "GET", "webhooks/", 200)["results"]
    assert "secret" not in listed
    address = f"webhooks/{made['id']}/"
    assert send(ada, "POST", f"{address}ping/", 202)["kind"] == "ping"
    assert [each["kind"] for each in send(ada, "GET", f"{address}deliveries/", 200)["results"]] == ["ping"]
    send(ada, "DELETE", address, 204)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": "http://example.org/", "kinds": ["match.finished"]}, "url"),
        ({"url": "https://example.org/", "kinds": []}, "kinds"),
        ({"url": "https://example.org/", "kinds": ["all"]}, "kinds"),
    ],
)
def test_a_webhook_that_cannot_be_says_why(ada: User, body: dict[str, object], field: str) -> None:
    assert field in send(ada, "POST", "webhooks/", 400, body)["errors"]


def test_others_webhooks_are_not_there(get: Caller, ada: User) -> None:
    hook = webhooks.make(ada, BODY["url"], BODY["kinds"]).webhook
    for other in (stage.person(), stage.person(is_staff=True)):
        for method, part in (
            ("GET", ""),
            ("DELETE", ""),
            ("PATCH", ""),
            ("POST", "ping/"),
            ("GET", "deliveries/"),
        ):
            body = {"disabled": ""} if method == "PATCH" else None
            send(other, method, f"webhooks/{hook.pk}/{part}", 404, body)
    get("webhooks/", 401)
    assert Webhook.objects.count() == 1


def test_a_webhook_is_switched_on_again(ada: User) -> None:
    hook = webhooks.make(ada, BODY["url"], BODY["kinds"]).webhook
    Webhook.objects.update(disabled="It answered 410 Gone.")
    send(ada, "PATCH", f"webhooks/{hook.pk}/", 400, {"disabled": "no"})
    assert send(ada, "PATCH", f"webhooks/{hook.pk}/", 200, {"disabled": ""})["disabled"] == ""


def test_the_page_makes_lists_pings_and_removes(client: Client, ada: User) -> None:
    client.force_login(ada)
    made = client.post("/me/webhooks/", BODY)
    assert made.status_code == 201
    assert "whsec_" in made.content.decode()
    hook = Webhook.objects.get()
    assert "ping leaves" in client.post(f"/me/webhooks/{hook.pk}/ping/", follow=True).content.decode()
    page = client.get("/me/webhooks/").content.decode()
    assert BODY["url"] in page
    assert "whsec_" not in page
    Webhook.objects.update(disabled="It answered 410 Gone.")
    client.post(f"/me/webhooks/{hook.pk}/on/")
    assert Webhook.objects.get().disabled == ""
    refused = client.post("/me/webhooks/", {**BODY, "url": "http://example.org/"})
    assert refused.status_code == 400
    client.post(f"/me/webhooks/{hook.pk}/remove/")
    assert not Webhook.objects.exists()
