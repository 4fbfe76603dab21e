"""The seal of a deal, in the small print of its table: what its shuffle can be checked by afterwards.

Of its 32 characters and two words a phone makes one line.
"""

from __future__ import annotations

from bot.table.desk.shown import ShownTable


def seal_line(table: ShownTable) -> str:
    """The seal of the deal under way, or of the next one; empty where there is none."""
    if table.match.seal is None:
        return ""
    return f"-# {'Next seal' if table.match.deal_end else 'Seal'} {table.match.seal}"
