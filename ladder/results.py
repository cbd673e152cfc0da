"""The one way a result enters: a worker's report is checked against its match, and counts once or never."""

import hashlib
import json
import logging
from enum import StrEnum
from typing import Any

from django.db import transaction
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


def record(report: MatchReport) -> Outcome:
    """Take a report. The first valid one of an unrevoked attempt of an unfinished match counts.

    May be called any number of times with the same report, by any number of processes at once.
    """
    sightings.see(report.worker)
    attempt = Attempt.objects.filter(token=report.token).select_related("match").first()
    if attempt is None or (str(attempt.match_id), attempt.number) != (report.match, report.attempt):
        incidents.note("unknown-token", f"a report for match {report.match} shows no token of it", report)
        return Outcome.INCIDENT
    if report.result is None or report.failure is not None:
        return _record_failure(attempt, report)
    return _record_result(attempt, report, report.result)


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


def _record_result(attempt: Attempt, report: MatchReport, result: GameResult) -> Outcome:
    try:
        replay = report_check.check(attempt.match, result)
    except report_check.ReportInvalid as error:
        return _refuse(attempt, report, str(error))
    replay_sha256 = blobs.store(replay)
    digest = _digest(result)
    with transaction.atomic():
        if not _claim(attempt):
            return _late(attempt, report, digest)
        _insert(attempt, result, digest, replay_sha256)
        _fill_seats(attempt.match, result)
        _close_attempts(attempt, report)
        if attempt.match.kind == Match.Kind.TRIAL:
            builds.conclude_trial(attempt.match)
        else:
            wake.on_commit(attempt.match.competition_id)
    return Outcome.COUNTED


def _claim(attempt: Attempt) -> bool:
    """Finish the match; True for one caller only. A token is revoked only by what ends the match."""
    if attempt.revoked:
        return False
    unfinished = Match.objects.filter(pk=attempt.match_id, state__in=scheduling.OPEN)
    return unfinished.update(state=Match.State.FINISHED, finished=timezone.now()) == 1


def _insert(attempt: Attempt, result: GameResult, digest: str, replay_sha256: str) -> None:
    Result.objects.create(
        match=attempt.match,
        competition_id=attempt.match.competition_id,
        attempt=attempt,
        rated=attempt.match.rated and attempt.match.kind != Match.Kind.TRIAL,
        scores=result.scores,
        places=result.places,
        final_places=result.final_places,
        faults=[{"seat": fault.seat, "kind": fault.kind, "n": fault.n} for fault in result.faults],
        decisions=result.decisions,
        rounds=result.rounds,
        payload_sha256=digest,
        replay_sha256=replay_sha256,
        received=timezone.now(),
    )


def _fill_seats(match: Match, result: GameResult) -> None:
    """Write what each seat did, in one statement: all seats are there, so each insert becomes an update."""
    faults = {fault.seat: fault for fault in result.faults}
    log_limit = match.limits["log_kb"] * 1024
    planned = match.seats.values_list("seat", "version_id", "bot_seed")
    MatchSeat.objects.bulk_create(
        [
            MatchSeat(
                match=match,
                seat=seat,
                version_id=version,
                bot_seed=bot_seed,
                score=result.scores[seat],
                place=result.places[seat],
                final_place=result.final_places[seat],
                **_use(result.seats[seat], faults.get(seat), log_limit),
            )
            for seat, version, bot_seed in planned
        ],
        update_conflicts=True,
        unique_fields=["match", "seat"],
        update_fields=["score", "place", "final_place", *USE_FIELDS],
    )


def _use(use: SeatUse, fault: Fault | None, log_limit: int) -> dict[str, Any]:
    """The seat's columns for time, log and fault."""
    detail = text.clean_all(wire.encode(fault), log_limit) if fault else None
    log = text.clean_log(use.log, log_limit)
    return dict(
        zip(USE_FIELDS, (use.cpu_ms, use.wall_ms, log, fault.kind if fault else "", detail), strict=True)
    )


def _close_attempts(attempt: Attempt, report: MatchReport) -> None:
    now = timezone.now()
    attempt.match.attempts.exclude(pk=attempt.pk).filter(state__in=leases.OPEN).update(
        state=Attempt.State.SUPERSEDED, ended=now, reason=f"the report of attempt {attempt.number} counted"
    )
    Attempt.objects.filter(pk=attempt.pk).update(
        state=Attempt.State.REPORTED,
        ended=now,
        reason="",
        worker=text.clean(report.worker.name, 100),
        host=text.clean(report.worker.host, 100),
        started=attempt.started or attempt.sent or now,
    )


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
