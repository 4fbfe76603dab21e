"""Leagues for the tests of the store."""

from bot.database.database import Database
from bot.league.store.leagues import LeagueStore
from bot.league.store.rosters import RosterStore
from bot.models.credits import Competing
from bot.models.stored_league import Did, League, LeagueAct, Season, SeasonEntry
from tests.database.samples import ANN, BEN, HOME

CLEO, DAN = 1003, 1004
BEGUN = 1.7e9


def entry(*who: int, at: float = BEGUN) -> SeasonEntry:
    """A roster entry of a player or a pair, by their ids."""
    return SeasonEntry(who, tuple(f"Player {one}" for one in who), at)


def act(
    what: Did, league: League, season: Season | None = None, at: float = BEGUN, **rest: object
) -> LeagueAct:
    """A league action by Ann."""
    done = {"season_id": season and season.id, **rest}
    return LeagueAct(league.id, ANN, what, at, **done)  # type: ignore[arg-type]


async def new_league(
    database: Database,
    name: str = "Tuesday League",
    guild_id: int = HOME,
    competing: Competing = Competing.PAIRS,
) -> tuple[League, Season]:
    """A league with its first season."""
    league = League(0, guild_id, name, "1000-4DAG-9", 4, competing, False, None, ANN, BEGUN)
    opened = Season(0, 0, 1, "{}", BEGUN)
    return await LeagueStore(database).create_league(league, opened, LeagueAct(0, ANN, Did.CREATED, BEGUN))


async def two_pairs(database: Database, season: Season) -> None:
    """Ann and Ben against Cleo and Dan."""
    await RosterStore(database).enter(season.id, entry(ANN, BEN))
    await RosterStore(database).enter(season.id, entry(CLEO, DAN, at=BEGUN + 1))
