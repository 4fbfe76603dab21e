"""The recap of a deal: bid, nest, points and score; and the announcement of the next deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import discord
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.trick_lines import last_trick_line
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, panel, table_button
from cogs.ui.match_kind import kind_marks
from cogs.ui.news import as_sentence, said, told
from cogs.ui.words import names_of, team_name
from rules.core.events import DealScored, GameWon, HeardEvent, MisdealClaimed, PassedOut, Ruled, TrickTaken
from rules.core.views import TableView, TrickView
from rules.core.words import gained, signed

ENDS: Final = (DealScored, PassedOut, MisdealClaimed, Ruled)
"""Events that end a deal; their lines come first."""


def recap(table: ShownTable, view: TableView, *, has_picture: bool = False) -> str:
    """The recap of the last deal, between deals; with ``has_picture`` without the last trick, shown there."""
    facts = (*kind_marks(table), f"Deal {view.deal} is over", table.rules.words.goal(view))
    head = [f"## {view.title}", f"-# {' · '.join(facts)}"]
    ended = [one for one in table.match.deal_end if not (has_picture and isinstance(one, TrickTaken))]
    return "\n".join([*head, *ended_lines(table, ended)])


def next_deal_text(table: ShownTable, view: TableView) -> str:
    """Who deals next, and when; without a time, that the next deal waits for *Next deal*."""
    dealer = "" if view.dealer is None else as_sentence(table, f"{names_of(table)[view.dealer]} deals next")
    if table.turn.next_deal_at is None:
        return f"**{dealer or 'The next deal waits'}.** Press *Next deal*."
    return (
        f"**{dealer or 'The next deal comes'}** <t:{int(table.turn.next_deal_at)}:R>. *Next deal* deals now."
    )


def next_deal_button(table: ShownTable) -> TableButton:
    """The button that deals the next cards at once."""
    return table_button(table, Verb.NEXT_DEAL, "Next deal", style=discord.ButtonStyle.success)


def ended_lines(table: ShownTable, ended: Iterable[HeardEvent], *, is_lone: bool = False) -> list[str]:
    """Lines on the end of a deal: first its score, or why it has none; an empty list without events.

    ``is_lone`` leaves out the deal's number, which means nothing outside a match.
    """
    events = sorted(ended, key=lambda event: not isinstance(event, ENDS))
    return [line for event in events for line in _lines(table, event, is_lone=is_lone)]


def _lines(table: ShownTable, event: HeardEvent, *, is_lone: bool) -> Iterator[str]:
    match event:
        case DealScored():
            yield from _scored(table, event, is_lone=is_lone)
        case PassedOut(deal):
            yield told(table, event) if is_lone else f"**Deal {deal}** · {told(table, event)}"
        case Ruled():
            yield ruled_line(table, event)
        case MisdealClaimed():
            yield f"**Misdeal** · {told(table, event)}"
        case GameWon():
            yield f"**{told(table, event)}**"
        case TrickTaken(winner, hands, cards, points):
            last = TrickView(tuple(zip(hands, cards, strict=True)), winner, points)
            yield f"-# {last_trick_line(table, last)}, {table.rules.words.worth(last)}"
        case _ if sentence := told(table, event):
            yield f"-# {sentence}"
        case _:
            pass


def ruled_line(table: ShownTable, ruled: Ruled) -> str:
    """A referee's ruling in one line."""
    return f"Deal {ruled.deal} · {told(table, ruled)}"


def _scored(table: ShownTable, scored: DealScored, *, is_lone: bool) -> Iterator[str]:
    title = "" if is_lone else f"**Deal {scored.deal}**"
    result = told(table, scored) if scored.contract else ""
    if line := " · ".join(filter(None, (title, result))):
        yield line
    is_alone = len(scored.sides) == 1
    for side in scored.sides:
        if not is_alone:
            yield f"{gained(side.scored)} {team_name(table, side.seats)} → **{signed(side.total)}**"
        if reason := said(table, table.rules.words.why(scored, side)):
            yield f"-# {reason}"
    if scored.dummy is not None:
        yield f"-# {gained(scored.dummy.scored)} {team_name(table, scored.dummy.seats)}, not ranked"


def deal_panel(table: ShownTable, ended: Iterable[HeardEvent]) -> ui.LayoutView:
    """A message on the end of a deal: its score, or why it has none."""
    return panel(ui.TextDisplay("\n".join(ended_lines(table, ended))))
