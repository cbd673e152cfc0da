"""A match's faults and logs, a bot's ratings and record: what is told, and to whom."""

import gzip
import json
from typing import Any

import pytest

from ladder import blobs
from ladder.models import Competition, MatchSeat, User, Version
from tests.ladder import stage
from tests.ladder.api.conftest import Caller, token_client
from tests.ladder.web import played
from workers import wire


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def pair(cup: Competition) -> list[Version]:
    return stage.field(cup, 2)


def faulty(cup: Competition, pair: list[Version], **fault: Any) -> int:
    """A match in which seat 0 made a fault."""
    return played.match(cup, pair, faults=[stage.fault(0, "illegal", **fault)]).pk


def test_a_fault_says_where_to_everybody_and_what_to_whose_bot_it_is(
    get: Caller, cup: Competition, pair: list[Version]
) -> None:
    match = faulty(cup, pair, received="SECRET", legal=("end", "feed 1"))
    (public,) = get(f"matches/{match}/faults/")["faults"]
    assert (public["seat"], public["kind"], public["n"], public["decision"]) == (0, "illegal", 3, "feed")
    assert (public["private"], public["asked"]) == (None, None)
    (own,) = get(f"matches/{match}/faults/", by=pair[0].bot.owner)["faults"]
    assert (own["private"]["received"], own["private"]["legal"]) == ("SECRET", ["end", "feed 1"])
    assert own["private"]["stderr_tail"] == "Traceback"
    for other in (pair[1].bot.owner, stage.person()):
        assert get(f"matches/{match}/faults/", by=other)["faults"][0]["private"] is None


def test_the_question_comes_whole_from_the_replay(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    first = json.loads(gzip.decompress(blobs.read(match.result.replay_sha256)))["choices"][0][0]
    detail = wire.encode(stage.fault(first, "illegal", n=0))
    MatchSeat.objects.filter(match=match, seat=first).update(fault="illegal", fault_detail=detail)
    (fault,) = get(f"matches/{match.pk}/faults/", by=pair[first].bot.owner)["faults"]
    assert fault["asked"]["kind"]
    assert len(fault["asked"]["choices"]) >= 1
    hands = [seat["hand"] for seat in fault["asked"]["view"]["seats"]]
    assert [isinstance(hand, list) for hand in hands] == [seat == first for seat in (0, 1)]


def test_a_replay_that_is_gone_leaves_the_rest(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = faulty(cup, pair, n=100_000)
    (fault,) = get(f"matches/{match}/faults/", by=pair[0].bot.owner)["faults"]
    assert fault["asked"] is None
    assert fault["private"]["received"] == ""


def test_a_log_is_read_by_whose_bot_it_is(cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    MatchSeat.objects.filter(match=match, seat=0).update(log="my log")
    address = f"/api/v1/matches/{match.pk}/logs/0/"

    def log(by: User) -> tuple[int, str]:
        answer = token_client(by).get(address)
        return answer.status_code, answer["Content-Type"]

    assert log(pair[0].bot.owner) == (200, "text/plain; charset=utf-8")
    assert token_client(pair[0].bot.owner).get(address).content == b"my log"
    assert log(pair[1].bot.owner)[0] == log(stage.person())[0] == 404
    assert token_client(pair[0].bot.owner).get(address.replace("/0/", "/7/")).status_code == 404


def test_a_bots_ratings_and_record(get: Caller, cup: Competition, pair: list[Version]) -> None:
    match = played.match(cup, pair)
    ratings = get(f"bots/{pair[0].bot_id}/ratings/")
    assert [point["match"] for point in ratings["points"]] == [match.pk]
    assert ratings["points"][0]["r_before"] == 1500.0
    record = get(f"bots/{pair[0].bot_id}/record/", competition=cup.slug)
    assert (record["games"], record["by_players"][0]["label"]) == (1, "2 players")


def test_in_several_competitions_one_must_be_named(
    get: Caller, cup: Competition, pair: list[Version]
) -> None:
    bot = pair[0].bot
    bot.entries.create(competition=stage.competition())
    assert "several" in get(f"bots/{bot.pk}/ratings/", 400)["detail"]
    assert get(f"bots/{bot.pk}/ratings/", competition=cup.slug)["points"] == []
    get(f"bots/{bot.pk}/record/", 400, competition="nowhere")


def test_matches_are_found_by_what_happened(get: Caller, cup: Competition, pair: list[Version]) -> None:
    clean, bad = played.match(cup, pair).pk, faulty(cup, pair)

    def found(**query: Any) -> list[int]:
        return [match["id"] for match in get("matches/", **query)["results"]]

    assert found(fault="illegal") == [bad]
    assert found(fault="illegal", bot=pair[1].bot_id) == []
    assert found(version=pair[0].pk, against=pair[1].bot_id) == [bad, clean]
    assert found(players=2, ruleset="base", since="2020-01-01", until="2100-01-01T00:00:00Z") == [bad, clean]
    assert found(players=3) == found(until="2020-01-01") == []
    first_moment = "0001-01-01T00:00:00+14:00"
    wrong = (
        {"fault": "odd"},
        {"players": 7},
        {"since": "soon"},
        {"until": first_moment},
        {"ruleset": "chess"},
    )
    for query in wrong:
        get("matches/", 400, **query)
