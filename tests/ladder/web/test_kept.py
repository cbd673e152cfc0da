"""A form that is sent after the session has ended is kept until its writer has signed in again."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ladder.models import Bot, User
from ladder.web import kept
from tests.ladder import stage
from tests.ladder.web import html

PASSWORD = "a-tapir-at-noon"


@pytest.fixture
def anna() -> User:
    person = stage.person(username="anna")
    person.set_password(PASSWORD)
    person.save()
    return person


def page(source: bytes) -> html.Page:
    assert html.faults(source.decode()) == []
    return html.Page(source.decode())


def fields(of: html.Page) -> dict[str, str]:
    """The hidden fields."""
    hidden = [each.attributes for each in of.all("input") if each.attributes.get("type") == "hidden"]
    return {each["name"]: each.get("value", "") for each in hidden}


def sent_without_session(client: Client, address: str, **data: object) -> html.Page:
    answer = client.post(address, data)
    assert answer.status_code == 401
    return page(answer.content)


def signed_in_again(client: Client, packed: str) -> html.Page:
    answer = client.post("/sign-in/", {"username": "anna", "password": PASSWORD, "kept": packed})
    assert answer.status_code == 200
    return page(answer.content)


def test_an_upload_goes_on_after_signing_in_and_names_the_file_to_choose_again(
    client: Client, anna: User
) -> None:
    stage.competition()
    file = SimpleUploadedFile("bot.py", b"print(1)\n")
    again = sent_without_session(client, "/upload/", name="My Bot", activate="on", file=file)
    assert "choose bot.py again" in again.text
    back = signed_in_again(client, fields(again)["kept"])
    assert (fields(back)["name"], fields(back)["activate"]) == ("My Bot", "on")
    assert "The file bot.py, once more" in back.text
    form = next(each for each in back.all("form") if each.attributes.get("action") == "/upload/")
    assert form.attributes["enctype"] == "multipart/form-data"
    chosen = SimpleUploadedFile("bot.py", b"print(1)\n")
    answer = client.post("/upload/", {"name": "My Bot", "activate": "on", "file": chosen})
    assert answer.status_code == 302
    assert Bot.objects.get().owner == anna


def test_fields_without_a_file_can_be_sent_at_once(client: Client, anna: User) -> None:
    again = sent_without_session(client, "/challenges/", opponents="hunter, grazer")
    back = signed_in_again(client, fields(again)["kept"])
    assert fields(back)["opponents"] == "hunter, grazer"
    assert "hunter, grazer" in back.text


def test_a_wrong_password_loses_nothing(client: Client, anna: User) -> None:
    packed = fields(sent_without_session(client, "/challenges/", opponents="hunter"))["kept"]
    answer = client.post("/sign-in/", {"username": "anna", "password": "wrong", "kept": packed})
    assert fields(page(answer.content))["kept"] == packed


def test_passwords_are_not_kept(client: Client, anna: User) -> None:
    again = sent_without_session(
        client, "/me/settings/password/", old_password="old-secret", new_password1="new-secret", hint="hippo"
    )
    found = kept.unpacked(fields(again)["kept"])
    assert found is not None
    assert found.fields == [("hint", "hippo")]


def test_a_button_without_fields_leads_to_the_sign_in_page(client: Client) -> None:
    assert client.post("/me/team/leave/").status_code == 302


@pytest.mark.parametrize("packed", ["", "nonsense", "a:b:c"])
def test_what_we_did_not_keep_ourselves_is_passed_over(client: Client, anna: User, packed: str) -> None:
    answer = client.post("/sign-in/", {"username": "anna", "password": PASSWORD, "kept": packed})
    assert answer["Location"] == "/me/"


def test_pages_that_are_only_read_lead_to_the_sign_in_page(client: Client) -> None:
    assert client.get("/upload/")["Location"] == "/sign-in/?next=/upload/"


def test_a_form_too_large_to_keep_leads_there_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    assert client.post("/challenges/", {"opponents": "hunter"}).status_code == 302
