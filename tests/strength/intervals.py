"""Confidence intervals of measured means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import stdev


def half_width(figures: Sequence[float]) -> float:
    """Half the width of the 95 % interval of the mean of some figures."""
    return 1.96 * stdev(figures) / math.sqrt(len(figures))
