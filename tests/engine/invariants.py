"""The invariants of rules.md 7 as watchers: of cards, tokens, species and rounds."""

from collections import Counter

from engine import Game
from tests.engine.rebuilding import Happening, Json, Rebuilt
from tests.engine.reckoning import (
    by_id,
    capacity,
    every_species,
    ids,
    ignored,
    name_of,
    names,
    trait_cards,
    trait_count,
)
from tests.engine.watching import Plan, Step, Watcher

DECKS = {"base": 129, "forum": 129, "climate": 177, "flight": 177}
MOST_TRAITS = {"base": 3, "forum": 3, "climate": 4, "flight": 3}
ZONES = ("ice-age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching")
MOST_ROUNDS = {
    "base": (12, 11, 9, 7, 6),
    "forum": (17, 11, 9, 7, 6),
    "flight": (13, 12, 9, 7, 6),
    "climate": (9, 8, 8, 8, 6),
}


class PositionWatcher(Watcher):
    """Watches every position of the game, the setup included."""

    def position(self, position: Json) -> None:
        raise NotImplementedError

    def begin(self, plan: Plan, setup: Json) -> None:
        self.position(setup)

    def step(self, game: Game, step: Step) -> None:
        self.position(step.after)


class EveryCardOnce(PositionWatcher):
    about = "I-01 every card of the deck stands exactly once"

    def position(self, position: Json) -> None:
        counts = Counter(trait_cards(position))
        assert len(counts) == DECKS[position["ruleset"]]
        assert set(counts.values()) == {1}


class FlightCards(PositionWatcher):
    about = "I-02 twelve Flight cards, in the supply or on boards"

    def position(self, position: Json) -> None:
        if position["ruleset"] != "flight":
            return
        on_boards = [
            card for _, s in every_species(position) for card in s["traits"] if name_of(card) == "flight"
        ]
        assert len(set(on_boards)) == len(on_boards) == 12 - position["flight_supply"]


class EventCardsOnce(PositionWatcher):
    about = "I-03 fifteen climate events of each deck, each once"

    def position(self, position: Json) -> None:
        climate = position.get("climate")
        if climate is None or not position["options"]["climate_events"]:
            return
        shown = [event["card"] for event in climate["face_up"]]
        cards = [*climate["cold_deck"], *climate["hot_deck"], *shown, *climate["waiting"], *climate["out"]]
        decks = Counter(card.split("-")[0] for card in set(cards))
        assert len(cards) == len(set(cards))
        assert decks == {"cold": 15, "hot": 15}


class TheMarkerMovesByOne(Watcher):
    about = "I-18 by its icons the climate marker moves one zone"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "marker" and h["why"] == "icons":
            assert abs(ZONES.index(h["from"]) - ZONES.index(h["to"])) == 1


class TokensInRange(PositionWatcher):
    about = "I-04 food, population, upkeep and fat in their ranges"

    def position(self, position: Json) -> None:
        for _, species in every_species(position):
            assert 0 <= species["food"] <= species["population"] <= 6
            assert 0 <= species["fat"] <= species["body"]
            assert 0 <= species.get("upkeep", 0) <= species["body"]
            assert not species["fat"] or "fat-tissue" in names(species)


class BodiesAndPopulations(PositionWatcher):
    about = "I-05 bodies 1 to 6, populations 1 or more"

    def position(self, position: Json) -> None:
        for _, species in every_species(position):
            low = 0 if position["ruleset"] == "flight" else 1
            assert low <= species["body"] <= 6
            assert species["population"] >= low


class UpkeepFirst(PositionWatcher):
    about = "I-06 no population food while upkeep is unfilled"

    def position(self, position: Json) -> None:
        for _, species in every_species(position):
            if species["kind"] == "avian":
                assert not species["food"] or species["upkeep"] == species["body"]


class TraitLimits(PositionWatcher):
    about = "I-07 few enough traits, all of different names"

    def position(self, position: Json) -> None:
        most = MOST_TRAITS[position["ruleset"]]
        if position["players"] == 2 and position["ruleset"] != "forum":
            most -= 1
        for _, species in every_species(position):
            cards = [name_of(card) for card in (*species["traits"], *species["face_down"])]
            assert len(cards) == len(set(cards)) <= most


