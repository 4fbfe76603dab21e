"""The auction, the nest and the naming of trump in words."""

from __future__ import annotations

from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import (
    at_stake,
    by_players,
    colors_by,
    each_baby,
    number_of,
    sentences,
    spelled,
    the_bid,
    the_bidder,
    the_birds,
    the_rook,
)
from rules.core.words import capitalized, listed

_SALE: Final = (
    "The right to name trump is the dealer's. The others bid points for it, starting left of the "
    "dealer. Bid higher or pass; a pass puts you out. The bids:"
)
FOR_TRUMPS: Final = "A counter may be discarded only instead of a trump."
_TOLD: Final = "Everyone is told whether there are counters in the discard, and nothing else."

_NEVER: Final = "No one ever has to bid."


def bidding(variant: Variant) -> str:
    """The section on the auction: first bidder, limits, passing, a deal without a bid, moon; or the sale."""
    if variant.auction == "sale":
        return sentences((_SALE, _amounts(variant), _sold(variant)))
    first = "The dealer" if variant.first_bidder == "dealer" else "The player left of the dealer"
    return sentences(
        (
            f"{first} bids first{_must_open(variant)}: {_amounts(variant)}",
            _colors(variant),
            "Bid higher in turn or pass. A pass puts you out, and the last player in has the bid.",
            holding(variant),
            all_pass(variant),
            shooting(variant),
        )
    )


def _must_open(variant: Variant) -> str:
    opens = variant.all_pass == "dealer_must_bid" and variant.first_bidder == "dealer"
    return " and must bid" if opens else ""


def _amounts(variant: Variant) -> str:
    least, step = deck.opening_of(variant), variant.bid_step
    by = f"in steps of {step}" if step > 1 else "any whole number"
    if len({_cap(variant, seats) for seats in variant.seats}) > 1:
        most = by_players(variant, lambda seats: _cap(variant, seats))
        return f"{least} or more, {by}. The highest bid ends the bidding: {most}."
    if _cap(variant, variant.seats[0]) == f"{least:,}":
        return f"{least}, which ends the bidding."
    return f"{least} or more, {by}, up to {_cap(variant, variant.seats[0])}, which ends the bidding."


def span(variant: Variant) -> str:
    """The bids allowed: ``70 to 120, in steps of 5``; ``70 or more`` if the highest varies by players."""
    least, step = deck.opening_of(variant), variant.bid_step
    caps = {_cap(variant, seats) for seats in variant.seats}
    if caps == {f"{least:,}"}:
        return f"{least} only"
    bids = f"{least} or more" if len(caps) > 1 else f"{least} to {caps.pop()}"
    return f"{bids}, in steps of {step}" if step > 1 else bids


def _cap(variant: Variant, seats: int) -> str:
    """The highest possible bid."""
    caps = deck.caps_of(variant, seats)
    return f"{max(caps[color] for color in deck.colors_of(variant)):,}"


def _colors(variant: Variant) -> str:
    if variant.trump != "with_bid":
        return ""
    or_none = " or “no color”" if variant.no_trump != "no" else ""
    limits = by_players(variant, lambda seats: _limits(variant, seats))
    return (
        f"Every bid names a number and a color{or_none}. A higher bid is a higher number, whatever the "
        f"color. A later bid may change the color. The highest bids are {limits}."
    )


def _limits(variant: Variant, seats: int) -> str:
    """The highest bids, with the colors that share them."""
    colors = colors_by(variant, deck.caps_of(variant, seats).__getitem__)
    return listed([f"{listed(names)} {cap:,}" for cap, names in colors])


def holding(variant: Variant) -> str:
    """The rule on passing without dropping out, as sentences; empty if that is not allowed."""
    if variant.passing == "out":
        return ""
    return (
        "Once per deal you may pass without dropping out while your partner has the high bid. Each side does "
        "so only once."
    )


def all_pass(variant: Variant) -> str:
    """The rule if all pass, as sentences; empty if the dealer bids first and must bid."""
    match variant.all_pass:
        case "dealer_must_bid" if variant.first_bidder == "dealer":
            return ""
        case "dealer_must_bid":
            return "If everyone else passes, the dealer must bid."
        case "thrown_in":
            return f"If everyone passes, the deal is thrown in and the next dealer deals. {_NEVER}"
        case "counted":
            return f"If everyone passes, no one scores and the deal counts as one of the match's. {_NEVER}"
        case "redeal_same":
            again = "the same dealer deals again"
        case _:
            again = "the deal is thrown in and the next dealer deals"
    return (
        f"If everyone passes, {again}. After one such deal for each player in a row, the dealer may not pass "
        "until someone has bid."
    )


