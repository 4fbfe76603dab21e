"""The called partners in words: the cards called, who knows the holders, and what playing alone earns."""

from __future__ import annotations

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import by_players, listed, spelled


def calls_two(variant: Variant) -> bool:
    """Whether two partners are called with at least one of the numbers of players."""
    return variant.teams == "called" and any(deck.called_cards(variant, seats) > 1 for seats in variant.seats)


def calling(variant: Variant) -> str:
    """A sentence on the cards called and who is a partner by them."""
    if not calls_two(variant):
        return "The bidder calls a card, and its holder is the bidder's partner"
    two = [spelled(seats) for seats in variant.seats if deck.called_cards(variant, seats) > 1]
    if len(two) == len(variant.seats):
        return "The bidder calls two cards, and their holders are the bidder's partners"
    with_two = f"with {listed(two, 'or')} players two cards"
    return f"The bidder calls a card, {with_two}, and each holder is the bidder's partner"


def partner(variant: Variant) -> str:
    """The section on calling partners: which cards may be called, and when the holders become public."""
    called = f"Before the play the bidder calls {_cards(variant)}."
    if not calls_two(variant):
        return f"{called} Its holder is the bidder's partner for this deal. {knowing(variant)}"
    alone = (
        "Calling your own card, or one you discarded, means one partner fewer. Without any you play alone."
    )
    own = f" {alone}" if variant.partner_card == "any" else ""
    return (
        f"{called} Each holder is the bidder's partner for this deal. Two cards are called one after the "
        f"other, and a player who holds both is the only partner.{own} {knowing(variant)}"
    )


def _cards(variant: Variant) -> str:
    two = [spelled(seats) for seats in variant.seats if deck.called_cards(variant, seats) > 1]
    many = len(two) == len(variant.seats) and calls_two(variant)
    whose = " not in the bidder's own hand or discard" if variant.partner_card == "not_held" else ""
    if many:
        return f"two cards{whose}" if whose else "any two cards"
    if calls_two(variant):
        return f"{'a' if whose else 'any'} card{whose}, or two with {listed(two, 'or')} players"
    return (
        f"a card{whose}"
        if whose
        else "any card. Calling your own card, or one you discarded, means playing alone"
    )


def knowing(variant: Variant) -> str:
    """A sentence on who knows a called partner, and when."""
    if variant.partner_shown == "at_once":
        return f"Everyone knows at once who {'they are' if calls_two(variant) else 'that is'}."
    return "Only the holder knows until that card is played."


def alone(variant: Variant) -> str:
    """Sentences on what a bid made without a called partner earns; empty if nothing more."""
    bonus = by_players(variant, lambda seats: deck.alone_bonus(variant, seats))
    more = ["counts the points taken twice"] if variant.alone_doubles else []
    if not bonus.isdigit():
        more.append(f"earns more: {bonus}")
    elif int(bonus):
        more.append(f"earns {bonus} more")
    if not more:
        return ""
    both = variant.alone_doubles and variant.moon_doubles
    four = " If every trick doubles them too, they count four times." if both else ""
    return f"A bid made without a partner {listed(more)}. That never helps make the bid.{four}"
