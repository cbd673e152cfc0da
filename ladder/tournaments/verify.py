"""A tournament worked out anew from its field, its seed and its matches: what differs comes out as text."""

from collections.abc import Iterator

from ladder import verdicts
from ladder.models import Entrant, Match, Meeting, Tournament, TournamentGame
from ladder.tournaments import booking, running
from ladder.tournaments import course as courses
from ladder.tournaments.course import EDITION
from ladder.tournaments.pairing import NoSchedule

State = Tournament.State
DRAWN = (State.RUNNING, State.PAUSED, State.FINISHED, State.CANCELLED)


def verify(tournament: Tournament) -> Iterator[str]:
    """What is wrong, in sentences; nothing when all is as the published method has it. Reads only."""
    if tournament.edition != EDITION:
        yield (
            f"was begun with edition {tournament.edition} of the method, and this is edition {EDITION}: "
            "check it with the release that played it"
        )
        return
    yield from _entrants(tournament)
    yield from _rounds(tournament)
    yield from _games(tournament)
    if tournament.state == State.FINISHED:
        yield from _places(tournament)


def _entrants(tournament: Tournament) -> Iterator[str]:
    field = tournament.entrants.exclude(number=None).select_related("version").order_by("number")
    for wanted, entrant in enumerate(field):
        version = entrant.version
        if entrant.number != wanted:
            yield f"has an entrant with the number {entrant.number}, wanted {wanted}"
        if version is None or entrant.sha256 not in (version.artefact, version.sha256):
            yield f"froze other content for entrant {entrant.number} than its version has"


def _rounds(tournament: Tournament) -> Iterator[str]:
    drawn = list(tournament.drawn.order_by("number").prefetch_related("meetings"))
    for number, each in enumerate(drawn):
        if each.number != number:
            yield f"has a round with the number {each.number}, wanted {number}"
            return
        try:
            tables = courses.following(booking.course(tournament, number))
        except NoSchedule as error:
            yield f"has a round {number + 1} that cannot be drawn: {error}"
            return
        wanted = [(table.key, list(table.entrants)) for table in tables]
        found = [(meeting.key, meeting.entrants) for meeting in sorted(each.meetings.all(), key=_order)]
        if found != wanted:
            yield f"drew {found[:4]} … in round {number + 1}; worked out anew it is {wanted[:4]} …"


def _order(meeting: Meeting) -> int:
    return meeting.pk


def _games(tournament: Tournament) -> Iterator[str]:
    entrants = {e.number: e for e in tournament.entrants.exclude(number=None)}
    for meeting in tournament.meetings.select_related("round").prefetch_related("games__match__seats"):
        turns = len(meeting.entrants) if tournament.blocks else 1
        wanted = [(deck, turn) for deck in range(tournament.decks) for turn in range(turns)]
        games = sorted(meeting.games.all(), key=lambda game: (game.deck, game.turn))
        if [(game.deck, game.turn) for game in games] != wanted:
            yield f"has {len(games)} games at table {meeting.key}, wanted {len(wanted)}"
        for game in games:
            game.meeting = meeting
            if game.match is not None:
                yield from _match(tournament, game, game.match, entrants)
    yield from _book(tournament)


def _match(
    tournament: Tournament, game: TournamentGame, match: Match, entrants: dict[int | None, Entrant]
) -> Iterator[str]:
    present = [i for i in game.entrants if i not in game.absent]
    name = f"match {match.pk} at table {game.meeting.key}"
    if match.kind != Match.Kind.TOURNAMENT or match.seed != running.deck_seed(tournament, game):
        yield f"has {name} that was not played with the block's deck"
    seats = sorted(match.seats.all(), key=lambda seat: seat.seat)
    if [seat.bot_seed for seat in seats] != [running.bot_seed(tournament, game, i) for i in present]:
        yield f"has {name} with other seeds of bots than its own"
    for seat, number in zip(seats, present, strict=False):
        entrant = entrants[number]
        if seat.version_id not in (entrant.version_id, entrant.stand_in_id):
            yield f"has {name} with version {seat.version_id} on the seat of entrant {number}"


def _book(tournament: Tournament) -> Iterator[str]:
    """The book says what the reports said, and what staff ruled before a draw was made from them."""
    booked = TournamentGame.objects.filter(meeting__tournament=tournament, annulled="", ended__isnull=False)
    games = list(booked.select_related("meeting__round", "match__result"))
    ruled = verdicts.of_matches(game.match_id for game in games if game.match_id)
    for game in games:
        match = game.match
        if match is None:
            if len(game.entrants) - len(game.absent) > 1:
                yield f"has a forfeit at table {game.meeting.key} though more than one was there"
        elif not hasattr(match, "result"):
            yield f"books match {match.pk}, which has no result"
        else:
            allowed = [list(match.result.final_places)]
            if match.pk in ruled.corrected:
                allowed.append(list(ruled.corrected[match.pk]))
            places = zip(game.places or (), game.entrants, strict=False)
            found = [place for place, entrant in places if entrant not in game.absent]
            if found not in allowed:
                yield f"books the places {found} for match {match.pk}, which brought {allowed[-1]}"


def _places(tournament: Tournament) -> Iterator[str]:
    course = booking.course(tournament)
    if courses.following(course):
        yield "has ended and a round is missing"
        return
    wanted = {
        entrant.number: place for place, group in booking.placed(tournament, course) for entrant in group
    }
    found = dict(tournament.entrants.exclude(place=None).values_list("number", "place"))
    if found != wanted:
        yield f"has the places {found} by entrant; worked out anew they are {wanted}"
