"""What a game is set up with: ruleset, players and options (R-SET)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.showing import shown

if TYPE_CHECKING:
    from engine.rulesets.ruleset import Ruleset

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class BadOptions(ValueError):
    """A ruleset, a number of players or an option that there is not."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options as in force; `climate_events` is None where the ruleset has no Climate board."""

    players: int
    quick_play: bool
    climate_events: bool | None = None
    substitutions: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        options: dict[str, Any] = {"quick_play": self.quick_play}
        if self.climate_events is not None:
            options["climate_events"] = self.climate_events
        if self.substitutions:
            options["substitutions"] = dict(self.substitutions)
        return options


def settings_for(ruleset: Ruleset, players: object, options: object) -> Settings:
    """Checks the options against the ruleset. Raises BadOptions."""
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BadOptions(
            f"players must be a number from {MIN_PLAYERS} to {MAX_PLAYERS}, not {shown(players)}"
        )
    if not isinstance(options, Mapping):
        raise BadOptions(f"options must be an object, not {shown(options)}")
    known = {"quick_play", "substitutions"} | ({"climate_events"} if ruleset.climate else set())
    for name in options:
        if name not in known:
            raise BadOptions(
                f"the {ruleset.name} ruleset has no option {shown(name)}; it has {', '.join(sorted(known))}"
            )
    return Settings(
        players=players,
        quick_play=_quick_play(ruleset, players, options),
        climate_events=_truth(options, "climate_events", True) if ruleset.climate else None,
        substitutions=checked_substitutions(ruleset, options.get("substitutions", {})),
    )


def _truth(options: Mapping[str, Any], name: str, otherwise: bool) -> bool:
    value = options.get(name, otherwise)
    if not isinstance(value, bool):
        raise BadOptions(f"option {shown(name)} must be true or false, not {shown(value)}")
    return value


def _quick_play(ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> bool:
    """R-SET-02: never in forum, always with six players elsewhere (A-01)."""
    forced = ruleset.quick_play_from is not None and players >= ruleset.quick_play_from
    chosen = _truth(options, "quick_play", forced)
    if chosen and ruleset.quick_play_from is None:
        raise BadOptions(f"quick_play is not part of the {ruleset.name} ruleset (R-SET-02)")
    if forced and not chosen:
        raise BadOptions(f"quick_play cannot be switched off with {players} players (R-SET-02)")
    return chosen


MAX_SUBSTITUTIONS = 3
PAIRS = (("ambush", "warning-call"), ("camouflage", "good-eyesight"))


def checked_substitutions(ruleset: Ruleset, substitutions: object) -> dict[str, str]:
    """R-SET-04, as {trait removed: trait added}. Raises BadOptions."""
    if not isinstance(substitutions, Mapping):
        raise BadOptions(f"substitutions must be an object, not {shown(substitutions)}")
    if len(substitutions) > MAX_SUBSTITUTIONS:
        raise BadOptions(f"at most {MAX_SUBSTITUTIONS} substitutions are allowed, not {len(substitutions)}")
    for removed, added in substitutions.items():
        _check_substitution(ruleset, removed, added)
    gone, come = list(substitutions), list(substitutions.values())
    for trait in come:
        if come.count(trait) > 1:
            raise BadOptions(f"substitutions add {shown(trait)} twice")
    for one, other in PAIRS:
        for chosen, what in ((gone, "removed"), (come, "added")):
            if (one in chosen) != (other in chosen):
                raise BadOptions(f"substitutions: {one} and {other} can only be {what} together")
    return {str(removed): str(added) for removed, added in substitutions.items()}


def _check_substitution(ruleset: Ruleset, removed: object, added: object) -> None:
    if not isinstance(removed, str) or not isinstance(added, str):
        raise BadOptions(f"substitutions: must name traits, not {shown(removed)} and {shown(added)}")
    if removed not in ruleset.traits:
        raise BadOptions(f"substitutions: {shown(removed)} is not in the {ruleset.name} deck")
    if removed == "carnivore":
        raise BadOptions("substitutions: carnivore cannot be removed")
    if added in ruleset.traits:
        raise BadOptions(f"substitutions: {shown(added)} is already in the {ruleset.name} deck")
    if added not in ruleset.addable:
        raise BadOptions(
            f"substitutions: {shown(added)} cannot be added to {ruleset.name};"
            f" {', '.join(sorted(ruleset.addable))} can"
        )
