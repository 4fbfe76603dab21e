"""The store: every subject's operations on one database, whichever that is."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from bot.common.errors import StoreError
from bot.daily.store import DailyStore
from bot.delivery.store.hand_messages import MessageStore
from bot.delivery.store.loose_messages import LooseMessageStore
from bot.delivery.store.shown_messages import ShownStore
from bot.evening.store.evenings import EveningStore
from bot.evening.store.people import EveningPeopleStore
from bot.league.store.acts import LeagueActStore
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.people import LeaguePeopleStore
from bot.league.store.recorded_matches import RecordedMatchStore
from bot.league.store.rosters import RosterStore
from bot.league.store.tables import SeasonTableStore
from bot.learn.store import LessonStore
from bot.maintenance.store import RetentionStore
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.server.store import ServerStore
from bot.stats.store.booking import BookingStore
from bot.stats.store.histories import HistoryStore
from bot.stats.store.leaderboards import LeaderboardStore
from bot.stats.store.rating_rows import RatingStore
from bot.stats.store.records import RecordStore
from bot.table.store.audit import AuditStore
from bot.table.store.earlier_deals import EarlierDealStore
from bot.table.store.repairs import RepairStore
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WaitingStore


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
