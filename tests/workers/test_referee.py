"""Each kind of fault of a bot told apart, in the production sandbox and without one."""

import time
from dataclasses import replace

import pytest

from tests.workers import table
from tests.workers.fake_game import FakeGame
from workers.contract import Limits
from workers.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

PATIENT = replace(table.LIMITS, decision_wall_ms=10_000, wall_bank_ms=20_000)

FAULTS = [
    ("crashes_at_import", "no-start", "ended with exit code 1"),
    ("starts_with_nonsense", "no-start", "the first line must be"),
    ("prints_hello", "not-json", "no strict JSON"),
    ("chooses_before_asked", "unsolicited", "chose before it was asked"),
    ("crashes", "exited", "ended with exit code 1"),
    ("segfaults", "exited", "ended by SIGSEGV"),
    ("closes_output", "late-wall", "no answer within"),
    ("exits_after_answer", "exited", "ended with exit code 0"),
    ("sleeps", "late-wall", "no answer within 2000 ms"),
    ("deaf", "late-wall", "no answer within"),
    ("says_not_json", "not-json", "Expecting value"),
    ("says_not_utf8", "not-json", "not UTF-8 at byte 38"),
    ("says_array", "not-json", "a JSON list where an object is wanted"),
    ("says_nan", "not-json", "NaN is not JSON"),
    ("says_double_key", "not-json", "a key stands twice"),
    ("says_deep", "not-json", "nested too deeply"),
    ("says_huge_number", "not-json", "Exceeds the limit"),
    ("says_empty_line", "not-json", "Expecting value"),
    ("line_too_long", "too-long", "more than 64 KiB"),
    ("endless_line", "too-long", "more than 64 KiB"),
    ("answers_twice", "unsolicited", "behind its answer"),
    ("old_n", "wrong-n", 'must have "n":1'),
    ("no_n", "wrong-n", 'must have "n":0'),
    ("n_is_true", "wrong-n", 'must have "n":0'),
    ("no_type", "illegal", '"type":"choose"'),
    ("unknown_choice", "illegal", "none of those that were offered"),
    ("index_too_high", "illegal", "none of those that were offered"),
    ("index_negative", "illegal", "none of those that were offered"),
    ("choice_is_list", "illegal", "none of those that were offered"),
]


@pytest.mark.parametrize(("bot", "kind", "says"), FAULTS)
def test_a_fault_is_told_from_all_others(sandbox: Sandbox, bot: str, kind: str, says: str) -> None:
    fault = table.play(sandbox, bot).fault
    assert (fault.seat, fault.kind) == (0, kind)
    assert says in fault.message


def test_lines_of_a_bot_that_does_not_read_answer_no_question(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "floods").fault
    assert fault.kind == "unsolicited"
    assert "wrote a line" in fault.message


def test_an_answer_ahead_of_its_question_ends_the_part_of_a_bot(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "answers_ahead").fault
    # A bot frozen before its second line was out writes it when the next question thaws it.
    assert fault.kind in ("unsolicited", "wrong-n")
    assert "wrote a line" in fault.message or 'must have "n":' in fault.message


def test_a_bot_that_never_says_a_word_is_not_waited_for_long(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "silent", limits=replace(table.LIMITS, start_ms=300)).fault
    assert fault.kind == "no-start"
    assert 1200 < fault.wall_ms < 1400


def test_thinking_too_long_is_late_by_cpu(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "spins", limits=PATIENT).fault
    assert fault.kind == "late-cpu"
    assert 320 < fault.cpu_ms < 600


def test_too_much_memory_is_told_from_a_crash(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "eats_memory").fault
    assert (fault.kind, fault.message) == ("memory", "the bot used more memory than it may")


def test_more_than_four_mebibytes_of_output_are_too_much(sandbox: Sandbox) -> None:
    limits = Limits(bank_ms=5000, increment_ms=50, memory_mb=64)
    played = table.play(sandbox, "longest_line", game=FakeGame(length=140), limits=limits)
    assert (played.fault.kind, played.fault.n) == ("too-much-output", 2 * 63)


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        ("spins", "late-wall"),
        ("sleeps", "late-wall"),
        ("crashes", "exited"),
        ("segfaults", "exited"),
        ("closes_output", "exited"),
        ("answers_twice", "unsolicited"),
    ],
)
def test_without_a_meter_the_clock_is_the_wall(plain_sandbox: Sandbox, bot: str, kind: str) -> None:
    assert table.play(plain_sandbox, bot).fault.kind == kind


@pytest.mark.parametrize("bot", ["honest", "by_index", "utf8_split", "longest_line", "slow_now_and_then"])
def test_what_is_allowed_is_no_fault(sandbox: Sandbox, bot: str) -> None:
    assert table.play(sandbox, bot).faults == ()


