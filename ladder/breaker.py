"""The circuit breaker: a version that faults again and again is taken out of play, with a way back."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from ladder import builds, notices, people, versions
from ladder.models import MatchSeat, Ruling, Trip, Version
from ladder.refusals import Refused

State = Version.State

IN_A_ROW = 5
LAST = 20
LOOK_BACK = timedelta(minutes=10)
"""Only versions with a fault recorded this recently are looked at; the check runs every few seconds."""
MOST_RESETS = 3
RESETS_WITHIN = timedelta(days=7)


def verdict(faulty: Sequence[bool]) -> str:
    """Why a version with these last games (newest first) is taken out of play; empty when it is not."""
    last = faulty[:LAST]
    if len(last) >= IN_A_ROW and all(last[:IN_A_ROW]):
        return f"it made a fault in each of its last {IN_A_ROW} rated matches"
    if 2 * sum(last) > LAST:
        return f"it made a fault in {sum(last)} of its last {len(last)} rated matches"
    return ""


def check() -> int:
    """Take the versions out of play that deserve it; how many. What was checked before changes nothing."""
    since = timezone.now() - LOOK_BACK
    faulty = MatchSeat.objects.filter(
        match__result__received__gte=since, match__result__rated=True, version__state=State.ACTIVE
    ).exclude(fault="")
    found = sorted(set(faulty.values_list("version", flat=True)))
    return sum(_check(version) for version in Version.objects.filter(pk__in=found).select_related("bot"))


def _check(version: Version) -> bool:
    last = _last_games(version)
    why = verdict([bool(fault) for _, fault in last])
    return bool(why) and _trip(version, why, [match for match, fault in last if fault])


def _last_games(version: Version) -> list[tuple[int, str]]:
    """Match and fault of the last rated games that were planned since the breaker last tripped."""
    tripped = version.trips.first()
    seats = MatchSeat.objects.filter(version=version, match__result__rated=True)
    seats = seats.exclude(match__rulings__kind=Ruling.Kind.VOID)
    if tripped is not None:
        seats = seats.filter(match__created__gt=tripped.at)
    return list(seats.order_by("-match").values_list("match_id", "fault")[:LAST])


def _trip(version: Version, why: str, matches: list[int]) -> bool:
    reason = (
        f"The circuit breaker took it out of play: {why}. Its results stay. "
        "Look at those matches, then upload a corrected version or send this one to a new trial."
    )
    with transaction.atomic():
        versions.lock_bot(version.bot_id)
        if not versions.move(version.pk, [State.ACTIVE], State.DISABLED, reason):
            return False
        Trip.objects.create(version=version, matches=matches)
        link = f"/versions/{version.pk}/"
        notices.tell(people.behind(version.bot), notices.Kind.VERSION, f"{version}: {reason}", link)
    return True


def last_trip(version: Version) -> Trip | None:
    """The trip that keeps the version out of play now; None when that is not the breaker's doing."""
    if version.state != State.DISABLED or _ruled_out(version):
        return None
    return version.trips.filter(reset=None).first()


def reset(version: Version) -> Version:
    """Send a version that the breaker took out to a new build and trial; passed, it plays again.

    Asking twice is asking once. Refused when staff disabled it, or after too many new trials of its bot.
    """
    with transaction.atomic():
        versions.lock_bot(version.bot_id)
        version.refresh_from_db()
        trip = version.trips.first()
        if trip is not None and trip.reset is not None and version.state != State.DISABLED:
            return version
        if trip is None or last_trip(version) is None:
            raise Refused(
                f"{version} is {version.get_state_display()}; the circuit breaker has no part in that."
            )
        _refuse_too_many(version)
        _send_to_trial(version, trip)
    version.refresh_from_db()
    return version


def _ruled_out(version: Version) -> bool:
    kinds = (Ruling.Kind.DISABLE, Ruling.Kind.DISQUALIFY)
    return Ruling.objects.filter(kind__in=kinds, version=version).exists()


def _refuse_too_many(version: Version) -> None:
    since = timezone.now() - RESETS_WITHIN
    resets = Trip.objects.filter(version__bot=version.bot_id, reset__gt=since).order_by("reset")
    times: list[datetime] = [each for each in resets.values_list("reset", flat=True) if each]
    if len(times) < MOST_RESETS:
        return
    free = times[len(times) - MOST_RESETS] + RESETS_WITHIN
    raise Refused(
        f"{version.bot.name} was sent to a new trial {len(times)} times within {RESETS_WITHIN.days} days, "
        f"and that is the most. Upload a corrected version, or try again after {free:%Y-%m-%d %H:%M} UTC."
    )


def _send_to_trial(version: Version, trip: Trip) -> None:
    now = timezone.now()
    reason = "It goes through build and trial again, since the circuit breaker took it out of play."
    versions.move(
        version.pk, [State.DISABLED], State.QUEUED, reason, activate=True, send_after=now, trial_match=None
    )
    Trip.objects.filter(pk=trip.pk).update(reset=now)
    transaction.on_commit(lambda: builds.send(version.pk))
