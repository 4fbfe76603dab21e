"""What a referee may rule: penalties, a deal dealt again, the end of a deal for a renege."""

from __future__ import annotations

from typing import Final

from rules.bidding.endings import end_for_renege
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, between_deals
from rules.core.actions import Action, EndForRenege, Fault, Penalize, Redeal, is_well_typed
from rules.core.decisions import CHANCE, Option
from rules.core.events import Event
from rules.core.protocol import IllegalAction
from rules.core.referee import DEAL_AGAIN, NO_DEAL, NO_RULING, NO_SUCH_SEAT, penalized, redealt

_DEALT: Final = range(Phase.BID, Phase.SCORE)
_TOO_LATE: Final = 2
"""Tricks taken before a renege can be too late: until the next trick is taken it may be corrected (1988)."""


def rulings(setup: Setup, state: State) -> tuple[Option, ...]:
    """Book penalties and, with cards dealt, new deals and ends for a renege; empty after the match."""
    if state.phase is Phase.OVER:
        return ()
    penalties = setup.variant.penalties
    options = []
    talk = state.contract.bid if penalties.table_talk == "bid" else penalties.table_talk
    for points, fault in ((talk, Fault.TABLE_TALK), (penalties.wrong_discard, Fault.WRONG_DISCARD)):
        options += [Option(Penalize(seat, points, fault.value)) for seat in range(setup.seats) if points]
    if state.phase not in _DEALT:
        return tuple(options)
    options += DEAL_AGAIN
    if penalties.late_misdeal and len(state.taken) >= penalties.misdeal_until_trick:
        dealer = state.match.dealer
        late = Penalize(dealer, penalties.late_misdeal, Fault.LATE_MISDEAL.value)
        options.append(Option(late))
    # Logs hold earlier ends for a renege, so `apply` still takes them; they are not offered any more.
    if _may_end_for_renege(setup, state) and len(state.taken) >= _TOO_LATE:
        options += [Option(EndForRenege(seat)) for seat in range(setup.seats)]
    return tuple(options)


def apply(setup: Setup, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Apply a penalty, a new deal or an end for a renege; each becomes a line of the score sheet.

    Raises:
        IllegalAction: the ruling is not allowed in this game or phase.
    """
    if state.phase is Phase.OVER:
        raise IllegalAction("The match is over, so there's nothing to rule on.")
    if not is_well_typed(action):
        raise IllegalAction(NO_RULING)
    match action:
        case Penalize():
            match, ruled = penalized(state.match, action, below_zero=setup.variant.below_zero)
            return state._replace(match=match), (ruled,)
        case Redeal():
            return _redeal(setup, state, action)
        case EndForRenege(seat):
            if setup.variant.penalties.revoke is None:
                raise IllegalAction("By the rules of this table, a renege doesn't end a deal.")
            if not _may_end_for_renege(setup, state):
                raise IllegalAction("A renege can end a deal only while its cards are played.")
            if seat not in range(setup.seats):
                raise IllegalAction(NO_SUCH_SEAT)
            return end_for_renege(setup, state, seat)
        case _:
            raise IllegalAction(NO_RULING)


def _redeal(setup: Setup, state: State, ruling: Redeal) -> tuple[State, tuple[Event, ...]]:
    if state.phase not in _DEALT:
        raise IllegalAction(NO_DEAL)
    following, ruled = redealt(state.match, ruling)
    return between_deals(setup, Phase.DEAL, CHANCE, following), (ruled,)


def _may_end_for_renege(setup: Setup, state: State) -> bool:
    return setup.variant.penalties.revoke is not None and state.phase in (Phase.PLAY, Phase.TAKE)
