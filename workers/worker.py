"""One worker: carries out the orders that Celery hands it, one at a time, and reports what came of them."""

import hashlib
import logging
import math
import threading
import time
from collections.abc import Callable

from workers import logs, wire
from workers.archive import ArchiveRefused, pack_built
from workers.blobs import Blob, BlobError, Blobs, put
from workers.contract import (
    BUILT,
    REPORT,
    BuildOrder,
    BuildReport,
    Failure,
    GameOrder,
    GameResult,
    Limits,
    MatchReport,
)
from workers.errands import Checked, CheckErrand, Played, PlayErrand, Progress
from workers.health import Health
from workers.heart import Heart
from workers.orders import Address, Refused, read_build_order, read_match_order
from workers.post import Post
from workers.runner_process import RunnerDied
from workers.spool import Spooled

LISTEN_S = 0.25
RUNNER_RESERVE_S = 180.0
STOP_AFTER_S = 2.0

log = logging.getLogger(__name__)


class Worker:
    """`play` and `build` take messages as they come from the broker; both return when the report is out.

    After `stop` a running game gets a moment to end, and a report that the broker does not take at once stays
    on disk for the next start. `doubt` is called when an order failed by this machine, so that it is examined
    before the next one.
    """

    def __init__(
        self, health: Health, heart: Heart, post: Post, blobs: Blobs, doubt: Callable[[], None]
    ) -> None:
        self._health = health
        self._heart = heart
        self._post = post
        self._blobs = blobs
        self._doubt = doubt
        self._stopping = threading.Event()
        self._stop_by = math.inf

    def stop(self) -> None:
        """Begin nothing new, and bring what runs to an end soon. Safe in a signal handler."""
        self._stop_by = time.monotonic() + STOP_AFTER_S
        self._stopping.set()

    @property
    def stopping(self) -> threading.Event:
        """Set once the worker was told to stop."""
        return self._stopping

    def play(self, raw: object) -> None:
        """Carry out a `wh1.play`."""
        order = read_match_order(raw, time.time())
        if isinstance(order, Refused):
            for address in order.addresses:
                self._post.deliver(self._keep_report(address, order.failure), self._stopping)
            return
        self._heart.take(order.games)
        for game in order.games:
            with logs.about(match=game.match, attempt=game.attempt):
                outcome = self._play(game, order.limits)
            report = self._keep_report(Address(game.match, game.attempt, game.token), outcome)
            self._heart.finish(game)
            if self._post.deliver(report, self._stopping):
                self._heart.drop(game)
            if isinstance(outcome, Failure):
                self._look_into(outcome)

    def build(self, raw: object) -> None:
        """Carry out a `wh1.build`."""
        order = read_build_order(raw, time.time())
        if isinstance(order, Refused):
            for address in order.addresses:
                self._report_build(address, Checked(ok=False, failure=order.failure))
            return
        address = Address(order.version, order.attempt, order.token)
        self._heart.take_build(order)
        with logs.about(version=order.version, attempt=order.attempt):
            log.info("a build begins")
            checked, artefact = self._build(order)
        self._heart.finish_build(order)
        self._report_build(address, checked, artefact)
        self._heart.drop_build(order)
        if checked.failure:
            self._look_into(checked.failure)

    def _look_into(self, failure: Failure) -> None:
        """Examine the machine before the next order; that it lacks a language is no illness."""
        if failure.kind != "language" and not self._stopping.is_set():
            self._health.suspect()
            self._doubt()

    def _play(self, game: GameOrder, limits: Limits) -> GameResult | Failure:
        if self._stopping.is_set():
            return Failure("stopped", "the worker was told to stop before this game began")
        try:
            blobs = [Blob(seat.blob, seat.url, seat.filename, seat.built) for seat in game.seats]
            folders = tuple(str(folder) for folder in self._blobs.folders(blobs))
            self._heart.begin(game)
            log.info("a game of %d begins", len(game.seats))
            return self._run(PlayErrand(game, limits, folders))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this machine's failure
            return self._failure(error)

    def _run(self, errand: PlayErrand) -> GameResult | Failure:
        runner = self._health.runner()
        runner.send(errand)
        limit_s = errand.limits.game_hard_limit_s(len(errand.game.seats)) + RUNNER_RESERVE_S
        silent_by = time.monotonic() + limit_s
        while (now := time.monotonic()) < min(silent_by, self._stop_by):
            answer = runner.receive(LISTEN_S)
            if isinstance(answer, Progress):
                self._heart.count(errand.game, answer.decisions)
            elif isinstance(answer, Played):
                return answer.outcome()
        self._health.drop_runner()
        if now < silent_by:
            return Failure("stopped", "the worker was told to stop in mid-game")
        return Failure("runner", f"the match runner had no outcome after {limit_s:.0f} s")

    def _build(self, order: BuildOrder) -> tuple[Checked, str | None]:
        """Check or build; what came of it, and the blob that matches are to run."""
        try:
            (folder,) = self._blobs.folders([Blob(order.blob, order.url, order.filename)])
            errand = CheckErrand(order.language, order.entry, str(folder), order.limits)
            checked = self._health.runner().check(errand)
            if not checked.ok or not checked.product:
                return checked, order.blob
            built = pack_built(folder)
            put(built, order.put_url or "")
            return checked, hashlib.sha256(built).hexdigest()
        except ArchiveRefused as refused:
            return Checked(ok=False, reason=str(refused)), None
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this machine's failure
            return Checked(ok=False, failure=self._failure(error)), None

    def _failure(self, error: Exception) -> Failure:
        if isinstance(error, BlobError):
            return Failure("blob", str(error))
        if isinstance(error, ArchiveRefused):
            return Failure("archive", str(error))
        if isinstance(error, RunnerDied):
            self._health.drop_runner()
            return Failure("runner", str(error))
        log.error("an order failed", exc_info=error)
        return Failure("worker", f"{type(error).__name__}: {error}")

    def _keep_report(self, address: Address, outcome: GameResult | Failure) -> Spooled:
        failure = outcome if isinstance(outcome, Failure) else None
        result = None if isinstance(outcome, Failure) else outcome
        if failure:
            log.warning("match %s has no result: %s: %s", address.subject, failure.kind, failure.reason)
        report = MatchReport(
            address.subject, address.attempt, address.token, self._health.info(), result, failure
        )
        return self._post.keep(REPORT, wire.encode(report))

    def _report_build(self, address: Address, checked: Checked, artefact: str | None = None) -> None:
        report = BuildReport(
            version=address.subject,
            attempt=address.attempt,
            token=address.token,
            worker=self._health.info(),
            ok=checked.ok,
            log=checked.log,
            reason=checked.reason,
            artefact=artefact if checked.ok else None,
            failure=checked.failure,
        )
        self._post.deliver(self._post.keep(BUILT, wire.encode(report)), self._stopping)
