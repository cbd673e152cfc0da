"""The upload form: what it takes, and how it says what it does not take."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from ladder.models import Bot, Competition, User, Version
from tests.ladder import stage
from tests.ladder.web import html
from tests.ladder.web.conftest import Reader

BOT = b"print('ready')\n"


@pytest.fixture
def author(client: Client) -> User:
    made = stage.person(username="ada")
    client.force_login(made)
    return made


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


def send(
    client: Client, content: bytes = BOT, filename: str = "bot.py", **form: str
) -> tuple[int, html.Page]:
    file = SimpleUploadedFile(filename, content)
    response = client.post("/upload/", {"file": file, **form}, follow=True)
    source = response.content.decode()
    assert html.faults(source) == []
    return response.status_code, html.Page(source)


def error_beside(page: html.Page, name: str) -> str:
    return " ".join(e.text for e in page.all("ul") if e.attributes.get("id") == f"id_{name}_error")


def test_a_visitor_is_asked_to_sign_in_first(client: Client) -> None:
    response = client.get("/upload/")
    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/upload/"


def test_the_form_offers_own_bots_and_open_competitions_only(
    client: Client, read: Reader, author: User, cup: Competition
) -> None:
    own, others = stage.bot(author), stage.bot()
    closed = stage.competition(state="closed")
    options = [option.text for option in read(client, "/upload/").all("option")]
    assert own.name in options
    assert cup.name in options
    assert others.name not in options
    assert closed.name not in options


def test_a_bot_can_be_chosen_by_the_address(client: Client, read: Reader, author: User) -> None:
    own = stage.bot(author)
    chosen = [
        o.text for o in read(client, "/upload/", bot=own.pk).all("option") if "selected" in o.attributes
    ]
    assert own.name in chosen


@pytest.mark.parametrize("bot", ["x", "9" * 30, "", "1\0"])
def test_a_bot_that_is_none_is_passed_over_in_the_address(client: Client, author: User, bot: str) -> None:
    assert client.get("/upload/", {"bot": bot}).status_code in (200, 400)


def test_a_file_for_a_new_bot_makes_bot_entry_and_version(
    client: Client, author: User, cup: Competition
) -> None:
    status, page = send(client, name="Hippo", competition=cup.slug, activate="on")
    assert status == 200
    assert "Hippo v1 is uploaded" in page.text
    version = Version.objects.get(bot__name="Hippo")
    assert (version.bot.owner, version.state, version.activate) == (author, "queued", True)
    assert version.bot.entries.get().competition == cup


def test_a_file_for_an_own_bot_is_its_next_version(client: Client, author: User, cup: Competition) -> None:
    old = stage.version(stage.bot(author, cup))
    send(client, bot=str(old.bot_id))
    assert old.bot.versions.get(number=2).activate is False


def test_a_refused_file_is_named_beside_the_field_and_leaves_no_bot(
    client: Client, author: User, cup: Competition
) -> None:
    status, page = send(client, b"hello", "notes.txt", name="Hippo", competition=cup.slug)
    assert status == 400
    assert "notes.txt" in error_beside(page, "file")
    assert not Bot.objects.exists()


def test_the_filled_form_survives_a_refusal(client: Client, author: User, cup: Competition) -> None:
    _, page = send(client, b"hello", "notes.txt", name="Hippo", competition=cup.slug)
    values = {e.attributes.get("name"): e.attributes.get("value") for e in page.all("input")}
    assert values["name"] == "Hippo"
    assert [o.text for o in page.all("option") if "selected" in o.attributes][-1] == cup.name


def test_an_archive_without_an_entry_is_told_what_is_missing(
    client: Client, author: User, cup: Competition
) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("readme.txt", "hello")
    _, page = send(client, archive.getvalue(), "hippo.zip", name="Hippo")
    said = error_beside(page, "file")
    assert said.startswith("the archive has none of ")
    assert "bot.py" in said


def test_an_empty_file_is_refused(client: Client, author: User, cup: Competition) -> None:
    status, page = send(client, b"", name="Hippo")
    assert status == 400
    assert "empty" in error_beside(page, "file")


def test_no_file_at_all_is_refused(client: Client, author: User, cup: Competition) -> None:
    response = client.post("/upload/", {"name": "Hippo"})
    assert response.status_code == 400
    assert "required" in error_beside(html.Page(response.content.decode()), "file")


def test_neither_bot_nor_name_and_both_are_refused(client: Client, author: User, cup: Competition) -> None:
    own = stage.bot(author)
    assert "Name the new bot" in error_beside(send(client)[1], "name")
    assert "both" in error_beside(send(client, name="Hippo", bot=str(own.pk))[1], "name")


@pytest.mark.parametrize("name", ["-dash", "<b>", "x" * 41, "tab\tname", "nul\0name"])
def test_a_name_that_is_none_is_refused(client: Client, author: User, cup: Competition, name: str) -> None:
    status, page = send(client, name=name)
    assert status == 400
    assert error_beside(page, "name")


def test_a_taken_name_is_said(client: Client, author: User, cup: Competition) -> None:
    taken = stage.bot()
    _, page = send(client, name=taken.name)
    assert "already" in error_beside(page, "name")


def test_others_bots_cannot_be_uploaded_to(client: Client, author: User, cup: Competition) -> None:
    others = stage.version(stage.bot(cup=cup))
    status, page = send(client, bot=str(others.bot_id))
    assert status == 400
    assert error_beside(page, "bot")
    assert others.bot.versions.count() == 1


@pytest.mark.parametrize("bot", ["x", "9" * 30, "-1", "1\0"])
def test_a_bot_that_is_none_is_refused(client: Client, author: User, cup: Competition, bot: str) -> None:
    assert error_beside(send(client, bot=bot)[1], "bot")


def test_a_competition_that_is_not_open_is_refused(client: Client, author: User) -> None:
    closed = stage.competition(state="closed")
    assert error_beside(send(client, name="Hippo", competition=closed.slug)[1], "competition")


def test_the_same_content_twice_is_refused(client: Client, author: User, cup: Competition) -> None:
    send(client, name="Hippo", competition=cup.slug)
    _, page = send(client, bot=str(Bot.objects.get().pk))
    assert "byte for byte" in error_beside(page, "file")


def test_the_limit_of_the_day_is_said(
    client: Client, author: User, cup: Competition, settings: Settings
) -> None:
    settings.UPLOADS_PER_DAY = 1
    send(client, name="Hippo", competition=cup.slug)
    _, page = send(client, b"print('other')\n", name="Rhino", competition=cup.slug)
    assert "the limit is 1" in error_beside(page, "file")


def test_a_file_name_that_is_too_long_is_refused(client: Client, author: User, cup: Competition) -> None:
    _, page = send(client, filename="x" * 250 + ".py", name="Hippo")
    assert error_beside(page, "file")


def test_a_request_that_is_too_large_is_refused_before_it_is_read(client: Client, author: User) -> None:
    response = client.post("/upload/", {"file": SimpleUploadedFile("bot.zip", b"x" * (18 << 20))})
    assert response.status_code == 413
    assert "at most 17 MiB" in response.content.decode()


def test_a_form_without_its_secret_is_explained(author: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(author)
    response = strict.post("/upload/", {"name": "Hippo"})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()
