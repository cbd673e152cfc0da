"""The chess clock: banks, increments, allowances (service.md 3)."""

from workers.clock import Clock
from workers.contract import Limits

LIMITS = Limits(start_ms=500, bank_ms=1000, increment_ms=50, decision_wall_ms=200, wall_bank_ms=350)


def test_a_decision_may_use_the_whole_bank_and_its_increment() -> None:
    assert Clock(LIMITS, metered=True).begin_decision().cpu_limit_ms == 1050


def test_what_a_decision_used_is_missing_at_the_next() -> None:
    clock = Clock(LIMITS, metered=True)
    turn = clock.begin_decision()
    turn.cpu_ms = 300
    clock.end_decision(turn)
    assert clock.bank_ms == 750
    assert clock.begin_decision().cpu_limit_ms == 800


def test_quick_decisions_save_time_for_later() -> None:
    clock = Clock(LIMITS, metered=True)
    for _ in range(10):
        clock.end_decision(clock.begin_decision())
    assert clock.bank_ms == 1500


def test_sleeping_is_paid_from_the_wall_bank() -> None:
    clock = Clock(LIMITS, metered=True)
    turn = clock.begin_decision()
    assert turn.wall_limit_ms == 200
    turn.wall_ms = 190
    clock.end_decision(turn)
    assert clock.begin_decision().wall_limit_ms == 160


def test_late_begins_behind_the_limit() -> None:
    turn = Clock(LIMITS, metered=True).begin_decision()
    turn.cpu_ms, turn.wall_ms = 1050, 200
    assert not turn.is_late_by_cpu
    assert not turn.is_late_by_wall
    turn.cpu_ms, turn.wall_ms = 1050.1, 200.1
    assert turn.is_late_by_cpu
    assert turn.is_late_by_wall


def test_the_start_has_an_allowance_of_its_own_and_costs_no_bank() -> None:
    clock = Clock(LIMITS, metered=True)
    turn = clock.begin_start()
    assert (turn.cpu_limit_ms, turn.wall_limit_ms) == (500, 2000)
    turn.cpu_ms = 400
    clock.end_start(turn)
    assert (clock.bank_ms, clock.start_ms) == (1000, 400)


def test_without_a_meter_the_start_is_bound_by_its_wall_limit_alone() -> None:
    turn = Clock(LIMITS, metered=False).begin_start()
    assert (turn.cpu_limit_ms, turn.wall_limit_ms) == (2000, 2000)


def test_all_that_was_used_is_summed() -> None:
    clock = Clock(LIMITS, metered=True)
    for begin, end in ((clock.begin_start, clock.end_start), (clock.begin_decision, clock.end_decision)):
        turn = begin()
        turn.cpu_ms, turn.wall_ms = 10, 20
        end(turn)
    assert (clock.cpu_used_ms, clock.wall_used_ms) == (20, 40)
