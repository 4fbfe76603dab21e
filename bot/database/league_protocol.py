"""What the application asks of any database about leagues."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from bot.models.stored import Settled
from bot.models.stored_league import (
    Absent,
    Did,
    Entrant,
    League,
    LeagueAct,
    PairRequest,
    PaperMatch,
    PlayedMatch,
    RecordedMatch,
    ScheduledMatch,
    Season,
    SeasonEntry,
    SeasonMatch,
    TableSeason,
    Unfinished,
)


class LeagueProtocol(Protocol):
    """Leagues, seasons, who competes, what they play, and what was done; all times are in epoch seconds."""

    async def create_league(self, league: League, season: Season, act: LeagueAct) -> tuple[League, Season]:
        """Add a league with its first season, and numbers of their own in place of those they came with.

        Raises:
            NameTaken: the server has one of that name.
        """
        ...

    async def set_computers(self, computers: bool, act: LeagueAct) -> None:
        """Store whether computers may fill in at the tables of a league."""
        ...

    async def set_organizers(self, role_id: int | None, act: LeagueAct) -> None:
        """Store whose role may organize a league; None for nobody's."""
        ...

    async def set_league_place(self, league_id: int, channel_id: int) -> None:
        """Keep in which channel the message of a league is to stand; it is not posted there yet.

        The one that stands somewhere is to go.
        """
        ...

    async def set_league_message(self, league_id: int, channel_id: int, message_id: int) -> bool:
        """Keep which message of a channel shows a league; False where it is to stand elsewhere by now."""
        ...

    async def lose_league_place(self, league_id: int, channel_id: int) -> None:
        """Have the message of a league stand nowhere, if it was to stand in a channel that is gone."""
        ...

    async def league(self, league_id: int) -> League | None:
        """One league.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def league_named(self, guild_id: int, name: str) -> League | None:
        """The league of a server that has a name, however it is written.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def leagues_of(self, guild_id: int) -> list[League]:
        """All leagues of a server that can be read, by name."""
        ...

    async def posted_leagues(self) -> list[League]:
        """All leagues that can be read whose message stands, or is to stand, somewhere."""
        ...

    async def season(self, season_id: int) -> Season | None:
        """One season.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def seasons_of(self, league_id: int) -> list[Season]:
        """All seasons of a league, the newest first.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def seasons_due(self, now: float) -> list[Season]:
        """The open seasons that can be read whose time is over, in epoch seconds."""
        ...

    async def next_season_end(self) -> float | None:
        """When the next open season ends by itself, in epoch seconds; None for never."""
        ...

    async def open_season(self, season: Season, act: LeagueAct) -> Season:
        """Add a season to a league that has none open, with a number of its own.

        Raises:
            Conflict: another is open.
        """
        ...

    async def close_season(self, season_id: int, at: float, act: LeagueAct) -> bool:
        """Close a season, in epoch seconds; what waits to be confirmed lapses. Tells whether it was open."""
        ...

    async def enter(self, season_id: int, entry: SeasonEntry) -> None:
        """Have a player or a pair compete in a season, again if they had left.

        What they were asked about partners, and had asked, is settled.
        """
        ...

    async def leave_season(
        self, season_id: int, entrant: Entrant, at: float, act: LeagueAct | None = None
    ) -> None:
        """Have a player or a pair compete no more, from a time in epoch seconds on; their results stay.

        ``act`` is an organizer's, where one has taken them out.
        """
        ...

    async def roster(self, season_id: int) -> list[SeasonEntry]:
        """Everybody who competes or has competed in a season, in the order they joined.

        Raises:
            Damaged: an entry cannot be read.
        """
        ...

    async def ask_to_pair(self, request: PairRequest) -> None:
        """Keep that somebody has asked somebody to be partners, in place of whom they had asked before."""
        ...

    async def place_request(self, request: PairRequest, channel_id: int, message_id: int) -> None:
        """Keep which message asks, if that is still waited for."""
        ...

    async def pair_requests(self, season_id: int) -> list[PairRequest]:
        """Who has asked whom in a season, the oldest first."""
        ...

    async def withdraw_request(self, season_id: int, asker: int) -> None:
        """Forget whom somebody had asked."""
        ...

    async def season_match(self, table_id: int) -> SeasonMatch | None:
        """What a table is to a season; None where it belongs to none.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def settled_at(self, table_id: int) -> Settled | None:
        """Who might play at a table when it was opened; None where nobody has settled that."""
        ...

    async def table_season(self, table_id: int) -> TableSeason | None:
        """The season a table belongs to, and who competes in it now; None where it belongs to none.

        Raises:
            Damaged: that cannot be read.
        """
        ...

    async def season_tables_to_tell(self) -> list[tuple[int, int]]:
        """The tables that say how their season stands: of each its league and its channel.

        Those are the ones whose match has not begun, and those in play whose season is over.
        """
        ...

    async def matches_of_season(self, season_id: int) -> list[SeasonMatch]:
        """All tables of a season, over or not, in the order they were opened.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def newest_matches(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonMatch]:
        """The matches of a season that are over, the last to end first, without the first so many.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def number_of_matches(self, season_id: int) -> int:
        """How many matches of a season are over."""
        ...

    async def unfinished_in(self, season_id: int, since: float) -> Unfinished:
        """What is not over in a season; of matches with real cards, those written down after a time."""
        ...

    async def line_up(self, table_id: int, plays_for: Mapping[int, Entrant], fixture: int | None) -> None:
        """Keep which pairs a match is about to be played for, and its number on the schedule."""
        ...

    async def rule_match(self, match: SeasonMatch, *acts: LeagueAct) -> None:
        """Store whether a match counts, and with which points, with the acts that made it so."""
        ...

    async def draw_schedule(self, season_id: int, matches: Sequence[ScheduledMatch], act: LeagueAct) -> None:
        """Put a schedule in place of a season's earlier one; matches that were on that are on none now."""
        ...

    async def schedule(self, season_id: int) -> list[ScheduledMatch]:
        """Who is to play whom in a season, in order.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def played_fixtures(self, season_id: int) -> frozenset[int]:
        """The numbers on the schedule that have been played, and not been voided."""
        ...

    async def fixtures_broken_off(self, season_id: int) -> frozenset[int]:
        """Of those played and not voided, the numbers on the schedule that have only been broken off."""
        ...

    async def fixtures_under_way(self, season_id: int) -> frozenset[int]:
        """The numbers on the schedule that are being played."""
        ...

    async def forfeit(self, season_id: int, number: int, absent: Absent | None, act: LeagueAct) -> None:
        """Store who stayed away from a match on the schedule; None for nobody."""
        ...

    async def league_acts(self, league_id: int, limit: int, skip: int = 0) -> list[LeagueAct]:
        """What was done in a league, the newest first, without the first so many.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def act_on_match(self, league_id: int, table_id: int, what: Did) -> LeagueAct | None:
        """What was done last of a kind about a match of a league; None where nothing was.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def number_of_acts(self, league_id: int) -> int:
        """How much was done in a league."""
        ...

    async def keep_paper(self, paper: PaperMatch) -> PaperMatch:
        """Keep a match until the other side confirms it; gives it a number of its own."""
        ...

    async def set_paper_place(self, paper_id: int, channel_id: int, message_id: int) -> None:
        """Keep where it is asked to confirm a match."""
        ...

    async def paper(self, paper_id: int) -> PaperMatch | None:
        """A match that waits to be confirmed; None where it does not any more.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def paper_since(self, at: float) -> list[PaperMatch]:
        """The matches that have waited since a time or longer, in epoch seconds.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def oldest_paper(self) -> float | None:
        """Since when the match waits that has waited longest, in epoch seconds; None where none does."""
        ...

    async def lapse_paper(self, paper_id: int) -> bool:
        """Have a match wait no more, whose message does not say so yet; tells whether it still did."""
        ...

    async def remove_paper(self, paper_id: int) -> bool:
        """Let go of a match that waits; tells whether it still did."""
        ...

    async def confirm_paper(
        self, paper_id: int, match: RecordedMatch, act: LeagueAct, message_id: int | None = None
    ) -> int | None:
        """Store a match that waited to be confirmed, and let go of what waited; returns its number.

        The message that asked is to be shown in its last form. Nothing is stored, and None returned, where
        the match does not wait any more.
        """
        ...

    async def import_matches(
        self, matches: Sequence[RecordedMatch], act: LeagueAct, tell: Callable[[int], None] = ...
    ) -> list[int]:
        """Store many matches, all or none; returns their numbers.

        ``tell`` is told now and then how many are written, which are stored once all are.
        """
        ...

    async def played_in_season(self, season_id: int) -> list[PlayedMatch]:
        """Who played the matches of a season, when, and how they ended, in the order they were stored.

        Raises:
            Damaged: one cannot be read.
        """
        ...
