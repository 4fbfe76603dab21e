"""Playing a finished deal again at a new table: the same cards, the same dealer, one deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from bot.common.errors import Refused
from bot.models.stored_tables import Status
from bot.replay.match import Replay
from bot.replay.moments import score_of
from bot.table.opening import AgainPlace, WantedTable
from bot.table.store.earlier_deals import EarlierDeal
from rules.catalog import playable_game
from rules.core.actions import Action, Draw, parse_action
from rules.core.cards import CardSet
from rules.core.decisions import CHANCE, DrawByLot, Seat
from rules.core.events import DealerDrawn
from rules.core.protocol import Game

NOT_AGAIN: Final = "The cards of this deal can't be dealt again. Choose another deal."
NOT_OVER: Final = "You can play a deal again when its match is over."
OF_MATCH: Final = "Match"
"""Section of the options that set the length of a match."""


def can_play_again(replay: Replay, place: int) -> bool:
    """Whether deal ``place``, from 0, can be played again: it has a score, and its match is over.

    Not in a game without a length option, unless the match was one deal.
    """
    if replay.table.status not in {Status.FINISHED, Status.CANCELLED}:
        return False
    scored = [deal for deal in replay.deals if score_of(deal) is not None]
    has_length = any(spec.key == "deals" for spec in replay.game.options)
    is_one = replay.table.status is Status.FINISHED and len(scored) == 1
    return replay.deals[place] in scored and (has_length or is_one)


def table_to_replay(replay: Replay, place: int, user_id: int, random: Random) -> WantedTable:
    """The table to open for playing deal ``place``, from 0, again. The user gets their old seat, else seat 0.

    Raises:
        Refused: the match is not over, or the rules do not deal the same hands again.
        InvalidOption: the game or its options no longer exist.
    """
    place = min(place, len(replay.deals) - 1)
    if not can_play_again(replay, place):
        raise Refused(NOT_OVER)
    deal, (_, dealt) = replay.deals[place], replay.at(place, 0)
    seats = tuple(info.seat for info in dealt.view.seats)
    game = _one_deal(replay.game)
    state, draw = _with_dealer(game, len(seats), seats.index(deal.dealer), random)
    if deal.cards:
        shuffle, cards = game.decisions(state).get(CHANCE), parse_action(deal.cards)
        if shuffle is None or not shuffle.accepts(cards):
            raise Refused(NOT_AGAIN)
        state, _ = game.apply(state, CHANCE, cards)
    held = [CardSet.of(game.seat_view(state, seat).order) for seat in range(len(seats))]
    if held != [CardSet.of(dealt.hands[seat]) for seat in seats]:
        raise Refused(NOT_AGAIN)
    earlier = EarlierDeal(replay.table.id, deal.number, seats, "" if draw is None else str(draw), deal.cards)
    own = replay.table.seat_of(user_id)
    again = AgainPlace(earlier, 0 if own is None else seats.index(own.seat))
    return WantedTable(game.about.key, game.changes(), len(seats), counted=False, again=again)


def _one_deal(game: Game[Any]) -> Game[Any]:
    """The same game with a match of one deal."""
    of_match = {spec.key for spec in game.options if spec.section == OF_MATCH}
    kept = {key: value for key, value in game.changes().items() if key not in of_match}
    return playable_game(game.about.key, kept | ({"deals": 1} if "deals" in of_match else {}))


def _with_dealer(game: Game[Any], seats: int, dealer: Seat, random: Random) -> tuple[Any, Action | None]:
    """A state after the draw that makes ``dealer`` the dealer, and that draw; None for a game without one."""
    state = game.start(seats)
    shuffle = game.decisions(state).get(CHANCE)
    if not isinstance(shuffle, DrawByLot) or shuffle.make is not Draw:
        return state, None
    while True:
        for draw in _turned(shuffle.sample(random)):
            drawn, told = game.apply(state, CHANCE, draw)
            if any(isinstance(event, DealerDrawn) and event.dealer == dealer for event in told):
                return drawn, draw


def _turned(action: Action) -> Iterator[Draw]:
    """The rotations of a draw: the same cards, with another seat drawing the first in each."""
    assert isinstance(action, Draw)
    cards = action.cards
    for first in range(len(cards)):
        yield Draw((*cards[first:], *cards[:first]))
