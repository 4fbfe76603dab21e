"""The audit list of a server: what its managers did at its tables, and who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.endings import Managed
from bot.services.management import AuditEntry
from cogs.ui.ended_panel import closer
from cogs.ui.items import panel
from cogs.ui.words import safe_reason

DID: Final[Mapping[Managed, str]] = {
    Managed.CLOSED: "closed the table",
    Managed.RULED: "ruled",
    Managed.REMOVED: "removed a player",
    Managed.REPAIRED: "repaired the table",
}


def audit_panel(acts: Sequence[AuditEntry], page: int) -> ui.LayoutView:
    """A page of what managers did, the newest first."""
    lines = [f"### What managers did · page {page}", *map(_line, acts)]
    if not acts:
        lines.append("Nothing is listed here.")
    return panel(ui.TextDisplay("\n".join(lines)))


def _line(act: AuditEntry) -> str:
    why = f": {safe_reason(act.reason)}" if act.reason else ""
    return f"<t:{round(act.at)}:f> · table {act.table_id} · {closer(act.user_id)} {DID[act.what]}{why}"
