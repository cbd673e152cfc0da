"""`make test-schema`: asks a live server all that its OpenAPI document allows and forbids (schemathesis).

No answer may be a broken server, or a status, media type or body that the document does not tell. EXAMPLES
and SEED may be set; the last lines count the cases.
"""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
)
LONGEST_S = 900


def main() -> int:
    """Make a small site, serve it, and let schemathesis at it; its exit code."""
    with tempfile.TemporaryDirectory(prefix="wh-schema-", dir="/tmp") as folder:
        _set_up(Path(folder))
        token = _fill()
        address = _serve()
        return subprocess.run(_command(address, token), cwd=folder, timeout=LONGEST_S, check=False).returncode


def _command(address: str, token: str) -> list[str]:
    document = ROOT / "ladder" / "api" / "openapi.yaml"
    program = Path(sys.executable).with_name("schemathesis")
    return [
        str(program), "run", str(document), "--url", address, "--header", f"Authorization: Token {token}",
        "--checks", ",".join(CHECKS), "--max-examples", os.environ.get("EXAMPLES", "8"),
        "--seed", os.environ.get("SEED", "1"), "--suppress-health-check", "all", "--no-color",
        "--request-timeout", "60", "--continue-on-failure",
    ]  # fmt: skip


def _set_up(folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "ladder.settings",
        "WATERINGHOLE_DATA": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "redis://127.0.0.1:1/0",  # nobody there: builds wait
        "LOG_LEVEL": "ERROR",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from rest_framework.throttling import SimpleRateThrottle

    SimpleRateThrottle.THROTTLE_RATES = dict.fromkeys(SimpleRateThrottle.THROTTLE_RATES, "1000000/min")


def _fill() -> str:
    """A competition with bots, matches, a team, a webhook; the token of one who may do all."""
    from ladder import teams, tokens, webhooks
    from ladder.models import Competition
    from ladder.ratings import fold
    from tests.ladder import stage
    from tests.ladder.web import played

    ada = stage.person(username="ada", may_organise=True, is_staff=True)
    cup = stage.competition()
    Competition.objects.update(slug="cup", organiser=ada)
    cup.refresh_from_db()
    pair = [stage.version(stage.bot(ada, cup)), stage.version(stage.bot(cup=cup))]
    played.match(cup, pair)
    played.match(cup, pair, faults=[stage.fault(0, "illegal")])
    fold.fold_all()
    teams.create(ada, "Herd")
    webhooks.make(ada, "https://example.org/hook", ["match.finished"])
    return tokens.make(ada).secret


def _serve() -> str:
    """A server in threads of this process, so that it ends with it; its address."""
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

    from ladder.wsgi import application

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing: schemathesis tells what matters."""

    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(application)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


if __name__ == "__main__":
    sys.exit(main())
