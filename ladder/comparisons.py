"""Is one version of a bot better than another? Both play the same decks until it is decided.

A block is one deck, the same opponents, and every seat in turn; on each seat both versions play once. The
statistics are those of `python -m workers compare`: `workers/comparison.py`.
"""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ladder import access, challenges, filling, notices, scheduling, sightings
from ladder.locks import Lock, try_lock
from ladder.models import Bot, ComparedGame, Competition, Match, User, Version, VersionComparison
from ladder.refusals import Refused
from ladder.scheduling import Draw
from workers import comparison as statistics
from workers.comparison import Difference, Verdict

State = VersionComparison.State

MOST_BLOCKS = 60
RUNNING_AT_ONCE = 1
"""Comparisons of one person that may run at a time."""
A_DAY = 5
MOST_OPPONENTS = 5
WORKERS_A_SLOT = 4
"""One comparison at a time has a block played for every so many workers, and always one."""

SAYINGS = {
    Verdict.BETTER: "{first} is better than {second}",
    Verdict.WORSE: "{first} is worse than {second}",
    Verdict.ALIKE: "{first} and {second} are alike: no difference of {delta:g} points or more",
    Verdict.OPEN: "{first} and {second}: not decided",
}


@dataclass(frozen=True)
class Finding:
    """What the complete blocks of a comparison say so far."""

    difference: Difference
    verdict: Verdict
    most_blocks: int
    text: str


def ask(
    asker: User,
    competition: Competition,
    first: Version,
    second: Version,
    opponents: Sequence[Bot] = (),
    players: int | None = None,
) -> VersionComparison:
    """Compare two own versions by the competition's rules, against these bots (none: the house's).

    Asking again while the same one runs gives that one. Refused beyond a quota or when somebody cannot play.
    """
    players = players or competition.min_players
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=asker.pk)
        _refuse_versions(asker, first, second)
        others = _opponents(competition, (first, second), opponents, players)
        asked = {"competition": competition, "first": first, "second": second, "players": players}
        same = VersionComparison.objects.filter(
            asker=asker, state=State.RUNNING, **asked, opponents=others
        ).first()
        if same is not None:
            return same
        _refuse_beyond_quotas(asker)
        return VersionComparison.objects.create(
            asker=asker, opponents=others, seed=secrets.randbelow(2**53), **asked
        )


def _refuse_versions(asker: User, first: Version, second: Version) -> None:
    if first.pk == second.pk:
        raise Refused(f"Found {first} twice; choose two versions to compare.")
    for version in (first, second):
        challenges.refuse_version(asker, version)


def _opponents(
    competition: Competition, compared: Sequence[Version], asked: Sequence[Bot], players: int
) -> list[int]:
    if competition.state != Competition.State.OPEN:
        raise Refused(f"{competition.name} is {competition.state}; matches are played while it is open.")
    if not competition.min_players <= players <= competition.max_players:
        raise Refused(
            f"Found {players} players; {competition.name} is played by {competition.min_players} to "
            f"{competition.max_players}."
        )
    bots = list(asked) or _house_bots(competition, compared)
    if len({bot.pk for bot in bots}) < len(bots) or {bot.pk for bot in bots} & {v.bot_id for v in compared}:
        raise Refused("Name every opponent once, and none of the bots that are compared.")
    if not players - 1 <= len(bots) <= MOST_OPPONENTS:
        raise Refused(
            f"Found {len(bots)} opponents; {players} players need {players - 1} at least, "
            f"and {MOST_OPPONENTS} is the most."
        )
    return [challenges.active_version(competition, bot) for bot in bots]


def _house_bots(competition: Competition, compared: Sequence[Version]) -> list[Bot]:
    playing = Bot.objects.filter(
        is_reference=True,
        entries__competition=competition,
        entries__disabled="",
        versions__state=Version.State.ACTIVE,
    )
    return list(playing.exclude(versions__in=compared).order_by("pk").distinct()[:MOST_OPPONENTS])


def _refuse_beyond_quotas(asker: User) -> None:
    own = VersionComparison.objects.filter(asker=asker)
    if own.filter(state=State.RUNNING).count() >= RUNNING_AT_ONCE:
        raise Refused("A comparison of yours is running, one at a time. Wait for its end, or cancel it.")
    if own.filter(created__gt=timezone.now() - timedelta(days=1)).count() >= A_DAY:
        raise Refused(f"{A_DAY} comparisons a day and person; you have had yours. Ask again tomorrow.")


def cancel(comparison: VersionComparison, by: User) -> VersionComparison:
    """Stop an own comparison; twice is once. What was played stays, and what is under way is played."""
    if comparison.asker_id != by.pk:
        raise Refused("Only who asked for a comparison can cancel it.")
    _end(comparison, State.CANCELLED, "cancelled by who asked for it")
    comparison.refresh_from_db()
    return comparison


def _end(comparison: VersionComparison, state: State, reason: str = "") -> bool:
    running = VersionComparison.objects.filter(pk=comparison.pk, state=State.RUNNING)
    return running.update(state=state, reason=reason, ended=timezone.now()) == 1


