"""Seeds of a tournament's games."""

from ladder.tournaments.seeds import bot_seed, deck_seed

KEY = b"only for tests"


def test_a_deck_keeps_its_seed_and_every_other_has_another() -> None:
    seeds = {
        deck_seed(KEY, t, meeting, deck) for t in (1, 2) for meeting in ("0-0", "0-1") for deck in range(3)
    }
    assert len(seeds) == 12
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert deck_seed(KEY, 1, "0-0", 0) == deck_seed(KEY, 1, "0-0", 0)


def test_without_the_key_the_seed_is_another() -> None:
    assert deck_seed(b"guessed", 1, "0-0", 0) != deck_seed(KEY, 1, "0-0", 0)


def test_entrants_have_seeds_of_their_own() -> None:
    seeds = {bot_seed(KEY, 1, "0-0", 0, entrant) for entrant in range(4)}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**31 for seed in seeds)
