"""An audit of sound books finds nothing; each kind of damage is found and told in a sentence."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from ladder import audit, blobs, results, rulings
from ladder.models import (
    Activation,
    Attempt,
    Competition,
    FoldState,
    HeadToHead,
    Match,
    MatchSeat,
    Rating,
    RatingEvent,
    Result,
    Version,
)
from ladder.ratings import fold
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(outbox: Outbox, settings: Settings, tmp_path: Path) -> Competition:
    """Three bots that have played three matches, of which one had a fault, and one match under way."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    cup = stage.competition()
    field = stage.field(cup, 3)
    for version in field:
        Version.objects.filter(pk=version.pk).update(sha256=(name := blobs.store(str(version).encode())))
        Version.objects.filter(pk=version.pk).update(artefact=name)
    for turn in range(3):
        match = stage.match(cup, field[turn:] + field[:turn])
        Match.objects.filter(pk=match.pk).update(seed=turn)
        results.record(stage.played(stage.started(match), faulty=[2] if turn == 1 else []))
    stage.started(stage.match(cup, field[:2]))
    fold.fold_all()
    return cup


def sentences() -> list[str]:
    return [f"{found.check}: {found.where} {found.text}" for found in audit.audit(None)]


def test_sound_books_have_no_findings(cup: Competition) -> None:
    assert sentences() == []


def test_books_with_rulings_are_sound(cup: Competition) -> None:
    staff = stage.person()
    first, second, third = Match.objects.filter(state="finished").order_by("pk")
    rulings.void(first, staff, "the engine was broken")
    rulings.retry(first, staff)
    rulings.correct(second, (1, 1, 3), staff, "the scores were read wrong")
    rulings.disqualify(third.seats.get(seat=0).version, staff, "it read another bot's mail")
    assert sentences() == []


@dataclass(frozen=True)
class Damage:
    """What is done to the books, and the check and words that must tell of it."""

    name: str
    do: Callable[[], object]
    check: str
    words: str
    sample: int | None = 0


def finished() -> Match:
    return Match.objects.filter(state="finished").order_by("pk")[0]


def under_way() -> Match:
    return Match.objects.get(state="running")


def lose_replay() -> None:
    blobs.path(finished().result.replay_sha256).unlink()


def alter_replay() -> None:
    path = blobs.path(finished().result.replay_sha256)
    path.write_bytes(path.read_bytes() + b"!")


def swap_replays() -> None:
    one, other = Result.objects.order_by("match")[:2]
    Result.objects.filter(pk=one.pk).update(replay_sha256=other.replay_sha256)


def alter_upload() -> None:
    blobs.path(Version.objects.all()[0].sha256).write_bytes(b"another bot")


def first(model: type) -> object:
    return model.objects.order_by("pk")[:1].values("pk")  # type: ignore[attr-defined]


def change(model: type, **fields: object) -> Callable[[], object]:
    """Change the first row of a table by hand."""
    return lambda: model.objects.filter(pk__in=first(model)).update(**fields)  # type: ignore[attr-defined]


def change_match(**fields: object) -> Callable[[], object]:
    return lambda: Match.objects.filter(pk=finished().pk).update(**fields)


