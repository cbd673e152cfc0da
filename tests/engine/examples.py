"""How hypothesis draws games and positions here: the same examples in every run, and no clock."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from engine.rulesets import RULESETS
from tests.engine.watching import STYLES, Plan

# Not shrunk: a seed does not become simpler by being smaller, and every try plays a game.
EXAMPLES = settings(derandomize=True, deadline=None, database=None, phases=(Phase.explicit, Phase.generate))
RULESET = st.sampled_from(sorted(RULESETS))
SEEDS = st.integers(min_value=0, max_value=10**6)

SUBSTITUTIONS = (
    ("base", {"horns": "nocturnal", "fertile": "nesting", "climbing": "mud-wallowing"}),
    ("base", {"warning-call": "camouflage", "ambush": "good-eyesight", "foraging": "migratory"}),
    ("forum", {"hard-shell": "cooling-frills", "long-neck": "hibernation"}),
    ("climate", {"horns": "nesting"}),
    ("flight", {"horns": "nocturnal", "hard-shell": "mud-wallowing", "climbing": "migratory"}),
)


def as_options(**options: Any) -> str:
    return json.dumps(options, sort_keys=True)


def _familiar() -> Iterator[Plan]:
    """Some games of every ruleset, style, number of players and option."""
    for ruleset in RULESETS:
        for number, style in enumerate(STYLES):
            players = 2 + number
            yield Plan(ruleset, players, seed=number, style=style)
            if ruleset != "forum":
                yield Plan(ruleset, players, number, style, as_options(quick_play=True))
    yield Plan("climate", 3, 5, "breeder", as_options(climate_events=False))
    for number, (ruleset, substitutions) in enumerate(SUBSTITUTIONS):
        yield Plan(ruleset, 2 + number, 7, "thinker", as_options(substitutions=substitutions))


FAMILIAR_PLANS = tuple(plan for plan in _familiar() if plan.ruleset in RULESETS)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any game: every ruleset, two to six players, with and without quick play, events and other traits."""
    ruleset = draw(RULESET)
    options: dict[str, Any] = {}
    players = draw(st.integers(2, 6))
    if ruleset != "forum" and players < 6 and draw(st.booleans()):
        options["quick_play"] = True
    if ruleset == "climate" and draw(st.booleans()):
        options["climate_events"] = False
    if draw(st.booleans()):
        options["substitutions"] = draw(st.sampled_from([t for name, t in SUBSTITUTIONS if name == ruleset]))
    return Plan(ruleset, players, draw(SEEDS), draw(st.sampled_from(sorted(STYLES))), as_options(**options))
