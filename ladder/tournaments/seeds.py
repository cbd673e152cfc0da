"""Seeds of a tournament's games: the same whenever asked for, and unknown to whoever has not the key."""

import hashlib
import hmac


def deck_seed(key: bytes, tournament: int, meeting: str, deck: int) -> int:
    """The deck's seed, shared by all turns of its block: 0 to 2**53 - 1."""
    return _number(key, f"deck {tournament} {meeting} {deck}") >> 11


def bot_seed(key: bytes, tournament: int, meeting: str, deck: int, entrant: int) -> int:
    """An entrant's own seed, which goes with it from seat to seat: 0 to 2**31 - 1."""
    return _number(key, f"bot {tournament} {meeting} {deck} {entrant}") >> 33


def _number(key: bytes, message: str) -> int:
    return int.from_bytes(hmac.digest(key, message.encode(), hashlib.sha256)[:8], "big")
