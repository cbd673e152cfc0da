"""What may stand in an address, so that nonsense is a 404 before any view or query sees it."""

from django.urls import register_converter


class Identifier:
    """A primary key: what fits the database's big integers."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """The digits."""
        return str(value)


class TokenKey:
    """The first characters of an API token."""

    regex = "[0-9a-f]{15}"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


class BlobName(TokenKey):
    """A SHA-256, as blobs are named."""

    regex = "[0-9a-f]{64}"


class DropToken(TokenKey):
    """The token of a build."""

    regex = "[A-Za-z0-9_-]{1,64}"


register_converter(BlobName, "blob")
register_converter(DropToken, "drop")
register_converter(Identifier, "id")
register_converter(TokenKey, "key")
