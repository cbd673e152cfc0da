"""Two bots against each other."""

from django.test import Client

from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


def test_two_bots_see_their_record_and_the_matches_with_both(client: Client, read: Reader) -> None:
    cup = stage.competition()
    first, second, third = stage.field(cup, 3)
    both = played.match(cup, [first, second, third])
    other = played.match(cup, [first, third])
    page = read(client, f"/bots/{first.bot_id}/against/{second.bot_id}/")
    assert "1 rated game;" in page.text
    links = {link.attributes.get("href") for link in page.all("a")}
    assert f"/matches/{both.pk}/" in links
    assert f"/matches/{other.pk}/" not in links
    assert f"/bots/{second.bot_id}/against/{first.bot_id}/" in links


def test_bots_that_never_met_say_so(client: Client, read: Reader) -> None:
    first, second = stage.field(stage.competition(), 2)
    text = read(client, f"/bots/{first.bot_id}/against/{second.bot_id}/").text
    assert "They have not met in a rated match." in text


def test_a_bot_has_no_page_against_itself_or_against_none(client: Client, read: Reader) -> None:
    first, _ = stage.field(stage.competition(), 2)
    read(client, f"/bots/{first.bot_id}/against/{first.bot_id}/", 404)
    read(client, f"/bots/{first.bot_id}/against/999999/", 404)


def test_older_matches_are_a_page_further(client: Client, read: Reader) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    matches = [stage.match(cup, pair).pk for _ in range(51)]
    address = f"/bots/{pair[0].bot_id}/against/{pair[1].bot_id}/"
    older = next(link for link in read(client, address).all("a") if link.text == "Older")
    assert older.attributes["href"] == f"?before={matches[1]}"
    assert f"/matches/{matches[0]}/" in client.get(address, {"before": matches[1]}).content.decode()
