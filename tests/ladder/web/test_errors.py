"""Nonsense from browsers gets a clear 4xx page; nobody ever sees a traceback."""

from contextlib import closing

import pytest
from django.test import Client

from ladder.web.views import status
from tests.ladder import stage
from tests.ladder.web import html
from tests.ladder.web.conftest import Reader

ADDRESSES = (
    "/",
    "/matches/",
    "/matches/1/",
    "/bots/1/",
    "/upload/",
    "/me/",
    "/status/",
    "/sign-in/",
    "/nowhere",
)
QUERIES = ("%00", "a=%00", "a=%ff%fe", "%c3%28=1")


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_no_text_is_refused(client: Client, address: str, query: str) -> None:
    response = client.get(address, QUERY_STRING=query)
    assert response.status_code == 400
    assert "not text" in response.content.decode()
    assert html.faults(response.content.decode()) == []


@pytest.mark.parametrize(
    "address",
    [
        "/%00",
        "/bots/%00/",
        "/bots/-1/",
        "/bots/1.5/",
        "/bots/x/",
        "/c/%ff/",
        "/c/../",
        "/matches/१/",
        "/bots//",
    ],
)
def test_an_address_that_leads_nowhere_is_a_page(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code in (400, 404)
    assert html.faults(response.content.decode()) == []


def test_the_page_for_nothing_there_leads_on(client: Client, read: Reader) -> None:
    page = read(client, "/nowhere/", 404)
    assert "There is nothing at this address" in page.text
    assert "nowhere" not in page.text


def test_a_wrong_method_is_told_the_right_one(client: Client) -> None:
    response = client.post("/status/")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert "takes GET, HEAD, not POST" in response.content.decode()


@pytest.mark.parametrize(
    "content_type", ["", "text/xml", "multipart/form-data", "x" * 5000, "a/b; charset=x"]
)
def test_a_form_of_a_wrong_type_is_refused(client: Client, content_type: str) -> None:
    client.force_login(stage.person())
    response = client.generic("POST", "/upload/", b"\xff\x00{]", content_type=content_type)
    assert response.status_code == 400
    assert html.faults(response.content.decode()) == []


def test_a_broken_multipart_body_is_refused(client: Client) -> None:
    client.force_login(stage.person())
    response = client.generic(
        "POST", "/upload/", b"--x\r\nnonsense", content_type="multipart/form-data; boundary=x"
    )
    assert response.status_code == 400


def test_a_form_of_a_thousand_fields_is_refused(client: Client) -> None:
    response = client.post("/sign-up/", {f"field{i}": "x" for i in range(1000)})
    assert response.status_code == 400
    assert "cannot read" in response.content.decode()


def test_a_form_that_is_huge_is_refused_with_the_limit(client: Client) -> None:
    response = client.post("/sign-up/", {"username": "x" * (18 << 20)})
    assert response.status_code == 413
    assert "at most 17 MiB" in response.content.decode()


def test_an_announced_length_that_is_no_number_does_no_harm(client: Client) -> None:
    assert client.get("/", CONTENT_LENGTH="many").status_code == 200


def test_an_unknown_host_is_refused(client: Client) -> None:
    response = client.get("/", HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert "evil" not in response.content.decode()


def test_a_broken_server_apologises_without_a_traceback(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("SECRET")

    monkeypatch.setattr(status.activity, "now", broken)
    client.raise_request_exception = False
    client.force_login(stage.person())
    response = client.get("/status/")
    source = response.content.decode()
    assert response.status_code == 500
    assert "Something broke on our side" in source
    assert "SECRET" not in source
    assert "Traceback" not in source
    assert html.faults(source) == []


def test_every_answer_carries_the_content_policy(client: Client) -> None:
    for address in ("/", "/nowhere/", "/api/v1/", "/api/v1/nowhere/", "/admin/login/"):
        policy = client.get(address)["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy


def test_pages_are_not_framed_sniffed_or_leaked(client: Client) -> None:
    response = client.get("/")
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_the_style_the_icon_and_the_script_are_served_from_here(client: Client, read: Reader) -> None:
    page = read(client, "/")
    links = [e.attributes["href"] for e in page.all("link")] + [
        e.attributes["src"] for e in page.all("script")
    ]
    assert len(links) == 3
    for link in links:
        assert link.startswith("/static/")
        with closing(client.get(link)) as response:
            assert response.status_code == 200
            assert response.getvalue()
