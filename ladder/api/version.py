"""Which API this is: told in the header `API-Version` of every answer."""

VERSION = "1.1"
"""Grows by what is added; the number in the address changes only when something is taken away."""
