"""The end of a match by a table's own agreement: who may win at the target, a tie, a lead.

Written from what the options say.  Without an agreement it is the book's end, as `scoring.match_over` has it.
"""

from dataclasses import dataclass, field

from .lines import Line
from .rows import Row, unknown
from .scoring import leaders


@dataclass
class Ends:
    """What the table agreed, and what has happened that matters for it."""

    target: int | None
    deals: int | None
    max_deals: int
    extra_deal: bool = False  # is a tie after the last of the deals played off?
    all_pass: str = "redeal_next"  # "thrown_in", "counted": no one ever has to bid
    going_out: str = "higher"
    star: bool = False  # does only a side win at the target that has made a bid of its own?
    starred: set[int] = field(default_factory=set)  # sides that have made one
    bidders: list[int] = field(default_factory=list)  # sides of the bidder and partner of the last deal
    made: bool = False  # was the last bid made?


def read_ends(options: Line) -> Ends:
    """What the options of a record agree."""
    going_out = options.data.get("going_out", "higher")
    if going_out not in ("higher", "own_bid", "bidder_first", "own_bid_or_set"):
        raise unknown("going_out", going_out)
    return Ends(
        target=options.whole_or_none("target"),
        deals=options.whole_or_none("deals"),
        max_deals=options.whole("max_deals"),
        extra_deal=options.data.get("extra_deal", False) is True,
        all_pass=str(options.data.get("all_pass", "redeal_next")),
        going_out=going_out,
        star=options.data.get("winner_made_bid", False) is True,
    )


def must_bid_after(thrown_in: int, ends: Ends) -> int:
    """The deals thrown in that count toward the dealer's duty to bid: none where no one ever has to."""
    return 0 if ends.all_pass in ("thrown_in", "counted") else thrown_in


def hear(ends: Ends, declarer: int, partners: list[int], made: bool, row: Row) -> None:
    """Take note of who bid in a deal that was played, and of how it went."""
    both = [declarer, *partners]
    ends.bidders = [number for number, side in enumerate(row["sides"]) if set(side) & set(both)]
    ends.made = made
    if made:
        ends.starred |= {number for number, side in enumerate(row["sides"]) if declarer in side}


def winning_sides(totals: list[int], played: int, thrown_in: int, ends: Ends) -> list[int] | None:
    """The sides that have won the match after a deal; None while it continues.

    Where no one has to bid, as many deals in a row without a bid as a match may have end it, too.
    """
    if played >= ends.max_deals or (ends.all_pass == "thrown_in" and thrown_in >= ends.max_deals):
        return leaders(totals)
    if ends.deals is not None:
        tied = ends.extra_deal and len(leaders(totals)) > 1
        return leaders(totals) if played >= ends.deals and not tied else None
    there = [side for side, total in enumerate(totals) if ends.target is not None and total >= ends.target]
    there = allowed([side for side in there if side in ends.starred or not ends.star], ends)
    best = [side for side in there if totals[side] == max(totals[other] for other in there)]
    return best if len(best) == 1 else None


def allowed(there: list[int], ends: Ends) -> list[int]:
    """The sides at the target that may win by the last deal."""
    own = [side for side in there if ends.made and side in ends.bidders]
    others = [side for side in there if not ends.made and side not in ends.bidders]
    if ends.going_out == "own_bid":
        return own
    if ends.going_out == "own_bid_or_set":
        return own + others
    if ends.going_out == "bidder_first":
        return own or there
    return there
