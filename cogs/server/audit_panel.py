"""The audit list of a server: what which manager did at its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.common.text import in_markdown
from bot.models.endings import Managed
from bot.server.management import AuditEntry
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.table.ended_panel import capitalized_mention, mention_or_someone
from cogs.ui.items import panel
from cogs.ui.words import REASON_LIMIT

DID: Final[Mapping[Managed, str]] = {
    Managed.CLOSED: "closed the table",
    Managed.RULED: "ruled",
    Managed.REMOVED: "removed a player",
    Managed.REPAIRED: "repaired the table",
}

ACT_LIMIT: Final = NAME_LIMIT + REASON_LIMIT + 60
"""Characters of one act: a ruling, the player it is against, and the reason."""


def audit_panel(acts: Sequence[AuditEntry], page: int) -> ui.LayoutView:
    """A page of managers' acts, in the order given; says so if there are none."""
    lines = [f"### What managers did · page {page}", *map(_line, acts)]
    if not acts:
        lines.append("Nothing is listed here.")
    return panel(ui.TextDisplay("\n".join(lines)))


def _line(act: AuditEntry) -> str:
    why = f": {in_markdown(act.reason, ACT_LIMIT)}" if act.reason else ""
    did = DID[act.what] if act.removed is None else f"removed {mention_or_someone(act.removed)}"
    return f"<t:{round(act.at)}:f> · table {act.table_id} · {capitalized_mention(act.user_id)} {did}{why}"
