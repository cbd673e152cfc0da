"""Several people organise one competition."""

import pytest
from django.test import Client

from ladder import access, accounts, competitions, entries, organisers, people
from ladder.models import Competition, CoOrganiser, Notice, User
from ladder.refusals import Refused
from tests.ladder import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Competition:
    """A private draft."""
    cup = stage.competition("draft")
    return competitions.change(cup, is_private=True, pseudonyms=True)


@pytest.fixture
def ada(cup: Competition) -> User:
    """Taken in by the organiser."""
    ada = stage.person(username="ada")
    organisers.add(cup, "ada", cup.organiser)
    return ada


def test_who_was_taken_in_may_change_the_competition_and_is_told(cup: Competition, ada: User) -> None:
    assert access.organises(ada, cup)
    assert list(access.organised(ada)) == [cup]
    assert list(access.competitions(ada)) == [cup]
    assert ada in people.of(cup)
    assert "made you an organiser" in Notice.objects.get(person=ada).text


def test_being_taken_in_twice_is_once(cup: Competition, ada: User) -> None:
    organisers.add(cup, "ada", cup.organiser)
    assert CoOrganiser.objects.count() == Notice.objects.filter(person=ada).count() == 1


def test_of_other_competitions_they_know_nothing(ada: User) -> None:
    other = stage.competition("draft")
    assert not access.organises(ada, other)
    assert other not in access.competitions(ada)


def test_hidden_names_are_told_to_every_organiser(cup: Competition, ada: User) -> None:
    bot = stage.bot(stage.person(username="hidden-one"), cup)
    assert access.owner_name(ada, bot) == "hidden-one"
    assert access.owner_name(stage.person(), bot) != "hidden-one"


def test_an_organiser_s_bot_may_enter_a_private_competition(cup: Competition, ada: User) -> None:
    Competition.objects.filter(pk=cup.pk).update(state="open")
    cup.refresh_from_db()
    entries.refuse_entry(stage.bot(ada), cup)
    with pytest.raises(Refused, match="is private"):
        entries.refuse_entry(stage.bot(), cup)


def test_only_who_answers_for_it_takes_people_in(cup: Competition, ada: User) -> None:
    eve = stage.person(username="eve")
    with pytest.raises(Refused, match="answers for"):
        organisers.add(cup, "eve", ada)
    with pytest.raises(Refused, match="answers for"):
        organisers.remove(cup, ada, eve)
    organisers.add(cup, "eve", stage.person(is_staff=True))
    assert access.organises(eve, cup)


def test_nobody_of_that_name_and_the_organiser_cannot_be_taken_in(cup: Competition) -> None:
    with pytest.raises(Refused, match="nobody called nessie"):
        organisers.add(cup, "nessie", cup.organiser)
    with pytest.raises(Refused, match="already"):
        organisers.add(cup, cup.organiser.username, cup.organiser)


def test_who_was_taken_in_may_leave_and_may_be_let_go(cup: Competition, ada: User) -> None:
    organisers.remove(cup, ada, ada)
    assert not access.organises(ada, cup)
    organisers.add(cup, "ada", cup.organiser)
    organisers.remove(cup, ada, cup.organiser)
    organisers.remove(cup, ada, cup.organiser)
    assert not access.organises(ada, cup)
    with pytest.raises(Refused, match="staff can name somebody else"):
        organisers.remove(cup, cup.organiser, cup.organiser)


def test_a_deleted_account_organises_nothing(cup: Competition, ada: User) -> None:
    accounts.delete(ada)
    assert not CoOrganiser.objects.exists()


def test_the_page_takes_in_and_lets_go(cup: Competition, client: Client) -> None:
    ada = stage.person(username="ada")
    client.force_login(cup.organiser)
    client.post(f"/organise/{cup.slug}/organisers/", {"username": "ada"})
    assert "Remove" in client.get(f"/organise/{cup.slug}/").text
    assert access.organises(ada, cup)
    client.post(f"/organise/{cup.slug}/organisers/", {"username": "nessie"})
    assert "nobody called nessie" in client.get(f"/organise/{cup.slug}/").text
    client.post(f"/organise/{cup.slug}/organisers/{ada.pk}/remove/")
    assert not access.organises(ada, cup)


def test_who_was_taken_in_sees_the_page_and_may_leave_but_not_take_in(
    cup: Competition, ada: User, client: Client
) -> None:
    client.force_login(ada)
    page = client.get(f"/organise/{cup.slug}/").text
    assert "Leave" in page
    assert "Take in" not in page
    assert client.get(f"/organise/{cup.slug}/edit/").status_code == 200
    assert client.post(f"/organise/{cup.slug}/organisers/{ada.pk}/remove/").headers["Location"] == "/me/"
    assert client.get(f"/organise/{cup.slug}/").status_code == 404


def test_others_do_not_find_the_pages(cup: Competition, client: Client) -> None:
    client.force_login(stage.person())
    assert client.post(f"/organise/{cup.slug}/organisers/", {"username": "ada"}).status_code == 404
    assert client.post(f"/organise/{cup.slug}/organisers/1/remove/").status_code == 404
