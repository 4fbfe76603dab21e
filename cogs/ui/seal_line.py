"""The seal of a deal, in the small print of its table: what its shuffle can be checked by afterwards."""

from __future__ import annotations

from bot.play.shown import ShownTable


def seal_line(table: ShownTable) -> str:
    """The seal of the deal under way, or of the next one; empty where there is none."""
    if table.seal is None:
        return ""
    is_dealt = table.is_playing and not table.deal_end
    return f"-# Seal of {'this' if is_dealt else 'the next'} deal: {table.seal}"
