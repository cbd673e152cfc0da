"""An organiser's pages, from a draft to the next season."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ladder import competitions, courses
from ladder.models import Competition, Entry, Member, User
from tests.ladder import stage
from tests.ladder.web.conftest import Reader

FORM: dict[str, Any] = {
    "slug": "spring", "name": "Spring Cup", "ruleset": "base", "options": "{}", "min_players": 2,
    "max_players": 4, "start_ms": 5000, "bank_ms": 5000, "increment_ms": 50, "memory_mb": 256,
    "rules_text": "Be **kind**.", "time_zone": "Europe/Berlin", "opens": "2027-07-01T18:00",
    "freezes": "", "closes": "",     "languages": ["python"],
    "active_bots": 3, "team_size": 6,
    "challenges_per_day": 20, "replays_shown": "after-freeze", "logs_shown": "never",
}  # fmt: skip


@pytest.fixture
def ada(client: Client) -> User:
    made = stage.person(username="ada", may_organise=True)
    client.force_login(made)
    return made


@pytest.fixture
def cup(ada: User) -> Competition:
    made = stage.competition()
    Competition.objects.filter(pk=made.pk).update(organiser=ada)
    made.refresh_from_db()
    return made


def test_a_competition_is_made_with_its_dates_in_its_zone(client: Client, ada: User, read: Reader) -> None:
    read(client, "/organise/new/")
    assert client.post("/organise/new/", FORM)["Location"] == "/organise/spring/"
    made = Competition.objects.get()
    assert (made.state, made.organiser, made.languages) == ("draft", ada, ["python"])
    assert made.opens is not None
    assert made.opens.isoformat() == "2027-07-01T16:00:00+00:00"
    read(client, "/organise/spring/")
    page = read(client, "/organise/spring/edit/")
    shown = {e.attributes.get("name"): e.attributes.get("value") for e in page.all("input")}
    assert shown["opens"] == "2027-07-01T18:00"
    assert "Spring Cup" in read(client, "/organise/").text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"slug": "a b"}, "valid “slug”"),
        ({"min_players": 5}, "wanted at most 4"),
        ({"opens": "2027-03-28T02:30"}, "does not exist in Europe/Berlin"),
        ({"opens": "tomorrow"}, "wanted a time as in"),
        ({"opens": "2027-07-01T18:00+02:00"}, "Leave the zone out"),
        ({"closes": "2027-06-01T18:00"}, "wanted a date after opens"),
        ({"options": "["}, "valid JSON"),
        ({"options": '{"no_such": 1}'}, "no_such"),
        ({"languages": ["cobol"]}, "cobol"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(
    client: Client, ada: User, fields: dict[str, Any], words: str
) -> None:
    response = client.post("/organise/new/", FORM | fields)
    assert response.status_code == 400
    assert words in response.content.decode()
    assert not Competition.objects.exists()


def test_an_open_competition_keeps_what_matches_were_played_by(client: Client, cup: Competition) -> None:
    form = FORM | {"slug": cup.slug, "name": "Other", "opens": "", "languages": []}
    response = client.post(f"/organise/{cup.slug}/edit/", form | {"ruleset": "flight"})
    assert "may not change any more" in response.content.decode()
    assert client.post(f"/organise/{cup.slug}/edit/", form).status_code == 302
    assert Competition.objects.get().name == "Other"


def test_it_is_moved_by_buttons(client: Client, cup: Competition, read: Reader) -> None:
    client.post(f"/organise/{cup.slug}/move/frozen/")
    assert "Make it closed" in read(client, f"/organise/{cup.slug}/").text
    answer = client.post(f"/organise/{cup.slug}/move/archived/", follow=True).content.decode()
    assert "can become archived" in answer
    assert client.post(f"/organise/{cup.slug}/move/nowhere/").status_code == 404


def test_an_entry_is_taken_out_and_let_in_again(client: Client, cup: Competition, read: Reader) -> None:
    stage.version(stage.bot(cup=cup))
    entry = Entry.objects.get()
    client.post(f"/organise/{cup.slug}/entries/{entry.pk}/disable/", {"reason": "It copies."})
    assert "It copies." in read(client, f"/organise/{cup.slug}/").text
    client.post(f"/organise/{cup.slug}/entries/{entry.pk}/enable/")
    assert Entry.objects.get().disabled == ""


def test_a_list_of_people_is_taken_in_or_its_errors_shown(client: Client, cup: Competition) -> None:
    address = f"/organise/{cup.slug}/people/"
    bad = SimpleUploadedFile("people.csv", b"username,email\nbob,nowhere\n")
    text = client.post(address, {"file": bad}).content.decode()
    assert "The list was not taken in" in text
    assert "nowhere" in text
    good = SimpleUploadedFile("people.csv", b"username,email\nbob,bob@example.org\n")
    assert "1 people joined" in client.post(address, {"file": good}, follow=True).content.decode()
    bob = Member.objects.get().person
    client.post(f"/organise/{cup.slug}/people/{bob.pk}/remove/")
    assert not Member.objects.exists()


def test_who_has_the_code_takes_part(client: Client, cup: Competition, read: Reader) -> None:
    client.post(f"/organise/{cup.slug}/code/new/")
    competitions.change(cup, is_private=True)
    code = Competition.objects.get().join_code
    client.force_login(stage.person())
    assert client.get(f"/c/{cup.slug}/").status_code == 404
    assert cup.name in read(client, f"/join/{code}/").text
    assert client.post(f"/join/{code}/")["Location"] == f"/c/{cup.slug}/"
    assert client.get(f"/c/{cup.slug}/").status_code == 200
    assert client.post("/join/guess/").status_code == 404


def test_ranks_and_points_come_as_csv(client: Client, cup: Competition) -> None:
    stage.version(stage.bot(cup=cup))
    response = client.get(f"/organise/{cup.slug}/standings.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.decode().startswith("rank,bot,owner")


def test_a_next_season_is_made(client: Client, cup: Competition, read: Reader) -> None:
    competitions.move(cup, "closed")
    read(client, f"/organise/{cup.slug}/")
    client.post(f"/organise/{cup.slug}/next/", {"slug": "cup-next", "name": "Next Cup", "carry_over": "on"})
    assert Competition.objects.get(slug="cup-next").predecessor == cup
    assert "Next Cup" in read(client, f"/organise/{cup.slug}/").text
    read(client, "/organise/cup-next/")


def test_the_competitions_page_tells_dates_terms_and_rules(
    client: Client, cup: Competition, read: Reader
) -> None:
    competitions.change(cup, rules_text="Be **kind**.", languages=["python"], logs_shown="after-freeze")
    page = read(client, f"/c/{cup.slug}/")
    for words in ("Be kind.", "python", "once the competition is frozen", "at most 5"):
        assert words in page.text


@pytest.mark.parametrize("who", ["nobody", "person", "member", "may-organise", "other-organiser"])
def test_the_organisers_pages_are_the_organisers(client: Client, cup: Competition, who: str) -> None:
    bot = stage.bot(cup=cup)
    client.logout()
    if who != "nobody":
        other = stage.person(may_organise=who == "may-organise")
        if who == "member":
            courses.join(cup, other)
        if who == "other-organiser":
            Competition.objects.filter(pk=stage.competition().pk).update(organiser=other)
        client.force_login(other)
    wanted = 302 if who == "nobody" else 404
    for page in ("", "edit/", "standings.csv"):
        assert client.get(f"/organise/{cup.slug}/{page}").status_code == wanted
    entry = bot.entries.get().pk
    for act in ("move/frozen/", f"entries/{entry}/disable/", "people/", "code/new/", "next/"):
        answer = client.post(f"/organise/{cup.slug}/{act}", {"reason": "x"})
        assert answer.status_code == (401 if who == "nobody" else 404)
    cup.refresh_from_db()
    assert (cup.state, cup.join_code, bot.entries.get().disabled) == ("open", "", "")


def test_making_competitions_needs_permission(client: Client) -> None:
    client.force_login(stage.person())
    assert client.get("/organise/").status_code == 404
    assert client.post("/organise/new/", FORM).status_code == 404
    assert not Competition.objects.exists()
