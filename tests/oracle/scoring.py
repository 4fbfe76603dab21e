"""The score of a deal and the end of the match (the Object and Scoring sections of the games)."""

from typing import TypedDict

from .called import Called, is_alone
from .cards import points
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
    tricks: list[Trick], nest: list[str], odd: list[str], among: list[list[int]], row: Row, trump: str
) -> list[int]:
    """The counters of each camp.

    Official Tournament Rules, Playing: the winner of the last trick takes the nest.  A nest that is removed
    holds no counters, unless the declarer held nothing else; those still go to the last trick (R-15).  The
    Regular Game for Two: the nest's counters are dead (R-16).  Odd cards are surrendered to the taker of the
    last trick (R-09).
    """
    if row["nest_to"] not in ("last_trick", "removed", "dead"):
        raise unknown("nest_to", row["nest_to"])
    counters = [0 for _ in among]
    for winner, cards in tricks:
        counters[camp_of(winner, among)] += points(cards, row, trump)
    last = camp_of(tricks[-1][0], among)
    counters[last] += points(odd, row, trump)
    if row["nest_to"] != "dead":
        counters[last] += points(nest, row, trump)
    return counters


def captured_tricks(tricks: list[Trick], among: list[list[int]], row: Row) -> list[int]:
    """The number of tricks of each camp; the nest is one more trick only where the game counts it so."""
    counts = [0 for _ in among]
    for winner, _ in tricks:
        counts[camp_of(winner, among)] += 1
    if row["majority"]["nest_is_trick"]:
        counts[camp_of(tricks[-1][0], among)] += 1
    return counts


def cut_needed(tricks: list[Trick], row: Row) -> bool:
    """Dixie 1912 and 1924: "if each side takes seven tricks (counting the nest) players cut the pack"."""
    if row["majority"]["tie"] != "cut":
        return False
    counts = captured_tricks(tricks, row["sides"], row)
    return counts.count(max(counts)) > 1


def majority_bonus(counts: list[int], declaring: int, cut: int | None, row: Row) -> list[int]:
    """The points for most tricks (Scoring of 1-High Partnership, Dixie, Partnership Rook).

    With equal tricks they go to the high bidder's opponents, or to the side that cut higher, or to neither.
    """
    bonus = [0 for _ in counts]
    if row["majority"]["bonus"] == 0:
        return bonus
    most = [camp for camp, count in enumerate(counts) if count == max(counts)]
    if len(most) == 1:
        bonus[most[0]] = row["majority"]["bonus"]
    elif row["majority"]["tie"] == "defenders":
        for camp in range(len(counts)):
            if camp != declaring:
                bonus[camp] = row["majority"]["bonus"]
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
    return earned - bid if declares else earned


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
    own_moon: bool = False,
    all_points: int = 0,
    called: Called | None = None,
) -> DealScore:
    """Score a deal that was played out.

    `nest` holds the discard, `odd` the cards left in the hands, `partners` were called, `cut` is the index
    of the side that cut higher, `seller` the dealer who sold the right to name trump for `bid`.

    A bid is made when counters, trick values and majority bonus reach it.  "Shooting the Moon" (1-High
    Partnership, by agreement; R-44): a side that takes all the tricks gets `moon` more; it never helps to
    make the bid; by a table's agreement only if the declarer's own hand takes them all (`own_moon`).  So with
    `all_points`, for a side that takes every counter some side gets.  Partners of one deal with a record of
    their own each record the same (High Card Partner, Three-Handed Partnership Display).  Cordova: the seller
    is paid at once, with any result of the buyer (R-52).
    """
    among = camps(declarer, partners or [], row)
    declaring = camp_of(declarer, among)
    counters = captured_counters(tricks, nest, odd or [], among, row, trump)
    counts = captured_tricks(tricks, among, row)
    bonus = majority_bonus(counts, declaring, cut, row)
    for i, count in enumerate(counts):
        bonus[i] += count * row["trick_points"][trump]
    made = counters[declaring] + bonus[declaring] >= bid
    if made and called and is_alone(declarer, partners or []):
        bonus[declaring] += called.on_top(counters[declaring] + bonus[declaring])
    takers = {camp_of(winner, among) for winner, _ in tricks}
    if len(takers) == 1 and not (own_moon and {winner for winner, _ in tricks} != {declarer}):
        bonus[takers.pop()] += moon
    with_counters = [camp for camp, points_taken in enumerate(counters) if points_taken > 0]
    if len(with_counters) == 1:
        bonus[with_counters[0]] += all_points
    scored = [
        recorded(counters[camp], bonus[camp], camp == declaring, made, bid, row) for camp in range(len(among))
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
    if row["dummy"] == "blind":
        dummy = {"counters": counters[2], "tricks": counts[2], "scored": counters[2] + bonus[2]}
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
