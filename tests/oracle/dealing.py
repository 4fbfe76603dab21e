"""Dealing a shuffled deck (the Dealing section of the game)."""

from dataclasses import dataclass, field

from .batteries import Battery
from .dummy import has_spare_hand
from .rows import Row, unknown


@dataclass
class Dealt:
    """The cards of a deal: hands by person; `dummy` is the hand without a person."""

    hands: list[list[str]]
    nest: list[str] = field(default_factory=list)
    dummy: list[str] = field(default_factory=list)
    batteries: list[Battery] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)


def hand_size(seat: int, dealer: int, row: Row) -> int:
    """Cards dealt to a person; of an uneven deck the first from the dealer's left get one more."""
    places_from_left = (seat - dealer - 1) % row["seats"]
    if has_spare_hand(row):  # it is dealt to just before the dealer
        places_from_left += seat in (dealer, row["seats"])
    if seat == row["seats"]:
        places_from_left = row["seats"] - 1
    return row["hand"] + (1 if places_from_left < row["odd"] else 0)


def receivers(dealer: int, row: Row) -> list[int]:
    """The seats in dealing order, from the dealer's left; the imaginary player is the last seat.

    The Regular Game for Two: he is "at dealer's right".  Three-Handed Partnership Display: "as if four people
    were playing"; where the fourth one sits while dealing is not said, here next to the last seat.
    """
    if row["dummy"] == "blind":
        return [1 - dealer, 2, dealer]
    seats = row["seats"] + (1 if has_spare_hand(row) else 0)
    return [(dealer + 1 + i) % seats for i in range(seats)]


def deal_out(cards: list[str], dealer: int, row: Row) -> Dealt:
    """Deal a shuffled deck from its top.

    Interleaved (General Rules; Official Tournament Rules, Dealing): one card to each player beginning at the
    dealer's left, the next one to the nest, until the nest is full; the remainder to the players.
    Partnership for Six (R-17): there are only eight rounds, the card left over is the ninth of the nest.
    Last (1-High Partnership, Dixie 1924, Three Handed Rook): after the hands; Tennessee: the pile after it.
    Batteries (Over the Top): hands, the opponent's battery, the dealer's battery, nest; "the first five cards
    of each Battery are dealt face down, the next five face up upon these cards".
    """
    if row["deal_order"] not in ("all", "interleave", "last", "batteries"):
        raise unknown("deal_order", row["deal_order"])
    cards = list(cards)
    turn = receivers(dealer, row)
    hands: list[list[str]] = [[] for _ in turn]
    nest: list[str] = []
    for _ in range(row["hand"]):
        for seat in turn:
            hands[seat].append(cards.pop(0))
        if row["deal_order"] == "interleave" and len(nest) < row["nest"]:
            nest.append(cards.pop(0))
    for seat in turn[: row["odd"]]:
        hands[seat].append(cards.pop(0))
    dealt = Dealt(hands[: row["seats"]])
    if has_spare_hand(row):
        dealt.dummy = hands[row["seats"]]
    if row["deal_order"] == "batteries":
        size = row["battery"]
        opponents, dealers = cards[: 2 * size], cards[2 * size : 4 * size]
        cards = cards[4 * size :]
        dealt.batteries = [Battery([], []), Battery([], [])]
        dealt.batteries[1 - dealer] = Battery(up=opponents[size:], down=opponents[:size])
        dealt.batteries[dealer] = Battery(up=dealers[size:], down=dealers[:size])
    missing = row["nest"] - len(nest)
    dealt.nest = nest + cards[:missing]
    dealt.pile = cards[missing:]
    return dealt
