"""Texts on a deal that is played again: its first players and date, and its first result."""

from __future__ import annotations

from bot.table.match.earlier_deal import FirstBid, FirstTime
from cogs.ui.words import safe_name
from rules.core.decisions import Seat
from rules.core.words import gained, listed, signed


def replayed_lines(first: FirstTime) -> list[str]:
    """Lines for the lobby: the deal, its first players and date, and who may play."""
    players = listed([safe_name(name) for name in first.names])
    return [
        f"**A deal played again** · Deal {first.deal} of {players}, <t:{int(first.at)}:D>.",
        "-# The same cards in the same seats. Anyone who has seen them can play, too.",
    ]


def first_owner(first: FirstTime, seat: Seat) -> str:
    """``Ann's cards``: the first player of a seat's cards."""
    return f"{safe_name(first.names[seat])}'s cards"


def first_result_lines(first: FirstTime) -> list[str]:
    """Lines for the end: bid and scores of the first time."""
    bid = "" if first.bid is None else f"{safe_name(first.names[first.bid.seat])} {_how(first.bid)} · "
    lines = [f"**The first time** · {bid}<t:{int(first.at)}:D>"]
    return lines + [f"{gained(one.scored)} {_side(first, one.seats)}" for one in first.scores]


def _how(bid: FirstBid) -> str:
    """The result of a bid, in the words of a deal's recap."""
    if bid.folded:
        return f"bid {signed(bid.points)} and gave up"
    if bid.shot:
        return f"shot the moon and {'took every trick' if bid.made else 'lost a trick'}"
    if not bid.points:
        return "owed nothing"
    verb = "made" if bid.made else "didn't make"
    return f"{verb} {signed(bid.points)}"


def _side(first: FirstTime, seats: tuple[Seat, ...]) -> str:
    """Names of a side's players; *Dummy* for a hand without one."""
    return " & ".join(safe_name(first.names[seat]) for seat in seats if seat < len(first.names)) or "Dummy"
