"""The score of a deal and the end of the match (the Object and Scoring sections of the games)."""

from typing import TypedDict

from .cards import deck, points
from .dummy import camps
from .rows import Row, unknown


class SideScore(TypedDict):
    """The result of one deal for one person, or for the side that keeps one record."""

    seats: list[int]
    counters: int  # points of the Count Cards captured, with the nest's and odd cards' where they come to it
    tricks: int
    bonus: int  # value of the tricks, majority of tricks, shooting the moon
    scored: int  # what is added to the total


class DummyScore(TypedDict):
    """The captures of the blind dummy: shown, not ranked, never doubled (R-38)."""

    counters: int
    tricks: int
    scored: int


class DealScore(TypedDict):
    """The score of one deal."""

    made: bool
    sides: list[SideScore]
    dummy: DummyScore | None


Trick = tuple[int, list[str]]  # the seat of the hand that took it, its cards


def trick_value(cards: list[str], row: Row, trump: str = "none") -> int:
    """The counters in a trick and the trick's own value, if tricks have one."""
    return points(cards, row, trump) + row["trick_points"][trump]


def camp_of(seat: int, among: list[list[int]]) -> int:
    """The index of the camp of a seat."""
    return [seat in seats for seats in among].index(True)


def captured_counters(
    tricks: list[Trick],
    nest: list[str],
    odd: list[str],
    among: list[list[int]],
    row: Row,
    trump: str,
    declarer: int = -1,
) -> list[int]:
    """The counters of each camp.

    Official Tournament Rules, Playing: the winner of the last trick takes the nest.  A nest that is removed
    holds no counters, unless the declarer held nothing else; those still go to the last trick (R-15).  The
    Regular Game for Two: the nest's counters are dead (R-16).  Odd cards are surrendered to the taker of the
    last trick (R-09).
    """
    if row["nest_to"] not in ("last_trick", "removed", "dead", "declarer"):
        raise unknown("nest_to", row["nest_to"])
    counters = [0 for _ in among]
    for winner, cards in tricks:
        counters[camp_of(winner, among)] += points(cards, row, trump)
    last = camp_of(tricks[-1][0], among)
    counters[last] += points(odd, row, trump)
    if row["nest_to"] == "declarer":
        counters[camp_of(declarer, among)] += points(nest, row, trump)
    elif row["nest_to"] != "dead":
        counters[last] += points(nest, row, trump)
    return counters


def captured_tricks(tricks: list[Trick], among: list[list[int]], row: Row) -> list[int]:
    """The number of tricks of each camp; the nest is one more trick only where the game counts it so."""
    counts = [0 for _ in among]
    for winner, _ in tricks:
        counts[camp_of(winner, among)] += 1
    if row["majority"]["nest_is_trick"] and row["nest"]:
        counts[camp_of(tricks[-1][0], among)] += 1
    return counts


def tied_for_most(tricks: list[Trick], among: list[list[int]], row: Row) -> list[int]:
    """The camps with most tricks."""
    counts = captured_tricks(tricks, among, row)
    return [camp for camp, count in enumerate(counts) if count == max(counts)]


def cut_needed(tricks: list[Trick], row: Row, among: list[list[int]] | None = None) -> bool:
    """Dixie 1912 and 1924: "if each side takes seven tricks (counting the nest) players cut the pack"."""
    if row["majority"]["tie"] != "cut" or not row["majority"]["bonus"]:
        return False
    return len(tied_for_most(tricks, row["sides"] if among is None else among, row)) > 1


