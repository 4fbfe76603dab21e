"""A scored deal of a bidding game in words, with the arithmetic, and why a game is over or not.

``{0} bid 110 in {red}, took 80: set by 30, −110.`` and ``{0} made 95 in {red} with 105, +105.``
"""

from __future__ import annotations

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import at_stake
from rules.bidding.words.ending import may_win
from rules.core.events import AtOnce, DealScored, EndedAtOnce, NotWon, WhyNotWon
from rules.core.scores import ContractScore, SideScore, Taken
from rules.core.words import colored, counted, gained, listed, signed, together, who


def contract_text(variant: Variant, deal: DealScored, contract: ContractScore) -> str:
    """A contract as a sentence: declarer and bid, points taken, points scored."""
    declarer, points = _declarers(variant, contract), _points(deal, contract)
    bid = f"{declarer} {_bid(variant, deal, contract)}"
    if contract.revoked_by is not None:
        return f"{bid}. A renege by {who(contract.revoked_by)} ended the deal: {points}."
    if contract.folded:
        return f"{bid} and gave up: {points}."
    if contract.shot:
        return f"{bid} and {'took every trick' if contract.made else 'lost a trick'}: {points}."
    took = signed(contract.took)
    if contract.stopped:
        return f"{bid}, took {took} before the target ended the deal: {points}."
    if not contract.made:
        return f"{bid}, took {took}: {_set(variant, contract)}, {points}."
    if not contract.bid:
        return f"{bid}, took {took}: {points}."
    if _is_bid(variant, deal, contract):
        alone = _alone(variant, deal, contract)
        return f"{declarer} made {signed(contract.bid)}{_in_trump(contract)} with {took}, {points}{alone}."
    return f"{bid}, made it with {took}: {points}."


def end_text(variant: Variant, ended: EndedAtOnce) -> str:
    """Why a game is over, if neither its target nor its last deal ended it."""
    they, stake = together(ended.seats), at_stake(variant)
    are, lead = ("are", "lead") if len(ended.seats) > 1 else ("is", "leads")
    match ended.cause:
        case AtOnce.MOON:
            return f"{they} shot the moon, so this deal decided the {stake}."
        case AtOnce.LOSING_TOTAL:
            assert variant.lose_at is not None
            return f"{they} {are} at {signed(variant.lose_at)} or less, so the {stake} is over."
        case AtOnce.LEAD:
            assert variant.lead_wins is not None
            return f"{they} {lead} by {counted(variant.lead_wins, 'point')} or more, so the {stake} is over."


def not_won_text(variant: Variant, event: NotWon) -> str:
    """Why no one has won, though a side is at the target or the last deal is over."""
    if event.cause is WhyNotWon.TIE:
        return "It's a tie, so another deal is played."
    reached = f"{together(event.seats)} reached {signed(variant.target or 0)}"
    if event.cause is WhyNotWon.NO_STAR:
        return f"{reached} without a star for a bid made, so another deal is played."
    return f"{reached}. But {may_win(variant)}."


def side_score_text(deal: DealScored, side: SideScore) -> str:
    """Tricks and points a side took, and what else made its score (doubling, sale, fold); may be empty."""
    contract = deal.contract
    assert contract is not None
    parts = []
    if side.taken is not None and _is_counted(contract, side, side.taken):
        parts.append(_taken(side.taken))
    if side.doubled:
        parts.append("counted twice")
    price = contract.sold_for if deal.dealer in side.seats else 0
    if price:
        parts.append(f"{gained(price)} for trump")
    if contract.folded and side.scored > price:
        parts.append("all the points of the deal")
    return ", ".join(parts)


def _is_counted(contract: ContractScore, side: SideScore, taken: Taken) -> bool:
    """Whether a side took anything that counts; after a renege its score may be other points."""
    if contract.revoked_by is not None:
        return 0 < side.scored == taken.counters
    return any(taken)


def _taken(taken: Taken) -> str:
    tricks = counted(taken.tricks, "trick")
    if not taken.bonus:
        return f"{tricks}, {counted(taken.counters, 'point')}"
    return f"{tricks}, {signed(taken.counters)} + {counted(taken.bonus, 'point')}"


def _declarers(variant: Variant, contract: ContractScore) -> str:
    """The declarer, with the partners called; "alone" if there are none."""
    if contract.partners:
        return together((contract.declarer, *contract.partners))
    is_alone = variant.teams == "called" and not contract.folded
    return f"{who(contract.declarer)}{' alone' if is_alone else ''}"


def _alone(variant: Variant, deal: DealScored, contract: ContractScore) -> str:
    """What a bid made without a called partner earned more; empty with a partner, or if nothing."""
    if variant.teams != "called" or contract.partners:
        return ""
    bonus = deck.alone_bonus(variant, len(deal.sides))
    more = ["counted twice"] if variant.alone_doubles else []
    more += [f"{bonus} for playing alone"] if bonus else []
    return f" ({listed(more)})" if more else ""


def _bid(variant: Variant, deal: DealScored, contract: ContractScore) -> str:
    """What the declarer undertook, and in which color."""
    bid, trump = signed(contract.bid), _in_trump(contract)
    if contract.shot:
        return f"shot the moon{trump}"
    if not contract.bid:
        return f"{f'named {colored(contract.trump)}' if trump else 'kept trump'}, owing nothing"
    if contract.sold_for:
        return f"bought trump from {who(deal.dealer)} for {bid}{trump}"
    return f"bid {bid}{trump}" if _is_bid(variant, deal, contract) else f"kept trump for {bid}{trump}"


def _is_bid(variant: Variant, deal: DealScored, contract: ContractScore) -> bool:
    """Whether the declarer won an auction, rather than buying trump or keeping it as the dealer."""
    return not contract.sold_for and not (variant.auction == "sale" and deal.dealer == contract.declarer)


def _in_trump(contract: ContractScore) -> str:
    """The color; empty if a declarer who gave up has not named one."""
    is_unnamed = contract.folded and contract.trump is None
    return "" if is_unnamed else f" in {colored(contract.trump)}"


def _set(variant: Variant, contract: ContractScore) -> str:
    """By how much a bid failed: 0 is possible where exactly the bid fails."""
    short = contract.bid - contract.took
    failed = f"set by {signed(short)}" if short else "just the bid, so set"
    return f"{failed}, counters only" if variant.failure == "counters_only" else failed


def _points(deal: DealScored, contract: ContractScore) -> str:
    """What the declarer scored, with "each" if a called partner scores the same on another line."""
    own = next(side for side in deal.sides if contract.declarer in side.seats)
    each = "" if {*contract.partners} <= {*own.seats} else " each"
    return f"{gained(own.scored)}{each}" if own.scored else "no points"
