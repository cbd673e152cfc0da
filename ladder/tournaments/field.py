"""Who takes part: entries, the freeze of the field, and those who leave, are ruled out or come late."""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction
from django.db.models import Q

from ladder import notices, people, verdicts
from ladder.models import Bot, Competition, Entrant, Entry, Rating, Ruling, Tournament, Version
from ladder.ratings import elo
from ladder.refusals import Refused
from ladder.tournaments import extent
from ladder.tournaments.course import Kind

State = Tournament.State
BEFORE_FREEZE = (State.DRAFT, State.SCHEDULED)
UNDER_WAY = (State.FROZEN, State.RUNNING, State.PAUSED)
KNOWN_FROM_THE_START = (Kind.ROUND_ROBIN, Kind.GROUPS, Kind.TWO_STAGE)


def enter(tournament: Tournament, bot: Bot) -> Entrant:
    """The bot takes part; entering twice is entering once. Refused once the field is frozen.

    It must be entered in the competition. Of one owner or team one bot takes part, where their bots may not
    meet.
    """
    with transaction.atomic():
        found = _locked(tournament, BEFORE_FREEZE, "bots enter before the field is frozen")
        if not Entry.objects.filter(competition=found.competition, bot=bot, disabled="").exists():
            raise Refused(f"{bot.name} does not play in {found.competition.name}; enter it there first.")
        _refuse_second(found, bot)
        entrant, _ = Entrant.objects.get_or_create(tournament=found, bot=bot)
        if entrant.state == Entrant.State.OUT:
            Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.IN, reason="")
            entrant.refresh_from_db()
    return entrant


def _refuse_second(tournament: Tournament, bot: Bot) -> None:
    if tournament.everybody or tournament.competition.same_owner_allowed or bot.is_reference:
        return
    whose = Q(bot__team=bot.team) if bot.team_id else Q(bot__owner=bot.owner, bot__team=None)
    others = tournament.entrants.filter(whose, state=Entrant.State.IN, bot__is_reference=False)
    other = others.exclude(bot=bot).select_related("bot").first()
    if other is not None:
        raise Refused(
            f"{other.bot.name} takes part for you already, and bots of one owner do not meet in "
            f"{tournament.competition.name}. Withdraw it first."
        )


def withdraw(tournament: Tournament, bot: Bot, reason: str = "withdrawn by its owner") -> Entrant:
    """The bot leaves; twice is once. Before the freeze it just takes no part.

    Later, matches that are planned are played, and what is not planned yet is forfeited; of a bot that has
    played less than half of its games of a round robin or of groups no game counts for anybody.
    """
    with transaction.atomic():
        found = _locked(tournament, (*BEFORE_FREEZE, *UNDER_WAY), "nobody leaves it any more")
        if found.state in BEFORE_FREEZE:
            return _leave_out(found, bot, reason)
        entrant = _playing(found, bot)
        if entrant.state in (Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED):
            return entrant
        struck = found.drawn.count() if _played_too_little(found, entrant) else None
        return _leave(found, entrant, Entrant.State.WITHDRAWN, reason, struck)


def disqualify(tournament: Tournament, bot: Bot, reason: str) -> Entrant:
    """The bot is out, and none of its games counts for anybody; in an elimination it loses what is to come.

    Twice is once.
    """
    if not reason.strip():
        raise Refused("Say why the bot is disqualified: its owner reads it.")
    with transaction.atomic():
        found = _locked(tournament, UNDER_WAY, "bots are disqualified while it is under way")
        entrant = _playing(found, bot)
        if entrant.state == Entrant.State.DISQUALIFIED:
            return entrant
        return _disqualify(found, entrant, reason.strip())


def _disqualify(tournament: Tournament, entrant: Entrant, reason: str) -> Entrant:
    stands = tournament.kind in extent.ELIMINATION
    struck = None if stands else tournament.drawn.count()
    return _leave(tournament, entrant, Entrant.State.DISQUALIFIED, reason, struck)


