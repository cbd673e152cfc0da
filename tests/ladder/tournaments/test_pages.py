"""The pages of tournaments: what visitors read, and what organisers do."""

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from ladder import rulings
from ladder.models import Entrant, Series, Tournament, TournamentGame
from ladder.refusals import Refused
from ladder.tournaments import calendar, life, running, series, voids
from ladder.tournaments.course import Kind
from tests.ladder import stage
from tests.ladder.tournaments import floor
from tests.ladder.web import html

pytestmark = pytest.mark.usefixtures("apart")
Get = Callable[..., str]


@pytest.fixture
def get(client: Client) -> Get:
    """A page's text, which must be well made."""

    def getter(address: str, by: Client = client) -> str:
        response = by.get(address)
        assert response.status_code == 200, response.content.decode()[:1500]
        text = response.content.decode()
        assert html.faults(text) == []
        return text

    return getter


@pytest.fixture
def organiser() -> Callable[[Tournament], Client]:
    """A browser of a tournament's organiser."""

    def signed_in(of: Tournament) -> Client:
        client = Client()
        client.force_login(of.organiser)
        return client

    return signed_in


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.DOUBLE, Kind.TWO_STAGE])
def test_a_finished_tournament_shows_places_tables_and_the_field(kind: Kind, get: Get) -> None:
    terms: dict[str, Any] = {"games_each": 4, "finalists": 2} if kind == Kind.TWO_STAGE else {}
    done = floor.play_to_the_end(floor.running_one(3, kind=kind, blocks=False, **terms))
    page = get(f"/tournaments/{done.pk}/")
    winner = done.entrants.get(place=1)
    assert "<h2>Result</h2>" in page
    assert done.key in page
    assert ("<svg" in page and "is first." in page) == (kind in (Kind.SINGLE, Kind.DOUBLE))
    assert "1." in get(f"/tournaments/{done.pk}/bots/{winner.number}/")
    assert winner.bot.name in get(f"/tournaments/{done.pk}/print/")
    assert done.name in get("/tournaments/")


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.SINGLE, Kind.TWO_STAGE])
def test_one_that_was_cancelled_for_want_of_bots_says_so(kind: Kind, get: Get) -> None:
    made = floor.tournament(3, kind=kind, players=4)
    life.schedule(made, timezone.now() + timedelta(hours=1))
    life.keep_dates(timezone.now() + timedelta(hours=1))
    assert "found 3 entrants, wanted at least 4" in get(f"/tournaments/{made.pk}/")


def test_a_bot_comes_late_by_name(organiser: Any) -> None:
    begun = floor.running_one(4, kind=Kind.SWISS)
    late = stage.version(stage.bot(cup=begun.competition)).bot
    assert "comes late" in organiser(begun).get(f"/tournaments/{begun.pk}/run/").content.decode()
    organiser(begun).post(f"/tournaments/{begun.pk}/act/let-in/", {"bot": late.name})
    assert begun.entrants.get(bot=late).number == 4
    assert organiser(begun).post(f"/tournaments/{begun.pk}/act/let-in/", {"bot": "nobody"}).status_code == 404


def test_a_running_one_says_how_far_it_is_and_keeps_its_key(get: Get) -> None:
    begun = floor.running_one(4)
    page = get(f"/tournaments/{begun.pk}/")
    assert "0 of 12 games" in page
    assert begun.key not in page


def test_tables_come_as_csv_and_json(client: Client) -> None:
    done = floor.play_to_the_end(floor.running_one(3))
    rows = list(csv.DictReader(io.StringIO(client.get(f"/tournaments/{done.pk}/table.csv").content.decode())))
    assert [row["place"] for row in rows] == ["1", "2", "3"]
    assert rows[0]["points"] == "4"
    told = client.get(f"/api/v1/tournaments/{done.pk}/").json()
    assert [row["entrant"] for row in told["tables"][0]["rows"]] == [0, 1, 2]
    assert told["progress"]["booked"] == 6
    assert client.get("/api/v1/tournaments/").json()["results"][0]["id"] == done.pk
    assert len(client.get(f"/api/v1/tournaments/{done.pk}/rounds/").json()["results"]) == 3


def test_feeds_and_calendar_tell_dates(client: Client) -> None:
    begun = floor.running_one(3)
    for name in ("rss", "atom"):
        assert begun.name in ElementTree.tostring(
            ElementTree.fromstring(client.get(f"/tournaments/feed.{name}").content), "unicode"
        )
    text = client.get("/tournaments/calendar.ics").content.decode()
    assert f"UID:tournament-{begun.pk}@testserver\r\n" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_the_calendar_tells_the_next_starts_of_a_series_each_once(client: Client) -> None:
    cup, _ = floor.cup_with(2)
    begins = timezone.now() + timedelta(hours=1)
    series.create(cup, cup.organiser, "Daily", "FREQ=DAILY", begins, **floor.DUELS)
    text = client.get("/tournaments/calendar.ics").content.decode()
    starts = [line for line in text.split("\r\n") if line.startswith("DTSTART")]
    assert len(starts) == len(set(starts)) == 10


