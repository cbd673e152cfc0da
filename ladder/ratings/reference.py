"""Reference ratings: the nightly batch fit, stored with what it was made from, so that it can be checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db import IntegrityError, transaction
from django.utils import timezone

from ladder import leaderboards
from ladder.models import Competition, Fit, FitRating, FoldState, Version
from ladder.ratings import fit as batch
from ladder.ratings.log import Floats
from ladder.ratings.reading import Read, read

EDITION = 1
DIGITS = 4
NIGHT = 3  # o'clock, UTC


@dataclass(frozen=True)
class Row:
    """One version's reference rating, as `FitRating` holds it."""

    version: int
    r: float
    error: float
    games: int
    connected: bool
    rank_low: int | None
    rank_high: int | None
    by_size: dict[str, list[float]]


@dataclass(frozen=True)
class Made:
    """A fit as `Fit` holds it, with its rows in the order of the versions."""

    matches: int
    log_sha256: str
    anchors: dict[str, float]
    spread: float
    luck_share: float
    luck_scale: float
    seats: list[dict[str, Any]]
    rows: list[Row]


def publish(competition: Competition) -> Fit | None:
    """Fit the competition's log as far as it is folded now, and store it; None while nothing is folded.

    The same log by the same method is published once: then the former fit comes back.
    """
    last_seq = _folded(competition)
    if not last_seq:
        return None
    log = read(competition.pk, last_seq)
    former = competition.fits.filter(fold_seq=last_seq, log_sha256=log.sha256, edition=EDITION).first()
    if former is not None or not len(log.log):
        return former
    before = competition.fits.first()
    made = make(log, _start(before), before.anchors if before else {}, _on_board(competition))
    try:
        return _store(competition, last_seq, before, made)
    except IntegrityError:  # another process was as quick
        return competition.fits.get(fold_seq=last_seq, log_sha256=log.sha256, edition=EDITION)


def again(fit: Fit) -> Made:
    """What `fit` would be if it were made today from the same: equal to it, unless staff ruled since."""
    ranked = fit.ratings.filter(rank_low__isnull=False).values_list("version_id", flat=True)
    before = fit.began_from
    log = read(fit.competition_id, fit.fold_seq)
    return make(log, _start(before), before.anchors if before else {}, set(ranked))


def stored(fit: Fit) -> Made:
    """What was published."""
    fields = ("version_id", "r", "error", "games", "connected", "rank_low", "rank_high", "by_size")
    rows = [Row(*values) for values in fit.ratings.order_by("version").values_list(*fields)]
    return Made(
        fit.matches, fit.log_sha256, fit.anchors, fit.spread, fit.luck_share, fit.luck_scale, fit.seats, rows
    )


def make(log: Read, start: Mapping[int, float], anchors: Mapping[str, float], board: set[int]) -> Made:
    """The fit of a log, begun from `start` (rating by version), hung on the anchors; ranks on the board."""
    versions = log.versions
    beginning = np.array([start.get(version, batch.MIDDLE) for version in versions])
    fitted = batch.fit(log.log, len(versions), beginning if start else None)
    references = _references(versions)
    shift = _shift(versions, fitted.ratings, anchors)
    luck = batch.luck(log.log, fitted.ratings)
    return Made(
        matches=len(log.log),
        log_sha256=log.sha256,
        anchors=_anchors(versions, fitted.ratings + shift, anchors, references),
        spread=_rounded(fitted.spread),
        luck_share=_rounded(luck.share),
        luck_scale=_rounded(luck.scale),
        seats=[
            {"players": s.players, "seat": s.seat, "elo": _rounded(s.elo), "error": _rounded(s.error)}
            for s in fitted.seats
        ],
        rows=_rows(log, fitted, shift, board),
    )


