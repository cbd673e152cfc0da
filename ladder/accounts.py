"""Accounts: an address that is shown to be its owner's, the reader's time zone, and the end of an account."""

import logging

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from knox.models import get_token_model

from ladder import blobs, bots, notices, teams, versions
from ladder.models import Bot, Competition, MatchSeat, User, Version, Webhook
from ladder.refusals import Refused
from ladder.scheduling import OPEN

log = logging.getLogger(__name__)

SALT = "ladder.accounts.confirm"
CONFIRM_WITHIN_S = 3 * 24 * 3600
RUNNING = (Competition.State.DRAFT, Competition.State.OPEN, Competition.State.FROZEN)


def change(person: User, email: str, time_zone: str, mail_notices: bool) -> None:
    """Set the person's address, zone and wish for mail; a new address has to be confirmed first.

    Refused names what is wrong. The mail that asks for it leaves at once, and may be asked for again by
    setting the same address again.
    """
    new_address = email != person.email or not person.email_confirmed
    if email != person.email:
        person.email, person.email_confirmed = email, False
    person.time_zone, person.mail_notices = time_zone, mail_notices
    try:
        person.full_clean(exclude=["password"])
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    person.save(update_fields=["email", "email_confirmed", "time_zone", "mail_notices"])
    if email and new_address:
        _ask_to_confirm(person)


def _ask_to_confirm(person: User) -> None:
    secret = signing.dumps([person.pk, person.email], salt=SALT)
    text = "Open this address to show that mail reaches you here. If you did not ask for it, do nothing."
    try:
        notices.mail(person, "Confirm your address", text, reverse("confirm-email", args=[secret]))
    except notices.NOT_SENT as error:
        log.warning("no mail to person %s: %s", person.pk, error)
        raise Refused("The settings are kept, but no mail could be sent now. Try again later.") from None


def confirm(secret: str) -> User:
    """The address in a secret from our mail is its owner's; Refused for any other secret or an old one."""
    try:
        pk, email = signing.loads(secret, salt=SALT, max_age=CONFIRM_WITHIN_S)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused(
            "This address is not, or no more, one of ours. Ask for a new mail in your settings."
        ) from None
    if not User.objects.filter(pk=pk, email=email, is_active=True).update(email_confirmed=True):
        raise Refused("The account has another address by now. Confirm that one.")
    return User.objects.get(pk=pk)


def delete(person: User) -> None:
    """End the account: the own bots retire and get neutral names, its results stay under a neutral name.

    Matches that are planned or under way are played to their end and count. The uploaded files go when no
    match needs them any more (`forget_uploads`). Deleting twice is deleting once.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person.pk)
        if person.deleted is not None:
            return
        _refuse_while_responsible(person)
        teams.leave(person)
        for bot in person.bots.order_by("pk"):
            _retire(bot)
        person.notices.all().delete()
        Webhook.objects.filter(owner=person).delete()
        person.co_organised.all().delete()
        get_token_model().objects.filter(user=person).delete()
        _anonymise(person)


def _refuse_while_responsible(person: User) -> None:
    organised = Competition.objects.filter(organiser=person, state__in=RUNNING)
    if organised:
        names = ", ".join(each.name for each in organised)
        raise Refused(f"You organise {names}. Close it, or have somebody else made its organiser, first.")
    if person.is_superuser and User.objects.filter(is_superuser=True, is_active=True).count() == 1:
        raise Refused("You are the last administrator of this site. Make somebody else one first.")


def _retire(bot: Bot) -> None:
    sources = (*bots.MAY_RETIRE, *versions.UNFINISHED)
    for version in bot.versions.filter(state__in=sources):
        versions.move(version.pk, sources, Version.State.RETIRED, "Its owner deleted the account.")
    Bot.objects.filter(pk=bot.pk).update(name=f"Deleted bot {bot.pk}", description="")


def _anonymise(person: User) -> None:
    person.username = f"deleted-{person.pk}"
    person.email = person.first_name = person.last_name = ""
    person.email_confirmed = person.is_staff = person.is_superuser = person.is_active = False
    person.deleted = timezone.now()
    person.set_unusable_password()
    person.save()
    person.groups.clear()
    person.user_permissions.clear()


def forget_uploads() -> int:
    """Remove the files of deleted people's bots that no open match needs; how many versions lost theirs."""
    in_use = MatchSeat.objects.filter(match__state__in=OPEN).values("version")
    gone = Version.objects.filter(bot__owner__deleted__isnull=False, forgotten=None).exclude(pk__in=in_use)
    return sum(_forget(version) for version in gone.order_by("pk")[:100])


def _forget(version: Version) -> bool:
    """A file that another bot's version shares stays."""
    names = {version.sha256, version.artefact} - {""}
    done = Version.objects.filter(pk=version.pk, forgotten=None).update(forgotten=timezone.now(), log="")
    for name in names if done else ():
        if not Version.objects.filter(Q(sha256=name) | Q(artefact=name), forgotten=None).exists():
            blobs.remove(name)
    return done == 1
