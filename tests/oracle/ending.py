"""What a deal means for the match, with every house rule about its end."""

from .rows import Row, unknown


def rivals(row: Row) -> list[list[int]]:
    """The records, by number, that win together: partners who stay partners win together (R-06).

    A dummy with a record of its own is no rival (R-38).
    """
    people = [number for number, side in enumerate(row["sides"]) if side[0] < row["seats"]]
    pairs = row["teams"] == "sides" and len(row.get("together", row["sides"])[0]) > 1
    stay = (pairs and row["seat_change"] != "rotate") or row["dummy"] == "south"
    if stay and all(len(side) == 1 for side in row["sides"]):
        return [people[0::2], people[1::2]]
    return [[number] for number in people]


def best(totals: list[int], among: list[list[int]]) -> list[list[int]]:
    """The groups with the highest total."""
    most = max(totals[group[0]] for group in among)
    return [group for group in among if totals[group[0]] == most]


def at_once(
    totals: list[int], declaring: list[list[int]], made: bool, shot: bool, row: Row
) -> list[list[int]]:
    """The groups that win at once: by a declared moon, a losing total or a lead; none without one."""
    everyone = rivals(row)
    if shot:
        return declaring if made else best(totals, [group for group in everyone if group not in declaring])
    low = row["lose_at"]
    if low is not None and any(totals[group[0]] <= low for group in everyone):
        standing = [group for group in everyone if totals[group[0]] > low]
        return best(totals, standing or everyone)
    first, second = sorted((totals[group[0]] for group in everyone), reverse=True)[:2]
    if row["lead_wins"] is not None and first - second >= row["lead_wins"]:
        return best(totals, everyone)
    return []


def at_target(
    totals: list[int],
    declaring: list[list[int]],
    made: bool,
    target: int | None,
    row: Row,
    starred: set[int] | None = None,
) -> list[list[int]]:
    """The groups that win by the target; none if none is there, or a tie is played on.

    House rules: `starred` are the records of those who have made a bid of their own, if only they may win.
    """
    there = [group for group in rivals(row) if target is not None and totals[group[0]] >= target]
    if starred is not None:
        there = [group for group in there if starred & {*group}]
    there = going_out(there, declaring, made, row)
    winners = best(totals, there) if there else []
    return winners if len(winners) == 1 or row["tie"] == "shared" else []


def going_out(there: list[list[int]], declaring: list[list[int]], made: bool, row: Row) -> list[list[int]]:
    """House rules: the groups at the target that may win after a deal with such a bid."""
    own = [group for group in there if made and group in declaring]
    others = [group for group in there if not made and group not in declaring]
    if row["going_out"] == "higher":
        return there
    if row["going_out"] == "own_bid":
        return own
    if row["going_out"] == "bidder_first":
        return own or there
    if row["going_out"] == "own_bid_or_set":
        return own + others
    raise unknown("going_out", row["going_out"])
