"""The play of tricks (1988 booklet, General Rules, Playing and Rook Bird Card)."""

from .cards import ROOK, color_of, left_of, rank
from .rows import Row, unknown


def first_leader(dealer: int, declarer: int, row: Row) -> int:
    """General Rules: left of the high bidder.  Official Tournament Rules: left of the dealer."""
    if row["lead"] == "lod":
        return left_of(dealer, row)
    if row["lead"] == "lob":
        return left_of(declarer, row)
    raise unknown("lead", row["lead"])


def legal_cards(hand: list[str], led: str | None, trump: str, row: Row) -> list[str]:
    """The cards of the hand that may be played on the card `led` (None: the hand leads).

    "A player must follow the color led if possible."  The Rook belongs to the trump color: led, it calls for
    trump; it must be played when trump is led and it is the only trump.  As the highest trump ("top") it may
    also be played at any time; as the lowest trump ("low") it is "played like any other trump card".
    """
    if led is None:
        return list(hand)
    asked = color_of(led, trump)
    following = [card for card in hand if color_of(card, trump) == asked]
    if not following:
        return list(hand)
    if row["rook_role"] == "low":
        return following
    if row["rook_role"] == "top":
        return [card for card in hand if card in following or card == ROOK]
    raise unknown("rook_role", row["rook_role"])


def trick_winner(played: list[tuple[int, str]], trump: str, row: Row) -> int:
    """The seat that takes the trick; `played` is (seat, card) in playing order.

    The highest trump, or without trumps the highest card of the color led.
    """
    led = color_of(played[0][1], trump)
    trumps = [(seat, card) for seat, card in played if color_of(card, trump) == trump]
    followers = [(seat, card) for seat, card in played if color_of(card, trump) == led]
    best_seat, best_card = (trumps or followers)[0]
    for seat, card in trumps or followers:
        if rank(card, row) > rank(best_card, row):
            best_seat, best_card = seat, card
    return best_seat
