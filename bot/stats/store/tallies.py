"""The stored sums of figures: changed for a match, and read for records and leaderboards."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.database.database import Database, Row, SqlValue, Statement, Values, insert
from bot.database.pairs import entrant_of, keys, pair_of
from bot.database.rows import legible
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing, Entrant, Named
from bot.models.stored_figures import NAMES, Figures, Height, Played, sums_of
from bot.stats.contribution import Heading
from bot.stats.values import LeaderLine, Partner

FIGURES: Final = ", ".join(NAMES)
_KEY: Final = "guild_id, period, games, size, first, second"
_TallyKey = tuple[int, str, str, int, int, int]
"""The values of ``_KEY``: server, period, games, and player or pair."""
_SUMS: Final = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in NAMES)
_ADDED: Final = f"ON CONFLICT ({_KEY}) DO UPDATE SET {_SUMS}"
_BIDS_ADDED: Final = f"""
    ON CONFLICT ({_KEY}, bid) DO UPDATE
    SET bids = tallied_bids.bids + excluded.bids, made = tallied_bids.made + excluded.made
"""  # noqa: S608 (no user input)
_OF_ENTRANT: Final = "guild_id = ? AND period = ? AND games = ? AND size = ? AND first = ? AND second = ?"
NO_TALLY: Final = f"DELETE FROM tallies WHERE {_OF_ENTRANT} AND matches = 0 AND deals = 0"  # noqa: S608 (no user input)
NO_BIDS: Final = f"DELETE FROM tallied_bids WHERE {_OF_ENTRANT} AND bids = 0"  # noqa: S608 (no user input)
IS_COUNTING: Final = """
    SELECT 1 FROM results_to_book JOIN tables ON tables.id = results_to_book.table_id WHERE guild_id = ?
    UNION ALL SELECT 1 FROM boards_to_rate WHERE guild_id = ?
    UNION ALL SELECT 1 FROM seasons_to_rank JOIN seasons ON seasons.id = seasons_to_rank.season_id
        JOIN leagues ON leagues.id = seasons.league_id WHERE guild_id = ?
    LIMIT 1
"""
_OF_BOARD: Final = "guild_id = ? AND period = ? AND games = ? AND size = ? AND matches >= ?"
_IN_ORDER: Final = {
    Order.WINS: "won DESC, matches, first, second",
    Order.SHARE: "(won * 1.0 / NULLIF(matches, 0)) DESC, matches DESC, first, second",
}
PAGES: Final = {
    order: f"SELECT first, second FROM tallies WHERE {_OF_BOARD} ORDER BY {by} LIMIT ? OFFSET ?"  # noqa: S608 (no user input)
    for order, by in _IN_ORDER.items()
}
NUMBER: Final = f"SELECT COUNT(*) FROM tallies WHERE {_OF_BOARD}"  # noqa: S608 (no user input)
EQUALS_BEFORE: Final = f"""
    SELECT COUNT(*) FROM tallies
    WHERE {_OF_BOARD} AND won = ? AND matches = ? AND (first, second) < (?, ?)
"""  # noqa: S608 (no user input)
TALLY: Final = f"SELECT {FIGURES} FROM tallies WHERE {_OF_ENTRANT}"  # noqa: S608 (no user input)
AMONG: Final = "size = ? AND first IN ({first}) AND second IN ({second})"
"""Some players, or every pair with one player of each list: a superset, filtered afterwards."""
TALLIES_AMONG: Final = f"""
    SELECT first, second, {FIGURES} FROM tallies
    WHERE guild_id = ? AND period = ? AND games = ? AND {AMONG}
"""  # noqa: S608 (no user input)
NEXT_PERIOD: Final = "SELECT MIN(period) FROM tallies WHERE guild_id = ? AND period > ?"
NEXT_GAMES: Final = "SELECT MIN(games) FROM tallies WHERE guild_id = ? AND period = ? AND games > ?"
HEIGHTS: Final = f"SELECT bid, bids, made FROM tallied_bids WHERE {_OF_ENTRANT} ORDER BY bid"  # noqa: S608 (no user input)
_OF_PAIRS: Final = f"SELECT first, second, {FIGURES} FROM tallies WHERE"  # noqa: S608 (no user input)
PARTNERS: Final = f"""
    {_OF_PAIRS} guild_id = ? AND period = ? AND games = ? AND size = 2 AND first = ?
    UNION ALL {_OF_PAIRS} guild_id = ? AND period = ? AND games = ? AND second = ?
