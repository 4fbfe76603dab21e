"""The score of a deal and the end of the match (the Object and Scoring sections of the 1988 booklet)."""

from typing import TypedDict

from .cards import points
from .rows import Row, unknown


class SideScore(TypedDict):
    """What one side did in one deal."""

    seats: list[int]
    counters: int  # points of the Count Cards captured, with the nest's where they come to the side
    tricks: int
    bonus: int  # majority of tricks, shooting the moon
    scored: int  # what is added to the total


class DealScore(TypedDict):
    """The score of one deal."""

    made: bool
    sides: list[SideScore]


Trick = tuple[int, list[str]]  # the seat that took it, its cards


def trick_value(cards: list[str], row: Row) -> int:
    """The counters in a trick and the trick's own value, if tricks have one."""
    return points(cards, row) + row["trick_points"]


def side_of(seat: int, row: Row) -> int:
    """The index of the side of a seat."""
    return [seat in seats for seats in row["sides"]].index(True)


def captured_counters(tricks: list[Trick], nest: list[str], row: Row) -> list[int]:
    """The counters of each side.

    Official Tournament Rules, Playing: the winner of the last trick takes the nest.  A nest that is removed
    holds no counters, unless the declarer held nothing else; those still go to the last trick (R-15).
    """
    if row["nest_to"] not in ("last_trick", "removed"):
        raise unknown("nest_to", row["nest_to"])
    counters = [0 for _ in row["sides"]]
    for winner, cards in tricks:
        counters[side_of(winner, row)] += points(cards, row)
    last_winner = tricks[-1][0]
    counters[side_of(last_winner, row)] += points(nest, row)
    return counters


def captured_tricks(tricks: list[Trick], row: Row) -> list[int]:
    """The number of tricks of each side; the nest is one more trick only where the game counts it so."""
    counts = [0 for _ in row["sides"]]
    for winner, _ in tricks:
        counts[side_of(winner, row)] += 1
    if row["majority"]["nest_is_trick"]:
        counts[side_of(tricks[-1][0], row)] += 1
    return counts


def majority_bonus(counts: list[int], declaring: int, row: Row) -> list[int]:
    """1-High Partnership, Scoring: most tricks 20; with seven each they go to the high bidder's opponents."""
    bonus = [0 for _ in counts]
    most = [side for side, count in enumerate(counts) if count == max(counts)]
    if len(most) == 1:
        bonus[most[0]] = row["majority"]["bonus"]
    elif row["majority"]["tie"] == "defenders":
        for side in range(len(counts)):
            if side != declaring:
                bonus[side] = row["majority"]["bonus"]
    elif row["majority"]["tie"] != "none":
        raise unknown("majority tie", row["majority"]["tie"])
    return bonus


def deal_scores(
    tricks: list[Trick], nest: list[str], declarer: int, bid: int, row: Row, *, moon: int = 0
) -> DealScore:
    """Score a deal that was played out; `nest` holds the cards buried.

    A bid is made when counters, trick values and majority bonus reach it.  "Shooting the Moon" (1-High
    Partnership, by agreement; R-44): a side that takes all the tricks gets `moon` more; it never helps to
    make the bid.  A declaring side that fails is set back the amount of the bid; its opponents score what
    they made.
    """
    if row["fail"] != "setback":
        raise unknown("fail", row["fail"])
    declaring = side_of(declarer, row)
    counters = captured_counters(tricks, nest, row)
    counts = captured_tricks(tricks, row)
    majority = majority_bonus(counts, declaring, row)
    earned = [counters[i] + counts[i] * row["trick_points"] + majority[i] for i in range(len(counts))]
    made = earned[declaring] >= bid
    takers = {side_of(winner, row) for winner, _ in tricks}
    sides: list[SideScore] = []
    for i, seats in enumerate(row["sides"]):
        shot = moon if takers == {i} else 0
        scored = earned[i] + shot
        if i == declaring and not made:
            scored = -bid
        sides.append(
            {
                "seats": list(seats),
                "counters": counters[i],
                "tricks": counts[i],
                "bonus": majority[i] + shot,
                "scored": scored,
            }
        )
    return {"made": made, "sides": sides}


def leaders(totals: list[int]) -> list[int]:
    """The sides with the highest total."""
    return [side for side, total in enumerate(totals) if total == max(totals)]


def match_over(totals: list[int], played: int, target: int, deals: int | None, max_deals: int) -> bool:
    """Is the match over after `played` completed deals?

    General Rules, Object: the first side to reach the target; both at it, the higher total; "if both are
    tied, another hand is played".  Additional Comments 2: with a fixed number of deals there is no target.
    `max_deals` stops a match that would not end.  Thrown-in deals are not counted (R-03).
    """
    if played >= max_deals:
        return True
    if deals is not None:
        return played >= deals
    return max(totals) >= target and len(leaders(totals)) == 1


def match_winners(totals: list[int], row: Row) -> list[int]:
    """The seats of the side with the highest total; of all such sides where a tie is shared."""
    return sorted(seat for side in leaders(totals) for seat in row["sides"][side])
