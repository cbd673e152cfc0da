"""A tournament runs itself to the end, over whatever comes between."""

import pytest

from ladder import audit, leases, rulings
from ladder.models import Match, Round, Tournament, TournamentGame, Worker
from ladder.refusals import Refused
from ladder.tournaments import booking, field, life, running, voids
from ladder.tournaments.course import Kind
from ladder.tournaments.verify import verify
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.ladder.tournaments import floor

pytestmark = pytest.mark.usefixtures("apart")
State = Tournament.State


def checked(of: Tournament) -> Tournament:
    """The tournament, its books right."""
    assert list(verify(of)) == []
    assert [finding for finding in audit.audit(0) if finding.check == "tournament"] == []
    return of


FORMATS = {
    "duels": {"kind": Kind.ROUND_ROBIN, "players": 2},
    "all tables of three": {"kind": Kind.ROUND_ROBIN, "players": 3},
    "groups": {"kind": Kind.GROUPS, "players": 3, "rounds": 3, "blocks": False},
    "Swiss": {"kind": Kind.SWISS, "players": 2, "rounds": 3},
    "elimination": {"kind": Kind.SINGLE, "players": 2},
    "tables of four": {"kind": Kind.SINGLE, "players": 4, "blocks": False},
    "double elimination": {"kind": Kind.DOUBLE, "players": 2, "blocks": False},
    "groups and a final": {"kind": Kind.TWO_STAGE, "players": 2, "games_each": 8, "finalists": 3},
}


IN_CI = ("Swiss", "elimination", "groups and a final")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in IN_CI else [pytest.mark.slow]) for name in FORMATS]
)
def test_a_tournament_of_each_format_runs_to_its_end_and_the_best_wins(name: str) -> None:
    done = checked(floor.play_to_the_end(floor.running_one(5, **FORMATS[name])))
    assert done.state == State.FINISHED
    assert floor.places(done)[0] == 1
    assert sorted(floor.places(done)) == [0, 1, 2, 3, 4]
    assert None not in floor.places(done).values()
    assert not Match.objects.filter(rated=True).exists()


def test_advancing_twice_draws_and_plans_once() -> None:
    begun = floor.running_one(5, **FORMATS["Swiss"])
    before = Match.objects.count()
    running.advance(begun.pk)
    running.advance(begun.pk)
    assert (Round.objects.count(), Match.objects.count()) == (1, before)


def test_all_games_of_a_block_have_one_deck_and_turned_seats() -> None:
    begun = floor.running_one(3, kind=Kind.ROUND_ROBIN, players=3)
    floor.play_to_the_end(begun)
    games = TournamentGame.objects.select_related("match")
    assert len({game.match.seed for game in games if game.match}) == 1
    assert {tuple(game.entrants) for game in games} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def ten_workers() -> None:
    """Heard of all through the test, however long it takes."""
    soon = stage.timezone.now() + stage.timedelta(hours=1)
    Worker.objects.bulk_create(Worker(name=f"w{i}", last_seen=soon) for i in range(10))


def test_a_tournament_takes_its_share_of_the_workers_beside_the_ladder() -> None:
    ten_workers()
    begun = floor.running_one(16, share=50)
    assert len(floor.open_matches(begun)) == 10


def test_without_a_ladder_it_takes_all() -> None:
    ten_workers()
    made = floor.tournament(16, share=50)
    type(made.competition).objects.update(state="frozen")
    made.refresh_from_db()
    assert len(floor.open_matches(life.start_now(made))) == 16


def test_a_void_match_pauses_it_until_it_is_played_again_with_the_same_seed_and_seats() -> None:
    begun = floor.running_one(4)
    match = floor.open_matches(begun)[0]
    rulings.void(match, begun.organiser, "the rack burnt")
    running.advance(begun.pk)
    begun.refresh_from_db()
    assert begun.state == State.PAUSED
    assert "the rack burnt" in begun.reason
    assert begun.organiser.notices.filter(text__contains="paused").count() == 1
    with pytest.raises(Refused, match="cannot go on yet"):
        life.resume(begun)
    begun = voids.retry(match.tournament_game, begun.organiser)
    assert begun.state == State.RUNNING
    again = Match.objects.get(replaces=match)
    assert (again.seed, again.block) == (match.seed, match.block)
    assert checked(floor.play_to_the_end(begun)).state == State.FINISHED


