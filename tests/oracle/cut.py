"""The cut for the 20 points of Dixie when tricks are equal (1912 and 1924, Dixie).

"The 20 points going to side cutting highest.  Each player cuts once, the cards cut by partners being added
together, side against side."
"""

from .cards import face
from .rows import Row


def cut_side(
    cards: list[str], row: Row, among: list[list[int]] | None = None, tied: list[int] | None = None
) -> int | None:
    """The side that cut highest; None = equal, all cut again (R-25); `cards` by seat.

    Of more than two sides only those that are tied for most tricks.
    """
    among = row["sides"] if among is None else among
    tied = list(range(len(among))) if tied is None else tied
    sums = {
        side: sum(int(face(cards[seat])[1:]) for seat in among[side] if seat < len(cards)) for side in tied
    }
    best = [side for side in tied if sums[side] == max(sums.values())]
    return best[0] if len(best) == 1 else None
