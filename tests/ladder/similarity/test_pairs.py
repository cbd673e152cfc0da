"""Lexing, winnowing and pairing: what survives renaming, and what is nobody's own."""

import pytest

from ladder.similarity import pairs, sources
from ladder.similarity.lexing import MOST_TOKENS, tokens
from ladder.similarity.winnowing import GRAM, WINDOW, Print, values, winnow

PYTHON = '''
import json

def best(choices, view):
    """Words about it."""
    scores = []
    for choice in choices:  # look at each
        score = 0
        if choice.startswith("attack"):
            score += view["round"] * 3
        elif choice.startswith("feed"):
            score += len(view["players"]) - 1
        scores.append((score, choice))
    scores.sort(reverse=True)
    return scores[0][1]
'''
RENAMED = (
    PYTHON.replace("best", "pick").replace("score", "worth").replace("choice", "option").replace("3", "17")
    .replace('"""Words about it."""', "'''Other words.'''").replace("  # look at each", "")
    .replace("    ", "\t")
)  # fmt: skip
OTHER = """
import sys

class Reader:
    def __init__(self, stream):
        self.stream = stream
        self.lines = 0

    def read(self):
        while True:
            line = self.stream.readline()
            if not line:
                raise SystemExit(1)
            self.lines += 1
            yield line.strip().lower().split(";")
"""


def lexed(source: str, *, hash_comments: bool = True) -> list[str]:
    return [token.text for token in tokens(source, hash_comments=hash_comments)]


def prints(source: str, name: str = "bot.py") -> list[Print]:
    return sources.prints({name: source})


def test_names_numbers_and_texts_lose_what_they_say() -> None:
    assert lexed('if speed > 3: say("x")  # why') == ["if", "i", ">", "n", ":", "i", "(", "s", ")"]


def test_comments_of_other_languages_are_left_out() -> None:
    source = "int a; // one\n/* two\n lines */ #include\nreturn 'x';"
    assert lexed(source, hash_comments=False) == ["int", "i", ";", "#", "return", "s", ";"]


def test_lines_are_counted_through_comments_and_texts() -> None:
    found = list(tokens('a\n"""b\nc"""\n# d\ne', hash_comments=True))
    assert [token.line for token in found] == [1, 2, 5]


@pytest.mark.parametrize(
    "source",
    [
        '"' * 100_001,
        "'" * 100_000,
        "/*" * 100_000,
        '"""' + '"x' * 100_000,
        "\\" * 100_000,
        "(" * 300_000,
        "`" * 99_999,
    ],
)
def test_nonsense_is_lexed_all_the_same(source: str) -> None:
    assert len(lexed(source)) <= MOST_TOKENS


def test_a_renamed_copy_has_the_same_fingerprints() -> None:
    assert values(prints(RENAMED)) == values(prints(PYTHON)) != frozenset()


def test_another_program_has_others() -> None:
    assert values(prints(OTHER)) & values(prints(PYTHON)) == frozenset()


def test_a_shared_run_of_tokens_is_always_found() -> None:
    run = "\n".join(f"if a{n} > {n}: b(c, {'d' if n % 2 else 'e()'})" for n in range(4))
    shared = list(tokens(run, hash_comments=True))[: GRAM + WINDOW - 1]
    assert len(shared) == GRAM + WINDOW - 1
    before, after = list(tokens(OTHER, hash_comments=True)), list(tokens(PYTHON, hash_comments=True))
    one, two = winnow("x", [*before, *shared, *after]), winnow("x", [*after, *shared, *before])
    assert values(one) & values(two) & values(winnow("x", shared)) != frozenset()


def test_what_is_shorter_than_a_gram_leaves_nothing() -> None:
    assert prints("a = b + c") == []


def test_a_pair_of_one_owner_is_no_pair() -> None:
    sets = {1: values(prints(PYTHON)), 2: values(prints(RENAMED)), 3: values(prints(OTHER))}
    assert pairs.similar(sets, {1: "ada", 2: "ada", 3: "bob"}) == []
    (pair,) = pairs.similar(sets, {1: "ada", 2: "eve", 3: "bob"})
    assert (pair.first, pair.second, pair.share_first, pair.share_second) == (1, 2, 1.0, 1.0)


def test_what_the_house_gives_away_is_nobodys_own() -> None:
    found = {1: prints(PYTHON), 2: prints(RENAMED)}
    kept = pairs.own(found, values(prints(PYTHON)))
    assert kept == {1: frozenset(), 2: frozenset()}


def test_what_most_uploads_have_is_the_games() -> None:
    found = {key: prints(PYTHON) for key in range(8)} | {9: prints(OTHER), 10: prints(OTHER)}
    kept = pairs.own(found, frozenset())
    assert kept[0] == frozenset()
    assert kept[9] == values(prints(OTHER))


def test_regions_name_the_lines_of_both() -> None:
    one, other = prints(PYTHON, "a.py"), prints(OTHER + RENAMED, "b.py")
    (region,) = pairs.regions(one, other, values(one))
    ahead = OTHER.count("\n")
    assert (region.file, region.other_file) == ("a.py", "b.py")
    assert region.other_first - region.first == ahead
    assert region.last - region.first > 8


def test_the_houses_own_bots_are_known() -> None:
    house = sources.house_values()
    random_bot = (sources.settings.BASE_DIR / "workers/house_bots/hunter.py").read_text()
    assert values(prints(random_bot)) <= house
