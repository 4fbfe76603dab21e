"""What comes after what in a deal: the phases between the auction and the first trick."""

from __future__ import annotations

from functools import lru_cache

from rules.events import Event
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State

LEAD_CHOSEN = ("declarer_or_left", "declarer_or_partner")


def phases(setup: Setup) -> tuple[Phase, ...]:
    """The phases of a deal from its auction to its tricks."""
    variant = setup.variant
    wanted = {
        Phase.BID: True,
        Phase.DISCARD: setup.nest > 0,
        Phase.TRUMP: variant.trump != "with_bid",
        Phase.PARTNER: variant.teams == "called",
        Phase.LEAD: variant.first_lead in LEAD_CHOSEN,
        Phase.PLAY: True,
    }
    order = list(wanted)
    if variant.trump == "before_nest":
        order.remove(Phase.TRUMP)
        order.insert(1, Phase.TRUMP)
    return tuple(phase for phase in order if wanted[phase])


@lru_cache(maxsize=1024)
def following(setup: Setup, phase: Phase) -> Phase:
    """The phase after another."""
    order = phases(setup)
    return order[order.index(phase) + 1]


def ask_declarer(_setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """A phase in which the declarer answers begins."""
    return state._replace(turn=state.contract.declarer), ()
