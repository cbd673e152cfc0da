"""Loads a position into a table, checking everything that can be checked (engine/docs/protocol.md 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.entries import BadCatalogue
from engine.phases.phase import Phase
from engine.player import Player
from engine.position.climate import load_climate
from engine.position.pending import KEYS as PENDING_KEYS
from engine.position.pending import load_pending
from engine.position.reading import (
    BadPosition,
    CardReader,
    needed,
    read_list,
    read_number,
    read_object,
    read_word,
)
from engine.position.species import load_species
from engine.quick import Mark, Quick
from engine.rulesets import RULESETS
from engine.settings import BadOptions, settings_for
from engine.shuffling import Shuffles
from engine.table import Table

if TYPE_CHECKING:
    from engine.cards import Catalogue
    from engine.rulesets.ruleset import Ruleset

KEYS = (
    *("ruleset", "players", "options", "round", "phase", "first", "turn", "final_round", "watering_hole"),
    *("passes", "deck", "reserve", "removed", "discard", "food_cards", "seats", "pending"),
)
MOST_NAMED = 999_999_999  # as many digits as an id may have
PLAYER_KEYS = ("hand", "bag", "named", "species")


def load(position: object, catalogue: Catalogue, shuffles: Shuffles) -> Table:
    """A table that stands where the position says, not yet run on. Raises BadPosition.

    Values with a natural zero may be left out: options, turn, final_round, watering_hole, passes, reserve,
    removed, discard, food_cards; of a seat: hand, bag, named; of a species: kind, food, fat, face_down.
    """
    if not isinstance(position, Mapping):
        raise BadPosition(f"position: must be an object, not {type(position).__name__}")
    name = read_word("ruleset", needed("position", position, "ruleset"), tuple(RULESETS))
    ruleset = RULESETS[name]
    read_object("position", position, KEYS + ruleset.position_keys)
    table = _empty_table(ruleset, position, catalogue, shuffles)
    _load_course(table, position)
    cards = CardReader(table.cards)
    _load_piles(table, position, cards)
    _load_food_cards(table, position, cards)
    seats = read_list("seats", needed("position", position, "seats"), len(table.players))
    for player, seat in zip(table.players, seats, strict=True):
        _load_player(table, player, seat, cards)
    _load_flight(table, position)
    if table.ruleset.climate:
        assert catalogue.climate is not None  # its cards were found above
        table.climate = load_climate(table, catalogue.climate, needed("position", position, "climate"))
    _check_turns(table, position)
    pending = read_object("pending", position.get("pending", {}), PENDING_KEYS)
    if "quick" in pending:
        _load_quick(table, pending["quick"], catalogue)
    elif table.settings.quick_play and table.phase_name == "play" and table.turn != table.first:
        raise BadPosition("turn: quick play begins with the first player")
    load_pending(table, pending)
    return table


def _empty_table(
    ruleset: Ruleset, position: Mapping[str, Any], catalogue: Catalogue, shuffles: Shuffles
) -> Table:
    players = needed("position", position, "players")
    try:
        settings = settings_for(ruleset, players, position.get("options", {}))
        cards = catalogue.cards(ruleset, settings.substitutions)
    except (BadOptions, BadCatalogue) as error:
        raise BadPosition(f"position: {error}") from error
    return Table.empty(ruleset, settings, cards, shuffles)


def _load_course(table: Table, position: Mapping[str, Any]) -> None:
    """How far the game is."""
    last = len(table.players) - 1
    names = [phase.name for phase in table.ruleset.phases]
    phase = read_word("phase", needed("position", position, "phase"), (*names, "over"))
    table.phase = names.index(phase) if phase != "over" else len(names)
    table.round = read_number("round", needed("position", position, "round"), 1)
    table.first = read_number("first", needed("position", position, "first"), 0, last)
    table.turn = read_number("turn", position.get("turn", table.first), 0, last)
    final = position.get("final_round")
    table.final_round = None if final is None else read_number("final_round", final, table.round)
    table.watering_hole = read_number("watering_hole", position.get("watering_hole", 0), 0)


def _load_piles(table: Table, position: Mapping[str, Any], cards: CardReader) -> None:
    table.deck = cards.read_pile("deck", needed("position", position, "deck"))
    table.reserve = cards.read_pile("reserve", position.get("reserve", []))
    table.removed = cards.read_pile("removed", position.get("removed", []))
    table.discard = cards.read_pile("discard", position.get("discard", []))


def _load_food_cards(table: Table, position: Mapping[str, Any], cards: CardReader) -> None:
    nothing = [None] * len(table.players)
    food_cards = read_list("food_cards", position.get("food_cards", nothing), len(table.players))
    for seat, name in enumerate(food_cards):
        if name is None:
            continue
        if not _food_may_lie(table):
            raise BadPosition(f"food_cards[{seat}]: no food card lies on the hole in {table.phase_name}")
        table.food_cards[seat] = cards.read_trait_card(f"food_cards[{seat}]", name)


def _food_may_lie(table: Table) -> bool:
    """From the food phase until the cards are revealed, which in forum is before leaf."""
    names = [phase.name for phase in table.ruleset.phases]
    return 0 < table.phase <= max(names.index(name) for name in ("reveal", "environment") if name in names)


def _load_player(table: Table, player: Player, seat: object, cards: CardReader) -> None:
    place = f"seats[{player.seat}]"
    saved = read_object(place, seat, PLAYER_KEYS)
    player.hand = cards.read_pile(f"{place}.hand", saved.get("hand", []))
    player.bag = read_number(f"{place}.bag", saved.get("bag", 0), 0)
    rows = read_list(f"{place}.species", needed(place, saved, "species"))
    for number, row in enumerate(rows):
        player.species.append(load_species(table, player, f"{place}.species[{number}]", row, cards))
    highest = max((int(species.id[1:]) for species in player.species), default=0)
    player.named = read_number(f"{place}.named", saved.get("named", highest), highest, MOST_NAMED)
    if not rows and table.phase_name == "deal" and table.round > 1 and not table.ruleset.grants_at_deal:
        raise BadPosition(f"{place}.species: nobody is without species in a deal after round 1")


def _load_flight(table: Table, position: Mapping[str, Any]) -> None:
    table.cliff = read_number("cliff", position.get("cliff", 0), 0)
    flying = sum(species.profile.avian for player in table.players for species in player.species)
    supply = len(table.cards.flight) - flying
    table.flight_supply = read_number("flight_supply", position.get("flight_supply", supply), 0, supply)


def _check_turns(table: Table, position: Mapping[str, Any]) -> None:
    """`passes` and `turn` against who is there to take turns."""
    most = len(table.players)
    if table.phase_name == "feeding" and "pending" not in position:  # players may die out in mid-turn
        most = max(0, sum(1 for player in table.players if player.species) - 1)
    table.passes = read_number("passes", position.get("passes", 0), 0, most)


def _load_quick(table: Table, saved: object, catalogue: Catalogue) -> None:
    """The table before an open quick play, and what each seat has done since, as `save_quick` wrote them."""
    place = "pending.quick"
    if not table.settings.quick_play or table.phase_name != "play":
        raise BadPosition(f"{place}: quick play is not open")
    facts = read_object(place, saved, ("before", "marks", "avians_made"))
    before = load(needed(place, facts, "before"), catalogue, Shuffles(0))
    if before.phase != table.phase or before.settings != table.settings or before.first != table.first:
        raise BadPosition(f"{place}.before: is not the same game")
    asked = (table.turn - table.first) % len(table.players) + 1
    marks = read_list(f"{place}.marks", needed(place, facts, "marks"), asked)
    table.quick = Quick(
        before,
        tuple(_load_mark(table, before, f"{place}.marks[{i}]", pair) for i, pair in enumerate(marks)),
        read_number(f"{place}.avians_made", facts.get("avians_made", 0), 0),
    )


def _load_mark(table: Table, before: Table, place: str, saved: object) -> Mark:
    discard, deck = read_list(place, saved, 2)
    return Mark(
        discard=read_number(place, discard, len(before.discard), len(table.discard)),
        deck=read_number(place, deck, len(before.deck), len(table.deck)),
        log=0,
    )


def run_on(table: Table) -> None:
    """Goes on where the loaded table stands."""
    if table.over:
        return
    phase: Phase = table.ruleset.phases[table.phase]
    phase.resume(table)