def _rows(log: Read, fitted: batch.Fit, shift: float, board: set[int]) -> list[Row]:
    ranks = _ranks(log.versions, fitted, board)
    by_size: dict[int, dict[str, list[float]]] = {}
    for effect in batch.size_effects(log.log, fitted):
        by_size.setdefault(effect.bot, {})[str(effect.players)] = [
            _rounded(effect.elo),
            _rounded(effect.error),
        ]
    return [
        Row(
            version=version,
            r=_rounded(fitted.ratings[i] + shift),
            error=_rounded(fitted.errors[i]),
            games=int(fitted.games[i]),
            connected=bool(fitted.group[i] == 0),
            rank_low=ranks[version][0] if version in ranks else None,
            rank_high=ranks[version][1] if version in ranks else None,
            by_size=by_size.get(i, {}),
        )
        for i, version in enumerate(log.versions)
    ]


def _ranks(versions: Sequence[int], fitted: batch.Fit, board: set[int]) -> dict[int, tuple[int, int]]:
    """Rank intervals among the versions on the board that can be compared."""
    at = [i for i, version in enumerate(versions) if version in board and fitted.group[i] == 0]
    low, high = batch.rank_intervals(fitted.ratings[at], fitted.covariance(at), seed=len(versions))
    return {versions[i]: (int(a), int(b)) for i, a, b in zip(at, low, high, strict=True)}


def _shift(versions: Sequence[int], ratings: Floats, anchors: Mapping[str, float]) -> float:
    """What brings the mean of the anchored versions back to where it was assigned; 0 without any."""
    off = [anchors[str(v)] - r for v, r in zip(versions, ratings, strict=True) if str(v) in anchors]
    return float(np.mean(off)) if off else 0.0


def _anchors(
    versions: Sequence[int], ratings: Floats, former: Mapping[str, float], references: set[int]
) -> dict[str, float]:
    """The former anchors, and for reference versions that are new the rating that they have now."""
    new = {str(v): _rounded(r) for v, r in zip(versions, ratings, strict=True) if v in references}
    return new | dict(former)


def _references(versions: Iterable[int]) -> set[int]:
    found = Version.objects.filter(pk__in=list(versions), bot__is_reference=True)
    return set(found.values_list("pk", flat=True))


def _rounded(value: float) -> float:
    return round(float(value), DIGITS)


def _start(before: Fit | None) -> dict[int, float]:
    return dict(before.ratings.values_list("version_id", "r")) if before else {}


def _folded(competition: Competition) -> int:
    states = FoldState.objects.filter(competition=competition, epoch=competition.current_epoch)
    return states.values_list("last_seq", flat=True).first() or 0


def _on_board(competition: Competition) -> set[int]:
    return set(leaderboards.playing(competition).values_list("pk", flat=True))


def _store(competition: Competition, last_seq: int, before: Fit | None, made: Made) -> Fit:
    with transaction.atomic():
        fit = Fit.objects.create(
            competition=competition,
            fold_seq=last_seq,
            log_sha256=made.log_sha256,
            edition=EDITION,
            began_from=before,
            anchors=made.anchors,
            matches=made.matches,
            spread=made.spread,
            luck_share=made.luck_share,
            luck_scale=made.luck_scale,
            seats=made.seats,
        )
        FitRating.objects.bulk_create(
            [
                FitRating(
                    fit=fit,
                    version_id=row.version,
                    r=row.r,
                    error=row.error,
                    games=row.games,
                    connected=row.connected,
                    rank_low=row.rank_low,
                    rank_high=row.rank_high,
                    by_size=row.by_size,
                )
                for row in made.rows
            ],
            batch_size=500,
        )
    return fit


def due(now: datetime | None = None) -> list[Competition]:
    """The competitions with results newer than their last fit, if that was made before the last night.

    One that has closed is due at once: its last fit is its final table.
    """
    night = _last_night(now or timezone.now())
    return [competition for competition in Competition.objects.order_by("pk") if _is_due(competition, night)]


def _is_due(competition: Competition, night: datetime) -> bool:
    last = competition.fits.first()
    folded = _folded(competition)
    if not folded or (last is not None and last.fold_seq == folded):
        return False
    ended = competition.state in (Competition.State.CLOSED, Competition.State.ARCHIVED)
    return last is None or ended or last.made < night


def _last_night(now: datetime) -> datetime:
    night = now.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    return night if night <= now else night - timedelta(days=1)
