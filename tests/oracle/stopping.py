"""A deal that stops as soon as a trick brings a side to the target (a house rule, R-07).

Only certain points count: those that a side has in every possible continuation of the deal.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .cards import deck, points
from .dummy import camps
from .rows import Row
from .scoring import (
    DealScore,
    Trick,
    bid_is_made,
    camp_of,
    is_alone,
    majority_bonus,
    on_top,
    recorded,
    written_down,
)


def tricks_in_all(row: Row) -> int:
    """The tricks of a deal that is played out."""
    return row["hand"] + row["pile"] // 2


def endings(tricks: list[Trick], among: list[list[int]], row: Row) -> Iterator[tuple[list[int], int]]:
    """The tricks of each camp and the taker of the last one, in every possible continuation of the deal."""
    so_far = [sum(camp_of(winner, among) == camp for winner, _ in tricks) for camp in range(len(among))]
    rest = tricks_in_all(row) - len(tricks)
    for takers in combinations_with_replacement(range(len(among)), rest):
        counts = [count + takers.count(camp) for camp, count in enumerate(so_far)]
        nest = row["majority"]["nest_is_trick"] and row["nest"] > 0
        for last in set(takers):
            yield [count + (nest and camp == last) for camp, count in enumerate(counts)], last


def bonuses(tricks: list[Trick], declaring: int, among: list[list[int]], row: Row) -> Iterator[list[int]]:
    """The points for most tricks and the last one, in every possible continuation of the deal and a cut."""
    for counts, last in endings(tricks, among, row):
        for cut in [camp for camp, count in enumerate(counts) if count == max(counts)]:
            bonus = majority_bonus(counts, declaring, cut, row)
            bonus[last] += row["last_trick"]
            yield bonus


def stopped_scores(
    tricks: list[Trick],
    declarer: int,
    bid: int,
    row: Row,
    *,
    trump: str,
    partners: list[int],
    seller: int | None,
) -> DealScore:
    """The score of a deal that stops after these tricks, before the last one.

    The nest and what the last trick brings are not taken yet.  A bid is made once what was taken
    reaches it, and has failed once even all the rest would not.  Else it is neither, and brings nothing.
    """
    among = camps(declarer, partners, row)
    declaring = camp_of(declarer, among)
    value = row["trick_points"][trump]
    counters, counts = [0 for _ in among], [0 for _ in among]
    for winner, cards in tricks:
        counters[camp_of(winner, among)] += points(cards, row, trump)
        counts[camp_of(winner, among)] += 1
    possible = list(bonuses(tricks, declaring, among, row))
    bonus = [count * value + min(one[camp] for one in possible) for camp, count in enumerate(counts)]
    loose = points(deck(row), row, trump) - sum(counters)
    rest = tricks_in_all(row) - len(tricks)
    most = counters[declaring] + loose + (counts[declaring] + rest) * value
    most += max(one[declaring] for one in possible)
    made = bid_is_made(counters[declaring] + bonus[declaring], bid, row)
    is_open = not made and bid_is_made(most, bid, row)
    alone = made and is_alone(declarer, partners)
    bonus[declaring] += on_top(counters[declaring] + bonus[declaring], None, alone, row)
    blind = camp_of(row["seats"], among) if row["dummy"] == "blind" else None
    scored = [
        0
        if is_open and camp == declaring
        else counters[camp] + bonus[camp]
        if camp == blind
        else recorded(counters[camp], bonus[camp], camp == declaring, made or is_open, bid, row)
        for camp in range(len(among))
    ]
    return written_down(made, scored, counters, counts, bonus, among, row, bid, seller)
