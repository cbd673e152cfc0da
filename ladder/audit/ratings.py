"""The order has no gaps, and folding it again from empty gives every event and every standing as it is."""

import math
from collections import deque
from collections.abc import Iterator
from itertools import chain

from django.db.models import Count, Max, Min, Sum

from ladder import verdicts
from ladder.audit.finding import Finding, Findings
from ladder.models import Activation, Competition, FoldState, HeadToHead, Rating, RatingEvent, Result
from ladder.ratings import fold, tallies
from ladder.ratings.ledger import Change, Ledger

BATCH = 2000
Event = tuple[int, int, int, float, float, float, float]


def check() -> Findings:
    """All checks of this module, competition by competition."""
    for competition in Competition.objects.order_by("pk"):
        where = f"competition {competition.slug}"
        last = _last_number(competition)
        yield from _order(competition, where, last)
        yield from _sums(competition, where)
        ledger = Ledger({})
        yield from _events(competition, where, _folded_again(competition, ledger))
        yield from _standings(competition, where, ledger)
        yield from _head_to_head(competition, where, ledger)


def _last_number(competition: Competition) -> int:
    states = FoldState.objects.filter(competition=competition, epoch=competition.current_epoch)
    return states.values_list("last_seq", flat=True).first() or 0


def _order(competition: Competition, where: str, last: int) -> Findings:
    numbered = Result.objects.filter(competition=competition, fold_seq__isnull=False)
    found = numbered.aggregate(n=Count("pk"), low=Min("fold_seq"), high=Max("fold_seq"))
    if found["n"] != last or (last and (found["low"], found["high"]) != (1, last)):
        yield Finding(
            "order",
            where,
            f"has {found['n']} numbered results from {found['low']} to {found['high']}; its fold says that "
            f"they are 1 to {last} without a gap",
        )
    ahead = Activation.objects.filter(competition=competition, after_seq__gt=last)
    for pk, seq in ahead.values_list("pk", "after_seq"):
        yield Finding("order", where, f"has activation {pk} after place {seq}, beyond the last, {last}")


def _sums(competition: Competition, where: str) -> Findings:
    here = {"competition": competition, "epoch": competition.current_epoch}
    games = Rating.objects.filter(**here).aggregate(n=Sum("games"))["n"] or 0
    events = RatingEvent.objects.filter(**here).count()
    if games != events:
        yield Finding("sums", where, f"has {games} games in its standings and {events} rating events")


def _folded_again(competition: Competition, ledger: Ledger) -> Iterator[Change]:
    """Every change that the log gives, in the order of place and version."""
    applied = Activation.objects.filter(competition=competition, after_seq__isnull=False)
    activations = deque(applied.order_by("after_seq", "pk"))
    seq = 0
    numbered = Result.objects.filter(competition=competition).order_by("fold_seq")
    while batch := list(numbered.filter(fold_seq__gt=seq)[:BATCH]):
        line_ups = fold.line_ups(batch)
        ruled = verdicts.on(result.match_id for result in batch)
        for result in batch:
            seq = result.fold_seq or seq
            _open(ledger, activations, seq)
            if len(line_ups[result.match_id]) != len(result.final_places):
                continue  # nobody can rate it; the check of the seats tells of it
            yield from sorted(fold.apply(ledger, result, line_ups, ruled), key=lambda c: c.version)
    _open(ledger, activations, math.inf)


def _open(ledger: Ledger, activations: deque[Activation], before: float) -> None:
    while activations and (activations[0].after_seq or 0) < before:
        following = activations.popleft()
        ledger.open(following.version_id, following.parent_id, following.after_seq or 0)


def _events(competition: Competition, where: str, wanted: Iterator[Change]) -> Findings:
    """Two streams in one order; where they part, the one that lags behind is an event too few or too many."""
    kept = RatingEvent.objects.filter(competition=competition, epoch=competition.current_epoch)
    columns = ("fold_seq", "version_id", "match_id", "r_before", "rd_before", "r_after", "rd_after")
    found: Iterator[Event | None] = chain(
        kept.order_by("fold_seq", "version_id").values_list(*columns).iterator(BATCH), [None]
    )
    event = next(found)
    for change in wanted:
        expected = _as_event(change)
        while event is not None and event[:2] < expected[:2]:
            yield _extra(where, event)
            event = next(found)
        if event is None or event[:2] != expected[:2]:
            text = f"lacks the event of version {expected[1]} at place {expected[0]} (match {expected[2]})"
            yield Finding("events", where, text)
            continue
        if event != expected:
            text = f"has the event {event} where the log gives {expected} (place, version, match, R and RD)"
            yield Finding("events", where, text)
        event = next(found)
    while event is not None:
        yield _extra(where, event)
        event = next(found)


def _as_event(c: Change) -> Event:
    return c.seq, c.version, c.match, c.before.r, c.before.rd, c.after.r, c.after.rd


def _extra(where: str, event: Event) -> Finding:
    seq, version, match = event[:3]
    text = f"has an event of version {version} at place {seq} (match {match}) that the log does not give"
    return Finding("events", where, text)


def _standings(competition: Competition, where: str, ledger: Ledger) -> Findings:
    ratings = Rating.objects.filter(competition=competition, epoch=competition.current_epoch)
    columns = ("version_id", "r", "rd", "games", "last_fold_seq")
    kept = {row[0]: row[1:] for row in ratings.values_list(*columns).iterator(BATCH)}
    wanted = {
        version: (standing.strength.r, standing.strength.rd, standing.games, standing.last_seq)
        for version, standing in ledger.standings.items()
    }
    for version in sorted(kept.keys() | wanted.keys()):
        if kept.get(version) != wanted.get(version):
            has, gives = kept.get(version), wanted.get(version)
            text = f"has the standing {has} for version {version}, the log gives {gives}"
            yield Finding("standings", where, f"{text} (R, RD, games, last place)")


def _head_to_head(competition: Competition, where: str, ledger: Ledger) -> Findings:
    rows = HeadToHead.objects.filter(competition=competition, epoch=competition.current_epoch)
    columns = ("bot_id", "other_id", "better", "equal", "worse")
    kept = {row[:2]: row[2:] for row in rows.values_list(*columns).iterator(BATCH)}
    counted = tallies.take(ledger.meetings).items()
    wanted = {pair: (tally.better, tally.equal, tally.worse) for pair, tally in counted}
    for one, other in sorted(kept.keys() | wanted.keys()):
        has, gives = kept.get((one, other)), wanted.get((one, other))
        if has != gives:
            text = f"has {has} for bots {one} and {other}, the log gives {gives} (better, equal, worse)"
            yield Finding("head to head", where, text)
