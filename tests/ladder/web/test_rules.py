"""The page of the rules: every card of every ruleset is drawn, and said to be where it is."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine import RULESETS, Game
from ladder.web.trait_cards import EVENT_CARDS, TRAIT_CARDS
from tests.ladder.web.conftest import Reader

ICONS = Path(settings.BASE_DIR) / "ladder" / "web" / "static" / "web" / "icons.svg"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_of_a_ruleset_is_explained_for_it(ruleset: str) -> None:
    kinds = {card["trait"] for card in Game.new(ruleset, players=4).cards.values()}
    told = {card.slug for card in (*TRAIT_CARDS, *EVENT_CARDS) if ruleset in card.rulesets}
    climate = {card.slug for card in EVENT_CARDS if card.rulesets == {"climate"}}
    assert told - climate == kinds
    assert climate <= told or ruleset != "climate"


def test_there_are_twenty_eight_traits_and_an_icon_for_each_card() -> None:
    assert len(TRAIT_CARDS) == 28
    icons = ICONS.read_text()
    missing = [card.slug for card in (*TRAIT_CARDS, *EVENT_CARDS) if f'id="{card.slug}"' not in icons]
    assert missing == []


def test_the_page_draws_every_card_with_its_food_numbers(client: Client, read: Reader) -> None:
    page = read(client, "/rules/")
    cards = {each.attributes.get("id"): each.text for each in page.all("li")}
    assert all(card.slug in cards for card in (*TRAIT_CARDS, *EVENT_CARDS))
    assert "hunting food −3 to +3 all rulesets" in cards["ambush"]
    assert "flight" in cards["flight"]
    assert "food" not in cards["flight"].split("defence")[1]


def test_browsers_may_keep_the_page(client: Client) -> None:
    assert client.get("/rules/")["Cache-Control"] == "max-age=600"
