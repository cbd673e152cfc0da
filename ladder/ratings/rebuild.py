"""The ratings folded anew from the log into a new epoch: what a ruling on a counted match takes."""

from collections import deque
from collections.abc import Iterator

from django.db import transaction

from ladder.locks import Lock, wait_for
from ladder.models import Activation, Competition, FoldState, Result
from ladder.ratings import fold
from ladder.ratings.ledger import Change, Ledger

BATCH = 1000


def rebuild(competition_id: int) -> int:
    """Apply all numbered results again, in their order, with today's rulings; the new current epoch.

    Numbers stay as they are. The fold waits meanwhile; the boards show the old epoch until all is done.
    """
    with transaction.atomic():
        wait_for(Lock.FOLD, competition_id)
        competition = Competition.objects.select_for_update(no_key=True).get(pk=competition_id)
        last = fold.state(competition_id, competition.current_epoch).last_seq
        competition.current_epoch += 1
        FoldState.objects.create(competition=competition, epoch=competition.current_epoch, last_seq=last)
        _fold_again(competition_id, competition.current_epoch)
        competition.save(update_fields=["current_epoch"])
    return competition.current_epoch


def _fold_again(competition_id: int, epoch: int) -> None:
    ledger = Ledger({})
    applied = Activation.objects.filter(competition=competition_id, after_seq__isnull=False)
    activations = deque(applied.order_by("after_seq", "pk"))
    for results in _batches(competition_id):
        fold.save(competition_id, epoch, ledger, _apply(ledger, results, activations))
    _open_before(ledger, activations, None)
    fold.save(competition_id, epoch, ledger, [])


def _batches(competition_id: int) -> Iterator[list[Result]]:
    """The numbered results in their order."""
    seq = 0
    numbered = Result.objects.filter(competition=competition_id).order_by("fold_seq")
    columns = numbered.only("match_id", "final_places", "fold_seq")
    while batch := list(columns.filter(fold_seq__gt=seq)[:BATCH]):
        yield batch
        seq = batch[-1].fold_seq or 0


def _apply(ledger: Ledger, results: list[Result], activations: deque[Activation]) -> list[Change]:
    line_ups = fold.line_ups(results)
    void = fold.ruled_void(result.match_id for result in results)
    changes: list[Change] = []
    for result in results:
        _open_before(ledger, activations, result.fold_seq)
        changes += fold.apply(ledger, result, line_ups, void)
    return changes


def _open_before(ledger: Ledger, activations: deque[Activation], seq: int | None) -> None:
    """Open what became active before place `seq` of the order; None: all that is left."""
    while activations and (seq is None or (activations[0].after_seq or 0) < seq):
        next_one = activations.popleft()
        ledger.open(next_one.version_id, next_one.parent_id, next_one.after_seq or 0)
