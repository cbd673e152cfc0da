"""A worker with a real broker, a real sandbox and real bots: orders in, pulses and reports out."""

import base64
import gzip
import hashlib
import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import replay as replays
from tests import services
from tests.workers.ladder_side import (
    PATIENCE_S,
    Ladder,
    WorkerProcess,
    build_order,
    game,
    match_order,
    seat,
    serving,
    wait_until,
    worker,
)
from tests.workers.runtimes.test_languages import needs
from tests.workers.test_runner import descendants, gone
from workers import runtimes
from workers.contract import Limits, Pulse, SeatOrder
from workers.sandbox import Sandbox
from workers.spool import Spool

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.timeout(400)]

LONG = Limits(decision_wall_ms=60_000)
SHORT = Limits(decision_wall_ms=2500)
MOUNT = "mount -t tmpfs -o size=80m none"


@pytest.fixture
def ladder(valkey: services.Service, request: pytest.FixtureRequest) -> Ladder:
    return Ladder(valkey.url, f"t{abs(hash(request.node.name)) % 10**8}")


@pytest.fixture(scope="module")
def shared(
    valkey: services.Service, sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Ladder]:
    """A ladder with one worker that all tests use which leave it well."""
    data = tmp_path_factory.getbasetemp() / "shared-worker"
    data.mkdir()
    ladder = Ladder(valkey.url, "shared")
    with worker(ladder, data) as process:
        process.await_log("ready.")
        yield ladder
        assert process.process.poll() is None


def in_mid_game(ladder: Ladder, process: WorkerProcess, limits: Limits = LONG) -> list[int]:
    """Give the worker a game that lasts; its processes and those of its bots."""
    process.await_log("ready.")
    ladder.send(match_order(game("sleeps", "sleeps"), limits=limits))
    wait_until(lambda: len(descendants(process.process.pid)) >= 5, PATIENCE_S, "the bots run")
    return descendants(process.process.pid)


def test_an_order_becomes_a_result(shared: Ladder) -> None:
    order = match_order(game("honest", "by_index", "honest", "by_index", match="17", attempt=2))
    shared.send(order)
    report = shared.match_report()
    assert (report.match, report.attempt, report.token) == ("17", 2, "token of 17.2")
    assert report.worker.level == "full"
    assert report.result is not None
    replays.verify(json.loads(gzip.decompress(base64.b64decode(report.result.replay))))


def test_started_comes_first_and_reporting_last(shared: Ladder) -> None:
    shared.pulses()
    shared.send(match_order(game("honest", "by_index")))
    shared.match_report()
    told = [(task, pulse.games[0]) for task, pulse in shared.pulses() if pulse.games]
    assert [task for task, _ in told] == ["wh1.started"] + ["wh1.progress"] * (len(told) - 1)
    assert not told[0][1].begun
    assert told[1][1].begun
    assert told[-1][1].reporting


def test_progress_tells_of_all_unfinished_games_of_an_order(shared: Ladder) -> None:
    shared.pulses()
    games = [game("sleeps", "honest", match="1"), game("honest", "by_index", match="2")]
    shared.send(match_order(*games, limits=SHORT))
    assert [shared.match_report().match, shared.match_report().match] == ["1", "2"]
    pulses = [pulse for _, pulse in shared.pulses() if pulse.games]
    assert [(g.match, g.begun) for g in pulses[0].games] == [("1", False), ("2", False)]
    assert ([g.begun for g in p.games] == [True, False] for p in pulses)
    assert [g.match for g in pulses[-1].games] == ["2"]


def test_long_games_are_pulsed_every_two_seconds(shared: Ladder) -> None:
    shared.pulses()
    shared.send(match_order(game("sleeps", "sleeps"), limits=SHORT))
    assert shared.match_report().result is not None
    told = [pulse for _, pulse in shared.pulses() if pulse.games]
    assert len(told) > 3  # that it was taken, began, and ended, are three


def test_no_order_is_reserved_beyond_the_one_that_runs(shared: Ladder) -> None:
    shared.pulses()
    for number in range(3):
        shared.send(match_order(game("sleeps", "honest", match=str(number)), limits=SHORT))
    wait_until(lambda: any(pulse.games for _, pulse in shared.pulses()), PATIENCE_S, "the first began")
    while (waiting := shared.waiting_orders()) > 0:
        taken = 3 - waiting
        assert taken <= shared.reports_so_far() + 1  # one runs, the others are reported or wait
        time.sleep(0.02)
    assert [shared.match_report().match for _ in range(3)] == ["0", "1", "2"]


