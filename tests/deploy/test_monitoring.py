"""The files for Prometheus and Grafana: well formed, and about metrics that there are."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from ladder import metrics
from tests.ladder import stage

FOLDER = Path(__file__).resolve().parent.parent.parent / "deploy" / "monitoring"
NAME = re.compile(r"\bwateringhole_[a-z_]+")


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "grafana.json").read_text())["panels"]
    return found


@pytest.fixture
def exported(db: None, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every metric's name, as a site with one worker and one page shows it."""
    from ladder import sightings

    monkeypatch.setattr(metrics.broker, "lengths", lambda: {"match": 0})
    sightings.see(stage.WORKER)
    metrics.PAGES.labels("home", "2xx").observe(0.01)
    named = re.findall(r"^(?:# TYPE )?(wateringhole_[a-z_]+)", metrics.text().decode(), re.MULTILINE)
    return set(named)  # a family without samples has its type line all the same


def test_alerts_and_panels_ask_for_metrics_that_there_are(exported: set[str]) -> None:
    asked = {name for rule in rules() for name in NAME.findall(rule["expr"])}
    asked |= {
        name for panel in panels() for target in panel["targets"] for name in NAME.findall(target["expr"])
    }
    assert asked - exported == set()


def test_every_alert_says_in_a_sentence_what_is_wrong_and_how_bad() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket"), rule["alert"]
        assert rule["annotations"]["summary"].endswith("."), rule["alert"]


def test_panels_do_not_lie_on_each_other() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels()]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in panels()}) == len(places)


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed (Debian: prometheus)")
@pytest.mark.parametrize(("what", "file"), [("rules", "alerts.yml"), ("config", "prometheus.yml")])
def test_prometheus_itself_accepts_the_file(what: str, file: str) -> None:
    done = subprocess.run(
        ["promtool", "check", what, FOLDER / file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
