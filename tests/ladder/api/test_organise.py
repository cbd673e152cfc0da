"""What organisers do by the API, and that nobody else does it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.models import Competition, Entry, User
from tests.ladder import stage
from tests.ladder.api.conftest import checked, token_client
from tests.ladder.api.test_acting import send

LIST = b"username,email\nada,ada@example.org\n"


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def host() -> User:
    return stage.person(may_organise=True)


def import_people(by: User, cup: Competition, status: int, content: bytes) -> Any:
    file = SimpleUploadedFile("people.csv", content)
    response = token_client(by).post(f"/api/v1/competitions/{cup.slug}/people/", {"file": file})
    assert response.status_code == status, response.content.decode()
    return checked(response)


def test_a_competition_is_made_changed_opened_and_closed(host: User) -> None:
    body = {"slug": "spring", "name": "Spring", "limits": {"bank_ms": 9000}, "languages": ["python"]}
    made = send(host, "POST", "competitions/", 201, body)
    assert (made["state"], made["limits"]["bank_ms"], made["limits"]["start_ms"]) == ("draft", 9000, 5000)
    changed = send(host, "PATCH", "competitions/spring/", 200, {"name": "Spring 27", "max_players": 6})
    assert (changed["name"], changed["max_players"], changed["languages"]) == ("Spring 27", 6, ["python"])
    for state in ("open", "open", "frozen", "closed"):
        assert send(host, "POST", "competitions/spring/state/", 200, {"state": state})["state"] == state
    assert "draft" in send(host, "POST", "competitions/spring/state/", 400, {"state": "draft"})["detail"]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({}, "slug"),
        ({"slug": "a b", "name": "x"}, "slug"),
        ({"slug": "x", "name": "x", "ruleset": "chess"}, "ruleset"),
        ({"slug": "x", "name": "x", "min_players": 5, "max_players": 3}, "min_players"),
        ({"slug": "x", "name": "x", "limits": {"bank_ms": "long"}}, "limits"),
        ({"slug": "x", "name": "x", "limits": {"odd": 1}}, "odd"),
        ({"slug": "x", "name": "x", "options": {"odd": 1}}, "odd"),
        ({"slug": "x", "name": "x", "state": "open"}, "state"),
        ({"slug": "x", "name": "x", "languages": ["cobol"]}, "languages"),
        ({"slug": "x", "name": "x", "time_zone": "Mars/Olympus"}, "time_zone"),
    ],
)
def test_a_competition_that_cannot_be_says_what_is_wrong(host: User, body: dict[str, Any], word: str) -> None:
    assert word in send(host, "POST", "competitions/", 400, body)["detail"]
    assert not Competition.objects.exists()


def test_a_taken_short_name_is_refused(host: User, cup: Competition) -> None:
    problem = send(host, "POST", "competitions/", 400, {"slug": cup.slug, "name": "Again"})
    assert "slug" in problem["detail"]


def test_what_was_promised_does_not_change(cup: Competition) -> None:
    problem = send(cup.organiser, "PATCH", f"competitions/{cup.slug}/", 400, {"max_players": 6})
    assert "max_players" in problem["detail"]


def test_only_who_may_organise_makes_competitions() -> None:
    send(stage.person(), "POST", "competitions/", 403, {"slug": "mine", "name": "Mine"})
    assert not Competition.objects.exists()


ORGANISERS = [
    ("PATCH", "competitions/{slug}/", {"name": "Mine"}),
    ("POST", "competitions/{slug}/state/", {"state": "closed"}),
    ("GET", "competitions/{slug}/entries/", None),
    ("PATCH", "competitions/{slug}/entries/{entry}/", {"disabled": "It copies."}),
    ("GET", "competitions/{slug}/people/", None),
    ("DELETE", "competitions/{slug}/people/ada/", None),
    ("GET", "competitions/{slug}/code/", None),
    ("POST", "competitions/{slug}/code/", None),
    ("DELETE", "competitions/{slug}/code/", None),
    ("POST", "competitions/{slug}/next-season/", {"slug": "next", "name": "Next"}),
    ("GET", "competitions/{slug}/standings/", None),
]


@pytest.mark.parametrize(("method", "address", "body"), ORGANISERS)
def test_an_organisers_acts_are_nobody_elses(cup: Competition, method: str, address: str, body: Any) -> None:
    entry = Entry.objects.create(bot=stage.bot(), competition=cup)
    where = address.format(slug=cup.slug, entry=entry.pk)
    for other in (stage.person(), entry.bot.owner, stage.person(may_organise=True)):
        send(other, method, where, 403, body)
    Competition.objects.update(is_private=True)
    send(stage.person(), method, where, 404, body)
    cup.refresh_from_db()
    entry.refresh_from_db()
    assert (cup.state, entry.disabled, Competition.objects.count()) == ("open", "", 1)


def test_entries_are_taken_out_and_let_in_again(cup: Competition) -> None:
    entry = Entry.objects.create(bot=stage.bot(), competition=cup)
    address = f"competitions/{cup.slug}/entries/{entry.pk}/"
    assert send(cup.organiser, "PATCH", address, 200, {"disabled": "It copies."})["disabled"] == "It copies."
    (listed,) = send(cup.organiser, "GET", f"competitions/{cup.slug}/entries/", 200)["results"]
    assert (listed["owner"], listed["disabled"]) == (entry.bot.owner.username, "It copies.")
    assert send(cup.organiser, "PATCH", address, 200, {"disabled": ""})["disabled"] == ""


def test_people_are_imported_whole_or_not_at_all(cup: Competition) -> None:
    assert import_people(cup.organiser, cup, 200, LIST) == {"made": 1, "known": 0, "joined": 1}
    (listed,) = send(cup.organiser, "GET", f"competitions/{cup.slug}/people/", 200)["results"]
    assert listed["username"] == "ada"
    problem = import_people(cup.organiser, cup, 400, LIST + b"bob,nowhere\n")
    assert problem["errors"]["file"][0].startswith("Line 3: ")
    assert not User.objects.filter(username="bob").exists()
    send(cup.organiser, "DELETE", f"competitions/{cup.slug}/people/ada/", 204)
    assert not cup.members.exists()
    import_people(stage.person(), cup, 403, LIST)


def test_people_join_by_code(cup: Competition) -> None:
    Competition.objects.update(is_private=True)
    url = send(cup.organiser, "POST", f"competitions/{cup.slug}/code/", 200)["url"]
    code, ada = url.rstrip("/").rsplit("/", 1)[1], stage.person()
    for _ in range(2):
        assert send(ada, "POST", "join/", 200, {"code": code})["slug"] == cup.slug
    send(cup.organiser, "DELETE", f"competitions/{cup.slug}/code/", 204)
    send(stage.person(), "POST", "join/", 404, {"code": code})
    assert cup.members.count() == 1


def test_a_next_season_is_made_once(cup: Competition) -> None:
    address, body = f"competitions/{cup.slug}/next-season/", {"slug": "next", "name": "Next"}
    assert "freeze or close" in send(cup.organiser, "POST", address, 400, body)["detail"]
    Competition.objects.update(state="closed")
    for _ in range(2):
        assert send(cup.organiser, "POST", address, 201, body)["predecessor"] == cup.slug


def test_standings_come_as_csv(cup: Competition) -> None:
    version = stage.version(stage.bot(cup=cup))
    table = token_client(cup.organiser).get(f"/api/v1/competitions/{cup.slug}/standings/")
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    assert version.bot.owner.username in table.content.decode()


def test_a_time_comes_back_in_utc(host: User) -> None:
    body = {"slug": "spring", "name": "Spring", "opens": "2037-03-01T18:00:00+01:00"}
    assert send(host, "POST", "competitions/", 201, body)["opens"] == "2037-03-01T17:00:00Z"
