"""The three pipes of one bot, read and written without ever waiting, each with its bound."""

import array
import fcntl
import os
import termios
from contextlib import suppress

from workers import printable

LINE_BYTES = 64 << 10
OUTPUT_BYTES = 4 << 20
CHUNK = 64 << 10
LOG_READS = 16  # of CHUNK in one go: a flood of log lines must not keep the referee from its clock


class Outbox:
    """What is still to be written to a bot's standard input."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._rest = memoryview(b"")
        self._size = 0

    @property
    def is_empty(self) -> bool:
        """Whether all was written, or nobody reads any more."""
        return not self._rest

    def put(self, line: bytes) -> None:
        """Queue a line (in place of what a bot that does not read left over) and write what fits."""
        self._rest = memoryview(line)
        self._size = len(line)
        self.write()

    def is_untouched(self) -> bool:
        """Whether nothing was read of the last line yet."""
        unread = array.array("i", [0])
        fcntl.ioctl(self._fd, termios.FIONREAD, unread)
        return unread[0] >= self._size - len(self._rest)

    def write(self) -> None:
        """Write as much as the pipe takes now."""
        try:
            while self._rest:
                self._rest = self._rest[os.write(self._fd, self._rest) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # that it ended, or closed its input, shows elsewhere
            self._rest = memoryview(b"")


class Inbox:
    """What a bot wrote to its standard output and nobody has looked at yet."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._bytes = bytearray()
        self.total = 0
        self.ended = False

    def read(self) -> None:
        """Read once, at most CHUNK bytes."""
        try:
            piece = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        self.ended = not piece
        self.total += len(piece)
        self._bytes += piece

    @property
    def waiting(self) -> bytes:
        """All that was read and not taken."""
        return bytes(self._bytes)

    @property
    def has_line(self) -> bool:
        """Whether a whole line is there."""
        return b"\n" in self._bytes

    @property
    def is_too_long(self) -> bool:
        """Whether the first line is longer than a line may be."""
        end = self._bytes.find(b"\n", 0, LINE_BYTES + 1)
        return end < 0 and len(self._bytes) > LINE_BYTES

    @property
    def is_too_much(self) -> bool:
        """Whether the bot wrote more than it may in one game."""
        return self.total > OUTPUT_BYTES

    def take_line(self) -> bytes:
        """The first line, without its end."""
        line, _, rest = bytes(self._bytes).partition(b"\n")
        self._bytes = bytearray(rest)
        return line


class Log:
    """The end of what a bot wrote to its standard error."""

    def __init__(self, fd: int, keep_kb: int) -> None:
        self._fd = fd
        self._keep = keep_kb << 10
        self._bytes = bytearray()
        self.dropped = 0
        self.ended = False

    def read(self) -> None:
        """Read what is there, within bounds."""
        with suppress(BlockingIOError):
            for _ in range(LOG_READS):
                piece = os.read(self._fd, CHUNK)
                if not piece:
                    self.ended = True
                    return
                self._bytes += piece
                self._trim()

    def _trim(self) -> None:
        surplus = len(self._bytes) - self._keep
        if surplus > 0:
            self.dropped += surplus
            del self._bytes[:surplus]

    def text(self) -> str:
        """What was kept, with a line that tells what was not."""
        kept = printable.block(bytes(self._bytes))
        return f"[{self.dropped} bytes before this were not kept]\n{kept}" if self.dropped else kept

    def tail(self, most: int) -> str:
        """The last `most` characters."""
        return printable.block(bytes(self._bytes[-most:]))
