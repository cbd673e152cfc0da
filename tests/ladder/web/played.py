"""Matches that were really played: by the engine with random choices, recorded and folded by the ladder."""

import base64
import gzip
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import Game
from ladder import results
from ladder.models import Competition, Match, Version
from ladder.ratings.fold import fold_all
from ladder.report_check import final_places
from tests.ladder import stage
from workers.contract import Fault, GameResult


def match(
    cup: Competition, line_up: Sequence[Version], faults: Sequence[Fault] = (), kind: str = "ladder"
) -> Match:
    """A finished match of these versions, in the ratings already."""
    made = stage.match(cup, line_up, kind)
    attempt = stage.started(made)
    report = stage.report(attempt)
    outcome = results.record(replace(report, result=_result(made, report.result, faults)))
    assert outcome == results.Outcome.COUNTED
    fold_all()
    return Match.objects.get(pk=made.pk)


def _result(of: Match, like: GameResult | None, faults: Sequence[Fault]) -> GameResult:
    assert like is not None
    document = _replay(of, {fault.seat: fault.n or 0 for fault in faults})
    places = tuple(document["result"]["places"])
    final = final_places(places, {fault.seat for fault in faults})
    document["final_places"] = list(final)
    document["faults"] = [{"seat": fault.seat, "kind": fault.kind, "n": fault.n} for fault in faults]
    return replace(
        like,
        scores=tuple(document["result"]["scores"]),
        places=places,
        final_places=final,
        faults=tuple(faults),
        decisions=len(document["choices"]),
        rounds=document["rounds"],
        replay=packed(document),
    )


def packed(document: dict[str, Any]) -> str:
    """The document as it rides in a report."""
    document.pop("rounds", None)
    return base64.b64encode(gzip.compress(json.dumps(document).encode(), mtime=0)).decode()


def _replay(of: Match, faulty_from: Mapping[int, int]) -> dict[str, Any]:
    """A random game of the match's rules, with the bots' names; faulty seats answer by default."""
    game = Game.new(of.ruleset, players=of.players, seed=of.seed)
    chance = random.Random(of.seed)
    number = 0
    while game.decision is not None:
        out = faulty_from.get(game.decision.seat, number + 1) <= number
        game.choose(0 if out else chance.randrange(game.decision.count))
        number += 1
    names = [seat.version.bot.name for seat in of.seats.order_by("seat")]
    return {**game.replay(), "players": names, "rounds": game.position()["round"]}
