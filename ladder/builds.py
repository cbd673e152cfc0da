"""From upload to active: the build order, its report, and the trial game against copies of itself."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from ladder import (
    blobs,
    competitions,
    incidents,
    notices,
    orders,
    people,
    scheduling,
    sightings,
    text,
    versions,
)
from ladder.models import Bot, Competition, Match, MatchSeat, Version
from workers.contract import BUILD_QUEUE, LEASE_S, REPORTING_LEASE_S, BuildPulse, BuildReport

log = logging.getLogger(__name__)

State = Version.State

IN_BUILD = (State.QUEUED, State.BUILDING)
NO_ANSWER_AFTER = timedelta(seconds=180)
NO_ANSWER_WITH_EMPTY_QUEUE_AFTER = timedelta(seconds=60)
UNSENT_AFTER = timedelta(seconds=5)
FIRST_DELAY = timedelta(seconds=5)
LONGEST_DELAY = timedelta(minutes=5)
LOG_LIMIT = 64 * 1024


def send(version_id: int) -> bool:
    """Send a queued version's build order; True when the broker took it. Else `send_due` will try again."""
    try:
        return _send(version_id)
    except orders.BrokerAway as error:
        log.warning("the build of version %s waits for the broker: %s", version_id, error)
        return False


def send_due() -> int:
    """Send the builds that wait, and again those that nobody answered; how many the broker took."""
    now = timezone.now()
    _put_back_the_silent(now)
    due = Version.objects.filter(state=State.QUEUED, send_after__lte=now - UNSENT_AFTER)
    sent = 0
    try:
        for version_id in due.order_by("send_after").values_list("pk", flat=True)[:100]:
            sent += _send(version_id)
    except orders.BrokerAway as error:
        log.warning("builds wait for the broker: %s", error)
    return sent


def extend(build: BuildPulse) -> None:
    """A worker has the build in hand: it is leased."""
    lease = timedelta(seconds=REPORTING_LEASE_S if build.reporting else LEASE_S)
    held = Version.objects.filter(build_token=build.token, state=State.BUILDING, build_attempt=build.attempt)
    held.update(build_lease=timezone.now() + lease)


def put_back_the_lost(at: datetime) -> int:
    """Send again the builds whose worker was silent when their lease ran out before `at`; how many."""
    now = timezone.now()
    ahead = now + timedelta(seconds=REPORTING_LEASE_S + 60)  # noted by a clock that was wrong
    lost = Version.objects.filter(Q(build_lease__lt=at) | Q(build_lease__gt=ahead), state=State.BUILDING)
    reason = f"The worker was silent for {LEASE_S:.0f} s; the build is sent again."
    return sum(_send_again(pk, reason, now) for pk in lost.values_list("pk", flat=True))


def _send_again(version_id: int, reason: str, now: datetime) -> bool:
    moved = versions.move(
        version_id, [State.BUILDING], State.QUEUED, reason, send_after=now, build_lease=None
    )
    return moved and send(version_id)


def _put_back_the_silent(now: datetime) -> None:
    """Builds whose order was lost: nobody took it for three minutes, for one if the queue is empty."""
    building = Version.objects.filter(state=State.BUILDING, build_lease=None)
    if not building.filter(build_sent__lt=now - NO_ANSWER_WITH_EMPTY_QUEUE_AFTER).exists():
        return
    patience = NO_ANSWER_WITH_EMPTY_QUEUE_AFTER if _queue_is_empty() else NO_ANSWER_AFTER
    for version_id in building.filter(build_sent__lt=now - patience).values_list("pk", flat=True):
        minutes = patience // timedelta(minutes=1)
        reason = f"No worker answered within {minutes} min; the build is sent again."
        put_back(version_id, [State.BUILDING], reason)


def _queue_is_empty() -> bool:
    try:
        return orders.waiting(BUILD_QUEUE) == 0
    except orders.BrokerAway as error:
        log.warning("builds: %s", error)
        return False


def _send(version_id: int) -> bool:
    """Claim a queued version by counting its attempt, and publish the order."""
    now = timezone.now()
    if _waits_for_its_language(version_id):
        return False
    waiting = Version.objects.filter(pk=version_id, state=State.QUEUED, send_after__lte=now)
    if waiting.update(build_attempt=F("build_attempt") + 1, send_after=now) != 1:
        return False
    version = Version.objects.select_related("bot").get(pk=version_id)
    competition = trial_competition(version.bot)
    if competition is None:
        reason = "No competition is open; the build waits until one opens."
        Version.objects.filter(pk=version_id, state=State.QUEUED).update(reason=reason)
        return False
    orders.send_build(version, competition, now)
    versions.move(version_id, [State.QUEUED], State.BUILDING, build_sent=now)
    return True


def _waits_for_its_language(version_id: int) -> bool:
    """Whether no worker has what this version's language needs; its owner reads why it waits."""
    language = Version.objects.values_list("language", flat=True).get(pk=version_id)
    if not sightings.lacks(language):
        return False
    reason = f"No worker of this site can build {language} now; the build waits until one can."
    Version.objects.filter(pk=version_id, state=State.QUEUED).update(reason=reason)
    return True


def trial_competition(bot: Bot) -> Competition | None:
    """Whose rules a version is tried with: the bot's first open competition, else the site's default one."""
    is_open = Q(entries__bot=bot, state=Competition.State.OPEN)
    return Competition.objects.filter(is_open).order_by("pk").first() or competitions.default()


