"""What a game report says of each kind of happening: one short sentence, or one for several of a kind."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Happening = Mapping[str, Any]
Teller = Callable[["Story", Sequence[Happening]], Iterable[str]]

SOURCES = {"hole": "the watering hole", "bank": "the bank", "cliff": "the cliff"}


class Story:
    """What the report has to remember: names, each species' owner and open traits, cards not told of yet."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.round = 0
        self.owner: dict[str, int] = {}
        self.traits: dict[str, list[str]] = {}
        self.bags = [0] * len(names)
        self.total = 0  # of the food cards last revealed
        self.spent: list[str] = []  # cards discarded for growth or a new species, told with it
        self.fatal: dict[str, str] = {}  # what took a species' last population, told with its end
        self.out: set[int] = set()  # seats whose fault has been told
        self.population: dict[str, int] = {}  # of the living species
        self.attacks = [0] * len(names)
        self.died_out = [0] * len(names)
        self.history: list[list[int]] = []  # points by seat at the end of each round

    def species(self, species: str) -> str:
        """`Anna's a1`."""
        owner = self.owner.get(species)
        return species if owner is None else f"{self.names[owner]}'s {species}"

    def with_traits(self, species: str) -> str:
        """`Anna's a1 (Horns, Climbing)`."""
        traits = self.traits.get(species, [])
        return self.species(species) + (f" ({', '.join(traits)})" if traits else "")

    def points(self) -> list[int]:
        """What each seat that has had a species would score now, but for the fat on its cards."""
        points = self.bags[: 1 + max(self.owner.values(), default=-1)]
        for species, population in self.population.items():
            points[self.owner[species]] += population + len(self.traits.get(species, ()))
        return points

    def spent_cards(self) -> str:
        """`, discarding Horns and Fertile`: the cards discarded since it was last asked."""
        cards, self.spent = self.spent, []
        return f", discarding {' and '.join(cards)}" if cards else ""


def card_name(card: Any) -> str:
    """`Fat Tissue` of `fat-tissue-3`; of a card that is not known, `a card`."""
    return in_words(re.sub(r"-\d+$", "", card)) if isinstance(card, str) else "a card"


def in_words(name: str) -> str:
    """`Fat Tissue` of `fat-tissue`."""
    return name.replace("-", " ").title()


