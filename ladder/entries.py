"""Bots in competitions: what an entry and an upload must keep to, and an organiser's ban of one entry."""

from django.db import transaction

from ladder import notices, people, teams
from ladder.models import Bot, Competition, CoOrganiser, Entry, Member, Version
from ladder.refusals import Refused

KIB = 1024


def refuse_entry(bot: Bot, competition: Competition) -> None:
    """Refused when the competition does not take this bot now. The owner's row must be locked."""
    if competition.state != Competition.State.OPEN:
        raise Refused(f"{competition.name} is {competition.state}; bots can enter while it is open.")
    if bot.is_reference:
        return
    if competition.is_private and not _takes_part(bot, competition):
        raise Refused(f"{competition.name} is private; ask its organiser for an invitation first.")
    _refuse_team(bot, competition)
    others = Entry.objects.filter(competition=competition, bot__owner=bot.owner_id).exclude(bot=bot)
    if others.count() >= competition.active_bots:
        raise Refused(
            f"{bot.owner.username} has {others.count()} bots in {competition.name}, "
            f"and {competition.active_bots} is the most. Take one out first."
        )
    active = bot.versions.filter(state=Version.State.ACTIVE).first()
    if active is not None:
        refuse_upload(competition, active.language, active.size)


def _refuse_team(bot: Bot, competition: Competition) -> None:
    if bot.team is None:
        return
    size = bot.team.mates.count()
    if not teams.FEWEST <= size <= competition.team_size:
        allowed = (
            f"{teams.FEWEST} to {competition.team_size} people" if competition.team_size > 1 else "no teams"
        )
        raise Refused(f"{competition.name} takes {allowed}; {bot.team.name} has {size}.")


def _takes_part(bot: Bot, competition: Competition) -> bool:
    people_of_bot = [person.pk for person in people.behind(bot)]
    is_member = Member.objects.filter(competition=competition, person__in=people_of_bot).exists()
    organise = CoOrganiser.objects.filter(competition=competition, person__in=people_of_bot)
    return is_member or competition.organiser_id in people_of_bot or organise.exists()


def refuse_upload(competition: Competition, language: str, size: int) -> None:
    """Refused when the competition does not take uploads in this language or of this size (bytes)."""
    if competition.languages and language not in competition.languages:
        allowed = ", ".join(competition.languages)
        raise Refused(f"{competition.name} takes bots in {allowed} only; found {language}.")
    if competition.max_upload_kb and size > competition.max_upload_kb * KIB:
        raise Refused(
            f"{competition.name} takes uploads of at most {competition.max_upload_kb} KiB; "
            f"found {-(-size // KIB)} KiB."
        )


def disable(entry: Entry, reason: str) -> Entry:
    """Take the bot out of play in this competition alone; its owner reads why. Twice is once."""
    if not reason.strip():
        raise Refused("Say why the bot is taken out: its owner reads it.")
    with transaction.atomic():
        if Entry.objects.filter(pk=entry.pk, disabled="").update(disabled=reason.strip()[:500]) == 1:
            name = entry.competition.name
            text = f"{entry.bot.name} was taken out of {name} by its organisers: {reason.strip()[:500]}"
            notices.tell(
                people.behind(entry.bot), notices.Kind.COMPETITION, text, f"/c/{entry.competition.slug}/"
            )
    entry.refresh_from_db()
    return entry


def enable(entry: Entry) -> Entry:
    """Let the bot play here again. Twice is once."""
    with transaction.atomic():
        if Entry.objects.filter(pk=entry.pk).exclude(disabled="").update(disabled="") == 1:
            text = f"{entry.bot.name} may play in {entry.competition.name} again."
            notices.tell(
                people.behind(entry.bot), notices.Kind.COMPETITION, text, f"/c/{entry.competition.slug}/"
            )
    entry.refresh_from_db()
    return entry
