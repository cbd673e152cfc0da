"""What a bot's owner is called: by name, by the team's name, or by a pseudonym where names are hidden."""

import hashlib
import hmac

from django.conf import settings

ANIMALS = (
    "Antelope", "Badger", "Bison", "Buffalo", "Caracal", "Cheetah", "Crane", "Dingo", "Eagle", "Egret",
    "Eland", "Elephant", "Falcon", "Gazelle", "Giraffe", "Heron", "Hippo", "Hyena", "Ibex", "Ibis",
    "Impala", "Jackal", "Kudu", "Leopard", "Lion", "Lynx", "Marten", "Meerkat", "Mongoose", "Moose",
    "Okapi", "Oryx", "Osprey", "Otter", "Pelican", "Puma", "Rhino", "Serval", "Stork", "Tapir",
    "Turtle", "Vulture", "Warthog", "Zebra",
)  # fmt: skip


def owner(username: str, owner_id: int, team: str | None, team_id: int | None, hidden_in: int | None) -> str:
    """The team's name, else the owner's; or the pseudonym for the competition that hides names.

    The same owner has the same pseudonym all through one competition and others elsewhere. It is a keyed
    hash of both: nobody without the site's key can tell who it is.
    """
    if hidden_in is None:
        return team or username
    whose = f"team {team_id}" if team_id else f"{owner_id}"
    message = f"pseudonym {hidden_in} {whose}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, hashlib.sha256)
    number = int.from_bytes(digest[:8], "big")
    return f"{ANIMALS[number % len(ANIMALS)]} {number // len(ANIMALS) % 100_000:05d}"
