"""The games and their cards, as an author needs to know them; the same for everybody, so browsers keep it."""

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine import RULESETS, Game
from ladder.web.trait_cards import EVENT_CARDS, TRAIT_CARDS, TraitCard


@dataclass(frozen=True)
class Drawn:
    """A trait's card, the rulesets that have it, and the food numbers on it (lowest and highest)."""

    card: TraitCard
    rulesets: list[str]
    food: str


@require_safe
@cache_control(max_age=600)
def rules(request: HttpRequest) -> HttpResponse:
    """How a game goes, and every card drawn."""
    return render(request, "rules.html", {"cards": _drawn(), "events": EVENT_CARDS})


@cache
def _drawn() -> list[Drawn]:
    food = _food_numbers()
    return [
        Drawn(card, [name for name in RULESETS if name in card.rulesets], _span(food.get(card.slug, set())))
        for card in TRAIT_CARDS
    ]


def _food_numbers() -> dict[str, set[int]]:
    """Every trait's food numbers in the shipped catalogue, over all rulesets."""
    numbers: dict[str, set[int]] = {}
    for name in RULESETS:
        for card in Game.new(name, players=4).cards.values():
            if card["food"] is not None:
                numbers.setdefault(card["trait"], set()).add(card["food"])
    return numbers


def _span(numbers: set[int]) -> str:
    """`−3 to +5`, empty for a card that is no food card."""
    if not numbers:
        return ""
    low, high = (
        f"{number:+}".replace("-", "−").replace("+0", "0") for number in (min(numbers), max(numbers))
    )
    return low if low == high else f"{low} to {high}"