def majority_bonus(counts: list[int], declaring: int, cut: int | None, row: Row) -> list[int]:
    """The points for most tricks (Scoring of 1-High Partnership, Dixie, Partnership Rook).

    With equal tricks they go to the high bidder's opponents, or to the side that cut higher, or to neither.
    Of three camps or more: to the one opponent who is tied with the high bidder.
    """
    bonus = [0 for _ in counts]
    if row["majority"]["bonus"] == 0:
        return bonus
    most = [camp for camp, count in enumerate(counts) if count == max(counts)]
    if len(most) == 1:
        bonus[most[0]] = row["majority"]["bonus"]
    elif row["majority"]["tie"] == "defenders":
        others = [camp for camp in most if camp != declaring]
        if declaring in most and len(others) == 1:
            bonus[others[0]] = row["majority"]["bonus"]
    elif row["majority"]["tie"] == "cut":
        assert cut is not None
        bonus[cut] = row["majority"]["bonus"]
    elif row["majority"]["tie"] != "none":
        raise unknown("majority tie", row["majority"]["tie"])
    return bonus


def recorded(counters: int, bonus: int, declares: bool, made: bool, bid: int, row: Row) -> int:
    """The points recorded for these captures, before any sale.

    setback: General Rules and the Regular Game, "set back the amount of his bid".  zero_double: Display,
    Tennessee, Over the Top, the Regular Game for Two, "no score at all and opponents get double".
    counts_double: Boston, "it scores only its Count Cards, and their opponents' score is doubled".
    seller: Cordova, the amount "is deducted from his score", what he captured counts (R-49).
    """
    earned = counters + bonus
    if row["fail"] not in ("setback", "zero_double", "counts_double", "seller"):
        raise unknown("fail", row["fail"])
    if made:
        return earned
    if row["fail"] == "setback":
        return -bid if declares else earned
    if row["fail"] == "zero_double":
        return 0 if declares else 2 * earned
    if row["fail"] == "counts_double":
        return counters if declares else 2 * earned
    if declares and row["forfeit"]:
        return -bid
    return earned - bid if declares else earned


def bid_is_made(took: int, bid: int, row: Row) -> bool:
    """Does exactly the bid make it?  Nothing owed is always made (R-50)."""
    return bid == 0 or took > bid or (took == bid and row["exact_makes"])


