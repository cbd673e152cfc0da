"""Courses: invitation codes, lists of people, hidden names, ranks and points as CSV."""

import csv
import io

import pytest
from django.core import mail

from ladder import competitions, courses, exports, names, notices
from ladder.courses import BadLines
from ladder.models import Entry, Member, User
from tests.ladder import stage

pytestmark = pytest.mark.django_db

LIST = "username,email\nada,ada@example.org\nbob,bob@example.org\n"


def test_a_list_makes_accounts_that_lack_and_everybody_takes_part() -> None:
    cup = stage.competition()
    ada = stage.person(username="ada", email="ADA@example.org")
    done = courses.import_people(cup, LIST)
    assert (done.made, done.known, done.joined) == (1, 1, 2)
    assert {member.person.username for member in cup.members.all()} == {"ada", "bob"}
    assert not User.objects.get(username="bob").has_usable_password()
    assert ada.notices.count() == 0


def test_importing_a_list_twice_changes_nothing() -> None:
    cup = stage.competition()
    courses.import_people(cup, LIST)
    done = courses.import_people(cup, LIST)
    assert (done.made, done.known, done.joined) == (0, 2, 0)
    assert Member.objects.count() == 2


def test_who_gets_an_account_is_told_by_mail_how_to_use_it() -> None:
    courses.import_people(stage.competition(), "username,email\nbob,bob@example.org\n")
    assert notices.send_mails() == 1
    assert mail.outbox[0].to == ["bob@example.org"]
    assert "/password/" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a b,x@example.org", "Found the name 'a b'"),
        (",x@example.org", "Found the name ''"),
        ("carl,nowhere", "Found the address 'nowhere'"),
        ("carl", "Found the address ''"),
        ("ADA,ada2@example.org", "stands in line 2"),
        ("carl,ada@example.org", "stands in line 2"),
        ("taken,other@example.org", "another address"),
        ("carl,taken@example.org", "another account"),
    ],
)
def test_one_wrong_line_is_told_by_number_and_nothing_is_done(line: str, words: str) -> None:
    stage.person(username="taken", email="taken@example.org")
    people = User.objects.count()
    cup = stage.competition()
    with pytest.raises(BadLines) as bad:
        courses.import_people(cup, f"{LIST}{line}\n")
    assert [number for number, _ in bad.value.errors] == [4]
    assert words in bad.value.errors[0][1]
    assert User.objects.count() == people + 1  # the competition's organiser
    assert not Member.objects.exists()


def test_every_wrong_line_is_told() -> None:
    with pytest.raises(BadLines) as bad:
        courses.import_people(stage.competition(), "username,email\na b,x@example.org\nbob,nowhere\n")
    assert [number for number, _ in bad.value.errors] == [2, 3]


@pytest.mark.parametrize("text", ["", "name,mail\nx,y\n", 'username,email\n"x\0,"'])
def test_what_is_no_such_list_is_said(text: str) -> None:
    with pytest.raises(BadLines):
        courses.import_people(stage.competition(), text)


def test_a_list_from_a_spreadsheet_is_read() -> None:
    done = courses.import_people(stage.competition(), "\ufeffEmail;Username\r\nada@example.org;ada\r\n;\r\n")
    assert done.made == 1


def test_a_code_invites_until_there_is_another() -> None:
    cup = stage.competition()
    first = courses.new_code(cup)
    assert courses.by_code(first) == cup
    second = courses.new_code(cup)
    assert courses.by_code(first) is None
    assert courses.by_code(second) == cup
    courses.no_code(cup)
    assert courses.by_code(second) is None
    assert courses.by_code("") is None


def test_who_leaves_takes_the_bots_along() -> None:
    cup = stage.competition()
    ada = stage.person()
    courses.join(cup, ada)
    courses.join(cup, ada)
    stage.bot(ada, cup)
    courses.leave(cup, ada)
    assert not Entry.objects.exists()
    assert not Member.objects.exists()


def test_a_pseudonym_is_the_same_all_through_a_competition_and_another_elsewhere() -> None:
    assert names.owner("ada", 1, None, None, None) == "ada"
    assert names.owner("ada", 1, None, None, 7) == names.owner("renamed", 1, None, None, 7)
    assert names.owner("ada", 1, None, None, 7) != names.owner("ada", 1, None, None, 8)
    assert len({names.owner("x", number, None, None, 7) for number in range(300)}) == 300


@pytest.mark.parametrize(
    ("places", "points"),
    [((1, 2), [1, 0]), ((1, 2, 3, 4), [1, 2 / 3, 1 / 3, 0]), ((1, 1, 3), [0.75, 0.75, 0])],
)
def test_points_are_bots_beaten_and_half_the_ties(places: tuple[int, ...], points: list[float]) -> None:
    assert [exports.match_points(places, seat) for seat in range(len(places))] == pytest.approx(points)


def test_ranks_and_points_are_exported_with_real_names() -> None:
    cup = stage.competition("draft")
    competitions.change(cup, pseudonyms=True)
    cup = competitions.move(cup, "open")
    first = stage.version(stage.bot(stage.person(username="ada"), cup))
    second = stage.version(stage.bot(stage.person(username="+bob"), cup))
    stage.counted(cup, (first, second), (1, 2))
    stage.counted(cup, (first, second), (1, 1))
    rows = list(csv.DictReader(io.StringIO(exports.standings(cup))))
    assert {row["owner"]: row["points"] for row in rows} == {"ada": "1.50", "'+bob": "0.50"}