def test_an_annulled_game_counts_for_nobody() -> None:
    begun = floor.running_one(3)
    match = floor.open_matches(begun)[0]
    rulings.void(match, begun.organiser, "the rack burnt")
    running.advance(begun.pk)
    game = TournamentGame.objects.get(match=match)
    voids.annul(game, "no time for another")
    voids.annul(game, "no time for another")
    done = checked(floor.play_to_the_end(begun))
    assert sum(len(outcome.games) for outcomes in booking.course(done).played for outcome in outcomes) == 5


def test_an_elimination_annuls_no_game_without_which_nobody_goes_on() -> None:
    begun = floor.running_one(2, kind=Kind.SINGLE, players=2, blocks=False)
    rulings.void(floor.open_matches(begun)[0], begun.organiser, "the rack burnt")
    running.advance(begun.pk)
    with pytest.raises(Refused, match="somebody has to go on"):
        voids.annul(TournamentGame.objects.get(), "no time")


def test_a_lost_attempt_changes_nothing() -> None:
    begun = floor.running_one(4)
    match = floor.open_matches(begun)[0]
    attempt = match.attempts.get()
    leases.end(attempt, leases.State.EXPIRED, "the worker was killed")
    assert checked(floor.play_to_the_end(begun)).state == State.FINISHED
    assert match.attempts.count() > 1


def test_paused_it_plans_nothing_and_books_what_ends() -> None:
    begun = floor.running_one(4)
    life.pause(begun, "lunch")
    life.pause(begun, "lunch")
    for match in floor.open_matches(begun):
        floor.finish(match)
    assert running.advance(begun.pk) == 0
    assert TournamentGame.objects.exclude(ended=None).exists()
    assert checked(floor.play_to_the_end(life.resume(life.resume(begun)))).state == State.FINISHED


def test_cancelled_its_open_matches_are_void() -> None:
    begun = floor.running_one(4)
    life.cancel(begun, "no electricity")
    life.cancel(begun, "no electricity")
    assert set(Match.objects.values_list("state", flat=True)) == {"void"}
    with pytest.raises(Refused, match="it cannot start any more"):
        life.start_now(begun)


def test_a_round_that_takes_too_long_pauses_it() -> None:
    begun = floor.running_one(4, round_limit=5)
    Round.objects.update(due=stage.timezone.now())
    running.advance(begun.pk)
    begun.refresh_from_db()
    assert (begun.state, "Round 1 was not over" in begun.reason) == (State.PAUSED, True)
    assert life.resume(begun).state == State.RUNNING


def test_the_next_round_waits_for_its_time() -> None:
    begun = floor.running_one(4, kind=Kind.SWISS, rounds=2, round_every=30)
    while floor.play_round(begun):
        pass
    assert Round.objects.count() == 1
    Round.objects.update(began=stage.timezone.now() - stage.timedelta(minutes=31))
    running.advance(begun.pk)
    assert Round.objects.count() == 2


# Those who leave


def test_who_withdraws_early_from_a_round_robin_counts_for_nobody() -> None:
    begun = floor.running_one(5)
    field.withdraw(begun, floor.bot_of(begun, 0))
    field.withdraw(begun, floor.bot_of(begun, 0))
    done = checked(floor.play_to_the_end(begun))
    assert floor.places(done) == {0: None, 1: 1, 2: 2, 3: 3, 4: 4}


def test_who_withdraws_late_from_a_round_robin_keeps_the_points_and_forfeits_the_rest() -> None:
    begun = floor.running_one(4)
    while Round.objects.count() < 3:
        floor.play_round(begun)
    assert field.withdraw(begun, floor.bot_of(begun, 3)).struck is None
    done = checked(floor.play_to_the_end(begun))
    assert floor.places(done)[3] == 4


def test_who_is_disqualified_gives_the_others_their_points_back() -> None:
    begun = floor.running_one(4)
    while Round.objects.count() < 3:
        floor.play_round(begun)
    field.disqualify(begun, floor.bot_of(begun, 0), "it read the deck")
    done = checked(floor.play_to_the_end(begun))
    assert floor.places(done) == {0: None, 1: 1, 2: 2, 3: 3}