DAMAGES = [
    Damage(
        "a result is gone",
        lambda: Result.objects.filter(pk=finished().pk).delete(),
        "result",
        "is finished and has no result",
    ),
    Damage("a match is opened again", change_match(state="planned"), "result", "and is not finished"),
    Damage("an end is forgotten", change_match(finished=None), "time", "has ended and nobody knows when"),
    Damage(
        "an open match has an end",
        lambda: Match.objects.filter(state="running").update(finished=timezone.now()),
        "time",
        "is open and has an end",
    ),
    Damage(
        "a void says nothing",
        lambda: Match.objects.filter(state="running").update(state="void", finished=timezone.now()),
        "void",
        "without a reason",
    ),
    Damage(
        "a void leaves a token good",
        lambda: Match.objects.filter(state="running").update(state="void", void_reason="x"),
        "void",
        "is not revoked",
    ),
    Damage(
        "an attempt outlives its match",
        lambda: under_way().attempts.update(match=finished(), number=2),
        "attempts",
        "is not under way and has an open attempt",
    ),
    Damage(
        "a match waits for nobody",
        lambda: under_way().attempts.update(state="expired", ended=timezone.now()),
        "attempts",
        "has not exactly one open attempt",
    ),
    Damage(
        "two reports counted",
        lambda: Attempt.objects.create(
            match=finished(), number=2, state="reported", worker="w", ended=timezone.now()
        ),
        "attempts",
        "not exactly one attempt whose report counted",
    ),
    Damage("attempts have a gap", change(Attempt, number=7), "attempts", "with numbers from 7 to 7"),
    Damage(
        "a lease without a worker",
        lambda: under_way().attempts.update(worker=""),
        "lease",
        "is leased to nobody",
    ),
    Damage(
        "a start without a time",
        lambda: under_way().attempts.update(started=None),
        "time",
        "is started and nobody knows when",
    ),
    Damage("an attempt without an end", change(Attempt, ended=None), "time", "is over and nobody knows when"),
    Damage(
        "a seat is gone",
        lambda: finished().seats.filter(seat=1).delete(),
        "seats",
        "has 2 seats, wanted 3",
    ),
    Damage(
        "a bot sits twice",
        lambda: finished().seats.update(version=finished().seats.get(seat=0).version),
        "seats",
        "on 3 seats of a rated match",
    ),
    Damage("a seat's score differs", change(MatchSeat, score=-1), "result", "seats that say"),
    Damage("a fault is erased", lambda: MatchSeat.objects.update(fault=""), "result", "seats that say"),
    Damage("the faulty one wins", change(Result, final_places=[3, 1, 1]), "result", "has the final places"),
    Damage("places are no ranking", change(Result, places=[1, 1, 2]), "result", "are no ranking"),
    Damage("a result lacks a seat", change(Result, scores=[1, 2]), "result", "wanted 3"),
    Damage(
        "a result is of another cup",
        lambda: Result.objects.update(competition=stage.competition()),
        "result",
        "in another competition",
    ),
    Damage("an unrated match is rated", change_match(rated=False), "rated", "is unrated and its result is"),
    Damage("a trial is rated", change_match(kind="trial"), "rated", "is a trial and its result is rated"),
    Damage(
        "a number is skipped",
        lambda: Result.objects.filter(fold_seq=3).update(fold_seq=4),
        "order",
        "3 numbered results from 1 to 4",
    ),
    Damage("a number is lost", change(Result, fold_seq=None), "order", "are 1 to 3 without a gap"),
    Damage("the fold forgets", lambda: FoldState.objects.update(last_seq=2), "order", "are 1 to 2 without"),
    Damage(
        "an activation from the future",
        change(Activation, after_seq=99),
        "order",
        "beyond the last, 3",
    ),
    Damage(
        "an event is gone",
        lambda: RatingEvent.objects.filter(fold_seq=2).order_by("version_id")[0].delete(),
        "events",
        "lacks the event",
    ),
    Damage(
        "an event too many",
        lambda: RatingEvent.objects.filter(fold_seq=3).update(fold_seq=9),
        "events",
        "that the log does not give",
    ),
    Damage("a rating was nudged", change(Rating, r=F("r") + 0.000001), "standings", "has the standing"),
    Damage("a game is counted twice", change(Rating, games=F("games") + 1), "sums", "10 games in its stand"),
    Damage("the past is rewritten", change(RatingEvent, r_after=1600.0), "events", "where the log gives"),
    Damage("a standing is gone", lambda: Rating.objects.all()[0].delete(), "standings", "standing None"),
    Damage(
        "a meeting is forgotten", lambda: HeadToHead.objects.all()[0].delete(), "head to head", "has None"
    ),
    Damage("a meeting too many", change(HeadToHead, equal=9), "head to head", "the log gives"),
    Damage("a replay is lost", lose_replay, "files", "has no replay on disk"),
    Damage("a replay is altered on disk", alter_replay, "replay", "was altered on disk", None),
    Damage("replays are swapped", swap_replays, "replay", "its replay gives", None),
    Damage("an upload is altered", alter_upload, "files", "was altered on disk", None),
    Damage("an upload is lost", change(Version, sha256="0" * 64), "files", "is not on disk"),
    Damage(
        "a trial without a game", change(Version, state="trial"), "versions", "on trial without a trial match"
    ),
    Damage("a build nobody sent", change(Version, state="building"), "versions", "was never sent"),
    Damage("nothing to run", change(Version, artefact=""), "versions", "has no artefact"),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_damage_is_found(cup: Competition, damage: Damage) -> None:
    damage.do()
    found = list(audit.audit(damage.sample))
    assert any(f.check == damage.check and damage.words in f"{f.where} {f.text}" for f in found), found


def test_a_disqualified_version_that_plays_is_found(cup: Competition) -> None:
    version = Version.objects.all()[0]
    rulings.disqualify(version, stage.person(), "it cheated")
    Version.objects.filter(pk=version.pk).update(state="active")
    assert sentences() == [f"rulings: version {version.pk} is disqualified and active"]


def test_the_command_says_that_all_is_well(cup: Competition) -> None:
    out = StringIO()
    call_command("audit", "--all", stdout=out)
    assert out.getvalue() == "The books are right.\n"


def test_the_command_fails_with_the_findings_as_json(cup: Competition) -> None:
    Match.objects.filter(pk=finished().pk).update(finished=None)
    out = StringIO()
    with pytest.raises(CommandError, match="wrong in 1 places"):
        call_command("audit", "--sample", "0", "--json", stdout=out)
    (found,) = json.loads(out.getvalue())
    assert found == {
        "check": "time",
        "where": f"match {finished().pk}",
        "text": "has ended and nobody knows when",
    }


def test_the_command_shows_twenty_of_a_kind(cup: Competition) -> None:
    match = finished()
    for number in range(2, 30):
        Attempt.objects.create(match=match, number=number, state="expired", worker="w")
    out = StringIO()
    with pytest.raises(CommandError, match="wrong in 28 places"):
        call_command("audit", stdout=out)
    assert out.getvalue().count("nobody knows when") == 20
    assert "time: and 8 more" in out.getvalue()


def test_a_sample_plays_so_many_replays_again(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    monkeypatch.setattr("ladder.audit.files._verify", lambda result: played.append(result.pk) or [])
    call_command("audit", "--sample", "2", "--seed", "7", stdout=StringIO())
    call_command("audit", "--sample", "2", "--seed", "7", stdout=StringIO())
    assert len(set(played)) == 2
    assert played[:2] == played[2:]
