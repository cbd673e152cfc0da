"""A report against its match: what cannot be true is refused before it touches a table."""

import base64
import binascii
import json
import math
import zlib
from collections.abc import Sequence

from ladder.models import Match
from workers.contract import Fault, FaultKind, GameResult, SeatUse

LARGEST_INT = 2**31 - 1
REPLAY_PACKED_LIMIT = 8 * 1024 * 1024
REPLAY_LIMIT = 64 * 1024 * 1024
REPLAY_FORMAT = "evolution-replay/1"
RECEIVED_LIMIT, LEGAL_LIMIT, TEXT_LIMIT = 200, 50, 1024 * 1024


class ReportInvalid(ValueError):
    """The text names the field, what was found and what was wanted."""


def check(match: Match, result: GameResult) -> bytes:
    """The gzipped replay of a result that can be true of this match; else ReportInvalid."""
    seats = match.players
    for name in ("scores", "places", "final_places", "seats"):
        _want(
            len(getattr(result, name)) == seats, f"{name}: found {len(getattr(result, name))}, wanted {seats}"
        )
    _check_numbers(result)
    _check_faults(result.faults, seats)
    _want(
        is_ranking(result.places), f"places: found {result.places}, wanted 1 + how many are strictly better"
    )
    final = final_places(result.places, {fault.seat for fault in result.faults})
    _want(result.final_places == final, f"final_places: found {result.final_places}, wanted {final}")
    return _check_replay(match, result)


def final_places(places: Sequence[int], faulty: set[int]) -> tuple[int, ...]:
    """Places with every faulty seat behind every other one; faulty seats share a place (service.md 3)."""
    keys = [(seat in faulty, 0 if seat in faulty else place) for seat, place in enumerate(places)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def is_ranking(places: Sequence[int]) -> bool:
    """Whether each place is 1 + how many are strictly better."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _check_numbers(result: GameResult) -> None:
    for name in ("decisions", "rounds"):
        _check_int(name, getattr(result, name), 0)
    for score in result.scores:
        _check_int("scores", score, -LARGEST_INT)
    for i, use in enumerate(result.seats):
        _check_use(f"seats[{i}]", use)


def _check_use(place: str, use: SeatUse) -> None:
    for name in ("cpu_ms", "wall_ms", "start_ms"):
        _check_int(f"{place}.{name}", getattr(use, name), 0)
    memory = use.memory_mb
    _want(memory is None or (math.isfinite(memory) and memory >= 0), f"{place}.memory_mb: found {memory}")
    _want(len(use.log) <= TEXT_LIMIT, f"{place}.log: found {len(use.log)} characters, wanted {TEXT_LIMIT}")


def _check_faults(faults: Sequence[Fault], seats: int) -> None:
    faulty = [fault.seat for fault in faults]
    _want(len(set(faulty)) == len(faulty), f"faults: found the seats {faulty}, wanted each once")
    for fault in faults:
        _want(0 <= fault.seat < seats, f"faults: found seat {fault.seat}, wanted 0 to {seats - 1}")
        _want(fault.kind in set(FaultKind), f"faults: found the kind {fault.kind[:40]!r}")
        _want(
            len(fault.received) <= RECEIVED_LIMIT and len(fault.legal) <= LEGAL_LIMIT,
            f"faults: more than {RECEIVED_LIMIT} characters received or {LEGAL_LIMIT} legal choices",
        )
        _want(len(fault.stderr_tail) + len(fault.message) <= TEXT_LIMIT, "faults: its texts are too long")
        for name in ("cpu_ms", "wall_ms"):
            _check_int(f"faults.{name}", getattr(fault, name), 0)
        _check_int("faults.n", fault.n or 0, 0)


def _check_replay(match: Match, result: GameResult) -> bytes:
    packed = _unbase64(result.replay)
    replay = _parse(_gunzip(packed))
    wanted = {
        "format": REPLAY_FORMAT,
        "ruleset": match.ruleset,
        "seed": match.seed,
        "final_places": list(result.final_places),
    }
    for name, value in wanted.items():
        _want(replay.get(name) == value, f"replay.{name}: found {str(replay.get(name))[:60]}, wanted {value}")
    return packed


def _unbase64(data: str) -> bytes:
    _want(
        len(data) <= REPLAY_PACKED_LIMIT,
        f"replay: found {len(data)} characters, wanted {REPLAY_PACKED_LIMIT}",
    )
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ReportInvalid(f"replay: no base64: {error}") from None


def _gunzip(packed: bytes) -> bytes:
    inflate = zlib.decompressobj(wbits=31)
    try:
        document = inflate.decompress(packed, REPLAY_LIMIT)
    except zlib.error as error:
        raise ReportInvalid(f"replay: no gzip: {error}") from None
    _want(inflate.eof and not inflate.unused_data, f"replay: cut, or more than {REPLAY_LIMIT} bytes unpacked")
    return document


def _parse(document: bytes) -> dict[str, object]:
    try:
        replay = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise ReportInvalid(f"replay: no JSON: {error}") from None
    if not isinstance(replay, dict):
        raise ReportInvalid("replay: wanted an object")
    return replay


def _check_int(name: str, value: int, least: int) -> None:
    _want(least <= value <= LARGEST_INT, f"{name}: found {str(value)[:40]}, wanted {least} to {LARGEST_INT}")


def _want(holds: bool, problem: str) -> None:
    if not holds:
        raise ReportInvalid(problem)
