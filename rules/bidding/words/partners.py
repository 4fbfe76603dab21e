"""The called partners in words: the cards called, who knows the holders, and what playing alone earns."""

from __future__ import annotations

from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import by_players, spelled
from rules.core.words import listed

_NOT_HELD: Final = "not in the bidder's own hand or discard"


def calls_two(variant: Variant) -> bool:
    """Whether two partners are called with at least one of the numbers of players."""
    return variant.teams == "called" and bool(_seats_with_two(variant))


def _seats_with_two(variant: Variant) -> list[str]:
    """The numbers of players, spelled out, with which two partners are called."""
    return [spelled(seats) for seats in variant.seats if deck.called_cards(variant, seats) > 1]


def calling(variant: Variant) -> str:
    """A sentence, without its period, on the cards called and who is a partner by them."""
    two = _seats_with_two(variant)
    if not two:
        return "The bidder calls a card, and its holder is the bidder's partner"
    if len(two) == len(variant.seats):
        return "The bidder calls two cards, and their holders are the bidder's partners"
    with_two = f"with {listed(two, 'or')} players two cards"
    return f"The bidder calls a card, {with_two}, and each holder is the bidder's partner"


def partner(variant: Variant) -> str:
    """The section on calling partners: which cards may be called, and when the holders become public."""
    is_any = variant.partner_card == "any"
    if not calls_two(variant):
        alone = ". Calling your own card, or one you discarded, means playing alone"
        card = f"any card{alone}" if is_any else f"a card {_NOT_HELD}"
        return (
            f"Before the play the bidder calls {card}. Its holder is the bidder's partner for this deal. "
            f"{knowing(variant)}"
        )
    fewer = (
        "Calling your own card, or one you discarded, means one partner fewer. Without any you play alone."
    )
    own = f" {fewer}" if is_any else ""
    return (
        f"Before the play the bidder calls {_cards(variant, is_any=is_any)}. Each holder is the bidder's "
        "partner for this deal. Two cards are called one after the other, and a player who holds both is the "
        f"only partner.{own} {knowing(variant)}"
    )


def _cards(variant: Variant, *, is_any: bool) -> str:
    """The cards called, where two may be."""
    two = _seats_with_two(variant)
    if len(two) == len(variant.seats):
        return "any two cards" if is_any else f"two cards {_NOT_HELD}"
    return f"{'any card' if is_any else f'a card {_NOT_HELD}'}, or two with {listed(two, 'or')} players"


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
