"""What a referee may rule at a table of people: penalties, a deal dealt again, its end for a revoke."""

from __future__ import annotations

from typing import Final

from rules.bidding.endings import end_for_revoke
from rules.bidding.match import with_points
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, between_deals, left_of
from rules.core.actions import Action, EndForRevoke, Penalize, Redeal, is_sound
from rules.core.decisions import CHANCE, Option
from rules.core.events import Event, Ruled
from rules.core.protocol import IllegalAction

MOST_PENALTY: Final = 1000
_DEALT: Final = range(Phase.BID, Phase.SCORE)


def rulings(setup: Setup, state: State) -> tuple[Option, ...]:
    """The rulings the books know that may be made now."""
    if state.phase is Phase.OVER:
        return ()
    penalties = setup.variant.penalties
    options = []
    talk = state.contract.bid if penalties.table_talk == "bid" else penalties.table_talk
    for points, fault in ((talk, "table talk"), (penalties.wrong_discard, "wrong discard")):
        options += [Option(Penalize(seat, points, fault)) for seat in range(setup.seats) if points]
    if state.phase not in _DEALT:
        return tuple(options)
    options.append(Option(Redeal()))
    options.append(Option(Redeal(next_dealer=True)))
    if penalties.late_misdeal and len(state.taken) >= penalties.misdeal_until_trick:
        dealer = state.match.dealer
        late = Penalize(dealer, penalties.late_misdeal, "late misdeal")
        options.append(Option(late))
    if _may_revoke(setup, state):
        options += [Option(EndForRevoke(seat)) for seat in range(setup.seats)]
    return tuple(options)


def apply(setup: Setup, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Carry a ruling out; it is a line of the score sheet.

    Raises:
        IllegalAction: the ruling does not fit what is going on.
    """
    if state.phase is Phase.OVER or not is_sound(action):
        raise IllegalAction("The match is over, so there's nothing to rule on.")
    match action:
        case Penalize(seat, points, reason):
            return _penalize(setup, state, seat, points, reason)
        case Redeal(next_dealer):
            return _redeal(state, setup, next_dealer=next_dealer)
        case EndForRevoke(seat):
            if not _may_revoke(setup, state) or seat not in range(setup.seats):
                raise IllegalAction(
                    "A deal can end for a revoke only in the play, and only where the book says so."
                )
            return end_for_revoke(setup, state, seat)
        case _:
            raise IllegalAction("That isn't a ruling.")


def _penalize(
    setup: Setup, state: State, seat: int, points: int, reason: str
) -> tuple[State, tuple[Event, ...]]:
    """The penalty is on the player's side, also where partners each keep a record of it (R-29)."""
    if seat not in range(setup.seats) or not 0 < points <= MOST_PENALTY:
        raise IllegalAction(f"A penalty is from 1 to {MOST_PENALTY} points, for someone at the table.")
    (fined,) = [camp for camp in setup.camps if any(seat in setup.units[unit] for unit in camp)]
    off = [-points if unit in fined else 0 for unit in range(len(setup.units))]
    match = state.match
    totals = with_points(setup, match.totals, off)
    ruled = Ruled(match.deal, seat, -points, reason, totals)
    return state._replace(match=match._replace(totals=totals, sheet=(*match.sheet, ruled))), (ruled,)


def _redeal(state: State, setup: Setup, *, next_dealer: bool) -> tuple[State, tuple[Event, ...]]:
    if state.phase not in _DEALT:
        raise IllegalAction("There's no deal to throw in now.")
    match = state.match
    ruled = Ruled(match.deal, None, 0, "dealt again", match.totals)
    dealer = left_of(match, match.dealer) if next_dealer else match.dealer
    following = match._replace(dealer=dealer, sheet=(*match.sheet, ruled))
    return between_deals(setup, Phase.DEAL, CHANCE, following), (ruled,)


def _may_revoke(setup: Setup, state: State) -> bool:
    return setup.variant.penalties.revoke is not None and state.phase in (Phase.PLAY, Phase.TAKE)
