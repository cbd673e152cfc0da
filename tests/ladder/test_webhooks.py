"""Webhooks: what is told, to whom, how it is signed, and what becomes of an address that takes nothing."""

import base64
import contextlib
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from ladder import builds, outside, results, webhook_delivery, webhooks
from ladder.models import Challenge, Match, Notice, Tournament, User, Version, Webhook, WebhookDelivery
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.ladder.receiver import Receiver, listening

EVERYTHING = list(Webhook.Kind.values)


@pytest.fixture(autouse=True)
def _here(db: None, settings: Settings, outbox: Outbox, tmp_path: Any) -> None:
    settings.WEBHOOKS_LOCAL = True
    settings.BLOB_ROOT = tmp_path / "blobs"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with listening() as started:
        yield started


def hook(owner: User, url: str, kinds: list[str] = EVERYTHING) -> Webhook:
    """A webhook that was there before all that the test does."""
    made = webhooks.make(owner, url, kinds).webhook
    early = timezone.now() - timedelta(minutes=1)
    Webhook.objects.filter(pk=made.pk).update(told_from=early, told_until=early)
    made.refresh_from_db()
    return made


def finished(line_up: list[Version], kind: str = "ladder") -> Match:
    match = stage.match(line_up[0].bot.entries.get().competition, line_up, kind)
    results.record(stage.report(stage.started(match)))
    return match


def tell() -> None:
    """One round of the beat's task, without its thread."""
    webhooks.collect()
    while webhook_delivery.send_due():
        pass


def test_a_finished_match_is_told_to_whose_bot_played(receiver: Receiver) -> None:
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url)
    match = finished(pair)
    finished(stage.field(stage.competition(), 2))
    tell()
    (heard,) = receiver.heard
    told = json.loads(heard.body)
    assert heard.path == "/hook?room=1"
    assert told["type"] == "match.finished"
    assert told["data"]["match"] == match.pk
    assert told["data"]["url"].endswith(f"/api/v1/matches/{match.pk}/")


def test_what_was_told_is_told_once(receiver: Receiver) -> None:
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url)
    finished(pair)
    for _ in range(3):
        tell()
    assert len(receiver.heard) == 1
    (entry,) = WebhookDelivery.objects.all()
    assert (entry.status, entry.attempts, entry.due, entry.answer) == (200, 1, None, "thank you")
    assert entry.delivered is not None


def test_a_message_is_signed_with_the_webhooks_secret(receiver: Receiver) -> None:
    ada = stage.person()
    made = webhooks.make(ada, receiver.url, EVERYTHING)
    webhooks.ping(made.webhook)
    tell()
    (heard,) = receiver.heard
    ident, stamp = heard.headers["webhook-id"], heard.headers["webhook-timestamp"]
    key = base64.b64decode(made.secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{ident}.{stamp}.".encode() + heard.body, hashlib.sha256)
    assert heard.headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
    assert abs(int(stamp) - timezone.now().timestamp()) < 300
    assert json.loads(heard.body)["type"] == "ping"


def test_every_webhook_has_a_secret_of_its_own() -> None:
    ada = stage.person()
    first, second = (webhooks.make(ada, f"https://example.org/{n}", EVERYTHING) for n in (1, 2))
    assert first.secret != second.secret
    assert first.secret == webhooks.secret(Webhook.objects.get(pk=first.webhook.pk))


def test_a_rejected_upload_is_told_with_its_reason(receiver: Receiver) -> None:
    version = stage.version(stage.bot(cup=stage.competition()), state="building", build_attempt=1)
    hook(version.bot.owner, receiver.url)
    builds.record(stage.built(version, ok=False, reason="no bot.py", artefact=""))
    tell()
    (heard,) = receiver.heard
    told = json.loads(heard.body)
    assert (told["type"], told["data"]["version"]) == ("version.rejected", version.pk)
    assert told["data"]["reason"] == "no bot.py"


def test_a_finished_tournament_is_told_to_whose_bots_took_part(receiver: Receiver) -> None:
    cup = stage.competition()
    version, other = stage.field(cup, 2)
    hook(version.bot.owner, receiver.url)
    hook(other.bot.owner, receiver.url + "&other=1")
    over = Tournament.objects.create(
        name="Spring", competition=cup, organiser=cup.organiser, state="finished", ended=timezone.now()
    )
    over.entrants.create(bot=version.bot, version=version)
    tell()
    (heard,) = receiver.heard
    told = json.loads(heard.body)
    assert (told["type"], told["data"]["tournament"]) == ("tournament.finished", over.pk)


def test_a_match_that_a_tournament_hides_is_not_told(receiver: Receiver) -> None:
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url)
    finished(pair)
    Match.objects.update(hidden_until=timezone.now() + timedelta(hours=1))
    tell()
    assert receiver.heard == []


