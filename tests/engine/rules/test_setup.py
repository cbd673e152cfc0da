"""R-SETUP, R-SET: how games begin, and which options there are."""

import random

import pytest

from engine import BadCatalogue, BadOptions, Game
from engine.cards import shipped_catalogue
from engine.rulesets import RULESETS


def test_the_same_seed_makes_the_same_game() -> None:
    assert Game.new("base", players=4, seed=9).position() == Game.new("base", players=4, seed=9).position()


def test_the_deck_is_shuffled_before_the_first_player_is_drawn() -> None:
    """R-SETUP-04: one generator, used in this order."""
    cards = shipped_catalogue().cards(RULESETS["base"], {})
    generator = random.Random(5)
    deck = [cards.names[card] for card in cards.deck]
    generator.shuffle(deck)
    setup = Game.new("base", players=3, seed=5).replay()["setup"]
    assert setup["deck"] == deck
    assert setup["first"] == generator.randrange(3)


def test_the_global_generator_is_left_alone() -> None:
    random.seed(1)
    before = random.getstate()
    game = Game.new("base", players=2, seed=3)
    while game.decision:
        game.choose(0)
    assert random.getstate() == before


def test_two_players_play_without_forty_cards() -> None:
    position = Game.new("base", players=2, seed=1).position()
    assert len(position["removed"]) == 40
    assert len(position["deck"]) == 89 - 2 * 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_more_players_use_all_cards(players: int) -> None:
    position = Game.new("base", players=players, seed=1).position()
    assert position["removed"] == []
    assert len(position["deck"]) == 129 - players * 4


def test_everybody_starts_with_one_species_and_four_cards() -> None:
    position = Game.new("base", players=5, seed=2).position()
    for seat in position["seats"]:
        assert len(seat["hand"]) == 4
        (only,) = seat["species"]
        assert (only["population"], only["body"], only["traits"]) == (1, 1, [])


def test_quick_play_is_forced_for_six_players() -> None:
    assert Game.new("base", players=6, seed=1).position()["options"] == {"quick_play": True}
    with pytest.raises(BadOptions, match="quick_play cannot be switched off with 6 players"):
        Game.new("base", players=6, options={"quick_play": False})


def test_quick_play_may_be_chosen_for_fewer() -> None:
    game = Game.new("base", players=2, options={"quick_play": True})
    assert game.position()["options"] == {"quick_play": True}


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"ruleset": "chess", "players": 2}, "no ruleset 'chess'"),
        ({"ruleset": ["base"], "players": 2}, "no ruleset"),
        ({"ruleset": "base", "players": 2, "options": 0}, "must be an object"),
        ({"ruleset": "base", "players": 1}, "from 2 to 6, not 1"),
        ({"ruleset": "base", "players": 7}, "from 2 to 6, not 7"),
        ({"ruleset": "base", "players": True}, "from 2 to 6, not True"),
        ({"ruleset": "base", "players": 2, "seed": "x"}, "seed must be a whole number"),
        (
            {"ruleset": "base", "players": 2, "options": {"climate_events": True}},
            "no option 'climate_events'",
        ),
        ({"ruleset": "base", "players": 2, "options": {"quick_play": 1}}, "must be true or false, not 1"),
        ({"ruleset": "base", "players": 2, "options": ["quick_play"]}, "must be an object"),
    ],
)
def test_options_that_there_are_not_are_refused(arguments: dict, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        Game.new(**arguments)


def test_a_substitution_swaps_the_cards_one_for_one() -> None:
    """R-SET-04, A-117: as many as were removed, after the other trait cards."""
    cards = shipped_catalogue().cards(RULESETS["base"], {"horns": "nocturnal"})
    names = [cards.names[card] for card in cards.deck]
    assert len(names) == 129
    assert names[-7:] == [f"nocturnal-{copy}" for copy in range(1, 8)]
    assert not any(name.startswith("horns") for name in names)


@pytest.mark.parametrize(
    ("substitutions", "fault"),
    [
        ({"carnivore": "nesting"}, "carnivore cannot be removed"),
        ({"horns": "wings"}, "'wings' cannot be added"),
        ({"wings": "nesting"}, "'wings' is not in the base deck"),
        ({"horns": "fertile"}, "'fertile' is already in the base deck"),
        ({"horns": "heavy-fur"}, "'heavy-fur' cannot be added"),
        ({"horns": "flight"}, "'flight' cannot be added"),
        ({"horns": "brood-parasite"}, "'brood-parasite' cannot be added"),
        ({"horns": "nesting", "fertile": "nesting"}, "add 'nesting' twice"),
        ({"ambush": "nesting"}, "ambush and warning-call can only be removed together"),
        ({"horns": "camouflage"}, "camouflage and good-eyesight can only be added together"),
        (
            {"horns": "nesting", "fertile": "nocturnal", "climbing": "hibernation", "foraging": "migratory"},
            "at most 3",
        ),
        (["horns"], "must be an object"),
        ({"horns": ["nesting"]}, "must name traits"),
    ],
)
def test_substitutions_outside_the_rule_are_refused(substitutions: object, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        Game.new("base", players=2, options={"substitutions": substitutions})


def test_pairs_may_be_swapped_together() -> None:
    swap = {"ambush": "camouflage", "warning-call": "good-eyesight"}
    game = Game.new("base", players=2, options={"substitutions": swap})
    assert game.position()["options"]["substitutions"] == swap


def test_an_own_catalogue_goes_into_the_replay() -> None:
    data = {**shipped_catalogue().data, "version": "ours"}
    game = Game.new("base", players=2, catalogue=data)
    replay = game.replay()
    assert replay["cards"] == data
    assert replay["catalogue"].startswith("sha256:")


def broken(change: object) -> dict:
    """The shipped base cards with the first entry changed."""
    first, *rest = shipped_catalogue().data["base"]["trait_cards"]
    return {"version": "x", "base": {"trait_cards": [{**first, **change}, *rest]}}


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ([], "must be an object, not list"),
        ({"version": "x"}, "at least one of base"),
        ({"base": {"trait_cards": []}}, "must have 129 cards, not 0"),
        ({"base": []}, "base must be an object"),
        ({"base": {"trait_cards": "sea"}}, "must be a list of cards"),
        (broken({"food": 99}), "food of ambush-1 in base must be a number from -20 to 20, not 99"),
        (broken({"food": True}), "food of ambush-1"),
        (broken({"trait": "wings", "card": "wings-1"}), "unknown trait: 'wings'"),
        (broken({"card": "horns-9"}), "must be named ambush-<copy number>"),
        (broken({"card": "ambush-2"}), "ambush-2 stands twice"),
        (broken({"card": 7}), "must be an object with a name"),
        (broken({"trait": "nesting", "card": "nesting-1"}), "nesting-1 does not belong to base"),
    ],
)
def test_a_broken_catalogue_is_refused(data: object, fault: str) -> None:
    with pytest.raises(BadCatalogue, match=fault):
        Game.new("base", players=2, catalogue=data)


def test_a_catalogue_without_the_rulesets_cards_is_refused() -> None:
    data = {"climate": shipped_catalogue().data["climate"]}
    with pytest.raises(BadCatalogue, match="no cards for the base ruleset"):
        Game.new("base", players=2, catalogue=data)
