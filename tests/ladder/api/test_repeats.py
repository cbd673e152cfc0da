"""`Idempotency-Key`: a request that comes again is done once and answered as the first time."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from ladder import repeats
from ladder.models import Bot, Repeat, User, Version
from tests.ladder import stage
from tests.ladder.api.conftest import checked, token_client


def upload(person: User, bot: Bot, key: str, content: bytes = b"print(1)\n", **form: Any) -> Any:
    return token_client(person).post(
        f"/api/v1/bots/{bot.pk}/versions/",
        {"file": SimpleUploadedFile("bot.py", content), **form},
        headers={"Idempotency-Key": key} if key else {},
    )


def test_an_upload_that_comes_again_is_not_a_second_version() -> None:
    bot = stage.bot(cup=stage.competition())
    first, again = upload(bot.owner, bot, "key-1"), upload(bot.owner, bot, "key-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert Version.objects.count() == 1


@pytest.mark.parametrize("kept", [0, 60, 130, 200])
def test_an_upload_that_is_cut_off_leaves_nothing_and_may_come_again(kept: int) -> None:
    bot = stage.bot(cup=stage.competition())
    assert _cut_off(bot, kept) == 400
    assert not Version.objects.exists()
    assert not Repeat.objects.exists()
    assert upload(bot.owner, bot, "key-1").status_code == 201


def _cut_off(bot: Bot, kept: int) -> int:
    """The status of an upload of which only the first `kept` bytes of 500 arrive."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="bot.py"\r\n\r\n'
    body = (head + b"print(1)\n" * 100)[:500]
    response = token_client(bot.owner).generic(
        "POST",
        f"/api/v1/bots/{bot.pk}/versions/",
        headers={"Idempotency-Key": "key-1"},
        **{
            "CONTENT_TYPE": "multipart/form-data; boundary=x",
            "CONTENT_LENGTH": "500",
            "wsgi.input": io.BytesIO(body[:kept]),
        },
    )
    return response.status_code


def test_a_key_for_another_content_is_refused() -> None:
    bot = stage.bot(cup=stage.competition())
    upload(bot.owner, bot, "key-1")
    other = upload(bot.owner, bot, "key-1", b"print(2)\n")
    assert other.status_code == 422
    assert "another request" in checked(other)["detail"]
    assert Version.objects.count() == 1


def test_what_failed_may_be_tried_again_with_its_key() -> None:
    cup = stage.competition(state="closed")
    bot = stage.bot(cup=cup)
    assert upload(bot.owner, bot, "key-1").status_code == 400
    type(cup).objects.update(state="open")
    assert upload(bot.owner, bot, "key-1").status_code == 201


def test_keys_are_each_persons_own() -> None:
    cup = stage.competition()
    ada, bob = stage.bot(cup=cup), stage.bot(cup=cup)
    assert upload(ada.owner, ada, "key-1").status_code == 201
    assert upload(bob.owner, bob, "key-1").status_code == 201


def test_a_key_that_is_none_is_refused() -> None:
    bot = stage.bot(cup=stage.competition())
    assert "Idempotency-Key" in checked(upload(bot.owner, bot, "x" * 201))["errors"]
    assert not Version.objects.exists()


def test_a_bot_is_made_once() -> None:
    ada = stage.person()
    stage.competition()
    answers = [
        token_client(ada).post(
            "/api/v1/bots/",
            {"name": "Hippo"},
            content_type="application/json",
            headers={"Idempotency-Key": "key-1"},
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Bot.objects.count() == 1


def test_of_two_uploads_after_one_version_the_second_is_told_of_the_first() -> None:
    bot = stage.bot(cup=stage.competition())
    assert upload(bot.owner, bot, "", after=0).status_code == 201
    late = upload(bot.owner, bot, "", b"print(2)\n", after=0)
    assert late.status_code == 409
    assert "to follow version 0" in checked(late)["detail"]
    assert upload(bot.owner, bot, "", b"print(2)\n", after=1).status_code == 201


def test_the_same_file_twice_is_a_conflict() -> None:
    bot = stage.bot(cup=stage.competition())
    upload(bot.owner, bot, "")
    again = upload(bot.owner, bot, "")
    assert again.status_code == 409
    assert "byte for byte" in checked(again)["detail"]


def test_old_answers_are_forgotten() -> None:
    bot = stage.bot(cup=stage.competition())
    upload(bot.owner, bot, "key-1")
    assert repeats.forget() == 0
    Repeat.objects.update(at=timezone.now() - repeats.KEPT * 2)
    assert repeats.forget() == 1
