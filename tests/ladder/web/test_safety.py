"""What keeps people and their things safe on the pages: headers, limits, the proxy, what staff did."""

import errno
from dataclasses import replace

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from ladder import blobs
from ladder.models import Version
from ladder.web import limits
from tests.ladder import stage

pytestmark = pytest.mark.django_db


def test_an_upload_is_never_shown_as_a_page(client: Client) -> None:
    owner = stage.person()
    version = stage.version(stage.bot(owner=owner))
    Version.objects.filter(pk=version.pk).update(
        sha256=blobs.store(b"<script>alert(1)</script>"), filename="bot.html"
    )
    client.force_login(owner)
    response = client.get(f"/versions/{version.pk}/file/")
    assert response.headers["Content-Type"] == "application/octet-stream"
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/rules/", "/nowhere/", "/api/v1/"])
def test_every_page_has_the_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "'unsafe-inline'" not in headers["Content-Security-Policy"].partition("style-src")[0]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_one_address_sends_only_so_many_forms(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "POSTS", 2)
    answers = [client.post("/sign-up/", {}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert client.post("/sign-up/", {}, REMOTE_ADDR="10.9.8.7").status_code == 200
    assert client.get("/sign-up/").status_code == 200


@pytest.mark.parametrize("behind", [True, False])
def test_the_address_is_the_one_our_proxy_added(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, behind: bool
) -> None:
    settings.SITE = replace(settings.SITE, behind_tls=behind)
    monkeypatch.setattr(limits, "POSTS", 1)
    for forged in ("1.2.3.4", "5.6.7.8"):
        last = client.post("/sign-up/", {}, headers={"X-Forwarded-For": f"{forged}, 203.0.113.9"}).status_code
    assert last == 429
    other = client.post("/sign-up/", {}, headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}).status_code
    assert other == (200 if behind else 429)


def test_a_full_disk_is_a_sentence(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(data: bytes) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(blobs, "store", full)
    client.force_login(stage.person())
    form = {"name": "Hippo", "file": SimpleUploadedFile("bot.py", b"print(1)\n")}
    response = client.post("/upload/", form)
    assert response.status_code == 507
    assert "disk is full" in response.content.decode()


def test_what_staff_did_by_an_action_is_written_down(client: Client) -> None:
    staff = stage.person(is_staff=True, is_superuser=True)
    version = stage.version(stage.bot(), state="active")
    client.force_login(staff)
    page = reverse("admin:ladder_version_changelist")
    actions = client.get(page).context["action_form"].fields["action"].choices
    name = next(value for value, label in actions if "isable" in str(label))
    client.post(page, {"action": name, "_selected_action": [version.pk], "reason": "it cheats"})
    (entry,) = LogEntry.objects.filter(object_id=str(version.pk))
    assert (entry.user, entry.object_repr) == (staff, str(version))
    log = client.get(reverse("admin:admin_logentry_changelist"))
    assert str(version) in log.content.decode()
    assert client.post(reverse("admin:admin_logentry_add"), {}).status_code == 403