"""
BY_GAME: Final = f"""
    SELECT games, {FIGURES} FROM tallies
    WHERE guild_id = ? AND size = ? AND first = ? AND second = ? AND period = ? AND games LIKE 'game %'
"""  # noqa: S608 (no user input)
NEWEST_NAMES: Final = """
    WITH asked_for (person) AS (VALUES {people})
    SELECT person, (
        SELECT name FROM booked_entries
        JOIN match_players ON match_players.table_id = booked_entries.table_id AND user_id = first
        WHERE guild_id = ? AND size = 1 AND first = person AND second = 0
        ORDER BY finished_at DESC, booked_entries.table_id DESC LIMIT 1
    ) FROM asked_for
"""
"""Players with the names recorded with their newest matches in a server."""


class Tallies:
    """Changes to the stored sums, collected and then written."""

    def __init__(self) -> None:
        self._figures = defaultdict[_TallyKey, Figures](Figures)
        self._bids = defaultdict[_TallyKey, Counter[int]](Counter)
        self._made = defaultdict[_TallyKey, Counter[int]](Counter)

    def add(self, heading: Heading, played: Iterable[Played], times: int = 1) -> None:
        """Add a match's figures to the collected changes; subtract them with ``times`` -1."""
        for one in played:
            figures = one.figures if times > 0 else -one.figures
            for period in heading.periods:
                for games in heading.games:
                    key = (heading.guild_id, period.key, games.key, *keys(one.entrant))
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


def written_heights(heights: Iterable[Height]) -> str:
    """How often each height was bid and made, as JSON: lists of height in points, bids and made."""
    return json.dumps([list(height) for height in heights])


def heights_of(text: str) -> tuple[Height, ...]:
    """Counts of bids by height in points, from JSON."""
    return tuple(Height(*height) for height in json.loads(text))


