"""Measuring two things in turn, A B A B …, so that a machine that drifts does not favor one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

ROUNDS = 7


class Figure(NamedTuple):
    """One line of the report. ``ratio`` is ours to the baseline; a figure without a bound always holds."""

    name: str
    ours: str
    baseline: str
    ratio: float
    bound: float | None
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the ratio is within its bound."""
        if self.bound is None:
            return True
        return self.ratio >= self.bound if self.at_least else self.ratio <= self.bound

    def __str__(self) -> str:
        verdict = "no bound"
        if self.bound is not None:
            sign = "≥" if self.at_least else "≤"
            verdict = f"{sign} {self.bound:g}: {'ok' if self.holds else 'MISSED'}"
        return f"{self.name}: {self.ratio:.2f} ({verdict})\n    {self.ours} / {self.baseline}"


class Pair(NamedTuple):
    """Medians of both sides, and the median of the ratios pair by pair."""

    ours: float
    baseline: float
    ratio: float


def interleaved(ours: Callable[[], float], baseline: Callable[[], float], *, rounds: int = ROUNDS) -> Pair:
    """Run both in turn, once unmeasured and then ``rounds`` times; each returns its own figure."""
    (pair,) = all_interleaved(ours, (baseline,), rounds=rounds)
    return pair


def all_interleaved(
    ours: Callable[[], float], baselines: Sequence[Callable[[], float]], *, rounds: int = ROUNDS
) -> list[Pair]:
    """Run ours and several baselines in turn, ours once a round."""
    mine, *others = zip(*[[run() for run in (ours, *baselines)] for _ in range(1 + rounds)], strict=True)
    return [_pair(mine[1:], other[1:]) for other in others]


def _pair(ours: Sequence[float], baseline: Sequence[float]) -> Pair:
    ratios = [mine / other for mine, other in zip(ours, baseline, strict=True)]
    return Pair(median(ours), median(baseline), median(ratios))
