"""Claims of the remaining tricks by one side: which games allow them, and the cards then played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.common.errors import Refused
from bot.computers.bidding_games.claiming import can_be_claimed
from rules.bidding.engine import BiddingGame
from rules.bidding.state import State
from rules.core.actions import Play
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import TrickTaken
from rules.core.protocol import Game
from rules.core.views import TableView, ZoneKind

NO_CLAIM: Final = "You can claim tricks only when it's your turn to play a card."
TOO_EARLY: Final = "Some cards are still to be drawn or turned up. Claim once they all are."
NOT_SURE: Final = "That isn't certain: someone could still take a trick. Play on."
NOT_POSSIBLE: Final = "The cards don't allow that: someone else takes a trick. Play on."
MOST_TRIES: Final = 3_000
"""Cards tried at most to find a line of play; the first try is nearly always right."""
Line = tuple[tuple[Seat, Play], ...]
"""The plays of the cards that are left, in order, with the seat of each."""


def may_be_claimed(game: Game[Any]) -> bool:
    """Whether the tricks that are left of a deal can be claimed in a game."""
    return isinstance(game, BiddingGame) and can_be_claimed(game.variant)


def is_settled(view: TableView) -> bool:
    """Whether every card still to be played is held or face up: none will be drawn or turned up."""
    hands = (ZoneKind.DUMMY, ZoneKind.BATTERY)
    return not any(
        zone.hidden or zone.shown if zone.kind is ZoneKind.DRAW_PILE else zone.kind in hands and zone.hidden
        for zone in view.zones
    )


def card_asked(asked: Decisions) -> tuple[Seat, ChooseCard] | None:
    """The seat asked to play a card, and its choices; None if no seat is."""
    for seat, decision in asked.items():
        if isinstance(decision, ChooseCard) and seat >= 0 and isinstance(next(decision.answers()), Play):
            return seat, decision
    return None


def played_out(game: Game[Any], state: object, seat: Seat) -> Line:
    """A line of play in which the side of a seat wins all remaining tricks, its opponents cooperating.

    A called partner plays with the declarer, known or not.

    Raises:
        Refused: no such line was found, within ``MOST_TRIES`` tries.
    """
    assert isinstance(game, BiddingGame)
    assert isinstance(state, State)
    line = _line(game, state, game.side_hands(state, seat), iter(range(MOST_TRIES)))
    if line is None:
        raise Refused(NOT_POSSIBLE)
    return line


def _line(game: Game[Any], state: object, ours: frozenset[int], tries: Iterator[int]) -> Line | None:
    """The rest of such a line for the seats ``ours``, within ``tries`` cards; None if none is found."""
    asked = card_asked(game.decisions(state))
    if asked is None:
        return ()
    seat, decision = asked
    for card in sorted(decision.cards, key=lambda card: card.rank, reverse=seat in ours):
        if next(tries, None) is None:
            return None
        play = decision.actions[card]
        assert isinstance(play, Play)
        after, events = game.apply(state, seat, play)
        if all(event.winner in ours for event in events if isinstance(event, TrickTaken)):
            rest = _line(game, after, ours, tries)
            if rest is not None:
                return ((seat, play), *rest)
    return None
