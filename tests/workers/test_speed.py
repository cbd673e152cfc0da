"""The machine's speed factor."""

import pytest

from workers import speed


@pytest.mark.parametrize(
    ("pass_ms", "factor"), [(20.0, 1.0), (40.0, 0.5), (8.0, 2.5), (900.0, 0.1), (0.1, 10.0)]
)
def test_half_the_time_is_twice_the_speed(
    monkeypatch: pytest.MonkeyPatch, pass_ms: float, factor: float
) -> None:
    monkeypatch.setattr(speed, "_pass_ms", lambda: pass_ms)
    assert speed.measure() == factor


def test_one_disturbed_pass_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = iter([20.0, 500.0] * speed.PASSES)
    monkeypatch.setattr(speed, "_pass_ms", lambda: next(passes))
    assert speed.measure() == 1.0


def test_a_real_measurement_is_a_plausible_factor() -> None:
    assert speed.SLOWEST <= speed.measure() <= speed.FASTEST
