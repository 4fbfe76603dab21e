"""The end of a deal: count what was taken, cut for tied tricks, and write the line of the score sheet."""

from __future__ import annotations

from rules.bidding import deck, partner
from rules.bidding.phases import Phase
from rules.bidding.scoring import (
    NO_SIDE,
    Captures,
    DealRecord,
    Result,
    SideRecord,
    score,
    score_fold,
    score_renege_for_bid,
    score_renege_for_points,
    tied_for_most,
)
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State, between_deals, partners_of
from rules.bidding.winning import ended_at_once, not_won, winners_of
from rules.core.actions import Action, Cut
from rules.core.cards import CardSet
from rules.core.decisions import CHANCE, Decisions, DrawByLot, Seat
from rules.core.ending import after_deal
from rules.core.events import (
    CardsCut,
    DealScored,
    Event,
    NestWon,
    OddCardsWon,
)
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.quick import new
from rules.core.scores import ContractScore, SideScore, Taken
from rules.core.sheet import booked, with_points


def end_deal(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Score the deal and begin the next or end the match; a tie for most tricks may have to be cut first."""
    result = result_of(setup, state)
    undecided = setup.variant.majority > 0 and setup.variant.majority_tie == "cut" and result.cut == NO_SIDE
    if undecided and not (state.deal.folded or result.left) and len(tied_for_most(result)) > 1:
        return state._replace(phase=Phase.CUT, turn=CHANCE), ()
    if state.deal.folded:
        total = deck.total_of(setup.variant, setup.seats, state.ranking.trump)
        record = score_fold(setup.variant, result, total)
    else:
        record = score(setup.variant, result)
    return _book(setup, state, result, record, _closing_events(setup, state, result.nest_points))


def end_for_renege(setup: Setup, state: State, offender: Seat) -> tuple[State, tuple[Event, ...]]:
    """Score a deal ended by a renege of ``offender``; begin the next or end the match (1988, Penalties)."""
    result = result_of(setup, state)
    side, cost = state.teams.side_of[offender], setup.variant.penalties.revoke
    if isinstance(cost, int):
        scores = score_renege_for_points(setup.variant, result, side, cost)
    else:
        scores = score_renege_for_bid(tuple(taken.counters for taken in result.taken), side, result.bid)
    records = tuple(SideRecord(0, points) for points in scores)
    record = DealRecord(side != result.declaring, records, result.taken[result.declaring].counters)
    return _book(setup, state, result, record, [], offender)


def decide_cut(setup: Setup, _state: State) -> Decisions:
    """Chance's decision: one card cut by each seat."""
    return {CHANCE: DrawByLot(setup.draw_deck, setup.seats, Cut)}


def apply_cut(setup: Setup, state: State, _seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Add up the cards cut by partners: the higher side gets the bonus, tied sides cut again (Dixie; R-25).

    Raises:
        IllegalAction: not one card of the deck for each seat.
    """
    if not isinstance(action, Cut) or not decide_cut(setup, state)[CHANCE].accepts(action):
        raise IllegalAction("Each seat cuts one card of the deck.")
    cut = tuple(enumerate(action.cards))
    teams = state.teams
    tied = tied_for_most(result_of(setup, state))
    sums = {
        side: sum(action.cards[seat].rank for seat in teams.sides[side] if seat < setup.seats)
        for side in tied
    }
    best = [side for side in tied if sums[side] == max(sums.values())]
    if len(best) > 1:
        return state, (CardsCut(cut, ()),)
    after = state._replace(phase=Phase.SCORE, deal=state.deal._replace(cut=best[0]))
    return after, (CardsCut(cut, teams.sides[best[0]]),)


def result_of(setup: Setup, state: State) -> Result:
    """Tricks and counters each side has so far, with nest and odd cards after the last trick, and the bid."""
    deal, side_of, each = state.deal, state.teams.side_of, state.ranking.trick
    won: list[list[int]] = [[] for _ in state.teams.sides]
    for winner, _, _, points, _ in state.taken:
        won[side_of[winner]].append(points - each)
    counters, tricks = list(map(sum, won)), list(map(len, won))
    last, nest_points, left, uncaptured = NO_SIDE, 0, 0, 0
    nest_trick = setup.variant.nest_is_trick and setup.nest > 0
    if len(state.taken) == setup.tricks:
        last = side_of[state.taken[-1].winner]
        if setup.odd:
            counters[last] += _points(setup, state, _odd_cards(state))
        tricks[last] += nest_trick
        nest_points = _points(setup, state, deal.nest)
        if nest_points and (heir := _nest_heir(setup, state)) != NO_SEAT:
            counters[side_of[heir]] += nest_points
    elif setup.variant.version > 1:
        left = setup.tricks - len(state.taken) + nest_trick
        uncaptured = sum(state.ranking.value[card] for card in setup.deck) - sum(counters)
    declarer, bid, _ = state.contract
    cut = NO_SIDE if deal.cut == NO_SEAT else deal.cut
    spared = side_of[setup.seats] if setup.variant.dummy == "blind" else NO_SIDE
    is_alone = setup.variant.moon_by == "declarer" and all(trick.winner == declarer for trick in state.taken)
    both = tuple([new(Captures, pair) for pair in zip(counters, tricks, strict=True)])
    shot = state.auction.shot
    alone = setup.alone_bonus if deal.called and not partners_of(state) else None
    # fmt: off
    return new(Result, (both, side_of[declarer], bid, each, last, cut, shot, nest_points, spared, left,
                        uncaptured, is_alone, alone))
    # fmt: on


def totals_with(setup: Setup, state: State, record: DealRecord) -> tuple[list[int], tuple[int, ...]]:
    """Each score line's points of this deal (a sale included), and the totals with them."""
    side_of, contract = state.teams.side_of, state.contract
    scored = [record.sides[side_of[unit[0]]].scored for unit in setup.units]
    if contract.sold_for:
        # A sale is paid even if the buyer fails.
        scored[state.match.dealer] += contract.sold_for
    return scored, with_points(state.match, scored, below_zero=setup.variant.below_zero)


def _nest_heir(setup: Setup, state: State) -> Seat:
    """The seat that gets the points of the nest; NO_SEAT if no one does."""
    if setup.variant.nest_to == "declarer":
        return state.contract.declarer
    # A nest out of play has counters only if no other cards could be discarded: they go with the last trick
    # . Where counters may be discarded to it, they count for no one.
    dead = setup.variant.nest_to == "nobody" and setup.variant.bury_counters
    return NO_SEAT if dead else state.taken[-1].winner


def _odd_cards(state: State) -> int:
    """Mask of the cards still held after the last trick of an uneven deal (R-09)."""
    odd = 0
    for hand in state.hands:
        odd |= hand
    return odd


def _points(setup: Setup, state: State, cards: int) -> int:
    value = state.ranking.value
    return sum([value[card] for card in CardSet(cards & setup.counters)])


def _closing_events(setup: Setup, state: State, nest_points: int) -> list[Event]:
    """Events of what becomes public with the last trick: called partners, odd cards, the nest."""
    events: list[Event] = [*partner.reveal_all(state)] if state.deal.called else []
    if len(state.taken) < setup.tricks:
        return events
    if setup.odd:
        odd = CardSet(_odd_cards(state))
        events.append(OddCardsWon(state.taken[-1].winner, odd, _points(setup, state, odd)))
    # A nest out of play stays secret unless it has counters.
    if setup.nest and (setup.variant.nest_to != "nobody" or nest_points):
        heir = _nest_heir(setup, state)
        events.append(NestWon(None if heir == NO_SEAT else heir, state.deal.nest, nest_points))
    return events


def _book(
    setup: Setup,
    state: State,
    result: Result,
    record: DealRecord,
    shown: list[Event],
    revoked_by: Seat | None = None,
) -> tuple[State, tuple[Event, ...]]:
    """Write the line of the score sheet, then continue with the next deal or end the match."""
    match, side_of = state.match, state.teams.side_of
    sides = [side_of[unit[0]] for unit in setup.units]
    scored, totals = totals_with(setup, state, record)
    lines = [
        new(SideScore, (unit, points, total, (), _taken(result, record, side), record.sides[side].doubled))
        for unit, side, points, total in zip(setup.units, sides, scored, totals, strict=True)
    ]
    dummy = _dummys_line(setup, state, result, record) if setup.variant.dummy == "blind" else None
    ended = _contract(state, result, record, revoked_by)
    line = DealScored(match.deal, match.dealer, tuple(lines), ended, dummy)
    following, after = after_scoring(setup, match, line)
    if following.winners is not None:
        over = new(State, (Phase.OVER, NO_SEAT, state.order, following, *state[4:]))
        return over, (*shown, line, *after)
    return between_deals(setup, Phase.DEAL, CHANCE, following), (*shown, line, *after)


def after_scoring(setup: Setup, match: Match, line: DealScored) -> tuple[Match, tuple[Event, ...]]:
    """The match after a scored deal: won, or with the next dealer, perhaps in other seats."""
    assert line.contract is not None
    match = booked(match, line)
    ended = ended_at_once(setup, match, line.contract)
    winners = winners_of(setup, match, line.contract)
    following, after = after_deal(match, winners, setup.goal, setup.seat_change, ended)
    if winners is None and (why := not_won(setup, match, line.contract)) is not None:
        return following, (why, *after)
    return following, after


def _contract(state: State, result: Result, record: DealRecord, revoked_by: Seat | None) -> ContractScore:
    deal, contract = state.deal, state.contract
    return ContractScore(
        contract.declarer,
        contract.bid,
        state.ranking.trump,
        record.made,
        result.nest_points,
        partners_of(state) if deal.called else (),
        contract.sold_for,
        deal.folded,
        state.auction.shot,
        record.took,
        record.stopped,
        revoked_by,
    )


def _taken(result: Result, record: DealRecord, side: int) -> Taken:
    return new(Taken, (*result.taken[side], record.sides[side].bonus))


def _dummys_line(setup: Setup, state: State, result: Result, record: DealRecord) -> SideScore | None:
    """The score of a blind dummy that is not ranked (R-38); None if it is ranked."""
    if setup.variant.score_dummy:
        return None
    side = state.teams.side_of[setup.seats]
    points = record.sides[side].scored
    return SideScore((setup.seats,), points, points, taken=_taken(result, record, side))