class NothingNegative(Watcher):
    about = "I-08 no stock below zero, bags never shrink"

    def step(self, game: Game, step: Step) -> None:
        assert step.after["watering_hole"] >= 0
        assert step.after.get("cliff", 0) >= 0
        assert step.after.get("climate", {}).get("wildfire", 0) >= 0
        for before, after in zip(step.before["seats"], step.after["seats"], strict=True):
            assert after["bag"] >= before["bag"] >= 0


class CarnivoresEatMeat(Watcher):
    about = "I-09 a Carnivore never takes plant food"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "took" and h["kind"] == "plant":
            assert "carnivore" not in names(board.species(h["species"]))


class SourcesGiveWhatIsTaken(Watcher):
    about = "I-10 a take gives at most what its source and the species' places hold"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] != "took":
            return
        assert h["amount"] >= 1
        assert h["amount"] == h["population"] + h["upkeep"] + h["fat"]
        if h["source"] != "bank":
            assert h["amount"] <= board.position["watering_hole" if h["source"] == "hole" else "cliff"]
        assert h["foraging"] <= 1


class AttacksCostOneEach(Watcher):
    about = (
        "I-11 an attack costs the target one population, the attacker one on Horns, and feeds Scavengers once"
    )

    def step(self, game: Game, step: Step) -> None:
        attack = next((h for h in step.happenings if h["h"] == "attacked"), None)
        if attack is None:
            return
        before = by_id(step.before)
        attacker, target = before[attack["attacker"]], before[attack["target"]]
        losses = [(h["species"], h["amount"], h["why"]) for h in step.happenings if h["h"] == "lost"]
        horned = "horns" in names(target) and "horns" not in attack["ignoring"]
        expected = [(attacker["id"], 1, "horns")] if horned else []
        assert [loss for loss in losses if loss[2] in ("horns", "attack")] == [
            *expected,
            (target["id"], 1, "attack"),
        ]
        meat = [h for h in step.happenings if h["h"] == "took" and h["why"] == "attack"]
        assert len(meat) <= 1
        assert all(h["species"] == attacker["id"] and h["amount"] <= target["body"] for h in meat)


class ScavengersEatOnce(Watcher):
    about = "I-11 each living Scavenger with a place takes one, in the order of the seats"

    def __init__(self) -> None:
        self.ignored = False
        self.owner = 0

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "attacked":
            self.ignored = "scavenger" in h["ignoring"]
        if h["h"] == "took" and h["why"] == "scavenger":
            assert not self.ignored
            species = board.species(h["species"])
            assert "scavenger" in names(species)
            assert (h["amount"], h["kind"], h["source"]) == (1, "meat", "bank")

    def step(self, game: Game, step: Step) -> None:
        attack = next((h for h in step.happenings if h["h"] == "attacked"), None)
        if attack is None:
            return
        fed = [h["species"] for h in step.happenings if h["h"] == "took" and h["why"] == "scavenger"]
        assert len(fed) == len(set(fed))
        unfed = {
            species["id"]
            for _, species in every_species(step.after)
            if "scavenger" in names(species) and capacity(species) > 0
        }
        if "scavenger" not in attack["ignoring"] and step.after["phase"] == "feeding":
            assert unfed <= set(fed)


class ExtinctionsDrawCards(Watcher):
    about = "I-12 a dead species' tokens go to the bag, a card is drawn for each of its traits"

    def __init__(self) -> None:
        self.traits = 0
        self.available = 0

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "extinct":
            species = board.species(h["species"])
            assert species["population"] == species["food"] == species["fat"] == 0
            self.traits = trait_count(species)
            to_the_pile = self.traits - ("flight" in names(species))
            stocks = ("deck", "reserve", "discard")
            self.available = to_the_pile + sum(len(board.position[key]) for key in stocks)
        if h["h"] == "drew" and h["why"] == "extinction":
            assert len(h["cards"]) == min(self.traits, self.available)
            self.traits = 0

    def step(self, game: Game, step: Step) -> None:
        dead = [h for h in step.happenings if h["h"] == "extinct"]
        draws = [h for h in step.happenings if h["h"] == "drew" and h["why"] == "extinction"]
        traits = [h for h in step.happenings if h["h"] == "discarded" and h["why"] == "extinct"]
        flights = [h for h in step.happenings if h["h"] == "flight-card" and h["what"] == "returned"]
        assert len(draws) <= len(dead)
        if dead and not any(h["h"] == "last-round" for h in step.happenings):
            assert sum(len(h["cards"]) for h in draws) <= len(traits) + len(flights)


