"""How ratings moved of late: each version's last few matches, for sparklines; one query for a whole table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from ladder.models import Competition, RatingEvent

MATCHES = 20
MOST_VERSIONS = 100  # SQLite takes 500 parts in one query


@dataclass(frozen=True, slots=True)
class Trend:
    """Ratings before and after a version's last matches, oldest first; at least two of them."""

    ratings: tuple[float, ...]

    @property
    def change(self) -> float:
        """What the last matches changed in all."""
        return self.ratings[-1] - self.ratings[0]


def of_versions(competition: Competition, versions: Sequence[int]) -> dict[int, Trend]:
    """The trends by version; a version without a rated match has none. At most MOST_VERSIONS are asked for.

    One small walk down the index for each version: what a version played long ago costs nothing.
    """
    if not versions:
        return {}
    if len(versions) > MOST_VERSIONS:
        raise ValueError(f"versions: found {len(versions)}, wanted at most {MOST_VERSIONS}")
    events: dict[int, list[tuple[float, float]]] = {}
    where = (competition.pk, competition.current_epoch)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_LATERAL, [list(versions), *where])
        else:
            cursor.execute(
                " UNION ALL ".join([_LATEST] * len(versions)),
                [value for pk in versions for value in (*where, pk)],
            )
        for version, before, after in cursor.fetchall():
            events.setdefault(version, []).append((before, after))
    return {version: _trend(found) for version, found in events.items()}


_LATEST = (
    "SELECT * FROM (SELECT version_id, r_before, r_after "  # noqa: S608 - no value of anybody's stands in it
    f"FROM {RatingEvent._meta.db_table} WHERE competition_id = %s AND epoch = %s AND version_id = %s "
    f"ORDER BY fold_seq DESC LIMIT {MATCHES}) latest"
)

_LATERAL = (  # the same, planned once for all: half of the time went into planning
    "SELECT latest.* FROM unnest(%s::bigint[]) asked (pk) CROSS JOIN LATERAL ("  # noqa: S608 - as above
    f"SELECT version_id, r_before, r_after FROM {RatingEvent._meta.db_table} "
    "WHERE competition_id = %s AND epoch = %s AND version_id = asked.pk "
    f"ORDER BY fold_seq DESC LIMIT {MATCHES}) latest"
)


def _trend(newest_first: Sequence[tuple[float, float]]) -> Trend:
    oldest_first = newest_first[::-1]
    return Trend((oldest_first[0][0], *(after for _, after in oldest_first)))
