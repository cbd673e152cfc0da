"""The supervisor behind `manage.py up`: starts all parts of the service on one machine, keeps them alive."""


class UpError(Exception):
    """Why the service cannot run here: one sentence with what was found, what was wanted, what to do."""
