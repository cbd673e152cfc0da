"""Notices: told once, read once, mailed at most once."""

from smtplib import SMTPException

import pytest
from django.core import mail

from ladder import notices
from ladder.models import Notice, User
from tests.ladder import stage

pytestmark = pytest.mark.django_db


def reachable(**fields: object) -> User:
    return stage.person(email="ada@example.org", **({"email_confirmed": True} | fields))


def test_each_person_is_told_once_however_often_named() -> None:
    ada, bob = stage.person(), stage.person()
    notices.tell([ada, bob, ada], "version", "It was rejected.", "/versions/1/")
    assert sorted(n.person_id for n in Notice.objects.all()) == [ada.pk, bob.pk]


def test_what_was_shown_counts_as_read() -> None:
    ada = stage.person()
    notices.tell([ada], "version", "First.")
    notices.tell([ada], "version", "Second.")
    assert notices.unread(ada) == 2
    assert [n.text for n in notices.show(ada)] == ["Second.", "First."]
    assert notices.unread(ada) == 0


def test_old_notices_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "KEPT", 2)
    ada = stage.person()
    for number in range(4):
        notices.tell([ada], "version", str(number))
    notices.show(ada)
    assert [n.text for n in ada.notices.all()] == ["3", "2"]


def test_a_notice_is_mailed_once_with_the_address_of_what_it_tells_of() -> None:
    ada = reachable()
    notices.tell([ada], "version", "Grazer v2 was rejected: no start", "/versions/7/")
    assert notices.send_mails() == 1
    assert notices.send_mails() == 0
    assert mail.outbox[0].to == ["ada@example.org"]
    assert "http://127.0.0.1:8000/versions/7/" in mail.outbox[0].body


@pytest.mark.parametrize("fields", [{"email_confirmed": False}, {"mail_notices": False}, {"email": ""}])
def test_who_wants_no_mail_or_never_confirmed_gets_none(fields: dict[str, object]) -> None:
    ada = stage.person(**({"email": "ada@example.org", "email_confirmed": True} | fields))
    notices.tell([ada], "version", "It was rejected.")
    assert notices.send_mails() == 0
    assert notices.unread(ada) == 1


def test_a_mail_that_the_server_refuses_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = reachable()
    notices.tell([ada], "version", "It was rejected.")

    def refuse(*args: object, **more: object) -> None:
        raise SMTPException("busy")

    monkeypatch.setattr(notices, "send_mail", refuse)
    assert notices.send_mails() == 0
    monkeypatch.undo()
    assert notices.send_mails() == 1


def test_a_subject_never_breaks_the_header() -> None:
    notices.mail(reachable(), "one\r\nBcc: all@example.org", "text")
    assert mail.outbox[0].subject == "one Bcc: all@example.org"