def test_a_late_order_is_dropped_with_the_workers_clock(shared: Ladder) -> None:
    now = time.time()
    shared.send(match_order(game("honest", "honest"), sent=now - 200, not_after=now - 50))
    failure = shared.match_report().failure
    assert failure is not None
    assert failure.kind == "too-late"
    assert time.strftime("%Y-%m-%d", time.gmtime()) in failure.reason


def test_an_order_from_the_future_shows_a_wrong_clock(shared: Ladder) -> None:
    now = time.time()
    shared.send(match_order(game("honest", "honest"), sent=now + 60, not_after=now + 210))
    failure = shared.match_report().failure
    assert failure is not None
    assert failure.kind == "clock"
    assert "60 s behind the ladder's" in failure.reason or "59 s behind" in failure.reason


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"contract": 2}, "contract 1, the order 2"), ({"engine": "9.9.9"}, "the order wants 9.9.9")],
)
def test_another_version_is_refused_and_said(shared: Ladder, changes: dict[str, Any], says: str) -> None:
    shared.send(match_order(game("honest", "honest"), **changes))
    failure = shared.match_report().failure
    assert failure is not None
    assert failure.kind == "version"
    assert says in failure.reason


def test_nonsense_in_the_queue_harms_nobody(shared: Ladder) -> None:
    messages: list[Any] = [{}, [], None, 7, "order", {"games": [7]}, {"contract": 1, "games": "x"}]
    for nonsense in messages:
        shared.send_raw("wh1.play", nonsense, "match")
    shared.send_raw("wh1.unknown", {}, "match")
    shared.send(match_order(game("honest", "by_index", match="after")))
    while (report := shared.match_report()).match != "after":
        assert report.failure is not None
    assert report.result is not None


def test_a_blob_with_another_hash_is_the_machines_failure(shared: Ladder) -> None:
    wrong = replace(seat("honest"), blob="0" * 64)
    shared.send(match_order(replace(game("honest", "honest"), seats=(wrong, wrong))))
    failure = shared.match_report().failure
    assert failure is not None
    assert failure.kind == "blob"
    assert "not the blob 000000000000" in failure.reason


def test_a_blob_that_is_gone_is_the_machines_failure(shared: Ladder) -> None:
    lost = replace(seat("honest"), blob="1" * 64, url="file:///nowhere/bot.py")
    shared.send(match_order(replace(game("honest", "honest"), seats=(lost, lost))))
    failure = shared.match_report().failure
    assert failure is not None
    assert failure.kind == "blob"


def test_a_good_bot_is_built(shared: Ladder) -> None:
    shared.send(build_order(seat("honest")))
    report = shared.build_report()
    assert (report.ok, report.failure, report.artefact) == (True, None, seat("honest").blob)


