"""The ratings folded anew from the log into a new epoch, while the ladder goes on; then the boards switch."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max

from ladder import verdicts
from ladder.locks import Lock, wait_for
from ladder.models import Activation, Competition, FoldState, HeadToHead, Rating, RatingEvent, Result
from ladder.ratings import events, fold, tallies
from ladder.ratings.ledger import Change, Ledger

BATCH = 2000
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Rebuilt:
    """The epoch that is current now, how many numbered results are in it, and both epochs' digests."""

    epoch: int
    results: int
    digest: str
    former_digest: str

    @property
    def same(self) -> bool:
        """Whether the fold from empty gave the very standings that the ladder had."""
        return self.digest == self.former_digest


@dataclass
class Course:
    """One pass through the log: how far it is, its standings, and what it found ruled when it began."""

    competition: int
    epoch: int
    former: int
    rulings: frozenset[int]
    done: int = 0
    ledger: Ledger = field(default_factory=lambda: Ledger({}))
    activations: deque[Activation] = field(default_factory=deque)
    seen: set[int] = field(default_factory=set)


def rebuild(competition_id: int, tell: Tell = lambda done, of: None) -> Rebuilt:
    """Apply all numbered results again, in their order, with today's rulings, and switch the boards.

    Numbers stay as they are. The fold goes on in the old epoch meanwhile and waits only for the switch, which
    catches up with it. A ruling that comes in between starts the pass anew. `tell` hears (done, of).
    """
    while True:
        course = _begin(competition_id)
        while _advance(course):
            tell(course.done, _last_number(competition_id))
        switched = _switch(course)
        if switched is not None:
            tell(switched.results, switched.results)
            return switched


def _begin(competition_id: int) -> Course:
    """A new epoch, above all that there are: an abandoned one stays behind and is removed by the next."""
    with transaction.atomic():
        competition = Competition.objects.select_for_update(no_key=True).get(pk=competition_id)
        epochs = FoldState.objects.filter(competition=competition)
        highest = epochs.aggregate(highest=Max("epoch"))["highest"] or 0
        epoch = max(highest, competition.current_epoch) + 1
        FoldState.objects.create(competition=competition, epoch=epoch)
        return Course(competition_id, epoch, competition.current_epoch, verdicts.all_rulings())


def _advance(course: Course) -> bool:
    """Fold the next batch into the course's epoch; False when fewer than a batch were left."""
    with transaction.atomic():
        return _fold_batch(course) == BATCH


def _fold_batch(course: Course) -> int:
    numbered = Result.objects.filter(competition=course.competition, fold_seq__gt=course.done)
    results = list(numbered.order_by("fold_seq").only("match_id", "final_places", "fold_seq")[:BATCH])
    _take_activations(course)
    events.write(course.competition, course.epoch, _apply(course, results))
    if len(course.ledger.meetings) > tallies.MOST_KEPT:
        tallies.write(course.competition, course.epoch, course.ledger.meetings)
    if results:
        course.done = results[-1].fold_seq or course.done
    return len(results)


def _take_activations(course: Course) -> None:
    """Those that the fold has applied since the last look. Looked for after the results were read, so that
    whatever was opened before one of them is here.
    """
    applied = Activation.objects.filter(competition=course.competition, after_seq__gte=course.done)
    fresh = applied.exclude(pk__in=course.seen).order_by("after_seq", "pk")
    for activation in fresh.only("version_id", "parent_id", "after_seq"):
        course.activations.append(activation)
        course.seen.add(activation.pk)


def _apply(course: Course, results: list[Result]) -> list[Change]:
    line_ups = fold.line_ups(results)
    ruled = verdicts.on(result.match_id for result in results)
    changes: list[Change] = []
    for result in results:
        _open_before(course, result.fold_seq)
        changes += fold.apply(course.ledger, result, line_ups, ruled)
    return changes


def _open_before(course: Course, seq: int | None) -> None:
    """Open what became active before place `seq` of the order; None: all that is left."""
    while course.activations and (seq is None or (course.activations[0].after_seq or 0) < seq):
        following = course.activations.popleft()
        course.ledger.open(following.version_id, following.parent_id, following.after_seq or 0)


def _switch(course: Course) -> Rebuilt | None:
    """Keep the fold out, catch up with it, and make the new epoch the current one.

    None when the pass must be done again: staff ruled in between, or another rebuild was first.
    """
    with transaction.atomic():
        wait_for(Lock.FOLD, course.competition)
        competition = Competition.objects.select_for_update(no_key=True).get(pk=course.competition)
        if competition.current_epoch != course.former or verdicts.all_rulings() != course.rulings:
            _forget(course.competition, course.epoch)
            return None
        while _fold_batch(course):
            pass
        _open_before(course, None)
        fold.save(course.competition, course.epoch, course.ledger, [])
        FoldState.objects.filter(competition=competition, epoch=course.epoch).update(last_seq=course.done)
        competition.current_epoch = course.epoch
        competition.save(update_fields=["current_epoch"])
        _forget_all_but(course)
        digests = [fold.digest(course.competition, epoch) for epoch in (course.epoch, course.former)]
    return Rebuilt(course.epoch, course.done, *digests)


def _last_number(competition_id: int) -> int:
    numbered = Result.objects.filter(competition=competition_id)
    return numbered.aggregate(last=Max("fold_seq"))["last"] or 0


def _forget_all_but(course: Course) -> None:
    """Of all epochs the current one and the one before are kept."""
    states = FoldState.objects.filter(competition=course.competition)
    others = states.exclude(epoch__in=(course.epoch, course.former)).values_list("epoch", flat=True)
    for epoch in list(others):
        _forget(course.competition, epoch)


def _forget(competition_id: int, epoch: int) -> None:
    for model in (RatingEvent, Rating, HeadToHead, FoldState):
        model.objects.filter(competition=competition_id, epoch=epoch).delete()
