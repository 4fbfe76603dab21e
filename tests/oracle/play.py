"""The play of tricks (1988 booklet, General Rules, Playing and Rook Bird Card)."""

from typing import TypeVar

from .batteries import battery_order
from .cards import ROOK, color_of, face, is_red_rook, left_of, rank
from .dummy import Place, around
from .rows import Row, unknown

Who = TypeVar("Who", int, Place)


def first_leader(dealer: int, declarer: int, row: Row) -> int:
    """The person who leads to the first trick, from his hand.

    General Rules: left of the high bidder (of two, his opponent).  Official Tournament Rules and all older
    books: left of the dealer.  Dixie 1988: "the player who deals makes the opening lead".
    """
    if row["lead"] == "lod":
        return left_of(dealer, row)
    if row["lead"] == "lob":
        return left_of(declarer, row)
    if row["lead"] == "dealer":
        return dealer
    if row["lead"] in ("bidder", "bidder_or_left", "bidder_or_partner"):  # house rules; he may name another
        return declarer
    raise unknown("lead", row["lead"])


def first_place(dealer: int, declarer: int, row: Row) -> Place:
    """The place of the first lead: always a person's hand, never a battery or a dummy."""
    return (first_leader(dealer, declarer, row), "hand")


def turn_order(leader: Place, dealer: int, declarer: int, row: Row) -> list[Place]:
    """The places in playing order of a trick led from this place."""
    if row["battery"]:
        return battery_order(leader)
    return around(leader, dealer, declarer, row)


def legal_cards(hand: list[str], led: str | None, trump: str, row: Row) -> list[str]:
    """The cards of the hand that may be played on the card `led` (None: the hand leads).

    "A player must follow the color led if possible."  The Rook belongs to the trump color: led, it calls for
    trump; it must be played when trump is led and it is the only trump.  As the highest trump ("top") it may
    also be played at any time; as the lowest trump ("low") it is "played like any other trump card", and so
    are the Red 1 and the Rook in The Red 1 ("second").  Over the Top: a battery follows with its exposed
    cards (R-40).  House rule: as a red card it has no privilege.
    """
    if led is None:
        return list(hand)
    asked = color_of(led, trump, row)
    following = [card for card in hand if color_of(card, trump, row) == asked]
    plays = row.get("rook_plays") or ("any_time" if row["rook_role"] == "top" else "as_trump")
    if plays == "any_color" and not is_red_rook(ROOK, trump, row):  # house rule: it follows any color
        following = [card for card in hand if card in following or face(card) == ROOK]
    if not following:
        return list(hand)
    if plays != "any_time" or is_red_rook(ROOK, trump, row):
        return following
    return [card for card in hand if card in following or face(card) == ROOK]


def winning_card(cards: list[str], trump: str, row: Row, *, lowest: bool = False) -> str:
    """The card that takes the trick; `cards` in playing order.

    The highest trump, or without trumps the highest card of the color led; by house rule the lowest.
    """
    led = color_of(cards[0], trump, row)
    trumps = [card for card in cards if color_of(card, trump, row) == trump]
    followers = [card for card in cards if color_of(card, trump, row) == led]
    best = (trumps or followers)[0]
    for card in trumps or followers:
        if rank(card, trump, row, lowest=lowest) > rank(best, trump, row, lowest=lowest):
            best = card
    return best


def trick_winner(played: list[tuple[Who, str]], trump: str, row: Row, *, lowest: bool = False) -> Who:
    """The seat or place that played the winning card; `played` in playing order."""
    best = winning_card([card for _, card in played], trump, row, lowest=lowest)
    return next(who for who, card in played if card == best)
