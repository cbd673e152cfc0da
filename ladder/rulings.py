"""Corrections by staff: who, when, why. Append-only; what counted is never rewritten."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from ladder import leases, notices, people, report_check, scheduling, versions
from ladder.locks import Lock, wait_for
from ladder.models import Match, RatingEvent, Ruling, User, Version
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
            _rate_anew(match)
    return ruling


def correct(match: Match, places: Sequence[int], by: User, reason: str) -> Ruling:
    """Rule that a finished match counts with other final places (by seat). The reported ones stay on record.

    The same correction twice is one. Refused for what did not finish, what does not count, and for places
    that are no ranking of its seats.
    """
    if not reason.strip():
        raise Refused("Say why the places are corrected: the people who play read it.")
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        _refuse_correction(match, places)
        former = Ruling.objects.filter(kind=Ruling.Kind.CORRECT, match=match).order_by("-pk").first()
        if former is not None and former.places == list(places):
            return former
        ruling = Ruling.objects.create(
            kind=Ruling.Kind.CORRECT, match=match, places=list(places), reason=reason.strip(), by=by
        )
        _rate_anew(match)
    return ruling


def _refuse_correction(match: Match, places: Sequence[int]) -> None:
    if match.state != Match.State.FINISHED or match.kind == Match.Kind.TRIAL:
        raise Refused(f"Match {match.pk} is {match.get_state_display()}: only a finished match has places.")
    void = Ruling.objects.filter(kind=Ruling.Kind.VOID, match=match).select_related("by").first()
    if void is not None:
        raise Refused(
            f"Match {match.pk} was ruled void on {void.at:%Y-%m-%d} by {void.by}: {void.reason} "
            "What counts for nobody has no places to correct; have it played again instead."
        )
    if len(places) != match.players or not report_check.is_ranking(places):
        raise Refused(
            f"Places: found {list(places)}, wanted {match.players} by seat, each 1 + how many are better."
        )


def disqualify(version: Version, by: User, reason: str) -> Ruling:
    """Rule that none of a version's games counts, for anybody: the others get their points back.

    The version never plays again; its matches under way are played to their end and rate nobody.
    """
    if not reason.strip():
        raise Refused("Say why the version is disqualified: its owner reads it.")
    with transaction.atomic():
        version = Version.objects.select_for_update(no_key=True).get(pk=version.pk)
        former = Ruling.objects.filter(kind=Ruling.Kind.DISQUALIFY, version=version).first()
        if former is not None:
            return former
        playing = set(Version.State) - {Version.State.DISABLED, Version.State.REJECTED}
        versions.move(version.pk, playing, Version.State.DISABLED, reason.strip())
        ruling = Ruling.objects.create(
            kind=Ruling.Kind.DISQUALIFY, version=version, reason=reason.strip(), by=by
        )
        text = f"{version} was disqualified, and none of its games counts: {reason.strip()}"
        notices.tell(people.behind(version.bot), notices.Kind.VERSION, text, f"/versions/{version.pk}/")
        for competition in _rated_in(version):
            wait_for(Lock.FOLD, competition)
            rebuild(competition)
    return ruling


def _rated_in(version: Version) -> Iterable[int]:
    """The competitions in which the version's games may be in the ratings, always in the same order."""
    seats = version.seats.filter(match__rated=True, match__state=Match.State.FINISHED)
    return sorted(set(seats.values_list("match__competition", flat=True)))


def _rate_anew(match: Match) -> None:
    """The fold, kept out until this commits, either has rated the match already or will see the ruling."""
    wait_for(Lock.FOLD, match.competition_id)
    if RatingEvent.objects.filter(match=match).exists():
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
        rated=match.rated,
        hidden_until=match.hidden_until,
        replaces=match,
    )
    scheduling.seat(again, [seat.version_id for seat in seats], [seat.bot_seed for seat in seats])
    return again
