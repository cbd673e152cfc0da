"""People who sign in: authors, organisers, staff."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person. Our own table from the first migration, so that it can grow."""
