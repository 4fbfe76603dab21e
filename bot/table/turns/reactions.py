"""When a computer presses in a race: after the time a person would take, not at once like a machine.

The times of people are skewed to the right and close to lognormal. To see that a card asks for a press,
among others that do not, takes 0.38 s (Laming, "Information Theory of Choice-Reaction Times", 1968); to
bring the pointer to the button takes about as long again, and the card and the press are on their way for
some 0.5 s more (these two are estimates). For the three seconds of Tens that makes 1.3 s. A table that gives
itself longer has slower people, or asks them something harder: the time grows with the window.
"""

from __future__ import annotations

from random import Random
from typing import Final

MEDIAN: Final = 0.43
"""Share of the window in which half of all presses come."""
SPREAD: Final = 0.3
"""Standard deviation of the logarithm: one in six presses takes longer than 1.35 times the median."""
LATEST: Final = 0.95
"""Share of the window by which every press has come: nobody who means to call is too late."""


def reaction(random: Random) -> float:
    """Share of a window that has passed when a computer presses."""
    return min(LATEST, MEDIAN * random.lognormvariate(0.0, SPREAD))
