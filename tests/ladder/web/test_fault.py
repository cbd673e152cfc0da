"""The page of a fault: what everybody reads, and what the people whose bot it is read."""

import gzip
import json

import pytest
from django.test import Client

from ladder import blobs
from ladder.models import Competition, Match, MatchSeat, Version
from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader
from workers import wire


@pytest.fixture
def pair() -> list[Version]:
    return stage.field(stage.competition(), 2)


def faulty(pair: list[Version], n: int | None = 3) -> Match:
    """A match in which seat 0 answered what is not legal."""
    cup = Competition.objects.get()
    fault = stage.fault(0, "illegal", received="ANSWER", legal=("LEGAL",), stderr_tail="TRACE", n=n)
    return played.match(cup, pair, faults=[fault])


def test_everybody_reads_where_it_was_and_no_more(client: Client, read: Reader, pair: list[Version]) -> None:
    match = faulty(pair)
    page = read(client, f"/matches/{match.pk}/faults/0/")
    assert "made a choice that is not legal" in page.text
    assert "Choice 3 of the game" in page.text
    assert not [word for word in ("ANSWER", "LEGAL", "TRACE") if word in page.text]


def test_its_people_read_answer_question_time_and_log(
    client: Client, read: Reader, pair: list[Version]
) -> None:
    match = faulty(pair)
    client.force_login(pair[0].bot.owner)
    page = read(client, f"/matches/{match.pk}/faults/0/")
    for word in ("ANSWER", "TRACE", "5 ms of processor", "--until 3", "2000 ms on the wall"):
        assert word in page.text


def test_the_question_is_shown_whole(client: Client, read: Reader, pair: list[Version]) -> None:
    match = played.match(Competition.objects.get(), pair)
    seat = json.loads(gzip.decompress(blobs.read(match.result.replay_sha256)))["choices"][0][0]
    detail = wire.encode(stage.fault(seat, "illegal", n=0))
    MatchSeat.objects.filter(match=match, seat=seat).update(fault="illegal", fault_detail=detail)
    client.force_login(pair[seat].bot.owner)
    page = read(client, f"/matches/{match.pk}/faults/{seat}/")
    assert "The table as it saw it" in page.text
    assert '"watering_hole"' in page.text


def test_a_bot_that_never_got_ready_was_asked_nothing_else(
    client: Client, read: Reader, pair: list[Version]
) -> None:
    match = faulty(pair, n=None)
    client.force_login(pair[0].bot.owner)
    page = read(client, f"/matches/{match.pk}/faults/0/")
    assert "asked to get ready" in page.text
    assert "--until" not in page.text


def test_a_seat_without_a_fault_has_no_such_page(client: Client, read: Reader, pair: list[Version]) -> None:
    match = faulty(pair)
    read(client, f"/matches/{match.pk}/faults/1/", 404)
    read(client, f"/matches/{match.pk}/faults/7/", 404)
    assert f"/matches/{match.pk}/faults/0/" in client.get(f"/matches/{match.pk}/").content.decode()


def test_a_private_competitions_fault_is_not_there_for_others(
    client: Client, read: Reader, pair: list[Version]
) -> None:
    match = faulty(pair)
    Competition.objects.update(is_private=True)
    read(client, f"/matches/{match.pk}/faults/0/", 404)
