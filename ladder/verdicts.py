"""What staff ruled on matches that have a result: left out of the ratings, or rated by other places."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ladder.models import MatchSeat, Ruling


@dataclass(frozen=True)
class Verdicts:
    """Rulings by match: `out` counts for nobody, `corrected` has the places that count instead."""

    out: frozenset[int]
    corrected: Mapping[int, tuple[int, ...]]

    def places(self, match: int, reported: Sequence[int]) -> Sequence[int] | None:
        """The final places that count, by seat; None for a match that does not count."""
        return None if match in self.out else self.corrected.get(match, reported)


def on(matches: Iterable[int]) -> Verdicts:
    """What holds now for these matches. Of several corrections the last one counts; out is out."""
    asked = list(matches)
    return Verdicts(frozenset(_void(asked) | _disqualified(asked)), _corrected(asked))


def of_matches(matches: Iterable[int]) -> Verdicts:
    """As `on`, but only what was ruled on the matches themselves, not on a version that sat there."""
    asked = list(matches)
    return Verdicts(frozenset(_void(asked)), _corrected(asked))


def _void(matches: list[int]) -> set[int]:
    rulings = Ruling.objects.filter(kind=Ruling.Kind.VOID, match__in=matches)
    return {match for match in rulings.values_list("match_id", flat=True) if match is not None}


def _disqualified(matches: list[int]) -> set[int]:
    """The matches in which a disqualified version sat: the others get their points back."""
    versions = list(disqualified())
    if not versions:
        return set()
    seats = MatchSeat.objects.filter(match__in=matches, version__in=versions)
    return set(seats.values_list("match_id", flat=True))


def disqualified() -> Iterable[int]:
    """The ids of all versions whose games count for nobody."""
    rulings = Ruling.objects.filter(kind=Ruling.Kind.DISQUALIFY, version__isnull=False)
    return rulings.values_list("version_id", flat=True)


def _corrected(matches: list[int]) -> dict[int, tuple[int, ...]]:
    rulings = Ruling.objects.filter(kind=Ruling.Kind.CORRECT, match__in=matches).order_by("pk")
    pairs = rulings.values_list("match_id", "places")
    return {match: tuple(places) for match, places in pairs if match is not None and places is not None}


def all_rulings() -> frozenset[int]:
    """The rulings that bear on ratings, to see whether a new one has come."""
    kinds = (Ruling.Kind.VOID, Ruling.Kind.DISQUALIFY, Ruling.Kind.CORRECT)
    return frozenset(Ruling.objects.filter(kind__in=kinds).values_list("pk", flat=True))