def test_only_the_kinds_that_are_wanted_are_told(receiver: Receiver) -> None:
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url, ["version.rejected"])
    finished(pair)
    tell()
    assert receiver.heard == []


def test_trials_and_others_private_tests_are_not_told(receiver: Receiver) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    hook(pair[1].bot.owner, receiver.url)
    finished([pair[1], pair[1]], "trial")
    private = finished(pair, "challenge")
    Challenge.objects.create(
        competition=cup,
        asker=pair[0].bot.owner,
        version=pair[0],
        line_up=[],
        is_private=True,
        state="planned",
        match=private,
    )
    tell()
    assert receiver.heard == []
    hook(pair[0].bot.owner, receiver.url)
    tell()
    assert len(receiver.heard) == 1


def test_what_is_not_taken_is_tried_again_later(receiver: Receiver) -> None:
    receiver.status = 503
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url)
    finished(pair)
    tell()
    entry = WebhookDelivery.objects.get()
    assert (entry.attempts, entry.status, entry.delivered) == (1, 503, None)
    assert entry.due is not None
    assert entry.due - entry.created >= webhook_delivery.DELAYS[0] * (1 - webhook_delivery.JITTER)
    receiver.status = 204
    WebhookDelivery.objects.update(due=timezone.now())
    tell()
    entry.refresh_from_db()
    assert (entry.attempts, entry.status, entry.due) == (2, 204, None)
    assert Webhook.objects.get().failing_since is None


def test_after_the_last_try_it_is_given_up(receiver: Receiver) -> None:
    receiver.status = 500
    pair = stage.field(stage.competition(), 2)
    hook(pair[0].bot.owner, receiver.url)
    finished(pair)
    webhooks.collect()
    WebhookDelivery.objects.update(attempts=len(webhook_delivery.DELAYS))
    tell()
    assert WebhookDelivery.objects.get().due is None
    assert Webhook.objects.get().disabled == ""


def test_a_webhook_that_fails_for_days_is_switched_off_with_a_notice(receiver: Receiver) -> None:
    receiver.status = 500
    pair = stage.field(stage.competition(), 2)
    made = hook(pair[0].bot.owner, receiver.url)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=4))
    finished(pair)
    tell()
    made.refresh_from_db()
    assert "3 days" in made.disabled
    assert Notice.objects.filter(person=made.owner, link="/me/webhooks/").count() == 1
    finished(pair)
    tell()
    assert len(receiver.heard) == 1
    assert webhooks.switch_on(made).disabled == ""
    receiver.status = 200
    tell()
    assert len(receiver.heard) == 1


def test_410_switches_off_at_once(receiver: Receiver) -> None:
    receiver.status = 410
    ada = stage.person()
    webhooks.ping(hook(ada, receiver.url))
    tell()
    assert "410" in Webhook.objects.get().disabled


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.extra = 302, {"Location": receiver.url}
    webhooks.ping(hook(stage.person(), receiver.url))
    tell()
    assert len(receiver.heard) == 1
    assert WebhookDelivery.objects.get().status == 302


def test_an_answer_that_never_ends_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "WHOLE_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        dripping = threading.Thread(target=_drip, args=(server,), daemon=True)
        dripping.start()
        with pytest.raises(outside.Unreachable):
            outside.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, local=True)
        dripping.join()


