"""Why a bot is not drawn into the ladder's matches, in a sentence; the same for pages and API."""

from dataclasses import dataclass

from django.db.models import BigIntegerField, F
from django.db.models.functions import Coalesce
from django.utils import timezone

from ladder import matchmaking, outlook, scheduling, sightings
from ladder.models import Bot, Competition, Entry, Match, MatchSeat, Version
from ladder.outlook import Outlook

State = Version.State

WAITING = {
    State.QUEUED: "Its version {number} waits for its check; when it passes, it plays.",
    State.BUILDING: "Its version {number} is being checked; when it passes, it plays.",
    State.TRIAL: "Its version {number} plays its trial; when it passes, it plays here.",
    State.READY: "Its version {number} is ready and waits to be activated by its owner.",
    State.SUPERSEDED: "None of its versions is active; activate one.",
    State.RETIRED: "Its owner took it off the ladder; activate a version and it plays again.",
    State.DISABLED: "Its version {number} was disabled; its owner sees why on the version's page.",
    State.REJECTED: "Its version {number} did not pass its check; upload a corrected one.",
}
COMPETITION = {
    Competition.State.DRAFT: "{name} is not open yet.",
    Competition.State.FROZEN: "{name} is frozen: no new matches are made.",
    Competition.State.CLOSED: "{name} is closed.",
    Competition.State.ARCHIVED: "{name} is closed.",
}

ENOUGH = 200
"""Bots among which there are enough camps in nearly every field, so that a large one is not read whole."""


@dataclass(frozen=True)
class Standing:
    """Why a bot is not drawn (empty when nothing keeps it from it), and how soon it plays next."""

    reason: str
    outlook: Outlook | None


def standing(bot: Bot, competition: Competition) -> Standing:
    """How the bot stands in the ladder's queue here."""
    hindered = _hindrance(bot, competition)
    return Standing(hindered, None) if hindered else Standing(_busy(bot), outlook.of_bot(bot, competition))


def _hindrance(bot: Bot, competition: Competition) -> str:
    """The first thing that keeps this bot from playing here at all; empty when nothing does."""
    return (
        COMPETITION.get(Competition.State(competition.state), "").format(name=competition.name)
        or _entry(bot, competition)
        or _version(bot)
        or _language(bot)
        or _opponents(competition)
        or _workers()
    )


def _entry(bot: Bot, competition: Competition) -> str:
    entry = Entry.objects.filter(bot=bot, competition=competition).first()
    if entry is None:
        return f"It is not entered in {competition.name}."
    return f"The organisers took it out of {competition.name}: {entry.disabled}" if entry.disabled else ""


def _version(bot: Bot) -> str:
    if bot.versions.filter(state=State.ACTIVE).exists():
        return ""
    newest = bot.versions.order_by("-number").first()
    if newest is None:
        return "Nothing is uploaded for it yet."
    return WAITING[State(newest.state)].format(number=newest.number)


def _language(bot: Bot) -> str:
    """An active version whose language every worker has lost."""
    spoken = bot.versions.filter(state=State.ACTIVE).values_list("language", flat=True)
    missing = sightings.missing(spoken)
    return (
        f"No worker of this site can play {missing.pop()} now; it plays again when one can."
        if missing
        else ""
    )


def _opponents(competition: Competition) -> str:
    """A table needs as many camps as it has seats."""
    camps = _camps(competition)
    if camps >= competition.min_players:
        return ""
    whose = "bots" if competition.same_owner_allowed else "bots of different owners"
    return f"A match in {competition.name} needs {competition.min_players} {whose}; there are {camps} now."


def _camps(competition: Competition) -> int:
    """How many bots (or owners and teams, where these meet none of their own) there are, as far as needed."""
    playing = Version.objects.filter(
        state=State.ACTIVE, bot__entries__competition=competition, bot__entries__disabled=""
    )
    if competition.same_owner_allowed:
        return playing[: competition.min_players].count()
    reference = playing.filter(bot__is_reference=True)[: competition.min_players].count()
    camp = Coalesce(-F("bot__owner__team_place__team"), F("bot__owner"), output_field=BigIntegerField())
    owned = playing.filter(bot__is_reference=False).order_by().values_list(camp, flat=True)
    some = reference + len(set(owned[:ENOUGH]))
    if some >= competition.min_players:
        return some
    return reference + owned.distinct()[: competition.min_players].count()


def _busy(bot: Bot) -> str:
    seats = MatchSeat.objects.filter(
        version__bot=bot, match__state__in=scheduling.OPEN, match__kind=Match.Kind.LADDER
    )
    matches = seats.values("match").distinct().count()
    if matches < matchmaking.MAX_IN_FLIGHT:
        return ""
    return f"It plays {matches} matches right now, the most at once; the next is drawn when one of them ends."


def _workers() -> str:
    if sightings.at_work(timezone.now()).exists():
        return ""
    return "No worker can play right now; matches go on when one is back."
