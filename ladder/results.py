"""The one way a result enters: a worker's report is checked against its match, and counts once or never."""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from ladder import blobs, builds, incidents, leases, report_check, scheduling, sightings, text
from ladder.models import Attempt, Match, MatchSeat, Result
from ladder.ratings import wake
from workers import wire
from workers.contract import Fault, GameResult, MatchReport, SeatUse

log = logging.getLogger(__name__)

USE_FIELDS = ("cpu_ms", "wall_ms", "log", "fault", "fault_detail")


class Outcome(StrEnum):
    """What became of a report."""

    COUNTED = "counted"
    REPEATED = "repeated"  # the very report that counted came again
    ENDED = "ended"  # the machine failed: the attempt is closed and the match planned again
    IGNORED = "ignored"  # a failure of an attempt that nobody waits for any more
    INCIDENT = "incident"


@dataclass(frozen=True)
class Played:
    """A result that can be true of its match: what is to be inserted if it is the first."""

    attempt: Attempt
    report: MatchReport
    result: GameResult
    digest: str
    replay: bytes


def record(report: MatchReport) -> Outcome:
    """Take a report. The first valid one of an unrevoked attempt of an unfinished match counts.

    May be called any number of times with the same report, by any number of processes at once.
    """
    return record_all([report])[0]


def record_all(reports: Sequence[MatchReport]) -> list[Outcome]:
    """Take reports, results of ladder matches in one transaction; what became of each, in their order."""
    sightings.see_all([report.worker for report in reports])
    attempts = _attempts(reports)
    taken = [_take(report, attempts.get(report.token)) for report in reports]
    played = [each for each in taken if isinstance(each, Played)]
    names = blobs.store_all([each.replay for each in played])
    counted: set[int] = set()
    for group in _groups(played):
        counted |= _count(group, names)
    return [each if isinstance(each, Outcome) else _outcome(each, counted) for each in taken]


def _attempts(reports: Sequence[MatchReport]) -> dict[str, Attempt]:
    found = Attempt.objects.filter(token__in={report.token for report in reports})
    return {attempt.token: attempt for attempt in found.select_related("match")}


def _take(report: MatchReport, attempt: Attempt | None) -> Played | Outcome:
    """The report as something to insert, or what became of it when it is nothing of the kind."""
    if attempt is None or (str(attempt.match_id), attempt.number) != (report.match, report.attempt):
        incidents.note("unknown-token", f"a report for match {report.match} shows no token of it", report)
        return Outcome.INCIDENT
    if report.result is None or report.failure is not None:
        return _record_failure(attempt, report)
    try:
        replay = report_check.check(attempt.match, report.result)
    except report_check.ReportInvalid as error:
        return _refuse(attempt, report, str(error))
    return Played(attempt, report, report.result, _digest(report.result), replay)


def _record_failure(attempt: Attempt, report: MatchReport) -> Outcome:
    if report.failure is None or report.result is not None:
        return _refuse(attempt, report, "it holds both a result and a failure, or neither")
    reason = f"{report.failure.kind}: {report.failure.reason}"
    if leases.end(attempt, Attempt.State.FAILED, reason):
        return Outcome.ENDED
    log.info(
        "match %s: attempt %s failed when nobody waited for it: %s", attempt.match_id, attempt.number, reason
    )
    return Outcome.IGNORED


def _groups(played: Sequence[Played]) -> Iterator[list[Played]]:
    """What is counted in one transaction: ladder matches together; a trial, which moves a bot, alone."""
    ladder = [each for each in played if each.attempt.match.kind != Match.Kind.TRIAL]
    if ladder:
        yield ladder
    for each in played:
        if each.attempt.match.kind == Match.Kind.TRIAL:
            yield [each]


def _count(group: Sequence[Played], replays: Mapping[bytes, str]) -> set[int]:
    """Insert the results that are the first of their matches; the keys of the reports that counted."""
    with transaction.atomic():
        first = _claim(group)
        if first:
            for competition in {each.attempt.match.competition_id for each in first}:
                wake.on_commit(competition)
            _insert(first, replays)
            _fill_seats(first)
            _close_attempts(first)
            if first[0].attempt.match.kind == Match.Kind.TRIAL:
                builds.conclude_trial(first[0].attempt.match)
            if any(each.attempt.match.kind == Match.Kind.TOURNAMENT for each in first):
                wake.tournaments_on_commit()
    return {id(each) for each in first}


def _claim(group: Sequence[Played]) -> list[Played]:
    """Finish the matches that are open, each for its first report here. Of several processes that try, one
    finishes a match. A token is revoked only by what ends the match.
    """
    asked = {each.attempt.match_id for each in group if not each.attempt.revoked}
    waiting = Match.objects.select_for_update(no_key=True).filter(pk__in=asked, state__in=scheduling.OPEN)
    unclaimed = set(waiting.order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=unclaimed).update(state=Match.State.FINISHED, finished=timezone.now())
    first = []
    for each in group:
        if each.attempt.match_id in unclaimed and not each.attempt.revoked:
            unclaimed.remove(each.attempt.match_id)
            first.append(each)
    return first


