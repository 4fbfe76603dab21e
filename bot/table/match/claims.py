"""The tricks that are left, claimed by one side: which games know that, and how they are played out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

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
LOOKS: Final = 3_000
"""Cards tried to find how the tricks fall; the first try is nearly always the one."""


class CardLaid(NamedTuple):
    """A card played, by whom."""

    seat: Seat
    play: Play


def may_be_claimed(game: Game[Any]) -> bool:
    """Whether the tricks that are left of a deal can be claimed in a game."""
    return isinstance(game, BiddingGame) and can_be_claimed(game.variant)


def is_settled(view: TableView) -> bool:
    """Whether every card that will be played is in a hand or lies open: no one draws or turns up another."""
    hands = (ZoneKind.DUMMY, ZoneKind.BATTERY)
    return not any(
        zone.hidden or zone.shown if zone.kind is ZoneKind.DRAW_PILE else zone.kind in hands and zone.hidden
        for zone in view.zones
    )


def card_asked(asked: Decisions) -> tuple[Seat, ChooseCard] | None:
    """Who is to play a card, and which it may be; None where nobody is asked for that."""
    for seat, decision in asked.items():
        if isinstance(decision, ChooseCard) and seat >= 0 and isinstance(next(decision.answers()), Play):
            return seat, decision
    return None


def played_out(game: Game[Any], state: object, seat: Seat) -> tuple[CardLaid, ...]:
    """The cards that give every trick left to the side of a seat, the others playing as suits that side.

    Whoever the declarer called plays with them, known or not.

    Raises:
        Refused: they do not, however they are played.
    """
    assert isinstance(game, BiddingGame)
    assert isinstance(state, State)
    line = _line(game, state, game.takes_for(state, seat), iter(range(LOOKS)))
    if line is None:
        raise Refused(NOT_POSSIBLE)
    return line


def _line(
    game: Game[Any], state: object, ours: frozenset[int], looks: Iterator[int]
) -> tuple[CardLaid, ...] | None:
    """The cards from here on; None where none are found."""
    asked = card_asked(game.decisions(state))
    if asked is None:
        return ()
    seat, decision = asked
    for card in sorted(decision.cards, key=lambda card: card.rank, reverse=seat in ours):
        if next(looks, None) is None:
            return None
        play = decision.actions[card]
        assert isinstance(play, Play)
        after, events = game.apply(state, seat, play)
        if all(event.winner in ours for event in events if isinstance(event, TrickTaken)):
            rest = _line(game, after, ours, looks)
            if rest is not None:
                return (CardLaid(seat, play), *rest)
    return None
