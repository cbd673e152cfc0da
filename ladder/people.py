"""Who stands behind a bot, and who has to do with a competition: whom a notice goes to."""

from django.db.models import Q

from ladder.models import Bot, Competition, CoOrganiser, Entry, Member, User


def behind(bot: Bot) -> list[User]:
    """The people whose bot it is: its owner, and all of its team."""
    mates = User.objects.filter(team_place__team=bot.team_id) if bot.team_id else User.objects.none()
    return list({person.pk: person for person in [bot.owner, *mates]}.values())


def of(competition: Competition) -> list[User]:
    """Its organisers, its members, and the owners of the bots that are entered."""
    members = Member.objects.filter(competition=competition).values("person")
    owners = Entry.objects.filter(competition=competition).values("bot__owner")
    others = CoOrganiser.objects.filter(competition=competition).values("person")
    concerned = Q(pk__in=members) | Q(pk__in=owners) | Q(pk__in=others) | Q(pk=competition.organiser_id)
    return list(User.objects.filter(concerned, is_active=True))
