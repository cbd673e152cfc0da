"""Random positions, valid by protocol.md 3 and rules.md 7: odd tables that random games seldom reach."""

import random
from collections.abc import Sequence

from engine.cards import shipped_catalogue
from engine.rulesets import RULESETS
from tests.engine.invariants import MOST_TRAITS
from tests.engine.rebuilding import Json
from tests.engine.reckoning import name_of

LOADABLE = ("food", "play", "leaf", "reveal", "feeding", "ending")
BEFORE_REVEAL = ("play", "events", "leaf", "reveal", "environment")
LETTERS = "abcdef"


class Dealer:
    """Hands out each card of a ruleset's deck once, at random."""

    def __init__(self, ruleset: str, rng: random.Random) -> None:
        cards = shipped_catalogue().cards(RULESETS[ruleset], {})
        self.rng = rng
        self.cards = [cards.names[number] for number in cards.deck if number not in cards.events]
        rng.shuffle(self.cards)

    def take(self, number: int) -> list[str]:
        taken, self.cards = self.cards[:number], self.cards[number:]
        return taken

    def take_trait(self, names: Sequence[str]) -> list[str]:
        """A card of one of the names, if there is one left."""
        card = next((card for card in self.cards if name_of(card) in names), None)
        if card is None:
            return []
        self.cards.remove(card)
        return [card]


def random_position(seed: int, ruleset: str = "base", phase: str | None = None) -> Json:
    """A position at the start of a phase, or of a turn in it; everything in it may be extreme."""
    rng = random.Random(f"position {seed}")
    dealer = Dealer(ruleset, rng)
    phase = phase or rng.choice(LOADABLE)
    players = rng.randint(2, 6)
    rounds = rng.randint(2, 6)
    first = rng.randrange(players)
    quick_play = ruleset != "forum" and (players == 6 or rng.random() < 0.2)
    in_turn = phase in ("leaf", "feeding") or (phase == "play" and not quick_play)
    theme = rng.sample(sorted({name_of(card) for card in dealer.cards}), rng.randint(4, 9))
    seats = [_seat(rng, dealer, ruleset, phase, theme, players, seat) for seat in range(players)]
    food_cards = [
        card for _ in range(players) for card in (dealer.take(1) if phase in BEFORE_REVEAL else [None])
    ]
    return {
        "ruleset": ruleset,
        "players": players,
        "options": {"quick_play": quick_play},
        "round": rounds,
        "phase": phase,
        "first": first,
        "turn": rng.randrange(players) if in_turn else first,
        "final_round": rng.choice((None, rounds, rounds + 1)),
        "watering_hole": rng.choice((0, 1, 2, rng.randint(3, 20))),
        "passes": 0,
        "food_cards": food_cards,
        "removed": dealer.take(rng.choice((0, 40))),
        "discard": dealer.take(rng.randint(0, len(dealer.cards))),
        "reserve": [],
        "deck": dealer.take(rng.choice((0, 1, 3, len(dealer.cards)))),
        "seats": seats,
    }


def _seat(
    rng: random.Random, dealer: Dealer, ruleset: str, phase: str, theme: list[str], players: int, seat: int
) -> Json:
    least = 0 if phase in ("feeding", "ending", "reveal") else 1
    row = [
        _species(rng, dealer, ruleset, phase, theme, players, f"{LETTERS[seat]}{number}")
        for number in range(1, rng.randint(least, 4) + 1)
    ]
    hand = dealer.take(rng.choice((0, 1, 2, rng.randint(3, 6))))
    return {"hand": hand, "bag": rng.randint(0, 9), "named": len(row), "species": row}


def _species(
    rng: random.Random, dealer: Dealer, ruleset: str, phase: str, theme: list[str], players: int, name: str
) -> Json:
    most = MOST_TRAITS[ruleset] - (players == 2 and ruleset != "forum")
    wanted = rng.sample(theme, rng.randint(0, most))
    if rng.random() < 0.3 and "carnivore" not in wanted:
        wanted = ["carnivore", *wanted][:most]
    cards = [card for trait in wanted for card in dealer.take_trait([trait])]
    face_down = cards[1:] if phase == "play" and rng.random() < 0.4 else []
    traits = cards[: len(cards) - len(face_down)]
    population, body = rng.randint(1, 6), rng.randint(1, 6)
    fed = phase in ("feeding", "ending")
    stores = "fat-tissue" in map(name_of, traits)
    return {
        "id": name,
        "kind": "land",
        "population": population,
        "body": body,
        "food": rng.choice((0, population, rng.randint(0, population))) if fed else 0,
        "fat": rng.randint(0, body) if stores else 0,
        "traits": traits,
        "face_down": face_down,
    }
