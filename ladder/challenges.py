"""Matches on request: asked for within quotas, unrated, played a few at a time beside the ladder's own."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ladder import access, notices, scheduling, sightings
from ladder.locks import Lock, try_lock
from ladder.models import Bot, Challenge, Competition, Entry, Match, User, Version
from ladder.refusals import Refused

State = Challenge.State

MAY_TEST = (Version.State.ACTIVE, Version.State.READY, Version.State.SUPERSEDED)
MOST_WAITING = 3
"""Challenges of one person that may wait at a time."""
WORKERS_A_SLOT = 4
"""One challenge at a time is played for every so many workers, and always one: the ladder keeps the rest."""
PAGE = "/challenges/"


def ask(asker: User, competition: Competition, version: Version, opponents: Sequence[Bot]) -> Challenge:
    """Ask for one unrated match of an own version against these bots' active versions, by its rules.

    Asking again while the same one waits gives that one. A version that is not its bot's active one plays
    in private: only its people see the match. Refused beyond a quota or when somebody cannot play.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=asker.pk)
        refuse_version(asker, version)
        others = _active_versions(competition, version, opponents)
        same = [c for c in _waiting_of(asker) if sorted(c.line_up) == sorted([version.pk, *others])]
        if same:
            return same[0]
        _refuse_beyond_quotas(asker, competition)
        line_up = [version.pk, *others]
        random.SystemRandom().shuffle(line_up)
        return Challenge.objects.create(
            competition=competition,
            asker=asker,
            version=version,
            line_up=line_up,
            is_private=version.state != Version.State.ACTIVE,
        )


def refuse_version(asker: User, version: Version) -> None:
    """Refused when the version is not the asker's, or cannot play."""
    if not access.owns(asker, version.bot):
        raise Refused(f"{version} is not yours; ask with a version of your own.")
    if version.state not in MAY_TEST:
        raise Refused(f"{version} is {version.get_state_display()}; only one that passed its trial can play.")


def _active_versions(competition: Competition, version: Version, opponents: Sequence[Bot]) -> list[int]:
    if competition.state != Competition.State.OPEN:
        raise Refused(f"{competition.name} is {competition.state}; matches are played while it is open.")
    seats = len(opponents) + 1
    if not competition.min_players <= seats <= competition.max_players:
        raise Refused(
            f"Found {len(opponents)} opponents; {competition.name} is played by {competition.min_players} to "
            f"{competition.max_players} bots, yours among them."
        )
    if len({version.bot_id, *(bot.pk for bot in opponents)}) < seats:
        raise Refused("Each bot can play on one seat only; name every opponent once, and not your own bot.")
    return [active_version(competition, bot) for bot in opponents]


def active_version(competition: Competition, bot: Bot) -> int:
    """The version that plays for the bot here; Refused when none does."""
    active = Version.objects.filter(bot=bot, state=Version.State.ACTIVE).first()
    entered = Entry.objects.filter(competition=competition, bot=bot, disabled="").exists()
    if active is None or not entered:
        raise Refused(f"{bot.name} does not play in {competition.name} now; choose another opponent.")
    return active.pk


def _waiting_of(asker: User) -> list[Challenge]:
    return list(Challenge.objects.filter(asker=asker, state=State.WAITING))


def _refuse_beyond_quotas(asker: User, competition: Competition) -> None:
    if len(_waiting_of(asker)) >= MOST_WAITING:
        raise Refused(
            f"{MOST_WAITING} challenges of yours wait already, the most at a time. Wait, or cancel one."
        )
    day_ago = timezone.now() - timedelta(days=1)
    asked = Challenge.objects.filter(asker=asker, competition=competition, created__gt=day_ago)
    if asked.exclude(state=State.CANCELLED).count() >= competition.challenges_per_day:
        raise Refused(
            f"{competition.name} plays {competition.challenges_per_day} challenges a day and person; "
            "you have had yours. Ask again tomorrow."
        )


def cancel(challenge: Challenge, by: User) -> Challenge:
    """Cancel an own challenge that waits. Twice is once; Refused once its match is planned."""
    if challenge.asker_id != by.pk:
        raise Refused("Only who asked for a challenge can cancel it.")
    _cancel(challenge, "cancelled by who asked for it")
    challenge.refresh_from_db()
    if challenge.state == State.PLANNED:
        raise Refused(f"Its match {challenge.match_id} is planned already, and is played to its end.")
    return challenge


def _cancel(challenge: Challenge, reason: str) -> bool:
    waiting = Challenge.objects.filter(pk=challenge.pk, state=State.WAITING)
    return waiting.update(state=State.CANCELLED, reason=reason) == 1


def start_due() -> int:
    """Plan the matches of waiting challenges while there are slots; how many.

    Who has fewest under way is first, then who asked first. What cannot be played any more is cancelled.
    """
    with transaction.atomic():
        if not try_lock(Lock.CHALLENGES):
            return 0
        waiting = list(Challenge.objects.filter(state=State.WAITING).order_by("pk")[:200])
        if not waiting:
            return 0
        under_way = _under_way()
        started = 0
        while waiting and sum(under_way.values()) < _slots():
            waiting.sort(key=lambda c: (under_way[c.asker_id], c.pk))
            challenge = waiting.pop(0)
            if _start(challenge):
                under_way[challenge.asker_id] += 1
                started += 1
    return started


def _slots() -> int:
    return max(1, sightings.at_work(timezone.now()).count() // WORKERS_A_SLOT)


def _under_way() -> Counter[int]:
    """The challenges that are being played, by asker."""
    playing = Challenge.objects.filter(state=State.PLANNED, match__state__in=scheduling.OPEN)
    return Counter(playing.values_list("asker", flat=True))


def _start(challenge: Challenge) -> bool:
    why = _hindrance(challenge)
    if why:
        if _cancel(challenge, why):
            text = f"Your challenge in {challenge.competition.name} is cancelled: {why}"
            notices.tell([challenge.asker], notices.Kind.CHALLENGE, text, PAGE)
        return False
    match = scheduling.plan(challenge.competition, Match.Kind.CHALLENGE, challenge.line_up, rated=False)
    waiting = Challenge.objects.filter(pk=challenge.pk, state=State.WAITING)
    if waiting.update(state=State.PLANNED, match=match) != 1:
        raise RuntimeError(f"{challenge} was not waiting while it was being planned")
    return True


def _hindrance(challenge: Challenge) -> str:
    """Why the challenge cannot be played any more; empty when it can."""
    waiting = Challenge.objects.select_for_update(no_key=True).filter(pk=challenge.pk, state=State.WAITING)
    if not waiting.exists():
        return "it was cancelled"
    if challenge.competition.state != Competition.State.OPEN:
        return f"{challenge.competition.name} is {challenge.competition.state}."
    for version in Version.objects.filter(pk__in=challenge.line_up).select_related("bot"):
        allowed = MAY_TEST if version.pk == challenge.version_id else (Version.State.ACTIVE,)
        if version.state not in allowed:
            return f"{version} is {version.get_state_display()} now."
    return ""