class RowsGrowAtTheirEnds(Watcher):
    about = "I-13 species come at the ends of a row and go from anywhere, and never change places"

    def step(self, game: Game, step: Step) -> None:
        for before, after in zip(ids(step.before), ids(step.after), strict=True):
            stayed = [species for species in after if species in before]
            assert stayed == [species for species in before if species in after]
            if stayed:
                first, last = after.index(stayed[0]), after.index(stayed[-1])
                assert after[first : last + 1] == stayed


class NewSpeciesHaveAReason(Watcher):
    about = "I-14 a new species comes by a card or to a player without any"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] != "new-species":
            return
        row = board.seats[h["seat"]]["species"]
        phase = board.position["phase"]
        if h["why"] == "card":
            assert phase == "play"
        else:
            assert row == []
            granted_at_deal = board.position["ruleset"] in ("climate", "flight")
            at_deal = phase == "deal" and (granted_at_deal or board.position["round"] == 1)
            assert at_deal or (phase == "ending" and not granted_at_deal)
            assert h["why"] == ("deal" if at_deal else "grant")


class GrowthHasAReason(Watcher):
    about = "I-15 bodies and populations change only by what may change them"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "grew":
            assert (
                h["why"]
                in {"population": ("card", "fertile", "brood-parasite"), "body": ("card",)}[h["what"]]
            )
        if h["h"] == "lost" and h["what"] == "body":
            assert h["why"] == "desertification"


class BoardsAreEmptyBetweenRounds(PositionWatcher):
    about = (
        "I-16 no food on boards from the end of feeding to the next leaf step, but for Nesting and Dive Bomb"
    )

    def position(self, position: Json) -> None:
        if position["phase"] not in ("deal", "food", "play"):
            return
        added = position["options"].get("substitutions", {}).values()
        if position["phase"] == "play" and (position["ruleset"] == "flight" or "nesting" in added):
            return
        table = [species for _, species in every_species(position)]
        assert all(species["food"] == species.get("upkeep", 0) == 0 for species in table)


class TheUnfedStarve(Watcher):
    about = "I-17 after starvation all that lives is fed, but for two that hibernate"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "bagged" and h["why"] == "end":
            for species in board.living():
                if species["food"]:
                    unfed = species["population"] - species["food"]
                    assert 0 <= unfed <= ignored(species)

    def step(self, game: Game, step: Step) -> None:
        ends = any(h["h"] == "phase" and h["phase"] == "ending" for h in step.happenings)
        ate = any(h["h"] == "took" for h in step.happenings)  # Migratory
        if not ends or ate or step.before["phase"] != "feeding":
            return
        before, after = by_id(step.before), by_id(step.after)
        for identity, species in before.items():
            left = min(species["population"], species["food"] + ignored(species))
            assert (identity in after) == (left > 0)
            assert not left or after[identity]["population"] == left


class HandsChangeAsTold(Watcher):
    about = "I-19, protocol.md 7 the happenings explain every change of the position"

    def step(self, game: Game, step: Step) -> None:
        found, wanted = dict(step.told), dict(step.after)
        for position in (found, wanted):
            position.pop("pending", None)
            if position["phase"] not in ("play", "events", "leaf", "feeding"):
                position.pop("turn")
        for key in wanted:
            assert found[key] == wanted[key], f"{key}: told {found[key]}, found {wanted[key]}"


class FewRounds(Watcher):
    about = "I-28 the deck bounds the number of rounds"

    def begin(self, plan: Plan, setup: Json) -> None:
        self.most = MOST_ROUNDS[plan.ruleset][plan.players - 2]

    def end(self, game: Game) -> None:
        assert game.position()["round"] <= self.most


class FewFeedings(Watcher):
    about = "I-29 every feeding turn uses up a place, a population or a card"

    def __init__(self) -> None:
        self.left = 0

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "phase" and h["phase"] == "feeding":
            species = list(board.living())
            places = sum(capacity(each) for each in species)
            population = sum(each["population"] for each in species)
            self.left = places + population + sum(len(seat["hand"]) for seat in board.seats)
        if board.position["phase"] == "feeding" and h["h"] == "drew":
            self.left += len(h["cards"])
        if board.position["phase"] == "feeding" and h["h"] == "ended":
            self.left -= 1
            assert self.left >= 0


