"""Who may see what: one answer for the pages and the API."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ladder import names
from ladder.models import (
    Bot,
    Competition,
    CoOrganiser,
    Entry,
    Match,
    Meeting,
    Member,
    TeamMate,
    Tournament,
    User,
    Version,
)

Visitor = User | AnonymousUser
Shown = Competition.Shown
LISTED = (Match.Kind.LADDER, Match.Kind.TOURNAMENT)


def competitions(visitor: Visitor) -> QuerySet[Competition]:
    """All but drafts and private ones; these are their organisers', the staff's, once open their members'."""
    if visitor.is_staff:
        return Competition.objects.all()
    begun = ~Q(state=Competition.State.DRAFT)
    seen = begun & Q(is_private=False)
    if isinstance(visitor, User):
        joined = Member.objects.filter(person=visitor).values("competition")
        entered = Entry.objects.filter(bot__in=own_bots(visitor)).values("competition")
        seen |= _organised_by(visitor) | (begun & (Q(pk__in=joined) | Q(pk__in=entered)))
    return Competition.objects.filter(seen)


def organised(visitor: Visitor) -> QuerySet[Competition]:
    """The competitions that the visitor may change."""
    if visitor.is_staff:
        return Competition.objects.all()
    if not isinstance(visitor, User):
        return Competition.objects.none()
    return Competition.objects.filter(_organised_by(visitor))


def _organised_by(person: User) -> Q:
    """Whose organiser the person is, or one of them."""
    return Q(organiser=person) | Q(pk__in=CoOrganiser.objects.filter(person=person).values("competition"))


def organises(visitor: Visitor, competition: Competition) -> bool:
    """Whether the visitor may change the competition."""
    if visitor.is_staff or not isinstance(visitor, User):
        return visitor.is_staff
    if competition.organiser_id == visitor.pk:
        return True
    return CoOrganiser.objects.filter(competition=competition, person=visitor).exists()


def may_organise(visitor: Visitor) -> bool:
    """Whether the visitor may make competitions."""
    return visitor.is_staff or (isinstance(visitor, User) and visitor.may_organise)


def own_bots(person: User) -> QuerySet[Bot]:
    """The bots that the person may act for: the own ones and the team's."""
    teams = TeamMate.objects.filter(person=person).values("team")
    return Bot.objects.filter(Q(owner=person) | Q(team__in=teams))


def owns(visitor: Visitor, bot: Bot) -> bool:
    """Whether the visitor may act for this bot."""
    if not isinstance(visitor, User) or bot.owner_id == visitor.pk:
        return isinstance(visitor, User)
    return bot.team_id is not None and TeamMate.objects.filter(team=bot.team_id, person=visitor).exists()


def sees_private(visitor: Visitor, bot: Bot) -> bool:
    """Whether the visitor may read what is the owner's: uploads, trials, reasons, all logs."""
    return owns(visitor, bot) or visitor.is_staff


def bots(visitor: Visitor) -> QuerySet[Bot]:
    """All bots but those that play only where the visitor sees nothing."""
    if visitor.is_staff:
        return Bot.objects.all()
    entries = Entry.objects.filter(bot=OuterRef("pk"))
    seen = ~Exists(entries) | Exists(entries.filter(competition__in=competitions(visitor)))
    if isinstance(visitor, User):
        seen |= Q(pk__in=own_bots(visitor).values("pk"))
    return Bot.objects.filter(seen)


def versions(visitor: Visitor) -> QuerySet[Version]:
    """The versions of the bots that the visitor sees."""
    return Version.objects.filter(bot__in=bots(visitor))


def listed_matches(visitor: Visitor) -> QuerySet[Match]:
    """The matches that lists show: no trials, none that is hidden or of a competition not to be seen."""
    seen = Match.objects.filter(kind__in=LISTED, competition__in=competitions(visitor))
    return seen.filter(_unhidden(visitor))


def _unhidden(visitor: Visitor) -> Q:
    """All but what a tournament hides still, even from those who play; its organisers see it."""
    shown = Q(hidden_until=None) | Q(hidden_until__lte=timezone.now())
    return shown | Q(competition__in=organised(visitor).values("pk"))


