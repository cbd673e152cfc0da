"""Addresses by which workers on other machines fetch and leave files: signed, and good for an hour."""

import hmac
import time
from urllib.parse import urlencode

from django.conf import settings
from django.utils.crypto import salted_hmac

GOOD_FOR_S = 3600
"""Longer than an order may wait and a match may take."""


class BadLink(ValueError):
    """An address that we did not make, or that is good no more."""


def to_get(name: str) -> str:
    """The address of the blob of this name."""
    return _signed("GET", f"/blobs/{name}/")


def to_put(token: str) -> str:
    """The address at which what was built for this token is left."""
    return _signed("PUT", f"/drops/{token}/")


def check(method: str, path: str, until: str, signature: str) -> None:
    """BadLink when this method at this path was not allowed by us, or no longer is."""
    if not until.isdecimal() or not hmac.compare_digest(signature, _signature(method, path, until)):
        raise BadLink("this address was not made by this site")
    if int(until) < time.time():
        raise BadLink("this address was good for an hour, and is no more; the next order has a new one")


def _signed(method: str, path: str) -> str:
    until = str(int(time.time()) + GOOD_FOR_S)
    query = urlencode({"until": until, "signature": _signature(method, path, until)})
    return f"{settings.SITE_URL}{path}?{query}"


def _signature(method: str, path: str, until: str) -> str:
    return salted_hmac("ladder.blob_links", f"{method} {path} {until}", algorithm="sha256").hexdigest()
