"""Hidden results are hidden everywhere until they are released, and then shown round by round."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ladder import access
from ladder.models import Match, Tournament, User
from ladder.tournaments import board, life
from ladder.tournaments.course import Kind
from tests.ladder.tournaments import floor

pytestmark = pytest.mark.usefixtures("apart")


def client_of(person: User | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def played_out(**terms: Any) -> Tournament:
    """A finished one for which everybody hides their eyes."""
    begun = floor.running_one(4, kind=Kind.SINGLE, players=2, is_hidden=True, blocks=False, **terms)
    return floor.play_to_the_end(begun)


def statuses(of: Tournament, person: User | None) -> list[int]:
    """What one gets of its first match, everywhere where a match tells its result."""
    match = Match.objects.order_by("pk").first()
    assert match is not None
    client = client_of(person)
    return [
        client.get(address).status_code
        for address in (
            f"/matches/{match.pk}/",
            f"/matches/{match.pk}/picture.png",
            f"/api/v1/matches/{match.pk}/",
            f"/api/v1/matches/{match.pk}/replay/",
        )
    ]


def test_a_hidden_tournament_tells_nobody_its_results_not_even_those_who_play() -> None:
    done = played_out()
    owner = floor.bot_of(done, 0).owner
    for who in (None, owner):
        assert set(statuses(done, who)) == {404}
        assert not access.listed_matches(who or client_of(None).get("/").wsgi_request.user).exists()
        page = client_of(who).get(f"/tournaments/{done.pk}/").content.decode()
        assert "Results are hidden" in page
        assert "<h2>Result</h2>" not in page
        told = client_of(who).get(f"/api/v1/tournaments/{done.pk}/").json()
        assert {entrant["place"] for entrant in told["entrants"]} == {None}
        assert all(not row["games"] for table in told["tables"] for row in table["rows"])
        rounds = client_of(who).get(f"/api/v1/tournaments/{done.pk}/rounds/").json()["results"]
        assert [(each["number"], [table["games"] for table in each["tables"]]) for each in rounds] == [
            (0, [[], []])
        ]
        assert "place,bot" in client_of(who).get(f"/tournaments/{done.pk}/table.csv").content.decode()
        assert "hidden" in _notices(owner)
        for address in (f"/bots/{floor.bot_of(done, 0).pk}/", "/matches/", "/tournaments/feed.atom", "/tv/"):
            assert f"/matches/{Match.objects.first().pk}/" not in client_of(who).get(address).content.decode()  # type: ignore[union-attr]


def _notices(person: User) -> str:
    return " ".join(person.notices.values_list("text", flat=True))


def test_its_organiser_sees_all() -> None:
    done = played_out()
    assert statuses(done, done.organiser)[0] == 200
    assert "<h2>Result</h2>" in client_of(done.organiser).get(f"/tournaments/{done.pk}/").content.decode()


def test_released_it_is_shown_round_by_round() -> None:
    done = played_out(reveal_every=600)
    nobody = client_of(None).get("/").wsgi_request.user
    life.release(done, timezone.now() - timedelta(seconds=1))
    done.refresh_from_db()
    found = board.of(done, nobody)
    assert (found.rounds, found.drawn, found.is_final) == (1, 2, False)
    assert access.listed_matches(nobody).count() == 2
    life.release(done, timezone.now() - timedelta(seconds=601))
    done.refresh_from_db()
    assert board.of(done, nobody).is_final
    assert access.listed_matches(nobody).count() == 3


def test_a_replay_opens_when_the_last_game_of_its_block_is_over() -> None:
    begun = floor.running_one(2)
    first = floor.open_matches(begun)[0]
    owner = floor.bot_of(begun, 0).owner
    floor.finish(first)
    match = Match.objects.select_related("competition").get(pk=first.pk)
    assert not access.sees_replay(owner, match)
    assert not access.sees_replay(begun.organiser, match)
    floor.play_to_the_end(begun)
    assert access.sees_replay(owner, match)
    assert access.sees_replay(client_of(None).get("/").wsgi_request.user, match)
