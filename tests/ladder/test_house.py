"""House bots at a table: real processes of our own programs."""

from pathlib import Path
from typing import Any

import pytest

from engine import Game
from ladder import house

DEAF = "import sys\nfor line in sys.stdin:\n    pass\n"
RUDE = 'import sys\nfor line in sys.stdin:\n    print(\'{"type": "ready"}\', flush=True)\n'
GONE = "raise SystemExit(1)\n"


def introduction(game: Game) -> dict[str, Any]:
    return {
        "type": "game", "protocol": 1, "ruleset": "base", "options": {}, "players": 2, "seat": 0,
        "cards": game.cards, "limits": {}, "game": "g", "bot_seed": 7,
    }  # fmt: skip


def test_the_house_bots_in_python_can_sit_at_a_table() -> None:
    assert {"defender", "first-choice", "hunter", "lookahead", "random-choice"} <= set(house.programs())


@pytest.mark.parametrize("name", ["hunter", "random-choice"])
def test_a_house_bot_answers_with_a_legal_choice(name: str) -> None:
    game = Game.new("base", players=2, seed=5)
    decision = game.decision
    assert decision is not None
    with house.Player(name, introduction(game) | {"seat": decision.seat}) as player:
        message = {"type": "decide", "n": 0, "kind": decision.kind, "choices": list(decision.choices)}
        message |= {"view": game.view(decision.seat), "happenings": [], "bank_ms": 1, "wall_bank_ms": 1}
        assert player.decide(message) in decision.choices


@pytest.mark.parametrize(
    ("program", "said"),
    [(DEAF, "said nothing"), (GONE, "ended"), (RUDE, "wanted was 'choose'")],
    ids=["deaf", "gone", "rude"],
)
def test_one_that_does_not_answer_is_named_and_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, said: str
) -> None:
    (tmp_path / "odd.py").write_text(program)
    monkeypatch.setattr(house, "HOUSE_BOTS", tmp_path)
    monkeypatch.setattr(house, "ANSWERS_WITHIN_S", 0.2 if program == DEAF else 60.0)
    game = Game.new("base", players=2, seed=5)
    with pytest.raises(house.NoAnswer, match=said), house.Player("odd", introduction(game)) as player:
        player.decide({"type": "decide", "choices": ["end"]})
