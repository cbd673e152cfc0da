"""What the states and faults mean, in words for people, and the colour of their tags."""

from dataclasses import dataclass

from ladder.models import Match, Version
from workers.contract import FaultKind


@dataclass(frozen=True)
class Words:
    """A state's name, the class of its tag (good, busy, bad or none), and what it means."""

    name: str
    tag: str
    meaning: str


V, M = Version.State, Match.State

VERSIONS = {
    V.QUEUED: Words("queued", "busy", "It waits for a worker that checks it. Nothing is to be done."),
    V.BUILDING: Words("building", "busy", "A worker checks it in the sandbox right now."),
    V.TRIAL: Words("on trial", "busy", "It plays one unrated game against copies of itself."),
    V.READY: Words("ready", "", "It passed its trial and waits for its owner to activate it."),
    V.ACTIVE: Words("active", "good", "It plays."),
    V.SUPERSEDED: Words("superseded", "", "A newer version plays in its place. Its rating stays as it was."),
    V.RETIRED: Words("retired", "", "Its owner took it off the ladder. It can come back."),
    V.DISABLED: Words("disabled", "bad", "It was taken off the ladder by the organisers."),
    V.REJECTED: Words("rejected", "bad", "It did not pass its check or its trial."),
}
UNFINISHED = (V.QUEUED, V.BUILDING, V.TRIAL)
STEPS = ((V.QUEUED, "in the queue"), (V.BUILDING, "checked"), (V.TRIAL, "on trial"), (V.ACTIVE, "plays"))
MAY_ACTIVATE = frozenset({V.READY, V.SUPERSEDED, V.RETIRED})
MAY_RETIRE = frozenset({V.ACTIVE, V.READY, V.SUPERSEDED})

MATCHES = {
    M.PLANNED: Words("planned", "busy", "The seats are drawn; it goes out as soon as a worker has room."),
    M.QUEUED: Words("queued", "busy", "It is on its way to a worker."),
    M.RUNNING: Words("running", "busy", "It is being played right now."),
    M.FINISHED: Words("finished", "good", ""),
    M.VOID: Words("void", "bad", "It has no result and counts for nobody."),
}
OPEN_MATCHES = (M.PLANNED, M.QUEUED, M.RUNNING)

F = FaultKind
FAULTS = {
    F.NO_START: "did not say that it was ready in time",
    F.EXITED: "ended before the game did",
    F.LATE_CPU: "used up its thinking time",
    F.LATE_WALL: "took too long by the clock on the wall",
    F.MEMORY: "used more memory than it is allowed",
    F.NOT_JSON: "sent a line that is not one JSON object",
    F.TOO_LONG: "sent a line that is too long",
    F.TOO_MUCH_OUTPUT: "sent too much output in all",
    F.UNSOLICITED: "spoke without being asked",
    F.WRONG_N: "answered another question than the one asked",
    F.ILLEGAL: "made a choice that is not legal",
}


def fault(kind: str) -> str:
    """The fault's kind as the end of a sentence about the bot."""
    known = kind in FaultKind.__members__.values()
    return FAULTS[FaultKind(kind)] if known else f"made a fault of the kind “{kind}”"
