"""For every object and every role: what is seen and what is done, on pages and in the API.

What a role may not know of is 404, not 403. Roles: nobody, another author, a member of the private
competition, its organiser, one who was taken in to organise it (helper), the bot's owner (a team's
captain), a team mate, staff.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ladder import blobs, challenges, competitions, courses, organisers, results, teams
from ladder.models import Challenge, Competition, Entry, Match, Tournament, User, Version
from ladder.tournaments import life
from tests.ladder import stage
from tests.ladder.conftest import Outbox

ROLES = ("nobody", "other", "member", "organiser", "helper", "owner", "mate", "staff")
ORGANISE = {"organiser", "helper", "staff"}
THEIRS = {"owner", "mate", "staff"}
INSIDE = THEIRS | {"member", "organiser", "helper"}
SECRET_LOG, SEAT_LOG = "log of the build and trial", "log of seat 0"


@dataclass(frozen=True)
class World:
    """The people by role, and the addresses' parts by name."""

    people: dict[str, User | None]
    parts: dict[str, Any]
    version: Version
    cup: Competition

    def client(self, role: str) -> Client:
        """A browser of this role; signed in it speaks to the API as well."""
        cache.clear()
        client = Client()
        who = self.people[role]
        if who is not None:
            client.force_login(who)
        return client

    def statuses(self, address: str) -> dict[str, int]:
        """What each role gets at the address."""
        return {role: self.client(role).get(address.format(**self.parts)).status_code for role in ROLES}

    def seen_by(self, address: str, words: str) -> set[str]:
        """The roles that read these words at the address."""
        pages = {role: self.client(role).get(address.format(**self.parts)) for role in ROLES}
        return {role for role, page in pages.items() if page.status_code == 200 and words in page.text}


