"""A tournament goes on: games are booked, rounds drawn, matches planned. Every step may be taken twice."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone

from ladder import filling, notices, people, scheduling
from ladder.models import Competition, Entrant, Match, Meeting, Round, Tournament, TournamentGame, User
from ladder.tournaments import booking, field, seeds
from ladder.tournaments import course as courses
from ladder.tournaments.pairing import NoSchedule

log = logging.getLogger(__name__)

State = Tournament.State
MOST_SHARE = 80
"""Percent of the matches under way that all tournaments together may be while the ladder plays as well."""
MOST_AT_ONCE = 200
"""Matches planned by one step; the next one follows within seconds."""


def advance_all() -> int:
    """Take every tournament under way one step further; how many matches were planned."""
    under_way = Tournament.objects.filter(state__in=(State.RUNNING, State.PAUSED))
    return sum(advance(pk) for pk in under_way.order_by("pk").values_list("pk", flat=True))


def advance(pk: int) -> int:
    """Book what has ended, draw the next round if it is time, plan the matches that have room; their number.

    Whatever was done before is not done again; two that come at once do it one after the other.
    """
    _draw_beforehand(pk)
    with transaction.atomic():
        tournament = _locked(pk)
        if tournament is None:
            return 0
        field.see_who_left(tournament)
        hindrances = booking.book(tournament)
        if tournament.state == State.RUNNING:
            _go_on(tournament, hindrances)
        return _plan_games(tournament) if tournament.state == State.RUNNING else 0


def _locked(pk: int) -> Tournament | None:
    under_way = Tournament.objects.select_for_update(no_key=True, of=("self",))
    found = under_way.filter(pk=pk, state__in=(State.RUNNING, State.PAUSED))
    return found.select_related("competition", "organiser").first()


def _draw_beforehand(pk: int) -> None:
    """Draw a round while nothing is locked: what takes long is remembered and found at once below."""
    tournament = Tournament.objects.filter(pk=pk, state=State.RUNNING).first()
    last = tournament.drawn.order_by("-number").first() if tournament else None
    is_over = last is None or (last.ended is not None and _is_time(last, timezone.now()))
    if tournament is not None and is_over:
        try:
            courses.following(booking.course(tournament))
        except NoSchedule as error:
            log.warning("tournament %s: %s", pk, error)


def _go_on(tournament: Tournament, hindrances: list[str]) -> None:
    last = tournament.drawn.order_by("-number").first()
    now = timezone.now()
    if hindrances:
        pause(tournament, " ".join(hindrances[:3]))
    elif not booking.is_complete(tournament):
        if last is not None and last.due is not None and last.due <= now:
            pause(tournament, f"Round {last.number + 1} was not over by {last.due:%Y-%m-%d %H:%M} UTC.")
    elif last is None or _is_time(last, now):
        _draw(tournament, now)


def _is_time(last: Round, now: datetime) -> bool:
    """Whether the round after the last one may begin."""
    return last.began + timedelta(minutes=last.tournament.round_every) <= now


def _draw(tournament: Tournament, now: datetime) -> None:
    """Draw the next round; with none to follow, the tournament has ended."""
    try:
        tables = courses.following(booking.course(tournament))
    except NoSchedule as error:
        pause(tournament, f"No further round can be drawn: {error}.")
        return
    if not tables:
        _finish(tournament, now)
        return
    due = now + timedelta(minutes=tournament.round_limit) if tournament.round_limit else None
    drawn = Round.objects.create(tournament=tournament, number=tournament.drawn.count(), began=now, due=due)
    meetings = Meeting.objects.bulk_create(
        Meeting(round=drawn, tournament=tournament, key=table.key, entrants=list(table.entrants))
        for table in tables
    )
    TournamentGame.objects.bulk_create(
        TournamentGame(meeting=meeting, deck=deck, turn=turn)
        for meeting in meetings
        for deck in range(tournament.decks)
        for turn in range(len(meeting.entrants) if tournament.blocks else 1)
    )


def _finish(tournament: Tournament, now: datetime) -> None:
    for place, entrants in booking.placed(tournament, booking.course(tournament)):
        Entrant.objects.filter(pk__in=[each.pk for each in entrants]).update(place=place)
    _set(tournament, state=State.FINISHED, ended=now)
    hint = " Its results are hidden until they are released." if tournament.is_hidden else ""
    tell(tournament, f"{tournament.name} has ended.{hint}")


def _plan_games(tournament: Tournament) -> int:
    """Plan as many of the waiting games as there is room for, in their order."""
    under_way = Match.objects.filter(
        tournament_game__meeting__tournament=tournament, state__in=scheduling.OPEN
    ).count()
    room = max(0, _slots(tournament) - under_way)
    waiting = TournamentGame.objects.filter(meeting__tournament=tournament, match=None, ended=None)
    entrants = {e.number: e for e in tournament.entrants.exclude(number=None)}
    planned = 0
    for game in waiting.select_related("meeting__round").order_by("meeting", "deck", "turn")[:MOST_AT_ONCE]:
        if planned >= room:
            break
        planned += _plan_game(tournament, game, entrants)
    return planned


def _slots(tournament: Tournament) -> int:
    """How many of its matches may be open: its share of all, and all of it while no ladder plays."""
    running = Tournament.objects.filter(state=State.RUNNING)
    asked = max(running.aggregate(asked=Sum("share"))["asked"] or 0, tournament.share)
    most = MOST_SHARE if Competition.objects.filter(state=Competition.State.OPEN).exists() else 100
    share = tournament.share if most == MOST_SHARE and asked <= most else tournament.share * most / asked
    return max(1, int(filling.ahead(timezone.now()) * share / 100))


def _plan_game(tournament: Tournament, game: TournamentGame, entrants: dict[int | None, Entrant]) -> bool:
    """Plan one game's match; False where it is forfeited, as fewer than two are there."""
    game.absent = [i for i in game.entrants if entrants[i].gone is not None and not entrants[i].stand_in_id]
    present = [i for i in game.entrants if i not in game.absent]
    if len(present) < 2:
        game.save(update_fields=["absent"])
        booking.forfeit(game)
        return False
    game.match = _match(tournament, game, len(present))
    game.save(update_fields=["absent", "match"])
    line_up = [entrants[i].stand_in_id or entrants[i].version_id or 0 for i in present]
    scheduling.seat(game.match, line_up, [bot_seed(tournament, game, i) for i in present])
    return True


