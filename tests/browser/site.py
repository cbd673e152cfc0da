"""A filled site for browser tests: `python -m tests.browser.site FOLDER PORT` makes it and serves it.

It writes FOLDER/made.json: what there is to look at. Its games were played by random choices.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from tests import services
from workers.runner import die_with_parent

PASSWORD = "a-hippo-in-the-hole"
BIND = "127.0.0.1"


def main(folder: Path, port: int) -> None:
    """Fill the site, say what is on it, and become its web server."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "ladder.settings",
        "WATERINGHOLE_DATA": str(folder),
        "DATABASE_URL": "",
        "ALLOWED_HOSTS": f"{BIND},localhost",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "STREAMS_URL": f":{services.free_port()}/events/",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    made = _fill()
    (folder / "made.json").write_text(json.dumps(made))
    parent = os.getpid()
    if os.fork() == 0:
        _serve_streams(parent, int(os.environ["STREAMS_URL"][1:].partition("/")[0]))
    command = ["-m", "gunicorn", "ladder.wsgi:application", "--bind", f"{BIND}:{port}"]
    os.execv(sys.executable, [sys.executable, *command, "--threads", "4", "--no-control-socket"])


def _serve_streams(parent: int, port: int) -> None:
    """Be the streams' server for as long as the parent lives."""
    die_with_parent(parent)
    command = ["-m", "gunicorn", "ladder.asgi:application", "--bind", f"{BIND}:{port}", "--no-control-socket"]
    os.execv(sys.executable, [sys.executable, *command, "--worker-class", "asgi"])


def _fill() -> dict[str, Any]:
    """People, bots, matches of every ruleset, a fault, a trial, an upload that was rejected."""
    from django.contrib.auth.hashers import make_password

    from ladder import orders
    from ladder.models import MatchSeat
    from tests.ladder import stage
    from tests.ladder.tournaments import floor
    from tests.ladder.web import played

    orders.publish = lambda *told: None  # type: ignore[assignment]
    anna = stage.person(username="anna", password=make_password(PASSWORD))
    cups = {
        ruleset: stage.competition(ruleset=ruleset, max_players=6)
        for ruleset in ("base", "climate", "flight")
    }
    made: dict[str, Any] = {"matches": {}, "cups": {name: cup.slug for name, cup in cups.items()}}
    for ruleset, players in (("base", 4), ("climate", 6), ("flight", 3)):
        own = stage.version(stage.bot(anna, cups[ruleset]))
        line_up = [own, *stage.field(cups[ruleset], players - 1)]
        made["matches"][ruleset] = played.match(cups[ruleset], line_up).pk
        if ruleset == "base":
            faulty = played.match(cups["base"], line_up, faults=[stage.fault(1, n=12)])
            made |= {"faulty": faulty.pk, "bot": own.bot_id, "version": own.pk, "rival": line_up[1].bot_id}
            made["planned"] = stage.match(cups["base"], line_up).pk
            for _ in range(8):
                played.match(cups["base"], line_up)
    MatchSeat.objects.filter(match=made["faulty"], seat=0).update(log="ready\n#5 hungry: a1\n#9 all fed")
    made["table"] = _table(anna)
    rejected = stage.version(
        stage.bot(anna), state="rejected", reason="It did not say ready.", log="no such file"
    )
    stage.field(cups["base"], 30)
    table = {"kind": "double-elimination", "players": 2, "blocks": False}
    ended = floor.play_to_the_end(floor.running_one(6, **table))
    made |= {"tournament": ended.pk, "under_way": floor.running_one(5).pk}
    return made | {"rejected": rejected.pk}


def _table(anna: Any) -> int:
    """A table at which it is her turn, in the first round."""
    from ladder import sittings

    made = sittings.sit_down(anna, "base", 3, ["hunter"])
    sittings.let_bots_play(made.pk)
    return int(made.pk)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
