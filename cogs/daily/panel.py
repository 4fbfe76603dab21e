"""The message of the daily deal: before it, the hand during it, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

from bot.daily.page import Comparison, DailyEnd, DailyPage
from bot.table.desk.shown import ShownHand
from cogs.hand.notes import ShownNotes
from cogs.hand.panel import hand_panel
from cogs.table.recap import ended_lines
from cogs.ui.controls import BUTTON, SELECT, Control, Verb
from cogs.ui.figure_words import ordinal
from cogs.ui.items import TableButton, TableSelect, in_blocks, panel, rows_of
from rules.core.actions import Action
from rules.core.words import counted, signed

DAILY_COLOR: Final = 0x00838F
IN_DAILY: Final[Mapping[Verb, Verb]] = {
    Verb.HAND: Verb.DAILY,
    Verb.ANSWER: Verb.DAILY_ANSWER,
    Verb.PICK: Verb.DAILY_ANSWER,
    Verb.CONFIRM: Verb.DAILY_CONFIRM,
    Verb.LAY: Verb.DAILY_LAY,
    Verb.OTHER_BID: Verb.DAILY_OTHER_BID,
}
"""The verbs of the daily deal, by the verbs of a hand's controls they replace."""
HERE: Final = "here"
"""Argument of a control: show the daily deal in place of the pressed message."""
HOW: Final = (
    "Everyone in this server gets the same cards in the same seat. Computers at their best play the others. "
    "You have one try, and only you see it."
)


def daily_panel(page: DailyPage, draft: Action | None = None) -> ui.LayoutView:
    """A user's page of a deal: before it, in it, or its result; ``draft`` is an answer not yet confirmed."""
    if page.hand is None:
        return _before(page)
    return _hand(page, page.hand, draft) if page.end is None else _after(page, page.hand, page.end)


def _before(page: DailyPage) -> ui.LayoutView:
    """What the daily deal is, and the button that begins it."""
    played = f"{_people(page.played)} played it so far." if page.played else "No one has played it yet."
    facts = "\n".join([HOW, f"{played}{_streak(page)}", _next(page)])
    play = _button(page.number, Verb.DAILY_PLAY, "Play", style=discord.ButtonStyle.success)
    rows = rows_of([play, *_earlier(page)])
    return panel(ui.TextDisplay(f"{_head(page)}\n{facts}"), *rows, color=DAILY_COLOR)


def _hand(page: DailyPage, hand: ShownHand, draft: Action | None) -> ui.LayoutView:
    """The hand with its question."""
    view = hand_panel(hand, ShownNotes(f"-# {page.title}", draft=draft), _title(page))
    for item in view.walk_children():
        if isinstance(item, TableButton | TableSelect):
            _redirect(item)
    return view


def _redirect(item: TableButton | TableSelect) -> None:
    """Replace a hand's control by that of the daily deal."""
    control = item.control
    argument = HERE if control.verb is Verb.HAND else control.argument
    item.control = control._replace(verb=IN_DAILY[control.verb], argument=argument)
    item.custom_id = item.control.custom_id(BUTTON if isinstance(item, TableButton) else SELECT)


def _after(page: DailyPage, hand: ShownHand, end: DailyEnd) -> ui.LayoutView:
    """The result and its comparison."""
    ended = "\n".join(ended_lines(hand.table, hand.table.match.deal_end, is_lone=True))
    compared = "\n".join(
        filter(None, [f"**{_ahead(end)}**", _among(end.comparison), _computer(end), _par(end)])
    )
    following = f"{_next(page)}{_streak(page)}{_streak_ahead(end)}"
    again = _button(page.number, Verb.DAILY, "Look again", HERE)
    share = [_button(page.number, Verb.DAILY_SHARE, "Share result")] if end.may_share else []
    parts = in_blocks((_head(page), ended, compared, following))
    return panel(*parts, *rows_of([again, *share, *_earlier(page)]), color=DAILY_COLOR)


def shared_panel(page: DailyPage, end: DailyEnd, user_id: int) -> ui.LayoutView:
    """A shared result: lead, place and streak, but no cards, as others may still play the deal."""
    found = end.comparison
    place = f"sharing {ordinal(found.place)} place" if found.is_shared else ordinal(found.place)
    among = f", {place} of {found.played:,}" if found.played > 1 else ""
    streak = f" {counted(page.streak, 'day')} in a row." if page.streak > 1 else ""
    told = f"<@{user_id}> played daily deal {page.number} and is {_lead(found.ahead)}{among}.{streak}"
    if not page.is_earlier:
        told += f"\n-# `/rook daily` deals you the same cards until <t:{int(page.next_at)}:f>."
    return panel(ui.TextDisplay(told), color=DAILY_COLOR)


def _head(page: DailyPage) -> str:
    return f"### {_title(page)}\n-# {page.title} · one deal"


def _title(page: DailyPage) -> str:
    return f"Daily deal {page.number}"


def _ahead(end: DailyEnd) -> str:
    """The difference of the sides, with their points."""
    points = f"your side {signed(end.own)}, theirs {signed(end.against)}"
    return f"You're {_lead(end.comparison.ahead)}: {points}."


def _among(found: Comparison) -> str:
    """The comparison with the other players of the server."""
    if found.played == 1:
        return "You're the first to play it here."
    came = f"you share {ordinal(found.place)} place" if found.is_shared else f"you're {ordinal(found.place)}"
    figures = f"the best {_lead(found.best)}, the middle {_lead(found.middle)}"
    return f"{_people(found.played)} played it here: {figures}. Among them {came}."


def _computer(end: DailyEnd) -> str:
    if end.computer is None:
        return "-# A computer is still playing it in your seat. Look again in a minute."
    return f"A computer in your seat was {_lead(end.computer)}."


def _par(end: DailyEnd) -> str:
    """The par of the seat; empty if it is not known."""
    if end.par is None:
        return ""
    return f"Par is {_lead(end.par)}: the computers' bids, then good play with all the cards face up."


def _lead(ahead: int) -> str:
    """A difference in points: ``20 ahead``, ``5 behind`` or ``level``."""
    return f"{abs(ahead)} {'ahead' if ahead > 0 else 'behind'}" if ahead else "level"


def _people(number: int) -> str:
    return "1 person has" if number == 1 else f"{number:,} people have"


def _streak(page: DailyPage) -> str:
    return f" You've played {counted(page.streak, 'day')} in a row." if page.streak > 1 else ""


def _streak_ahead(end: DailyEnd) -> str:
    days = end.streak_ahead
    return f" You've been ahead of the middle {counted(days, 'day')} in a row." if days > 1 else ""


def _next(page: DailyPage) -> str:
    if page.is_earlier:
        return "This deal's day is over. `/rook daily` shows today's."
    return f"The next one comes <t:{int(page.next_at)}:R>."


def _earlier(page: DailyPage) -> list[TableButton]:
    """The button to yesterday's deal, to finish or to see it; none if the user has not begun it."""
    if page.yesterday is None:
        return []
    number, is_over = page.yesterday
    return [_button(number, Verb.DAILY, f"{'See' if is_over else 'Finish'} deal {number}", HERE)]


def _button(
    number: int,
    verb: Verb,
    label: str,
    argument: str = "",
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    return TableButton(Control(verb, number, 0, argument), label, style=style)
