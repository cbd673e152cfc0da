"""How hypothesis draws games and positions here: the same examples in every run, and no clock."""

from hypothesis import settings
from hypothesis import strategies as st

from engine.rulesets import RULESETS
from tests.engine.watching import STYLES, Plan

EXAMPLES = settings(derandomize=True, deadline=None, database=None)
RULESET = st.sampled_from(sorted(RULESETS))
SEEDS = st.integers(min_value=0, max_value=10**6)

# Few, so that they are played once and looked at by many tests.
FAMILIAR_PLANS = tuple(
    Plan(
        ruleset,
        players,
        seed=players * 10 + number,
        style=style,
        quick_play=players == 6 and ruleset != "forum",
    )
    for ruleset in RULESETS
    for number, style in enumerate(STYLES)
    for players in range(2, 7)
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any game: every ruleset that the engine plays, two to six players, with and without quick play."""
    ruleset = draw(RULESET)
    players = draw(st.integers(2, 6))
    quick_play = ruleset != "forum" and (players == 6 or draw(st.booleans()))
    return Plan(ruleset, players, draw(SEEDS), draw(st.sampled_from(sorted(STYLES))), quick_play)
