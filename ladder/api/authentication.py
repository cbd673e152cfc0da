"""Who asks: a knox token, or (to make a token) a name and password."""

import re
from typing import Any

from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.authentication import BasicAuthentication
from rest_framework.exceptions import AuthenticationFailed

TOKEN = re.compile(rb"[0-9a-f]{64}")


class TokenAuthentication(KnoxTokenAuthentication):  # type: ignore[misc]
    """`Authorization: Token …`; what cannot be a token of ours is refused before the database is asked."""

    def authenticate_credentials(self, token: bytes) -> Any:
        if not TOKEN.fullmatch(token):
            raise AuthenticationFailed("This is not a token of this site: wanted 64 hexadecimal digits.")
        return super().authenticate_credentials(token)


class PasswordAuthentication(BasicAuthentication):
    """HTTP Basic, only where a token is made; failures count towards the lock-out of the sign-in page."""

    def authenticate_credentials(self, userid: str, password: str, request: Any = None) -> Any:
        return super().authenticate_credentials(userid, password, request=request._request)
