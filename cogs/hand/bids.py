"""Bids as buttons and a menu: the lowest ones as buttons, higher ones in a menu or typed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import discord
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.ui.answer_buttons import answer_button
from cogs.ui.controls import Verb
from cogs.ui.items import MENU_LIMIT, TableButton, menu, rows_of, table_button
from cogs.ui.words import NO_COLOR, Look
from rules.core.actions import Bid
from rules.core.decisions import ChooseNumber
from rules.core.words import signed

QUICK_BIDS: Final = 5
MANY_BIDS: Final = 10
"""If more bids than this follow the quick ones, some round numbers get buttons too."""
ROUND_BIDS: Final = 5


def bid_rows(
    table: ShownTable, decision: ChooseNumber, look: Look, others: Sequence[TableButton]
) -> list[ui.ActionRow[Any]]:
    """Rows of legal bids, then ``others``; with *Another bid* if not every legal bid has a control."""
    rows, is_all = _with_color(table, decision, look) if decision.colors else _numbers(table, decision)
    another = table_button(table, Verb.OTHER_BID, "Another bid …")
    return [*rows, *rows_of([*others, *([] if is_all else [another])])]


def bid_text(bid: Bid, look: Look) -> str:
    """A bid with its color in words: ``120 red``, ``120 no color``."""
    return f"{signed(bid.points)} {NO_COLOR if bid.color is None else look.words[bid.color]}"


def _numbers(table: ShownTable, decision: ChooseNumber) -> tuple[list[ui.ActionRow[Any]], bool]:
    """Rows of the next bids, and of round ones above if there are many; whether those are all bids."""
    quick, above = decision.numbers[:QUICK_BIDS], decision.numbers[QUICK_BIDS:]
    rounds = [number for number in above if not number % (QUICK_BIDS * decision.step)][:ROUND_BIDS]
    if len(above) <= MANY_BIDS:
        rounds = []
    rows = [*rows_of([_number(table, number) for number in quick])]
    rows += rows_of([_number(table, number) for number in rounds])
    return rows, len(above) == len(rounds)


def _number(table: ShownTable, points: int) -> TableButton:
    return answer_button(table, Bid(points), signed(points), style=discord.ButtonStyle.primary)


def _with_color(
    table: ShownTable, decision: ChooseNumber, look: Look
) -> tuple[list[ui.ActionRow[Any]], bool]:
    """The lowest bid in each color as a button, higher ones in a menu; whether those are all bids."""
    lowest = [_colored(table, Bid(decision.least, color), look) for color, _ in decision.colors]
    bids = (bid for bid in decision.answers() if isinstance(bid, Bid) and bid.points > decision.least)
    higher = list(islice(bids, MENU_LIMIT + 1))
    rows = rows_of(lowest)
    if higher:
        options = [_option(bid, look) for bid in higher[:MENU_LIMIT]]
        rows.append(menu(table, Verb.PICK, "bid", options, placeholder="Bid higher"))
    return rows, len(higher) <= MENU_LIMIT


def _colored(table: ShownTable, bid: Bid, look: Look) -> TableButton:
    emoji = None if bid.color is None else look.mark(bid.color)
    return answer_button(table, bid, bid_text(bid, look), style=discord.ButtonStyle.primary, emoji=emoji)


def _option(bid: Bid, look: Look) -> discord.SelectOption:
    emoji = None if bid.color is None else look.mark(bid.color)
    return discord.SelectOption(label=bid_text(bid, look), value=str(bid), emoji=emoji)
