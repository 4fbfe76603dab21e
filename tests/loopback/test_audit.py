"""The audit sees a lost act, a doubled one and one that was never pressed, and excuses a stale press."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.ui.controls import Control, Verb
from tests.loopback.audit import Logged, doubled_acts, lost_acts
from tests.sim.server import Press

BID, PASS, PLAY = "bid 80", "pass", "play R14"


def pressed(revision: int, action: str, answer: str = "redrawn", said: str = "") -> Press:
    """A press on a button of table 1; ``answer`` is empty for one without an answer."""
    control = Control(Verb.ANSWER, 1, revision, action)
    return Press(1, "token", 2, 3, 0.0, action, control=control, answer=answer, said=said)


FOUND = "at revision"


@pytest.mark.parametrize(
    ("log", "presses", "lost"),
    [
        ([Logged(5, BID)], [pressed(4, BID)], []),
        ([Logged(7, BID)], [pressed(4, BID)], []),  # the question stood while others acted
        ([], [pressed(4, BID)], [BID]),
        ([Logged(5, PASS)], [pressed(4, BID)], [BID]),
        ([Logged(5, PASS)], [pressed(4, PASS, ""), pressed(4, BID)], []),  # stale after the first
        ([Logged(5, BID)], [pressed(4, BID), pressed(6, PLAY)], [PLAY]),
        ([], [pressed(4, BID, "")], []),
        ([], [pressed(4, BID, "private", "The table has moved on.")], []),
    ],
)
def test_lost_act_is_an_answered_press_without_its_row(
    log: Sequence[Logged], presses: Sequence[Press], lost: Sequence[str]
) -> None:
    assert [line.partition(f" {FOUND}")[0] for line in lost_acts(log, presses)] == lost


@pytest.mark.parametrize(
    ("log", "presses", "doubled"),
    [
        ([Logged(5, BID)], [pressed(4, BID, "")], []),  # the answer alone was lost
        ([Logged(5, BID), Logged(9, BID)], [pressed(4, BID)], [BID]),
        ([Logged(5, BID), Logged(9, BID)], [pressed(4, BID), pressed(5, BID)], []),
        ([Logged(5, BID), Logged(9, PLAY)], [pressed(4, BID)], [PLAY]),
        ([Logged(5, BID)], [pressed(6, BID)], [BID]),
    ],
)
def test_doubled_act_is_a_row_without_its_own_press(
    log: Sequence[Logged], presses: Sequence[Press], doubled: Sequence[str]
) -> None:
    assert [line.partition(f" {FOUND}")[0] for line in doubled_acts(log, presses)] == doubled
