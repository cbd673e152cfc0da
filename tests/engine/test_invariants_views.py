"""What a seat sees: nothing hidden, everything public, and enough happenings to keep its view up to date."""

import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import BadPosition, Game
from engine.rulesets import RULESETS
from tests.engine.examples import EXAMPLES, RULESET, SEEDS, plans
from tests.engine.positions import random_position
from tests.engine.rebuilding import Json, Rebuilt
from tests.engine.test_invariants_decisions import asked, decisions
from tests.engine.watching import Plan

PILES = ("deck", "reserve", "removed")
SECRET = ("dealt", "drew", "food-placed", "played", "returned")


def hidden_cards(position: Json, seat: int) -> list[tuple[list[str], int]]:
    """Every place where a card lies that the seat cannot know: a list and the index in it."""
    lists: list[list[str]] = [position[pile] for pile in PILES]
    for other, player in enumerate(position["seats"]):
        if other != seat:
            lists += [player["hand"], *(species["face_down"] for species in player["species"])]
    places = [(cards, index) for cards in lists for index in range(len(cards))]
    for other, card in enumerate(position["food_cards"]):
        if card is not None and other != seat:
            places.append((position["food_cards"], other))
    return places


def reshuffled(position: Json, seat: int, rng: random.Random) -> Json:
    """A position that differs only in what the seat cannot know."""
    changed = deepcopy(position)
    for deck in ("cold_deck", "hot_deck"):
        rng.shuffle(changed.get("climate", {}).get(deck, []))
    places = hidden_cards(changed, seat)
    cards = [holder[index] for holder, index in places]
    rng.shuffle(cards)
    for (holder, index), card in zip(places, cards, strict=True):
        holder[index] = card
    return changed


def twin(position: Json, seat: int, seed: int) -> Game | None:
    """A game that the seat cannot tell from this one; None when no random change of secrets is a position."""
    rng = random.Random(seed)
    for _ in range(20):
        try:
            return Game.from_position(reshuffled(position, seat, rng), seed=seed, ask_forced=True)
        except BadPosition:
            continue  # two face-down traits of one name, for instance
    return None


@settings(EXAMPLES, max_examples=120)
@given(seed=SEEDS, ruleset=RULESET)
def test_i25_what_a_seat_cannot_know_changes_neither_its_view_nor_its_choices(
    seed: int, ruleset: str
) -> None:
    start = Game.from_position(random_position(seed, ruleset), ask_forced=True)
    for game in islice(decisions(start, seed), 4):
        position = game.position()
        if "quick" in position.get("pending", {}):
            continue  # it holds the table before the phase, which would have to be changed alike
        for seat in range(position["players"]):
            other = twin(position, seat, seed)
            if other is None:
                continue
            assert other.view(seat) == game.view(seat)
            if game.decision is not None and game.decision.seat == seat:
                assert asked(other) == asked(game)


@settings(EXAMPLES, max_examples=6)
@given(plan=plans())
def test_i25_a_view_names_no_card_that_its_seat_cannot_know(plan: Plan) -> None:
    for game in islice(decisions(plan.game(), plan.seed, plan.style), 0, None, 5):
        position = game.position()
        for seat in range(plan.players):
            secrets = {holder[index] for holder, index in hidden_cards(position, seat)}
            secrets -= set(returned(game, seat))
            assert not secrets & set(texts(game.view(seat)))


def returned(game: Game, seat: int) -> Iterator[str]:
    """The cards that the seat itself has put under the deck, which it knows (R-INFO-03)."""
    for h in game.happenings(seat):
        if h["h"] == "returned" and h["seat"] == seat:
            yield from h["cards"]


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from texts(entry)


@settings(EXAMPLES, max_examples=6)
@given(plan=plans())
def test_i25_happenings_of_the_others_tell_secret_cards_as_numbers(plan: Plan) -> None:
    game = plan.game()
    for _ in decisions(game, plan.seed, plan.style):
        pass
    for seat in range(plan.players):
        for h in game.happenings(seat):
            if h["h"] in SECRET and h["seat"] != seat:
                assert isinstance(h.get("card", h.get("cards")), int)


@settings(EXAMPLES, max_examples=8)
@given(plan=plans())
def test_protocol_5_the_happenings_that_a_seat_hears_rebuild_its_view(plan: Plan) -> None:
    game = plan.game()
    boards = [Rebuilt(game.view(seat)) for seat in range(plan.players)]
    told = [len(game.happenings(seat)) for seat in range(plan.players)]
    for _ in decisions(game, plan.seed, plan.style):
        for seat, board in enumerate(boards):
            news = game.happenings(seat, since=told[seat])
            told[seat] += len(news)
            for happening in news:
                board.apply(happening)
            assert comparable(board.position) == comparable(game.view(seat))