def _drip(server: socket.socket) -> None:
    """Answers with one endless line, a letter at a time, until the other side has gone."""
    connection, _ = server.accept()
    with connection, contextlib.suppress(OSError):
        while True:
            connection.sendall(b"H")
            time.sleep(0.05)


def test_only_the_head_of_an_answer_is_kept(receiver: Receiver) -> None:
    receiver.answer = b"x" * 200_000
    webhooks.ping(hook(stage.person(), receiver.url))
    tell()
    assert len(WebhookDelivery.objects.get().answer) == webhook_delivery.ANSWER_KEPT


def test_an_address_where_nobody_listens_is_no_error_of_ours() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        webhooks.ping(hook(stage.person(), f"http://127.0.0.1:{bound.getsockname()[1]}/"))
        tell()
    entry = WebhookDelivery.objects.get()
    assert (entry.status, entry.due) == (None, None)
    assert "no whole answer" in entry.answer


def test_a_try_is_one_processs_at_a_time(receiver: Receiver) -> None:
    webhooks.ping(hook(stage.person(), receiver.url))
    entry, same = WebhookDelivery.objects.get(), WebhookDelivery.objects.get()
    assert webhook_delivery._claim(entry)
    assert not webhook_delivery._claim(same)


def test_the_sender_works_beside_the_task(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[bool] = []
    monkeypatch.setattr(webhook_delivery, "_send_all", lambda: began.append(True))
    webhook_delivery.start()
    assert began == []
    webhooks.ping(hook(stage.person(), receiver.url))
    webhook_delivery.start()
    assert webhook_delivery._sender is not None
    webhook_delivery._sender.join()
    assert began == [True]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://ada:secret@example.org/",
        "https://example.org/#part",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://[::1/",
        "https://example.org/" + "x" * 500,
        "javascript:alert(1)",
    ],
)
def test_an_address_that_cannot_be_told_is_refused(settings: Settings, url: str) -> None:
    settings.WEBHOOKS_LOCAL = False
    with pytest.raises(Refused):
        outside.check_url(url, local=settings.WEBHOOKS_LOCAL)


@pytest.mark.parametrize(
    "place",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1",
    ],
)  # fmt: skip
def test_nothing_is_sent_to_our_own_network(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (place, 443))])
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it connected"))
    with pytest.raises(outside.Unreachable, match="open internet"):
        outside.post("https://innocent.example/", b"{}", {})


def test_one_bad_address_among_good_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
    with pytest.raises(outside.Unreachable):
        outside.post("https://innocent.example/", b"{}", {})


def test_the_connection_goes_to_the_address_that_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(receiver.url.split(":")[2].split("/")[0])
    asked: list[object] = []

    def resolve(*args: object, **_: object) -> list[Any]:
        asked.append(args[0])
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    with monkeypatch.context() as patched:
        patched.setattr(outside, "_resolved", lambda host, *_, **__: resolve(host)[0][4])
        answer = outside.post(f"http://rebinding.example:{port}/x", b"{}", {}, local=True)
    assert (answer.status, asked) == (200, ["rebinding.example"])
    assert receiver.heard[0].headers["host"] == f"rebinding.example:{port}"


def test_nobody_heaps_up_webhooks() -> None:
    ada = stage.person()
    for number in range(webhooks.MOST):
        webhooks.make(ada, f"https://example.org/{number}", EVERYTHING)
    with pytest.raises(Refused, match="Remove one first"):
        webhooks.make(ada, "https://example.org/more", EVERYTHING)
    assert webhooks.make(ada, "https://example.org/0", ["match.finished"]).webhook.kinds == ["match.finished"]


def test_old_entries_of_the_log_are_forgotten(receiver: Receiver) -> None:
    webhooks.ping(hook(stage.person(), receiver.url))
    tell()
    assert webhooks.forget() == 0
    WebhookDelivery.objects.update(created=timezone.now() - timedelta(days=31))
    assert webhooks.forget() == 1