def record(report: BuildReport) -> None:
    """Take what a worker says of a build. Once per build: what comes later or twice changes nothing."""
    sightings.see(report.worker)
    version = Version.objects.filter(build_token=report.token).select_related("bot").first()
    if version is None or str(version.pk) != report.version:
        incidents.note("unknown-token", f"a build report for version {report.version}", report)
        return
    if report.failure is not None:
        put_back(version.pk, IN_BUILD, f"The machine failed ({report.failure.kind}): {report.failure.reason}")
    elif not report.ok:
        _reject(version.pk, IN_BUILD, report.reason, report.log)
    else:
        _start_trial(version, report)


def put_back(version_id: int, sources: Iterable[str], reason: str) -> bool:
    """After a machine's failure: back to the queue with the reason, to be tried again, ever later."""
    attempts = Version.objects.values_list("build_attempt", flat=True).get(pk=version_id)
    return versions.move(
        version_id,
        sources,
        State.QUEUED,
        text.clean(reason, 1000),
        send_after=timezone.now() + _delay(attempts),
        build_lease=None,
        trial_match=None,
    )


def _delay(attempts: int) -> timedelta:
    """5, 10, 20 … seconds, at most five minutes."""
    doublings = min(max(attempts - 1, 0), 10)
    return min(FIRST_DELAY * (1 << doublings), LONGEST_DELAY)


def _reject(version_id: int, sources: tuple[State, ...], reason: str, build_log: str) -> None:
    why = text.clean(reason, 1000) or "The build failed."
    with transaction.atomic():
        kept = text.clean_log(build_log, LOG_LIMIT)
        if versions.move(version_id, sources, State.REJECTED, why, log=kept):
            version = Version.objects.select_related("bot__owner").get(pk=version_id)
            link = f"/versions/{version_id}/"
            notices.tell(
                people.behind(version.bot), notices.Kind.VERSION, f"{version} was rejected: {why}", link
            )


def _start_trial(version: Version, report: BuildReport) -> None:
    artefact = report.artefact or version.sha256
    if not blobs.is_name(artefact) or not blobs.take_drop(version.build_token, artefact):
        put_back(version.pk, IN_BUILD, f"The build's artefact {artefact[:80]!r} did not reach the site.")
        return
    competition = trial_competition(version.bot)
    if competition is None:
        put_back(version.pk, IN_BUILD, "No competition is open; the trial waits until one opens.")
        return
    with transaction.atomic():
        moved = versions.move(
            version.pk,
            IN_BUILD,
            State.TRIAL,
            artefact=artefact,
            log=text.clean_log(report.log, LOG_LIMIT),
        )
        if moved:
            match = scheduling.plan(competition, Match.Kind.TRIAL, [version.pk] * competition.min_players)
            Version.objects.filter(pk=version.pk).update(trial_match=match)


def conclude_trial(match: Match) -> None:
    """The trial game is finished: activate the version or reject it. Call it in the result's transaction."""
    version = Version.objects.filter(trial_match=match, state=State.TRIAL).select_related("bot").first()
    if version is None:
        return
    seats = list(match.seats.order_by("seat"))
    trial_log = text.clean_log(f"{version.log}\n{_trial_log(match, seats)}".strip(), LOG_LIMIT)
    Version.objects.filter(pk=version.pk).update(log=trial_log)
    faulty = [seat for seat in seats if seat.fault]
    if faulty:
        _reject(version.pk, (State.TRIAL,), _why(faulty[0]), trial_log)
        return
    _pass(version)


def _pass(version: Version) -> None:
    bot = versions.lock_bot(version.bot_id)
    newer = bot.versions.filter(state=State.ACTIVE, number__gt=version.number).first()
    if not version.activate:
        versions.move(version.pk, [State.TRIAL], State.READY)
    elif newer is not None:
        reason = f"version {newer.number} is newer and active already"
        versions.move(version.pk, [State.TRIAL], State.READY, reason)
    else:
        versions.take_over(version, [State.TRIAL])


def trial_void(match: Match, reason: str) -> None:
    """The trial game could not be played, a machine's failure: the version goes back to the queue."""
    for version in Version.objects.filter(trial_match=match, state=State.TRIAL):
        put_back(version.pk, [State.TRIAL], f"The trial game could not be played: {reason}")


def _why(seat: MatchSeat) -> str:
    message = (seat.fault_detail or {}).get("message", "")
    return f"Fault in the trial game ({seat.fault}): {message}".rstrip(": ")


def _trial_log(match: Match, seats: list[MatchSeat]) -> str:
    lines = [f"Trial game, match {match.pk}: {len(seats)} seats, each a copy of this version."]
    for seat in seats:
        outcome = f"fault {seat.fault}" if seat.fault else f"score {seat.score}"
        lines.append(f"Seat {seat.seat}: {outcome}, {seat.cpu_ms} ms of CPU, waited for {seat.wall_ms} ms.")
        lines += _fault_lines(seat)
        if seat.log:
            lines += [f"Standard error of seat {seat.seat}:", seat.log.rstrip()]
    return "\n".join(lines)


def _fault_lines(seat: MatchSeat) -> list[str]:
    if not seat.fault_detail:
        return []
    fault = seat.fault_detail
    asked = f"At choice {fault['n']} of the replay ({fault['decision']})." if fault["n"] is not None else ""
    received = f"Received: {fault['received']}" if fault["received"] else ""
    legal = f"Legal was: {'; '.join(fault['legal'])}" if fault["legal"] else ""
    return [line for line in (fault["message"], asked, received, legal) if line]
