"""Teams: made, joined by invitation, handed over, left, dissolved; and the bots that belong to them."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from ladder import notices
from ladder.models import Bot, Invitation, Team, TeamMate, User
from ladder.refusals import Refused

FEWEST, MOST = 2, 6
"""People of a team whose bots may enter a competition."""
VALID_FOR = timedelta(days=14)
PAGE = "/me/team/"


def of(person: User) -> Team | None:
    """The person's team; None without one."""
    place = TeamMate.objects.filter(person=person).select_related("team__captain").first()
    return place.team if place else None


def create(captain: User, name: str) -> Team:
    """A new team with its captain alone; Refused when the name is taken or none, or the captain is in one."""
    team = Team(name=" ".join(name.split()), captain=captain)
    try:
        team.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    try:
        with transaction.atomic():
            team.save(force_insert=True)
    except IntegrityError:
        raise Refused(f"There is a team called {team.name} already; choose another name.") from None
    try:
        with transaction.atomic():
            TeamMate.objects.create(team=team, person=captain)
    except IntegrityError:
        team.delete()
        raise Refused("You are in a team already, and one can be in one at a time. Leave it first.") from None
    return team


def invite(team: Team, by: User, person: User) -> Invitation:
    """Invite one person, who is told; inviting twice is inviting once. Only the captain invites."""
    _refuse_unless_captain(team, by)
    if TeamMate.objects.filter(team=team, person=person).exists():
        raise Refused(f"{person.username} is in {team.name} already.")
    with transaction.atomic():
        invitation, is_new = Invitation.objects.get_or_create(team=team, person=person)
        _renew(invitation)
        if is_new:
            text = f"{by.username} invites you to the team {team.name}."
            notices.tell([person], notices.Kind.TEAM, text, f"/team/join/{invitation.secret}/")
    return invitation


def link(team: Team, by: User) -> Invitation:
    """A fresh link for whoever has it; the former one works no more. Only the captain makes one."""
    _refuse_unless_captain(team, by)
    with transaction.atomic():
        Invitation.objects.filter(team=team, person=None).delete()
        return _renew(Invitation(team=team))


def _renew(invitation: Invitation) -> Invitation:
    invitation.expires = timezone.now() + VALID_FOR
    invitation.save()
    return invitation


def invitation(secret: str, person: User) -> Invitation | None:
    """The valid invitation of this link, if it is for this person or for anybody."""
    found = Invitation.objects.filter(secret=secret, expires__gt=timezone.now())
    one = found.select_related("team__captain").first()
    return one if one and one.person_id in (None, person.pk) else None


def join(invited: Invitation, person: User) -> Team:
    """The person joins the team; joining twice is joining once. Refused when it is full."""
    with transaction.atomic():
        team = _locked(invited.team)
        place = TeamMate.objects.filter(person=person).first()
        if place is not None and place.team_id == team.pk:
            return team
        if place is not None:
            raise Refused("You are in another team, and one can be in one at a time. Leave it first.")
        if team.mates.count() >= MOST:
            raise Refused(f"{team.name} has {MOST} people, and that is the most.")
        TeamMate.objects.create(team=team, person=person)
        Invitation.objects.filter(team=team, person=person).delete()
        notices.tell([team.captain], notices.Kind.TEAM, f"{person.username} has joined {team.name}.", PAGE)
    return team


def leave(person: User) -> None:
    """The person leaves the team, if there is one. A captain's place goes to who is longest in the team.

    The team's bots stay with it. With its last person the team dissolves.
    """
    with transaction.atomic():
        found = of(person)
        if found is None:
            return
        team = _locked(found)
        if team.captain_id == person.pk:
            heir = team.mates.exclude(person=person).select_related("person").first()
            if heir is None:
                _dissolve(team)
                return
            _make_captain(team, heir.person)
        TeamMate.objects.filter(team=team, person=person).delete()
        notices.tell(_people(team), notices.Kind.TEAM, f"{person.username} has left {team.name}.", PAGE)


def remove(team: Team, by: User, person: User) -> None:
    """The captain takes somebody else out of the team; the team's bots stay."""
    with transaction.atomic():
        team = _locked(team)
        _refuse_unless_captain(team, by)
        if person.pk == by.pk:
            raise Refused("A captain leaves, or hands the team over; it cannot take itself out.")
        if TeamMate.objects.filter(team=team, person=person).delete()[0]:
            text = f"You are no longer in the team {team.name}."
            notices.tell([person], notices.Kind.TEAM, text, PAGE)


def hand_over(team: Team, by: User, to: User) -> None:
    """Somebody else of the team becomes its captain, and the owner of its bots."""
    with transaction.atomic():
        team = _locked(team)
        _refuse_unless_captain(team, by)
        if not team.mates.filter(person=to).exists():
            raise Refused(f"{to.username} is not in {team.name}; only one of its people can be its captain.")
        _make_captain(team, to)


def dissolve(team: Team, by: User) -> None:
    """End the team; its bots stay with its captain. Dissolving twice is dissolving once."""
    with transaction.atomic():
        found = Team.objects.select_for_update(no_key=True).filter(pk=team.pk).first()
        if found is None:
            return
        _refuse_unless_captain(found, by)
        text = f"The team {found.name} is dissolved; its bots are {found.captain.username}'s now."
        notices.tell(_people(found), notices.Kind.TEAM, text, PAGE)
        _dissolve(found)


def give(bot: Bot, person: User) -> None:
    """The owner gives a bot to the own team: it is the captain's then, and all mates may act for it."""
    with transaction.atomic():
        found = of(person)
        if found is None or bot.owner_id != person.pk:
            raise Refused(f"{bot.name} can be given to a team by its owner, who is in one.")
        team = _locked(found)
        Bot.objects.filter(pk=bot.pk, owner=person).update(team=team, owner=team.captain)


def take_back(bot: Bot, by: User) -> None:
    """The captain takes a bot out of the team: it is the captain's own from now on."""
    with transaction.atomic():
        if not Bot.objects.filter(pk=bot.pk, owner=by, team__captain=by).update(team=None):
            raise Refused(f"{bot.name} is no bot of a team that you are the captain of.")


def _locked(team: Team) -> Team:
    return Team.objects.select_for_update(no_key=True).select_related(None).get(pk=team.pk)


def _refuse_unless_captain(team: Team, by: User) -> None:
    if team.captain_id != by.pk:
        raise Refused(f"Only the captain of {team.name}, {team.captain.username}, can do this.")


def _people(team: Team) -> list[User]:
    return [mate.person for mate in team.mates.select_related("person")]


def _make_captain(team: Team, to: User) -> None:
    Team.objects.filter(pk=team.pk).update(captain=to)
    Bot.objects.filter(team=team).update(owner=to)
    notices.tell([to], notices.Kind.TEAM, f"You are the captain of {team.name} now.", PAGE)


def _dissolve(team: Team) -> None:
    Bot.objects.filter(team=team).update(team=None)
    team.delete()
