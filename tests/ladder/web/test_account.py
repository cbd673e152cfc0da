"""Sign up, sign in, sign out, tokens, and what is mine."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ladder import tokens
from ladder.models import User, Version
from tests.ladder import stage
from tests.ladder.web import html
from tests.ladder.web.conftest import Reader

PASSWORD = "quiet-hippo-42"

TOKEN = {"name": "laptop", "scopes": "read,upload", "days": "30"}


@pytest.fixture
def ada(client: Client) -> User:
    made = stage.person(username="ada")
    client.force_login(made)
    return made


def sign_up(client: Client, **form: str) -> html.Page:
    fields = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD} | form
    source = client.post("/sign-up/", fields, follow=True).content.decode()
    assert html.faults(source) == []
    return html.Page(source)


def test_signing_up_makes_an_account_and_signs_it_in(client: Client) -> None:
    assert "Upload your first bot" in sign_up(client).text
    assert User.objects.get().check_password(PASSWORD)
    assert client.get("/me/").status_code == 200


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"password2": "other"}, "didn’t match"),
        ({"password1": "1234", "password2": "1234"}, "too short"),
        ({"username": ""}, "required"),
        ({"username": "a b"}, "valid username"),
        ({"username": "nul\0"}, "Null characters"),
        ({"username": "x" * 151}, "at most 150"),
    ],
)
def test_a_sign_up_that_does_not_do_says_why(client: Client, form: dict[str, str], words: str) -> None:
    assert words in sign_up(client, **form).text
    assert not User.objects.exists()


def test_a_taken_name_is_said_at_sign_up(client: Client) -> None:
    stage.person(username="ada")
    assert "already exists" in sign_up(client).text


def test_sign_in_leads_to_where_one_wanted_to_go(client: Client, read: Reader) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    read(client, "/sign-in/", next="/upload/")
    form = {"username": "ada", "password": PASSWORD, "next": "/upload/"}
    assert client.post("/sign-in/", form)["Location"] == "/upload/"


def test_sign_in_never_leads_to_another_site(client: Client) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    form = {"username": "ada", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/sign-in/", form)["Location"] == "/me/"


def test_a_wrong_password_is_said_without_saying_which_was_wrong(client: Client) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    for name in ("ada", "nobody"):
        page = html.Page(client.post("/sign-in/", {"username": name, "password": "no"}).content.decode())
        assert "enter a correct username and password" in page.text


def test_guessing_passwords_ends_in_a_pause(client: Client) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    answers = [client.post("/sign-in/", {"username": "ada", "password": f"no{i}"}) for i in range(11)]
    assert answers[-1].status_code == 429
    assert "Wait a quarter of an hour" in answers[-1].content.decode()
    right = client.post("/sign-in/", {"username": "ada", "password": PASSWORD})
    assert right.status_code == 429


def test_sign_out_needs_a_post(client: Client, ada: User, read: Reader) -> None:
    read(client, "/sign-out/", 405)
    client.post("/sign-out/")
    assert client.get("/me/").status_code == 302


def test_somebody_without_bots_is_told_how_to_begin(client: Client, read: Reader, ada: User) -> None:
    assert "You have no bot yet" in read(client, "/me/").text


def test_my_page_shows_my_bots_states_and_reasons_only(client: Client, read: Reader, ada: User) -> None:
    cup = stage.competition()
    bot = stage.bot(ada, cup)
    stage.version(bot)
    stage.version(bot, state="rejected", number=2, reason="it said nothing")
    empty, others = stage.bot(ada), stage.bot()
    text = read(client, "/me/").text
    for words in (bot.name, "active", "rejected", "it said nothing", f"Entered in {cup.name}", empty.name):
        assert words in text
    assert others.name not in text


def test_my_page_takes_as_many_queries_for_many_bots_as_for_one(
    client: Client, ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    for number in (1, 6):
        for _ in range(number):
            stage.version(stage.bot(ada, cup))
        with django_assert_num_queries(8):
            client.get("/me/")


def test_retiring_and_activating_my_version(client: Client, ada: User) -> None:
    version = stage.version(stage.bot(ada, stage.competition()))
    assert "retired" in client.post(f"/versions/{version.pk}/retire/", follow=True).content.decode()
    assert Version.objects.get().state == "retired"
    assert "is active now" in client.post(f"/versions/{version.pk}/activate/", follow=True).content.decode()
    assert Version.objects.get().state == "active"


def test_what_cannot_be_done_to_a_version_is_explained(client: Client, ada: User) -> None:
    version = stage.version(stage.bot(ada), state="rejected")
    text = client.post(f"/versions/{version.pk}/activate/", follow=True).content.decode()
    assert "Only a ready, superseded or retired version" in text


@pytest.mark.parametrize("act", ["activate", "retire"])
def test_others_versions_are_nothing_to_act_on(client: Client, ada: User, act: str) -> None:
    version = stage.version(stage.bot(), state="ready")
    assert client.post(f"/versions/{version.pk}/{act}/").status_code == 404
    client.force_login(stage.person(is_staff=True))
    assert client.post(f"/versions/{version.pk}/{act}/").status_code == 404
    client.logout()
    assert client.post(f"/versions/{version.pk}/{act}/").status_code == 302
    assert Version.objects.get().state == "ready"


def test_entering_and_leaving_a_competition(client: Client, ada: User) -> None:
    bot, cup = stage.bot(ada), stage.competition()
    client.post(f"/me/bots/{bot.pk}/enter/{cup.slug}/")
    assert bot.entries.get().competition == cup
    client.post(f"/me/bots/{bot.pk}/leave/{cup.slug}/")
    assert not bot.entries.exists()


def test_a_closed_competition_cannot_be_entered(client: Client, ada: User) -> None:
    bot, cup = stage.bot(ada), stage.competition(state="closed")
    text = client.post(f"/me/bots/{bot.pk}/enter/{cup.slug}/", follow=True).content.decode()
    assert "bots can enter while it is open" in text


def test_others_bots_cannot_be_entered_or_taken_out(client: Client, ada: User) -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    for act in ("enter", "leave"):
        assert client.post(f"/me/bots/{bot.pk}/{act}/{cup.slug}/").status_code == 404
    assert bot.entries.exists()


def test_a_new_token_is_shown_once(client: Client, read: Reader, ada: User) -> None:
    response = client.post("/me/tokens/", TOKEN)
    secret = html.Page(response.content.decode()).all("pre")[0].text
    assert len(secret) == 64
    assert response["Cache-Control"] == "no-store"
    page = read(client, "/me/")
    assert secret[:15] in page.text
    assert secret not in page.text


def test_a_revoked_token_works_no_more(client: Client, ada: User) -> None:
    token = tokens.make(ada)
    auth = {"Authorization": f"Token {token.secret}"}
    assert Client().get("/api/v1/tokens/", headers=auth).status_code == 200
    client.post(f"/me/tokens/{token.key}/revoke/")
    assert Client().get("/api/v1/tokens/", headers=auth).status_code == 401


def test_others_tokens_cannot_be_revoked(client: Client, ada: User) -> None:
    token = tokens.make(stage.person())
    client.post(f"/me/tokens/{token.key}/revoke/")
    auth = {"Authorization": f"Token {token.secret}"}
    assert Client().get("/api/v1/tokens/", headers=auth).status_code == 200


def test_nobody_heaps_up_tokens(client: Client, ada: User) -> None:
    for _ in range(tokens.MOST):
        tokens.make(ada)
    assert "Revoke one first" in client.post("/me/tokens/", TOKEN, follow=True).content.decode()