def _match(tournament: Tournament, game: TournamentGame, players: int) -> Match:
    cup = tournament.competition
    return Match.objects.create(
        competition=cup,
        kind=Match.Kind.TOURNAMENT,
        rated=tournament.rated and cup.state == Competition.State.OPEN,
        players=players,
        ruleset=cup.ruleset,
        options=cup.options,
        limits=cup.limits,
        seed=deck_seed(tournament, game),
        block=f"{tournament.pk}/{game.meeting.key}/{game.deck}",
        hidden_until=tournament.shown_from(game.meeting.round.number),
    )


def deck_seed(tournament: Tournament, game: TournamentGame) -> int:
    """The deck's seed of a game."""
    return seeds.deck_seed(bytes.fromhex(tournament.key), tournament.pk, game.meeting.key, game.deck)


def bot_seed(tournament: Tournament, game: TournamentGame, entrant: int) -> int:
    """An entrant's own seed in a game."""
    return seeds.bot_seed(bytes.fromhex(tournament.key), tournament.pk, game.meeting.key, game.deck, entrant)


def pause(tournament: Tournament, reason: str) -> None:
    """Pause a running tournament whose row is locked, and tell its organiser why."""
    _set(tournament, state=State.PAUSED, reason=reason[:2000])
    text = f"{tournament.name} is paused: {reason[:500]}"
    notices.tell([tournament.organiser], notices.Kind.TOURNAMENT, text, address(tournament))


def tell(tournament: Tournament, text: str) -> None:
    """Tell its organiser and all whose bots take part."""
    notices.tell(concerned(tournament), notices.Kind.TOURNAMENT, text, address(tournament))


def concerned(tournament: Tournament) -> list[User]:
    """Its organiser, and the people of the bots that take part."""
    found = {tournament.organiser_id: tournament.organiser}
    entrants = tournament.entrants.exclude(state=Entrant.State.OUT).select_related("bot__owner", "bot__team")
    for entrant in entrants:
        found |= {person.pk: person for person in people.behind(entrant.bot)}
    return list(found.values())


def address(tournament: Tournament) -> str:
    """Its page."""
    return f"/tournaments/{tournament.pk}/"


def _set(tournament: Tournament, **values: object) -> None:
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=[*values, "changed"])


def match_counts(tournament: Tournament) -> dict[str, int]:
    """Its matches by state."""
    found = Match.objects.filter(tournament_game__meeting__tournament=tournament)
    return dict(found.order_by().values_list("state").annotate(Count("pk")))
