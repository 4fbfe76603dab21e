"""The chart of bids by height: bars of bids made and set."""

from __future__ import annotations

from matplotlib.patches import Patch

from bot.pictures.canvas import BAD, GOOD, USUAL, new_canvas, png
from bot.pictures.grouping import grouped
from bot.pictures.values import BidHeights, heights, share
from rules.core.words import counted


def draw_bids(bids: BidHeights) -> bytes:
    """A chart of bids made and set, by height, as PNG; ``bids`` must not be empty."""
    groups = grouped(bids.heights)
    places = range(len(groups))
    made, failed = [one.made for one in groups], [one.failed for one in groups]
    tried = sum(one.bids for one in groups)
    finding = f"{share(sum(made), tried)} of {counted(tried, 'bid')} made"
    figure, axes = new_canvas(50 + 28 * len(groups), finding, "By height of the bid.")
    axes.barh(places, made, height=0.72, color=GOOD, linewidth=0)
    axes.barh(places, failed, left=made, height=0.72, color=BAD, hatch="////", linewidth=0)
    most = max(one.bids for one in groups)
    for place, one in zip(places, groups, strict=True):
        told = f"{one.made:,} of {one.bids:,}"
        axes.text(one.bids + most * 0.02, place, told, va="center", fontsize=USUAL)
    axes.set_xlim(0, most * 1.42)
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.set_xticks([])
    axes.set_yticks(places, [heights(one) for one in groups], fontsize=USUAL)
    axes.legend(
        handles=[
            Patch(color=GOOD, label="made"),
            Patch(facecolor=BAD, hatch="////", label="set", linewidth=0),
        ],
        loc="upper left",
        bbox_to_anchor=(0, 0),
        ncols=2,
        frameon=False,
        fontsize=USUAL,
        borderaxespad=0.3,
    )
    return png(figure)
