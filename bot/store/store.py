"""The store: every subject's operations on one database, whichever that is."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.errors import StoreError
from bot.store.audit import AuditStore
from bot.store.booking import BookingStore
from bot.store.daily import DailyStore
from bot.store.earlier_deals import EarlierDealStore
from bot.store.evening_people import EveningPeopleStore
from bot.store.evenings import EveningStore
from bot.store.histories import HistoryStore
from bot.store.leaderboards import LeaderboardStore
from bot.store.league_acts import LeagueActStore
from bot.store.league_people import LeaguePeopleStore
from bot.store.leagues import LeagueStore
from bot.store.lessons import LessonStore
from bot.store.loose_messages import LooseMessageStore
from bot.store.messages import MessageStore
from bot.store.own_data import OwnDataStore
from bot.store.paper_matches import PaperMatchStore
from bot.store.people import PeopleStore
from bot.store.personal_settings import PersonalSettingsStore
from bot.store.rating_rows import RatingStore
from bot.store.recorded_matches import RecordedMatchStore
from bot.store.records import RecordStore
from bot.store.repairs import RepairStore
from bot.store.results import ResultStore
from bot.store.retention import RetentionStore
from bot.store.rosters import RosterStore
from bot.store.season_evenings import SeasonEveningStore
from bot.store.season_matches import SeasonMatchStore
from bot.store.season_tables import SeasonTableStore
from bot.store.servers import ServerStore
from bot.store.shown import ShownStore
from bot.store.tables import TableStore
from bot.store.waiting import WaitingStore


class SqlStore(
    TableStore,
    EarlierDealStore,
    RepairStore,
    ResultStore,
    ServerStore,
    MessageStore,
    ShownStore,
    LooseMessageStore,
    PeopleStore,
    OwnDataStore,
    PersonalSettingsStore,
    LessonStore,
    DailyStore,
    WaitingStore,
    AuditStore,
    RetentionStore,
    LeagueStore,
    RosterStore,
    SeasonMatchStore,
    LeagueActStore,
    PaperMatchStore,
    RecordedMatchStore,
    LeaguePeopleStore,
    EveningStore,
    SeasonEveningStore,
    EveningPeopleStore,
    BookingStore,
    RatingStore,
    SeasonTableStore,
    LeaderboardStore,
    RecordStore,
    HistoryStore,
):
    """Tables, their logs, results, leagues, evenings, the book, servers' rules, settings and messages.

    A cancelled write is stored or not, never in part: a caller who must know shields it.
    """

    async def close(self) -> None:
        """Finish what is in flight and let go of the database."""
        await self._database.close()

    def check_held(self) -> None:
        """Check that the database is still this process's, as far as that is known without a wait.

        Raises:
            Displaced: it was moved, replaced or taken over.
        """
        self._database.check_held()

    def one_moment(self) -> AbstractAsyncContextManager[None]:
        """Have all that is read until the block ends be read as of one moment.

        Raises:
            StoreError: the database cannot be read.
        """
        return self._database.one_moment()

    async def is_writable(self) -> bool:
        """Whether a write would succeed now: one is made."""
        try:
            await self.test_writing()
        except StoreError:
            return False
        return True

    async def test_writing(self) -> None:
        """Write something.

        Raises:
            StoreError: nothing can be written now.
        """
        await self.set_setting("store.written", value=True)
