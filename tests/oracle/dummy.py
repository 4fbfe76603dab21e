"""The hands around the table, the dummy among them, and the person who plays each.

A place is a seat and where its cards are played from: "hand", "battery" or "dummy".  A dummy that belongs to
no person has the seat after the last person.
"""

from .rows import Row, unknown

Place = tuple[int, str]


def has_spare_hand(row: Row) -> bool:
    """Is there a hand that no person holds?"""
    return row["dummy"] in ("open", "blind", "south")


def dummy_seat(dealer: int, declarer: int, row: Row) -> int | None:
    """The seat of the dummy, or None.

    Display: "the dealer's partner"; Boston: "the highest bidder's partner"; else the imaginary player.
    """
    if row["dummy"] == "none":
        return None
    if row["dummy"] == "dealers_partner":
        return (dealer + 2) % 4
    if row["dummy"] == "bidders_partner":
        return (declarer + 2) % 4
    if has_spare_hand(row):
        return row["seats"]
    raise unknown("dummy", row["dummy"])


def places(dealer: int, declarer: int, row: Row) -> list[Place]:
    """All hands, clockwise around the table.

    With an open dummy the high bidder "seats himself opposite the dummy" (Three-Handed Partnership Display;
    R-35): bidder, next person, dummy, the other one.  The Regular Game for Two: the imaginary player is "at
    dealer's right".
    """
    dummy = dummy_seat(dealer, declarer, row)
    if row["dummy"] == "open":
        following = (declarer + 1) % 3
        other = (declarer + 2) % 3
        return [(declarer, "hand"), (following, "hand"), (3, "dummy"), (other, "hand")]
    if row["dummy"] == "blind":
        return [(dealer, "hand"), (1 - dealer, "hand"), (2, "dummy")]
    if row["dummy"] == "south":  # house rule: always opposite the second seat
        return [(0, "hand"), (1, "hand"), (2, "hand"), (3, "dummy")]
    return [(seat, "dummy" if seat == dummy else "hand") for seat in range(row["seats"])]


def around(leader: Place, dealer: int, declarer: int, row: Row) -> list[Place]:
    """The hands in the order they play when this one leads."""
    table = places(dealer, declarer, row)
    at = table.index(leader)
    return table[at:] + table[:at]


def who_chooses(place: Place, dealer: int, declarer: int, row: Row) -> int:
    """The person who plays from this place (R-30).

    Display: "the dealer plays it as well as his own hand".  Boston and the games for three: the high bidder.
    The Regular Game for Two: "Dummy's card is then played by dealer".
    """
    seat, zone = place
    if zone != "dummy":
        return seat
    if row["dummy"] in ("dealers_partner", "blind"):
        return dealer
    if row["dummy"] == "south":
        return 1
    return declarer


def camps(declarer: int, partners: list[int], row: Row) -> list[list[int]]:
    """The camps that capture tricks together in this deal: seats, the imaginary player among them.

    High Card Partner: "the person holding that card becomes his partner.  The remaining three players become
    partners against this pair".  Three-Handed Partnership Display: "the dummy becomes his partner for that
    hand.  The other two partners are his opponents".
    """
    seats = list(range(row["seats"]))
    if row["teams"] == "sides":
        spare = [[row["seats"]]] if has_spare_hand(row) else []
        return [list(side) for side in row.get("together", row["sides"])] + spare
    if row["dummy"] == "south":
        pair = [1, row["seats"]]
    elif row["teams"] == "dummy":
        pair = [declarer, row["seats"]]
    elif row["teams"] == "called":
        # by house rule one plays alone, or gives up before a card is called
        pair = [declarer, *(seat for seat in dict.fromkeys(partners) if seat != declarer)]
    else:
        raise unknown("teams", row["teams"])
    return [pair, [seat for seat in seats if seat not in pair]]


def callable_cards(
    deck: list[str], hand: list[str], discarded: list[str], rule: str = "not_held"
) -> list[str]:
    """The cards by which the high bidder may call a partner: neither held nor discarded (R-43), or any."""
    if rule == "any":
        return list(deck)
    return [card for card in deck if card not in hand and card not in discarded]
