"""A daily deal as one user plays it: computers on the other seats, the same shuffle for everyone.

It holds every hand and the nest, and shows only what its player may see.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Final

from bot.common.lazy import Lazy
from bot.computers.brief import Brief, Briefing
from bot.computers.kinds import BEST
from bot.daily.stored import PERSON, DailyDeal, DailyScore
from bot.models.endings import Allowed
from bot.models.stored_tables import LogEntry, SeatRecord, Status
from bot.replay.open_deal import OpenDeal, is_in_play, opened
from bot.table.desk.shown import (
    ShownHand,
    ShownMatch,
    ShownPlace,
    ShownTable,
    ShownTalk,
    ShownTurn,
    shown_rules,
    shown_seats,
)
from bot.table.lobby.before_match import Person
from bot.table.match.chance import NOTHING_DRAWN, Chance, Shuffles, shuffles_after
from bot.table.match.deal_end import DealEnd, deal_end_after, split_deal_end
from bot.table.turns.ahead import only_play
from rules.catalog import game_with
from rules.core.actions import Action, parse_action
from rules.core.cards import Card
from rules.core.decisions import CHANCE, Seat
from rules.core.events import CardPlayed

SEATS: Final = 4
KIND: Final = BEST
"""Level of the computers on the other seats."""

OTHERS: Final = ("Left", "Across", "Right")
"""Names of the computers, clockwise: where they sit."""

Choose = Callable[[str, Brief, int], Awaitable[Action]]
"""Chooses a computer's action; deterministic in level, brief and number."""


class DailyPlay:
    """A daily deal, restored from its log.

    Raises:
        InvalidOption: its game no longer exists.
        IllegalAction: the log does not fit the rules.
        ValueError: the log has a line that is no action.
    """

    def __init__(self, deal: DailyDeal, log: Sequence[LogEntry] = ()) -> None:
        self._deal = deal
        self._game = game_with(deal.game, dict(deal.options), deal.rules_version)
        self._state: Any = self._game.start(SEATS)
        self._briefing = Briefing(self._game)
        self._deal_end: DealEnd = ()
        self._log: list[LogEntry] = []
        self._first: Any = None
        self._cards: list[Card] = []
        for entry in log:
            self._act(entry.seat, parse_action(entry.action))

    def __repr__(self) -> str:
        return f"<a daily deal after {len(self._log)} acts>"

    @property
    def title(self) -> str:
        """Title of the game."""
        return self._game.about.title

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """All actions so far. Secret: it has every hand."""
        return tuple(self._log)

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return not self._game.decisions(self._state)

    @property
    def score(self) -> DailyScore | None:
        """The points of both sides; None before the end."""
        if not self.is_over:
            return None
        totals = self._game.table_view(self._state).totals
        own = sum(side.total for side in totals if PERSON in side.seats)
        return DailyScore(own, sum(side.total for side in totals) - own)

    def open_deal(self) -> OpenDeal | None:
        """The finished deal for analysis; None before the end, or if it cannot be analyzed."""
        if self._first is None or not self.is_over:
            return None
        return opened(self._game, SEATS, self._first, tuple(self._cards))

    def answer(self, action: Action) -> None:
        """Apply only the user's action; ``advance`` lets the others act.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        self._act(PERSON, action)

    async def advance(self, choose: Choose, *, person: bool = True) -> None:
        """Let chance and computers act until the user has a choice; without ``person`` also for the user."""
        # A last card is no choice: it is played for the user.
        while asked := self._game.decisions(self._state):
            if CHANCE in asked:
                before = shuffles_after(Shuffles(), self._log)
                chance = Chance(
                    Random(0), NOTHING_DRAWN, self._deal.seed, before
                )  # unused: the seed shuffles
                self._act(CHANCE, chance.answer(self._game, self._state, asked[CHANCE]))
                continue
            seat = PERSON if PERSON in asked else min(asked)
            if person and seat == PERSON:
                last = only_play(asked[seat])
                if last is None:
                    return
                self._act(seat, last)
            else:
                brief = self._briefing.brief(self._state, seat)
                self._act(seat, await choose(KIND, brief, len(self._log)))

    def shown(self, person: Person) -> ShownHand:
        """The hand as the user sees it."""
        view, game = self._game.seat_view(self._state, PERSON), self._game
        seats = [SeatRecord(person.id, person.name), *(SeatRecord(None, name, KIND) for name in OTHERS)]
        dealt_again = None if self.is_over else split_deal_end(self._deal_end)[1]
        table = ShownTable(
            id=self._deal.place.number,
            place=ShownPlace(self._deal.place.guild_id, channel_id=0),
            host_id=0,
            revision=len(self._log),
            status=Status.PLAYING,
            seats=shown_seats(seats),
            rules=shown_rules(game),
            match=ShownMatch(
                Lazy.known(view.table),
                deal_end=self._deal_end if self.is_over else (),
                dealt_again=dealt_again,
            ),
            turn=ShownTurn(view.table.asked),
            talk=ShownTalk(Allowed(hints=False, phrases=False)),
        )
        return ShownHand(table, Lazy.known(view))

    def _act(self, seat: Seat, action: Action) -> None:
        self._state, events = self._game.apply(self._state, seat, action)
        self._briefing.hear(events)
        self._deal_end = deal_end_after(self._deal_end, events)
        self._cards += [event.card for event in events if isinstance(event, CardPlayed)]
        if self._first is None and is_in_play(self._state):
            self._first = self._state
        self._log.append(LogEntry(len(self._log) + 1, seat, None, str(action), 0.0))
