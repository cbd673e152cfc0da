"""People of a competition: invitation codes, lists that are imported whole or not at all, and leaving."""

import csv
import io
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from ladder import bots, notices
from ladder.models import Competition, Entry, Member, User
from ladder.refusals import Refused

MOST_LINES = 2000
COLUMNS = ("username", "email")


class BadLines(Refused):
    """A list with errors; `errors` are pairs of line number (the heading is line 1) and what is wrong."""

    def __init__(self, errors: list[tuple[int, str]]) -> None:
        super().__init__(f"{len(errors)} of the lines cannot be taken; nothing was imported.")
        self.errors = errors


@dataclass(frozen=True)
class Imported:
    """How many accounts were made, how many people were known, how many of all are new in the competition."""

    made: int
    known: int
    joined: int


@dataclass(frozen=True)
class _Line:
    number: int
    username: str
    email: str


def new_code(competition: Competition) -> str:
    """A fresh invitation code; the former one works no more."""
    code = secrets.token_urlsafe(12)
    Competition.objects.filter(pk=competition.pk).update(join_code=code)
    competition.join_code = code
    return code


def no_code(competition: Competition) -> None:
    """Nobody joins by code any more; who has joined stays."""
    Competition.objects.filter(pk=competition.pk).update(join_code="")
    competition.join_code = ""


def by_code(code: str) -> Competition | None:
    """The competition that this code invites to; None for a code that is none."""
    running = (Competition.State.DRAFT, Competition.State.OPEN, Competition.State.FROZEN)
    return Competition.objects.filter(join_code=code, state__in=running).first() if code else None


def join(competition: Competition, person: User) -> Member:
    """The person takes part; joining twice is joining once."""
    member, _ = Member.objects.get_or_create(competition=competition, person=person)
    return member


def leave(competition: Competition, person: User) -> None:
    """The person takes part no more: the own bots leave, and a private competition is closed to them."""
    with transaction.atomic():
        for entry in Entry.objects.filter(competition=competition, bot__owner=person).select_related("bot"):
            bots.leave(entry.bot, competition)
        Member.objects.filter(competition=competition, person=person).delete()


def import_people(competition: Competition, text: str) -> Imported:
    """Take a CSV list with the columns username and email into the competition, making accounts that lack.

    BadLines tells every line that is wrong, and then nothing has happened. Who gets a new account chooses
    a password by way of "Password forgotten"; a mail says so. Importing a list twice changes nothing.
    """
    lines = _read(text)
    with transaction.atomic():
        known = _known(lines)
        errors = _disagreements(lines, known)
        if errors:
            raise BadLines(errors)
        made = [_make(line, competition) for line in lines if line.username.lower() not in known]
        people = [*made, *known.values()]
        already = set(Member.objects.filter(competition=competition).values_list("person", flat=True))
        new = [person for person in people if person.pk not in already]
        Member.objects.bulk_create(
            (Member(competition=competition, person=person) for person in new), ignore_conflicts=True
        )
    return Imported(len(made), len(known), len(new))


def _read(text: str) -> list[_Line]:
    """The list's lines, each well formed and none twice; BadLines otherwise."""
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=_delimiter(text))
    try:
        table = list(rows)
    except csv.Error as error:
        raise BadLines([(rows.line_num, f"This is no CSV: {error}.")]) from None
    heading = [cell.strip().lower() for cell in table[0]] if table else []
    missing = [name for name in COLUMNS if name not in heading]
    if missing:
        raise BadLines(
            [(1, f"Found the columns {', '.join(heading) or 'none'}; wanted {' and '.join(COLUMNS)}.")]
        )
    if len(table) - 1 > MOST_LINES:
        raise BadLines([(1, f"Found {len(table) - 1} lines; at most {MOST_LINES} at once.")])
    places = {name: heading.index(name) for name in COLUMNS}
    lines = [_line(number, row, places) for number, row in enumerate(table[1:], start=2) if any(row)]
    errors = [*_malformed(lines), *_doubles(lines)]
    if errors:
        raise BadLines(sorted(errors))
    return lines


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return ";" if first.count(";") > first.count(",") else ","


def _line(number: int, row: list[str], places: dict[str, int]) -> _Line:
    cells = {name: row[place].strip() if place < len(row) else "" for name, place in places.items()}
    return _Line(number, cells["username"], cells["email"])


def _malformed(lines: Iterable[_Line]) -> Iterable[tuple[int, str]]:
    for line in lines:
        try:
            User.username_validator(line.username)
            if not 0 < len(line.username) <= 150:
                raise ValidationError(f"found {len(line.username)} characters")
        except ValidationError:
            yield (
                line.number,
                f"Found the name {line.username[:40]!r}; wanted letters, digits and @ . + - _ only.",
            )
        try:
            validate_email(line.email)
        except ValidationError:
            yield line.number, f"Found the address {line.email[:60]!r}; wanted one as in ada@example.org."


def _doubles(lines: Iterable[_Line]) -> Iterable[tuple[int, str]]:
    seen: dict[str, int] = {}
    for line in lines:
        for what in {line.username.lower(), line.email.lower()} - {""}:
            if what in seen and seen[what] != line.number:
                yield line.number, f"{what} stands in line {seen[what]} already."
            seen.setdefault(what, line.number)


def _known(lines: Iterable[_Line]) -> dict[str, User]:
    """The accounts that there are, by lower-case name."""
    wanted = {line.username.lower() for line in lines}
    found = User.objects.filter(username__in=[line.username for line in lines])
    near = User.objects.exclude(email="").filter(email__in=[line.email for line in lines])
    return {u.username.lower(): u for u in [*found, *near] if u.username.lower() in wanted}


def _disagreements(lines: Iterable[_Line], known: dict[str, User]) -> list[tuple[int, str]]:
    taken = {
        email.lower(): name
        for email, name in User.objects.filter(email__in=[line.email for line in lines]).values_list(
            "email", "username"
        )
    }
    errors = []
    for line in lines:
        account = known.get(line.username.lower())
        if account is not None and account.email.lower() != line.email.lower():
            errors.append(
                (line.number, f"There is an account {line.username} already, with another address.")
            )
        elif account is None and line.email.lower() in taken:
            errors.append((line.number, f"The address {line.email} belongs to another account."))
    return errors


def _make(line: _Line, competition: Competition) -> User:
    person = User.objects.create_user(line.username, line.email)
    text = (
        f"{competition.organiser.username} made an account for you, {line.username}, to take part in "
        f"{competition.name}. Choose your password by typing your address here"
    )
    notices.tell([person], notices.Kind.ACCOUNT, text, "/password/")
    person.notices.update(mail_due=True)
    return person