def matches(visitor: Visitor) -> QuerySet[Match]:
    """The matches that the visitor may open: the listed ones, one's own trials and challenges.

    A challenge is seen by the people of its bots; a private one and a comparison, by those of the bot that is
    tested alone.
    """
    if visitor.is_staff:
        return Match.objects.all()
    seen = Q(kind__in=LISTED, competition__in=competitions(visitor))
    if isinstance(visitor, User):
        mine = own_bots(visitor)
        own = Match.objects.filter(seats__version__bot__in=mine).exclude(
            Q(challenge__is_private=True) | Q(kind=Match.Kind.COMPARISON)
        )
        asked = Match.objects.filter(
            Q(challenge__version__bot__in=mine)
            | Q(compared__comparison__first__bot__in=mine)
            | Q(compared__comparison__second__bot__in=mine)
        )
        seen |= Q(pk__in=own.values("pk")) | Q(pk__in=asked.values("pk"))
    return Match.objects.filter(seen).filter(_unhidden(visitor))


def tournaments(visitor: Visitor) -> QuerySet[Tournament]:
    """The tournaments of the competitions that the visitor sees; drafts are their organisers'."""
    seen = Q(competition__in=competitions(visitor)) & ~Q(state=Tournament.State.DRAFT)
    return Tournament.objects.filter(seen | Q(competition__in=organised(visitor)))


def sees_replay(visitor: Visitor, match: Match) -> bool:
    """Whether the visitor, who may open the match, may see its game too: always where an own bot played.

    A tournament's block is one deck: nobody sees a game of it before its last one is over.
    """
    competition = match.competition
    if match.kind == Match.Kind.TOURNAMENT and not _has_block_ended(match):
        return visitor.is_staff
    if is_shown(competition.replays_shown, competition) or organises(visitor, competition):
        return True
    if not isinstance(visitor, User):
        return False
    return match.seats.filter(version__bot__in=own_bots(visitor)).exists()


def _has_block_ended(match: Match) -> bool:
    tournament, key, _ = match.block.split("/")
    return Meeting.objects.filter(tournament=int(tournament), key=key, ended__isnull=False).exists()


def sees_log(visitor: Visitor, bot: Bot, competition: Competition) -> bool:
    """Whether the visitor may read what this bot wrote, and what its fault was about, in a match here."""
    return sees_private(visitor, bot) or is_shown(competition.logs_shown, competition)


def is_shown(rule: str, competition: Competition) -> bool:
    """Whether what the competition shows at once, after the freeze or never is shown to everybody now."""
    if rule == Shown.AFTER_FREEZE:
        return competition.state not in (Competition.State.DRAFT, Competition.State.OPEN)
    return rule == Shown.AT_ONCE


def owner_names(visitor: Visitor, shown: list[Bot]) -> dict[int, str]:
    """What the visitor is told of whose bots these are, by bot: pseudonyms where names are hidden."""
    hiding = Entry.objects.filter(bot__in=shown, competition__pseudonyms=True).order_by("competition")
    hidden: dict[int, int] = {}
    if not visitor.is_staff:
        told = organised(visitor).values("pk")
        for bot, competition in hiding.exclude(competition__in=told).values_list("bot", "competition"):
            hidden.setdefault(bot, competition)
    return {bot.pk: called(bot, None if owns(visitor, bot) else hidden.get(bot.pk)) for bot in shown}


def called(bot: Bot, hidden_in: int | None) -> str:
    """Whose bot it is: its team or owner, or the pseudonym for the competition that hides names."""
    team = bot.team.name if bot.team else None
    return names.owner(bot.owner.username, bot.owner_id, team, bot.team_id, hidden_in)


def owner_name(visitor: Visitor, bot: Bot) -> str:
    """What the visitor is told of whose bot this is."""
    return owner_names(visitor, [bot])[bot.pk]


def person(visitor: Visitor) -> User:
    """The visitor as a person; PermissionDenied when nobody is signed in."""
    if not isinstance(visitor, User):
        raise PermissionDenied("Sign in first.")
    return visitor
