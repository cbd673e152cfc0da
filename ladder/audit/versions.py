"""Versions and what they claim: trials that exist, builds that were sent, rulings that hold."""

from django.db import IntegrityError, connection
from django.db.models import Count, Q

from ladder.audit.finding import Finding, Findings
from ladder.models import Bot, Ruling, Version

V = Version.State


def check() -> Findings:
    """All checks of this module."""
    yield from _states()
    yield from _bots()
    yield from _rulings()
    yield from references()


def _states() -> Findings:
    of = Version.objects
    wrong = (
        (of.filter(state=V.TRIAL, trial_match=None), "is on trial without a trial match"),
        (of.filter(state=V.BUILDING, build_sent=None), "is being built and its order was never sent"),
        (of.filter(state=V.ACTIVE, artefact=""), "is active and has no artefact to run"),
    )
    for rows, sentence in wrong:
        for pk in rows.values_list("pk", flat=True).iterator():
            yield Finding("versions", f"version {pk}", sentence)


def _bots() -> Findings:
    active = Count("versions", filter=Q(versions__state=V.ACTIVE))
    for pk, n in Bot.objects.annotate(n=active).filter(n__gt=1).values_list("pk", "n").iterator():
        yield Finding("versions", f"bot {pk}", f"has {n} active versions, wanted one at most")


def _rulings() -> Findings:
    out = (Ruling.Kind.DISABLE, Ruling.Kind.DISQUALIFY)
    playing = Ruling.objects.filter(kind=Ruling.Kind.DISQUALIFY, version__state=V.ACTIVE)
    for pk in playing.values_list("version", flat=True).iterator():
        yield Finding("rulings", f"version {pk}", "is disqualified and active")
    aimless = Ruling.objects.filter(Q(kind__in=out, version=None) | Q(~Q(kind__in=out), match=None))
    for pk, kind in aimless.values_list("pk", "kind").iterator():
        yield Finding("rulings", f"ruling {pk}", f"rules “{kind}” on nothing")


def references() -> Findings:
    """Every foreign key leads somewhere (PostgreSQL enforces it; SQLite only while it is asked to)."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Finding("references", "database", str(error))
