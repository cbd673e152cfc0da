"""Several people organise one competition: its organiser takes others in, and lets them go."""

from django.db import transaction

from ladder import notices
from ladder.models import Competition, CoOrganiser, User
from ladder.refusals import Refused


def add(competition: Competition, username: str, by: User) -> CoOrganiser:
    """Let a person organise the competition, too. Twice is once; Refused for who cannot be found or told."""
    _refuse_others(competition, by)
    person = User.objects.filter(username=username, is_active=True).first()
    if person is None:
        raise Refused(
            f"There is nobody called {username}. Found no such account; wanted the name as they sign in."
        )
    if person.pk == competition.organiser_id:
        raise Refused(f"{username} organises {competition.name} already.")
    with transaction.atomic():
        found, is_new = CoOrganiser.objects.get_or_create(competition=competition, person=person)
        if is_new:
            text = f"{by.username} made you an organiser of {competition.name}."
            notices.tell([person], notices.Kind.COMPETITION, text, f"/organise/{competition.slug}/")
    return found


def remove(competition: Competition, person: User, by: User) -> None:
    """The person organises the competition no more; whoever was taken in may also leave. Twice is once."""
    if by.pk != person.pk:
        _refuse_others(competition, by)
    if person.pk == competition.organiser_id:
        raise Refused(
            f"{person.username} is responsible for {competition.name}; staff can name somebody else."
        )
    with transaction.atomic():
        gone, _ = CoOrganiser.objects.filter(competition=competition, person=person).delete()
        if gone and by.pk != person.pk:
            text = f"You organise {competition.name} no more."
            notices.tell([person], notices.Kind.COMPETITION, text, f"/c/{competition.slug}/")


def answers_for(person: User, competition: Competition) -> bool:
    """Whether the person may say who else organises the competition."""
    return person.is_staff or competition.organiser_id == person.pk


def _refuse_others(competition: Competition, by: User) -> None:
    if not answers_for(by, competition):
        name = competition.organiser.username
        raise Refused(
            f"Only {name}, who answers for {competition.name}, and staff say who else organises it."
        )