@pytest.fixture
def world(committing: None, settings: Any, tmp_path: Path, outbox: Outbox) -> World:
    """A private, pseudonymous competition that shows no replays, with a team's bot in it; and a draft."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True
    cup = stage.competition("draft")
    competitions.change(cup, is_private=True, pseudonyms=True, replays_shown="never")
    cup = competitions.move(cup, "open")
    people: dict[str, User | None] = {role: stage.person(username=f"the-{role}") for role in ROLES[1:]}
    people |= {"nobody": None, "organiser": cup.organiser, "staff": stage.person(is_staff=True)}
    owner, mate, member = (people[role] for role in ("owner", "mate", "member"))
    assert owner is not None
    assert mate is not None
    assert member is not None
    team = teams.create(owner, "Herd")
    teams.join(teams.link(team, owner), mate)
    courses.join(cup, member)
    organisers.add(cup, "the-helper", cup.organiser)
    version = stage.version(stage.bot(owner, cup), log=SECRET_LOG, sha256=blobs.store(b"print(1)\n"))
    teams.give(version.bot, owner)
    version.bot.refresh_from_db()
    opponent = stage.version(stage.bot(member, cup))
    parts = {
        "cup": cup.slug,
        "draft": stage.competition("draft").slug,
        "bot": version.bot_id,
        "version": version.pk,
        "match": _played(cup, (version, opponent)),
        "trial": _played(cup, (version, version), "trial"),
        "private": _tested(cup, version, opponent),
        "tournament": life.start_now(_tournament(cup)).pk,
        "entry": Entry.objects.get(bot=version.bot).pk,
    }
    return World(people, parts, version, cup)


def _played(cup: Competition, line_up: tuple[Version, Version], kind: str = "ladder") -> int:
    match = stage.match(cup, line_up, kind)
    Match.objects.filter(pk=match.pk).update(rated=kind == "ladder")
    match.refresh_from_db()
    results.record(stage.report(stage.started(match)))
    return match.pk


def _tournament(cup: Competition) -> Tournament:
    return life.create(cup, cup.organiser, "Saturday", kind="round-robin", players=2)


def _tested(cup: Competition, own: Version, opponent: Version) -> int:
    asked = challenges.ask(own.bot.owner, cup, own, [opponent.bot])
    Challenge.objects.update(is_private=True)
    challenges.start_due()
    asked.refresh_from_db()
    assert asked.match_id
    return asked.match_id


PAGES = {
    "/c/{draft}/": {"staff"},
    "/api/v1/competitions/{draft}/": {"staff"},
    "/c/{cup}/": INSIDE,
    "/c/{cup}/table/": INSIDE,
    "/api/v1/competitions/{cup}/": INSIDE,
    "/api/v1/leaderboards/{cup}/": INSIDE,
    "/bots/{bot}/": INSIDE,
    "/api/v1/bots/{bot}/": INSIDE,
    "/api/v1/bots/{bot}/versions/": INSIDE,
    "/versions/{version}/": INSIDE,
    "/api/v1/versions/{version}/": INSIDE,
    "/versions/{version}/file/": THEIRS,
    "/matches/{match}/": INSIDE,
    "/api/v1/matches/{match}/": INSIDE,
    "/api/v1/matches/{match}/replay/": INSIDE,  # the member's bot played
    "/matches/{trial}/": THEIRS,
    "/api/v1/matches/{trial}/": THEIRS,
    "/api/v1/matches/{trial}/replay/": THEIRS,
    "/matches/{private}/": THEIRS,
    "/api/v1/matches/{private}/": THEIRS,
    "/tournaments/{tournament}/": INSIDE,
    "/tournaments/{tournament}/print/": INSIDE,
    "/tournaments/{tournament}/table.csv": INSIDE,
    "/tournaments/{tournament}/bots/0/": INSIDE,
    "/tournaments/{tournament}/run/": ORGANISE,
    "/api/v1/tournaments/{tournament}/": INSIDE,
    "/api/v1/tournaments/{tournament}/rounds/": INSIDE,
    "/organise/{cup}/tournaments/": ORGANISE,
    "/organise/{cup}/tournaments/new/": ORGANISE,
    "/api/v1/leaderboards/{cup}/ledger/": INSIDE,
    "/api/v1/leaderboards/{cup}/reference/": INSIDE,
    "/api/v1/bots/{bot}/opponents/": INSIDE,
    "/api/v1/bots/{bot}/ratings/?competition={cup}": INSIDE,
    "/api/v1/bots/{bot}/record/?competition={cup}": INSIDE,
    "/api/v1/versions/{version}/log/": THEIRS,
    "/api/v1/versions/{version}/file/": THEIRS,
    "/api/v1/matches/{match}/faults/": INSIDE,
    "/api/v1/matches/{match}/logs/0/": THEIRS,
    "/api/v1/matches/{trial}/faults/": THEIRS,
    "/api/v1/matches/{private}/faults/": THEIRS,
    "/organise/{cup}/": ORGANISE,
    "/organise/{cup}/edit/": ORGANISE,
    "/organise/{cup}/standings.csv": ORGANISE,
}


@pytest.mark.parametrize("address", PAGES)
def test_who_sees_what_and_for_whom_it_is_not_there(world: World, address: str) -> None:
    got = world.statuses(address)
    assert {role for role, status in got.items() if status == 200} == PAGES[address]
    hidden = 302 if address.startswith("/organise/") or address.endswith("/run/") else 404
    assert got.pop("nobody") in (hidden, 200)
    assert set(got.values()) <= {200, 404}


def test_a_replay_that_is_never_shown_is_seen_by_who_played_and_by_the_organiser(world: World) -> None:
    Match.objects.filter(pk=world.parts["match"]).get().seats.filter(seat=1).update(version=world.version)
    got = world.statuses("/api/v1/matches/{match}/replay/")
    assert {role for role, status in got.items() if status == 200} == THEIRS | {"organiser", "helper"}


@pytest.mark.parametrize("part", ["entries", "people", "code", "standings", "similarity"])
def test_what_is_the_organisers_is_refused_to_members_and_not_there_for_others(
    world: World, part: str
) -> None:
    got = world.statuses(f"/api/v1/competitions/{{cup}}/{part}/")
    assert {role for role, status in got.items() if status == 200} == ORGANISE
    assert {role for role, status in got.items() if status == 404} == {"nobody", "other"}
    assert {role for role, status in got.items() if status == 403} == {"member", "owner", "mate"}


def test_an_export_holds_what_the_asker_may_see(world: World) -> None:
    match = f'"id":{world.parts["match"]},'
    seen = set()
    for role in ROLES:
        answer = world.client(role).get("/api/v1/exports/matches/").getvalue().decode()
        seen |= {role} if match in answer else set()
        assert f'"id":{world.parts["trial"]},' not in answer
        assert f'"id":{world.parts["private"]},' not in answer
    assert seen == INSIDE


@pytest.mark.parametrize(
    ("rule", "state", "all_see"),
    [
        ("at-once", "open", True),
        ("after-freeze", "open", False),
        ("after-freeze", "frozen", True),
        ("after-freeze", "closed", True),
        ("never", "closed", False),
    ],
)
def test_replays_and_logs_follow_the_competitions_rule(
    world: World, rule: str, state: str, all_see: bool
) -> None:
    Competition.objects.filter(pk=world.cup.pk).update(
        is_private=False, replays_shown=rule, logs_shown=rule, state=state
    )
    got = world.statuses("/api/v1/matches/{match}/replay/")
    assert (got["nobody"], got["owner"]) == (200 if all_see else 404, 200)
    readers = world.seen_by("/matches/{match}/", SEAT_LOG)
    assert readers == (set(ROLES) if all_see else THEIRS)


def test_logs_are_read_by_whose_bot_it_is_and_by_staff(world: World) -> None:
    assert world.seen_by("/versions/{version}/", SECRET_LOG) == THEIRS
    assert world.seen_by("/api/v1/versions/{version}/", SECRET_LOG) == THEIRS
    assert world.seen_by("/matches/{match}/", SEAT_LOG) == THEIRS


@pytest.mark.parametrize("address", ["/bots/{bot}/", "/versions/{version}/", "/api/v1/bots/{bot}/"])
def test_hidden_names_are_known_to_the_people_themselves_and_those_who_organise(
    world: World, address: str
) -> None:
    assert world.seen_by(address, "Herd") - {"owner", "mate"} == ORGANISE


@pytest.mark.parametrize("address", ["/c/{cup}/table/", "/matches/", "/api/v1/leaderboards/{cup}/"])
def test_boards_and_lists_show_pseudonyms_to_everybody(world: World, address: str) -> None:
    assert world.seen_by(address, "Herd") == set()
    assert world.seen_by(address, "the-member") - {"member"} == set()


@pytest.mark.parametrize(
    "address", ["/", "/matches/", "/api/v1/matches/", "/api/v1/bots/", "/api/v1/competitions/"]
)
def test_lists_hold_nothing_of_a_private_competition_for_outsiders(world: World, address: str) -> None:
    words = world.version.bot.name if "competitions" not in address else world.cup.slug
    assert not world.seen_by(address, words) & {"nobody", "other"}


@pytest.mark.parametrize(
    ("address", "doers"),
    [
        ("/versions/{version}/retire/", {"owner", "mate"}),
        ("/me/bots/{bot}/leave/{cup}/", {"owner", "mate"}),
        ("/organise/{cup}/move/frozen/", ORGANISE),
        ("/organise/{cup}/entries/{entry}/disable/", ORGANISE),
    ],
)
def test_who_does_what(world: World, address: str, doers: set[str]) -> None:
    for role in sorted(set(ROLES) - doers):
        answer = world.client(role).post(address.format(**world.parts), {"reason": "It copies."})
        assert answer.status_code == (401 if role == "nobody" else 404)
        assert _untouched(world)
    role = sorted(doers)[0]
    assert world.client(role).post(address.format(**world.parts), {"reason": "It copies."}).status_code == 302
    assert not _untouched(world)


def _untouched(world: World) -> bool:
    version = Version.objects.get(pk=world.version.pk)
    entry = Entry.objects.filter(bot=version.bot_id, disabled="").exists()
    return version.state == "active" and entry and Competition.objects.get(pk=world.cup.pk).state == "open"


@pytest.mark.parametrize(
    ("role", "status"),
    [("nobody", 401), ("other", 404), ("member", 403), ("organiser", 403), ("helper", 403), ("staff", 403)],
)
def test_nobody_else_uploads_by_the_api(world: World, role: str, status: int) -> None:
    address = f"/api/v1/bots/{world.version.bot_id}/versions/"
    assert world.client(role).post(address, {}).status_code == status
    assert world.version.bot.versions.count() == 1
