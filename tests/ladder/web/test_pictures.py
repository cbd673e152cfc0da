"""The pictures that links to matches and bots show elsewhere."""

import io

import pytest
from django.core.cache import caches
from django.test import Client
from PIL import Image

from ladder.web import pictures
from ladder.web.pictures import Card
from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    caches["files"].clear()


def drawn(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def test_a_match_has_a_picture_that_its_page_names(client: Client, read: Reader) -> None:
    cup = stage.competition()
    match = played.match(cup, stage.field(cup, 2))
    named = [
        meta.attributes["content"]
        for meta in read(client, f"/matches/{match.pk}/").all("meta")
        if meta.attributes.get("property") == "og:image"
    ]
    assert named == [f"http://testserver/matches/{match.pk}/picture.png"]
    response = client.get(f"/matches/{match.pk}/picture.png")
    assert (response["Content-Type"], response["Cache-Control"]) == ("image/png", "public, max-age=3600")
    assert drawn(response.content).size == (1200, 630)


def test_a_bot_has_a_picture_with_its_rating(client: Client) -> None:
    cup = stage.competition()
    rated, unrated = stage.field(cup, 2)[0].bot_id, stage.bot().pk
    pictures_of_both = [client.get(f"/bots/{pk}/picture.png").content for pk in (rated, unrated)]
    assert [drawn(content).size for content in pictures_of_both] == [(1200, 630)] * 2
    assert pictures_of_both[0] != pictures_of_both[1]


def test_what_is_not_public_has_no_picture(client: Client) -> None:
    version = stage.version(stage.bot())
    cup, draft = stage.competition(), stage.competition(state="draft")
    trial = stage.match(cup, [version, version], kind="trial")
    hidden = stage.match(draft, stage.field(draft, 2))
    client.force_login(version.bot.owner)
    for pk in (trial.pk, hidden.pk, 10**9):
        assert client.get(f"/matches/{pk}/picture.png").status_code == 404


def test_a_card_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pictures.png(Card("Match 1", "Cup", [("ada", "12")]))
    monkeypatch.setattr(pictures, "_drawn", None)
    assert pictures.png(Card("Match 1", "Cup", [("ada", "12")])) == first


def test_long_names_and_many_rows_stay_in_the_picture() -> None:
    card = Card("x" * 200, "y" * 200, [("z" * 200, "1")] * 50)
    image = drawn(pictures.png(card))
    right_edge = image.crop((1190, 0, 1200, 540))
    assert right_edge.getcolors() == [(10 * 540, (250, 248, 242))]