def replace(tournament: Tournament, bot: Bot, by: Bot, reason: str) -> Entrant:
    """A reference bot plays on in the bot's seats: its games count for its opponents, and it has no place.

    Twice is once. Not in an elimination: there the opponent of who leaves goes on.
    """
    with transaction.atomic():
        found = _locked(tournament, UNDER_WAY, "bots are replaced while it is under way")
        if found.kind in extent.ELIMINATION:
            raise Refused("In an elimination nobody is replaced: withdraw the bot, and its opponent goes on.")
        version = by.versions.filter(state=Version.State.ACTIVE).first() if by.is_reference else None
        if version is None:
            raise Refused(f"{by.name} is no reference bot with an active version; choose one that is.")
        if found.entrants.filter(version__bot=by).exclude(number=None).exists():
            raise Refused(f"{by.name} takes part itself; choose a reference bot that does not.")
        entrant = _playing(found, bot)
        if entrant.state == Entrant.State.REPLACED and entrant.stand_in_id == version.pk:
            return entrant
        if entrant.state == Entrant.State.DISQUALIFIED:
            raise Refused(
                f"{bot.name} is disqualified, and none of its games counts; nobody plays on for it."
            )
        Entrant.objects.filter(pk=entrant.pk).update(stand_in=version)
        return _leave(found, entrant, Entrant.State.REPLACED, reason or f"{by.name} plays on for it", None)


def let_in(tournament: Tournament, bot: Bot) -> Entrant:
    """A late entry: into a Swiss, from its next round on, with no points for what it missed."""
    with transaction.atomic():
        found = _locked(tournament, UNDER_WAY, "bots come late while it is under way")
        if found.kind != Kind.SWISS:
            raise Refused(
                f"{found.name} is no Swiss: its schedule was fixed when the field was frozen, so nobody can "
                "come late."
            )
        known = found.entrants.filter(bot=bot).exclude(number=None).first()
        if known is not None:
            return known
        version = bot.versions.filter(state=Version.State.ACTIVE).first()
        entered = Entry.objects.filter(competition=found.competition, bot=bot, disabled="").exists()
        if version is None or not entered:
            raise Refused(f"{bot.name} has no active version in {found.competition.name}.")
        number = found.entrants.exclude(number=None).count()
        entrant, _ = Entrant.objects.get_or_create(tournament=found, bot=bot)
        entrant.state, entrant.reason, entrant.came = Entrant.State.IN, "", found.drawn.count()
        _fix(entrant, version, number, elo.START.r)
        return entrant


def see_who_left(tournament: Tournament) -> None:
    """Whose version staff took out of play, or whose owner is gone, leaves. The row must be locked."""
    playing = tournament.entrants.filter(state=Entrant.State.IN).exclude(number=None)
    ruled_out = set(verdicts.disqualified())
    disabled = Ruling.objects.filter(kind=Ruling.Kind.DISABLE, version__isnull=False).values("version")
    gone = Q(version__in=ruled_out) | Q(version__in=disabled) | Q(bot__owner__is_active=False)
    for entrant in playing.filter(gone).select_related("bot__owner", "bot__team"):
        if entrant.version_id in ruled_out:
            _disqualify(tournament, entrant, "staff disqualified its version")
        else:
            struck = tournament.drawn.count() if _played_too_little(tournament, entrant) else None
            reason = "its version was taken out of play, or its owner's account was closed"
            _leave(tournament, entrant, Entrant.State.WITHDRAWN, reason, struck)


def _locked(tournament: Tournament, states: Sequence[str], rule: str) -> Tournament:
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",)).select_related("competition")
    found = rows.get(pk=tournament.pk)
    if found.state not in states:
        raise Refused(f"{found.name} is {found.get_state_display()}; {rule}.")
    return found


def _leave_out(tournament: Tournament, bot: Bot, reason: str) -> Entrant:
    entrant, _ = Entrant.objects.get_or_create(tournament=tournament, bot=bot)
    Entrant.objects.filter(pk=entrant.pk).update(state=Entrant.State.OUT, reason=reason[:500])
    entrant.refresh_from_db()
    return entrant


def _playing(tournament: Tournament, bot: Bot) -> Entrant:
    found = tournament.entrants.filter(bot=bot).exclude(number=None).select_related("bot").first()
    if found is None:
        raise Refused(f"{bot.name} does not take part in {tournament.name}.")
    return found


def _leave(tournament: Tournament, entrant: Entrant, state: str, reason: str, struck: int | None) -> Entrant:
    gone = tournament.drawn.count() if entrant.gone is None else entrant.gone
    Entrant.objects.filter(pk=entrant.pk).update(state=state, reason=reason[:500], gone=gone, struck=struck)
    text = f"{entrant.bot.name} is out of {tournament.name}: {reason[:500]}"
    notices.tell(people.behind(entrant.bot), notices.Kind.TOURNAMENT, text, f"/tournaments/{tournament.pk}/")
    entrant.refresh_from_db()
    return entrant


