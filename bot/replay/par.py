"""Par of a deal: how it ends after its bids if both sides play well with all hands open."""

from __future__ import annotations

from bot.replay.open_deal import OpenDeal
from bot.replay.open_play import OpenPlay
from rules.core.decisions import Seat


def par_of(deal: OpenDeal, seat: Seat) -> int | None:
    """How many points the side of a seat is then ahead of the other; behind, if below zero.

    None where cutting cards would decide it.
    """
    totals = OpenPlay(deal.what).totals_in_the_end(deal.first)
    if totals is None:
        return None
    return sum(side.total if seat in side.seats else -side.total for side in totals)
