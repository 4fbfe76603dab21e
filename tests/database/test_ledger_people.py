"""Forgotten players and removed servers leave no row in the ledger; all other rows stay."""

from __future__ import annotations

from bot.database.database import Database
from bot.league.standings_pages import Standings
from bot.league.store.leagues import LeagueStore
from bot.maintenance.copies import forget_unused
from bot.maintenance.store import RetentionStore
from bot.models.boards import Games
from bot.models.stored_league import Did
from bot.stats.leaderboards import Leaderboards
from tests.database.leagues import act
from tests.database.ledgers import Hand, ledger_of, new_season, play, result_of
from tests.database.samples import AWAY, HOME
from tests.database.test_ledger import contents

CARA = 2**60 + 5
"""A player with an id as large as Discord's."""
FOUR = (CARA, 2002, 2003, 2004)
HANDS = (Hand(0, 120, (130, 50)), Hand(1, 130, (100, 80)))
AT = 1.7e9


async def a_season(database: Database, guild_id: int, *, is_closed: bool = False) -> int:
    """A booked season of two matches on a server; returns its number."""
    roster = [(who,) for who in FOUR]
    league, season = await new_season(database, *roster, guild_id=guild_id, name=f"League of {guild_id}")
    for number in range(2):
        results = result_of(FOUR, HANDS, AT + number, guild_id=guild_id)
        await play(database, results, season_id=season.id, channel_id=guild_id + number)
    if is_closed:
        await LeagueStore(database).close_season(season.id, act(Did.CLOSED, league, season, at=AT + 9))
    await ledger_of(database).catch_up()
    return season.id


async def test_forgotten_player_is_in_no_ledger_row_and_figures_stay(database: Database) -> None:
    open_still = await a_season(database, HOME)
    closed = await a_season(database, AWAY, is_closed=True)
    before = [await merits(database, HOME, open_still), await merits(database, AWAY, closed)]
    assert str(CARA) in str(await contents(database))

    await forget_unused(database, CARA)
    await ledger_of(database).catch_up()

    left = str(await contents(database))
    assert str(CARA) not in left
    assert f"Player {CARA}" not in left
    assert [await merits(database, HOME, open_still), await merits(database, AWAY, closed)] == before


async def test_removed_server_leaves_no_ledger_row_and_others_keep_theirs(
    database: Database,
) -> None:
    await a_season(database, HOME)
    ours = await contents(database)
    await a_season(database, AWAY, is_closed=True)
    assert await contents(database) != ours

    await RetentionStore(database).remove_server(AWAY)
    await ledger_of(database).catch_up()

    assert await contents(database) == ours


async def merits(database: Database, guild_id: int, season_id: int) -> list[object]:
    """Leaderboards of a server and standings of the season, without the names."""
    lines = (await Standings(database).page(season_id)).lines
    leaders = (await Leaderboards(database).page(guild_id, games=Games.family("bidding"))).lines
    return [
        sorted((one.place or 0, one.won, one.lost, one.points) for one in lines),
        sorted((one.place or 0, repr(one.figures), repr(one.rating)) for one in leaders),
    ]
