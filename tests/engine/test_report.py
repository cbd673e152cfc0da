"""The game report: made from happenings, with seat names, and harmless whatever the names are."""

import pytest

from engine import Game
from engine.happenings import FIELDS
from engine.report import PHASES, SILENT, Line, as_text, report, seat_names
from engine.rulesets import RULESETS
from engine.telling import TELLERS, Happening
from tests.engine.examples import FAMILIAR_PLANS
from tests.engine.test_invariants_decisions import decisions


def told(*happenings: Happening) -> list[str]:
    """The texts of a report, headings included."""
    return [line.text for line in report(happenings, ["Anna", "Bob"])]


A1: Happening = {
    "h": "new-species",
    "seat": 0,
    "species": "a1",
    "kind": "land",
    "side": "right",
    "why": "deal",
}
B1: Happening = {**A1, "seat": 1, "species": "b1"}
TOOK: Happening = {
    "h": "took",
    "species": "a1",
    "kind": "plant",
    "source": "hole",
    "amount": 1,
    "population": 1,
    "upkeep": 0,
    "fat": 0,
    "foraging": 0,
    "why": "feed",
    "nocturnal": False,
}
ATTACK: Happening = {
    "h": "attacked",
    "attacker": "a1",
    "target": "b1",
    "ambushing": None,
    "ignoring": [],
    "nocturnal": False,
}


def test_every_kind_of_happening_is_told_or_silent_for_a_reason() -> None:
    assert {*TELLERS, *SILENT, "phase", "defaulted"} == {*FIELDS, "defaulted"}


def test_every_phase_of_every_ruleset_has_a_heading() -> None:
    assert {phase.name for ruleset in RULESETS.values() for phase in ruleset.phases} <= PHASES.keys()


def test_rounds_and_phases_are_headings_and_empty_phases_are_left_out() -> None:
    happenings: list[Happening] = [
        {"h": "phase", "phase": "deal"},
        {"h": "round", "round": 3, "first": 1, "final": 3},
        {"h": "dealt", "seat": 1, "cards": 4},
        {"h": "dealt", "seat": 0, "cards": ["horns-1"]},
        {"h": "phase", "phase": "leaf"},
        {"h": "phase", "phase": "feeding"},
        {"h": "passed", "seat": 1},
    ]
    assert list(report(happenings, ["Anna", "Bob"])) == [
        Line(0, "Round 3, the last — Bob begins"),
        Line(1, "Deal"),
        Line(2, "Cards dealt: Bob 4, Anna 1"),
        Line(1, "Feeding"),
        Line(2, "Bob passes"),
    ]


def test_growth_is_told_with_its_card() -> None:
    card = {
        "h": "discarded",
        "seat": 0,
        "card": "hard-shell-2",
        "from": "hand",
        "species": "a1",
        "why": "growth",
    }
    grew = {"h": "grew", "species": "a1", "what": "population", "to": 2, "why": "card"}
    assert told(A1, card, grew)[1:] == ["Anna's a1 grows to population 2, discarding Hard Shell"]


def test_takes_say_from_where_and_by_which_card() -> None:
    texts = told(
        A1,
        TOOK,
        {**TOOK, "source": "bank", "amount": 2, "foraging": 1, "why": "long-neck"},
        {**TOOK, "source": "bank", "kind": "meat", "why": "scavenger"},
        {**TOOK, "fat": 1, "population": 0, "nocturnal": True},
    )
    assert texts[1:] == [
        "Anna's a1 takes 1 food from the watering hole",
        "Anna's a1 takes 2 food from the bank (Long Neck), 1 by Foraging",
        "Anna's a1 takes 1 meat from the bank (Scavenger)",
        "Anna's a1 takes 1 food from the watering hole, 1 stored as fat, by night",
    ]


def test_plain_feedings_in_a_row_share_a_sentence_and_a_species_comes_once_in_it() -> None:
    other = {**TOOK, "species": "b1"}
    cliff = {**TOOK, "source": "cliff"}
    assert told(A1, B1, TOOK, other, TOOK, other, cliff)[2:] == [
        "Anna's a1 and Bob's b1 take 1 food each from the watering hole",
        "Anna's a1 and Bob's b1 take 1 food each from the watering hole",
        "Anna's a1 takes 1 food from the cliff",
    ]


