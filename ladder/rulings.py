"""Corrections by staff: who, when, why. Append-only; what counted is never rewritten."""

from django.db import transaction

from ladder import leases, scheduling
from ladder.locks import Lock, wait_for
from ladder.models import Match, Ruling, User
from ladder.ratings.rebuild import rebuild
from ladder.refusals import Refused


def void(match: Match, by: User, reason: str) -> Ruling:
    """Rule that a match does not count. Ruling twice is ruling once.

    An open match ends as void. A finished one keeps its result, which the ratings leave out from now on
    (they are rebuilt at once if it was in them).
    """
    if not reason.strip():
        raise Refused("Say why the match is void: the people who play read it.")
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        former = Ruling.objects.filter(kind=Ruling.Kind.VOID, match=match).first()
        if former is not None:
            return former
        if match.state == Match.State.VOID:
            raise Refused(f"Match {match.pk} is void already: {match.void_reason}")
        if match.state == Match.State.FINISHED and match.kind == Match.Kind.TRIAL:
            raise Refused(f"Match {match.pk} is a finished trial; disable the version instead.")
        ruling = Ruling.objects.create(kind=Ruling.Kind.VOID, match=match, reason=reason.strip(), by=by)
        if not leases.void(match, reason.strip()):
            _take_out_of_the_ratings(match)
    return ruling


def _take_out_of_the_ratings(match: Match) -> None:
    """The fold, kept out until this commits, either has rated the match already or will see the ruling."""
    wait_for(Lock.FOLD, match.competition_id)
    if match.rating_events.exists():
        rebuild(match.competition_id)


def retry(match: Match, by: User) -> Match:
    """Have a void match played again: a new one with the same seats and seeds, which `replaces` it.

    Retrying twice gives the one new match. Refused for a match that counts or is being played.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        again = Match.objects.filter(replaces=match).first()
        if again is not None:
            return again
        _refuse_what_counts(match)
        again = _play_again(match)
        reason = f"played again as match {again.pk}"
        Ruling.objects.create(kind=Ruling.Kind.RETRY, match=match, reason=reason, by=by)
    return again


def _refuse_what_counts(match: Match) -> None:
    if match.kind == Match.Kind.TRIAL:
        raise Refused(f"Match {match.pk} is a trial; the ladder tries it again by itself.")
    ruled_void = Ruling.objects.filter(kind=Ruling.Kind.VOID, match=match).exists()
    if match.state != Match.State.VOID and not ruled_void:
        raise Refused(f"Match {match.pk} is {match.get_state_display()}; only a void match is played again.")


def _play_again(match: Match) -> Match:
    seats = list(match.seats.order_by("seat"))
    again = Match.objects.create(
        competition=match.competition,
        kind=match.kind,
        players=match.players,
        ruleset=match.ruleset,
        options=match.options,
        limits=match.limits,
        seed=match.seed,
        block=match.block,
        replaces=match,
    )
    scheduling.seat(again, [seat.version_id for seat in seats], [seat.bot_seed for seat in seats])
    return again
