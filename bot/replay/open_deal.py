"""A finished deal from its first lead on, for analysis with all hands open."""

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
    """The play of a deal between two sides. It holds every hand: only for those who may see the replay."""

    what: GamePlayed
    first: State
    """The state before the first lead."""
    cards: tuple[Card, ...]
    """All cards played, in order."""

    def __repr__(self) -> str:
        return f"<open deal of {len(self.cards)} cards>"


def open_deal(replay: Replay, place: int) -> OpenDeal | None:
    """Deal ``place`` of a match, from 0, for analysis.

    None if it cannot be analyzed: a game without bids or not of two sides, a deal without a score, one that
    reaching the target could have stopped, or one with a draw pile, covered cards or a blind hand.
    """
    deal = replay.deals[place]
    first = _first(deal)
    if first is None or score_of(deal) is None:
        return None
    cards = tuple(event.card for step in deal.steps for event in step.events if isinstance(event, CardPlayed))
    return opened(replay.game, len(replay.table.seats), first, cards)


def opened(game: Game[Any], seats: int, first: State, cards: tuple[Card, ...]) -> OpenDeal | None:
    """The open deal of a first state and all cards played; None if it cannot be analyzed."""
    if not isinstance(game, BiddingGame) or not _is_open(first):
        return None
    what = played_at(game, seats)
    setup = setup_for(what)
    if setup is None or len(cards) != setup.tricks * len(first.order) or _may_stop(setup, first):
        return None
    return OpenDeal(what, first, cards)


def _first(deal: PlayedDeal) -> State | None:
    """The state before the first lead; None if there was no lead."""
    for before, step in zip(deal.steps, deal.steps[1:], strict=False):
        if step.kind is StepKind.TRICK:
            return before.state if is_in_play(before.state) else None
    return None


def is_in_play(state: object) -> bool:
    """Whether a state is of a bidding game, in the play of tricks."""
    return isinstance(state, State) and state.phase is Phase.PLAY


def _may_stop(setup: Setup, first: State) -> bool:
    """Whether the deal could stop before its last trick, because a side reaches the target."""
    variant = setup.variant
    if variant.target is None or variant.target_checked != "each_trick":
        return False
    return max(first.match.totals) + max(totals_of(variant, setup.seats)) >= variant.target


def _is_open(state: State) -> bool:
    stock, teams = state.stock, state.teams
    return not (stock.pile or stock.covered or stock.blind) and len(teams.sides) == TWO_SIDES
