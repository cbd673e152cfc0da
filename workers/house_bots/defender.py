"""Gives every species two ways not to be eaten before it grows, and lets it grow slowly."""

import json
import sys

DEFENCES = ["burrowing", "hard-shell", "climbing", "horns", "defensive-herding", "warning-call", "symbiosis"]
HELPS = ["long-neck", "foraging", "fertile", "cooperation", "fat-tissue"]
MOST_SPECIES = 4


def choose(message):
    kind, choices, view = message["kind"], message["choices"], message["view"]
    mine = {species["id"]: species for species in view["seats"][seat]["species"]}
    if kind == "food":
        return max(choices, key=lambda choice: worth_as_food(choice.split()[1]))
    if kind == "play":
        return max(choices, key=lambda choice: worth_of_play(choice.split(), mine))
    if kind == "feed":
        return max(choices, key=lambda choice: worth_of_feeding(choice.split(), mine))
    return choices[0]


def trait(card):
    return cards[card]["trait"]


def worth_as_food(card):
    """Much food, but not from a card that protects."""
    return cards[card]["food"] - (3 if trait(card) in DEFENCES[:4] else 0)


def defences(species):
    return sum(trait(card) in DEFENCES for card in species["traits"] + species["face_down"])


def worth_of_play(words, mine):
    if len(words) < 3:  # end, or (in some rulesets) remove a trait
        return 0 if words[0] == "end" else -1
    what, card, target = words[0], words[1], words[2]
    if what == "trait":
        if trait(card) in DEFENCES and defences(mine[target]) < 2:
            return 40 - DEFENCES.index(trait(card)) - 5 * defences(mine[target])
        return 25 - HELPS.index(trait(card)) if trait(card) in HELPS else -1
    useful = 4 if trait(card) in DEFENCES else 0
    if what == "species":
        return 30 - useful if len(mine) < MOST_SPECIES and all(map(defences, mine.values())) else -1
    if what == "population":
        safe = defences(mine[target]) > 0
        return 22 - mine[target]["population"] - useful if safe and mine[target]["population"] < 4 else -1
    if what == "body":
        return 8 - mine[target]["body"] - useful if mine[target]["body"] < 4 else -1
    return -1


def worth_of_feeding(words, mine):
    """The least protected eats first, as long as it is hungry."""
    if words[0] != "feed":
        return 0 if words[0] == "end" else -1
    species = mine[words[1]]
    return 10 + 2 * (species["population"] - species["food"]) - defences({**species, "face_down": []})


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        seat, cards = message["seat"], message["cards"]
        print(json.dumps({"type": "ready", "name": "defender"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "n": message["n"], "choice": choose(message)}), flush=True)