def _played_too_little(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether it has played less than half of its games of a stage whose schedule is fixed."""
    drawn = tournament.drawn.count()
    in_final = tournament.kind == Kind.TWO_STAGE and drawn > tournament.rounds
    if tournament.kind not in KNOWN_FROM_THE_START or in_final or entrant.number is None:
        return False
    field = tournament.entrants.exclude(number=None).count()
    wanted = extent.games_planned(tournament.form, field, tournament.seed, entrant.number)
    games = [
        game
        for meeting in tournament.meetings.prefetch_related("games")
        if entrant.number in meeting.entrants
        for game in meeting.games.all()
        if game.ended is not None and not game.annulled
    ]
    return 2 * len(games) < wanted


# The freeze


def gather(tournament: Tournament) -> int:
    """Fix the field: exact versions, strongest first. How many take part.

    Call it inside the transaction that freezes the tournament.
    """
    if tournament.everybody:
        _invite_all(tournament)
    coming = tournament.entrants.filter(state=Entrant.State.IN)
    found = list(coming.select_related("bot__owner", "bot__team").order_by("pk"))
    versions = playing_versions(tournament.competition, [entrant.bot_id for entrant in found])
    ratings = ladder_ratings(tournament.competition, [version.pk for version in versions.values()])
    ranked = sorted(found, key=_by_rating(versions, ratings))
    camps: dict[int, Entrant] = {}
    number = 0
    for entrant in ranked:
        version = versions.get(entrant.bot_id)
        camp = _camp(tournament.competition, entrant.bot)
        if version is None:
            _leave_out(tournament, entrant.bot, "it had no version that plays when the field was frozen")
        elif camp in camps:
            _leave_out(
                tournament,
                entrant.bot,
                f"bots of one owner do not meet here, and {camps[camp].bot.name} is rated higher",
            )
        else:
            camps[camp] = entrant
            _fix(entrant, version, number, ratings.get(version.pk, elo.START.r))
            number += 1
    return number


def _invite_all(tournament: Tournament) -> None:
    known = set(tournament.entrants.values_list("bot", flat=True))
    entries = Entry.objects.filter(
        competition=tournament.competition, disabled="", bot__owner__is_active=True
    ).order_by("bot")
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, bot_id=bot)
        for bot in entries.values_list("bot", flat=True)
        if bot not in known
    )


def playing_versions(competition: Competition, bots: Iterable[int]) -> dict[int, Version]:
    """By bot, the version that plays: the one fixed when the competition was frozen, else the active one."""
    entries = Entry.objects.filter(competition=competition, bot__in=list(bots), disabled="")
    fixed = {}
    if competition.state != Competition.State.OPEN:
        fixed = {e.bot_id: e.version for e in entries.select_related("version") if e.version is not None}
    active = Version.objects.filter(
        state=Version.State.ACTIVE, bot__in=entries.values("bot"), forgotten=None
    ).exclude(bot__in=list(fixed))
    return {version.bot_id: version for version in active} | fixed


def ladder_ratings(competition: Competition, versions: Iterable[int]) -> dict[int, float]:
    """The versions' ratings on the ladder, as far as they have any."""
    rows = Rating.objects.filter(
        competition=competition, epoch=competition.current_epoch, version__in=list(versions)
    )
    return dict(rows.values_list("version", "r"))


def _by_rating(
    versions: dict[int, Version], ratings: dict[int, float]
) -> Callable[[Entrant], tuple[float, int]]:
    def key(entrant: Entrant) -> tuple[float, int]:
        version = versions.get(entrant.bot_id)
        return (-ratings.get(version.pk, elo.START.r) if version else 0.0, entrant.bot_id)

    return key


def _camp(competition: Competition, bot: Bot) -> int:
    """Who must not meet has the same number; those of bots are above those of people."""
    if competition.same_owner_allowed or bot.is_reference:
        return bot.pk
    return -2 * bot.team_id - 1 if bot.team_id else -2 * bot.owner_id


def _fix(entrant: Entrant, version: Version, number: int, rating: float) -> None:
    entrant.version, entrant.number, entrant.rating = version, number, rating
    entrant.sha256 = version.artefact or version.sha256
    entrant.save()