def shooting(variant: Variant) -> str:
    """The rule on bidding every trick; empty if that is not allowed."""
    if not variant.shoot:
        return ""
    stake, most = at_stake(variant), by_players(variant, lambda seats: _cap(variant, seats))
    return (
        f"Instead of bidding, any player may shoot the moon for the {stake}. That ends the bidding and "
        f"counts as a bid of {most}. Taking every trick wins the {stake}, and missing one loses it."
    )


def _sold(variant: Variant) -> str:
    accepted = "any bidder for their last bid" if variant.sell_any else "the high bidder for the bid"
    return (
        f"Then the dealer may sell to {accepted}. The points are added to the dealer's score. The buyer "
        "names trump and must take that many. Or the dealer keeps the right, names trump and must take the "
        "high bid. If no one bids, the dealer names trump and owes nothing."
    )


def nest(variant: Variant) -> str:
    """The section on the nest: taking it, the discard and its limits, its points, and giving up."""
    return sentences(
        (
            f"{_taken(variant)} and discards {as_many(variant)} face down in its place.",
            _hand_only(variant),
            _discardable(variant),
            _exchange(variant),
            heir(variant) or _out_of_play(variant),
            _fold(variant),
        )
    )


def _taken(variant: Variant) -> str:
    """Who takes the nest, and what the others see of it: the beginning of a sentence."""
    who = "whoever names trump" if variant.auction == "sale" else "the high bidder"
    then = "Trump is named first. " if variant.trump == "before_nest" else ""
    match variant.nest_shown:
        case "after_bidding":
            return f"{then}The nest is turned up for everyone to see. {capitalized(who)} takes it"
        case "top_card":
            return f"{then}{capitalized(who)} takes the nest without showing the rest"
        case "no":
            return f"{then}{capitalized(who)} takes the nest without showing it"


def as_many(variant: Variant) -> str:
    """The size of the discard as text: ``5 cards``, or "as many cards" if it depends on the players."""
    sizes = {deck.nest_size(variant, seats) for seats in variant.seats}
    return number_of(sizes.pop(), "card") if len(sizes) == 1 else "as many cards"


def _hand_only(variant: Variant) -> str:
    return "They come from the hand, not from the battery." if variant.extra == "batteries" else ""


def _discardable(variant: Variant) -> str:
    counting = _counting_birds(variant)
    are = "are, too" if len(counting) > 1 else "is one"
    counters = f"counters ({listed(counting)} {are})" if counting else "counters"
    barred = [] if variant.bury_counters else [counters]
    barred += ["trumps"] if variant.bury_trumps == "no" else []
    too_few = _impossible(variant) if barred else ""
    if not variant.bury_rook:
        counted_in = (variant.rook_points > 0, variant.second_bird_points > 0)
        named = zip(the_birds(variant), counted_in, strict=False)
        barred += [bird for bird, counts in named if variant.bury_counters or not counts]
    return sentences(
        (
            _counters_may_go(variant),
            f"{capitalized(listed(barred))} may not be discarded." if barred else "",
            too_few,
            "Discarded trumps are shown." if variant.bury_trumps == "shown" else "",
            _TOLD if variant.nest_told else "",
        )
    )


def _counting_birds(variant: Variant) -> list[str]:
    """The birds that are counters, each by a name."""
    rook = "each Rook" if variant.packs > 1 else "the Rook"
    birds = (
        (rook, variant.rook != "none" and variant.rook_points > 0),
        (each_baby(variant), variant.second_bird != "none" and variant.second_bird_points > 0),
    )
    return [name for name, counts in birds if counts]


def _counters_may_go(variant: Variant) -> str:
    if variant.bury_counters == "shown":
        return "Counters may be discarded, but only face up for everyone to see."
    if variant.bury_counters == "for_trumps":
        return (
            f"{FOR_TRUMPS} Then all other cards that are not trumps must go, too. Everyone is told that "
            "there are counters in the nest."
        )
    return "Counters may be discarded." if variant.bury_counters and variant.nest_to != "nobody" else ""