def counted(number: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def _number(cards: Any) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _each(sentence: Callable[[Story, Happening], str | None]) -> Teller:
    """One sentence for each happening, or none."""

    def tell(story: Story, group: Sequence[Happening]) -> Iterable[str]:
        return (text for happening in group if (text := sentence(story, happening)) is not None)

    return tell


def _names(story: Story, group: Sequence[Happening]) -> str:
    """`Anna, Bob and Cleo`, of the happenings' seats."""
    *others, last = dict.fromkeys(story.names[happening["seat"]] for happening in group)
    return f"{', '.join(others)} and {last}" if others else last


def _sums(story: Story, group: Sequence[Happening], number: Callable[[Happening], int]) -> str:
    """`Anna 4, Bob 5`: a number for each seat, summed up."""
    sums: dict[int, int] = {}
    for happening in group:
        sums[happening["seat"]] = sums.get(happening["seat"], 0) + number(happening)
    return ", ".join(f"{story.names[seat]} {total}" for seat, total in sums.items())


# --- rounds, cards and the deck ------------------------------------------------------------------------


def _round(story: Story, h: Happening) -> str:
    if story.round and story.owner:
        story.history.append(story.points())
    story.round = h["round"]
    last = ", the last" if h["final"] == h["round"] else ""
    return f"Round {h['round']}{last} — {story.names[h['first']]} begins"


def _dealt(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    yield f"Cards dealt: {_sums(story, group, lambda h: _number(h['cards']))}"


def _drew(story: Story, h: Happening) -> str:
    why = {
        "extinction": "for the extinct species",
        "return": "for those returned",
        "event-card": "for the event",
    }
    return f"{story.names[h['seat']]} draws {counted(_number(h['cards']), 'card')} {why[h['why']]}"


def _shuffled(story: Story, h: Happening) -> str:
    return (
        f"The deck is used up; the discard pile is shuffled into a new one of {counted(h['cards'], 'card')}"
    )


def _reserve(story: Story, h: Happening) -> str:
    return f"The deck is used up; the reserve of {counted(h['cards'], 'card')} takes its place"


def _last_round(story: Story, h: Happening) -> str:
    return "This is the last round" if h["round"] == story.round else f"Round {h['round']} will be the last"


def _food_placed(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    yield f"{_names(story, group)} put a food card on the watering hole"


def _food_revealed(story: Story, h: Happening) -> str:
    story.total = h["total"]
    cards = [f"{story.names[seat]} {card_name(card)}" for seat, card in enumerate(h["cards"]) if card]
    return f"Food cards: {', '.join(cards) or 'none'}; together {h['total']:+}"


def _returned(story: Story, h: Happening) -> str:
    return f"{story.names[h['seat']]} puts {counted(_number(h['cards']), 'card')} under the deck"


def _played(story: Story, h: Happening) -> str:
    return f"{story.names[h['seat']]} plays {card_name(h['card'])} on {h['species']}"


def _revealed(story: Story, h: Happening) -> str:
    cards = [card_name(card) for card in h["cards"]]
    story.traits.setdefault(h["species"], []).extend(cards)
    return f"{story.species(h['species'])} shows {', '.join(cards)}"


def _discarded(story: Story, h: Happening) -> str | None:
    name, card, why = story.names[h["seat"]], card_name(h["card"]), h["why"]
    if h["from"] == "species":
        _drop_trait(story, h["species"], card)
    if why in ("species", "growth", "avian"):
        story.spent.append(card)
        return None
    if why in ("replaced", "removed"):
        return f"{name} takes {card} off {h['species']}"
    if why in ("paid", "intelligence"):
        return f"{name} discards {card}" + (" (Intelligence)" if why == "intelligence" else "")
    return None  # extinct, food-card, event-card: told already


def _drop_trait(story: Story, species: str, trait: str) -> None:
    """A face-down card was never among the open traits."""
    traits = story.traits.get(species, [])
    if trait in traits:
        traits.remove(trait)


def _flight_card(story: Story, h: Happening) -> str | None:
    if h["what"] == "taken":
        story.traits.setdefault(h["species"], []).append("Flight")
        return None
    _drop_trait(story, h["species"], "Flight")
    return f"The Flight card of {h['species']} returns to the supply"


def _event_played(story: Story, h: Happening) -> str:
    species = f" with {h['species']}" if h["species"] else ""
    return f"{story.names[h['seat']]} plays {card_name(h['card'])}{species}"


# --- species -------------------------------------------------------------------------------------------


def _new_species(story: Story, h: Happening) -> str:
    name, species = story.names[h["seat"]], h["species"]
    story.owner[species] = h["seat"]
    story.population[species] = 0 if h["kind"] == "avian" else 1
    kind = "the avian species" if h["kind"] == "avian" else "the species"
    if h["why"] == "card":
        return f"{name} starts {kind} {species} on the {h['side']}{story.spent_cards()}"
    return f"{name} gets {kind} {species}"


def _grew(story: Story, h: Happening) -> str:
    _count(story, h)
    by = story.spent_cards() if h["why"] == "card" else f" ({in_words(h['why'])})"
    return f"{story.species(h['species'])} grows to {h['what']} {h['to']}{by}"


def _count(story: Story, h: Happening) -> None:
    if h["what"] == "population":
        story.population[h["species"]] = h["to"]


_CAUSES = {"attack": "the attack", "horns": "the Horns", "starvation": "hunger"}


def _lost(story: Story, h: Happening) -> str | None:
    _count(story, h)
    cause = _CAUSES.get(h["why"], str(h["why"]))
    if h["what"] == "population" and not h["to"]:
        story.fatal[h["species"]] = cause
        return None
    return f"{story.species(h['species'])} loses {h['amount']} {h['what']} to {cause} and has {h['to']} left"


def _extinct(story: Story, h: Happening) -> str:
    cause = story.fatal.pop(h["species"], None)
    if story.population.pop(h["species"], None) == 0 and cause is None:
        cause = "it never grew a population"
    story.died_out[h["seat"]] += 1
    return f"{story.with_traits(h['species'])} dies out" + (f": {cause}" if cause else "")


def _bagged(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    for h in group:
        story.bags[h["seat"]] += h["amount"]
        if h["why"] != "end":
            yield f"{h['amount']} food of {h['species']} goes into {story.names[h['seat']]}'s bag"
    seats = dict.fromkeys(h["seat"] for h in group if h["why"] == "end")
    if seats:
        bags = (f"{story.names[seat]} +{_collected(group, seat)} = {story.bags[seat]}" for seat in seats)
        yield f"Food into the bags: {', '.join(bags)}"


def _collected(group: Sequence[Happening], seat: int) -> int:
    return sum(h["amount"] for h in group if h["why"] == "end" and h["seat"] == seat)


# --- food and attacks ----------------------------------------------------------------------------------


def _took(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    """Plain feedings one after another share a sentence, each species once."""
    for run in _runs(group):
        if len(run) == 1:
            yield _took_one(story, run[0])
            continue
        *others, last = [story.species(h["species"]) for h in run]
        yield f"{', '.join(others)} and {last} take 1 food each from {SOURCES[run[0]['source']]}"


def _runs(group: Sequence[Happening]) -> list[list[Happening]]:
    runs: list[list[Happening]] = []
    for h in group:
        if runs and _is_plain(h) and _is_plain(runs[-1][0]) and _goes_with(h, runs[-1]):
            runs[-1].append(h)
        else:
            runs.append([h])
    return runs


def _is_plain(h: Happening) -> bool:
    extra = h["foraging"] or h["upkeep"] or h["fat"] or h["nocturnal"]
    return bool(h["why"] == "feed" and h["amount"] == 1 and not extra)


def _goes_with(h: Happening, run: Sequence[Happening]) -> bool:
    fed = [other["species"] for other in run]
    return bool(h["source"] == run[0]["source"] and h["species"] not in fed)


def _took_one(story: Story, h: Happening) -> str:
    why = {"feed": "", "attack": "", "dive-bomb": ""}.get(h["why"], f" ({in_words(h['why'])})")
    where = "" if h["why"] == "attack" else f" from {SOURCES[h['source']]}"
    what = "meat" if h["kind"] == "meat" else "food"
    text = f"{story.species(h['species'])} takes {h['amount']} {what}{where}{why}"
    parts = [f"{h[key]} {label}" for key, label in _PARTS if h[key]]
    return text + (f", {', '.join(parts)}" if parts else "") + _by_night(h)


_PARTS = (("foraging", "by Foraging"), ("upkeep", "as upkeep"), ("fat", "stored as fat"))


def _by_night(h: Happening) -> str:
    return ", by night" if h["nocturnal"] else ""


def _attacked(story: Story, h: Happening) -> str:
    if h["attacker"] in story.owner:
        story.attacks[story.owner[h["attacker"]]] += 1
    text = f"{story.with_traits(h['attacker'])} attacks {story.with_traits(h['target'])}"
    if h["ambushing"]:
        text += f", ambushing {in_words(h['ambushing'])}"
    if h["ignoring"]:
        text += f", ignoring {' and '.join(map(in_words, h['ignoring']))}"
    return text + _by_night(h)


def _fat_moved(story: Story, h: Happening) -> str:
    return f"{story.species(h['species'])} eats {h['amount']} of its fat"


def _upkeep_moved(story: Story, h: Happening) -> str:
    return f"{h['amount']} food of {story.species(h['species'])} moves to its upkeep"


def _passed(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    seats = {h["seat"] for h in group}
    yield f"{_names(story, group)} {'passes' if len(seats) == 1 else 'pass'}"


def _defaulted(story: Story, h: Happening) -> str | None:
    if h["seat"] in story.out:
        return None
    story.out.add(h["seat"])
    return f"{story.names[h['seat']]} is out by a fault; from here the default choice is made"


# --- the hole, the cliff and the climate -----------------------------------------------------------------


def _hole(story: Story, h: Happening) -> str:
    climate = h["change"] - story.total if h["why"] == "food-cards" and h["to"] else 0
    return f"The watering hole {_changed(h)}" + (f" ({climate:+} by the climate)" if climate else "")


def _cliff(story: Story, h: Happening) -> str:
    return f"The cliff {_changed(h)}"


def _set_aside(story: Story, h: Happening) -> str:
    return f"The food set aside after the Wildfire {_changed(h)}"


def _changed(h: Happening) -> str:
    verb = "gains" if h["change"] > 0 else "loses"
    return f"{verb} {abs(h['change'])} and holds {h['to']}"


def _marker(story: Story, h: Happening) -> str:
    if h["from"] == h["to"]:
        return f"The climate stays {in_words(h['to'])}"
    return f"The climate moves from {in_words(h['from'])} to {in_words(h['to'])}"


def _climate_event(story: Story, h: Happening) -> str:
    return f"Climate event under {in_words(h['zone'])}: {in_words(h['event'])}"


def _volcano(story: Story, h: Happening) -> str:
    return f"After this feeding the volcano moves the climate to {in_words(h['zone'])}"


def _scored(story: Story, group: Sequence[Happening]) -> Iterable[str]:
    for h in group:
        story.history.append(list(h["scores"]))
        for seat in sorted(range(len(h["scores"])), key=lambda seat: (h["places"][seat], seat)):
            traits, population = h["trait_points"][seat], h["population_points"][seat]
            bag = h["scores"][seat] - traits - population
            parts = f"bag {bag}, population {population}, traits {traits}"
            yield f"{h['places'][seat]}. {story.names[seat]}: {counted(h['scores'][seat], 'point')} ({parts})"


TELLERS: Mapping[str, Teller] = {
    "round": _each(_round),
    "dealt": _dealt,
    "drew": _each(_drew),
    "shuffled": _each(_shuffled),
    "reserve": _each(_reserve),
    "last-round": _each(_last_round),
    "food-placed": _food_placed,
    "food-revealed": _each(_food_revealed),
    "returned": _each(_returned),
    "played": _each(_played),
    "revealed": _each(_revealed),
    "discarded": _each(_discarded),
    "flight-card": _each(_flight_card),
    "event-played": _each(_event_played),
    "new-species": _each(_new_species),
    "grew": _each(_grew),
    "lost": _each(_lost),
    "extinct": _each(_extinct),
    "bagged": _bagged,
    "took": _took,
    "attacked": _each(_attacked),
    "fat-moved": _each(_fat_moved),
    "upkeep-moved": _each(_upkeep_moved),
    "passed": _passed,
    "defaulted": _each(_defaulted),
    "hole": _each(_hole),
    "cliff": _each(_cliff),
    "set-aside": _each(_set_aside),
    "marker": _each(_marker),
    "climate-event": _each(_climate_event),
    "volcano": _each(_volcano),
    "scored": _scored,
}
