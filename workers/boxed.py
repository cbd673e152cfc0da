"""Runs one command in a box to its end and keeps the first of what it printed."""

import os
import select
import time
from dataclasses import dataclass

from workers.sandbox import Box, BoxExit, SandboxError

CHUNK = 1 << 16
LOOK_S = 0.1
LAST_WORDS_S = 1.0
BUSY_FACTOR = 4


@dataclass(frozen=True)
class Bounds:
    """Seconds by the clock and of the processor, bytes of standard output and of standard error kept."""

    wall_s: float
    cpu_s: float
    output_bytes: int
    log_bytes: int


@dataclass(frozen=True)
class Ran:
    """How a command ended; `exceeded` says which bound it broke, and `ended` is None then."""

    ended: BoxExit | None
    exceeded: str
    output: bytes
    log: bytes


def run(box: Box, bounds: Bounds) -> Ran:
    """Wait until the command in the box ends or breaks a bound. The box is closed by its owner.

    SandboxError when the machine has no time for it.
    """
    output, log = _Stream(box.stdout, bounds.output_bytes), _Stream(box.stderr, bounds.log_bytes)
    began = time.monotonic()
    while True:
        speaking = [stream for stream in (output, log) if not stream.is_closed]
        for stream in select.select(speaking, [], [], LOOK_S)[0]:
            stream.read()
        ended = box.poll() if speaking else box.wait(LAST_WORDS_S)
        if ended is not None:
            output.read_rest()
            log.read_rest()
        exceeded = _exceeded(box, bounds, time.monotonic() - began, output)
        if exceeded or ended is not None:
            return Ran(None if exceeded else ended, exceeded, bytes(output.kept), log.text())


def _exceeded(box: Box, bounds: Bounds, elapsed_s: float, output: "_Stream") -> str:
    """Time in which the machine had no processor for the box is not the command's; too much is a failure.

    A sleeping box waits for nothing, and one that runs beside the wait reaches its bound of processor time.
    """
    machines_s = (box.waited_ms() or 0.0) / 1000
    if output.dropped:
        return f"its output is larger than {bounds.output_bytes >> 20} MiB"
    if (box.cpu_ms() or 0.0) > bounds.cpu_s * 1000:
        return f"it used more than {bounds.cpu_s:.0f} s of processor time"
    if elapsed_s - machines_s > bounds.wall_s:
        return f"it took longer than {bounds.wall_s:.0f} s"
    if elapsed_s > BUSY_FACTOR * bounds.wall_s:
        raise SandboxError(f"the machine is too busy: it gave the box no processor for {machines_s:.0f} s")
    return ""


class _Stream:
    """The first bytes of one pipe."""

    def __init__(self, fd: int, most: int) -> None:
        self._fd = fd
        self._most = most
        self.kept = bytearray()
        self.dropped = 0
        self.is_closed = False

    def fileno(self) -> int:
        return self._fd

    def read(self) -> bool:
        """Read once; whether there was something."""
        try:
            piece = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return False
        self.is_closed = not piece
        taken = piece[: self._most - len(self.kept)]
        self.kept += taken
        self.dropped += len(piece) - len(taken)
        return bool(piece)

    def read_rest(self) -> None:
        """What an ended command left in its pipe, which is not much; a child of its may go on writing."""
        for _ in range(self._most // CHUNK + 2):
            if not self.read():
                return

    def text(self) -> bytes:
        """What was kept, with a line that tells what was not."""
        cut = f"\n[{self.dropped} more bytes were not kept]\n".encode() if self.dropped else b""
        return bytes(self.kept) + cut