def given_up_scores(
    declarer: int, bid: int, row: Row, trump: str, partners: list[int], seller: int | None
) -> DealScore:
    """The score of a deal the declarer gave up: he loses the bid, the others get nothing or everything."""
    among = camps(declarer, partners, row)
    declaring = camp_of(declarer, among)
    nothing = [0 for _ in among]
    all_points = points(deck(row), row, trump) + row["majority"]["bonus"] + row["last_trick"]
    all_points += (row["hand"] + row["pile"] // 2) * row["trick_points"][trump or "red"]
    gained = all_points if row["fold"] == "opponents_all" else 0
    blind = camp_of(row["seats"], among) if row["dummy"] == "blind" else None
    scored = [-bid if camp == declaring else 0 if camp == blind else gained for camp in range(len(among))]
    return written_down(False, scored, nothing, nothing, nothing, among, row, bid, seller)


def is_alone(declarer: int, partners: list[int]) -> bool:
    """Did the declarer name cards, and does no one else hold one?"""
    return bool(partners) and set(partners) == {declarer}


def on_top(taken: int, moon: int | None, alone: bool, row: Row) -> int:
    """What comes on top of what was taken: for all the tricks (`moon`), and for a bid made alone.

    House rules: each may count what was taken twice, so both four times.
    """
    times, more = 1, 0
    if moon is not None:
        times, more = (2 if row["moon_doubles"] else 1), moon
    if alone:
        times, more = times * (2 if row["alone_doubles"] else 1), more + row["alone_bonus"]
    return taken * (times - 1) + more


def deal_scores(
    tricks: list[Trick],
    nest: list[str],
    declarer: int,
    bid: int,
    row: Row,
    *,
    trump: str = "none",
    odd: list[str] | None = None,
    partners: list[int] | None = None,
    cut: int | None = None,
    seller: int | None = None,
    moon: int = 0,
    shot: bool = False,
) -> DealScore:
    """Score a deal that was played out.

    `nest` holds the discard, `odd` the cards left in the hands, `partners` were called, `cut` is the index
    of the side that cut higher, `seller` the dealer who sold the right to name trump for `bid`.

    A bid is made when counters, trick values and majority bonus reach it.  "Shooting the Moon" (1-High
    Partnership, by agreement; R-44): a side that takes all the tricks gets `moon` more; it never helps to
    make the bid; by a table's agreement only if the declarer's own hand takes them all.  So with the points
    for a side that takes every counter some side gets.  Partners of one deal with a record of their own each
    record the same (High Card Partner, Three-Handed Partnership Display).  Cordova: the seller is paid at
    once, with any result of the buyer (R-52).  `shot`: the declarer has declared to take every trick, and
    nothing else makes his bid.
    """
    among = camps(declarer, partners or [], row)
    declaring = camp_of(declarer, among)
    counters = captured_counters(tricks, nest, odd or [], among, row, trump, declarer)
    counts = captured_tricks(tricks, among, row)
    bonus = majority_bonus(counts, declaring, cut, row)
    for i, count in enumerate(counts):
        bonus[i] += count * row["trick_points"][trump]
    bonus[camp_of(tricks[-1][0], among)] += row["last_trick"]
    made = bid_is_made(counters[declaring] + bonus[declaring], bid, row)
    winners = {winner for winner, _ in tricks}
    takers = {camp_of(winner, among) for winner in winners}
    if shot:
        made = takers == {declaring}
    swept = len(takers) == 1 and (row["moon_by"] == "side" or winners == {declarer})
    for camp in range(len(among)):
        took_all = swept and camp in takers
        alone = made and camp == declaring and is_alone(declarer, partners or [])
        bonus[camp] += on_top(counters[camp] + bonus[camp], moon if took_all else None, alone, row)
    with_counters = [camp for camp, points_taken in enumerate(counters) if points_taken > 0]
    if len(with_counters) == 1:
        bonus[with_counters[0]] += row["all_points"]
    blind = camp_of(row["seats"], among) if row["dummy"] == "blind" else None
    scored = [
        counters[camp] + bonus[camp]
        if camp == blind
        else recorded(counters[camp], bonus[camp], camp == declaring, made, bid, row)
        for camp in range(len(among))
    ]
    return written_down(made, scored, counters, counts, bonus, among, row, bid, seller)


def written_down(
    made: bool,
    scored: list[int],
    counters: list[int],
    counts: list[int],
    bonus: list[int],
    among: list[list[int]],
    row: Row,
    bid: int,
    seller: int | None,
) -> DealScore:
    """The score of a deal, from what each camp has taken and records."""
    sides: list[SideScore] = []
    for seats in row["sides"]:
        camp = camp_of(seats[0], among)
        sides.append(
            {
                "seats": list(seats),
                "counters": counters[camp],
                "tricks": counts[camp],
                "bonus": bonus[camp],
                "scored": scored[camp] + (bid if seller in seats else 0),
            }
        )
    dummy: DummyScore | None = None
    if row["dummy"] == "blind" and not row["score_dummy"]:
        dummy = {"counters": counters[2], "tricks": counts[2], "scored": scored[2]}
    return {"made": made, "sides": sides, "dummy": dummy}


def leaders(totals: list[int]) -> list[int]:
    """The sides with the highest total."""
    return [side for side, total in enumerate(totals) if total == max(totals)]


def match_over(totals: list[int], played: int, target: int | None, deals: int | None, max_deals: int) -> bool:
    """Is the match over after `played` completed deals?

    General Rules, Object: the first side to reach the target; both at it, the higher total; "if both are
    tied, another hand is played".  Additional Comments 2: with a fixed number of deals there is no target.
    `max_deals` stops a match that would not end.  Thrown-in deals are not counted (R-03).
    """
    if played >= max_deals:
        return True
    if deals is not None:
        return played >= deals
    if target is None:
        return False
    return max(totals) >= target and len(leaders(totals)) == 1


def match_winners(totals: list[int], row: Row) -> list[int]:
    """The seats of the side with the highest total; of all such sides where a tie is shared."""
    return sorted(seat for side in leaders(totals) for seat in row["sides"][side])
