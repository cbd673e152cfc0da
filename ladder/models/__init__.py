"""The ladder's tables; each has one writer, the verb module named in its docstring."""

from ladder.models.bot import Bot, Entry, Trip, Version
from ladder.models.challenge import Challenge
from ladder.models.competition import Competition, Member
from ladder.models.fit import Fit, FitRating
from ladder.models.match import Attempt, Incident, Match, MatchSeat, Result
from ladder.models.rating import Activation, FoldState, HeadToHead, Rating, RatingEvent, Ruling
from ladder.models.team import Invitation, Team, TeamMate
from ladder.models.tournament import Entrant, Meeting, Round, Series, Tournament, TournamentGame
from ladder.models.user import Notice, User
from ladder.models.worker import Delivery, Worker

__all__ = [
    "Activation",
    "Attempt",
    "Bot",
    "Challenge",
    "Competition",
    "Delivery",
    "Entrant",
    "Entry",
    "Fit",
    "FitRating",
    "FoldState",
    "HeadToHead",
    "Incident",
    "Invitation",
    "Match",
    "MatchSeat",
    "Meeting",
    "Member",
    "Notice",
    "Rating",
    "RatingEvent",
    "Result",
    "Round",
    "Ruling",
    "Series",
    "Team",
    "TeamMate",
    "Tournament",
    "TournamentGame",
    "Trip",
    "User",
    "Version",
    "Worker",
]
