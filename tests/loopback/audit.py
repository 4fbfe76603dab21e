"""Compares what is stored with what was pressed: nothing lost, and nothing doubled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tests.loopback.fleet import Fleet
from tests.loopback.player import Player
from tests.sim.server import Press

LOG: Final = """
    SELECT table_id, user_id, revision, action FROM actions
    WHERE user_id IS NOT NULL AND table_id <> ALL($1) ORDER BY table_id, user_id, revision
"""
FINISHED: Final = "SELECT id FROM tables WHERE status = 'finished' AND id <> ALL($1)"
ACTS_OF: Final = """
    SELECT table_id, COUNT(*) FROM actions WHERE user_id IS NOT NULL AND table_id = ANY($1) GROUP BY table_id
"""
CLOSED: Final = "SELECT id FROM tables WHERE status = 'cancelled'"
LEFT: Final = "SELECT guild_id FROM left_servers"


class Logged(NamedTuple):
    """A user's row of the log."""

    revision: int
    action: str


class Findings(NamedTuple):
    """What is wrong, a line each; empty if all is well."""

    lost: list[str]
    doubled: list[str]
    closed: list[str]
    left: list[str]


ALL_WELL: Final = Findings([], [], [], [])


class Audited(dict[int, int]):
    """The number of acts of each finished table that was compared; it must not change."""

    async def add_finished(self, fleet: Fleet, players: Iterable[Player]) -> None:
        """Add the tables that have finished since; the presses of their players are dropped."""
        finished = [number for (number,) in await fleet.rows(FINISHED, list(self))]
        self.update(await fleet.rows(ACTS_OF, finished))
        for player in players:
            player.forget(frozenset(finished))


async def audit(fleet: Fleet, players: Iterable[Player], audited: Audited) -> Findings:
    """Compare all that is stored with all that the players have pressed."""
    logs: dict[tuple[int, int], list[Logged]] = {}
    for table_id, user_id, revision, action in await fleet.rows(LOG, list(audited)):
        logs.setdefault((table_id, user_id), []).append(Logged(revision, action))
    pressed: dict[tuple[int, int], list[Press]] = {}
    for player in players:
        for press in player.acts:
            assert press.control is not None
            pressed.setdefault((press.control.table_id, player.id), []).append(press)
    now = dict(await fleet.rows(ACTS_OF, list(audited)))
    lost = [f"table {one}: acts of a finished match" for one in audited if now.get(one, 0) < audited[one]]
    doubled = [f"table {one}: acts after its end" for one in audited if now.get(one, 0) > audited[one]]
    for key in logs.keys() | pressed.keys():
        log, presses = logs.get(key, ()), pressed.get(key, ())
        lost += [f"table {key[0]}: {line}" for line in lost_acts(log, presses)]
        doubled += [f"table {key[0]}: {line}" for line in doubled_acts(log, presses)]
    closed = [f"table {number}" for (number,) in await fleet.rows(CLOSED)]
    left = [f"server {number}" for (number,) in await fleet.rows(LEFT)]
    return Findings(lost, doubled, closed, left)


def lost_acts(log: Sequence[Logged], presses: Iterable[Press]) -> Iterator[str]:
    """A user's acts of a table that were shown as done, and are not in the log.

    A press that came after another answer to the same question was refused as stale, and is not meant.
    """
    for press in presses:
        if press.answer != "redrawn" or press.said:
            continue
        revision, action = _meant(press)
        row = next((one for one in log if one.revision > revision), None)
        others = {_meant(one) for one in presses if one is not press}
        is_stale = row is not None and any(
            row.action == other and revision <= earlier < row.revision for earlier, other in others
        )
        if row is None or (row.action != action and not is_stale):
            yield f"{action} at revision {revision}"


def doubled_acts(log: Sequence[Logged], presses: Iterable[Press]) -> Iterator[str]:
    """A user's rows of a table's log that no press of their own question explains."""
    meant = [_meant(press) for press in presses]
    earlier = 0
    for row in log:
        if not any(action == row.action and earlier <= revision < row.revision for revision, action in meant):
            yield f"{row.action} at revision {row.revision}"
        earlier = row.revision


def _meant(press: Press) -> tuple[int, str]:
    """The revision a press was made at, and the action it means."""
    assert press.control is not None
    return press.control.revision, press.values[0] if press.values else press.control.argument