def test_a_version_that_staff_disqualify_is_out_of_the_tournament_too() -> None:
    begun = floor.running_one(4)
    version = begun.entrants.get(number=1).version
    assert version is not None
    rulings.disqualify(version, stage.person(is_staff=True), "it read the deck")
    done = checked(floor.play_to_the_end(begun))
    assert floor.places(done) == {0: 1, 1: None, 2: 2, 3: 3}


def test_a_reference_bot_plays_on_for_another_and_has_no_place() -> None:
    begun = floor.running_one(4)
    house = stage.version(stage.bot(is_reference=True))
    field.replace(begun, floor.bot_of(begun, 1), house.bot, "its owner asked for it")
    done = checked(floor.play_to_the_end(begun))
    assert Match.objects.filter(seats__version=house).exists()
    assert floor.places(done) == {0: 1, 1: None, 2: 2, 3: 3}


def test_in_an_elimination_the_opponent_of_who_leaves_goes_on() -> None:
    begun = floor.running_one(4, kind=Kind.SINGLE, players=2)
    while Round.objects.count() < 2:
        floor.play_round(begun)
    with pytest.raises(Refused, match="nobody is replaced"):
        field.replace(begun, floor.bot_of(begun, 0), floor.bot_of(begun, 1), "")
    TournamentGame.objects.filter(meeting__round__number=1).update(match=None)
    field.withdraw(begun, floor.bot_of(begun, 0))
    done = floor.play_to_the_end(begun)
    assert floor.places(done)[1] == 1


def test_everybody_withdrawing_ends_it_without_a_match_left_over() -> None:
    begun = floor.running_one(4, kind=Kind.SWISS)
    for number in range(4):
        field.withdraw(begun, floor.bot_of(begun, number))
    done = checked(floor.play_to_the_end(begun))
    assert done.state == State.FINISHED
    assert floor.open_matches(done) == []


def test_a_bot_that_faults_in_every_game_is_last_and_the_rest_play_on() -> None:
    begun = floor.running_one(3)
    while matches := floor.open_matches(begun):
        for match in matches:
            numbers = floor.numbers_of(match)
            line_up = [numbers[seat.version_id] for seat in match.seats.order_by("seat")]
            faults = [stage.fault(line_up.index(0))] if 0 in line_up else []
            floor.finish(match, faults=faults)
        running.advance(begun.pk)
    begun.refresh_from_db()
    assert floor.places(checked(begun)) == {0: 3, 1: 1, 2: 2}


def test_a_late_bot_enters_a_swiss_from_its_next_round_on() -> None:
    begun = floor.running_one(4, kind=Kind.SWISS, rounds=3)
    late = stage.version(stage.bot(cup=begun.competition))
    assert field.let_in(begun, late.bot).number == 4
    field.let_in(begun, late.bot)
    done = checked(floor.play_to_the_end(begun))
    assert done.entrants.get(number=4).came == 1
    assert Match.objects.filter(seats__version=late).exists()


def test_nobody_comes_late_where_the_schedule_is_fixed() -> None:
    begun = floor.running_one(4)
    with pytest.raises(Refused, match="is no Swiss"):
        field.let_in(begun, stage.version(stage.bot(cup=begun.competition)).bot)


# Corrections


def test_what_staff_correct_counts_while_nothing_was_drawn_from_it() -> None:
    begun = floor.running_one(2)
    match = floor.open_matches(begun)[0]
    floor.finish(match)
    running.advance(begun.pk)
    former = TournamentGame.objects.get(match=match).places
    rulings.correct(match, former[::-1], stage.person(is_staff=True), "the log shows it")
    running.advance(begun.pk)
    assert TournamentGame.objects.get(match=match).places == former[::-1]


def test_what_a_draw_was_made_from_stays_as_it_was() -> None:
    begun = floor.running_one(4, kind=Kind.SINGLE, players=2)
    match = floor.open_matches(begun)[0]
    while Round.objects.count() < 2:
        floor.play_round(begun)
    former = TournamentGame.objects.get(match=match).places
    rulings.correct(match, former[::-1], stage.person(is_staff=True), "the log shows it")
    running.advance(begun.pk)
    assert TournamentGame.objects.get(match=match).places == former
    checked(floor.play_to_the_end(begun))


def test_the_last_result_wakes_the_tournaments(outbox: Outbox) -> None:
    begun = floor.running_one(2, blocks=False)
    outbox.messages.clear()
    floor.finish(floor.open_matches(begun)[0])
    assert len(outbox.of("ladder.tournaments")) == 1
