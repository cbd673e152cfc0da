"""The page of reference ratings, and a bot's opponents."""

from django.test import Client

from ladder.models import Competition
from ladder.ratings import fold, reference
from tests.ladder import stage
from tests.ladder.web.conftest import Reader


def played(cup: Competition) -> list[str]:
    """Three bots' names, best first, after some matches and a fit."""
    field = stage.field(cup, 3)
    for _ in range(6):
        stage.counted(cup, field, [1, 2, 3])
        stage.counted(cup, field[:2], [1, 2])
    fold.fold_all()
    reference.publish(cup)
    return [version.bot.name for version in field]


def test_the_reference_table_shows_ratings_places_seats_and_luck(client: Client, read: Reader) -> None:
    cup = stage.competition()
    names = played(cup)
    text = read(client, f"/c/{cup.slug}/reference/").text
    assert [text.index(name) for name in names] == sorted(text.index(name) for name in names)
    for wanted in ("From 12 matches", "decided by luck", "What a seat is worth", "By number of players"):
        assert wanted in text


def test_a_closed_competition_s_reference_table_is_its_final_one(client: Client, read: Reader) -> None:
    cup = stage.competition()
    played(cup)
    Competition.objects.filter(pk=cup.pk).update(state="closed")
    assert "these are its final standings" in read(client, f"/c/{cup.slug}/reference/").text


def test_before_the_first_fit_the_page_says_when_it_comes(client: Client, read: Reader) -> None:
    cup = stage.competition()
    assert "no reference table yet" in read(client, f"/c/{cup.slug}/reference/").text


def test_hidden_names_stay_hidden(client: Client, read: Reader) -> None:
    cup = stage.competition()
    Competition.objects.filter(pk=cup.pk).update(pseudonyms=True)
    played(cup)
    bot = cup.entries.select_related("bot__owner").first().bot
    for address in (f"/c/{cup.slug}/reference/", f"/bots/{bot.pk}/opponents/"):
        assert "person-" not in read(client, address).text


def test_a_private_competition_s_tables_are_not_there_for_others(client: Client, read: Reader) -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    Competition.objects.filter(pk=cup.pk).update(is_private=True)
    read(client, f"/c/{cup.slug}/reference/", 404)
    read(client, f"/bots/{bot.pk}/opponents/", 404)


def test_a_draft_s_reference_table_is_not_there_for_others(client: Client, read: Reader) -> None:
    cup = stage.competition(state="draft")
    read(client, f"/c/{cup.slug}/reference/", 404)


def test_a_bot_s_opponents_are_listed_with_its_share(client: Client, read: Reader) -> None:
    cup = stage.competition()
    names = played(cup)
    best = cup.entries.get(bot__name=names[0]).bot
    text = read(client, f"/bots/{best.pk}/opponents/").text
    assert names[1] in text
    assert "100 %" in text


def test_a_bot_that_met_nobody_has_a_page_of_opponents(client: Client, read: Reader) -> None:
    bot = stage.bot(cup=stage.competition())
    assert "has not met anybody" in read(client, f"/bots/{bot.pk}/opponents/").text
