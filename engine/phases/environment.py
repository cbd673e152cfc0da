"""The environment is modified: climate, event, losses, plant food (R-ENV)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.climate.board import EventCard, Zone
from engine.climate.event import BOTTOM, OUT, WAITING
from engine.climate.events import EVENTS
from engine.climate.state import Climate
from engine.losing import bury_dead, lose_population
from engine.phases.phase import Phase
from engine.phases.reveal import change_hole, discard_food, turn_up_food

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

COLD: Final = "cold"
HEAT: Final = "heat"


class Environment(Phase):
    """In climate in place of the reveal; the zone looks at bodies as the event has left them."""

    name = "environment"

    def start(self, table: Table) -> None:
        climate = table.climate
        assert climate is not None
        total = turn_up_food(table)
        move_marker(table, climate)
        event = trigger_event(table, climate) if table.settings.climate_events else None
        in_force = climate.set.zones[climate.zone]
        if event and EVENTS[event.event].replaces_zone:
            in_force = climate.set.zones[event.other_zone]
        lose_to_climate(table, in_force)
        grow_food(table, climate, event, total + in_force.leaf[climate.side])
        if event:
            draw_event(table, climate, event.deck)
        discard_food(table)


def move_marker(table: Table, climate: Climate) -> None:
    """One zone warmer or colder by the icons; waiting Glacial Thaws count and are used up (R-ENV-01)."""
    cards = [card for card in table.food_cards if card is not None]
    warmth = sum(table.cards.suns[card] - table.cards.snowflakes[card] for card in cards)
    for number in climate.waiting:
        warmth += climate.set.cards[number].numbers["extra_suns_next_round"]
        put_under(table, climate, number)
    climate.waiting = []
    step = (warmth > 0) - (warmth < 0)
    zone = min(max(climate.zone + step, 0), len(climate.set.zones) - 1)
    if zone != climate.zone:
        move_to(table, climate, zone, "icons")


def move_to(table: Table, climate: Climate, zone: int, why: str) -> None:
    names = climate.set.zone_name
    table.log.extend(("marker", names(climate.zone), names(zone), why))
    climate.zone = zone


def trigger_event(table: Table, climate: Climate) -> EventCard | None:
    """The face-up event under the marker, if there is one, happens; of two the cold one (A-21)."""
    here = [number for number in climate.face_up if climate.set.cards[number].zone == climate.zone]
    if not here:
        return None
    number = min(here, key=lambda number: climate.set.cards[number].deck)
    card = climate.set.cards[number]
    climate.face_up.remove(number)
    table.log.extend(("climate-event", card.name, card.event, climate.set.zone_name(card.zone)))
    event = EVENTS[card.event]
    if event.happens:
        event.happens(table, card)
    put_away(table, climate, number, event.goes)
    return card


def put_away(table: Table, climate: Climate, number: int, where: str) -> None:
    """Under its deck at once, or to wait, or out (rules.md 4.4)."""
    if where == BOTTOM:
        put_under(table, climate, number)
    elif where == WAITING:
        climate.waiting.append(number)
        table.log.extend(("event-waiting", climate.set.cards[number].name))
    elif where == OUT:
        climate.out.append(number)
        table.log.extend(("event-out", climate.set.cards[number].name))


def put_under(table: Table, climate: Climate, number: int) -> None:
    card = climate.set.cards[number]
    climate.decks[card.deck].append(number)
    table.log.extend(("event-returned", card.name))


def draw_event(table: Table, climate: Climate, deck: str) -> None:
    """A new event face-up under its zone; it waits at least for the next round (R-ENV-06)."""
    if not climate.decks[deck]:
        return
    number = climate.decks[deck].pop(0)
    place = 0 if deck == "cold" else len(climate.face_up)  # the cold one lies left of the hot one
    climate.face_up.insert(place, number)
    card = climate.set.cards[number]
    table.log.extend(("event-drawn", card.name, card.event, climate.set.zone_name(card.zone)))


def lose_to_climate(table: Table, zone: Zone) -> None:
    """All species at once, then the dead in board order (R-ENV-03, A-25)."""
    if zone.kind is None:
        return
    for player in table.in_turn_order():
        for species in player.species:
            lost = min(species.population, climate_loss(species, zone))
            if lost:
                lose_population(table, species, lost, zone.kind)
    bury_dead(table)


def climate_loss(species: Species, zone: Zone) -> int:
    """What a species loses to a zone: by body, Heavy Fur under any Sun (A-23), less its protections."""
    icons = zone.loss if zone.smallest <= species.body <= zone.largest else 0
    if zone.kind == HEAT:
        return max(0, icons + species.profile.sun_loss - species.profile.heat_protection)
    return max(0, icons - species.profile.cold_protection)


def grow_food(table: Table, climate: Climate, event: EventCard | None, total: int) -> None:
    """The plant food of the round; what is removed is always removed (R-ENV-05, A-28, A-29)."""
    effects = EVENTS[event.event] if event else None
    if total <= 0:
        change_hole(table, total, "food-cards")
    elif climate.out or (effects and effects.withholds_food):
        return
    elif effects and effects.sets_food_aside:
        climate.wildfire += total
        table.log.extend(("set-aside", total, climate.wildfire))
    else:
        change_hole(table, total, "food-cards")
