"""Results are numbered and, in that order, applied to the ratings: one folder, one transaction."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db import connection, transaction

from ladder import verdicts
from ladder.locks import Lock, try_lock
from ladder.models import Activation, Competition, FoldState, MatchSeat, Rating, Result
from ladder.ratings import events, tallies
from ladder.ratings.elo import Strength
from ladder.ratings.ledger import Change, Ledger, Standing
from ladder.verdicts import Verdicts

BATCH = 200


def fold_all() -> int:
    """Fold whatever waits, in every competition; the number of results folded."""
    waiting = set(Result.objects.filter(rated=True, fold_seq=None).values_list("competition", flat=True))
    waiting |= set(Activation.objects.filter(after_seq=None).values_list("competition", flat=True))
    return sum(_fold_dry(competition) for competition in sorted(waiting))


def _fold_dry(competition_id: int) -> int:
    folded = 0
    while batch := fold(competition_id):
        folded += batch
    return folded


def fold(competition_id: int) -> int:
    """Number and apply at most 200 results of one competition; their number.

    0 also when another folder is at work. What commits late is found by the next fold: it looks for results
    without a number, never for numbers beyond the last.
    """
    with transaction.atomic():
        if not try_lock(Lock.FOLD, competition_id):
            return 0
        epoch = Competition.objects.values_list("current_epoch", flat=True).get(pk=competition_id)
        progress = state(competition_id, epoch)
        activations = list(_waiting_activations(competition_id))
        results = list(_waiting_results(competition_id))
        seats = line_ups(results)
        ruled = verdicts.on(result.match_id for result in results)
        ledger = _load(competition_id, epoch, _versions(activations, seats.values()))
        _open(ledger, activations, progress.last_seq)
        _number(results, progress)
        changes = [change for result in results for change in apply(ledger, result, seats, ruled)]
        save(competition_id, epoch, ledger, changes)
    return len(results)


def state(competition_id: int, epoch: int) -> FoldState:
    """How far this epoch is folded, its row locked."""
    FoldState.objects.get_or_create(competition_id=competition_id, epoch=epoch)
    return FoldState.objects.select_for_update().get(competition_id=competition_id, epoch=epoch)


def _waiting_activations(competition_id: int) -> Iterable[Activation]:
    return Activation.objects.filter(competition=competition_id, after_seq=None).order_by("pk")


def _waiting_results(competition_id: int) -> Iterable[Result]:
    waiting = Result.objects.filter(competition=competition_id, rated=True, fold_seq=None)
    return waiting.order_by("received", "match").only("match_id", "final_places", "fold_seq")[:BATCH]


def line_ups(results: Sequence[Result]) -> dict[int, list[int]]:
    """The versions by match, in the order of the seats."""
    found: dict[int, list[int]] = defaultdict(list)
    seats = MatchSeat.objects.filter(match__in=[result.match_id for result in results])
    for match, version in seats.order_by("match", "seat").values_list("match_id", "version_id"):
        found[match].append(version)
    return found


def _versions(activations: Sequence[Activation], line_ups: Iterable[list[int]]) -> set[int]:
    named = {version for line_up in line_ups for version in line_up}
    for activation in activations:
        named.add(activation.version_id)
        if activation.parent_id is not None:
            named.add(activation.parent_id)
    return named


def _load(competition_id: int, epoch: int, versions: set[int]) -> Ledger:
    rows = Rating.objects.filter(competition=competition_id, epoch=epoch, version__in=versions)
    return Ledger(
        {
            row.version_id: Standing(Strength(row.r, row.rd), row.games, row.last_fold_seq)
            for row in rows.only("version_id", "r", "rd", "games", "last_fold_seq")
        }
    )


def _open(ledger: Ledger, activations: Sequence[Activation], seq: int) -> None:
    for activation in activations:
        ledger.open(activation.version_id, activation.parent_id, seq)
    Activation.objects.filter(pk__in=[activation.pk for activation in activations]).update(after_seq=seq)


def _number(results: Sequence[Result], progress: FoldState) -> None:
    for seq, result in enumerate(results, start=progress.last_seq + 1):
        result.fold_seq = seq
    with connection.cursor() as cursor:  # Django's bulk_update took longer than all the rest of the fold
        cursor.executemany(
            "UPDATE ladder_result SET fold_seq = %s WHERE match_id = %s AND fold_seq IS NULL",
            [(result.fold_seq, result.match_id) for result in results],
        )
    progress.last_seq += len(results)
    progress.save(update_fields=["last_seq"])


def apply(ledger: Ledger, result: Result, line_ups: dict[int, list[int]], ruled: Verdicts) -> list[Change]:
    """Apply one numbered result; a match that staff took out keeps its number and changes nothing."""
    places = ruled.places(result.match_id, result.final_places)
    if places is None or result.fold_seq is None:
        return []
    return ledger.apply(result.fold_seq, result.match_id, line_ups[result.match_id], places)


def save(competition_id: int, epoch: int, ledger: Ledger, changes: Sequence[Change]) -> None:
    """Write the touched standings, the changes' events, and who was placed before whom."""
    save_standings(competition_id, epoch, ledger)
    tallies.write(competition_id, epoch, ledger.meetings)
    events.write(competition_id, epoch, changes)


def save_standings(competition_id: int, epoch: int, ledger: Ledger) -> None:
    """Write the touched standings; none is touched any more."""
    Rating.objects.bulk_create(
        [
            Rating(
                competition_id=competition_id,
                epoch=epoch,
                version_id=version,
                r=standing.strength.r,
                rd=standing.strength.rd,
                games=standing.games,
                last_fold_seq=standing.last_seq,
            )
            for version, standing in ledger.changed()
        ],
        update_conflicts=True,
        unique_fields=["competition", "epoch", "version"],
        update_fields=["r", "rd", "games", "last_fold_seq"],
        batch_size=500,
    )
    ledger.touched.clear()


def digest(competition_id: int, epoch: int) -> str:
    """SHA-256 over version, rating, deviation and games of all standings of an epoch."""
    rows = Rating.objects.filter(competition=competition_id, epoch=epoch).order_by("version_id")
    hashed = hashlib.sha256()
    for version, r, rd, games in rows.values_list("version_id", "r", "rd", "games"):
        hashed.update(f"{version} {r:.6f} {rd:.6f} {games}\n".encode())
    return hashed.hexdigest()
