"""Competitions: made, opened, frozen, closed, archived."""

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError

from ladder.models import Competition, User
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


@dataclass(frozen=True)
class Rules:
    """What is played: ruleset, options, table sizes, limits, whether bots of one owner may meet."""

    ruleset: str = "base"
    options: dict[str, Any] = field(default_factory=dict)
    min_players: int = 2
    max_players: int = 4
    limits: Limits = field(default_factory=Limits)
    same_owner_allowed: bool = False


def create(slug: str, name: str, organiser: User, rules: Rules = Rules()) -> Competition:
    """A new competition, a draft; Refused names the field that is wrong."""
    competition = Competition(
        slug=slug,
        name=name,
        organiser=organiser,
        ruleset=rules.ruleset,
        options=rules.options,
        min_players=rules.min_players,
        max_players=rules.max_players,
        limits=wire.encode(rules.limits),
        same_owner_allowed=rules.same_owner_allowed,
    )
    try:
        competition.full_clean()
    except ValidationError as error:
        raise Refused(_plain(error)) from None
    competition.save(force_insert=True)
    return competition


def move(competition: Competition, to: str) -> Competition:
    """Bring the competition into the state `to`; Refused when its state does not lead there."""
    wanted = State(to)
    sources = [state for state, following in NEXT.items() if wanted in following]
    moved = Competition.objects.filter(pk=competition.pk, state__in=sources).update(state=wanted)
    competition.refresh_from_db(fields=["state"])
    if not moved and competition.state != wanted:
        raise Refused(
            f"{competition.name} is {competition.get_state_display()}; "
            f"only one that is {' or '.join(sources) or 'nothing'} can become {wanted}."
        )
    return competition


def default() -> Competition | None:
    """The oldest open competition: a bot without an entry is tried by its rules. None without any."""
    return Competition.objects.filter(state=State.OPEN).order_by("pk").first()


def _plain(error: ValidationError) -> str:
    return " ".join(
        f"{field}: {' '.join(messages)}" for field, messages in sorted(error.message_dict.items())
    )