class FewPlays(Watcher):
    """Where traits are removed freely, a card can be played and removed again: two actions."""

    about = "I-30 a player plays at most all hand cards, removes all traits, and ends"

    def __init__(self) -> None:
        self.left: dict[int, int] = {}

    def step(self, game: Game, step: Step) -> None:
        if step.before["phase"] != "play":
            self.left = {}
            return
        seat = step.before["seats"][step.seat]
        traits = sum(trait_count(species) for species in seat["species"])
        a_card = 2 if step.before["ruleset"] in ("climate", "flight") else 1
        self.left.setdefault(step.seat, len(seat["hand"]) * a_card + traits + 1)
        if step.kind == "play":
            self.left[step.seat] -= 1
            assert self.left[step.seat] >= 0


class EachLeafTraitOnce(Watcher):
    about = "I-31 in the leaf step every listed trait acts exactly once, and nothing disappears"

    def __init__(self) -> None:
        self.waiting: dict[int, set[str]] = {}

    def step(self, game: Game, step: Step) -> None:
        if step.before["phase"] != "leaf":
            self.waiting = {}
            return
        if step.kind == "leaf":
            waiting = self.waiting.setdefault(step.seat, set(step.choices))
            assert set(step.choices) == waiting
            waiting.remove(step.choice)
        if step.after["phase"] == "leaf":
            before, after = by_id(step.before), by_id(step.after)
            assert [names(species) for species in before.values()] == [names(s) for s in after.values()]
        else:
            assert all(not left for left in self.waiting.values())


class TheLastRoundIsLast(Watcher):
    about = "I-32 the last round comes never later, and the game ends with it"

    def step(self, game: Game, step: Step) -> None:
        before, after = step.before["final_round"], step.after["final_round"]
        if before is not None:
            assert after is not None
            assert after <= before
        if after is not None:
            assert step.after["round"] <= after

    def end(self, game: Game) -> None:
        position = game.position()
        assert position["round"] == position["final_round"]


class ScoresFollowFromTheLog(Watcher):
    about = "I-33 the score is what was bagged, population and traits"

    def __init__(self) -> None:
        self.bagged: Counter[int] = Counter()

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "bagged":
            self.bagged[h["seat"]] += h["amount"]

    def end(self, game: Game) -> None:
        result, position = game.result, game.position()
        assert result is not None
        for number, seat in enumerate(position["seats"]):
            population = sum(species["population"] for species in seat["species"])
            traits = sum(len(species["traits"]) for species in seat["species"])
            assert seat["bag"] == self.bagged[number]
            assert result["scores"][number] == self.bagged[number] + population + traits
            assert result["population_points"][number] == population
            assert result["trait_points"][number] == traits


class FoodStaysOnBoards(Watcher):
    about = "I-34 between leaf and starvation food leaves a board only as excess or by extinction"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if board.position["phase"] in ("leaf", "reveal", "environment", "feeding") and h["h"] == "bagged":
            assert h["why"] in ("excess", "extinct", "fat")


class TheFullTakeNothing(Watcher):
    about = "I-38 a species never receives more than it has places for"

    def happening(self, board: Rebuilt, h: Happening) -> None:
        if h["h"] == "took":
            assert h["amount"] <= capacity(board.species(h["species"]))


WATCHERS: tuple[type[Watcher], ...] = (
    EveryCardOnce,
    FlightCards,
    EventCardsOnce,
    TheMarkerMovesByOne,
    TokensInRange,
    BodiesAndPopulations,
    UpkeepFirst,
    TraitLimits,
    NothingNegative,
    CarnivoresEatMeat,
    SourcesGiveWhatIsTaken,
    AttacksCostOneEach,
    ScavengersEatOnce,
    ExtinctionsDrawCards,
    RowsGrowAtTheirEnds,
    NewSpeciesHaveAReason,
    GrowthHasAReason,
    BoardsAreEmptyBetweenRounds,
    TheUnfedStarve,
    HandsChangeAsTold,
    FewRounds,
    FewFeedings,
    FewPlays,
    EachLeafTraitOnce,
    TheLastRoundIsLast,
    ScoresFollowFromTheLog,
    FoodStaysOnBoards,
    TheFullTakeNothing,
)
