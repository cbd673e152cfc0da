"""One's team: its people and bots, invitations, and what its captain may do."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder import access, teams
from ladder.access import person
from ladder.models import Bot, Team, User
from ladder.refusals import Refused


class TeamForm(forms.Form):
    """A new team."""

    name = forms.CharField(
        max_length=40, help_text="Everybody sees it, in place of yours, beside the team's bots."
    )


class InviteForm(forms.Form):
    """Whom to invite."""

    username = forms.CharField(max_length=150, label="Invite by name")


@login_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """One's team, or how to make one."""
    who = person(request.user)
    team = teams.of(who)
    context = {
        "team": team,
        "captain": team is not None and team.captain_id == who.pk,
        "mates": team.mates.select_related("person") if team else [],
        "bots": team.bots.all() if team else [],
        "own": who.bots.filter(team=None),
        "link": team.invitations.filter(person=None).first() if team else None,
        "form": InviteForm() if team else TeamForm(),
    }
    return render(request, "teams/team.html", context)


@login_required
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Makes a team."""
    name = request.POST.get("name", "")
    return _done(
        request, lambda: teams.create(person(request.user), name), "The team is made. Invite the others."
    )


@login_required
@require_POST
def invite(request: HttpRequest) -> HttpResponse:
    """Invites somebody by name."""
    team, who = _own(request), person(request.user)
    name = request.POST.get("username", "").strip()
    found = User.objects.filter(username=name[:150], is_active=True).first()
    if found is None:
        messages.error(request, f"There is nobody called {name[:150]}.")
        return redirect("team")
    return _done(request, lambda: teams.invite(team, who, found), f"{found.username} is invited.")


@login_required
@require_POST
def link(request: HttpRequest) -> HttpResponse:
    """Makes a fresh link."""
    team, who = _own(request), person(request.user)
    return _done(request, lambda: teams.link(team, who), "There is a new link; it is valid for two weeks.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Where an invitation leads: a button to join; 404 for one that is not for this person."""
    who = person(request.user)
    found = teams.invitation(secret, who)
    if found is None:
        raise Http404
    if request.method != "POST":
        return render(request, "teams/join.html", {"team": found.team})
    return _done(request, lambda: teams.join(found, who), f"You are in the team {found.team.name}.")


@login_required
@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Leaves one's team."""
    return _done(request, lambda: teams.leave(person(request.user)), "You are in no team now.")


@login_required
@require_POST
def dissolve(request: HttpRequest) -> HttpResponse:
    """Ends one's team."""
    team, who = _own(request), person(request.user)
    return _done(request, lambda: teams.dissolve(team, who), f"{team.name} is dissolved; its bots are yours.")


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes a mate out."""
    team, who, mate = _own(request), person(request.user), _mate(request, pk)
    return _done(
        request, lambda: teams.remove(team, who, mate), f"{mate.username} is not in the team any more."
    )


@login_required
@require_POST
def hand_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Makes a mate the captain."""
    team, who, mate = _own(request), person(request.user), _mate(request, pk)
    return _done(request, lambda: teams.hand_over(team, who, mate), f"{mate.username} is the captain now.")


@login_required
@require_POST
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Gives an own bot to the team."""
    who = person(request.user)
    bot = get_object_or_404(Bot, owner=who, pk=pk)
    return _done(request, lambda: teams.give(bot, who), f"{bot.name} is the team's now.")


@login_required
@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes a bot out of the team."""
    who = person(request.user)
    bot = get_object_or_404(access.own_bots(who), pk=pk)
    return _done(request, lambda: teams.take_back(bot, who), f"{bot.name} is yours alone now.")


def _own(request: HttpRequest) -> Team:
    team = teams.of(person(request.user))
    if team is None:
        raise Http404
    return team


def _mate(request: HttpRequest, pk: int) -> User:
    return get_object_or_404(User, team_place__team=_own(request), pk=pk)


def _done(request: HttpRequest, act: Callable[[], object], words: str) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, words)
    return redirect("team")
