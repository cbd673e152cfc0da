"""A worker with far more faults than the others is drained, told so, reviewed, and taken back."""

from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import __version__
from ladder import orders, worker_watch
from ladder.models import Attempt, Competition, Incident, Result, Worker
from ladder.worker_watch import Record
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.services import Service
from workers import settings as worker_settings
from workers.app import make_app
from workers.post import Post
from workers.spool import Spool

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What the broker was told of drained workers, again and again."""
    messages: list[dict[str, str]] = []
    monkeypatch.setattr(orders, "tell_drained", lambda reasons: messages.append(dict(reasons)))
    return messages


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


def worker(name: str) -> Worker:
    return Worker.objects.create(
        name=name, host="box", engine=__version__, level="full", last_seen=timezone.now()
    )


def played(cup: Competition, by: Worker, matches: int, faulty: int) -> None:
    """So many results of the worker, the first ones with a faulty bot."""
    line_up = stage.field(cup, 2)
    for i in range(matches):
        match = stage.counted(cup, line_up, [1, 2])
        Attempt.objects.filter(match=match).update(worker=by.name)
        if i < faulty:
            Result.objects.filter(match=match).update(faults=[{"seat": 1, "kind": "late-wall", "n": 3}])


@pytest.mark.parametrize(
    ("own", "others", "stands_out"),
    [
        ((200, 100), (200, 8), True),
        ((200, 24), (400, 8), True),
        ((200, 8), (200, 8), False),
        ((200, 14), (200, 8), False),
        ((200, 120), (200, 80), False),
        ((39, 39), (200, 0), False),
        ((200, 200), (39, 0), False),
        ((40, 12), (200, 0), True),
    ],
)
def test_only_a_share_far_above_the_others_stands_out(
    own: tuple[int, int], others: tuple[int, int], stands_out: bool
) -> None:
    assert worker_watch.stands_out(Record(*own), Record(*others)) is stands_out


def test_a_worker_that_stands_out_is_drained_and_the_broker_is_told(
    cup: Competition, told: list[dict[str, str]]
) -> None:
    bad, good = worker("bad"), worker("good")
    played(cup, bad, 40, 20)
    played(cup, good, 40, 1)
    assert worker_watch.check() == 1
    bad.refresh_from_db()
    good.refresh_from_db()
    assert bad.drained is not None
    assert good.drained is None
    why = "20 of its last 40 matches had a faulty bot, 1 of 40 on the other workers"
    assert told == [{"bad": why}]
    assert Incident.objects.get().kind == "worker-drained"
    assert worker_watch.check() == 0
    assert told[-1] == {"bad": why}


def test_a_worker_alone_is_never_drained(cup: Competition, told: list[dict[str, str]]) -> None:
    played(cup, worker("only"), 60, 60)
    assert worker_watch.check() == 0


def test_only_the_last_two_hundred_results_count(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_watch, "LAST", 3)
    by = worker("w")
    played(cup, by, 5, 4)
    assert worker_watch.record(by) == Record(3, 2)


def test_a_worker_taken_back_starts_with_a_clean_record(cup: Competition, told: list[dict[str, str]]) -> None:
    bad, good = worker("bad"), worker("good")
    played(cup, bad, 40, 40)
    played(cup, good, 40, 0)
    worker_watch.check()
    worker_watch.take_back(Worker.objects.get(name="bad"), stage.person())
    assert told[-1] == {}
    assert worker_watch.check() == 0
    assert worker_watch.record(Worker.objects.get(name="bad")) == Record(0, 0)


def test_staff_see_the_matches_to_review_and_take_the_worker_back(
    cup: Competition, client: Client, told: list[dict[str, str]]
) -> None:
    bad = worker("bad")
    played(cup, bad, 2, 1)
    Worker.objects.update(drained=timezone.now(), drained_because="too many faults")
    client.force_login(stage.person(is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:ladder_worker_change", args=[bad.pk])).content.decode()
    faulty = Result.objects.exclude(faults=[]).get()
    assert reverse("match", args=[faulty.match_id]) in page
    assert "(late-wall)" in page
    chosen = {"action": "take_back", "_selected_action": [str(bad.pk)]}
    client.post(reverse("admin:ladder_worker_changelist"), chosen)
    bad.refresh_from_db()
    assert bad.drained is None


@pytest.mark.parametrize("who", ["anonymous", "author", "staff without the right"])
def test_nobody_else_takes_a_worker_back(
    cup: Competition, client: Client, told: list[dict[str, str]], who: str
) -> None:
    bad = worker("bad")
    Worker.objects.update(drained=timezone.now())
    if who != "anonymous":
        client.force_login(stage.person(is_staff=who.startswith("staff")))
    chosen = {"action": "take_back", "_selected_action": [str(bad.pk)]}
    answer = client.post(reverse("admin:ladder_worker_changelist"), chosen)
    assert answer.status_code in (302, 403)
    bad.refresh_from_db()
    assert bad.drained is not None


@pytest.mark.service
def test_a_worker_reads_in_the_real_broker_whether_it_is_drained(
    valkey: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ladder = Celery("ladder", broker=valkey.url)
    monkeypatch.setattr(orders, "app", ladder)
    post = Post(_worker_app(valkey.url), settings.QUEUE_PREFIX, Spool(tmp_path))
    assert post.drained_because("w1") == ""
    orders.tell_drained({"w1": "too many faults", "w2": "as well"})
    assert post.drained_because("w1") == "too many faults"
    orders.tell_drained({"w2": "as well"})
    assert post.drained_because("w1") == ""
    ladder.close()


def test_a_worker_whose_broker_is_away_is_not_drained(tmp_path: Path) -> None:
    post = Post(_worker_app("redis://127.0.0.1:1/0"), settings.QUEUE_PREFIX, Spool(tmp_path))
    assert post.drained_because("w1") == ""


def _worker_app(url: str) -> Celery:
    return make_app(worker_settings.read("w1", {"REDIS_URL": url}))


@pytest.mark.usefixtures("cup")
def test_a_worker_of_another_engine_takes_no_orders_until_it_is_brought_up_to_date(
    told: list[dict[str, str]],
) -> None:
    old = worker("old")
    Worker.objects.filter(pk=old.pk).update(engine="0.0.9")
    worker_watch.check()
    assert told[-1] == {
        "old": f"it has engine 0.0.9, this site has {__version__}: install that version there"
    }
    Worker.objects.filter(pk=old.pk).update(engine=__version__)
    worker_watch.check()
    assert told[-1] == {}
