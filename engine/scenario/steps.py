"""The steps of a scenario: each verb answers decisions or looks at the game (scenarios.md, "Steps")."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.decisions import Decision, IllegalChoice
from engine.game import Game
from engine.scenario import expect
from engine.scenario.expect import as_json, size
from engine.scenario.written import Step


class Failed(Exception):
    """A step that does not hold: what was expected, and what was found."""


class Run:
    """A scenario's game on its way through the steps."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before_play = game.position()  # as it stood when the last play phase opened

    def do(self, step: Step) -> None:
        """Does one step. Raises Failed."""
        _VERBS[step.verb](self, step)

    def decision(self) -> Decision:
        """The current decision. Raises Failed when the game is over."""
        decision = self.game.decision
        if decision is None:
            raise Failed("expected a decision, found that the game is over")
        return decision

    def answer(self, choice: str) -> None:
        """Answers the current decision; notes how all stood when a play phase opens."""
        phase = self.game.position()["phase"]
        self.game.choose(choice)
        position = self.game.position()
        if position["phase"] == "play" != phase:
            self.before_play = position


def _choose(run: Run, step: Step) -> None:
    for choice in step.argument if isinstance(step.argument, list) else [step.argument]:
        decision = run.decision()
        if step.seat is not None and decision.seat != step.seat:
            raise Failed(f"expected that seat {step.seat} is asked, found seat {decision.seat}")
        if choice not in decision.choices:
            raise Failed(f"expected the choice {choice!r}, found {_listed(decision)}")
        run.answer(choice)


def _legal(run: Run, step: Step) -> None:
    decision = run.decision()
    if sorted(decision.choices) != sorted(step.argument):
        raise Failed(f"expected the choices {as_json(sorted(step.argument))}, found {_listed(decision)}")


def _legal_in_order(run: Run, step: Step) -> None:
    decision = run.decision()
    if list(decision.choices) != step.argument:
        raise Failed(f"expected the choices in order {as_json(step.argument)}, found {_listed(decision)}")


def _offers(run: Run, step: Step) -> None:
    decision = run.decision()
    for wanted in step.argument:
        if not any(_matches(choice, wanted) for choice in decision.choices):
            raise Failed(f"expected {wanted!r} among the choices, found {_listed(decision)}")


def _lacks(run: Run, step: Step) -> None:
    decision = run.decision()
    for unwanted in step.argument:
        if found := [choice for choice in decision.choices if _matches(choice, unwanted)]:
            raise Failed(f"expected no {unwanted!r} among the choices, found {found[0]!r}")


def _matches(choice: str, wanted: str) -> bool:
    return choice.startswith(wanted[:-1]) if wanted.endswith("*") else choice == wanted


def _asked(run: Run, step: Step) -> None:
    decision = run.game.decision
    found = None if decision is None else {"seat": decision.seat, "kind": decision.kind}
    wanted = step.argument
    if found is None or wanted is None:
        holds = found is wanted
    else:
        holds = all(as_json(found[key]) == as_json(value) for key, value in wanted.items())
    if not holds:
        raise Failed(f"expected that {as_json(wanted)} is asked, found {as_json(found)}")


def _refuses(run: Run, step: Step) -> None:
    before = _standing(run)
    try:
        run.game.choose(step.argument)
    except IllegalChoice:
        if _standing(run) != before:
            raise Failed(
                f"expected that refusing {step.argument!r} changes nothing, found a change"
            ) from None
        return
    raise Failed(f"expected that {step.argument!r} is refused, found that it was taken")


def _standing(run: Run) -> str:
    """Everything that a refused choice must leave as it was, as text."""
    decision = run.game.decision
    asked = None if decision is None else [decision.seat, decision.kind, *decision.choices]
    return as_json([run.game.position(), asked, run.game.happenings()])


def _default(run: Run, step: Step) -> None:
    found = run.decision().choices[0]
    if found != step.argument:
        raise Failed(f"expected the default {step.argument!r}, found {found!r}")


def _defaults_until(run: Run, step: Step) -> None:
    ((what, wanted),) = step.argument.items()
    while (decision := run.game.decision) is not None:
        position = run.game.position() | {"seat": decision.seat}
        if what != "over" and as_json(position[what]) == as_json(wanted):
            return
        run.answer(decision.choices[0])
    if what != "over":
        raise Failed(f"expected a decision with {what} {as_json(wanted)}, found that the game is over")


def _expect(run: Run, step: Step) -> None:
    _compare(step.argument, run.game.position(), run.game.result)


def _view(run: Run, step: Step) -> None:
    seat = step.argument["seat"]
    if not 0 <= seat < len(run.before_play["seats"]):
        raise Failed(f"expected the view of seat {seat}, found {len(run.before_play['seats'])} seats")
    view = run.game.view(seat)
    _compare(step.argument.get("expect", {}), view, run.game.result)
    for secret in step.argument.get("unknown", []):
        if shown := _shown(secret, view, run.before_play):
            raise Failed(f"expected that seat {seat} does not know {secret!r}, found {shown}")


def _compare(
    expected: Mapping[str, Any], position: Mapping[str, Any], result: Mapping[str, Any] | None
) -> None:
    if found := "; ".join(expect.differences(expected, position, result)):
        raise Failed(found)


def _shown(secret: str, view: Mapping[str, Any], before_play: Mapping[str, Any]) -> str | None:
    """What the view gives away of a secret, as text; None when it shows only a number or a question mark."""
    name, _, of = secret.partition(" ")
    if name == "actions":
        return _action_shown(int(of), view, before_play)
    found = list(_secret_entries(name, of, view))
    if not found:
        return f"no {secret!r} in the view"
    return next((as_json(entry) for entry in found if type(entry) is not int and entry != "?"), None)


def _secret_entries(name: str, of: str, view: Mapping[str, Any]) -> Iterator[Any]:
    if name == "hand":
        yield from (seat["hand"] for number, seat in enumerate(view["seats"]) if number == int(of))
    elif name == "food_card":
        yield from (card for number, card in enumerate(view["food_cards"]) if number == int(of))
    elif name == "face_down":
        yield from (s["face_down"] for seat in view["seats"] for s in seat["species"] if s["id"] == of)
    elif name in ("cold_deck", "hot_deck"):
        yield view["climate"][name]
    else:
        yield view[name]


def _action_shown(seat: int, view: Mapping[str, Any], before_play: Mapping[str, Any]) -> str | None:
    """What the view shows of the seat's plays in quick play, if anything differs from before the phase."""
    before, now = before_play["seats"][seat], view["seats"][seat]
    if _row(now) != _row(before):
        return f"species {as_json(now['species'])}"
    if now["bag"] != before["bag"]:
        return f"bag {now['bag']}"
    if size(now["hand"]) != size(before["hand"]):
        return f"{size(now['hand'])} cards in hand"
    held = {*before["hand"], *(card for species in before["species"] for card in species["traits"])}
    return next((f"{card} discarded" for card in view["discard"] if card in held), None)


def _row(seat: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [species | {"face_down": size(species["face_down"])} for species in seat["species"]]


def _listed(decision: Decision) -> str:
    return as_json(list(decision.choices))


_VERBS: Mapping[str, Callable[[Run, Step], None]] = {
    "choose": _choose,
    "legal": _legal,
    "legal_in_order": _legal_in_order,
    "offers": _offers,
    "lacks": _lacks,
    "asked": _asked,
    "refuses": _refuses,
    "default": _default,
    "defaults_until": _defaults_until,
    "view": _view,
    "expect": _expect,
}
