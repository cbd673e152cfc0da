"""The home page, a competition's page, and the table that is polled."""

from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ladder.models import Competition, Rating, User, Version
from tests.ladder import stage
from tests.ladder.web import html, played
from tests.ladder.web.conftest import Reader


def rated(cup: Competition, owner: str, r: float, rd: float = 41.2, games: int = 88) -> None:
    version = stage.version(stage.bot(stage.person(username=owner), cup))
    Rating.objects.create(competition=cup, epoch=1, version=version, r=r, rd=rd, games=games)


def test_home_without_an_open_competition_says_so(client: Client, read: Reader) -> None:
    stage.competition(state="closed")
    assert "No competition is open right now" in read(client, "/").text


def test_home_of_a_competition_without_bots_says_what_to_do(client: Client, read: Reader) -> None:
    stage.competition()
    assert "Nobody is on this ladder yet. Upload a bot" in read(client, "/").text


def test_home_shows_the_best_of_every_open_competition(client: Client, read: Reader) -> None:
    first, second = stage.competition(), stage.competition()
    rated(first, "ada", 1700)
    rated(second, "bob", 1600)
    text = read(client, "/").text
    assert all(word in text for word in (first.name, second.name, "ada", "bob"))


def test_home_shows_twenty_five_and_says_how_many_there_are(client: Client, read: Reader) -> None:
    stage.field(stage.competition(), 27)
    page = read(client, "/")
    assert len(page.all("tr")) == 1 + 25
    assert "All 27 bots" in page.text


def test_a_row_shows_rating_interval_games_owner_and_version(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712.4)
    rated(cup, "bob", 1500)
    row = read(client, f"/c/{cup.slug}/").all("tr")[1].text
    assert row.startswith("1 ")
    assert "ada · v1 · python" in row
    assert row.endswith("1712 ± 82 88 1")
    assert "provisional" not in row


