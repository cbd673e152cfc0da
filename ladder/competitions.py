"""Competitions: made, changed, opened, frozen, closed, archived, by hand or at their dates."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from ladder import notices, people
from ladder.models import Competition, Entry, User, Version
from ladder.refusals import Refused
from workers import wire
from workers.contract import Limits

State = Competition.State

NEXT = {
    State.DRAFT: (State.OPEN,),
    State.OPEN: (State.FROZEN, State.CLOSED),
    State.FROZEN: (State.OPEN, State.CLOSED),
    State.CLOSED: (State.ARCHIVED,),
    State.ARCHIVED: (),
}
OVER = (State.CLOSED, State.ARCHIVED)
FIXED_ONCE_OPEN = frozenset(
    {"slug", "ruleset", "options", "min_players", "max_players", "limits", "same_owner_allowed", "pseudonyms"}
)
"""What was promised to those who play: it would make old and new matches incomparable, or break a promise."""
FREE_WHEN_OVER = frozenset({"name", "rules_text", "replays_shown", "logs_shown", "time_zone", "organiser"})
"""All that may still change once nothing is played any more. All else is free until the competition is over
and counts from then on: for the next upload, entry or match, never for one that was made before."""


@dataclass(frozen=True)
class Rules:
    """What is played: ruleset, options, table sizes, limits, whether bots of one owner may meet."""

    ruleset: str = "base"
    options: dict[str, Any] = field(default_factory=dict)
    min_players: int = 2
    max_players: int = 4
    limits: Limits = field(default_factory=Limits)
    same_owner_allowed: bool = False


def create(slug: str, name: str, organiser: User, rules: Rules = Rules(), **terms: Any) -> Competition:
    """A new competition, a draft; Refused names the field that is wrong. `terms`: other fields by name."""
    played = {each.name: getattr(rules, each.name) for each in fields(rules)}
    played["limits"] = wire.encode(rules.limits)
    competition = Competition(slug=slug, name=name, organiser=organiser, **(played | terms))
    _check(competition)
    competition.save(force_insert=True)
    return competition


def change(competition: Competition, **values: Any) -> Competition:
    """Set fields by name, all or none; Refused names the field that is wrong or may not change any more."""
    with transaction.atomic():
        found = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        changed = {name: value for name, value in values.items() if getattr(found, name) != value}
        refuse_fixed(State(found.state), changed)
        for name, value in changed.items():
            setattr(found, name, value)
        _check(found)
        if changed:
            found.save(update_fields=list(changed))
    return found


def refuse_fixed(state: State, names: Any) -> None:
    """Refused when one of the fields may not change in this state."""
    fixed = set(names) & FIXED_ONCE_OPEN if state != State.DRAFT else set()
    if state in OVER:
        fixed = set(names) - FREE_WHEN_OVER
    if fixed:
        raise Refused(
            f"{', '.join(sorted(fixed))}: found the competition {state}, and this may not change any more, "
            "since matches were played by it. Open a next season instead."
        )


def move(competition: Competition, to: str) -> Competition:
    """Bring the competition into the state `to`, now; Refused when its state or dates do not lead there."""
    wanted = State(to)
    competition.refresh_from_db()
    if competition.state != wanted and wanted == State.OPEN:
        _refuse_past_dates(competition)
    sources = [state for state, following in NEXT.items() if wanted in following]
    moved = _move(competition, Q(state__in=sources), wanted)
    competition.refresh_from_db()
    if not moved and competition.state != wanted:
        raise Refused(
            f"{competition.name} is {competition.get_state_display()}; "
            f"only one that is {' or '.join(sources) or 'nothing'} can become {wanted}."
        )
    return competition


def _refuse_past_dates(competition: Competition) -> None:
    now = timezone.now()
    for name in ("freezes", "closes"):
        date: datetime | None = getattr(competition, name)
        if date is not None and date <= now:
            raise Refused(
                f"{name}: found {date:%Y-%m-%d %H:%M} UTC, which is past. Choose a later date first."
            )


def keep_dates(now: datetime | None = None) -> int:
    """Open, freeze and close the competitions whose dates have come; how many moves. Twice is once."""
    now = now or timezone.now()
    closes = Q(state__in=[State.OPEN, State.FROZEN], closes__lte=now)
    freezes = Q(state=State.OPEN, freezes__lte=now)
    opens = Q(state=State.DRAFT, opens__lte=now)
    moves = 0
    for condition, wanted in ((opens, State.OPEN), (freezes, State.FROZEN), (closes, State.CLOSED)):
        for competition in Competition.objects.filter(condition):
            moves += _move(competition, condition, wanted)
    return moves


def _move(competition: Competition, condition: Q, wanted: State) -> bool:
    """Claim the move if `condition` still holds, and do what goes with it; True for one caller only."""
    with transaction.atomic():
        if Competition.objects.filter(condition, pk=competition.pk).update(state=wanted) != 1:
            return False
        if wanted in (State.FROZEN, State.CLOSED):
            _fix_versions(competition)
        if wanted == State.OPEN:
            Entry.objects.filter(competition=competition).update(version=None)
        if wanted != State.ARCHIVED:
            text = f"{competition.name} is {wanted.label.lower()} now."
            link = f"/c/{competition.slug}/"
            notices.tell(people.of(competition), notices.Kind.COMPETITION, text, link)
    return True


def _fix_versions(competition: Competition) -> None:
    """Write down which version of each bot it was, once: a frozen competition that closes keeps them."""
    active = Version.objects.filter(bot=OuterRef("bot"), state=Version.State.ACTIVE)
    Entry.objects.filter(competition=competition, version=None).update(
        version=Subquery(active.values("pk")[:1])
    )


def default() -> Competition | None:
    """The oldest public open competition: a bot without an entry is tried by its rules. None without any."""
    return Competition.objects.filter(state=State.OPEN, is_private=False).order_by("pk").first()


def next_season(competition: Competition, slug: str, name: str, carry_over: bool) -> Competition:
    """A draft with the same terms, without dates, that succeeds a frozen or over one; asked twice it is one.

    With `carry_over` its entries and people are the former one's. Refused when a field is wrong.
    """
    with transaction.atomic():
        former = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        known = Competition.objects.filter(predecessor=former).first()
        if known is not None:
            return known
        if former.state not in (State.FROZEN, *OVER):
            raise Refused(
                f"{former.name} is {former.state}; freeze or close it before its next season is made."
            )
        successor = Competition.objects.get(pk=former.pk)
        successor.pk, successor.predecessor = None, former
        successor.slug, successor.name, successor.state = slug, name, State.DRAFT
        successor.opens = successor.freezes = successor.closes = None
        successor.join_code, successor.current_epoch, successor.newcomers_next = "", 1, True
        successor._state.adding = True
        _check(successor)
        successor.save(force_insert=True)
        if carry_over:
            _carry_over(former, successor)
    return successor


def _carry_over(former: Competition, successor: Competition) -> None:
    """Entries of bots that may go on, with the start of their ratings, and all people."""
    from ladder import bots, courses

    for member in former.members.select_related("person"):
        courses.join(successor, member.person)
    for entry in former.entries.filter(disabled="", bot__owner__is_active=True).select_related("bot"):
        bots.carry_over(entry.bot, successor)


def _check(competition: Competition) -> None:
    try:
        competition.full_clean()
    except ValidationError as error:
        raise Refused(_plain(error)) from None


def _plain(error: ValidationError) -> str:
    return " ".join(
        f"{field}: {' '.join(messages)}" for field, messages in sorted(error.message_dict.items())
    )
