"""Raises one big carnivore that eats the others, and plant eaters beside it."""

import json
import sys

FOR_HUNTING = ["carnivore", "pack-hunting", "ambush", "climbing", "scavenger"]
FOR_GRAZING = ["foraging", "long-neck", "hard-shell", "horns", "fat-tissue", "cooperation"]
MOST_SPECIES = 4


def choose(message):
    kind, choices, view = message["kind"], message["choices"], message["view"]
    if kind == "food":
        return max(choices, key=lambda choice: worth_as_food(choice.split()[1]))
    if kind == "play":
        return max(choices, key=lambda choice: worth_of_play(choice.split(), view["seats"][seat]["species"]))
    if kind == "feed":
        return max(choices, key=lambda choice: worth_of_feeding(choice.split(), view))
    return choices[0]


def trait(card):
    return cards[card]["trait"]


def worth_as_food(card):
    """A hunter needs little from the watering hole, and never gives a carnivore away."""
    return -10 if trait(card) == "carnivore" else -abs(cards[card]["food"] - 3)


def is_hunter(species):
    held = species["traits"] + (species["face_down"] or [])
    return any(trait(card) == "carnivore" for card in held)


def worth_of_play(words, mine):
    if len(words) < 3:  # end, or (in some rulesets) remove a trait
        return 0 if words[0] == "end" else -1
    what, card, target = words[0], words[1], words[2]
    hunters = [species for species in mine if is_hunter(species)]
    species = next((one for one in mine if one["id"] == target), None)
    if what == "trait":
        if trait(card) == "carnivore":
            return 50 if not hunters and species["body"] >= max(one["body"] for one in mine) else -1
        wanted = FOR_HUNTING if is_hunter(species) else FOR_GRAZING
        return 30 - wanted.index(trait(card)) if trait(card) in wanted else -1
    if trait(card) == "carnivore" and not hunters:
        return -1
    if what == "species":
        return 45 if len(mine) < MOST_SPECIES else -1
    if what == "body":
        return 40 - species["body"] if is_hunter(species) and species["body"] < 5 else -1
    if what == "population":
        return 20 - species["population"] if species["population"] < 4 else -1
    return -1


def worth_of_feeding(words, view):
    if words[0] == "end":
        return 0
    everyone = {one["id"]: (owner, one) for owner, its in enumerate(view["seats"]) for one in its["species"]}
    if words[0] == "attack":
        owner, prey = everyone[words[2]]
        painful = any(trait(card) == "horns" for card in prey["traits"])
        return (-20 if owner == seat else 20) + prey["body"] - (6 if painful else 0)
    if words[0] == "feed":
        _, eater = everyone[words[1]]
        return 10 + eater["population"] - eater["food"]
    return -1


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        seat, cards = message["seat"], message["cards"]
        print(json.dumps({"type": "ready", "name": "hunter"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "n": message["n"], "choice": choose(message)}), flush=True)
