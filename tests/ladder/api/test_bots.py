"""`/api/v1/bots/` and `/api/v1/versions/`: making, uploading, and who sees what."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from ladder.models import Bot, User, Version, Worker
from tests.ladder import stage
from tests.ladder.api.conftest import Caller, checked, token_client
from tests.ladder.conftest import Outbox

BOT = b"print('ready')\n"


@pytest.fixture
def ada() -> User:
    return stage.person(username="ada")


def make(person: User, status: int = 201, **body: Any) -> Any:
    response = token_client(person).post("/api/v1/bots/", body, content_type="application/json")
    assert response.status_code == status, response.content.decode()
    return checked(response)


def upload(
    person: User, bot: Bot, status: int = 201, content: bytes = BOT, name: str = "bot.py", **form: Any
) -> Any:
    file = SimpleUploadedFile(name, content)
    response = token_client(person).post(f"/api/v1/bots/{bot.pk}/versions/", {"file": file, **form})
    assert response.status_code == status, response.content.decode()
    return checked(response)


def test_a_new_bot_enters_the_only_open_competition(ada: User) -> None:
    cup = stage.competition()
    made = make(ada, name="Hippo", description="likes water")
    assert (made["name"], made["owner"], made["description"]) == ("Hippo", "ada", "likes water")
    assert (made["competitions"], made["active_version"]) == ([cup.slug], None)


def test_a_new_bot_enters_the_competition_that_is_named(ada: User) -> None:
    stage.competition()
    cup = stage.competition()
    assert make(ada, name="Hippo", competition=cup.slug)["competitions"] == [cup.slug]


def test_a_new_bot_enters_none_of_several_unless_one_is_named(ada: User) -> None:
    stage.competition()
    stage.competition()
    assert make(ada, name="Hippo")["competitions"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "<b>"}, "name"),
        ({"name": "nul\0"}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": ["a"]}, "name"),
        ({"name": "Hippo", "description": "x" * 201}, "description"),
        ({"name": "Hippo", "competition": "nowhere"}, "competition"),
        ({"name": "Hippo", "competition": {"a": 1}}, "competition"),
    ],
)
def test_a_bot_that_cannot_be_made_says_which_field_is_wrong(
    ada: User, body: dict[str, Any], field: str
) -> None:
    assert field in make(ada, 400, **body)["errors"]
    assert not Bot.objects.exists()


def test_a_taken_name_is_refused(ada: User) -> None:
    taken = stage.bot()
    assert "already" in make(ada, 400, name=taken.name)["errors"]["name"][0]


def test_a_bot_for_a_closed_competition_is_not_made(ada: User) -> None:
    closed = stage.competition(state="closed")
    make(ada, 400, name="Hippo", competition=closed.slug)
    assert not Bot.objects.exists()


def test_bots_are_public(get: Caller) -> None:
    version = stage.version(stage.bot())
    bot = get(f"bots/{version.bot_id}/")
    assert bot["active_version"] == version.pk
    assert (bot.pop("not_drawn"), bot.pop("outlook")) == ({}, {})
    assert get("bots/")["results"] == [bot]


def test_a_bot_tells_how_soon_it_plays_next_or_what_keeps_it(get: Caller) -> None:
    cup = stage.competition()
    version, _ = stage.field(cup, 2)
    told = get(f"bots/{version.bot_id}/")
    assert "No worker" in told["not_drawn"][cup.slug]
    assert told["outlook"] == {cup.slug: None}
    Worker.objects.create(name="w1", last_seen=timezone.now() + timedelta(hours=1))
    stage.match(cup, [version, stage.field(cup, 1)[0]])
    told = get(f"bots/{version.bot_id}/")
    assert told["not_drawn"] == {cup.slug: None}
    assert told["outlook"] == {cup.slug: {"running": 0, "waiting": 1, "place": 1, "next_s": None}}


def test_lists_take_as_many_queries_for_many_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    for number in range(2, 8):
        stage.version(bot, state="retired", number=number)
        stage.version(stage.bot(cup=cup))
        with django_assert_num_queries(5):
            client.get("/api/v1/bots/")
        with django_assert_num_queries(2):
            client.get(f"/api/v1/bots/{bot.pk}/versions/")


def test_an_upload_is_queued_and_its_build_is_ordered(
    ada: User, outbox: Outbox, django_capture_on_commit_callbacks: Any
) -> None:
    bot = stage.bot(ada, stage.competition())
    with django_capture_on_commit_callbacks(execute=True):
        version = upload(ada, bot)
    assert " ".join(version) == ("id bot number state reason sha256 language created log trial_match")
    assert (version["bot"], version["number"], version["state"]) == (bot.pk, 1, "queued")
    assert version["language"] == "python"
    assert [order.version for order in outbox.of("wh1.build")] == [str(version["id"])]


def test_an_upload_need_not_be_activated(ada: User) -> None:
    upload(ada, stage.bot(ada, stage.competition()), activate="false")
    assert Version.objects.get().activate is False


def test_an_upload_may_enter_a_competition(ada: User) -> None:
    cup, bot = stage.competition(), stage.bot(ada)
    upload(ada, bot, competition=cup.slug)
    assert bot.entries.get().competition == cup


def test_a_refused_upload_leaves_nothing_behind(ada: User) -> None:
    cup, bot = stage.competition(), stage.bot(ada)
    problem = upload(ada, bot, 400, b"hello", "notes.txt", competition=cup.slug)
    assert "notes.txt" in problem["errors"]["file"][0]
    assert not bot.entries.exists()
    assert not Version.objects.exists()


@pytest.mark.parametrize(
    ("content", "name", "form", "field"),
    [
        (b"", "bot.py", {}, "file"),
        (BOT, "x" * 250 + ".py", {}, "file"),
        (BOT, "bot.py", {"activate": "perhaps"}, "activate"),
        (BOT, "bot.py", {"competition": "nowhere"}, "competition"),
        (b"PK\x03\x04 not a zip", "bot.zip", {}, "file"),
    ],
)
def test_an_upload_that_does_not_do_says_which_field_is_wrong(
    ada: User, content: bytes, name: str, form: dict[str, str], field: str
) -> None:
    bot = stage.bot(ada, stage.competition())
    assert field in upload(ada, bot, 400, content, name, **form)["errors"]


def test_an_upload_without_a_file_is_refused(ada: User) -> None:
    bot = stage.bot(ada, stage.competition())
    response = token_client(ada).post(f"/api/v1/bots/{bot.pk}/versions/", {"file": "text"})
    assert response.status_code == 400
    assert "file" in checked(response)["errors"]


def test_an_upload_as_json_is_refused(ada: User) -> None:
    bot = stage.bot(ada, stage.competition())
    address = f"/api/v1/bots/{bot.pk}/versions/"
    response = token_client(ada).post(address, {"file": "text"}, content_type="application/json")
    assert response.status_code == 400
    checked(response)


def test_an_upload_that_is_too_large_is_refused_with_the_limit(ada: User) -> None:
    bot = stage.bot(ada, stage.competition())
    problem = upload(ada, bot, 413, b"x" * (18 << 20))
    assert "at most 17 MiB" in problem["detail"]


def test_the_limit_of_the_day_is_said(ada: User, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY = 1
    bot = stage.bot(ada, stage.competition())
    upload(ada, bot)
    assert "the limit is 1" in upload(ada, bot, 400, b"print('other')\n")["detail"]


def test_uploads_have_a_rate(ada: User) -> None:
    bot = stage.bot(ada, stage.competition())
    client = token_client(ada)
    answers = [client.post(f"/api/v1/bots/{bot.pk}/versions/", {}) for _ in range(31)]
    assert [answer.status_code for answer in answers[-2:]] == [400, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert "Request was throttled" in checked(answers[-1])["detail"]


def test_nobody_uploads_to_others_bots(ada: User) -> None:
    bot = stage.bot(cup=stage.competition())
    upload(ada, bot, 403)
    upload(stage.person(is_staff=True), bot, 403)
    assert not Version.objects.exists()


def test_nobody_uploads_or_makes_bots_without_a_token(client: Client) -> None:
    bot = stage.bot()
    for address in (f"/api/v1/bots/{bot.pk}/versions/", "/api/v1/bots/"):
        response = client.post(address, {})
        assert response.status_code == 401
        assert response["WWW-Authenticate"] == "Token"
        checked(response)


def test_a_session_needs_the_forms_secret(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    response = strict.post("/api/v1/bots/", {"name": "Hippo"})
    assert response.status_code == 403
    assert "CSRF" in checked(response)["detail"]


@pytest.mark.parametrize("address", ["versions/{}/", "bots/{}/versions/"])
def test_reason_log_and_trial_are_the_owners_and_the_staffs(get: Caller, ada: User, address: str) -> None:
    cup = stage.competition()
    bot = stage.bot(ada, cup)
    trial = stage.match(cup, [stage.version(bot, state="retired")] * 2, kind="trial")
    version = stage.version(bot, state="rejected", number=2, reason="why", log="what", trial_match=trial)
    where = address.format(version.pk if address.startswith("versions") else bot.pk)

    def private(by: User | None) -> tuple[Any, Any, Any]:
        answer = get(where, by=by)
        shown = answer["results"][0] if "results" in answer else answer
        return shown["reason"], shown["log"], shown["trial_match"]

    assert private(None) == private(stage.person()) == (None, None, None)
    assert private(ada) == private(stage.person(is_staff=True)) == ("why", "what", trial.pk)
