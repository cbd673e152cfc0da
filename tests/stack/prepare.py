"""What the whole-path tests find on the site: authors who can sign in, and an open competition for two.

Run as a process with the environment of the stack: `python -m tests.stack.prepare`.
"""

import os

import django

AUTHORS = ("anna", "ben", "cleo", "dora")
PASSWORD = "a-hippo-in-the-hole"
SLUG = "pond"


def main() -> None:
    """Migrate, and make the authors and the competition."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
    django.setup()
    from django.contrib.auth.hashers import make_password
    from django.core.management import call_command

    from ladder import competitions
    from ladder.models import User
    from workers.contract import Limits

    call_command("migrate", verbosity=0)
    password = make_password(PASSWORD)  # once: it is slow on purpose
    users = [User.objects.create(username=name, password=password) for name in AUTHORS]
    rules = competitions.Rules(min_players=2, max_players=2, limits=Limits(start_ms=2000))
    competitions.move(competitions.create(SLUG, "Pond", users[0], rules), "open")


if __name__ == "__main__":
    main()
