"""A deal that stops as soon as a trick brings a side to the target (a house rule, R-07).

Only certain points count: those that a side has in every possible continuation of the deal.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .called import Called, is_alone
from .cards import deck, points
from .dummy import camps
from .rows import Row
from .scoring import DealScore, Trick, camp_of, leaders, majority_bonus, recorded, written_down


def tricks_in_all(row: Row) -> int:
    """The tricks of a deal that is played out."""
    return row["hand"] + row["pile"] // 2


def endings(tricks: list[Trick], among: list[list[int]], row: Row) -> Iterator[list[int]]:
    """The number of tricks of each camp at the end of the deal, in every possible continuation."""
    so_far = [sum(camp_of(winner, among) == camp for winner, _ in tricks) for camp in range(len(among))]
    rest = tricks_in_all(row) - len(tricks)
    for takers in combinations_with_replacement(range(len(among)), rest):
        counts = [count + takers.count(camp) for camp, count in enumerate(so_far)]
        if not row["majority"]["nest_is_trick"]:
            yield counts
            continue
        for last in set(takers):
            yield [count + (camp == last) for camp, count in enumerate(counts)]


def bonuses(tricks: list[Trick], declaring: int, among: list[list[int]], row: Row) -> Iterator[list[int]]:
    """The points for most tricks at the end, in every possible continuation of the deal and a cut."""
    for counts in endings(tricks, among, row):
        for cut in [camp for camp, count in enumerate(counts) if count == max(counts)]:
            yield majority_bonus(counts, declaring, cut, row)


def stopped_scores(
    tricks: list[Trick],
    declarer: int,
    bid: int,
    row: Row,
    *,
    trump: str,
    partners: list[int],
    called: Called,
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
    made = counters[declaring] + bonus[declaring] >= bid
    is_open = not made and most >= bid
    if made and is_alone(declarer, partners):
        bonus[declaring] += called.on_top(counters[declaring] + bonus[declaring])
    scored = [
        0
        if is_open and camp == declaring
        else recorded(counters[camp], bonus[camp], camp == declaring, made or is_open, bid, row)
        for camp in range(len(among))
    ]
    return written_down(made, scored, counters, counts, bonus, among, row, bid, seller)


def is_stopped(totals: list[int], score: DealScore, target: int | None) -> bool:
    """Would the match be won if the deal stopped with this score?"""
    after = [total + side["scored"] for total, side in zip(totals, score["sides"], strict=True)]
    return target is not None and max(after) >= target and len(leaders(after)) == 1
