"""Uploads, artefacts and replays are on disk, unaltered; replays, played again, give the recorded results."""

import gzip
import json
import random
import zlib
from collections.abc import Sequence

from engine import replay as replays
from ladder import blobs
from ladder.audit.finding import Finding, Findings
from ladder.models import Match, Result, Version


def check(sample: int | None, rng: random.Random) -> Findings:
    """All files are looked for; of replays and uploads so many are read and verified (None: every one)."""
    yield from _uploads(sample, rng)
    yield from _replays(sample, rng)


def _uploads(sample: int | None, rng: random.Random) -> Findings:
    named: dict[str, str] = {}
    kept = Version.objects.filter(forgotten=None).order_by("pk")
    for pk, upload, artefact in kept.values_list("pk", "sha256", "artefact"):
        named.setdefault(upload, f"the upload of version {pk}")
        if artefact:
            named.setdefault(artefact, f"the artefact of version {pk}")
    for name, what in named.items():
        if not blobs.exists(name):
            yield Finding("files", what, f"is not on disk: blob {name}")
    for name in _drawn(list(named), sample, rng):
        yield from _altered(name, named[name])


def _altered(name: str, what: str) -> Findings:
    try:
        blobs.read(name)
    except blobs.BlobMissing as missing:
        if blobs.exists(name):
            yield Finding("files", what, str(missing))


def _replays(sample: int | None, rng: random.Random) -> Findings:
    keys = []
    for match, name in Result.objects.order_by("match").values_list("match_id", "replay_sha256").iterator():
        if blobs.is_name(name) and blobs.exists(name):
            keys.append(match)
        else:
            yield Finding("files", f"match {match}", f"has no replay on disk: blob {name[:80]!r}")
    for match in _drawn(keys, sample, rng):
        yield from _verify(Result.objects.select_related("match").get(pk=match))


def _drawn(keys: list, sample: int | None, rng: random.Random) -> list:  # type: ignore[type-arg]
    return keys if sample is None or sample >= len(keys) else sorted(rng.sample(keys, sample))


def _verify(result: Result) -> Findings:
    where = f"match {result.match_id}"
    try:
        replay = json.loads(gzip.decompress(blobs.read(result.replay_sha256)))
        replays.verify(replay)
    except (OSError, ValueError, EOFError, zlib.error) as error:
        yield Finding("replay", where, f"has a replay that does not hold: {error}")
        return
    for what, found, wanted in _facts(replay, result, result.match):
        if found != wanted:
            yield Finding("replay", where, f"was recorded with {what} {wanted}, its replay gives {found}")


def _facts(replay: dict, result: Result, match: Match) -> Sequence[tuple[str, object, object]]:  # type: ignore[type-arg]
    seats = len(replay["result"]["places"])
    return (
        ("players", seats, match.players),
        ("ruleset", replay["ruleset"], match.ruleset),
        ("seed", replay["seed"], match.seed),
        ("scores", replay["result"]["scores"], result.scores),
        ("places", replay["result"]["places"], result.places),
        ("final places", replay["final_places"], result.final_places),
    )
