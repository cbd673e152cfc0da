"""Notices, settings, a forgotten password, and the end of an account."""

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from ladder import accounts, notices
from ladder.access import person
from ladder.models import User
from ladder.refusals import Refused
from ladder.web.forms import DeleteForm, SettingsForm
from ladder.web.middleware import ZONE_COOKIE

YEAR_S = 365 * 24 * 3600


class ChangePassword(PasswordChangeView):
    """A new password for who knows the old one."""

    template_name = "account/form.html"
    success_url = reverse_lazy("settings")
    title = "Change your password"


class AskReset(PasswordResetView):
    """Mails a link for a new password; says the same whether the address is known or not."""

    template_name = "account/form.html"
    email_template_name = "account/reset_mail.txt"
    subject_template_name = "account/reset_subject.txt"
    title = "Password forgotten"
    extra_email_context = {"site_url": site.SITE_URL}
    extra_context = {"words": "Type your address; a link for a new password goes there."}


class Reset(PasswordResetConfirmView):
    """Sets the new password for who came by the link."""

    template_name = "account/form.html"
    success_url = reverse_lazy("sign-in")
    title = "Choose a new password"


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    """What to do after asking for a reset."""
    words = "If the address is that of an account here, a mail with a link is on its way. It works for a day."
    return render(request, "account/said.html", {"title": "Look at your mail", "words": words})


@login_required
@require_safe
def notice_list(request: HttpRequest) -> HttpResponse:
    """All that the person was told, newest first; unread ones are marked this once."""
    return render(request, "account/notices.html", {"notices": notices.show(person(request.user))})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """Address, time zone, mails."""
    who = person(request.user)
    kept = {"email": who.email, "time_zone": who.time_zone, "mail_notices": who.mail_notices}
    form = SettingsForm(request.POST or None, initial=kept)
    if form.is_valid() and _changed(request, who, form):
        response = redirect("settings")
        remember_zone(response, who)
        return response
    context = {"form": form, "confirmed": who.email_confirmed}
    return render(request, "account/settings.html", context, status=400 if form.errors else 200)


def _changed(request: HttpRequest, who: User, form: SettingsForm) -> bool:
    data = form.cleaned_data
    try:
        accounts.change(who, data["email"], data["time_zone"], data["mail_notices"])
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    messages.success(request, "Your settings are kept.")
    if who.email and not who.email_confirmed:
        messages.info(request, f"A mail with a link is on its way to {who.email}.")
    return True


def remember_zone(response: HttpResponse, who: User) -> None:
    """Have this browser's pages show times in the person's zone."""
    response.set_cookie(
        ZONE_COOKIE,
        who.time_zone,
        max_age=YEAR_S,
        samesite="Lax",
        httponly=True,
        secure=site.SESSION_COOKIE_SECURE,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, secret: str) -> HttpResponse:
    """Where the mail's link leads: a button, since mail programs open links by themselves."""
    if request.method != "POST":
        return render(request, "account/confirm.html")
    try:
        accounts.confirm(secret)
    except Refused as refused:
        context = {"title": "Not confirmed", "words": str(refused)}
        return render(request, "account/said.html", context, status=400)
    words = "Your address is confirmed. Notices and a forgotten password's link reach you there."
    return render(request, "account/said.html", {"title": "Thank you", "words": words})


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Ends one's own account, after the password once more."""
    who = person(request.user)
    form = DeleteForm(who, request.POST or None)
    if form.is_valid() and _deleted(who, form):
        logout(request)
        words = "Your bots are retired, and their results stay under a neutral name."
        return render(request, "account/said.html", {"title": "Your account is deleted", "words": words})
    return render(request, "account/delete.html", {"form": form}, status=400 if form.errors else 200)


def _deleted(who: User, form: DeleteForm) -> bool:
    try:
        accounts.delete(who)
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True