def test_a_calendar_escapes_and_folds_without_cutting_a_character() -> None:
    assert calendar.escaped("a,b;c\\d\ne") == "a\\,b\\;c\\\\d\\ne"
    line = "SUMMARY:" + "ä" * 100
    parts = list(calendar.folded(line))
    assert all(len(part.encode()) <= 75 for part in parts)
    assert parts[0] + "".join(part[1:] for part in parts[1:]) == line


# Organisers


def test_an_organiser_previews_and_makes_one_from_a_template(get: Get, organiser: Any) -> None:
    made = floor.tournament(8)
    by, slug = organiser(made), made.competition.slug
    assert "recommended" in get(f"/organise/{slug}/tournaments/", by)
    page = by.get(f"/organise/{slug}/tournaments/new/?template=recommended")
    values = {name: _text(value) for name, value in page.context["form"].initial.items()}
    fields = {name: _text(field.initial) for name, field in page.context["form"].fields.items()}
    filled = {name: value for name, value in (fields | values).items() if value}
    filled |= {"name": "Sunday", "games_each": "16", "players": "2"}
    preview = by.post(f"/organise/{slug}/tournaments/new/", filled | {"preview": "1"})
    assert "With the 8 bots of now" in preview.content.decode()
    assert not Tournament.objects.filter(name="Sunday").exists()
    assert by.post(f"/organise/{slug}/tournaments/new/", filled).status_code == 302
    sunday = Tournament.objects.get(name="Sunday")
    assert sunday.state == "draft"
    get(f"/tournaments/{sunday.pk}/run/", by)
    get(f"/tournaments/{sunday.pk}/edit/", by)
    dated = filled | {"starts": "2030-03-31T02:30", "time_zone": "Europe/Berlin"}
    assert "does not exist" in by.post(f"/organise/{slug}/tournaments/new/", dated).content.decode()
    dated = filled | {"starts": "2030-03-30T18:00", "time_zone": "Europe/Berlin", "rule": "FREQ=WEEKLY"}
    assert by.post(f"/organise/{slug}/tournaments/new/", dated).status_code == 302
    weekly = Series.objects.get()
    assert weekly.tournaments.count() == 1
    assert by.post(f"/series/{weekly.pk}/stop/").status_code == 302
    get(f"/organise/{slug}/tournaments/", by)


def _filled(by: Client, address: str) -> dict[str, str]:
    """The form of the recommended template, as a browser would send it."""
    form = by.get(f"{address}?template=recommended").context["form"]
    values = {name: _text(field.initial) for name, field in form.fields.items()}
    values |= {name: _text(value) for name, value in form.initial.items()}
    return {name: value for name, value in values.items() if value} | {"name": "Sunday", "players": "2"}


def test_a_refused_date_leaves_no_draft_behind(organiser: Any) -> None:
    made = floor.tournament(8)
    by, address = organiser(made), f"/organise/{made.competition.slug}/tournaments/new/"
    refused = by.post(address, _filled(by, address) | {"starts": "2020-01-01T10:00"})
    assert (refused.status_code, "which is past" in refused.content.decode()) == (400, True)
    assert list(Tournament.objects.all()) == [made]


@pytest.mark.parametrize(("name", "value"), [("share", "0"), ("share", "1000"), ("finalists", "0")])
def test_a_preview_with_a_term_that_is_out_of_range_says_so(name: str, value: str, organiser: Any) -> None:
    made = floor.tournament(8)
    by, address = organiser(made), f"/organise/{made.competition.slug}/tournaments/new/"
    preview = by.post(address, _filled(by, address) | {"preview": "1", name: value})
    assert preview.status_code in (200, 400)
    assert "Ensure this value is" in preview.content.decode()


def test_games_of_a_cancelled_tournament_are_not_played_again(get: Get, organiser: Any) -> None:
    begun = floor.running_one(4)
    game = TournamentGame.objects.get(match=floor.open_matches(begun)[0])
    life.cancel(begun, "rain")
    assert "Play it again" not in get(f"/tournaments/{begun.pk}/run/", organiser(begun))
    with pytest.raises(Refused, match="is cancelled"):
        voids.retry(game, begun.organiser)


def _text(value: Any) -> str:
    return "" if value is None or value is False else str(value)


