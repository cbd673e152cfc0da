"""Who may see what: one answer for the pages and the API."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet

from ladder.models import Bot, Competition, Match, User

Visitor = User | AnonymousUser


def competitions(visitor: Visitor) -> QuerySet[Competition]:
    """All but drafts; a draft is its organiser's and the staff's."""
    if visitor.is_staff:
        return Competition.objects.all()
    seen = ~Q(state=Competition.State.DRAFT)
    if isinstance(visitor, User):
        seen |= Q(organiser=visitor)
    return Competition.objects.filter(seen)


def owns(visitor: Visitor, bot: Bot) -> bool:
    """Whether the visitor may act for this bot."""
    return isinstance(visitor, User) and bot.owner_id == visitor.pk


def sees_private(visitor: Visitor, bot: Bot) -> bool:
    """Whether the visitor may read what is the owner's: logs, trials, what a fault was about."""
    return owns(visitor, bot) or visitor.is_staff


def listed_matches(visitor: Visitor) -> QuerySet[Match]:
    """The matches that lists show: no trials, none of a competition that the visitor may not see."""
    return Match.objects.filter(kind=Match.Kind.LADDER, competition__in=competitions(visitor))


def matches(visitor: Visitor) -> QuerySet[Match]:
    """The matches that the visitor may open: the listed ones, and the trials of one's own versions."""
    if visitor.is_staff:
        return Match.objects.all()
    seen = Q(kind=Match.Kind.LADDER, competition__in=competitions(visitor))
    if isinstance(visitor, User):
        own = Match.objects.filter(kind=Match.Kind.TRIAL, seats__version__bot__owner=visitor)
        seen |= Q(pk__in=own.values("pk"))
    return Match.objects.filter(seen)


def person(visitor: Visitor) -> User:
    """The visitor as a person; PermissionDenied when nobody is signed in."""
    if not isinstance(visitor, User):
        raise PermissionDenied("Sign in first.")
    return visitor
