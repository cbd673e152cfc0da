"""A competition's uploads compared at its organisers' wish, by a process of its own; and what came of it."""

import logging
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import blobs, leaderboards
from ladder.models import Comparison, Competition, User, Version
from ladder.similarity import pairs, sources
from ladder.similarity.pairs import Region
from ladder.similarity.winnowing import Print
from workers.archive import ArchiveRefused

log = logging.getLogger(__name__)

State = Comparison.State

BEGUN_ANEW_AFTER = timedelta(minutes=30)
MOST = 1000
"""Uploads of one comparison."""
COMMAND = "compare_uploads"

_running: subprocess.Popen[bytes] | None = None


@dataclass(frozen=True)
class Line:
    """One pair to look at: the two versions, fingerprints in common, the share of each in percent."""

    first: Version
    second: Version
    shared: int
    percent_first: int
    percent_second: int


@dataclass(frozen=True)
class SideBySide:
    """A region of a pair with the lines' text."""

    region: Region
    text: str
    other_text: str


def ask(competition: Competition, by: User) -> Comparison:
    """Have the uploads compared, soon; while one is waiting or under way, asking gives that one."""
    with transaction.atomic():
        Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        open_one = Comparison.objects.filter(competition=competition).exclude(state=State.DONE).first()
        return open_one or Comparison.objects.create(competition=competition, asked_by=by)


def start() -> int:
    """Have the comparisons made that wait, unless this process has somebody at it already; how many wait."""
    global _running
    if _running is not None and _running.poll() is None:
        return 0
    if _running is not None and _running.returncode:
        log.error("the last comparison of uploads ended with %s", _running.returncode)
    _running = None
    waiting = Comparison.objects.filter(_due()).count()
    if waiting:
        command = [sys.executable, os.fspath(settings.BASE_DIR / "manage.py"), COMMAND]
        _running = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    return waiting


def run_due() -> int:
    """Make the comparisons that wait; how many."""
    made = 0
    for comparison in Comparison.objects.filter(_due()).select_related("competition").order_by("pk"):
        if _claim(comparison):
            _make(comparison)
            made += 1
    return made


def _due() -> Q:
    lost = Q(state=State.RUNNING, started__lt=timezone.now() - BEGUN_ANEW_AFTER)
    return Q(state=State.WAITING) | lost


def _claim(comparison: Comparison) -> bool:
    waiting = Comparison.objects.filter(_due(), pk=comparison.pk)
    return waiting.update(state=State.RUNNING, started=timezone.now()) == 1


def _make(comparison: Comparison) -> None:
    found, left_out = _prints(comparison.competition)
    camps = {version.pk: (version.bot.team_id, version.bot.owner_id) for version in found}
    kept = pairs.own({version.pk: prints for version, prints in found.items()}, sources.house_values())
    rows = [
        (pair.first, pair.second, pair.shared, round(pair.share_first, 4), round(pair.share_second, 4))
        for pair in pairs.similar(kept, camps)
    ]
    Comparison.objects.filter(pk=comparison.pk, state=State.RUNNING).update(
        state=State.DONE, done=timezone.now(), compared=len(found), left_out=left_out, pairs=rows
    )


def _prints(competition: Competition) -> tuple[dict[Version, list[Print]], dict[str, str]]:
    """The fingerprints of what plays in the competition; and of what could not be read, why."""
    found: dict[Version, list[Print]] = {}
    left_out: dict[str, str] = {}
    playing = leaderboards.playing(competition).exclude(bot__is_reference=True).select_related("bot")
    for version in playing.order_by("pk")[:MOST]:
        try:
            files = sources.of_version(version)
        except (blobs.BlobMissing, ArchiveRefused, OSError) as error:
            left_out[str(version.pk)] = str(error)[:200]
            continue
        if files:
            found[version] = sources.prints(files)
        else:
            left_out[str(version.pk)] = f"It holds no source text ({version.language})."
    return found, left_out


def latest(competition: Competition) -> Comparison | None:
    """The last comparison that was asked for."""
    return Comparison.objects.filter(competition=competition).first()


def lines(comparison: Comparison) -> list[Line]:
    """Its pairs, most alike first. One query."""
    wanted = {version for row in comparison.pairs for version in row[:2]}
    known = Version.objects.select_related("bot__owner", "bot__team").in_bulk(list(wanted))
    return [
        Line(known[a], known[b], shared, round(100 * share_a), round(100 * share_b))
        for a, b, shared, share_a, share_b in comparison.pairs
        if a in known and b in known
    ]


def side_by_side(first: Version, second: Version) -> list[SideBySide]:
    """The regions of the two that are alike, with their text. BlobMissing, ArchiveRefused."""
    one, other = sources.of_version(first), sources.of_version(second)
    prints, others = sources.prints(one), sources.prints(other)
    counted = frozenset(each.value for each in prints) - sources.house_values()
    return [
        SideBySide(
            region,
            _cut(one[region.file], region.first, region.last),
            _cut(other[region.other_file], region.other_first, region.other_last),
        )
        for region in pairs.regions(prints, others, counted)
    ]


def _cut(text: str, first: int, last: int) -> str:
    return "\n".join(text.split("\n")[first - 1 : last])
