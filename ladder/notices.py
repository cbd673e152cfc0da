"""What people should know: told once in a list of their own, and by mail where they want it."""

import logging
from collections.abc import Iterable
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone

from ladder.models import Notice, User

log = logging.getLogger(__name__)

Kind = Notice.Kind

NOT_SENT = (SMTPException, OSError)
MAILS_AT_ONCE = 10
KEPT = 200
"""Notices that a person keeps; older ones go when a new one comes."""


def tell(people: Iterable[User], kind: str, text: str, link: str = "") -> None:
    """Put a notice on each person's list; `link` is a path on this site. Mail leaves with `send_mails`.

    Call it inside the transaction of what it tells of, so that both happen or neither.
    """
    Notice.objects.bulk_create(
        Notice(person=person, kind=kind, text=text, link=link, mail_due=_wants_mail(person))
        for person in {person.pk: person for person in people}.values()
        if person.is_active
    )


def _wants_mail(person: User) -> bool:
    return bool(person.mail_notices and person.email and person.email_confirmed)


def unread(person: User) -> int:
    """How many notices the person has not seen."""
    return person.notices.filter(read=None).count()


def show(person: User) -> list[Notice]:
    """The person's notices, newest first; they count as read from now on. What is beyond KEPT is deleted."""
    shown = list(person.notices.order_by("-id")[:KEPT])
    if len(shown) == KEPT:
        person.notices.filter(pk__lt=shown[-1].pk).delete()
    person.notices.filter(pk__in=[n.pk for n in shown], read=None).update(read=timezone.now())
    return shown


def send_mails() -> int:
    """Mail the notices that are due, each at most once; how many left."""
    sent = 0
    due = Notice.objects.filter(mail_due=True).order_by("pk").select_related("person")
    for notice in due[:MAILS_AT_ONCE]:
        if not _mail(notice):
            break  # the mail server is away, or another process is at it
        sent += 1
    return sent


def _mail(notice: Notice) -> bool:
    """Claim the notice and mail it; put it back when the mail server does not take it."""
    claimed = Notice.objects.filter(pk=notice.pk, mail_due=True).update(mail_due=False)
    if claimed != 1:
        return False
    try:
        mail(notice.person, notice.text.split(". ")[0][:100], notice.text, notice.link)
    except NOT_SENT as error:
        log.warning("notice %s could not be mailed and waits: %s", notice.pk, error)
        Notice.objects.filter(pk=notice.pk).update(mail_due=True)
        return False
    return True


def mail(person: User, subject: str, text: str, link: str = "") -> None:
    """Send one mail to the person's address, now; SMTPException or OSError when it cannot leave."""
    lines = [f"Hello {person.username},", "", text]
    if link:
        lines += ["", f"{settings.SITE_URL}{link}"]
    lines += ["", f"You can switch these mails off at {settings.SITE_URL}/me/settings/"]
    send_mail(" ".join(subject.split()), "\n".join(lines), settings.DEFAULT_FROM_EMAIL, [person.email])
