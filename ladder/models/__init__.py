"""The ladder's tables; each has one writer, the verb module named in its docstring."""

from ladder.models.bot import Bot, Entry, Trip, Version
from ladder.models.challenge import Challenge
from ladder.models.competition import Competition, Member
from ladder.models.fit import Fit, FitRating
from ladder.models.match import Attempt, Incident, Match, MatchSeat, Result
from ladder.models.rating import Activation, FoldState, HeadToHead, Rating, RatingEvent, Ruling
from ladder.models.team import Invitation, Team, TeamMate
from ladder.models.user import Notice, User
from ladder.models.worker import Delivery, Worker

__all__ = [
    "Activation",
    "Attempt",
    "Bot",
    "Challenge",
    "Competition",
    "Delivery",
    "Entry",
    "Fit",
    "FitRating",
    "FoldState",
    "HeadToHead",
    "Incident",
    "Invitation",
    "Match",
    "MatchSeat",
    "Member",
    "Notice",
    "Rating",
    "RatingEvent",
    "Result",
    "Ruling",
    "Team",
    "TeamMate",
    "Trip",
    "User",
    "Version",
    "Worker",
]
