"""The pages of a person's table."""

import pytest
from django.core.cache import cache
from django.test import Client

from engine import RULESETS, Game
from ladder import sittings
from ladder.models import Sitting, User
from ladder.web import choices
from tests.ladder import stage
from tests.ladder.web.conftest import Reader


@pytest.fixture
def anna(client: Client) -> User:
    made = stage.person(username="anna")
    client.force_login(made)
    return made


def seated(anna: User) -> Sitting:
    """Anna at a table for two where it is her turn: the other seat has chosen first, if it had to."""
    made = sittings.sit_down(anna, "base", 2, ["first-choice"])
    game = sittings.game(made)
    while game.decision is not None and game.decision.seat != made.seat:
        made.choices.append(game.decision.choices[0])
        game.choose(0)
    made.moves = len(made.choices)
    made.save()
    return made


def test_sitting_down_leads_to_the_table(client: Client, anna: User, read: Reader) -> None:
    asked = {"ruleset": "flight", "players": "4", "opponents": "mixed"}
    assert "Sit down" in read(client, "/play/").text
    answer = client.post("/play/", asked)
    made = Sitting.objects.get()
    assert answer["Location"] == f"/play/{made.pk}/"
    assert (made.ruleset, len(made.bots)) == ("flight", 4)
    assert "You sit at a table already" in read(client, "/play/").text


def test_what_was_filled_in_wrongly_is_explained(client: Client, anna: User) -> None:
    answer = client.post("/play/", {"ruleset": "chess", "players": "3", "opponents": "mixed"})
    assert answer.status_code == 400
    assert not Sitting.objects.exists()


def test_the_choices_are_the_engines_and_each_can_be_made(client: Client, anna: User, read: Reader) -> None:
    sitting = seated(anna)
    page = read(client, f"/play/{sitting.pk}/")
    decision = sittings.decision(sitting)
    assert decision is not None
    offered = [b.attributes["value"] for b in page.all("button") if b.attributes.get("name") == "choice"]
    assert sorted(offered) == sorted(decision.choices)
    client.post(f"/play/{sitting.pk}/choose/", {"number": sitting.moves, "choice": offered[-1]})
    sitting.refresh_from_db()
    assert sitting.choices[-1] == offered[-1]


def test_after_a_move_the_page_goes_on_asking_the_table_itself(client: Client, anna: User) -> None:
    sitting = seated(anna)
    while (asked := sittings.decision(sitting)) is not None:
        move = {"number": sitting.moves, "choice": asked.choices[0]}
        answer = client.post(f"/play/{sitting.pk}/choose/", move, headers={"HX-Request": "true"})
        sitting.refresh_from_db()
    assert f'data-hx-get="/play/{sitting.pk}/"' in answer.content.decode()


def test_a_choice_that_comes_too_late_is_explained_on_the_page(client: Client, anna: User) -> None:
    sitting = seated(anna)
    answer = client.post(
        f"/play/{sitting.pk}/choose/",
        {"number": sitting.moves + 3, "choice": "end"},
        headers={"HX-Request": "true"},
    )
    assert "The game has gone on meanwhile" in answer.content.decode()


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30])
def test_a_move_without_a_number_is_none(client: Client, anna: User, number: str) -> None:
    answer = client.post(f"/play/{seated(anna).pk}/choose/", {"number": number, "choice": "end"})
    assert answer.status_code == 404


def test_others_watch_and_cannot_move(client: Client, anna: User, read: Reader) -> None:
    sitting = seated(anna)
    client.force_login(stage.person())
    page = read(client, f"/play/{sitting.pk}/")
    assert "You see what anna sees" in page.text
    assert not [button for button in page.all("button") if button.attributes.get("name") == "choice"]
    client.post(f"/play/{sitting.pk}/choose/", {"number": sitting.moves, "choice": "end"})
    client.post(f"/play/{sitting.pk}/leave/")
    sitting.refresh_from_db()
    assert (sitting.state, sitting.moves) == ("playing", len(sitting.choices))


def test_who_is_not_signed_in_is_sent_to_sign_in(client: Client) -> None:
    assert client.get("/play/")["Location"] == "/sign-in/?next=/play/"
    assert client.post("/play/1/choose/").status_code == 302


def test_the_replay_and_the_full_truth_come_when_the_game_is_over(client: Client, anna: User) -> None:
    sitting = seated(anna)
    assert client.get(f"/play/{sitting.pk}/replay/").status_code == 404
    for query in ("", "?seat=0", "?seat=1", "?since=1&seat=1"):
        start = client.get(f"/play/{sitting.pk}/frames/{query}").json()["start"]
        assert isinstance(start["seats"][1 - sitting.seat]["hand"], int)
    game = sittings.game(sitting)
    while game.decision is not None:
        sitting.choices.append(game.decision.choices[0])
        game.choose(0)
    assert game.result is not None
    sitting.state, sitting.moves = "over", len(sitting.choices)
    sitting.scores, sitting.places = game.result["scores"], game.result["places"]
    sitting.save()
    assert client.get(f"/play/{sitting.pk}/replay/").json()["result"]["scores"] == sitting.scores
    assert isinstance(client.get(f"/play/{sitting.pk}/frames/").json()["start"]["deck"], list)
    assert "The game is over" in client.get(f"/play/{sitting.pk}/").content.decode()


def test_a_table_is_in_the_feed_while_it_is_played(client: Client, anna: User) -> None:
    sitting = seated(anna)
    assert f'href="/play/{sitting.pk}/"' in client.get("/live/").content.decode()
    sittings.leave(sitting, anna)
    cache.clear()
    assert f'href="/play/{sitting.pk}/"' not in client.get("/live/").content.decode()


def test_leaving_ends_the_game_and_says_so(client: Client, anna: User, read: Reader) -> None:
    sitting = seated(anna)
    client.post(f"/play/{sitting.pk}/leave/")
    assert "You left the table." in read(client, f"/play/{sitting.pk}/").text


def test_a_table_is_shown_with_few_queries(
    client: Client, anna: User, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    sitting = seated(anna)
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        client.get(f"/play/{sitting.pk}/")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_choice_of_a_game_can_be_said_in_words(ruleset: str) -> None:
    for seed in range(3):
        game = Game.new(ruleset, players=4, seed=seed)
        while game.decision is not None:
            decision = game.decision
            asked = choices.question(decision, game.cards)
            options = [option for group in asked.groups for option in group.options]
            assert sorted(option.choice for option in options) == sorted(decision.choices)
            assert all(option.words != option.choice for option in options), options
            game.choose((len(decision.choices) * 7 + seed) % len(decision.choices))


def test_words_say_what_a_choice_does() -> None:
    cards = {"horns-1": {"food": 3}, "climbing-2": {"food": -2}, "dive-bomb-1": {}}
    said = {
        "food climbing-2": "Climbing (−2)",
        "trait horns-1 a2": "Horns (+3) on a2",
        "replace horns-1 climbing-2 a1": "Climbing (−2) on a1, in place of Horns (+3)",
        "species horns-1 left": "On the left, for Horns (+3)",
        "attack a1 b2 ignoring climbing,horns": "a1 attacks b2, paying a card each to ignore Climbing, Horns",
        "nocturnal feed a1 cliff": "a1 eats from the cliff, by night",
        "dive-bomb dive-bomb-1 a1 attack b1": "Dive Bomb: a1 attacks b1",
        "end": "End here",
    }
    assert {choice: choices.in_words(choice, cards) for choice in said} == said
