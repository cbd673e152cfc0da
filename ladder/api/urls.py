"""Addresses of the API, version 1."""

from django.urls import path

from ladder import addresses  # noqa: F401  (registers `id` and `key`)
from ladder.api.views import (
    bots,
    challenges,
    competitions,
    frames,
    index,
    ledger,
    matches,
    reference,
    tokens,
    tournaments,
)

urlpatterns = [
    path("", index.Index.as_view(), name="api-index"),
    path("competitions/", competitions.CompetitionList.as_view(), name="api-competitions"),
    path("competitions/<slug:slug>/", competitions.CompetitionDetail.as_view(), name="api-competition"),
    path("leaderboards/", competitions.LeaderboardList.as_view(), name="api-leaderboards"),
    path("leaderboards/<slug:slug>/", competitions.Leaderboard.as_view(), name="api-leaderboard"),
    path("leaderboards/<slug:slug>/ledger/", ledger.Ledger.as_view(), name="api-ledger"),
    path("leaderboards/<slug:slug>/reference/", reference.Reference.as_view(), name="api-reference"),
    path("matches/", matches.MatchList.as_view(), name="api-matches"),
    path("matches/<id:pk>/", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<id:pk>/replay/", matches.MatchReplay.as_view(), name="api-match-replay"),
    path("matches/<id:pk>/frames/", frames.MatchFrames.as_view(), name="api-match-frames"),
    path("frames/", frames.Frames.as_view(), name="api-frames"),
    path("bots/", bots.BotList.as_view(), name="api-bots"),
    path("bots/<id:pk>/", bots.BotDetail.as_view(), name="api-bot"),
    path("bots/<id:pk>/opponents/", reference.Opponents.as_view(), name="api-opponents"),
    path("bots/<id:pk>/versions/", bots.VersionList.as_view(), name="api-versions"),
    path("versions/<id:pk>/", bots.VersionDetail.as_view(), name="api-version"),
    path("challenges/", challenges.ChallengeList.as_view(), name="api-challenges"),
    path("challenges/<id:pk>/", challenges.ChallengeDetail.as_view(), name="api-challenge"),
    path("tournaments/", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path("tournaments/<id:pk>/", tournaments.TournamentDetail.as_view(), name="api-tournament"),
    path("tournaments/<id:pk>/rounds/", tournaments.TournamentRounds.as_view(), name="api-tournament-rounds"),
    path("tokens/", tokens.TokenList.as_view(), name="api-tokens"),
    path("tokens/<key:key>/", tokens.TokenDetail.as_view(), name="api-token"),
]
