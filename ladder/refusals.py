"""What a person asked for cannot be done."""


class Refused(ValueError):
    """The text says what was found, what was wanted, and what to do; it is meant for the person who asked."""


class Conflict(Refused):
    """Somebody was first: what was asked for was right when it was asked."""
