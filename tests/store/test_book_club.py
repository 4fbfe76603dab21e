"""A club of forty over three seasons: every figure of the book is what its deals say, counted without it.

What is counted here is counted from rows of deals, players and rulings, by rules written out once more; of
the arithmetic of leagues nothing is used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

import pytest

from bot.league.boards import Among
from bot.league.scoring import Method, Scoring, TieBreak
from bot.league.scoring_text import Terms
from bot.services.leaderboards import Leaderboards
from bot.services.standings import Standings
from bot.store.database import Statement
from bot.store.opening import open_store
from bot.store.sqlite import IN_MEMORY
from bot.store.store import SqlStore
from bot.store.stored import SeatRecord, Status, TableRecord
from bot.store.stored_league import (
    Absent,
    Competing,
    Did,
    League,
    MatchState,
    RecordedMatch,
    ScheduledMatch,
    Season,
    SeasonMatch,
)
from bot.store.stored_results import Results
from tests.store.books import HOST, Hand, book_of, new_season, play, result_of
from tests.store.leagues import act
from tests.store.samples import HOME

MEMBERS = tuple(range(3001, 3041))
PAIRS = tuple(zip(MEMBERS[::2], MEMBERS[1::2], strict=True))
BEGAN = 1.7e9
SEASONS = (
    (Terms(Scoring(ties=(TieBreak.WINS,))), tuple((one,) for one in MEMBERS)),
    (Terms(Scoring(ties=(TieBreak.WINS,))), PAIRS),
    (Terms(Scoring(Method.AVERAGE, ties=(TieBreak.WINS,))), tuple((one,) for one in MEMBERS)),
)
Entry = tuple[int, ...]


@dataclass
class Club:
    """What is played, in an order that comes from a seed."""

    store: SqlStore
    chance: Random
    seasons: list[tuple[League, Season]] = field(default_factory=list)
    number: int = 0
    clock: float = BEGAN
    voided: set[float] = field(default_factory=set)

    async def play_seasons(self, matches: int, *, without: frozenset[float] = frozenset()) -> None:
        """Play seasons with all that happens in a club; ``without`` leaves matches out, by their time."""
        book = book_of(self.store)
        for terms, roster in SEASONS:
            name = f"League {len(self.seasons)}"
            league, season = await new_season(self.store, *roster, terms=terms, name=name)
            self.seasons.append((league, season))
            for _ in range(matches // len(SEASONS)):
                await self._match(season, without)
                if self.chance.random() < 0.05:
                    await book.catch_up()
            await self._forfeits(league, season, roster)
        await book.catch_up()

    async def _match(self, season: Season, without: frozenset[float]) -> None:
        pairs = any(one.competing is Competing.PAIRS for one, known in self.seasons if known.id == season.id)
        one, other = self.chance.sample(PAIRS, 2)
        people = [one[0], other[0], one[1], other[1]] if pairs else self.chance.sample(MEMBERS, 4)
        number = self.chance.randint(1, 5)
        hands = [self._hand() for _ in range(number)]
        subs = {number: {self.chance.randrange(4): self.chance.choice(MEMBERS) + 1000}}
        sort, ruling, wanted = self.chance.random(), self.chance.random(), self.chance.randrange(0, 400, 5)
        self.number += 1  # not all are stored in the order they were played in
        self.clock = BEGAN + 1000 * self.number + self.chance.choice((0, 5500, -300))
        left = self.chance.sample(people, 1) if sort < 0.15 else []
        results = result_of(
            people,
            hands,
            self.clock,
            subs=subs if sort > 0.8 else None,
            left=left,
            broken_off=sort < 0.08,
            counted=True,
        )
        if self.clock in without:
            return
        sides: dict[int, Entry] = {0: one, 1: other} if pairs else {}
        if 0.5 < sort < 0.55:
            table = await self._import(season, results, sides)
        else:
            table = await play(self.store, results, season_id=season.id)
            await self.store.line_up(table, sides, None)
        found = await self.store.season_match(table)
        assert found is not None
        if ruling < 0.08:
            self.voided.add(self.clock)
            await self.store.rule_match(replace(found, state=MatchState.VOID))
        elif ruling < 0.14:
            await self.store.rule_match(replace(found, points={0: wanted}))
        elif ruling < 0.18:
            await self.store.rule_match(replace(found, state=MatchState.VOID))
            await self.store.rule_match(replace(found, state=MatchState.DISPUTED))

    async def _import(self, season: Season, results: Results, sides: dict[int, Entry]) -> int:
        """Take over a match played with real cards."""
        assert results.match is not None
        seats = tuple(SeatRecord(one.user_id, one.name) for one in results.match.players)
        table = TableRecord(
            *(0, HOME, 0, HOST, "kentucky", {}, seats, Status.FINISHED, 0, None, self.clock), counted=True
        )
        league = next(league for league, known in self.seasons if known.id == season.id)
        of_season = SeasonMatch(0, season.id, is_paper=True, plays_for=sides)
        imported = act(Did.IMPORTED, league, season)
        [number] = await self.store.import_matches([RecordedMatch(table, results, of_season)], imported)
        return number

    async def _forfeits(self, league: League, season: Season, roster: tuple[Entry, ...]) -> None:
        met = [self.chance.sample(roster, 2) for _ in range(5)]
        drawn = [ScheduledMatch(n, 1, home, away) for n, (home, away) in enumerate(met, start=1)]
        await self.store.draw_schedule(season.id, drawn, act(Did.DREW, league, season))
        for one in drawn[:3]:
            absent = self.chance.choice(tuple(Absent))
            await self.store.forfeit(season.id, one.number, absent, act(Did.FORFEITED, league, season))

    def _hand(self) -> Hand:
        bid, took = self.chance.randrange(70, 150, 5), self.chance.randrange(0, 185, 5)
        return Hand(self.chance.randrange(4), bid, (took, 180 - took))


@dataclass
class Naive:
    """One entry, counted the slow way."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0
    points: int = 0
    with_points: int = 0