def _insert(first: Sequence[Played], replays: Mapping[bytes, str]) -> None:
    Result.objects.bulk_create(_row(each, replays[each.replay]) for each in first)


def _row(each: Played, replay_sha256: str) -> Result:
    match, result = each.attempt.match, each.result
    return Result(
        match=match,
        competition_id=match.competition_id,
        attempt=each.attempt,
        rated=match.rated and match.kind != Match.Kind.TRIAL,
        scores=result.scores,
        places=result.places,
        final_places=result.final_places,
        faults=[{"seat": fault.seat, "kind": fault.kind, "n": fault.n} for fault in result.faults],
        decisions=result.decisions,
        rounds=result.rounds,
        payload_sha256=each.digest,
        replay_sha256=replay_sha256,
        received=timezone.now(),
    )


def _fill_seats(first: Sequence[Played]) -> None:
    """Write what each seat did, in one statement: all seats are there, so each insert becomes an update."""
    played = {each.attempt.match_id: each for each in first}
    columns = ("match_id", "seat", "version_id", "bot_seed")
    planned = MatchSeat.objects.filter(match__in=played).order_by("match", "seat").values(*columns)
    MatchSeat.objects.bulk_create(
        [MatchSeat(**seat, **_done(played[seat["match_id"]], seat["seat"])) for seat in planned],
        update_conflicts=True,
        unique_fields=["match", "seat"],
        update_fields=["score", "place", "final_place", *USE_FIELDS],
    )


def _done(each: Played, seat: int) -> dict[str, Any]:
    result = each.result
    fault = next((fault for fault in result.faults if fault.seat == seat), None)
    log_limit = each.attempt.match.limits["log_kb"] * 1024
    places = {"place": result.places[seat], "final_place": result.final_places[seat]}
    return {"score": result.scores[seat], **places, **_use(result.seats[seat], fault, log_limit)}


def _use(use: SeatUse, fault: Fault | None, log_limit: int) -> dict[str, Any]:
    """The seat's columns for time, log and fault."""
    detail = text.clean_all(wire.encode(fault), log_limit) if fault else None
    log = text.clean_log(use.log, log_limit)
    return dict(
        zip(USE_FIELDS, (use.cpu_ms, use.wall_ms, log, fault.kind if fault else "", detail), strict=True)
    )


def _close_attempts(first: Sequence[Played]) -> None:
    """The attempts that reported end as such, those beside them as superseded."""
    now = timezone.now()
    played = {each.attempt.match_id: each.attempt for each in first}
    beside = Attempt.objects.filter(match__in=played, state__in=leases.OPEN)
    for pk, match in beside.exclude(pk__in=[a.pk for a in played.values()]).values_list("pk", "match_id"):
        reason = f"the report of attempt {played[match].number} counted"
        Attempt.objects.filter(pk=pk).update(state=Attempt.State.SUPERSEDED, ended=now, reason=reason)
    for (worker, host), attempts in _by_worker(first).items():
        Attempt.objects.filter(pk__in=attempts).update(
            state=Attempt.State.REPORTED,
            ended=now,
            reason="",
            worker=text.clean(worker, 100),
            host=text.clean(host, 100),
            started=Coalesce("started", "sent", Value(now)),
        )


def _by_worker(first: Sequence[Played]) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for each in first:
        found[each.report.worker.name, each.report.worker.host].append(each.attempt.pk)
    return found


def _outcome(each: Played, counted: set[int]) -> Outcome:
    return Outcome.COUNTED if id(each) in counted else _late(each.attempt, each.report, each.digest)


def _late(attempt: Attempt, report: MatchReport, digest: str) -> Outcome:
    """The match has its result, or is void, or the token was revoked: nothing changes."""
    counted = Result.objects.filter(match=attempt.match_id).select_related("attempt").first()
    if counted and counted.attempt_id == attempt.pk and counted.payload_sha256 == digest:
        return Outcome.REPEATED
    if counted is None:
        kind, what = "late-report", "a report came after the match was void"
    elif counted.attempt_id == attempt.pk:
        kind, what = "other-report", f"attempt {attempt.number} reported twice, differently; the first counts"
    else:
        kind = "second-report"
        what = f"attempt {attempt.number} reported after attempt {counted.attempt.number} had counted"
    incidents.note(kind, what, report, attempt.match_id)
    return Outcome.INCIDENT


def _refuse(attempt: Attempt, report: MatchReport, reason: str) -> Outcome:
    """A report that cannot be true: an incident; its attempt is over, so that the match is played again."""
    incidents.note("invalid-report", reason, report, attempt.match_id)
    leases.end(attempt, Attempt.State.FAILED, f"its report was refused: {reason}")
    return Outcome.INCIDENT


def _digest(result: GameResult) -> str:
    canonical = json.dumps(wire.encode(result), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
