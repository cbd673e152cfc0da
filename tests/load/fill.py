"""Many bots and matches in a stack's database (PostgreSQL), in a competition that is closed.

`python -m tests.load.fill BOTS MATCHES` with the stack's environment; prints the competition's word.
"""

import sys


def main(bots: int, matches: int) -> None:
    """Copied inside the database from one of each, as in `make bench-ladder`."""
    import django

    django.setup()
    from ladder import orders
    from ladder.models import Bot, Competition
    from tests.bench.ladder_scale import _large_field

    orders.publish = lambda *_: None
    cup = _large_field(bots, matches)
    Competition.objects.filter(pk=cup.pk).update(state="closed")
    print(cup.slug, Bot.objects.filter(name__startswith="Bot ").order_by("pk")[0].pk)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
