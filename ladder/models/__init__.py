"""The ladder's tables; each has one writer, the verb module named in its docstring."""

from ladder.models.bot import Bot, Entry, Version
from ladder.models.competition import Competition
from ladder.models.match import Attempt, Incident, Match, MatchSeat, Result
from ladder.models.rating import Activation, FoldState, Rating, RatingEvent, Ruling
from ladder.models.user import User
from ladder.models.worker import Delivery, Worker

__all__ = [
    "Activation",
    "Attempt",
    "Bot",
    "Competition",
    "Delivery",
    "Entry",
    "FoldState",
    "Incident",
    "Match",
    "MatchSeat",
    "Rating",
    "RatingEvent",
    "Result",
    "Ruling",
    "User",
    "Version",
    "Worker",
]
