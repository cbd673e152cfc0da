"""Dates of tournaments as iCalendar (RFC 5545): lines folded at 75 octets, texts escaped, times in UTC."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from ladder.models import Series, Tournament

FOLD = 75
UNKNOWN_LENGTH = timedelta(hours=1)
STATUS = {Tournament.State.CANCELLED: "CANCELLED", Tournament.State.DRAFT: "TENTATIVE"}


def written(
    tournaments: Iterable[Tournament], site: str, coming: Iterable[tuple[Series, datetime]] = ()
) -> str:
    """The calendar; `site` is its address, with a slash at its end; `coming`: starts not made yet."""
    host = urlsplit(site).hostname or "localhost"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Watering Hole//Tournaments//EN",
        "CALSCALE:GREGORIAN",
    ]
    lines.append("X-WR-CALNAME:Watering Hole tournaments")
    for each in tournaments:
        lines += _event(each, site, host)
    for series, start in coming:
        lines += _start(series, start, site, host)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event(tournament: Tournament, site: str, host: str) -> Iterator[str]:
    begins = tournament.started or tournament.starts
    assert begins is not None
    ends = max(tournament.ended, begins) if tournament.ended else begins + UNKNOWN_LENGTH
    yield "BEGIN:VEVENT"
    yield f"UID:tournament-{tournament.pk}@{host}"
    yield f"DTSTAMP:{_moment(tournament.changed)}"
    yield f"DTSTART:{_moment(begins)}"
    yield f"DTEND:{_moment(ends)}"
    yield f"SUMMARY:{escaped(tournament.name)}"
    yield f"DESCRIPTION:{escaped(_about(tournament))}"
    yield f"URL:{site}tournaments/{tournament.pk}/"
    yield f"STATUS:{STATUS.get(Tournament.State(tournament.state), 'CONFIRMED')}"
    yield "END:VEVENT"


def _start(series: Series, start: datetime, site: str, host: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:series-{series.pk}-{_moment(start)}@{host}"
    yield f"DTSTAMP:{_moment(series.created)}"
    yield f"DTSTART:{_moment(start)}"
    yield f"DTEND:{_moment(start + UNKNOWN_LENGTH)}"
    yield f"SUMMARY:{escaped(series.name)}"
    yield f"URL:{site}tournaments/"
    yield "STATUS:CONFIRMED"
    yield "END:VEVENT"


def _about(tournament: Tournament) -> str:
    frozen = (
        f"\nVersions are frozen at {tournament.deadline:%Y-%m-%d %H:%M} UTC." if tournament.deadline else ""
    )
    return f"{tournament.get_kind_display()} in {tournament.competition.name}.{frozen}"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text value."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets, no character cut; all but the first begin with a space."""
    part, octets = "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > FOLD:
            yield part
            part, octets = " ", 1
        part += character
        octets += size
    yield part