class TallyStore:
    """Queries for the stored sums."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_counting(self, guild_id: int) -> bool:
        """Whether some results of a server are not in all figures derived from them yet."""
        return bool(await self._database.read(Statement(IS_COUNTING, Values((guild_id,) * 3))))

    async def tally_of(self, guild_id: int, entrant: Entrant, period: Period, games: Games) -> Figures | None:
        """Figures of a player or a pair; None if they played no such match."""
        values = Values((guild_id, period.key, games.key, *keys(entrant)))
        rows = await self._database.read(Statement(TALLY, values))
        return Figures(*rows[0]) if rows else None

    async def tallies_of(
        self, guild_id: int, competing: Competing, entrants: Sequence[Entrant], period: Period, games: Games
    ) -> dict[Entrant, Figures]:
        """Figures of the given players or pairs; those without a match are left out."""
        rows = await rows_among(
            self._database, TALLIES_AMONG, (guild_id, period.key, games.key), competing, entrants
        )
        return {entrant: Figures(*sums) for entrant, sums in rows.items()}

    async def bids_by_height(
        self, guild_id: int, entrant: Entrant, period: Period, games: Games
    ) -> list[Height]:
        """Bids of a player or pair in one game, by height, lowest first."""
        values = Values((guild_id, period.key, games.key, *keys(entrant)))
        return [Height(*row) for row in await self._database.read(Statement(HEIGHTS, values))]

    async def partners(self, guild_id: int, player: int, period: Period, games: Games) -> list[Partner]:
        """A player's figures with each partner, in no order."""
        values = guild_id, period.key, games.key, player
        rows = await self._database.read(Statement(PARTNERS, Values((*values, *values))))
        entrants = [(second if first == player else first,) for first, second, *_ in rows]
        return [
            Partner(who, Figures(*sums))
            for who, (_, _, *sums) in zip(await named(self._database, guild_id, entrants), rows, strict=True)
        ]

    async def by_game(self, guild_id: int, entrant: Entrant, period: Period) -> dict[str, Figures]:
        """Figures of a player or pair in each game, by game key."""
        values = Values((guild_id, *keys(entrant), period.key))
        rows = await self._database.read(Statement(BY_GAME, values))
        return {Games(key).one_game or "": Figures(*sums) for key, *sums in rows}

    async def number_of_leaders(
        self, guild_id: int, competing: Competing, period: Period, games: Games, least: int
    ) -> int:
        """Number of players or pairs with at least ``least`` matches, and at least one."""
        values = Values((guild_id, period.key, games.key, competing.size, max(least, 1)))
        return await self._database.count(Statement(NUMBER, values))

    async def leaders(
        self,
        guild_id: int,
        competing: Competing,
        period: Period,
        games: Games,
        order: Order,
        least: int,
        skip: int,
        number: int,
    ) -> list[LeaderLine]:
        """``number`` lines after ``skip``, by wins or share of wins, with at least ``least`` matches."""
        board = (guild_id, period.key, games.key, competing.size, max(least, 1))
        rows = await self._database.read(Statement(PAGES[order], Values((*board, number, skip))))
        entrants = [
            entrant_of(first, second) for first, second in rows
        ]  # skipped rows cost only an index scan
        found = await self.tallies_of(guild_id, competing, entrants, period, games)
        if not found:
            return []
        first, figures = next(iter(found.items()))
        tie = Values((*board, figures.won, figures.matches, *pair_of(first)))
        [[equals]] = await self._database.read(Statement(EQUALS_BEFORE, tie))
        return await self._placed(guild_id, found, skip, skip - equals + 1)

    async def _placed(
        self, guild_id: int, found: Mapping[Entrant, Figures], skip: int, first_place: int
    ) -> list[LeaderLine]:
        lines: list[LeaderLine] = []
        names = await named(self._database, guild_id, list(found))
        for number, (who, figures) in enumerate(zip(names, found.values(), strict=True)):
            last = lines[-1] if lines else None
            is_equal = last is not None and _merit(last.figures) == _merit(figures)
            place = last.place if last and is_equal else first_place if last is None else skip + number + 1
            lines.append(LeaderLine(place, who, figures, None))
        return lines

    async def periods_played(self, guild_id: int) -> list[Period]:
        """All periods with matches, in the order of their keys."""
        return [Period(key) for key in await self._keys(NEXT_PERIOD, guild_id)]

    async def games_played(self, guild_id: int, period: Period) -> list[Games]:
        """All groups of games played in a period, in the order of their keys."""
        return [Games(key) for key in await self._keys(NEXT_GAMES, guild_id, period.key)]

    async def _keys(self, sql: str, *values: int | str) -> list[str]:
        """Distinct keys, one index search each, however many rows share them (a loose index scan)."""
        found = [""]
        while True:
            [[following]] = await self._database.read(Statement(sql, Values((*values, found[-1]))))
            if following is None:
                return found[1:]
            found.append(following)


async def rows_among(
    database: Database,
    sql: str,
    board: tuple[SqlValue, ...],
    competing: Competing,
    entrants: Sequence[Entrant],
) -> dict[Entrant, Row]:
    """Rows of the given players or pairs, without their keys, by one statement."""
    if not entrants:
        return {}
    first, second = (sorted(set(column)) for column in zip(*map(pair_of, entrants), strict=True))
    sql = sql.format(first=", ".join("?" * len(first)), second=", ".join("?" * len(second)))
    rows = await database.read(Statement(sql, Values((*board, competing.size, *first, *second))))
    found = {entrant_of(one, other): tuple(values) for one, other, *values in rows}
    return {entrant: found[entrant] for entrant in entrants if entrant in found}


def _merit(figures: Figures) -> tuple[int, int]:
    return figures.won, figures.matches


async def named(database: Database, guild_id: int, entrants: Sequence[Entrant]) -> list[Named]:
    """Players and pairs with their latest names in a server, in the order given; an unknown name is empty."""
    people = sorted({person for entrant in entrants for person in entrant})
    if not people:
        return []
    sql = NEWEST_NAMES.format(people=", ".join(["(CAST(? AS BIGINT))"] * len(people)))
    rows = await database.read(Statement(sql, Values((*people, guild_id))))
    names = {person: "" if name is None else legible(name) for person, name in rows}
    return [Named(entrant, tuple(names[person] for person in entrant)) for entrant in entrants]