def test_a_bot_with_a_syntax_error_is_not_built_and_its_owner_told(shared: Ladder, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def broken(:\n")
    shared.send(build_order(seat("broken", tmp_path)))
    report = shared.build_report()
    assert (report.ok, report.failure, report.artefact) == (False, None, None)
    assert report.reason == "bot.py, line 1: invalid syntax"


def test_a_bot_in_c_is_built_and_what_was_built_plays(shared: Ladder, open_folder: Path) -> None:
    needs("c")
    runtimes.for_language("c").write_smoke_bot(open_folder)
    upload = open_folder / "bot.c"
    source = SeatOrder("c", sha256(upload), upload.as_uri(), "bot.c", "c", "bot.c", 7)
    shared.send(build_order(source, put_url=(open_folder / "drop").as_uri()))
    report = shared.build_report()
    assert (report.ok, report.artefact) == (True, sha256(open_folder / "drop")), report
    built = replace(source, blob=report.artefact, url=(open_folder / "drop").as_uri(), built=True)
    shared.send(match_order(replace(game("honest", "honest"), seats=(built, seat("honest")))))
    result = shared.match_report().result
    assert result is not None
    assert result.faults == ()


def test_what_was_built_and_finds_no_place_is_the_machines_failure(shared: Ladder, open_folder: Path) -> None:
    needs("c")
    runtimes.for_language("c").write_smoke_bot(open_folder)
    upload = open_folder / "bot.c"
    source = SeatOrder("c", sha256(upload), upload.as_uri(), "bot.c", "c", "bot.c", 7)
    shared.send(build_order(source, put_url="file:///nowhere/drop"))
    failure = shared.build_report().failure
    assert failure is not None
    assert (failure.kind, "cannot be left at file:///nowhere/drop" in failure.reason) == ("blob", True)


def test_workers_tell_which_languages_they_can_build_and_play(shared: Ladder) -> None:
    shared.send(build_order(seat("honest")))
    assert {"python", "native"} <= set(shared.build_report().worker.languages)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_build_whose_blob_is_gone_is_the_machines_failure(shared: Ladder) -> None:
    shared.send(build_order(seat("honest"), blob="2" * 64, url="file:///nowhere/bot.py"))
    report = shared.build_report()
    assert report.failure is not None
    assert (report.ok, report.failure.kind) == (False, "blob")


def test_told_to_stop_it_gives_up_soon_and_leaves_nothing(
    ladder: Ladder, sandbox: Sandbox, tmp_path: Path
) -> None:
    with worker(ladder, tmp_path) as process:
        family = in_mid_game(ladder, process)
        process.stop()
        assert gone(family)
    failure = ladder.match_report().failure
    assert failure is not None
    assert failure.kind == "stopped"


def test_told_to_stop_while_the_broker_hangs_it_keeps_the_report_and_leaves_in_time(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    broker = services.Service("valkey")
    try:
        ladder = Ladder(broker.url, "hanging")
        with worker(ladder, tmp_path) as process:
            family = in_mid_game(ladder, process)
            os.kill(broker.pid, signal.SIGSTOP)
            process.stop()  # without the worker's own limit it would never end
            assert gone(family)
        (left,) = Spool(process.folder / "reports").waiting()
        assert left.message["failure"]["kind"] == "stopped"
    finally:
        os.kill(broker.pid, signal.SIGCONT)
        broker.close()


def test_killed_it_takes_its_runner_and_bots_with_it(
    ladder: Ladder, sandbox: Sandbox, tmp_path: Path
) -> None:
    with worker(ladder, tmp_path) as process:
        family = in_mid_game(ladder, process)
        process.kill()
        assert gone(family)


def test_a_runner_that_dies_is_the_machines_failure_and_a_new_one_plays_on(
    ladder: Ladder, sandbox: Sandbox, tmp_path: Path
) -> None:
    with worker(ladder, tmp_path) as process:
        runner = in_mid_game(ladder, process)[0]
        os.kill(runner, signal.SIGKILL)
        failure = ladder.match_report().failure
        assert failure is not None
        assert failure.kind == "runner"
        ladder.send(match_order(game("honest", "by_index")))
        assert ladder.match_report().result is not None


def test_without_a_sandbox_no_order_is_taken_and_the_reason_told(ladder: Ladder, tmp_path: Path) -> None:
    ladder.send(match_order(game("honest", "honest")))
    with worker(ladder, tmp_path, BWRAP="/nowhere/bwrap") as process:
        process.await_log("takes no order")
        pulses: list[tuple[str, Pulse]] = []

        def told() -> bool:
            pulses.extend(ladder.pulses())
            return any("BWRAP is '/nowhere/bwrap'" in pulse.worker.trouble for _, pulse in pulses)

        wait_until(told, PATIENCE_S, "the trouble is in a pulse")
        assert ladder.waiting_orders() == 1
        process.stop()


def test_a_report_that_was_left_is_sent_before_anything_else(
    ladder: Ladder, sandbox: Sandbox, tmp_path: Path
) -> None:
    spool = Spool(tmp_path / "worker" / "w1" / "reports")
    with worker(ladder, tmp_path) as process:
        ladder.send(match_order(game("honest", "by_index", match="left")))
        report = ladder.match_report()
        wait_until(lambda: spool.waiting() == [], PATIENCE_S, "the report that was sent is kept no more")
        process.kill()
    spool.put("wh1.report", json.loads(json.dumps({"match": "left", "left": True})))
    ladder.send(match_order(game("honest", "by_index", match="new")))
    with worker(ladder, tmp_path):
        assert ladder._await_report("wh1.report", PATIENCE_S) == {"match": "left", "left": True}
        assert ladder.match_report().match == "new"
        wait_until(lambda: spool.waiting() == [], PATIENCE_S, "no report is kept any more")
    assert report.result is not None


def test_two_workers_of_one_name_cannot_be(ladder: Ladder, sandbox: Sandbox, tmp_path: Path) -> None:
    with worker(ladder, tmp_path) as first:
        first.await_log("takes orders")
        with worker(ladder, tmp_path) as second:
            assert second.process.wait(PATIENCE_S) == 2
            assert "another process is the worker w1 already" in second.log


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("REDIS_URL", "http://x", "REDIS_URL: found 'http://x', wanted redis://"),
        ("SANDBOX_MINIMUM", "none", "SANDBOX_MINIMUM: found 'none', wanted full or namespaces"),
        ("WORKER_CACHE_MB", "much", "WORKER_CACHE_MB: found 'much'"),
    ],
)
def test_a_bad_setting_ends_it_with_one_clear_line(
    ladder: Ladder, tmp_path: Path, name: str, value: str, says: str
) -> None:
    with worker(ladder, tmp_path, **{name: value}) as process:
        assert process.process.wait(PATIENCE_S) == 2
        assert says in process.log
        assert process.log.count("\n") == 1


def test_when_the_broker_dies_the_report_waits_for_it(sandbox: Sandbox, tmp_path: Path) -> None:
    broker = services.Service("valkey")
    try:
        ladder = Ladder(broker.url, "broken")
        with worker(ladder, tmp_path) as process:
            in_mid_game(ladder, process, limits=SHORT)
            broker.kill()
            process.await_log("did not take a report")
            assert len(Spool(process.folder / "reports").waiting()) == 1
            broker.start_again()
            assert ladder.match_report().result is not None
            wait_until(
                lambda: not Spool(process.folder / "reports").waiting(), PATIENCE_S, "the spool is empty"
            )
            ladder.send(match_order(game("honest", "by_index", match="after")))
            assert ladder.match_report().match == "after"
    finally:
        broker.close()


def test_a_sandbox_that_breaks_shuts_the_queue_until_it_works_again(
    ladder: Ladder, sandbox: Sandbox, open_folder: Path
) -> None:
    bwrap = Path(shutil.copy(shutil.which("bwrap") or "", open_folder / "bwrap"))
    hidden = bwrap.with_name("hidden")
    with worker(ladder, open_folder, BWRAP=str(bwrap)) as process:
        process.await_log("ready.")
        bwrap.rename(hidden)
        for number in range(3):
            ladder.send(match_order(game("honest", "by_index", match=str(number))))
        first = ladder.match_report()
        assert first.failure is not None
        assert (first.match, first.failure.kind) == ("0", "sandbox")
        assert ladder.no_report(3)
        assert ladder.waiting_orders() == 2
        assert any(str(bwrap) in pulse.worker.trouble for _, pulse in ladder.pulses())
        hidden.rename(bwrap)
        assert [ladder.match_report().result is not None for _ in range(2)] == [True, True]


@pytest.mark.slow
def test_a_lost_folder_shuts_the_queue(ladder: Ladder, sandbox: Sandbox, tmp_path: Path) -> None:
    with worker(ladder, tmp_path) as process:
        process.await_log("ready.")
        process.folder.rename(process.folder.with_name("hidden"))
        process.await_log("nothing can be written in")
        ladder.send(match_order(game("honest", "by_index")))
        assert ladder.no_report(2)
        assert ladder.waiting_orders() == 1


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_shuts_the_queue_until_there_is_room(
    ladder: Ladder, sandbox: Sandbox, open_folder: Path
) -> None:
    (open_folder / "worker").mkdir()
    small_disk = ("unshare", "--mount", "sh", "-c", f'{MOUNT} {open_folder}/worker && exec "$@"', "sh")
    with worker(ladder, open_folder, before=small_disk) as process:
        process.await_log("ready.")
        filler = Path(f"/proc/{process.process.pid}/root{open_folder}/worker/filler")
        fill_up(filler)
        process.await_log("takes no order: nothing can be written in")
        ladder.send(match_order(game("honest", "by_index")))
        assert ladder.no_report(2)
        assert any("No space left on device" in pulse.worker.trouble for _, pulse in ladder.pulses())
        filler.unlink()
        assert ladder.match_report().result is not None


def fill_up(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as writing, suppress(OSError):
        while True:
            writing.write(bytes(1 << 20))


def test_a_far_worker_fetches_and_leaves_by_http(shared: Ladder, open_folder: Path) -> None:
    """No folder is shared: uploads and what was built go over HTTP, with secrets in the addresses alone."""
    needs("c")
    runtimes.for_language("c").write_smoke_bot(open_folder)
    uploads = {"/upload?sign=1": (open_folder / "bot.c").read_bytes()}
    with serving(uploads) as address:
        source = SeatOrder(
            "c", sha256(open_folder / "bot.c"), f"{address}/upload?sign=1", "bot.c", "c", "bot.c", 7
        )
        shared.send(build_order(source, put_url=f"{address}/drop?token=2"))
        report = shared.build_report()
        assert report.artefact == hashlib.sha256(uploads["/drop?token=2"]).hexdigest(), report
        built = replace(source, blob=report.artefact, url=f"{address}/drop?token=2", built=True)
        shared.send(match_order(replace(game("honest", "honest"), seats=(built, built))))
        result = shared.match_report().result
    assert result is not None
    assert result.faults == ()
