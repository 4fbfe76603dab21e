"""The first lead of a deal."""

from __future__ import annotations

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, Teams, partners_of
from rules.core.actions import Action, GiveLead
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import Event, LeadGiven
from rules.core.protocol import IllegalAction


def leader(setup: Setup, teams: Teams, dealer: Seat, declarer: Seat) -> Seat:
    """The seat that leads first by the game's rule: dealer or declarer, or the next player to their left."""
    rule = setup.variant.first_lead
    if rule == "left_of_dealer":
        return _next_person(setup, teams, dealer)
    if rule == "left_of_declarer":
        return _next_person(setup, teams, declarer)
    return dealer if rule == "dealer" else declarer


def _next_person(setup: Setup, teams: Teams, seat: Seat) -> Seat:
    _, following, *rest = teams.rounds[seat]
    return following if following < setup.seats else rest[0]


def decide(setup: Setup, state: State) -> Decisions:
    """The declarer's decision: lead, or by house rule let the left neighbor or a public partner lead."""
    declarer = state.turn
    options = [Option(GiveLead(declarer))]
    if setup.variant.first_lead == "declarer_or_left":
        options.append(Option(GiveLead(_next_person(setup, state.teams, declarer))))
    else:
        options += [Option(GiveLead(partner)) for partner in _known_partners(setup, state)]
    return {declarer: ChooseOption(declarer, tuple(options))}


def _known_partners(setup: Setup, state: State) -> tuple[Seat, ...]:
    deal = state.deal
    if setup.variant.teams == "called":
        return partners_of(state) if deal.knows_partners else ()
    side = state.teams.sides[state.teams.side_of[state.turn]]
    return tuple(seat for seat in side if seat != state.turn and seat < setup.seats)


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Set the seat that leads first.

    Raises:
        IllegalAction: not a seat that may lead.
    """
    if not isinstance(action, GiveLead) or not decide(setup, state)[seat].accepts(action):
        raise IllegalAction("First say who leads.")
    order = state.teams.rounds[action.to]
    after = state._replace(phase=setup.after[Phase.LEAD], order=order)
    return after, (LeadGiven(seat, action.to),)