def test_an_organiser_starts_pauses_and_cancels(organiser: Any) -> None:
    made = floor.tournament(4)
    by = organiser(made)
    for act, state in (
        ("start", "running"),
        ("pause", "paused"),
        ("resume", "running"),
        ("cancel", "cancelled"),
    ):
        assert by.post(f"/tournaments/{made.pk}/act/{act}/", {"reason": "lunch"}).status_code == 302
        made.refresh_from_db()
        assert made.state == state
    by.post(f"/tournaments/{made.pk}/act/clone/")
    assert Tournament.objects.filter(state="draft").count() == 1


def test_an_organiser_sees_to_void_matches_and_bots(get: Get, organiser: Any) -> None:
    begun = floor.running_one(4)
    by = organiser(begun)
    rulings.void(floor.open_matches(begun)[0], begun.organiser, "the rack burnt")
    running.advance(begun.pk)
    assert "the rack burnt" in get(f"/tournaments/{begun.pk}/run/", by)
    game = TournamentGame.objects.get(match__state="void")
    by.post(f"/tournaments/{begun.pk}/games/{game.pk}/retry/")
    begun.refresh_from_db()
    assert begun.state == "running"
    entrant = begun.entrants.get(number=2)
    by.post(f"/tournaments/{begun.pk}/entrants/{entrant.pk}/disqualify/", {"reason": "it read the deck"})
    entrant.refresh_from_db()
    assert entrant.state == Entrant.State.DISQUALIFIED
    get(f"/tournaments/{begun.pk}/", by)


def test_nobody_else_runs_it() -> None:
    begun = floor.running_one(4)
    other = Client()
    other.force_login(stage.person())
    slug = begun.competition.slug
    for address in (
        f"/tournaments/{begun.pk}/run/",
        f"/organise/{slug}/tournaments/",
        f"/tournaments/{begun.pk}/edit/",
    ):
        assert other.get(address).status_code == 404
    assert other.post(f"/tournaments/{begun.pk}/act/cancel/", {"reason": "spite"}).status_code == 404
    assert Client().post(f"/tournaments/{begun.pk}/act/cancel/", {"reason": "spite"}).status_code == 401
    begun.refresh_from_db()
    assert begun.state == "running"


def test_an_owner_enters_and_withdraws_an_own_bot() -> None:
    made = floor.tournament(2, everybody=False)
    Tournament.objects.update(state="scheduled")
    bot = made.competition.entries.order_by("pk")[0].bot
    owner, other = Client(), Client()
    owner.force_login(bot.owner)
    other.force_login(stage.person())
    assert other.post(f"/tournaments/{made.pk}/take-part/{bot.pk}/enter/").status_code == 404
    assert "Take part" in owner.get(f"/tournaments/{made.pk}/").content.decode()
    owner.post(f"/tournaments/{made.pk}/take-part/{bot.pk}/enter/")
    assert made.entrants.get().state == Entrant.State.IN
    owner.post(f"/tournaments/{made.pk}/take-part/{bot.pk}/withdraw/")
    assert made.entrants.get().state == Entrant.State.OUT


# The command


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("tournament", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_makes_runs_and_verifies() -> None:
    cup, _ = floor.cup_with(3)
    told("create", cup.slug, "From the shell", "--set", "kind=round-robin", "--set", "players=2")
    made = Tournament.objects.get()
    assert "is running" in told("start", str(made.pk))
    assert "is paused" in told("pause", str(made.pk))
    assert "is running" in told("resume", str(made.pk))
    floor.play_to_the_end(made)
    assert "All is as the method makes it." in told("verify", "--all")
    assert "finished" in told("list")
    with pytest.raises(CommandError, match="There is no tournament 999"):
        told("verify", "999")


def test_the_command_finds_a_table_that_was_not_drawn() -> None:
    done = floor.play_to_the_end(floor.running_one(4))
    meeting = done.meetings.order_by("pk")[0]
    meeting.entrants = meeting.entrants[::-1]
    meeting.save()
    with pytest.raises(CommandError, match="things differ"):
        told("verify", str(done.pk))


def test_the_command_finds_a_book_that_was_cooked() -> None:
    done = floor.play_to_the_end(floor.running_one(3))
    game = TournamentGame.objects.filter(ended__isnull=False)[0]
    game.places = game.places[::-1]
    game.save()
    with pytest.raises(CommandError, match="things differ"):
        told("verify", str(done.pk))
    Entrant.objects.filter(number=2).update(place=None)
    with pytest.raises(CommandError, match="differ"):
        told("verify", str(done.pk))


def test_the_tables_say_the_same_as_json_in_python() -> None:
    done = floor.play_to_the_end(floor.running_one(3))
    told_json = Client().get(f"/api/v1/tournaments/{done.pk}/").content
    assert json.loads(told_json)["entrants"][0]["games_by_seat"] == [2, 2]
