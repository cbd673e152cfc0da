"""The public ledger, as a page and as JSON: each place of the order with its changes, K and reason."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ladder import rulings
from ladder.models import Competition
from ladder.ratings import fold
from ladder.ratings.elo import SCALE, START, rate
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.ladder.web import html

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


def asked(cup: Competition, client: Client, **query: str) -> dict:  # type: ignore[type-arg]
    answer = client.get(reverse("api-ledger", args=[cup.slug]), query)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_an_entry_has_place_match_reason_and_each_seats_change(cup: Competition, client: Client) -> None:
    a, b = stage.field(cup, 2)
    match = stage.counted(cup, [a, b], [2, 1])
    fold.fold_all()
    (entry,) = asked(cup, client)["results"]
    after = rate([START] * 2, [2, 1])
    assert (entry["seq"], entry["match"], entry["counts"], entry["weight"]) == (1, match.pk, True, 1.0)
    assert entry["why"] == "Counts as it was reported."
    line = entry["lines"][1]
    assert (line["seat"], line["bot"], line["version"], line["place"]) == (1, b.bot_id, b.pk, 1)
    assert (line["rating_before"], line["rating_after"]) == (1500.0, after[1].r)
    assert (line["rd_before"], line["rd_after"]) == (350.0, after[1].rd)
    assert (line["score"], line["expected"]) == (1.0, 0.5)
    assert line["k"] == pytest.approx(after[1].rd ** 2 / SCALE)


def test_a_duels_change_follows_from_the_k_score_and_expectation_shown(
    cup: Competition, client: Client
) -> None:
    a, b = stage.field(cup, 2)
    for i in range(40):
        stage.counted(cup, [a, b], [1, 2], i)
    fold.fold_all()
    for entry in asked(cup, client)["results"]:
        for line, other in (entry["lines"], entry["lines"][::-1]):
            g = 1 / (1 + 3 * other["rd_before"] ** 2 / (3.141592653589793**2 * SCALE**2)) ** 0.5
            change = line["k"] * entry["weight"] * g * (line["score"] - line["expected"])
            assert line["rating_after"] - line["rating_before"] == pytest.approx(change, abs=1e-4)


def test_what_staff_ruled_is_the_reason_and_what_is_out_has_no_lines(
    cup: Competition, client: Client
) -> None:
    a, b, c = stage.field(cup, 3)
    staff = stage.person()
    struck, corrected, cheated = (
        stage.counted(cup, line_up, [1, 2], i) for i, line_up in enumerate(([a, b], [a, b], [a, c]))
    )
    fold.fold_all()
    rulings.void(struck, staff, "the engine was broken")
    rulings.correct(corrected, [2, 1], staff, "a tie was broken wrongly")
    rulings.disqualify(c, staff, "it read another bot's mail")
    third, second, first = asked(cup, client)["results"]
    assert [entry["match"] for entry in (first, second, third)] == [struck.pk, corrected.pk, cheated.pk]
    assert (first["counts"], first["lines"]) == (False, [])
    assert "ruled void on" in first["why"]
    assert first["why"].endswith("the engine was broken")
    assert [line["place"] for line in second["lines"]] == [2, 1]
    assert "reported were [1, 2]: a tie was broken wrongly" in second["why"]
    assert (third["counts"], third["lines"]) == (False, [])
    assert "was disqualified on" in third["why"]


def test_pages_of_fifty_lead_to_the_first_place(cup: Competition, client: Client) -> None:
    line_up = stage.field(cup, 2)
    for i in range(52):
        stage.counted(cup, line_up, [1, 2], i)
    fold.fold_all()
    page = asked(cup, client)
    assert [entry["seq"] for entry in page["results"]] == list(range(52, 2, -1))
    rest = client.get(page["next"]).json()
    assert [entry["seq"] for entry in rest["results"]] == [2, 1]
    assert rest["next"] is None


@pytest.mark.parametrize("size", [2, 5])
def test_a_page_takes_few_queries_however_long_it_is(
    cup: Competition, client: Client, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    line_up = stage.field(cup, 3)
    for i in range(size):
        stage.counted(cup, line_up, [1, 2, 3], i)
    fold.fold_all()
    with django_assert_num_queries(8):
        asked(cup, client)


def test_the_page_shows_it_to_everybody_and_goes_on_below_a_place(cup: Competition, client: Client) -> None:
    line_up = stage.field(cup, 2)
    for i in range(51):
        stage.counted(cup, line_up, [1, 2], i)
    fold.fold_all()
    address = reverse("ledger", args=[cup.slug])
    first = client.get(address).content.decode()
    assert html.faults(first) == []
    assert "?before=2" in first
    below = client.get(address, {"before": "2"}).content.decode()
    assert below.count('id="place-') == 1
    assert 'id="place-1"' in below


@pytest.mark.parametrize("before", ["0", "-1", "x", "9" * 19])
def test_what_is_no_place_is_not_found(cup: Competition, client: Client, before: str) -> None:
    assert client.get(reverse("ledger", args=[cup.slug]), {"before": before}).status_code == 404


def test_an_empty_ledger_says_so(cup: Competition, client: Client) -> None:
    assert "No match is in the ratings yet" in client.get(reverse("ledger", args=[cup.slug])).content.decode()


def test_a_drafts_ledger_is_its_organisers_and_the_staffs(cup: Competition, client: Client) -> None:
    draft = stage.competition(state="draft")
    seen = {
        "anonymous": client,
        "author": _signed_in(stage.person()),
        "organiser": _signed_in(draft.organiser),
        "staff": _signed_in(stage.person(is_staff=True)),
    }
    for address in ("ledger", "api-ledger"):
        found = {who: c.get(reverse(address, args=[draft.slug])).status_code for who, c in seen.items()}
        assert found == {"anonymous": 404, "author": 404, "organiser": 200, "staff": 200}


def _signed_in(person: object) -> Client:
    client = Client()
    client.force_login(person)  # type: ignore[arg-type]
    return client