async def rows(store: SqlStore, sql: str) -> list[tuple[int, ...]]:
    return [tuple(row) for row in await store._database.read(Statement(sql))]


async def recount(store: SqlStore, season_id: int | None) -> dict[Entry, Naive]:
    """What everybody has, of a season as its league counts, or of all as the server does."""
    book = defaultdict[Entry, Naive](Naive)
    where = "" if season_id is None else f"AND season_id = {season_id}"
    played = await rows(
        store,
        f"""SELECT matches.table_id, broken_off, points FROM matches JOIN season_matches
        ON season_matches.table_id = matches.table_id WHERE state <> 'void' {where}""",
    )
    for table, broken_off, corrected in played:
        await _count(store, book, (table, bool(broken_off), str(corrected)), is_league=season_id is not None)
    if season_id is not None:
        sql = f"SELECT * FROM fixtures WHERE season_id = {season_id} AND forfeited IS NOT NULL"
        for _, _, _, a, b, c, d, absent in await rows(store, sql):
            home, away = (tuple(one for one in pair if one) for pair in ((a, b), (c, d)))
            for own, who in ((home, "home"), (away, "away")):
                stayed_away = str(absent) in {who, "both"}
                book[own].lost += stayed_away
                book[own].forfeits += stayed_away
                book[own].won += not stayed_away
    return book


async def _count(
    store: SqlStore, book: dict[Entry, Naive], match: tuple[int, bool, str], *, is_league: bool
) -> None:
    table, broken_off, corrected = match
    sat = await rows(store, f"SELECT seat, user_id FROM deal_players WHERE table_id = {table} ORDER BY deal")
    scored = await rows(store, f"SELECT side, scored FROM deal_sides WHERE table_id = {table}")
    total = {side: sum(points for one, points in scored if one == side) for side in (0, 1)}
    if corrected != "None":
        total[0] = int(corrected.partition(":")[2].strip(" }"))
    ended = await rows(store, f"SELECT seat, user_id, computer FROM match_players WHERE table_id = {table}")
    gone = {seat: who for seat, who, computer in ended if str(computer) != "None"}
    best = max(total.values())
    lost_a_win = {seat for seat in gone if broken_off or total[seat % 2] == best}
    sides = await rows(store, f"SELECT side, first, second FROM season_sides WHERE table_id = {table}")
    pairs = {side: (first, second) for side, first, second in sides} if is_league else {}
    for side in (0, 1):
        has_gone = {number: any(seat % 2 == number for seat in lost_a_win) for number in (0, 1)}
        for entry, own_gone in _entries(side, sat, pairs, gone, lost_a_win):
            line = book[entry]
            if broken_off:
                line.lost += own_gone
                line.won += is_league and not has_gone[side] and has_gone[1 - side]
                continue
            is_draw, is_best = total[0] == total[1], total[side] == best
            line.lost += own_gone or not is_best
            line.drawn += is_draw and not own_gone
            line.won += is_best and not is_draw and not own_gone
            line.points += total[side]
            line.with_points += 1


