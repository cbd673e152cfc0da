"""Whether the site answers."""

import http.client
from urllib.parse import urlsplit


def answers(address: str) -> bool:
    """Whether the home page comes without a server's error (a redirect or a refused host is an answer)."""
    connection = http.client.HTTPConnection(str(urlsplit(address).netloc), timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
