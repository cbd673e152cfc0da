"""The ladder's tables; each has one writer, the verb module named in its docstring."""

from ladder.models.bot import Bot, Entry, Trip, Version
from ladder.models.challenge import Challenge
from ladder.models.comparison import ComparedGame, VersionComparison
from ladder.models.competition import Competition, CoOrganiser, Member
from ladder.models.fit import Fit, FitRating
from ladder.models.match import Attempt, Incident, Match, MatchSeat, Result
from ladder.models.rating import Activation, FoldState, HeadToHead, Rating, RatingEvent, Ruling
from ladder.models.similarity import Comparison
from ladder.models.sitting import Sitting
from ladder.models.team import Invitation, Team, TeamMate
from ladder.models.token import Repeat, TokenTerms
from ladder.models.tournament import Entrant, Meeting, Round, Series, Tournament, TournamentGame
from ladder.models.user import Notice, User
from ladder.models.webhook import Webhook, WebhookDelivery
from ladder.models.worker import Delivery, Worker

__all__ = [
    "Activation",
    "Attempt",
    "Bot",
    "Challenge",
    "CoOrganiser",
    "ComparedGame",
    "Comparison",
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
    "Repeat",
    "Result",
    "Round",
    "Ruling",
    "Series",
    "Sitting",
    "Team",
    "TeamMate",
    "TokenTerms",
    "Tournament",
    "TournamentGame",
    "Trip",
    "User",
    "Version",
    "VersionComparison",
    "Webhook",
    "WebhookDelivery",
    "Worker",
]
