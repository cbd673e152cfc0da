"""The chess clock of one bot in one game (service.md 3): thinking time, waiting time, and the start."""

from dataclasses import dataclass

from workers.contract import Limits

TICK_S = 0.05
START_WALL_FACTOR = 4


@dataclass
class Turn:
    """The time in which one message waits for its answer; milliseconds used so far and at most."""

    cpu_limit_ms: float
    wall_limit_ms: float
    cpu_ms: float = 0.0
    wall_ms: float = 0.0

    @property
    def is_late_by_cpu(self) -> bool:
        """Whether more thinking time was used than there was."""
        return self.cpu_ms > self.cpu_limit_ms

    @property
    def is_late_by_wall(self) -> bool:
        """Whether the answer took longer than waiting is allowed."""
        return self.wall_ms > self.wall_limit_ms


class Clock:
    """What is left of a bot's time. CPU milliseconds are those of the reference machine.

    Without a CPU meter, thinking time is wall time (`metered` False).
    """

    def __init__(self, limits: Limits, *, metered: bool) -> None:
        self._limits = limits
        self._metered = metered
        self.bank_ms = float(limits.bank_ms)
        self.wall_bank_ms = float(limits.wall_bank_ms)
        self.start_ms = 0.0
        self.cpu_used_ms = 0.0
        self.wall_used_ms = 0.0

    def begin_start(self) -> Turn:
        """The turn that `ready` ends; it has an allowance of its own."""
        start_ms = float(self._limits.start_ms)
        wall_ms = START_WALL_FACTOR * start_ms
        return Turn(start_ms if self._metered else wall_ms, wall_ms)

    def end_start(self, turn: Turn) -> None:
        """Remember what the start took."""
        self.start_ms = turn.cpu_ms
        self._add(turn)

    def begin_decision(self) -> Turn:
        """The turn of one decision, which brings its increment."""
        self.bank_ms += self._limits.increment_ms
        return Turn(self.bank_ms, min(float(self._limits.decision_wall_ms), self.wall_bank_ms))

    def end_decision(self, turn: Turn) -> None:
        """Take what the decision used off the banks."""
        self.bank_ms = max(0.0, self.bank_ms - turn.cpu_ms)
        self.wall_bank_ms = max(0.0, self.wall_bank_ms - turn.wall_ms)
        self._add(turn)

    def _add(self, turn: Turn) -> None:
        self.cpu_used_ms += turn.cpu_ms
        self.wall_used_ms += turn.wall_ms
