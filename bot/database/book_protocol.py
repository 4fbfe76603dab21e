"""What the application asks of any database about the book: all that follows from results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from bot.league.standings import Line, Tally
from bot.models.boards import Among, Games, Order, Period
from bot.models.booking import Booked
from bot.models.credits import Entry
from bot.models.figures import Figures, Height
from bot.models.ratings import Change, Rating
from bot.models.stored_book import (
    Cell,
    FormMatch,
    LeaderLine,
    Meeting,
    Named,
    Partner,
    RatingNow,
    RatingStep,
    StandingLine,
    StoredCredit,
    ToRate,
    Unbooked,
    Unranked,
    Unrated,
    UnreadMeetings,
)


class BookProtocol(Protocol):
    """Results booked, rated and ranked, and what is read from that."""

    async def is_counting(self, guild_id: int) -> bool:
        """Whether results of a server are not in all figures that follow from them yet."""
        ...

    async def unbooked(self, limit: int) -> list[Unbooked]:
        """Some results that are to be booked, those of the oldest tables first."""
        ...

    async def number_unbooked(self) -> int:
        """How many results are to be booked."""
        ...

    async def begin_anew(self) -> None:
        """Forget all that follows from results, and note that all of them are to be booked.

        Seasons whose table is final keep it, with what it was made of.
        """
        ...

    async def book(self, result: Unbooked, booked: Booked | None, final_season: int | None = None) -> None:
        """Put into the book what a result gives, in place of what it gave before; None for nothing.

        What it gave a season whose table is final stays as it is. If the result has changed meanwhile, it is
        to be booked again.
        """
        ...

    async def unrated(self) -> list[Unrated]:
        """Where ratings are to be worked out anew."""
        ...

    async def to_rate(self, unrated: Unrated, most: int) -> ToRate:
        """The next matches to be rated on a board; ``before`` leaves out those who are new."""
        ...

    async def rating(self, guild_id: int, board: str, entry: Entry) -> Rating | None:
        """How somebody is rated after all of their matches; None where they are not."""
        ...

    async def season_before(self, season_id: int) -> int | None:
        """The season of the same league before this one; None for none."""
        ...

    async def keep_rated(self, unrated: Unrated, rated: ToRate, changes: Sequence[Change]) -> None:
        """Store what matches did, and how far that has come.

        Nothing is stored where an earlier match has changed meanwhile: that is where to go on then.
        """
        ...

    async def unranked(self) -> list[Unranked]:
        """The seasons whose tables are to be made anew."""
        ...

    async def is_final(self, season_id: int) -> bool:
        """Whether nothing changes the table of a season any more."""
        ...

    async def tallies_of_season(self, season_id: int, size: int, after: Entry = ()) -> list[Tally]:
        """What the matches of a season gave, by entry, in the order of their ids: some after one of them.

        Forfeits are not in it.
        """
        ...

    async def meetings_of_season(
        self, season_id: int, size: int, after: Entry = (), *, most: int
    ) -> list[UnreadMeetings]:
        """Whom those met who played in a season, in the order of their ids: some after one of them."""
        ...

    async def credits_of_season(self, season_id: int, entry: Entry) -> list[StoredCredit]:
        """What each match of a season gave an entry, in the order of time.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def keep_lines(
        self, unranked: Unranked, lines: Iterable[Sequence[Line]], *, is_final: bool
    ) -> None:
        """Store the table of a season in place of the one before; what is as it was is not written again.

        Lines come in slices: others want their turn in between, where a table is long.
        """
        ...

    async def leave_unranked(self, unranked: Unranked) -> None:
        """Leave the table of a season as it is."""
        ...

    async def season_lines(self, season_id: int, first: int, number: int) -> list[StandingLine]:
        """Some lines of the table of a season, from a position on.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def season_line(self, season_id: int, entry: Entry) -> tuple[int, StandingLine] | None:
        """The position of an entry in the table of a season, from 0, and its line; None for nowhere.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def number_of_lines(self, season_id: int) -> int:
        """How many lines the table of a season has."""
        ...

    async def cells_of_season(
        self, season_id: int, entry: Entry, others: Iterable[Entry]
    ) -> dict[Entry, Cell]:
        """How an entry did against others in a season; whom it never met is not among them.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def number_of_leaders(
        self, guild_id: int, among: Among, period: Period, games: Games, least: int
    ) -> int:
        """How many have played at least so many matches that count."""
        ...

    async def leaders(
        self,
        guild_id: int,
        among: Among,
        period: Period,
        games: Games,
        order: Order,
        least: int,
        skip: int,
        number: int,
    ) -> list[LeaderLine]:
        """Some lines of a leaderboard that goes by wins, or by the share of them."""
        ...

    async def number_rated(self, guild_id: int, board: str, among: Among, least: int) -> int:
        """How many are rated on a board after at least so many matches."""
        ...

    async def best_rated(
        self, guild_id: int, board: str, among: Among, least: int, skip: int, number: int
    ) -> list[RatingNow]:
        """Some of those who are rated on a board, the best first, those with a provisional rating last."""
        ...

    async def rating_place(self, guild_id: int, board: str, size: int, mean: float, least: int = 0) -> int:
        """The place of a rating that is not provisional, among those with at least so many matches."""
        ...

    async def ratings_of(
        self, guild_id: int, board: str, among: Among, entries: Sequence[Entry]
    ) -> dict[Entry, Rating]:
        """How some players, or some pairs, are rated on a board; who is not is not among them."""
        ...

    async def tally_of(self, guild_id: int, entry: Entry, period: Period, games: Games) -> Figures | None:
        """What somebody has done; None where that is nothing."""
        ...

    async def tallies_of(
        self, guild_id: int, among: Among, entries: Sequence[Entry], period: Period, games: Games
    ) -> dict[Entry, Figures]:
        """What some players, or some pairs, have done; who did nothing is not among them."""
        ...

    async def periods_played(self, guild_id: int) -> list[Period]:
        """All periods in which something was played, in the order of their keys."""
        ...

    async def games_played(self, guild_id: int, period: Period) -> list[Games]:
        """All groups of games that were played in a period, in the order of their keys."""
        ...

    async def named(self, guild_id: int, *entries: Entry) -> list[Named]:
        """Who some players and pairs are, with what they were last called in a server."""
        ...

    async def bids_by_height(self, guild_id: int, entry: Entry, period: Period, games: Games) -> list[Height]:
        """The bids of somebody in one game, by how high they were."""
        ...

    async def form_of(
        self, guild_id: int, entry: Entry, period: Period, games: Games, limit: int
    ) -> list[FormMatch]:
        """The last matches of somebody, the newest first.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def wins_of(self, guild_id: int, entry: Entry, period: Period, games: Games) -> list[bool]:
        """Whether each match of somebody was won, the newest first."""
        ...

    async def meetings(
        self, guild_id: int, one: Entry, other: Entry, period: Period, games: Games
    ) -> list[Meeting]:
        """The outcomes of the matches that two players or pairs played against each other, newest first.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def last_meetings(
        self, guild_id: int, one: Entry, other: Entry, period: Period, games: Games, limit: int
    ) -> list[FormMatch]:
        """The last matches that two played against each other, seen by the first, the newest first.

        Raises:
            Damaged: one cannot be read.
        """
        ...

    async def partners(self, guild_id: int, player: int, period: Period, games: Games) -> list[Partner]:
        """What somebody has done with each partner."""
        ...

    async def by_game(self, guild_id: int, entry: Entry, period: Period) -> dict[str, Figures]:
        """What somebody has done in each game."""
        ...

    async def rating_steps(self, guild_id: int, board: str, entry: Entry, most: int) -> list[RatingStep]:
        """What matches did to a rating, the oldest first: the newest of them."""
        ...
