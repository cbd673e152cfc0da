"""What can go wrong between a person and a server, each kind with its exit code."""

from enum import IntEnum


class Code(IntEnum):
    """Exit codes of `wateringhole`; workers/docs/command.md explains them."""

    OK = 0
    NO = 1  # the answer is no: rejected, refused, a match with a fault
    BAD_INPUT = 2
    NOT_ALLOWED = 3
    NOT_FOUND = 4
    AWAY = 5
    REFUSED = 6
    OUTDATED = 7
    NOT_YET = 8
    STOPPED = 130


class Trouble(Exception):
    """One sentence for the person: what was found, what was wanted, what to do."""

    code = Code.REFUSED


class BadInput(Trouble):
    """What was asked for cannot be."""

    code = Code.BAD_INPUT


class NotAllowed(Trouble):
    """No token, a wrong one, or one that may not do this."""

    code = Code.NOT_ALLOWED


class NotFound(Trouble):
    """The server has no such thing."""

    code = Code.NOT_FOUND


class Away(Trouble):
    """The server cannot be reached, or broke off."""

    code = Code.AWAY


class Refused(Trouble):
    """The server understood and said no."""

    code = Code.REFUSED


class AskedTooOften(Refused):
    """The server wants some rest; `wait_s` seconds of it."""

    def __init__(self, text: str, wait_s: int) -> None:
        super().__init__(text)
        self.wait_s = wait_s


class Outdated(Trouble):
    """This command and the server do not speak the same version of the API."""

    code = Code.OUTDATED


class NotYet(Trouble):
    """The time was up before it was done; nothing is lost."""

    code = Code.NOT_YET
