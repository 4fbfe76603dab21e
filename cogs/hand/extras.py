"""What a hand offers besides the answers: a hint, a claim, to take back what one just did, a phrase."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.table.desk.shown import ShownTable
from bot.table.match.claims import is_settled
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, rows_of
from rules.core.actions import Play
from rules.core.decisions import ChooseCard
from rules.core.views import SeatView

CLAIM_MOST: Final = 6
"""Cards in a hand from which a claim is offered: with more it is hardly ever sure."""


def extra_rows(table: ShownTable, view: SeatView, *, has_hint: bool) -> list[ui.ActionRow[Any]]:
    """The buttons below a question, as far as they can be pressed now."""
    buttons = []
    if view.decision is not None and table.has_hints and not has_hint:
        buttons.append(TableButton(Control(Verb.HINT, table.id, table.revision), "Hint", emoji="💡"))
    if table.rules.has_claims and _may_claim(view):
        buttons.append(
            TableButton(Control(Verb.CLAIM, table.id, table.revision), "Claim the rest", emoji="🙌")
        )
    if view.seat in table.voting.may_take_back:
        buttons.append(TableButton(Control(Verb.TAKE_BACK, table.id, table.revision), "Take back", emoji="↩️"))
    return rows_of([*buttons, *phrases_buttons(table)])


def phrases_buttons(table: ShownTable) -> list[TableButton]:
    """The way to the phrases, where players may say them."""
    say = TableButton(Control(Verb.PHRASES, table.id, table.revision), "Say …", emoji="💬")
    return [say] if table.has_phrases else []


def _may_claim(view: SeatView) -> bool:
    """Whether a claim is worth a button: a card is to be played, and it is neither early nor the last."""
    decision = view.decision
    if not isinstance(decision, ChooseCard) or not 1 < len(decision.held) <= CLAIM_MOST:
        return False
    return is_settled(view.table) and isinstance(next(decision.answers()), Play)
