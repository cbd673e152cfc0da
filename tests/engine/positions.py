"""Random positions, valid by protocol.md 3 and rules.md 7: odd tables that random games seldom reach."""

import random
from collections.abc import Sequence

from engine.cards import shipped_catalogue
from engine.rulesets import RULESETS
from tests.engine.invariants import MOST_TRAITS, ZONES
from tests.engine.rebuilding import Json
from tests.engine.reckoning import name_of

LETTERS = "abcdef"


def phases(ruleset: str) -> list[str]:
    """The phases at whose start a random position can stand."""
    return [phase.name for phase in RULESETS[ruleset].phases if phase.name != "deal"]


def random_position(seed: int, ruleset: str = "base", phase: str | None = None) -> Json:
    """A position at the start of a phase, or of a turn in it; everything in it may be extreme."""
    return _Maker(random.Random(f"position {seed}"), ruleset, phase).position()


class _Dealer:
    """Hands out each card of a ruleset once, at random."""

    def __init__(self, ruleset: str, rng: random.Random) -> None:
        cards = shipped_catalogue().cards(RULESETS[ruleset], {})
        self.events = {cards.names[number] for number in cards.events}
        self.cards = [cards.names[number] for number in cards.deck]
        self.flight = [cards.names[number] for number in cards.flight]
        rng.shuffle(self.cards)
        rng.shuffle(self.flight)

    def take(self, number: int) -> list[str]:
        taken, self.cards = self.cards[:number], self.cards[number:]
        return taken

    def take_trait(self, names: Sequence[str] = ()) -> list[str]:
        """A trait card, of one of the names if some are given; none when there is none left."""
        possible = (card for card in self.cards if card not in self.events)
        card = next((card for card in possible if not names or name_of(card) in names), None)
        if card is None:
            return []
        self.cards.remove(card)
        return [card]


