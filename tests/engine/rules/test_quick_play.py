"""R-PLAY-09, R-INFO-02: nobody sees what another plays before all have ended."""

from engine import Game
from tests.engine.tables import asked, choices, lay, play, row, species, state


def quick(**more: object) -> Game:
    """Two seats, seat 0 has played: a trait, a body, a species."""
    game = lay(
        [species()],
        [species()],
        phase="play",
        hands={0: ["horns-1", "climbing-1", "burrowing-1"], 1: ["long-neck-1", "fertile-1"]},
        options={"quick_play": True},
        **more,  # type: ignore[arg-type]
    )
    return play(game, "trait horns-1 a1", "body climbing-1 a1", "species burrowing-1 left", "end")


def test_the_others_see_the_table_as_it_was() -> None:
    view = quick().view(1)
    assert [one["id"] for one in view["seats"][0]["species"]] == ["a1"]
    assert view["seats"][0]["species"][0]["body"] == 1
    assert view["seats"][0]["hand"] == 3
    assert view["discard"] == []
    assert view["turn"] == 1


def test_a_seat_sees_its_own_plays() -> None:
    view = quick().view(0)
    assert [one["id"] for one in view["seats"][0]["species"]] == ["a2", "a1"]
    assert view["seats"][0]["species"][1]["face_down"] == ["horns-1"]
    assert view["discard"] == ["climbing-1", "burrowing-1"]
    assert view["turn"] == 0


def test_a_later_seat_sees_only_its_own_discards() -> None:
    game = play(quick(), "body long-neck-1 b1")
    assert game.view(1)["discard"] == ["long-neck-1"]
    assert game.view(0)["discard"] == ["climbing-1", "burrowing-1"]
    assert game.position()["discard"] == ["climbing-1", "burrowing-1", "long-neck-1"]


def test_when_all_have_ended_everything_shows() -> None:
    game = play(quick(), "end")
    assert state(game, "a1", "traits", "body") == (["horns-1"], 2)
    seen = game.view(1)["seats"][0]["species"]
    assert [(one["id"], one["body"], one["traits"]) for one in seen] == [
        ("a2", 1, []),
        ("a1", 2, ["horns-1"]),
    ]


def test_happenings_of_the_others_come_when_all_have_ended() -> None:
    game = quick()
    assert {record.get("seat") for record in game.happenings(1)} <= {1}
    own = game.happenings(0)
    play(game, "body long-neck-1 b1")
    early = game.happenings(1)
    play(game, "end")
    late = game.happenings(1)
    assert late[: len(early)] == early
    assert [record["h"] for record in late].count("new-species") == 1
    assert game.happenings(0)[: len(own)] == own


def test_the_true_order_of_the_pile_is_told_at_the_end() -> None:
    game = play(quick(), "body long-neck-1 b1", "end")
    piles = [record for record in game.happenings(1) if record["h"] == "pile"]
    assert piles == [{"h": "pile", "cards": ["climbing-1", "burrowing-1", "long-neck-1"]}]


def test_every_seat_has_heard_the_same_number_of_things_afterwards() -> None:
    game = play(quick(), "end")
    assert len({len(game.happenings(seat)) for seat in (None, 0, 1)}) == 1


def test_the_middle_of_quick_play_loads_again() -> None:
    game = quick()
    twin = Game.from_position(game.position(), ask_forced=True)
    assert (choices(twin), twin.view(1)) == (choices(game), game.view(1))
    assert (
        play(twin, "body long-neck-1 b1", "end").position()
        == play(game, "body long-neck-1 b1", "end").position()
    )


def test_seats_are_asked_in_turn_order() -> None:
    game = quick(first=0)
    assert asked(game) == (1, "play")
    assert row(game, 0) == ["a2", "a1"]