def _impossible(variant: Variant) -> str:
    if variant.bury_impossible == "redeal":
        return "With too few other cards to discard, the same dealer deals again."
    return "With too few other cards to discard, the cheapest of these go too."


def _exchange(variant: Variant) -> str:
    if variant.exchange is None:
        return ""
    owner = "their" if variant.auction == "sale" else "the bidder's"
    own = (
        f"At most {spelled(variant.exchange)} of them may come from {owner} own hand."
        if variant.exchange
        else f"{capitalized(owner)} own cards may not go."
    )
    if variant.bury_counters and variant.bury_rook and variant.bury_trumps != "no":
        return own
    return f"{own} If that leaves too few, {'more' if variant.exchange else 'some'} may go."


def heir(variant: Variant) -> str:
    """A sentence on who gets the points of the nest; empty if it is out of play."""
    match variant.nest_to:
        case "last_trick":
            return "The last trick takes the nest with it."
        case "declarer":
            side = "side that names trump" if variant.auction == "sale" else "bidder's side"
            return f"Its points go to the {side}."
        case _:
            return ""


def _out_of_play(variant: Variant) -> str:
    if variant.bury_counters:
        shown = "" if variant.bury_counters == "shown" else " and are shown after the play"
        return f"The nest is out of play. Counters in it score for no one{shown}."
    unseen = "" if variant.bury_trumps == "shown" else ", and no one sees it"
    return f"The nest is out of play{unseen}. If a counter has to go in it, the last trick gets that counter."


def _fold(variant: Variant) -> str:
    match variant.fold:
        case "opponents_nothing":
            gain = "the others score nothing"
        case "opponents_all":
            gain = "the others score all the points of a deal"
        case _:
            return ""
    return f"Instead {the_bidder(variant)} may give up: {the_bid(variant)} is lost and {gain}."


def trump(variant: Variant) -> str:
    """The section on trump: who names it, when, whether the partner may, and "no color"."""
    if variant.trump == "with_bid":
        none = " With no color there is no trump." if variant.no_trump != "no" else ""
        return f"{named(variant)}{none}{_without(variant)}"
    return sentences((named(variant), _asked(variant), _none(variant)))


def named(variant: Variant) -> str:
    """A sentence on who names trump, and when."""
    if variant.trump == "with_bid":
        return "The color of the high bid is trump."
    who = "The player with the right" if variant.auction == "sale" else "The high bidder"
    if not deck.has_nest(variant):
        return f"{who} then names the trump color."
    when = "before taking up the nest" if variant.trump == "before_nest" else "after the discard"
    return f"{who} names the trump color {when}."


def _asked(variant: Variant) -> str:
    if variant.trump_by == "declarer":
        return ""
    asked = f"{capitalized(the_bidder(variant))} may ask their partner to name it"
    if variant.trump_by == "or_partner":
        return f"{asked}."
    more = f"the bid becomes {deck.FOR_TRUMP} points higher"
    return (
        f"{asked}, and {more}. The partner may hand it back, and {more} again. It never rises above the "
        "highest bid."
    )


def _none(variant: Variant) -> str:
    bidder = the_bidder(variant)
    said = f"{capitalized(bidder)} may also say “no color”, and then there is no trump."
    match variant.no_trump:
        case "no":
            return ""
        case "reversed":
            said += f" With any color, or none, {bidder} may say "
            said += "that the lowest card wins instead of the highest."
        case "reversed_alone":
            said += f" Then, and only then, {bidder} may also let the lowest card win."
    return said + _without(variant)


def _without(variant: Variant) -> str:
    if variant.no_trump == "no":
        return ""
    is_red = variant.rook_without_trump == "red"
    red_bird = (
        f" Without a color {the_rook(variant)} {'are red cards' if variant.packs > 1 else 'is a red card'}."
    )
    reds = deck.red_ones(variant)
    birds = variant.packs if variant.rook != "none" and not is_red else 0
    special = [
        f"the {name}{'s' if number > 1 else ''}"
        for name, number in (("red 1", reds), ("Rook", birds))
        if number
    ]
    verb = "are the only trumps" if reds + birds > 1 else "is the only trump"
    trumps = f" Without a color {listed(special)} {verb}." if special else ""
    return trumps + (red_bird if is_red else "")