class _Maker:
    def __init__(self, rng: random.Random, ruleset: str, phase: str | None) -> None:
        self.rng = rng
        self.ruleset = ruleset
        self.phase = phase or rng.choice(phases(ruleset))
        self.dealer = _Dealer(ruleset, rng)
        self.players = rng.randint(2, 6)
        traits = sorted({name_of(card) for card in self.dealer.cards if card not in self.dealer.events})
        self.theme = rng.sample(traits, rng.randint(4, 9))
        self.most = MOST_TRAITS[ruleset] - (self.players == 2 and ruleset != "forum")
        self.quick_play = ruleset != "forum" and (self.players == 6 or rng.random() < 0.2)

    def position(self) -> Json:
        rng = self.rng
        rounds = rng.randint(2, 6)
        first = rng.randrange(self.players)
        in_turn = self.phase in ("events", "leaf", "feeding") or (
            self.phase == "play" and not self.quick_play
        )
        position: Json = {
            "ruleset": self.ruleset,
            "players": self.players,
            "options": {"quick_play": self.quick_play},
            "round": rounds,
            "phase": self.phase,
            "first": first,
            "turn": rng.randrange(self.players) if in_turn else first,
            "final_round": rng.choice((None, rounds, rounds + 1)),
            "watering_hole": rng.choice((0, 1, 2, rng.randint(3, 20))),
            "passes": 0,
            "seats": [self._seat(seat) for seat in range(self.players)],
            "food_cards": [self._food_card() for _ in range(self.players)],
            "removed": self.dealer.take(rng.choice((0, 40))),
            "discard": self.dealer.take(rng.randint(0, len(self.dealer.cards))),
            "reserve": self.dealer.take(rng.choice((0, 5))),
            "deck": self.dealer.take(rng.choice((0, 1, 3, len(self.dealer.cards)))),
        }
        if self.ruleset == "climate":
            position["climate"] = self._climate()
        if self.ruleset == "flight":
            position["cliff"] = rng.choice((0, 1, rng.randint(2, 9)))
            position["flight_supply"] = len(self.dealer.flight)
        return position

    def _food_card(self) -> str | None:
        names = [phase.name for phase in RULESETS[self.ruleset].phases]
        revealed = names.index("environment" if self.ruleset == "climate" else "reveal")
        if not names.index("food") < names.index(self.phase) <= revealed:
            return None
        card = self.dealer.take_trait()
        return card[0] if card else None

    def _seat(self, seat: int) -> Json:
        rng = self.rng
        least = 0 if self.phase in ("feeding", "ending", "reveal", "environment") else 1
        row = [self._species(f"{LETTERS[seat]}{number}") for number in range(1, rng.randint(least, 4) + 1)]
        hand = self.dealer.take(rng.choice((0, 1, 2, rng.randint(3, 6))))
        return {"hand": hand, "bag": rng.randint(0, 9), "named": len(row), "species": row}

    def _species(self, name: str) -> Json:
        rng = self.rng
        avian = self.ruleset == "flight" and len(self.dealer.flight) > 0 and rng.random() < 0.4
        traits = self._traits(avian)
        face_down = traits[1:] if self.phase == "play" and rng.random() < 0.4 else []
        traits = traits[: len(traits) - len(face_down)]
        least = 0 if avian and rng.random() < 0.2 else 1
        population, body = rng.randint(least, 6), rng.randint(least, 6)
        species: Json = {
            "id": name,
            "kind": "avian" if avian else "land",
            "population": population,
            "body": body,
        }
        species |= {"traits": traits, "face_down": face_down}
        species["fat"] = rng.randint(0, body) if "fat-tissue" in map(name_of, traits) and population else 0
        return species | self._eaten(avian, population, body)

    def _traits(self, avian: bool) -> list[str]:
        rng = self.rng
        room = self.most - avian
        wanted = rng.sample(self.theme, rng.randint(0, room))
        if rng.random() < 0.3 and "carnivore" not in wanted:
            wanted = ["carnivore", *wanted][:room]
        cards = [card for trait in wanted for card in self.dealer.take_trait([trait])]
        return [self.dealer.flight.pop(), *cards] if avian else cards

    def _eaten(self, avian: bool, population: int, body: int) -> Json:
        """Upkeep before population (I-06)."""
        rng = self.rng
        fed = self.phase in ("feeding", "ending")
        food = rng.choice((0, population, rng.randint(0, population))) if fed else 0
        if self.ruleset != "flight":
            return {"food": food}
        if not avian or not population:
            return {"food": 0 if avian else food, "upkeep": 0}
        upkeep = rng.choice((0, body, rng.randint(0, body))) if fed else 0
        return {"food": food if upkeep == body else 0, "upkeep": upkeep}

    def _climate(self) -> Json:
        rng = self.rng
        cards = list(shipped_catalogue().data["climate"]["events"])
        rng.shuffle(cards)
        decks = {deck: [card for card in cards if card["deck"] == deck] for deck in ("cold", "hot")}
        face_up = [deck.pop() for deck in decks.values() if rng.random() < 0.8]
        waiting = _take(decks["cold"], "glacial-thaw") if rng.random() < 0.2 else []
        out = _take(decks["hot"], "meteorite") if rng.random() < 0.2 else []
        shown = [{key: card[key] for key in ("card", "event", "zone")} for card in face_up]
        return {
            "zone": rng.choice(ZONES),
            "side": rng.choice(("2-3", "4-6")),
            "cold_deck": [card["card"] for card in decks["cold"]],
            "hot_deck": [card["card"] for card in decks["hot"]],
            "face_up": shown,
            "waiting": waiting,
            "out": out,
            "glacial_thaw": len(waiting),
            "meteorite": bool(out),
            "wildfire": rng.choice((0, 0, 7)) if self.phase in ("feeding", "ending") else 0,
            "volcano": None,
        }


def _take(deck: list[Json], event: str) -> list[str]:
    """One card of an event out of a deck, if there is one."""
    found = next((card for card in deck if card["event"] == event), None)
    if found is None:
        return []
    deck.remove(found)
    return [found["card"]]
