"""A deal that is over, as it can be looked at again with all hands open: from its first lead on."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bot.computers.bidding_games.played import GamePlayed, played_at, setup_for
from bot.replay.deals import PlayedDeal, StepKind
from bot.replay.match import Replay
from bot.replay.moments import score_of
from rules.bidding.deck import totals_of
from rules.bidding.engine import BiddingGame
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.cards import Card
from rules.core.events import CardPlayed
from rules.core.protocol import Game

TWO_SIDES: Final = 2


class OpenDeal(NamedTuple):
    """The play of a deal between two sides. It holds every hand: only for those who may see its replay."""

    what: GamePlayed
    first: State
    """Before the first lead."""
    cards: tuple[Card, ...]
    """In playing order."""

    def __repr__(self) -> str:
        return f"<open deal of {len(self.cards)} cards>"


def open_deal(replay: Replay, place: int) -> OpenDeal | None:
    """A deal of a match, from 0, to be looked at again.

    None where that says little: a game without bids, one that is not for two sides, a deal given up before
    its end or that the target might have stopped, and whatever is not seen by all even in the end: cards
    drawn, turned up or under others.
    """
    deal = replay.deals[place]
    first = _first(deal)
    if first is None or score_of(deal) is None:
        return None
    cards = tuple(event.card for step in deal.steps for event in step.events if isinstance(event, CardPlayed))
    return opened(replay.game, len(replay.table.seats), first, cards)


def opened(game: Game[Any], seats: int, first: State, cards: tuple[Card, ...]) -> OpenDeal | None:
    """A deal from its first lead on, with all its cards in playing order; None where that says little."""
    if not isinstance(game, BiddingGame) or not _is_open(first):
        return None
    what = played_at(game, seats)
    setup = setup_for(what)
    if setup is None or len(cards) != setup.tricks * len(first.order) or _may_stop(setup, first):
        return None
    return OpenDeal(what, first, cards)


def _first(deal: PlayedDeal) -> State | None:
    """How everything lay before the first lead; None where nobody led."""
    for before, step in zip(deal.steps, deal.steps[1:], strict=False):
        if step.kind is StepKind.TRICK:
            return before.state if is_in_play(before.state) else None
    return None


def is_in_play(state: object) -> bool:
    """Whether tricks are played in a position of a game with bids."""
    return isinstance(state, State) and state.phase is Phase.PLAY


def _may_stop(setup: Setup, first: State) -> bool:
    """Whether a side may reach the target before the last trick, where the deal stops then."""
    variant = setup.variant
    if variant.target is None or variant.target_checked != "each_trick":
        return False
    return max(first.match.totals) + max(totals_of(variant, setup.seats)) >= variant.target


def _is_open(state: State) -> bool:
    stock, teams = state.stock, state.teams
    return not (stock.pile or stock.covered or stock.blind) and len(teams.sides) == TWO_SIDES
