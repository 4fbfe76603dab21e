"""The cut for the 20 points of Dixie when tricks are equal (1912 and 1924, Dixie).

"The 20 points going to side cutting highest.  Each player cuts once, the cards cut by partners being added
together, side against side."
"""

from .rows import Row


def cut_sums(cards: list[str], row: Row) -> list[int]:
    """The sum of each side's cut cards; `cards` by seat."""
    return [sum(int(cards[seat][1:]) for seat in side) for side in row["sides"]]


def cut_side(cards: list[str], row: Row) -> int | None:
    """The side that cut highest; None = equal, all cut again (R-25)."""
    sums = cut_sums(cards, row)
    if sums.count(max(sums)) > 1:
        return None
    return sums.index(max(sums))
