"""Looks one turn ahead: makes each choice on a copy of its board and weighs it by rules of thumb."""

import json
import sys

FOOD_CARD = 3.5  # what a food card brings on average
GRAZER_HELP = {"foraging": 0.9, "long-neck": 1.0, "cooperation": 0.6, "fertile": 0.3, "fat-tissue": 0.4}
HUNTER_HELP = {"pack-hunting": 0.5, "ambush": 0.4, "climbing": 0.4, "scavenger": 0.5}
SAFETY = {  # the part of the danger that each trait takes away
    "burrowing": 0.4,
    "climbing": 0.6,
    "hard-shell": 0.4,  # besides the size, which is counted exactly
    "defensive-herding": 0.4,
    "horns": 0.4,
    "symbiosis": 0.3,
}


def choose(message):
    kind, choices, view = message["kind"], message["choices"], message["view"]
    boards = [[seen(species) for species in player["species"]] for player in view["seats"]]
    if kind == "food":
        worth = food_worth(boards)
    elif kind == "play":
        worth = play_worth(boards, view)
    elif kind == "feed":
        worth = feed_worth(boards)
    else:
        return choices[0]
    return max(choices, key=lambda choice: worth(choice.split()))


def seen(species):
    """A species with the names of all its traits that we know; others' `face_down` is a number."""
    hidden = species["face_down"] if isinstance(species["face_down"], list) else []
    names = {cards[card]["trait"] for card in species["traits"] + hidden}
    return {**species, "names": names, "hunts": "carnivore" in names}


def strength(species):
    return species["body"] + species["population"] * ("pack-hunting" in species["names"])


def size(species):
    return species["body"] + 4 * ("hard-shell" in species["names"])


def food_worth(boards):
    """Our grazers need food; a card that helps or protects is worth more on the board."""
    hunger = sum(species["population"] for species in boards[seat] if not species["hunts"])

    def worth(words):
        card = cards[words[1]]
        useful = GRAZER_HELP.get(card["trait"], 0) + SAFETY.get(card["trait"], 0)
        return min(card["food"], hunger + 3) - 2 * useful

    return worth


def play_worth(boards, view):
    """How good the board is after the choice."""
    mine = boards[seat]
    others = [species for owner, board in enumerate(boards) if owner != seat for species in board]
    placed = view["food_cards"][seat]
    food = (cards[placed]["food"] if placed else 0) + FOOD_CARD * (len(boards) - 1)
    mouths = sum(species["population"] for species in others if not species["hunts"])
    dealt = sum(3 + len(board) for board in boards)
    left = 0 if view["final_round"] == view["round"] else 1 + view["deck"] / dealt

    def worth(words):
        board = mine if words[0] == "end" else after(words, mine)
        return board_worth(board, others, max(0.0, food), mouths, left)

    return worth


def after(words, mine):
    """A copy of the board after one choice of the play phase."""
    what, target = words[0], words[-1]
    if what == "species":
        new = {"id": "new", "population": 1, "body": 1, "names": set(), "hunts": False}
        return [new, *mine] if target == "left" else [*mine, new]
    return [changed(words, species) if species["id"] == target else species for species in mine]


def changed(words, species):
    if words[0] in ("population", "body"):
        return {**species, words[0]: species[words[0]] + 1}
    names = set(species["names"])
    if words[0] == "replace":
        names.discard(cards[words[1]]["trait"])
    names.add(cards[words[-2]]["trait"])
    return {**species, "names": names, "hunts": "carnivore" in names}


def board_worth(board, others, food, mouths, left):
    """Points to expect: population, traits and food, of this round and of those that are left."""
    grazing = sum(species["population"] for species in board if not species["hunts"])
    share = min(1.0, food / (grazing + mouths)) if grazing else 0.0
    hunting = 1
    total = 0.0
    for species in board:
        help_ = sum(
            (HUNTER_HELP if species["hunts"] else GRAZER_HELP).get(name, 0) for name in species["names"]
        )
        if species["hunts"]:
            meat = sum(prey["body"] for prey in others if size(prey) < strength(species))
            share_of_it = min(1.0, meat / 12 / hunting)
            hunting += 1
        else:
            share_of_it = share
        eaten = min(species["population"], species["population"] * share_of_it + help_)
        lives = max(0.0, min(1.0, eaten - 0.8 * danger(species, others)))
        kept = max(0.0, eaten - danger(species, others))
        total += (1 + left) * (kept + 0.3 * help_ + 0.7 * lives) + lives * (
            len(species["names"]) + 0.1 * species["body"]
        )
    return total


def danger(species, others):
    """How much population others are likely to eat from it in a round."""
    able = sum(hunter["hunts"] and strength(hunter) > size(species) for hunter in others)
    risk = 0.2 + 0.5 * able
    for name in species["names"]:
        risk *= 1 - SAFETY.get(name, 0)
    return risk


def feed_worth(boards):
    """What the choice puts on our board, and what it takes from the others."""
    mine = {species["id"]: species for species in boards[seat]}
    everyone = {species["id"]: species for board in boards for species in board}

    def worth(words):
        if words[0] == "feed":
            eater = mine[words[1]]
            hunger = eater["population"] - eater["food"]
            return (
                10
                + min(hunger, 1 + ("foraging" in eater["names"]))
                + ("cooperation" in eater["names"])
                + 0.1 * hunger
            )
        if words[0] == "attack":
            hunter, prey = mine[words[1]], everyone[words[2]]
            meat = min(prey["body"], hunter["population"] - hunter["food"])
            pain = 2 * ("horns" in prey["names"]) + 20 * (words[2] in mine) + words.count("ignoring")
            return 11 + meat - pain
        return 5 if words[0] == "end" else 0

    return worth


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        seat, cards = message["seat"], message["cards"]
        print(json.dumps({"type": "ready", "name": "lookahead"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "n": message["n"], "choice": choose(message)}), flush=True)
