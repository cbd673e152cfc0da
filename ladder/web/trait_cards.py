"""What each trait card does, in words of our own, for the page of the rules; the engine is what counts."""

from dataclasses import dataclass

BASE = frozenset({"base", "forum", "climate", "flight"})
CLIMATE = frozenset({"climate"})
FLIGHT = frozenset({"flight"})


@dataclass(frozen=True)
class TraitCard:
    """A trait: when it speaks (`kind`), what it does, a hint, and the rulesets that have it."""

    slug: str
    kind: str
    does: str
    hint: str = ""
    rulesets: frozenset[str] = BASE

    @property
    def name(self) -> str:
        """`Fat Tissue` of `fat-tissue`."""
        return self.slug.replace("-", " ").title()


HUNT, GUARD, EAT, GROW, WEATHER = "hunting", "defence", "eating", "growing", "weather"

TRAIT_CARDS = (
    TraitCard(
        "ambush",
        HUNT,
        "Its attacks pass over every Warning Call.",
        "In Climate it may also ignore one defensive trait of a Migratory prey.",
    ),
    TraitCard(
        "brood-parasite",
        GROW,
        "An avian species with it grows by 1 population and takes 1 food before feeding, while its owner has"
        " another avian species.",
        "On land it does nothing but count a point.",
        FLIGHT,
    ),
    TraitCard(
        "burrowing",
        GUARD,
        "Nobody can attack it once it is fed.",
        "In Climate it also bears heat and cold better, and Wildfire passes over it.",
    ),
    TraitCard(
        "camouflage", GUARD, "Only a Carnivore with Good Eyesight can attack it.", rulesets=FLIGHT
    ),
    TraitCard(
        "carnivore",
        HUNT,
        "It eats meat only: it attacks species that its size exceeds, and takes as much as their body.",
        "It must attack when it is hungry and nothing else of its owner can be fed, even its own side.",
    ),
    TraitCard("climbing", GUARD, "Only a Carnivore that climbs, too, can attack it."),
    TraitCard(
        "cooling-frills", WEATHER, "It bears 3 more heat, and is 2 larger when attacked.", rulesets=CLIMATE
    ),
    TraitCard(
        "cooperation",
        EAT,
        "Whenever it takes food, its right neighbour takes 1 of the same kind from the same place.",
        "Chains of it feed a whole row in one turn.",
    ),
    TraitCard(
        "defensive-herding",
        GUARD,
        "Only a Carnivore of a larger population can attack it.",
        "In Climate it also bears 1 more cold.",
    ),
    TraitCard(
        "fat-tissue",
        EAT,
        "Once it is full it stores up to its body size of food, which it eats before the next feeding.",
        "What is stored counts as points at the end.",
    ),
    TraitCard("fertile", GROW, "It grows by 1 population while there is food left in the watering hole."),
    TraitCard(
        "flight",
        GUARD,
        "Its species flies: only flying Carnivores reach it, it may eat at the cliff, and it needs upkeep as"
        " large as its body.",
        "Comes with a new avian species, never as a card of its own.",
        FLIGHT,
    ),
    TraitCard("foraging", EAT, "Whenever it takes plants, it takes 1 more from the same place."),
    TraitCard(
        "good-eyesight",
        EAT,
        "A plant eater takes 2 from the watering hole before feeding begins; a Carnivore sees through"
        " Camouflage.",
        rulesets=FLIGHT,
    ),
    TraitCard("hard-shell", GUARD, "It is 4 larger when attacked."),
    TraitCard(
        "heavy-fur", WEATHER, "It bears 4 more cold, but loses 1 more in the heat.", rulesets=CLIMATE
    ),
    TraitCard(
        "hibernation", WEATHER, "It bears 1 more cold, and 2 of its population live without food.",
        rulesets=CLIMATE,
    ),
    TraitCard("horns", GUARD, "Who attacks it loses 1 population."),
    TraitCard(
        "intelligence",
        HUNT,
        "Its owner may discard cards in a feeding turn: each brings a plant eater 2 food, or lets a Carnivore"
        " ignore one trait.",
    ),
    TraitCard("long-neck", EAT, "It takes 1 food from the bank before feeding begins."),
    TraitCard(
        "migratory",
        WEATHER,
        "It bears 1 more heat and cold, and finds 2 food elsewhere when the watering hole is empty after"
        " feeding.",
        rulesets=CLIMATE,
    ),
    TraitCard(
        "mud-wallowing", WEATHER, "It bears 1 more heat; who attacks it must discard a card.",
        rulesets=CLIMATE,
    ),
    TraitCard(
        "nesting",
        GROW,
        "Each population that it gains brings it food: 1 plant on land, 2 meat for an avian species.",
        rulesets=FLIGHT,
    ),
    TraitCard(
        "nocturnal",
        WEATHER,
        "It bears 1 more heat, and feeds once more before each turn while no Carnivore could attack it.",
        rulesets=CLIMATE,
    ),
    TraitCard("pack-hunting", HUNT, "When it attacks, its population is added to its size."),
    TraitCard("scavenger", EAT, "It takes 1 meat after every attack that cost the prey population."),
    TraitCard(
        "symbiosis", GUARD, "Nobody can attack it while its right neighbour has the larger body."
    ),
    TraitCard(
        "warning-call", GUARD, "Its two neighbours can be attacked by ambushing Carnivores only."
    ),
)  # fmt: skip


@dataclass(frozen=True)
class EventCard:
    """Something that happens at once: an event card of Flight, or an event of the climate."""

    slug: str
    does: str
    rulesets: frozenset[str] = CLIMATE

    @property
    def name(self) -> str:
        """`Heat Wave` of `heat-wave`."""
        return self.slug.replace("-", " ").title()


EVENT_CARDS = (
    EventCard(
        "dive-bomb",
        "An avian species takes 2 plants where it likes, or attacks at once if it is a Carnivore.",
        FLIGHT,
    ),
    EventCard("seed-dispersal", "The watering hole gains 1 food for each avian species in play.", FLIGHT),
    EventCard("cold-snap", "The cold and the food on the card take the place of the zone's, this round."),
    EventCard("heat-wave", "The heat and the food on the card take the place of the zone's, this round."),
    EventCard("desertification", "Every body shrinks by 1, and no food is added to the hole this round."),
    EventCard("glacial-thaw", "It counts as three suns in the next round."),
    EventCard("meteorite", "From now to the end of the game no food is added to the hole."),
    EventCard("volcanic-eruption", "After this round's feeding the climate goes to the zone on the card."),
    EventCard(
        "wildfire",
        "Every species that does not burrow loses 1 population; this round's food comes in the next.",
    ),
)