def test_overlapping_ratings_share_their_places(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    rated(cup, "bob", 1700)
    assert read(client, f"/c/{cup.slug}/").all("tr")[1].text.endswith("1–2")


def test_a_newcomer_is_marked_as_provisional(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1500, rd=350, games=0)
    assert "provisional" in read(client, f"/c/{cup.slug}/").all("tr")[1].text


def test_names_are_text_and_never_markup(client: Client, read: Reader) -> None:
    cup = stage.competition()
    Competition.objects.filter(pk=cup.pk).update(name="<script>alert(1)</script>")
    User.objects.filter(pk=cup.organiser_id).update(username="<b>")
    rated(cup, "<i>eve</i>", 1500)
    page = read(client, f"/c/{cup.slug}/")
    assert "<script>alert(1)</script>" in page.text
    assert "<i>eve</i>" in page.text


def test_a_long_leaderboard_has_pages(client: Client, read: Reader) -> None:
    cup = stage.competition()
    stage.field(cup, 51)
    assert len(read(client, f"/c/{cup.slug}/").all("tr")) == 1 + 50
    second = read(client, f"/c/{cup.slug}/", page=2)
    assert second.all("tr")[1].text.startswith("51 ")
    assert "Page 2 of 2" in second.text


def test_a_page_that_is_none_is_not_found(client: Client, read: Reader) -> None:
    cup = stage.competition()
    for page in ("0", "-1", "two", "1e3", "3", "9" * 400):
        read(client, f"/c/{cup.slug}/", 404, page=page)


def test_an_unknown_competition_is_not_found(client: Client, read: Reader) -> None:
    read(client, "/c/nowhere/", 404)


def test_a_competition_says_what_a_bot_is_allowed(client: Client, read: Reader) -> None:
    text = read(client, f"/c/{stage.competition().slug}/").text
    assert "5000 ms of processor time" in text
    assert "256 MiB" in text


def test_a_draft_is_seen_by_organiser_and_staff_only(client: Client, read: Reader) -> None:
    cup = stage.competition(state="draft")
    read(client, f"/c/{cup.slug}/", 404)
    client.force_login(stage.person())
    read(client, f"/c/{cup.slug}/", 404)
    client.force_login(cup.organiser)
    read(client, f"/c/{cup.slug}/")
    client.force_login(stage.person(is_staff=True))
    read(client, f"/c/{cup.slug}/")


def test_the_polled_table_is_the_table_of_the_page(client: Client) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    table = client.get(f"/c/{cup.slug}/table/").content.decode()
    assert table.strip() in client.get(f"/c/{cup.slug}/").content.decode()


def test_an_unchanged_table_is_answered_without_content(client: Client) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    first = client.get(f"/c/{cup.slug}/table/")
    again = client.get(f"/c/{cup.slug}/table/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_changed_table_is_sent_again(client: Client) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    first = client.get(f"/c/{cup.slug}/table/")
    rated(cup, "bob", 1800)
    cache.clear()
    again = client.get(f"/c/{cup.slug}/table/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert "bob" in again.content.decode()


def test_many_viewers_of_a_table_ask_the_database_once(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    with django_assert_num_queries(4):
        client.get(f"/c/{cup.slug}/table/")
    with django_assert_num_queries(0):
        client.get(f"/c/{cup.slug}/table/")


def test_the_number_of_queries_does_not_grow_with_the_bots(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    for _ in range(2):
        stage.field(cup, 10)
        for address, queries in (("/", 8), (f"/c/{cup.slug}/", 5)):
            cache.clear()
            with django_assert_num_queries(queries):
                client.get(address)


# --- filters, own bots, the latest ------------------------------------------------------------------------


def ranks(page: html.Page) -> list[str]:
    """The first column of the table."""
    return [row.text.split()[0] for row in page.all("tr")[1:]]


def test_a_search_finds_bots_and_owners_and_keeps_their_ranks(client: Client, read: Reader) -> None:
    cup = stage.competition()
    for owner, r in (("ada", 1700), ("bob", 1600), ("adam", 1500)):
        rated(cup, owner, r)
    page = read(client, f"/c/{cup.slug}/", q="ADA")
    assert ranks(page) == ["1", "3"]
    assert "2 bots fit the filter" in page.text


def test_the_board_is_filtered_by_language_and_by_being_settled(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1700)
    rated(cup, "bob", 1600, rd=200)
    Version.objects.filter(bot__owner__username="bob").update(language="rust")
    assert ranks(read(client, f"/c/{cup.slug}/", language="rust")) == ["2"]
    assert ranks(read(client, f"/c/{cup.slug}/", settled="on")) == ["1"]


def test_a_filter_that_none_fits_says_so_and_leads_back(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1700)
    for query in ({"q": "nobody"}, {"language": "cobol"}):
        assert "No bot on this ladder fits the filter" in read(client, f"/c/{cup.slug}/", **query).text


def test_the_pages_and_the_polled_table_keep_the_filter(client: Client, read: Reader) -> None:
    cup = stage.competition()
    stage.field(cup, 51)
    page = read(client, f"/c/{cup.slug}/", q="person")
    later = next(link for link in page.all("a") if link.text == "Lower places").attributes["href"]
    assert later == "?q=person&page=2"
    polled = [element.attributes.get("data-hx-get", "") for element in page.all("div")]
    assert f"/c/{cup.slug}/table/?q=person&page=1&size=50" in polled


def test_an_author_jumps_to_the_own_bots(client: Client, read: Reader) -> None:
    cup = stage.competition()
    rated(cup, "ada", 1712)
    stage.field(cup, 51)
    rated(cup, "bob", 900)
    client.force_login(User.objects.get(username="bob"))
    page = read(client, f"/c/{cup.slug}/")
    own = next(link for link in page.all("a") if "#bot-" in link.attributes.get("href", ""))
    assert own.text.startswith("2. bot-")
    bot = Version.objects.get(bot__owner__username="bob").bot_id
    assert own.attributes["href"] == f"?page=1#bot-{cup.slug}-{bot}"
    assert f"bot-{cup.slug}-{bot}" in {row.attributes.get("id") for row in page.all("tr")}


def test_a_row_shows_how_the_rating_moved_lately(client: Client, read: Reader) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    played.match(cup, pair)
    rows = [row.text for row in read(client, f"/c/{cup.slug}/").all("tr")[1:]]
    assert any("▲ +" in row for row in rows)
    assert any("▼ −" in row for row in rows)


def test_home_shows_what_was_played_just_now(client: Client, read: Reader) -> None:
    cup = stage.competition()
    match = played.match(cup, stage.field(cup, 2))
    page = read(client, "/")
    assert "Ended just now" in page.text
    assert f"/matches/{match.pk}/" in [link.attributes.get("href") for link in page.all("a")]


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    stage.field(stage.competition(), 2)
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