def test_the_hole_tells_what_the_climate_added_or_took() -> None:
    food = {"h": "food-revealed", "cards": ["horns-1", None], "total": 5}
    hole = {"h": "hole", "change": 1, "to": 3, "why": "food-cards"}
    assert told(food, hole)[1] == "The watering hole gains 1 and holds 3 (-4 by the climate)"
    assert told(food, {**hole, "change": 5})[1] == "The watering hole gains 5 and holds 3"
    assert told(food, {**hole, "change": -2, "to": 0})[1] == "The watering hole loses 2 and holds 0"


def test_an_attack_shows_the_open_traits_of_both() -> None:
    texts = told(
        A1,
        B1,
        {"h": "revealed", "species": "a1", "cards": ["carnivore-1", "pack-hunting-2"]},
        {"h": "revealed", "species": "b1", "cards": ["horns-3"]},
        {**ATTACK, "ignoring": ["horns"]},
        {"h": "lost", "species": "b1", "what": "population", "amount": 1, "to": 0, "why": "attack"},
        {"h": "extinct", "species": "b1", "seat": 1},
    )
    assert texts[-2:] == [
        "Anna's a1 (Carnivore, Pack Hunting) attacks Bob's b1 (Horns), ignoring Horns",
        "Bob's b1 (Horns) dies out: the attack",
    ]


def test_a_trait_that_was_discarded_is_no_longer_shown() -> None:
    gone = {
        "h": "discarded",
        "seat": 1,
        "card": "horns-3",
        "from": "species",
        "species": "b1",
        "why": "removed",
    }
    texts = told(A1, B1, {"h": "revealed", "species": "b1", "cards": ["horns-3"]}, gone, ATTACK)
    assert texts[-2:] == ["Bob takes Horns off b1", "Anna's a1 attacks Bob's b1"]


def test_bags_are_summed_up_by_seat() -> None:
    bagged = {"h": "bagged", "seat": 0, "species": "a1", "amount": 2, "why": "end"}
    excess = {**bagged, "why": "excess", "amount": 1}
    other = {**bagged, "seat": 1, "species": "b1", "amount": 3}
    phase = {"h": "phase", "phase": "ending"}
    texts = told(A1, B1, excess, phase, bagged, {**bagged, "species": "a2"}, other)
    assert texts[-3:] == [
        "1 food of a1 goes into Anna's bag",
        "End of feeding",
        "Food into the bags: Anna +4 = 5, Bob +3 = 3",
    ]


def test_a_default_is_told_once_a_seat() -> None:
    defaulted = {"h": "defaulted", "seat": 1, "n": 3}
    assert told(defaulted, {**defaulted, "n": 9}) == [
        "Bob is out by a fault; from here the default choice is made"
    ]


def test_scores_stand_in_the_order_of_places() -> None:
    scored = {
        "h": "scored",
        "scores": [12, 20],
        "trait_points": [1, 4],
        "population_points": [3, 6],
        "places": [2, 1],
    }
    assert told(scored) == [
        "Final scores",
        "1. Bob: 20 points (bag 10, population 6, traits 4)",
        "2. Anna: 12 points (bag 8, population 3, traits 1)",
    ]


def test_a_marker_that_does_not_move_stays() -> None:
    moved = {"h": "marker", "from": "cold", "to": "cool", "why": "icons"}
    assert told(moved, {**moved, "from": "cool", "why": "volcano"}) == [
        "The climate moves from Cold to Cool",
        "The climate stays Cool",
    ]


def test_names_cannot_command_a_terminal() -> None:
    names = seat_names(["\x1b[2Jevil", "a\nb", "x" * 500, "", "  "])
    assert names[:2] == ["?[2Jevil", "a?b"]
    assert (len(names[2]), names[3:]) == (40, ["Player D", "Player E", "Player F"])


