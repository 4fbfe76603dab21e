"""Texts of the rules filled in for a table: players' names for seats, faces or shapes for cards."""

from __future__ import annotations

import re
from typing import Final

from bot.common.text import FORMER_PLAYER, is_former, shortened
from bot.table.desk.shown import ShownTable
from cogs.ui.words import look_of, names_of, plain_names_of, safe_reason
from rules.core.actions import Fault
from rules.core.events import HeardEvent, Ruled
from rules.core.views import TableView
from rules.core.words import capitalized

LONGEST: Final = 400
"""Characters of one sentence, names included."""
_CARD: Final = r"\{(?:[A-Z]\d|Rook)[^}]*\}"
CARDS_IN_A_ROW: Final = re.compile(f"({_CARD}), (?={_CARD})")
"""A card followed by another one: between faces no comma is needed."""


def said(table: ShownTable, text: str) -> str:
    """A rules template with names and cards filled in; shortened to ``LONGEST``, first by dropping faces."""
    shown = text
    if "{" in text:
        look = look_of(table)
        side_by_side = CARDS_IN_A_ROW.sub(r"\1 ", text) if look.faces else text
        shown = side_by_side.format(*names_of(table), **look.fields)
        if len(shown) > LONGEST:  # faces take more room than words, and none may be cut apart
            shown = text.format(*names_of(table), **look.in_words.fields)
    return shown if len(shown) <= LONGEST else shortened(shown, LONGEST)


def plain(table: ShownTable, text: str) -> str:
    """A template of the rules filled in as plain text, for buttons and menus."""
    assert table.view is not None
    return text.format(*plain_names_of(table), **look_of(table).plain_fields)


def told(table: ShownTable, event: HeardEvent) -> str:
    """An event as a sentence; empty for events that the table shows anyway."""
    if isinstance(event, Ruled) and isinstance(event.reason, str) and not isinstance(event.reason, Fault):
        event = event._replace(reason=safe_reason(event.reason))
    return as_sentence(table, said(table, table.rules.words.event(event)))


def as_sentence(table: ShownTable, text: str) -> str:
    """A text with a capital letter if it begins with a former player; users' names stay as they are."""
    has_former = any(is_former(seat.user_id, seat.name) for seat in table.seats)
    return capitalized(text) if has_former and text.startswith(FORMER_PLAYER) else text


def news(table: ShownTable, view: TableView) -> str:
    """The view's last events, one small line each, newest last."""
    return "\n".join(f"-# {line}" for event in view.news if (line := told(table, event)))
