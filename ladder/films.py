"""Films: replays played out into frames for the viewer, and kept, gzipped, as making one takes a while."""

import gzip
import json
from collections.abc import Mapping
from typing import Any

from django.core.cache import caches

from engine.frames import FORMAT, frames
from ladder import blobs

KEPT_S = 30 * 24 * 3600


def of_replay(replay: Any, seat: int | None) -> dict[str, Any]:
    """The frames document, of one seat's view or of the full truth. Raises engine's BadReplay."""
    return frames(replay, seat)


def of_blob(sha256: str, seat: int | None) -> bytes:
    """The frames of a kept replay as gzipped JSON. Raises BlobMissing, BadReplay.

    What was made once is kept by the frames' format and not by the engine's version: a replay whose rules a
    later engine no longer plays can still be shown.
    """
    kept, key = caches["files"], f"film:{FORMAT}:{sha256}:{seat}"
    known: bytes | None = kept.get(key)
    if known is None:
        known = packed(of_replay(json.loads(gzip.decompress(blobs.read(sha256))), seat))
        kept.set(key, known, KEPT_S)
    return known


def packed(document: Mapping[str, Any]) -> bytes:
    """The document as compact JSON, gzipped."""
    return gzip.compress(json.dumps(document, separators=(",", ":")).encode(), compresslevel=6, mtime=0)
