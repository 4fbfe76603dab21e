"""Compares the figures shown by the bot with those counted from the rows of its database."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

import pytest

from bot.app import App
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.models.credits import Competing
from bot.models.stored_figures import Figures
from bot.stats.leaderboards import Leaderboards
from tests.application.ledger import Rows
from tests.league.recount import Entry, Line, Recount
from tests.table.people import GUILD

MORE_THAN_ALL: Final = 10_000


class Shown(NamedTuple):
    """Standings by season, and the leaderboard of players."""

    tables: dict[int, dict[Entry, Line]]
    leaders: dict[int, Figures]


async def shown_by(app: App) -> Shown:
    """The figures shown once the ledger has caught up."""
    await app.stats.ledger.catch_up()
    return await shown_in(GUILD, app.league.leagues, app.league.standings, app.stats.leaderboards)


async def shown_in(
    guild_id: int, leagues: Leagues, standings: Standings, leaderboards: Leaderboards
) -> Shown:
    """The figures shown in a server."""
    tables = {}
    for league in await leagues.of_server(guild_id):
        for season in await leagues.seasons(league):
            page = await standings.page(season.id, size=MORE_THAN_ALL)
            tables[season.id] = {
                one.who.entrant: Line(
                    *(one.place, one.value, one.played, one.won, one.drawn, one.lost),
                    *(one.forfeits, one.points),
                )
                for one in page.lines
            }
    board = await leaderboards.page(guild_id, Competing.PLAYERS, size=MORE_THAN_ALL)
    return Shown(tables, {one.who.entrant[0]: one.figures for one in board.lines})


def check(shown: Shown, rows: Rows, guild_id: int = GUILD) -> None:
    """Compare all standings, ratings and the leaderboard with the rows. No other server has a league."""
    recount = Recount(rows)
    assert shown.tables.keys() == recount.seasons.keys()
    for season, table in shown.tables.items():
        _check_table(season, table, recount)
    _check_leaders(shown.leaders, recount)
    _check_ratings(rows, recount, guild_id)


def _check_table(season: int, table: dict[Entry, Line], recount: Recount) -> None:
    counted = recount.table(season)
    assert table.keys() == counted.keys()
    wrong = {who: (line, counted[who]) for who, line in table.items() if line != counted[who]}
    assert not wrong, f"season {season}"
    places = [line.place or MORE_THAN_ALL for line in table.values()]
    assert places == sorted(places)


def _check_leaders(leaders: dict[int, Figures], recount: Recount) -> None:
    assert {
        who: (one.won, one.drawn, one.lost, one.left_early) for who, one in leaders.items()
    } == recount.leaders()
    bids = recount.bids()
    assert {who: (one.bids, one.made) for who, one in leaders.items()} == {
        who: bids.get(who, (0, 0)) for who in leaders
    }


def _check_ratings(rows: Rows, recount: Recount, guild_id: int) -> None:
    found: defaultdict[str, dict[Entry, list[float]]] = defaultdict(dict)
    for board, size, first, second, *rating in rows(
        "SELECT board, size, first, second, mean, spread, matches FROM ratings WHERE guild_id = ?", guild_id
    ):
        found[board][(first, second)[:size]] = rating
    assert found.keys() == recount.boards()
    for board, ratings in found.items():
        counted = recount.ratings(board)
        assert ratings.keys() == counted.keys()
        for who, own in counted.items():
            assert ratings[who] == pytest.approx(own, rel=1e-9), (board, who)
