"""Stored sums of figures: a match is added, or subtracted when its contribution is replaced."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bot.database.database import Row, Statement, Values, insert
from bot.database.pairs import keys
from bot.models.figures import NAMES, Figures, Height, Played, sums_of
from bot.stats.booked import Heading

FIGURES: Final = ", ".join(NAMES)
_KEY: Final = "guild_id, period, games, size, first, second"
_SUMS: Final = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in NAMES)
_ADDED: Final = f"ON CONFLICT ({_KEY}) DO UPDATE SET {_SUMS}"
_BIDS_ADDED: Final = f"""
    ON CONFLICT ({_KEY}, bid) DO UPDATE
    SET bids = tallied_bids.bids + excluded.bids, made = tallied_bids.made + excluded.made
"""  # noqa: S608 (names of ours)
NO_TALLY: Final = """
    DELETE FROM tallies
    WHERE guild_id = ? AND period = ? AND games = ? AND size = ? AND first = ? AND second = ?
        AND matches = 0 AND deals = 0
"""
NO_BIDS: Final = """
    DELETE FROM tallied_bids
    WHERE guild_id = ? AND period = ? AND games = ? AND size = ? AND first = ? AND second = ? AND bids = 0
"""


class TallyKey(NamedTuple):
    """The key of a row of sums: server, period, games, and player or pair."""

    guild_id: int
    period: str
    games: str
    size: int
    first: int
    second: int


class Tallies:
    """Changes to the stored sums, collected and then written."""

    def __init__(self) -> None:
        self._figures = defaultdict[TallyKey, Figures](Figures)
        self._bids = defaultdict[TallyKey, Counter[int]](Counter)
        self._made = defaultdict[TallyKey, Counter[int]](Counter)

    def add(self, heading: Heading, played: Iterable[Played], times: int = 1) -> None:
        """Add a match's figures; subtract them with ``times`` -1."""
        for one in played:
            figures = one.figures if times > 0 else -one.figures
            for period in heading.periods:
                for games in heading.games:
                    key = TallyKey(heading.guild_id, period.key, games.key, *keys(one.entry))
                    self._figures[key] += figures
                    if games.one_game is not None:
                        for height in one.heights:
                            self._bids[key][height.bid] += times * height.bids
                            self._made[key][height.bid] += times * height.made

    def statements(self) -> Iterator[Statement]:
        """Statements that apply the changes and delete rows that became zero."""
        changed = {key: sums for key, sums in sorted(self._figures.items()) if sums != Figures()}
        rows = [Values((*key, *sums_of(sums))) for key, sums in changed.items()]
        yield from insert(f"tallies ({_KEY}, {FIGURES})", rows, _ADDED)
        heights = [
            Values((*key, bid, number, self._made[key][bid]))
            for key, bids in sorted(self._bids.items())
            for bid, number in sorted(bids.items())
            if number or self._made[key][bid]
        ]
        yield from insert(f"tallied_bids ({_KEY}, bid, bids, made)", heights, _BIDS_ADDED)
        for key, sums in changed.items():
            if sums.deals < 0 or sums.matches < 0:
                yield Statement(NO_TALLY, Values(key))
                yield Statement(NO_BIDS, Values(key))


def figures_of(row: Row) -> Figures:
    """Figures from stored columns, in the order of ``NAMES``."""
    return Figures(*row)


def written_heights(heights: Iterable[Height]) -> str:
    """Bids by height as JSON."""
    return json.dumps([list(height) for height in heights])


def heights_of(text: str) -> tuple[Height, ...]:
    """Bids by height from JSON."""
    return tuple(Height(*height) for height in json.loads(text))