def test_choices_are_taken_as_text_and_as_place(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "honest", "by_index", game=FakeGame(length=4))
    assert played.game.chosen == [(0, "first"), (1, "third"), (0, "first"), (1, "third")]


def test_after_a_fault_the_default_answers_and_the_others_play_on(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "unknown_choice", "by_index", game=FakeGame(length=6))
    assert played.fault.n == 0
    assert played.game.chosen == [(0, "first"), (1, "third")] * 3


def test_a_fault_in_the_start_has_no_decision(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "crashes_at_import").fault
    assert (fault.n, fault.decision, fault.legal) == (None, None, ())


def test_a_fault_tells_what_was_asked_received_and_legal(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "honest", "unknown_choice").fault
    assert (fault.n, fault.decision, fault.legal) == (1, "feed", ("first", "second", "third"))
    assert fault.received == '{"type": "choose", "n": 0, "choice": "feed z9"}'


def test_the_last_words_of_a_crash_reach_the_owner(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "crashes")
    assert "KeyError: 'feed'" in played.fault.stderr_tail
    assert "KeyError: 'feed'" in played.uses[0].log


def test_received_text_is_bounded(sandbox: Sandbox) -> None:
    assert len(table.play(sandbox, "endless_line").fault.received) == 200


def test_all_bots_may_fault(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "crashes", "crashes_at_import", "old_n", game=FakeGame(players=3, length=9))
    assert sorted(fault.seat for fault in played.faults) == [0, 1, 2]
    assert len(played.game.chosen) == 9


def test_notes_are_kept_with_their_decision(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "by_index", "honest", game=FakeGame(length=4))
    assert played.notes == ((1, "the first"), (3, "the first"))


def test_odd_notes_are_cut_cleaned_or_left_out(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "odd_note", "by_index", game=FakeGame(length=8))
    assert played.notes == ((2, "x" * 200), (4, "a\ufffdb\ufffdc"))


def test_only_the_end_of_a_log_is_kept(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "floods_log", game=FakeGame(length=4))
    assert played.faults == ()
    log = played.uses[0].log
    assert log.startswith("[")
    assert log.endswith("the end of decision 1\n")
    assert len(log) < (table.LIMITS.log_kb << 10) + 100


def test_bots_hear_how_it_ended(sandbox: Sandbox) -> None:
    assert "the end: [1, 1]" in table.play(sandbox, "honest").uses[1].log


def test_nobody_thinks_on_anothers_time(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "thinks_ahead", "slow_now_and_then", game=FakeGame(length=8))
    assert played.faults == ()
    assert sum(wall for _, wall in played.clock[1::2]) > 250
    assert played.uses[0].cpu_ms < 200


def test_a_slow_machines_milliseconds_are_scaled(sandbox: Sandbox) -> None:
    fault = table.play(sandbox, "spins", limits=PATIENT, speed=0.5).fault
    assert fault.kind == "late-cpu"
    assert fault.cpu_ms > 320
    assert fault.wall_ms > 600


def test_time_in_which_the_machine_had_no_processor_for_a_bot_is_not_charged(sandbox: Sandbox) -> None:
    """`slow_now_and_then` sleeps 150 ms; its box says that it waited for a processor all the while."""

    class Busy(table.OtherBox):
        began = time.monotonic()

        def waited_ms(self) -> float:
            return (time.monotonic() - self.began) * 1000

    played = table.play(sandbox, "slow_now_and_then", game=FakeGame(length=4), around=Busy)
    assert played.faults == ()
    assert max(wall for _, wall in played.clock) < 100


def test_time_in_which_the_machine_stood_still_is_not_charged(sandbox: Sandbox) -> None:
    """`slow_now_and_then` answers after 150 ms; every look of the referee comes 400 ms late."""
    limits = Limits(bank_ms=5000, decision_wall_ms=400, wall_bank_ms=5000, memory_mb=64)
    played = table.play(
        sandbox,
        "slow_now_and_then",
        limits=limits,
        game=FakeGame(length=4),
        watch=lambda decisions: time.sleep(0.4),
    )
    assert played.faults == ()
    assert max(wall for _, wall in played.clock) < 300


def test_a_question_larger_than_a_pipe_arrives_whole(sandbox: Sandbox) -> None:
    played = table.play(sandbox, "honest", game=FakeGame(length=4, view_size=900_000))
    assert played.faults == ()


def test_the_watch_is_called_while_a_bot_thinks_and_may_stop_the_game(sandbox: Sandbox) -> None:
    class EnoughError(Exception):
        pass

    calls = []

    def watch(decisions: int) -> None:
        calls.append(decisions)
        if len(calls) > 8:
            raise EnoughError

    with pytest.raises(EnoughError):
        table.play(sandbox, "sleeps", watch=watch)
