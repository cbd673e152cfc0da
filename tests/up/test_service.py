"""What the service on one machine consists of: its parts' commands and environments."""

from pathlib import Path

from ladder.up import service
from ladder.up.service import Site


def site(**more: object) -> Site:
    return Site(Path("/pond"), Path("/pond/var"), 8000, "redis://x", "wh", "full", {"PATH": "/bin"}, **more)  # type: ignore[arg-type]


def test_pages_know_where_the_streams_are() -> None:
    assert site(streams_port=8001).env()["STREAMS_URL"] == ":8001/events/"
    assert "STREAMS_URL" not in site().env()


def test_a_site_that_says_where_its_streams_are_is_heeded() -> None:
    given = Site(Path("/p"), Path("/v"), 8000, "redis://x", "wh", "full", {"STREAMS_URL": "/events/"}, 8001)
    assert given.env()["STREAMS_URL"] == "/events/"


def test_streams_are_a_process_of_their_own() -> None:
    command = service.streams(site(streams_port=8001)).command
    assert "ladder.asgi:application" in command
    assert command[command.index("--bind") + 1] == "127.0.0.1:8001"
    assert command[command.index("--worker-class") + 1] == "asgi"


def test_house_bots_at_tables_have_a_queue_and_a_process_of_their_own() -> None:
    part = service.table_worker(site())
    assert part.name == "table"
    assert part.command[part.command.index("-Q") + 1] == "wh.table"
    assert "wh.table" not in {word for other in service.ladder_parts(site()) for word in other.command}