def test_text_is_indented_with_a_blank_line_before_each_round() -> None:
    lines = [Line(0, "Round 1"), Line(1, "Deal"), Line(2, "Cards")]
    assert list(as_text(lines)) == ["", "Round 1", "  Deal", "    Cards"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_games_can_be_told_to_the_referee_and_to_each_seat(ruleset: str) -> None:
    for plan in FAMILIAR_PLANS:
        if plan.ruleset != ruleset:
            continue
        game: Game = plan.game()
        for _ in decisions(game, plan.seed, plan.style):
            pass
        for seat in (None, *range(plan.players)):
            lines = list(report(game.happenings(seat)))
            assert lines[0].text.startswith("Round 1")
            assert "Final scores" in [line.text for line in lines]
            assert all(line.text and "None" not in line.text for line in lines)


def points_told(line: str) -> dict[str, int]:
    """`Standings: Player A 12, Player B 9` as numbers by name."""
    entries = line.partition(": ")[2].split(", ")
    return {name: int(points) for name, _, points in (entry.rpartition(" ") for entry in entries)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_standings_are_what_the_seats_would_score_but_for_stored_fat(ruleset: str) -> None:
    game = Game.new(ruleset, players=4, seed=2)
    scores, rounds, heard = [], 1, 0
    while game.decision is not None:
        game.choose(game.decision.count - 1)
        news, position = game.happenings(since=heard), game.position()
        heard += len(news)
        if rounds < position["round"] and position["phase"] != "over":
            rounds = position["round"]
            granted = [h["seat"] for h in news if h["h"] == "new-species" and h["why"] == "deal"]
            scores.append([score(position, seat) - granted.count(seat) for seat in range(4)])
    lines = [line.text for line in report(game.happenings()) if line.text.startswith("Standings")]
    assert [[points for _, points in sorted(points_told(line).items())] for line in lines] == scores
    assert len(lines) > 2


def score(position: Happening, seat: int) -> int:
    """Bag, population and traits."""
    entry = position["seats"][seat]
    return int(entry["bag"] + sum(one["population"] + len(one["traits"]) for one in entry["species"]))


SCORED: Happening = {
    "h": "scored",
    "scores": [12, 20],
    "trait_points": [0, 0],
    "population_points": [0, 0],
    "places": [2, 1],
}


def bag(seat: int, amount: int) -> Happening:
    return {"h": "bagged", "seat": seat, "species": "ab"[seat] + "1", "amount": amount, "why": "end"}


def round_(number: int) -> Happening:
    return {"h": "round", "round": number, "first": 0, "final": None}


@pytest.mark.parametrize(
    ("first", "second", "told_lead"),
    [
        ([1, 2], [1, 9], "Bob led from the first round to the last"),
        ([5, 2], [0, 9], "Bob took the lead in round 2 and kept it"),
        ([5, 2], [5, 2], "Bob took the lead in the last round; before it Anna had led"),
        ([5, 5], [5, 5], "Bob took the lead in the last round; before it nobody had led alone"),
    ],
)
def test_the_report_ends_with_who_led_from_when_on(
    first: list[int], second: list[int], told_lead: str
) -> None:
    happenings = [
        round_(1),
        A1,
        B1,
        *map(bag, (0, 1), first),
        round_(2),
        *map(bag, (0, 1), second),
        round_(3),
        SCORED,
    ]
    assert told_lead in told(*happenings)


def test_a_shared_win_names_no_leader() -> None:
    texts = told(round_(1), A1, B1, bag(0, 3), round_(2), {**SCORED, "scores": [9, 9], "places": [1, 1]})
    assert not [text for text in texts if "lead" in text or "led from" in text]


def test_the_best_round_is_told_with_its_gain() -> None:
    texts = told(round_(1), A1, B1, bag(0, 3), round_(2), bag(1, 15), round_(3), SCORED)
    assert texts[-1] == "The best round: Bob's round 2, +15 points"


def test_attacks_and_dead_species_are_counted() -> None:
    lost = {"h": "lost", "species": "b1", "what": "population", "amount": 1, "to": 0, "why": "attack"}
    texts = told(A1, B1, ATTACK, lost, {"h": "extinct", "species": "b1", "seat": 1}, SCORED)
    assert texts[-2:] == ["Attacks: Anna 1, Bob 0", "Species died out: Bob 1, Anna 0"]


def test_an_avian_species_that_dies_before_it_has_a_population_is_told_why() -> None:
    born = {**A1, "kind": "avian"}
    end: Happening = {"h": "extinct", "species": "a1", "seat": 0}
    assert told(born, end)[-1] == "Anna's a1 dies out: it never grew a population"
