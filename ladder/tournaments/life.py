"""A tournament's life: made, scheduled, frozen, started, paused, resumed, cancelled, released."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import leases, scheduling
from ladder.models import Competition, Entrant, Match, Tournament, User
from ladder.models.tournament import NEVER, TERMS
from ladder.refusals import Refused
from ladder.tournaments import booking, extent, field, running
from ladder.tournaments.pairing import NoSchedule

State = Tournament.State

GRACE = timedelta(minutes=15)
"""A start that is later than this was missed."""
CUP_STATES = (Competition.State.OPEN, Competition.State.FROZEN)


def create(competition: Competition, organiser: User, name: str, **terms: Any) -> Tournament:
    """A new draft; Refused names the field that is wrong. `terms`: those of `Terms`, and `time_zone`."""
    zone = {"time_zone": competition.time_zone}
    made = Tournament(competition=competition, organiser=organiser, name=name, **(zone | terms))
    check(made)
    made.save(force_insert=True)
    return made


def change(tournament: Tournament, **terms: Any) -> Tournament:
    """Set terms by name, all or none, until the field is frozen; Refused names what is wrong."""
    with transaction.atomic():
        found = locked(tournament, field.BEFORE_FREEZE, "its terms are fixed")
        for name, value in terms.items():
            if name not in (*TERMS, "name", "time_zone"):
                raise Refused(f"{name}: found no such field; known are name, time_zone, {', '.join(TERMS)}.")
            setattr(found, name, value)
        check(found)
        found.save()
    return found


def check_terms(made: Any) -> None:
    """Refused when one of the terms, looked at alone, is none that this site takes."""
    _clean(made.clean_fields, exclude=["series", "occurrence", "organiser"])


def _clean(validate: Callable[..., None], exclude: list[str]) -> None:
    try:
        validate(exclude=exclude)
    except ValidationError as error:
        words = (f"{name}: {' '.join(texts)}" for name, texts in sorted(error.message_dict.items()))
        raise Refused(" ".join(words)) from None


def check(made: Any) -> None:
    """Refused when the terms (of a tournament or series) contradict each other."""
    _clean(made.full_clean, exclude=["series", "occurrence"])
    if made.is_hidden and made.rated:
        raise Refused(
            "rated: found a rated tournament with hidden results; the ladder's ratings would tell them. "
            "Choose one of the two."
        )
    fewest = made.players
    try:
        extent.refuse_beyond(extent.fitted(made.form, fewest, made.games_each), fewest, made.most_games)
    except NoSchedule as error:
        raise Refused(f"Even the smallest field, of {fewest}, could not play it: {error}.") from None


def schedule(tournament: Tournament, starts: datetime, deadline: datetime | None = None) -> Tournament:
    """Set its start (and when versions are frozen, else at the start); again is a change of dates.

    Refused for dates that are past, and once the field is frozen.
    """
    frozen = deadline or starts
    now = timezone.now()
    if frozen > starts:
        raise Refused(
            f"deadline: found {frozen:%Y-%m-%d %H:%M} UTC, after the start; versions are frozen before it."
        )
    with transaction.atomic():
        found = locked(tournament, field.BEFORE_FREEZE, "its dates are fixed")
        if (found.state, found.starts, found.deadline) == (State.SCHEDULED, starts, frozen):
            return found
        if frozen < now:
            raise Refused(
                f"Found {frozen:%Y-%m-%d %H:%M} UTC, which is past; wanted a date after "
                f"{now:%Y-%m-%d %H:%M} UTC. Choose a later one, or start it now."
            )
        found.starts, found.deadline, found.state = starts, frozen, State.SCHEDULED
        _set_release(found)
        found.save()
    return found


def _set_release(tournament: Tournament) -> None:
    if tournament.is_hidden and tournament.release_after is not None and tournament.starts is not None:
        tournament.release = tournament.starts + timedelta(minutes=tournament.release_after)


def start_now(tournament: Tournament) -> Tournament:
    """Freeze the field and start, without waiting for a date. Twice is once. Refused with too few."""
    with transaction.atomic():
        found = locked(tournament, (*field.BEFORE_FREEZE, *field.UNDER_WAY), "it cannot start any more")
        if found.state in field.BEFORE_FREEZE:
            found.starts = found.deadline = timezone.now()
            _set_release(found)
            why = _freeze(found)
            if why:
                raise Refused(why)
        if found.state == State.FROZEN:
            _start(found)
    running.advance(found.pk)
    found.refresh_from_db()
    return found


def keep_dates(now: datetime | None = None) -> int:
    """Freeze and start the tournaments whose dates have come; how many moves. Twice is once."""
    now = now or timezone.now()
    freezes = Q(state=State.SCHEDULED, deadline__lte=now)
    starts = Q(state=State.FROZEN, starts__lte=now)
    moves = 0
    for condition in (freezes, starts):
        for pk in Tournament.objects.filter(condition).order_by("starts", "pk").values_list("pk", flat=True):
            moves += _move(pk, condition, now)
    return moves


def _move(pk: int, condition: Q, now: datetime) -> bool:
    """Freeze or start if it is still to be done: True for one caller only."""
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
        found = rows.filter(condition, pk=pk).select_related("competition", "organiser").first()
        if found is None:
            return False
        why = _hindrance(found, now)
        if not why and found.state == State.SCHEDULED:
            why = _freeze(found)
        elif not why:
            _start(found)
        if why:
            _cancel(found, why)
    return True


def _hindrance(tournament: Tournament, now: datetime) -> str:
    late = tournament.starts is not None and tournament.starts + GRACE < now
    if late and tournament.missed == Tournament.Missed.SKIP:
        return f"its start at {tournament.starts:%Y-%m-%d %H:%M} UTC was missed, and is not made up for"
    before = (
        tournament.series
        and tournament.series.tournaments.filter(state__in=(State.RUNNING, State.PAUSED)).first()
    )
    if before and tournament.state == State.SCHEDULED:
        return f"the one before it, {before.name}, is still {before.get_state_display()}"
    return ""


def _freeze(tournament: Tournament) -> str:
    """Fix field and format of a tournament whose row is locked; why that cannot be, or nothing."""
    cup = tournament.competition
    if cup.state not in CUP_STATES:
        return f"{cup.name} is {cup.state}; tournaments are played while it is open or frozen"
    entrants = field.gather(tournament)
    try:
        form = extent.fitted(tournament.form, entrants, tournament.games_each)
        extent.refuse_beyond(form, entrants, tournament.most_games)
    except NoSchedule as error:
        return f"{error}"
    tournament.rounds, tournament.final_rounds = form.rounds, form.final_rounds
    tournament.finalists, tournament.state, tournament.reason = form.finalists, State.FROZEN, ""
    tournament.save()
    return ""


def _start(tournament: Tournament) -> None:
    now = timezone.now()
    tournament.state, tournament.started, tournament.reason = State.RUNNING, now, ""
    tournament.save()
    running.tell(tournament, f"{tournament.name} has begun.")


def pause(tournament: Tournament, reason: str) -> Tournament:
    """No new matches are planned; those that are planned are played. Twice is once."""
    with transaction.atomic():
        found = locked(tournament, (State.RUNNING, State.PAUSED), "only a running one can be paused")
        if found.state == State.RUNNING:
            running.pause(found, reason.strip() or "paused by its organiser")
    return found


def resume(tournament: Tournament) -> Tournament:
    """Let a paused one go on. Twice is once. Refused while a void match is neither retried nor annulled."""
    with transaction.atomic():
        found = locked(tournament, (State.RUNNING, State.PAUSED), "only a paused one can be resumed")
        if found.state == State.RUNNING:
            return found
        hindrances = booking.book(found)
        if hindrances:
            raise Refused(f"It cannot go on yet: {' '.join(hindrances[:3])}")
        if found.round_limit:
            due = timezone.now() + timedelta(minutes=found.round_limit)
            found.drawn.filter(ended=None).update(due=due)
        Tournament.objects.filter(pk=found.pk).update(state=State.RUNNING, reason="")
    running.advance(found.pk)
    found.refresh_from_db()
    return found


def cancel(tournament: Tournament, reason: str) -> Tournament:
    """End it without a result; matches that are not over become void. Twice is once."""
    if not reason.strip():
        raise Refused("Say why the tournament is cancelled: the people who play read it.")
    with transaction.atomic():
        found = locked(tournament, [s for s in State if s != State.FINISHED], "it has its result")
        if found.state != State.CANCELLED:
            _cancel(found, reason.strip())
    return found


def _cancel(tournament: Tournament, reason: str) -> None:
    was = State(tournament.state)
    tournament.state, tournament.reason = State.CANCELLED, reason[:2000]
    tournament.ended = timezone.now()
    tournament.save()
    under_way = Match.objects.filter(tournament_game__meeting__tournament=tournament)
    for match in under_way.filter(state__in=scheduling.OPEN).order_by("pk"):
        leases.void(match, f"{tournament.name} was cancelled: {reason}")
    if was != State.DRAFT:
        running.tell(tournament, f"{tournament.name} is cancelled: {reason[:500]}")


def release(tournament: Tournament, at: datetime | None = None) -> Tournament:
    """Show hidden results from this moment on (now if None), round by round as its terms say."""
    with transaction.atomic():
        found = locked(tournament, list(State), "")
        if not found.is_hidden:
            raise Refused(f"{found.name} hides no results.")
        found.release = at or timezone.now()
        found.save(update_fields=["release", "changed"])
        for drawn in found.drawn.all():
            shown = found.shown_from(drawn.number) or NEVER
            Match.objects.filter(tournament_game__meeting__round=drawn).update(hidden_until=shown)
    return found


def clone(tournament: Tournament, organiser: User) -> Tournament:
    """A draft with the same terms and, where bots are entered one by one, the same bots. It has no dates."""
    terms = {name: getattr(tournament, name) for name in (*TERMS, "time_zone")}
    with transaction.atomic():
        made = create(tournament.competition, organiser, **terms)
        bots = tournament.entrants.exclude(state=Entrant.State.OUT).values_list("bot", flat=True)
        if not made.everybody:
            Entrant.objects.bulk_create(Entrant(tournament=made, bot_id=bot) for bot in bots)
    return made


def locked(tournament: Tournament, states: Any, rule: str) -> Tournament:
    """The tournament with its row locked; Refused, with the rule, where its state is none of these."""
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    found = rows.select_related("competition", "organiser").get(pk=tournament.pk)
    if found.state not in states:
        raise Refused(f"{found.name} is {found.get_state_display()}; {rule}.")
    return found
