"""Notices, settings, forgotten passwords and deletion, as a person meets them."""

import re

import pytest
from django.core import mail
from django.test import Client

from ladder import blobs, notices
from ladder.models import Trip, User, Version
from tests.ladder import stage
from tests.ladder.web.conftest import Reader

PASSWORD = "thirsty-elephants"


@pytest.fixture
def ada(client: Client) -> User:
    made = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    client.force_login(made)
    return made


def test_notices_are_listed_and_counted_until_read(client: Client, ada: User, read: Reader) -> None:
    notices.tell([ada], "version", "Grazer v1 was rejected.", "/versions/1/")
    assert "1 new" in read(client, "/me/").text
    assert "Grazer v1 was rejected." in read(client, "/me/notices/").text
    assert "1 new" not in read(client, "/me/").text


def test_times_are_shown_in_the_readers_zone(client: Client, ada: User, read: Reader) -> None:
    version = stage.version(stage.bot(ada))
    Version.objects.update(created="2026-07-01T12:00:00Z")
    assert "1 July 2026 12:00 UTC" in read(client, f"/versions/{version.pk}/").text
    form = {"email": "ada@example.org", "time_zone": "Europe/Berlin"}
    assert client.post("/me/settings/", form).status_code == 302
    assert "1 July 2026 14:00 CEST" in read(client, f"/versions/{version.pk}/").text
    client.cookies["zone"] = "../../etc/passwd"
    assert "1 July 2026 12:00 UTC" in read(client, f"/versions/{version.pk}/").text


def test_sign_in_brings_the_persons_zone(client: Client) -> None:
    User.objects.create_user("bob", password=PASSWORD, time_zone="Asia/Tokyo")
    response = client.post("/sign-in/", {"username": "bob", "password": PASSWORD})
    assert response.cookies["zone"].value == "Asia/Tokyo"


def test_settings_that_cannot_be_are_said(client: Client, ada: User, read: Reader) -> None:
    read(client, "/me/settings/")
    response = client.post("/me/settings/", {"email": "nobody", "time_zone": "Mars/Olympus"})
    assert response.status_code == 400
    assert "valid email" in response.content.decode()
    assert "Select a valid choice" in response.content.decode()


def test_an_address_is_confirmed_by_the_button_behind_the_link(
    client: Client, ada: User, read: Reader
) -> None:
    client.post("/me/settings/", {"email": "new@example.org", "time_zone": "UTC"})
    found = re.search(r"(/confirm/\S+)", str(mail.outbox[-1].body))
    assert found
    read(client, found[1])
    assert not User.objects.get().email_confirmed
    assert "Your address is confirmed" in client.post(found[1]).content.decode()
    assert User.objects.get().email_confirmed
    assert client.post("/confirm/forged/").status_code == 400


def test_a_forgotten_password_is_replaced_by_mail(client: Client, read: Reader) -> None:
    User.objects.create_user("ada", "ada@example.org", "forgotten-it")
    read(client, "/password/")
    known = client.post("/password/", {"email": "ada@example.org"}, follow=True)
    found = re.search(r"http://127\.0\.0\.1:8000(/password/\S+)", str(mail.outbox[-1].body))
    unknown = client.post("/password/", {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content
    assert len(mail.outbox) == 1
    assert found
    form_address = client.get(found[1])["Location"]
    read(client, form_address)
    client.post(form_address, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert User.objects.get().check_password(PASSWORD)
    assert "used before" in read(client, found[1]).text


def test_a_password_is_changed_by_who_knows_the_old_one(client: Client, ada: User, read: Reader) -> None:
    read(client, "/me/settings/password/")
    form = {"old_password": "wrong", "new_password1": "deep-water-hole", "new_password2": "deep-water-hole"}
    assert client.post("/me/settings/password/", form).status_code == 200
    client.post("/me/settings/password/", form | {"old_password": PASSWORD})
    assert User.objects.get().check_password("deep-water-hole")


def test_an_account_is_deleted_only_with_its_password(client: Client, ada: User, read: Reader) -> None:
    read(client, "/me/delete/")
    assert client.post("/me/delete/", {"password": "guess"}).status_code == 400
    assert User.objects.get().deleted is None
    assert "Your account is deleted" in client.post("/me/delete/", {"password": PASSWORD}).content.decode()
    assert User.objects.get().deleted is not None
    assert client.get("/me/").status_code == 302


def test_i_download_my_upload_and_nobody_else_does(client: Client, ada: User) -> None:
    content = b"print('my secret plan')\n"
    version = stage.version(stage.bot(ada), sha256=blobs.store(content))
    response = client.get(f"/versions/{version.pk}/file/")
    assert response.content == content
    assert response["Content-Disposition"] == 'attachment; filename="bot.py"'
    client.force_login(stage.person())
    assert client.get(f"/versions/{version.pk}/file/").status_code == 404
    client.logout()
    assert client.get(f"/versions/{version.pk}/file/").status_code == 404


def test_the_breakers_card_names_the_matches_and_offers_a_new_trial(
    client: Client, ada: User, read: Reader
) -> None:
    version = stage.version(stage.bot(ada, stage.competition()), state="disabled", reason="faults")
    Trip.objects.create(version=version, matches=[71, 72])
    text = read(client, f"/versions/{version.pk}/").text
    assert "circuit breaker" in text
    assert "71, 72" in text
    assert "new trial" in client.post(f"/versions/{version.pk}/new-trial/", follow=True).content.decode()
    assert Version.objects.get().state == "queued"
    client.force_login(stage.person())
    assert "circuit breaker" not in read(client, f"/versions/{version.pk}/").text
    assert client.post(f"/versions/{version.pk}/new-trial/").status_code == 404