def comparable(view: Json) -> Json:
    """Without what is opaque or means nothing; in quick play `turn` is always the seat itself."""
    view = {key: value for key, value in view.items() if key != "pending"}
    in_turns = (
        ("events", "leaf", "feeding")
        if view["options"]["quick_play"]
        else ("play", "events", "leaf", "feeding")
    )
    if view["phase"] not in in_turns:
        view.pop("turn")
    return view


@settings(EXAMPLES, max_examples=40)
@given(seed=SEEDS, ruleset=st.sampled_from([name for name in RULESETS if name != "forum"]))
def test_i26_in_quick_play_nothing_that_the_others_do_shows(seed: int, ruleset: str) -> None:
    position = random_position(seed, ruleset, "play")
    assume(position["options"]["quick_play"])
    busy, idle = Game.from_position(position, ask_forced=True), Game.from_position(position, ask_forced=True)
    second = (position["first"] + 1) % position["players"]
    rng = random.Random(seed)
    while busy.decision is not None and busy.decision.seat == position["first"]:
        busy.choose(rng.choice(busy.decision.choices[1:] or busy.decision.choices))
    while idle.decision is not None and idle.decision.seat == position["first"]:
        idle.choose("end")
    assert asked(busy) == asked(idle)
    for seat in range(position["players"]):
        if seat != position["first"]:
            assert busy.view(seat) == idle.view(seat)
            assert busy.happenings(seat) == idle.happenings(seat)
    assert busy.view(second)["turn"] == second


@settings(EXAMPLES, max_examples=60)
@given(seed=SEEDS, ruleset=RULESET)
def test_a_game_made_from_a_view_looks_the_same_to_its_seat(seed: int, ruleset: str) -> None:
    start = Game.from_position(random_position(seed, ruleset), ask_forced=True)
    for game in islice(decisions(start, seed), 0, 12, 3):
        assert game.decision is not None
        seat = game.decision.seat
        view = game.view(seat)
        guessed = Game.from_view(view, seat, seed, ask_forced=True)
        assert guessed.view(seat) == view
        assert asked(guessed) == asked(game)
        assert guessed.position() == game.determinize(seat, seed).position()


@settings(EXAMPLES, max_examples=24)
@given(plan=plans(), ask_forced=st.booleans())
def test_i25_at_every_kind_of_moment_other_secrets_leave_each_view_and_its_choices_as_they_were(
    plan: Plan, ask_forced: bool
) -> None:
    """Another truth is a guess: other cards, other secret plays of the others, the same decision.

    One moment of each phase and kind a game; quick play, substitutions and the turns of others included.
    """
    met = set()
    for game in decisions(plan.game(ask_forced=ask_forced), plan.seed, plan.style):
        if game.decision is None:
            break
        moment = game.view(0)["phase"], game.decision.kind
        if moment in met:
            continue
        met.add(moment)
        for seat in range(plan.players):
            guessed = game.determinize(seat, plan.seed)
            assert guessed.view(seat) == game.view(seat)
            assert guessed.decision is not None
            assert (guessed.decision.seat, guessed.decision.kind) == (game.decision.seat, game.decision.kind)
            if game.decision.seat == seat:
                assert asked(guessed) == asked(game)
            from_view = Game.from_view(game.view(seat), seat, plan.seed, ask_forced)
            assert from_view.view(seat) == game.view(seat)


@settings(EXAMPLES, max_examples=5)
@given(plan=plans())
def test_in_whole_games_each_seat_asked_can_guess_and_play_on(plan: Plan) -> None:
    for number, game in enumerate(decisions(plan.game(), plan.seed, plan.style)):
        if number % 11 or game.decision is None:
            continue
        seat = game.decision.seat
        before = game.position()
        guessed = game.determinize(seat, number)
        assert guessed.view(seat) == game.view(seat)
        assert asked(guessed) == asked(game)
        while guessed.decision is not None:
            guessed.choose(guessed.decision.count // 2)
        assert game.position() == before


def test_two_guesses_deal_the_hidden_cards_differently() -> None:
    game = Game.new("base", players=3, seed=1)
    one, other = game.determinize(0, seed=1).position(), game.determinize(0, seed=2).position()
    assert one["seats"][0] == other["seats"][0]
    assert one["seats"][1]["hand"] != other["seats"][1]["hand"]
    assert one["deck"] != other["deck"]
