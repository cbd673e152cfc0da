"""Reports on disk."""

from pathlib import Path

from workers.spool import Spool


def test_reports_come_back_in_order_also_to_a_new_process(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    for number in range(3):
        spool.put("wh1.report", {"match": number})
    assert [waiting.message["match"] for waiting in Spool(tmp_path).waiting()] == [0, 1, 2]


def test_a_delivered_report_is_forgotten(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    spool.remove(spool.put("wh1.report", {}))
    assert spool.waiting() == []
    assert list(tmp_path.iterdir()) == []


def test_a_half_written_report_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "1.part").write_text('{"task": "wh1.re')
    assert Spool(tmp_path).waiting() == []


def test_an_unreadable_report_is_put_aside_and_the_others_come(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    (tmp_path / "0.json").write_text("{")
    (tmp_path / "1.json").write_text("[]")
    spool.put("wh1.report", {"match": 1})
    assert [waiting.message for waiting in spool.waiting()] == [{"match": 1}]
    assert sorted(path.name for path in tmp_path.glob("*.unreadable")) == ["0.unreadable", "1.unreadable"]
