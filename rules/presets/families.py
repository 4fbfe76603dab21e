"""Presets of families and clubs. What a family did not say follows the Kentucky Discard."""

from __future__ import annotations

from typing import Final

from rules.presets.preset import Preset

TOLD: Final = "Families and clubs"

FAMILIES: Final = (
    Preset(
        "grants_pass",
        "Grant's Pass",
        TOLD,
        "Every card and 120 points, with 13s for 14s; the bird is the lowest trump. Bids from 70, to 300.",
        "kentucky",
        {
            "numbers": "1-14",
            "rook": "low",
            "rook_plays": "as_trump",
            "counters": "5:5 10:10 13:10",
        },
    ),
    Preset(
        "three_hundred_ahead",
        "Three hundred ahead",
        TOLD,
        "The nest is turned up for all and its points are the bidder's. To 300, or 300 points ahead.",
        "kentucky",
        {
            "nest_shown": "after_bidding",
            "nest_to": "declarer",
            "first_lead": "dealer",
            "lead_wins": 300,
        },
    ),
)
