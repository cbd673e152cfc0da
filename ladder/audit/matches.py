"""Matches, their seats, attempts and results agree with each other and with their states."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, Max, Min, Q, QuerySet

from ladder.audit.finding import Finding, Findings
from ladder.models import Attempt, Match, MatchSeat, Result
from ladder.report_check import final_places, is_ranking

M, A = Match.State, Attempt.State
OPEN_MATCH, OPEN_ATTEMPT = (M.PLANNED, M.QUEUED, M.RUNNING), (A.SENT, A.STARTED)
ENDED = (M.FINISHED, M.VOID)
CHUNK = 2000
Simple = tuple[str, str, QuerySet[Any], str]


def check() -> Findings:
    """All checks of this module."""
    for name, subject, wrong, sentence in (*_of_matches(), *_of_attempts(), *_of_results()):
        for key in wrong.values_list("pk", flat=True).iterator():
            yield Finding(name, f"{subject} {key}", sentence)
    yield from _attempt_numbers()
    yield from _seat_numbers()
    yield from _doubled_bots()
    yield from _results_and_seats()


def _of_matches() -> Iterator[Simple]:
    of = Match.objects
    open_attempts = Count("attempts", filter=Q(attempts__state__in=OPEN_ATTEMPT))
    reported = Count("attempts", filter=Q(attempts__state=A.REPORTED))
    unrevoked = Count("attempts", filter=Q(attempts__revoked=False))
    finished = of.filter(state=M.FINISHED)
    yield "result", "match", finished.filter(result=None), "is finished and has no result"
    yield (
        "result",
        "match",
        of.exclude(state=M.FINISHED).exclude(result=None),
        "has a result and is not finished",
    )
    yield "time", "match", of.filter(state__in=ENDED, finished=None), "has ended and nobody knows when"
    yield "time", "match", of.filter(state__in=OPEN_MATCH).exclude(finished=None), "is open and has an end"
    yield "void", "match", of.filter(state=M.VOID, void_reason=""), "is void without a reason"
    yield (
        "void", "match", of.filter(state=M.VOID).alias(n=unrevoked).filter(n__gt=0),
        "is void and one of its tokens is not revoked: a late report could count",
    )  # fmt: skip
    yield (
        "attempts", "match", of.filter(state__in=(*ENDED, M.PLANNED)).alias(n=open_attempts).filter(n__gt=0),
        "is not under way and has an open attempt",
    )  # fmt: skip
    yield (
        "attempts", "match", of.filter(state__in=(M.QUEUED, M.RUNNING)).alias(n=open_attempts).exclude(n=1),
        "is under way and has not exactly one open attempt",
    )  # fmt: skip
    yield (
        "attempts", "match", finished.alias(n=reported).exclude(n=1),
        "is finished and has not exactly one attempt whose report counted",
    )  # fmt: skip
    yield (
        "replaced", "match", of.filter(replaces__state__in=OPEN_MATCH),
        "replaces a match that is still open",
    )  # fmt: skip


def _of_attempts() -> Iterator[Simple]:
    of = Attempt.objects
    yield "lease", "attempt", of.exclude(lease_until=None).filter(worker=""), "is leased to nobody"
    yield "time", "attempt", of.filter(state=A.STARTED, started=None), "is started and nobody knows when"
    yield (
        "time", "attempt", of.exclude(state__in=OPEN_ATTEMPT).filter(ended=None),
        "is over and nobody knows when",
    )  # fmt: skip
    yield (
        "attempts", "attempt", of.filter(state=A.REPORTED).exclude(match__state=M.FINISHED),
        "has reported for a match that is not finished",
    )  # fmt: skip
    yield "attempts", "attempt", of.filter(state=A.REPORTED, worker=""), "has reported and names no worker"


def _of_results() -> Iterator[Simple]:
    of = Result.objects
    yield (
        "result", "match", of.exclude(competition=F("match__competition")),
        "has a result in another competition",
    )  # fmt: skip
    yield (
        "result",
        "match",
        of.exclude(attempt__match=F("match")),
        "has a result from another match's attempt",
    )
    yield (
        "result", "match", of.exclude(attempt__state=A.REPORTED),
        "has a result from an attempt that did not report",
    )  # fmt: skip
    yield "rated", "match", of.filter(rated=True, match__rated=False), "is unrated and its result is rated"
    trials = of.filter(rated=True, match__kind=Match.Kind.TRIAL)
    yield "rated", "match", trials, "is a trial and its result is rated"
    yield (
        "order",
        "match",
        of.filter(rated=False).exclude(fold_seq=None),
        "is unrated and stands in the order",
    )


def _attempt_numbers() -> Findings:
    numbers = Attempt.objects.values("match").annotate(n=Count("pk"), low=Min("number"), high=Max("number"))
    for row in numbers.exclude(low=1, high=F("n")).order_by("match").iterator():
        text = (
            f"has {row['n']} attempts with numbers from {row['low']} to {row['high']}, wanted 1 to {row['n']}"
        )
        yield Finding("attempts", f"match {row['match']}", text)


def _seat_numbers() -> Findings:
    counted = Match.objects.annotate(n=Count("seats"), high=Max("seats__seat"))
    wrong = counted.exclude(n=F("players"), high=F("players") - 1)
    for pk, players, found in wrong.order_by("pk").values_list("pk", "players", "n").iterator():
        text = f"has {found} seats, wanted {players} with the numbers 0 to {players - 1}"
        yield Finding("seats", f"match {pk}", text)


def _doubled_bots() -> Findings:
    seats = MatchSeat.objects.filter(match__kind=Match.Kind.LADDER, match__rated=True)
    twice = seats.values("match", "version__bot").annotate(n=Count("pk")).filter(n__gt=1)
    for row in twice.order_by("match").iterator():
        text = f"has bot {row['version__bot']} on {row['n']} seats of a rated match"
        yield Finding("seats", f"match {row['match']}", text)


def _results_and_seats() -> Findings:
    columns = ("match_id", "match__players", "scores", "places", "final_places", "faults")
    batch: dict[int, tuple[Any, ...]] = {}
    for match, *row in Result.objects.order_by("match").values_list(*columns).iterator(CHUNK):
        batch[match] = tuple(row)
        if len(batch) == CHUNK:
            yield from _compare_with_seats(batch)
            batch.clear()
    yield from _compare_with_seats(batch)


def _compare_with_seats(batch: dict[int, tuple[Any, ...]]) -> Findings:
    told: dict[int, list[tuple[Any, ...]]] = {match: [] for match in batch}
    seats = MatchSeat.objects.filter(match__in=list(batch)).order_by("match", "seat")
    for match, *row in seats.values_list("match_id", "score", "place", "final_place", "fault"):
        told[match].append(tuple(row))
    for match, result in batch.items():
        for text in _result_faults(result, told[match]):
            yield Finding("result", f"match {match}", text)


def _result_faults(result: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> Iterator[str]:
    players, scores, places, finals, faults = result
    if not len(scores) == len(places) == len(finals) == players:
        yield f"has a result for {len(finals)} seats, wanted {players}"
        return
    if not is_ranking(places):
        yield f"has the places {places}, which are no ranking"
    kinds = {fault["seat"]: fault["kind"] for fault in faults}
    wanted = list(final_places(places, set(kinds)))
    if list(finals) != wanted:
        faulty = sorted(kinds)
        yield f"has the final places {finals}; places {places} and faults of seats {faulty} give {wanted}"
    reported = [(scores[i], places[i], finals[i], kinds.get(i, "")) for i in range(players)]
    if seats != reported:
        what = "(score, place, final place, fault)"
        yield f"has seats that say {seats} and a result that says {reported} {what}"
