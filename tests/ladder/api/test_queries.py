"""Lists take as many queries for many rows as for one."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ladder import courses, notices, webhooks
from ladder.models import Competition, Notice
from tests.ladder import stage


def entries(cup: Competition) -> None:
    stage.bot(cup=cup)


def people(cup: Competition) -> None:
    courses.join(cup, stage.person())


def told(cup: Competition) -> None:
    notices.tell([cup.organiser], Notice.Kind.TEAM, "Hello.")


def hooks(cup: Competition) -> None:
    number = cup.organiser.bots.count() + webhooks.Webhook.objects.count()
    webhooks.make(cup.organiser, f"https://example.org/{number}", ["match.finished"])


def matches(cup: Competition) -> None:
    stage.counted(cup, stage.field(cup, 2), [1, 2])


LISTS: list[tuple[str, Callable[[Competition], None]]] = [
    ("competitions/{slug}/entries/", entries),
    ("competitions/{slug}/people/", people),
    ("notices/", told),
    ("webhooks/", hooks),
    ("exports/matches/", matches),
    ("matches/?players=2&since=2020-01-01", matches),
]


@pytest.mark.parametrize(("address", "more"), LISTS)
def test_many_rows_take_no_more_queries_than_one(
    client: Client, address: str, more: Callable[[Competition], None]
) -> None:
    cup = stage.competition()
    client.force_login(cup.organiser)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            answer = client.get(f"/api/v1/{address.format(slug=cup.slug)}")
            assert answer.status_code == 200
            answer.getvalue()
        return len(captured)

    more(cup)
    few = queries()
    for _ in range(4):
        more(cup)
    assert queries() == few
