"""The match of a table in memory, as its log leads to it: the state of the game, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from bot.common.errors import NotStarted
from bot.common.lazy import Lazy
from bot.computers.brief import Brief, Briefing
from bot.models.credits import with_winners
from bot.models.shuffles import DealPlace, seal_of
from bot.models.stored_league import TableSeason
from bot.models.stored_tables import OPEN, LogEntry, TableRecord
from bot.table.match.chance import NOTHING_DRAWN, Chance, Drawn, Shuffles, shuffles_after
from bot.table.match.claims import may_be_claimed
from bot.table.match.deal_end import DealEnd, deal_end_after, is_scored
from bot.table.match.replaying import Replayed
from bot.table.match.results import broken_off, match_ended
from bot.table.match.step import Past, Position, Step, take_back_rule
from bot.table.played_game import game_of
from rules.core.decisions import CHANCE, Decisions, Seat
from rules.core.protocol import Game
from rules.core.views import SeatView, TableView


class TableMatch:
    """The match of one table; before it there is the game alone. Secret: its state holds every hand."""

    def __init__(self, record: TableRecord) -> None:
        self.game: Game[Any] = game_of(record)
        self.rules = table_rules(self.game)
        self.state: Any = None
        """None before the match."""
        self.asked: Decisions = {}
        """The open decisions in that state."""
        self.past: Past = ()
        self.deal_end: DealEnd = ()
        self.shuffles = Shuffles()
        self.drawn: Drawn = NOTHING_DRAWN
        """Draws and deals drawn beforehand, shared by several tables."""
        self.began_at: float | None = None
        """When the first action of the match was stored, in epoch seconds."""
        self.briefing = Briefing(self.game)
        self._seen: Lazy[TableView] | None = None
        self._seal: tuple[int, str] | None = None

    def play_by(self, record: TableRecord) -> None:
        """Switch to the game of a record; unchanged rules keep the game."""
        game = game_of(record)
        if game is not self.game:
            self.game = game
            self.briefing = Briefing(game)
            self.rules = table_rules(game)

    def adopt(self, step: Step) -> None:
        """Adopt a stored step: its state, decisions, acts that may be taken back, and events."""
        self.state = step.state
        self.asked = step.asked
        self.past = step.past
        self._seen = None
        self.briefing.hear(step.events, step.forgotten)
        self.deal_end = deal_end_after(self.deal_end, step.events)

    def become(self, there: Replayed, log: Sequence[LogEntry]) -> None:
        """Adopt a match replayed from its log."""
        self.state = there.state
        self.asked = there.asked
        self.past = there.past
        self.deal_end = there.deal_end
        self.briefing = there.briefing
        self._seen = None
        self.shuffles = shuffles_after(Shuffles(), log)
        self.began_at = log[0].at if log else None

    @property
    def position(self) -> Position:
        """The game, its state, and the acts that may be taken back."""
        return Position(self.game, self.state, self.past)

    def chance(self, record: TableRecord, random: Random) -> Chance:
        """The source of the match's random answers."""
        return Chance(random, self.drawn, record.seed, self.shuffles)

    def seen(self) -> Lazy[TableView] | None:
        """The public view of the match; None before it."""
        if self._seen is None and self.state is not None:
            self._seen = Lazy(partial(self.game.table_view, self.state, self.asked))
        return self._seen

    def table_view(self) -> TableView | None:
        """The public view of the match, computed now; None before it."""
        match = self.seen()
        return None if match is None else match.value

    def seat_view(self, seat: Seat) -> SeatView:
        """The view of one seat, computed now.

        Raises:
            NotStarted: there is no match.
        """
        return self.own(seat).value

    def own(self, seat: Seat) -> Lazy[SeatView]:
        """The lazily computed view of one seat.

        Raises:
            NotStarted: there is no match.
        """
        match = self.seen()
        if match is None:
            raise NotStarted
        game, state, asked = self.game, self.state, self.asked
        return Lazy(lambda: game.seat_view(state, seat, match.value, asked))

    def brief(self, seat: Seat) -> Brief:
        """What a computer on a seat answers from: the game, the seat's view, and the events it may know."""
        return self.briefing.of_view(self.seat_view(seat))

    @property
    def deal(self) -> int:
        """The number of the deal; 0 outside a match."""
        return 0 if self.state is None else self.game.deal(self.state)

    @property
    def is_over(self) -> bool:
        """Whether a match was played and no seat is asked anything."""
        return self.state is not None and not self.game.decisions(self.state)

    @property
    def can_continue(self) -> bool:
        """Whether the match can continue: a seat is asked, or the next deal is due after a scored one."""
        asked = self.game.decisions(self.state)
        return bool(asked) and (CHANCE not in asked or is_scored(self.deal_end))

    def seal(self, record: TableRecord, *, is_over: bool) -> str | None:
        """The seal of the deal, or of the next if ``is_over``; None if closed or no seed shuffles it."""
        is_sealed = self.rules.is_shuffled and not self.drawn and record.status in OPEN
        if record.seed is None or not is_sealed:
            return None
        number = max(self.shuffles.deals + is_over, 1)
        if self._seal is None or self._seal[0] != number:
            place = DealPlace(record.guild_id, record.id, number)
            self._seal = number, seal_of(place, record.seed.of_deal(number))
        return self._seal[1]

    def league_winners(self, record: TableRecord, season: TableSeason) -> tuple[Seat, ...] | None:
        """Seats that won a season's match forfeited by leaving or broken off, perhaps none; else None."""
        if record.status in OPEN or self.state is None:
            return None
        ended = self.game, self.state, record.created_at
        match = match_ended(record, *ended)
        if match is None and (results := broken_off(record, *ended)) is not None:
            match = results.match
        if match is None or not (match.is_forfeited or match.broken_off):
            return None
        return with_winners(match, season.abandoned).winners_who_stayed


class TableRules(NamedTuple):
    """Properties of a game with its options, computed once because every action reads them."""

    take_back: str
    """The house rule on taking back."""
    has_claims: bool
    """Whether the tricks that are left of a deal can be claimed."""
    is_timed: bool
    """Whether a match is played by the clock."""
    is_shuffled: bool
    """Whether the deck is shuffled from a seed; solitaire deals have numbers that can be looked up."""


def table_rules(game: Game[Any]) -> TableRules:
    """The properties of a game's rules that tables need."""
    return TableRules(
        take_back=take_back_rule(game),
        has_claims=may_be_claimed(game),
        is_timed=game.parameters().get("minutes") is not None,
        is_shuffled=game.about.kind != "patience",
    )
