"""Buttons of a hand that are no answers: hint, claim, take back, phrases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.table.desk.shown import ShownTable
from bot.table.match.claims import is_settled
from cogs.ui.card_choices import PHONE_ROW
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, TableSelect, rows_of
from rules.core.actions import Play
from rules.core.decisions import ChooseCard
from rules.core.views import SeatView

CLAIM_MOST: Final = 6
"""Largest hand from which a claim is offered: with more cards it is hardly ever sure."""


def with_extras(rows: Sequence[ui.ActionRow[Any]], extras: Sequence[TableButton]) -> list[ui.ActionRow[Any]]:
    """Rows with extra buttons after them: in the last row if a phone has room for all of them there."""
    last = rows[-1].children if rows else []
    if not 0 < len(last) + len(extras) <= PHONE_ROW or any(isinstance(item, TableSelect) for item in last):
        return [*rows, *rows_of(extras)]
    return [*rows[:-1], ui.ActionRow(*last, *extras)]


def extra_buttons(
    table: ShownTable, view: SeatView, *, has_hint: bool, is_claim_sure: bool
) -> list[TableButton]:
    """*Hint* (unless ``has_hint``), *Claim the rest*, *Take back* and *Say …*, if allowed now."""
    buttons = []
    if view.decision is not None and table.has_hints and not has_hint:
        buttons.append(TableButton(Control(Verb.HINT, table.id, table.revision), "Hint", emoji="💡"))
    if may_claim(table, view) and (is_claim_sure or not must_be_sure(table)):
        buttons.append(
            TableButton(Control(Verb.CLAIM, table.id, table.revision), "Claim the rest", emoji="🙌")
        )
    if view.seat in table.voting.may_take_back:
        buttons.append(TableButton(Control(Verb.TAKE_BACK, table.id, table.revision), "Take back", emoji="↩️"))
    return [*buttons, *phrases_buttons(table)]


def phrases_buttons(table: ShownTable) -> list[TableButton]:
    """The button that opens the phrases; an empty list if the table doesn't allow them."""
    say = TableButton(Control(Verb.PHRASES, table.id, table.revision), "Say …", emoji="💬")
    return [say] if table.has_phrases else []


def must_be_sure(table: ShownTable) -> bool:
    """Whether a claim has to be certain: computers can't be asked."""
    return any(seat.computer for seat in table.seats)


def may_claim(table: ShownTable, view: SeatView) -> bool:
    """Whether the seat plays to a trick, with 2 to ``CLAIM_MOST`` cards in hand, where claims are known."""
    decision = view.decision
    if not table.rules.has_claims or not isinstance(decision, ChooseCard):
        return False
    if not 1 < len(decision.held) <= CLAIM_MOST:
        return False
    return is_settled(view.table) and isinstance(next(decision.answers()), Play)