def _entries(
    side: int,
    sat: list[tuple[int, ...]],
    pairs: dict[int, tuple[int, int]],
    gone: dict[int, int],
    lost: set[int],
) -> Iterator[tuple[Entry, bool]]:
    """Who a side's result belongs to, and whether they lost it by leaving."""
    if pairs:
        yield pairs[side], any(seat % 2 == side for seat in lost)
        return
    for seat in (side, side + 2):
        who, _ = Counter(user for one, user in sat if one == seat).most_common(1)[0]
        yield (who,), seat in lost and gone[seat] == who


async def check(club: Club) -> None:
    """Hold every standing and the leaderboard against what was counted here."""
    store = club.store
    for (_, season), (terms, roster) in zip(club.seasons, SEASONS, strict=True):
        naive = await recount(store, season.id)
        lines = (await Standings(store).page(season.id, size=100)).lines
        assert {line.who.entry for line in lines} == set(roster)
        merits = []
        for line in lines:
            own = naive[line.who.entry]
            assert (line.won, line.drawn, line.lost, line.forfeits, line.points) == (
                *(own.won, own.drawn, own.lost, own.forfeits, own.points),
            ), (season.id, line)
            is_average = terms.scoring.method is Method.AVERAGE
            if is_average:
                value = Fraction(own.points, own.with_points) if own.with_points else None
            else:
                has_any = own.won + own.drawn + own.lost
                value = Fraction(2 * own.won + own.drawn) if has_any else None
            assert line.value == value
            if line.place is not None and value is not None:
                merits.append((line.place, (value, own.won if line.breaks else 0)))
        assert [place for place, _ in merits] == sorted(place for place, _ in merits)
        assert [merit[0] for _, merit in merits] == sorted((merit[0] for _, merit in merits), reverse=True)
    board = await Leaderboards(store).page(HOME, Among.PLAYERS, size=200)
    won = {line.who.entry: (line.figures.won, line.figures.drawn, line.figures.lost) for line in board.lines}
    naive = await recount(store, None)
    assert won == {
        entry: (one.won, one.drawn, one.lost)
        for entry, one in naive.items()
        if one.won + one.drawn + one.lost
    }
    bids = await rows(
        store,
        """SELECT declarer_user, COUNT(*), SUM(made) FROM deals JOIN season_matches
        ON season_matches.table_id = deals.table_id WHERE state <> 'void' GROUP BY declarer_user""",
    )
    told = {line.who.entry[0]: (line.figures.bids, line.figures.made) for line in board.lines}
    assert {who: (count, made) for who, count, made in bids if who in told} == {
        who: figures for who, figures in told.items() if figures[0]
    }


async def all_ratings(store: SqlStore) -> list[tuple[int, ...]]:
    return await rows(store, "SELECT * FROM ratings ORDER BY guild_id, board, size, first, second")


async def play_and_check(matches: int, seed: int) -> None:
    store = await open_store(IN_MEMORY)
    club = Club(store, Random(seed))
    await club.play_seasons(matches)
    await check(club)
    other = await open_store(IN_MEMORY)
    await Club(other, Random(seed)).play_seasons(matches, without=frozenset(club.voided))
    assert await all_ratings(store) == await all_ratings(other), "as if the void had never been played"
    assert club.voided
    await store.close()
    await other.close()


@pytest.mark.timeout(300)
async def test_a_hundred_matches() -> None:
    await play_and_check(100, seed=13)


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_two_thousand_matches() -> None:
    await play_and_check(2000, seed=14)