def finding(comparison: VersionComparison) -> Finding:
    """What is known of the difference now."""
    samples = _samples(comparison)
    verdict = statistics.verdict(samples)
    text = SAYINGS[verdict].format(first=comparison.first, second=comparison.second, delta=statistics.DELTA)
    return Finding(statistics.difference(samples), verdict, MOST_BLOCKS, text)


def _samples(comparison: VersionComparison) -> list[float]:
    """The first version's points less the second's by block, of the blocks that were played in full."""
    points: dict[int, list[float]] = defaultdict(list)
    games = comparison.games.filter(match__state=Match.State.FINISHED).order_by("block", "pk")
    rows = games.values_list("block", "seat", "is_first", "match__result__final_places")
    for block, seat, is_first, places in rows:
        others = [place for other, place in enumerate(places) if other != seat]
        own = statistics.points(places[seat], others)
        points[block].append(own if is_first else -own)
    whole = (games for games in points.values() if len(games) == 2 * comparison.players)
    return [sum(games) / comparison.players for games in whole]


def go_on() -> int:
    """End what is decided, and plan the next blocks of the others while there are slots; how many."""
    with transaction.atomic():
        if not try_lock(Lock.COMPARISONS):
            return 0
        running = list(VersionComparison.objects.filter(state=State.RUNNING).order_by("pk")[:200])
        playing = {each.pk for each in running if _open_games(each)}
        resting = [each for each in running if each.pk not in playing and not _is_over(each)]
        resting.sort(key=_blocks)
        slots = max(1, sightings.at_work(timezone.now()).count() // WORKERS_A_SLOT) - len(playing)
        for comparison in resting[: max(0, slots)]:
            _plan_block(comparison, _blocks(comparison))
    return len(resting[: max(0, slots)])


def _open_games(comparison: VersionComparison) -> bool:
    return comparison.games.filter(match__state__in=scheduling.OPEN).exists()


def _blocks(comparison: VersionComparison) -> int:
    """How many blocks were planned."""
    return comparison.games.values("block").distinct().count()


def _is_over(comparison: VersionComparison) -> bool:
    """Whether nothing more is to be played: decided, out of blocks, or somebody cannot play any more."""
    why = _hindrance(comparison)
    if why:
        if _end(comparison, State.CANCELLED, why):
            _tell(comparison, f"Your comparison was cancelled: {why}")
        return True
    found = finding(comparison)
    if found.verdict is Verdict.OPEN and _blocks(comparison) < MOST_BLOCKS:
        return False
    if _end(comparison, State.ENDED):
        d = found.difference
        interval = f"{d.mean:+.3f} points ({d.low:+.3f} to {d.high:+.3f})"
        _tell(comparison, f"{found.text}: {interval}, {d.blocks} blocks.")
    return True


def _tell(comparison: VersionComparison, text: str) -> None:
    notices.tell([comparison.asker], notices.Kind.CHALLENGE, text, f"/comparisons/{comparison.pk}/")


def _hindrance(comparison: VersionComparison) -> str:
    """Why it cannot go on; empty when it can."""
    if comparison.competition.state != Competition.State.OPEN:
        return f"{comparison.competition.name} is {comparison.competition.state}."
    compared = (comparison.first_id, comparison.second_id)
    for version in Version.objects.filter(pk__in=[*compared, *comparison.opponents]).select_related("bot"):
        allowed: Iterable[str] = (
            challenges.MAY_TEST
            if version.pk in compared
            else (
                Version.State.ACTIVE,
                Version.State.SUPERSEDED,
            )
        )
        if version.state not in allowed:
            return f"{version} is {version.get_state_display()} now."
        if version.pk in compared and not access.owns(comparison.asker, version.bot):
            return f"{version} is not yours any more."
    return ""


def _plan_block(comparison: VersionComparison, block: int) -> None:
    """Every seat in turn, both versions on it, against the same opponents with the same seeds."""
    players = comparison.players
    others = [comparison.opponents[(block + i) % len(comparison.opponents)] for i in range(players - 1)]
    deck = _derived(comparison.seed, block) % 2**53
    planned = []
    for seat in range(players):
        seeds = tuple(_derived(deck, -1 if i == seat else i) % 2**31 for i in range(players))
        draw = Draw(deck, seeds, f"comparison-{comparison.pk}-{block + 1}")
        for version, is_first in ((comparison.first_id, True), (comparison.second_id, False)):
            line_up = [*others[:seat], version, *others[seat:]]
            match = scheduling.draw_up(
                comparison.competition, Match.Kind.COMPARISON, line_up, rated=False, draw=draw
            )
            ComparedGame.objects.create(
                comparison=comparison, match=match, block=block, seat=seat, is_first=is_first
            )
            planned.append(match.pk)
    transaction.on_commit(lambda: _send(planned))


def _derived(*numbers: int) -> int:
    digest = hashlib.sha256(" ".join(map(str, numbers)).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _send(planned: list[int]) -> None:
    together = filling.current_pace(timezone.now()).games_an_order(len(planned))
    for begin in range(0, len(planned), together):
        scheduling.send_together(planned[begin : begin + together])
