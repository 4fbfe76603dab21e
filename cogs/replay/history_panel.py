"""The history message: a user's matches, with date, company and result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.models.stored_results import MatchPlayer, MatchResult
from bot.stats.histories import PastMatch, PastMatches
from cogs.league.results_panel import STATES
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, menu_row, page_buttons, panel
from cogs.ui.match_kind import PLAYED_AGAIN
from cogs.ui.words import name_of, safe_name
from rules.core.outcome import Ranking
from rules.core.words import listed, signed

HISTORY_COLOR: Final = 0x546E7A
NOTHING: Final = "You haven't finished a deal in this server yet. `/rook new` opens a table."
UNREADABLE: Final = "The record of this match is damaged. Nothing else is lost."


def history_panel(found: PastMatches) -> ui.LayoutView:
    """A page of a user's matches, the newest first, with a menu of replays."""
    if not found.matches:
        return panel(ui.TextDisplay(f"### History\n{NOTHING}"), color=HISTORY_COLOR)
    pages = f" · page {found.place.page + 1} of {found.place.pages}" if found.place.pages > 1 else ""
    lines = [line for one in found.matches for line in _lines(one, found.user_id)]
    return panel(
        ui.TextDisplay(f"### History{pages}"),
        ui.TextDisplay("\n".join(lines)),
        *_menu(found),
        *page_buttons(lambda page, mark: Control(Verb.HISTORY, 0, page, mark), found.place, "Newer", "Older"),
        color=HISTORY_COLOR,
    )


def _lines(one: PastMatch, user_id: int) -> list[str]:
    if not one.title:
        return [f"**Match {one.table_id}**", f"-# {UNREADABLE}"]
    marks = " · with real cards" if one.is_paper else ""
    marks += f" · {PLAYED_AGAIN}" if one.is_earlier_deal_again else ""
    marks += " · points corrected" if one.is_corrected else ""
    marks += STATES[one.state]
    ended = _result(one, user_id)
    marks += " · forfeited by leaving" * (one.result is not None and one.result.is_decided_by_leaving)
    return [
        f"**{one.title}** · {ended}",
        f"-# <t:{round(one.at)}:d> · match {one.table_id}{marks} · {_company(one, user_id)}",
    ]


def _result(one: PastMatch, user_id: int) -> str:
    """The result for the user: won, drawn or lost, and the points of each side, theirs first."""
    if one.is_open:
        return "under way"
    own = None if one.result is None else _own(one, user_id)
    if one.result is not None and own is not None and one.result.has_left(own):
        return "lost by leaving"
    if one.result is None or own is None or _has_no_winner(one.result):
        return "no winner"
    if one.result.ranking is Ranking.SOLVED:
        return "**solved**" if own.won else "not solved"
    verdict = _verdict(one.result, own)
    if one.result.broken_off:
        return f"{verdict}, broken off"
    if not one.result.ranking.keeps_points:
        return verdict
    points = {player.side: player.points for player in one.result.players}
    order = sorted(points, key=lambda side: side != own.side)
    dash = "–" if min(points.values()) >= 0 else " – "  # a dash next to a minus reads as another minus
    return f"{verdict} {dash.join(signed(points[side]) for side in order)}"


def _has_no_winner(result: MatchResult) -> bool:
    """Whether a match was broken off, and its season gave no one the win."""
    return result.broken_off and not any(player.won for player in result.players)


def _verdict(result: MatchResult, own: MatchPlayer) -> str:
    """Won, drawn or lost; no result for a player without a win on a side that another player left."""
    if result.is_forfeited:
        has_scored = own.place == 1 and not result.broken_off and not _is_drawn(result)
        has_won = own.won or (own.side in result.sides_left and has_scored)
        return "**won**" if has_won else "no result" if own.side in result.sides_left else "lost"
    return "drew" if own.won and _is_drawn(result) else "**won**" if own.won else "lost"


def _is_drawn(result: MatchResult) -> bool:
    """Whether there are several sides, all in first place."""
    return len({player.side for player in result.players}) > 1 and all(
        player.place == 1 for player in result.players
    )


def _own(one: PastMatch, user_id: int) -> MatchPlayer | None:
    players = () if one.result is None else one.result.players
    return next((player for player in players if player.user_id == user_id), None)


def _company(one: PastMatch, user_id: int) -> str:
    """The partners and opponents; without a result, the other players at the table."""
    own = _own(one, user_id)
    if one.result is None or own is None:
        others = [name_of(seat) for seat in one.seats if seat.user_id != user_id and not seat.is_empty]
        return f"with {listed(others)}" if others else "alone"
    partners = _names(one, [who for who in one.result.players if who.side == own.side and who != own])
    against = _names(one, [who for who in one.result.players if who.side != own.side])
    told = [f"with {listed(partners)}"] * bool(partners) + [f"against {listed(against)}"] * bool(against)
    return " ".join(told) or "alone"


def _names(one: PastMatch, players: Sequence[MatchPlayer]) -> list[str]:
    """The names of players at the table; forgotten users have a general one."""
    return [
        name_of(one.seats[who.seat]) if who.seat < len(one.seats) else safe_name(who.name) for who in players
    ]


def _menu(found: PastMatches) -> list[ui.ActionRow[Any]]:
    """The menu of the matches on the page that can be replayed; empty if there are none."""
    options = [
        discord.SelectOption(
            label=f"Match {one.table_id} · {one.title}"[:CHOICE_LIMIT], value=str(one.table_id)
        )
        for one in found.matches
        if one.title and not one.is_paper
    ]
    return menu_row(Control(Verb.REPLAY, 0, 0), options, "Choose a match to look back at")
