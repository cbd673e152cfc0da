"""What ladder and workers say to each other: orders out, pulses and reports back (contract version 1).

Every task below has one positional argument: its message as `workers.wire.encode` makes it.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

CONTRACT_VERSION = 1

PLAY, BUILD = "wh1.play", "wh1.build"
STARTED, PROGRESS = "wh1.started", "wh1.progress"
REPORT, BUILT = "wh1.report", "wh1.built"
SWEEP = "wh1.sweep"

MATCH_QUEUE, BUILD_QUEUE, PULSE_QUEUE, LADDER_QUEUE = "match", "build", "pulse", "ladder"

PROGRESS_EVERY_S = 2.0
IDLE_PULSE_EVERY_S = 10.0
LEASE_S = 6.0
REPORTING_LEASE_S = 600.0
START_WITHIN_S = 150.0
CLOCK_TOLERANCE_S = 5.0


def queue_name(prefix: str, queue: str) -> str:
    """The broker's name of one of the four queues above, for instance `wh.match`."""
    return f"{prefix}.{queue}"


def drained_name(prefix: str) -> str:
    """The broker's name of the table of workers that shall take no orders: why, by the worker's name."""
    return f"{prefix}.drained"


def unacked_names(prefix: str) -> dict[str, str]:
    """Where the broker's client keeps orders between taken and acknowledged: Celery's option to key."""
    options = ("unacked_key", "unacked_index_key", "unacked_mutex_key")
    return {option: f"{prefix}.worker.{option.removesuffix('_key')}" for option in options}


class FaultKind(StrEnum):
    """A bot's faults, one enumeration."""

    NO_START = "no-start"
    EXITED = "exited"
    LATE_CPU = "late-cpu"
    LATE_WALL = "late-wall"
    MEMORY = "memory"
    NOT_JSON = "not-json"
    TOO_LONG = "too-long"
    TOO_MUCH_OUTPUT = "too-much-output"
    UNSOLICITED = "unsolicited"
    WRONG_N = "wrong-n"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Limits:
    """A competition's limits on a bot in one game; times in milliseconds, told to the bot."""

    start_ms: int = 5000
    bank_ms: int = 5000
    increment_ms: int = 50
    decision_wall_ms: int = 2000
    wall_bank_ms: int = 60_000
    memory_mb: int = 256
    log_kb: int = 64

    def game_hard_limit_s(self, seats: int) -> float:
        """Seconds after which a game of so many seats can only be the machine's failure."""
        return seats * (self.start_ms + self.wall_bank_ms) / 1000 + 60


@dataclass(frozen=True)
class SeatOrder:
    """The bot on one seat: its blob by SHA-256, where to fetch it, how to run it.

    `built`: the blob is what a worker made of the upload (`workers.archive.pack_built`), not the upload.
    """

    bot: str
    blob: str
    url: str
    filename: str
    runtime: str
    entry: str
    bot_seed: int
    built: bool = False


@dataclass(frozen=True)
class GameOrder:
    """One game to play, with the attempt's token; `seats` in seat order."""

    match: str
    attempt: int
    token: str
    ruleset: str
    seed: int
    seats: tuple[SeatOrder, ...]
    options: dict[str, Any] = field(default_factory=dict)
    catalogue: str | None = None


@dataclass(frozen=True)
class MatchOrder:
    """Games for one worker task; `sent` and `not_after` are seconds since the epoch by the ladder's clock."""

    games: tuple[GameOrder, ...]
    limits: Limits
    sent: float
    not_after: float
    engine: str
    contract: int = CONTRACT_VERSION


@dataclass(frozen=True)
class BuildOrder:
    """One version to build (for interpreted languages: to check) in the sandbox.

    `put_url` is where the artefact is to be left, `file:` or `http:`.
    """

    version: str
    attempt: int
    token: str
    blob: str
    url: str
    filename: str
    language: str
    entry: str
    sent: float
    not_after: float
    limits: Limits = Limits()
    put_url: str | None = None
    contract: int = CONTRACT_VERSION


@dataclass(frozen=True)
class WorkerInfo:
    """Who works: one Celery process of a host; `speed` is the machine's over the reference machine's.

    `trouble` says in a sentence why it takes no order; empty when all is well. `programs` says which programs
    its bots see (those of a root built for them, or the host's), and whether Python starts warm. `languages`
    are those it can build and play.
    """

    name: str
    host: str
    engine: str
    level: str
    speed: float = 1.0
    trouble: str = ""
    languages: tuple[str, ...] = ()
    contract: int = CONTRACT_VERSION
    programs: str = ""


@dataclass(frozen=True)
class GamePulse:
    """One unfinished game of a running order; `reporting` once it has ended and only the report is due."""

    match: str
    attempt: int
    token: str
    begun: bool
    decisions: int = 0
    reporting: bool = False


@dataclass(frozen=True)
class BuildPulse:
    """The build that a worker holds; `reporting` once it has ended and only the report is due."""

    version: str
    attempt: int
    token: str
    reporting: bool = False


@dataclass(frozen=True)
class Pulse:
    """`wh1.started` and `wh1.progress`: the order's unfinished games (or build), all of which it leases.

    A worker without an order sends a `wh1.progress` without games every IDLE_PULSE_EVERY_S.
    """

    worker: WorkerInfo
    games: tuple[GamePulse, ...]
    contract: int = CONTRACT_VERSION
    builds: tuple[BuildPulse, ...] = ()


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, for its owner. `received` at most 200 characters, `legal` at most 50 choices."""

    seat: int
    kind: str
    n: int | None
    decision: str | None
    received: str
    legal: tuple[str, ...]
    cpu_ms: int
    wall_ms: int
    stderr_tail: str
    message: str


@dataclass(frozen=True)
class SeatUse:
    """What a seat used in one game: CPU and wall milliseconds, peak memory, and its log's kept end."""

    cpu_ms: int
    wall_ms: int
    start_ms: int
    memory_mb: float | None
    log: str


@dataclass(frozen=True)
class GameResult:
    """A finished game. Lists are by seat; `places` are the engine's, `final_places` with faulty bots last.

    `replay` is base64 of the gzipped replay document (protocol.md 6).
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    final_places: tuple[int, ...]
    faults: tuple[Fault, ...]
    seats: tuple[SeatUse, ...]
    decisions: int
    rounds: int
    replay: str


@dataclass(frozen=True)
class Failure:
    """The machine's failure: `kind` a word, `reason` a sentence.

    Kinds: `too-late` `clock` `version` `blob` `archive` `sandbox` `engine` `system` `hard-limit` `stopped`
    `runner` `worker` `language` `artefact`.
    """

    kind: str
    reason: str


@dataclass(frozen=True)
class MatchReport:
    """What came of one attempt: a result, or the machine's failure; never both, never neither."""

    match: str
    attempt: int
    token: str
    worker: WorkerInfo
    result: GameResult | None = None
    failure: Failure | None = None
    contract: int = CONTRACT_VERSION


@dataclass(frozen=True)
class BuildReport:
    """What came of a build: ok with the artefact's hash, not ok with a reason for the owner, or a failure."""

    version: str
    attempt: int
    token: str
    worker: WorkerInfo
    ok: bool
    log: str
    reason: str = ""
    artefact: str | None = None
    failure: Failure | None = None
    contract: int = CONTRACT_VERSION
