"""The table message of a table that was closed without a winner: who or what ended it, and the score."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.common.text import has_account
from bot.models.credits import Abandoned
from bot.models.endings import Ending, leavers_lose
from bot.table.desk.shown import ShownTable
from cogs.table.rematch_lines import newcomer_lines
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, lasting_button, panel, rows_of
from cogs.ui.words import name_of, team_name, totals_text
from rules.core.decisions import Seat
from rules.core.words import capitalized, listed

LOBBIES: Final[Mapping[Ending | None, str]] = {
    None: "This table was closed before the match.",
    Ending.HOST: "The host closed this table before the match.",
    Ending.MANAGER: "{who}, who manages this server, closed this table before the match.",
    Ending.DESERTED: "No one came back, so this table was closed before the match.",
    Ending.UNSEEN: "This table couldn't be shown here for a day, so it was closed before the match.",
    Ending.NO_SERVER: "This table was closed when the bot left the server.",
    Ending.REPAIRED: "This table was damaged. Another one takes its place.",
}
NO_WINNER: Final = " The match has no winner."
MATCHES: Final[Mapping[Ending | None, str]] = {
    None: "The match ended by agreement, with no winner.",
    Ending.MANAGER: f"{{who}}, who manages this server, closed this table.{NO_WINNER}",
    Ending.DESERTED: "No one came back, so the match ended with no winner.",
    Ending.UNSEEN: "The match couldn't be shown here for a day, so it ended with no winner.",
    Ending.NO_CHANNEL: "The match ended with its channel, with no winner.",
    Ending.NO_SERVER: "The match ended when the bot left the server, with no winner.",
    Ending.FORGOTTEN: "Everyone left for good. The match has no winner.",
    Ending.REPAIRED: "This table was damaged. The match goes on at another one.",
    Ending.SCORED: "{who} had this table scored as it stood.",
}
"""None is the default for other endings."""
ALONE: Final = "{who} ended the match, with no winner."
"""For a match ended by its only player."""
NO_RESULT: Final = "No deal was scored, so this match doesn't count."


def ended_panel(table: ShownTable) -> ui.LayoutView:
    """The message of a closed table, with buttons for a new table, score sheet and replay."""
    return panel(ui.TextDisplay(ended_text(table)), *rows_of(_buttons(table)))


def _buttons(table: ShownTable) -> list[TableButton]:
    """Buttons: a new table (unless the match continues or its evening opens one), score sheet, replay."""
    if table.view is None:
        return []
    continues = table.kind.of_evening or table.end.ending is Ending.REPAIRED
    ways = [] if continues else [lasting_button(table, Verb.AGAIN, "New table")]
    if table.view.scored:
        ways.append(lasting_button(table, Verb.SHEET, "Score sheet"))
        ways.append(lasting_button(table, Verb.REPLAY, "Replay"))
    return ways


def ended_text(table: ShownTable) -> str:
    """How a table was closed and the score of its match, as text."""
    told = LOBBIES if table.view is None else MATCHES
    is_alone = table.end.ending is Ending.AGREED and table.end.by is not None
    said = ALONE if is_alone else told.get(table.end.ending, told[None])
    lines = [said.format(who=capitalized_mention(table.end.by))]
    if table.match.league_winners:
        lines = [re.sub(rf"{NO_WINNER}|,? with no winner", "", lines[0])]
    if table.view is None:
        lines.append(f"`{'/rook new' if table.kind.season is None else '/league play'}` opens another.")
        return "\n".join([f"### {table.rules.about.title}", *lines])
    if table.leaves_no_result:
        lines.append(NO_RESULT if table.kind.season is None else f"{NO_RESULT} It's still to be played.")
    elif table.counts_anywhere:
        lines += ["🏅 Counted, broken off at:", totals_text(table, table.view.totals), *_how_it_counts(table)]
    elif table.view.scored:
        lines += ["It stood at:", totals_text(table, table.view.totals)]
    lines += newcomer_lines(table)
    return "\n".join([f"### {table.rules.about.title}", *lines])


def _how_it_counts(table: ShownTable) -> list[str]:
    """A line on who won and lost a broken-off match; empty at evenings, which have rules of their own."""
    if table.kind.of_evening:
        return []
    season, won = table.kind.season, table.match.league_winners or ()
    if season is not None and season.abandoned is Abandoned.VOID:
        return ["In the league it counts for no one."]
    left = [name_of(seat) for seat in table.seats if seat.is_away]
    if not left or not leavers_lose(table.end.ending, table.kind.leaving):
        return [f"In the league, {_winners(table, won)}." if won else "No one won or lost it."]
    return [f"{listed(left)} lost it by leaving. {_winners(table, won) if won else 'No one won it'}."]


def _winners(table: ShownTable, won: Sequence[Seat]) -> str:
    return f"{team_name(table, won)} win{'s' if len(won) == 1 else ''} it"


def capitalized_mention(user_id: int | None) -> str:
    """The mention of a user, or *Someone*, for the start of a sentence."""
    return capitalized(mention_or_someone(user_id))


def mention_or_someone(user_id: int | None) -> str:
    """The mention of a user, or *someone* if it is None or a forgotten user."""
    return "someone" if user_id is None or not has_account(user_id) else f"<@{user_id}>"
