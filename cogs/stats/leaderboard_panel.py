"""The leaderboard of a server: players or pairs, by wins, share of wins or rating, in pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import ui

from bot.common.pages import Page
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing
from bot.stats.leaderboards import board_of
from bot.stats.values import LeaderLine
from cogs.league.standings_panel import heads_button
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import BoardAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import percent, shown
from cogs.ui.items import TableButton, TableSelect, panel
from cogs.ui.stats_parts import NONE_HERE, Scopes, explain_button, menus, scope_line
from rules.catalog import GAMES
from rules.core.words import counted

ORDER: Final = "order"
LEAST_FOR_SHARE: Final = 10
"""Matches needed for a place by share of wins, if the user types no other number."""


def leaderboard_panel(found: Page[LeaderLine], address: BoardAddress, scopes: Scopes) -> ui.LayoutView:
    """A page of the leaderboard with its menus and buttons."""
    page = f" · page {found.page + 1} of {found.pages}" if found.pages > 1 else ""
    least = f" · {counted(address.least, 'match')} or more" if address.least else ""
    head = f"### Leaderboard of {address.competing}\n{scope_line(address, scopes)}{least}{page}"
    lines = [_line(line, address) for line in found.lines] or [_empty_text(address, scopes)]
    return panel(
        ui.TextDisplay("\n".join((head, *lines))),
        *menus(Verb.LEADERBOARD, address, scopes),
        ui.ActionRow(_orders(address)),
        ui.ActionRow(*_buttons(found, address)),
        color=SCORE_COLOR,
    )


def _line(line: LeaderLine, address: BoardAddress) -> str:
    figures = line.figures
    place = "–" if line.place is None else f"{line.place:,}\\."  # unescaped, Discord renumbers the list
    if address.order is Order.RATING and line.rating is not None:
        rating = line.rating
        told = f"{rating.number:,} ± {rating.uncertainty:,} · {counted(rating.matches, 'match')}"
    else:
        told = f"{figures.won:,} of {figures.matches:,} won ({percent(figures.win_share)})"
    return f"{place} **{shown(line.who)}** · {told}"


def _empty_text(address: BoardAddress, scopes: Scopes) -> str:
    """Why the board is empty, and what to do about it."""
    if not scopes.periods:
        return NONE_HERE
    if address.least:
        who = "No one" if address.competing is Competing.PLAYERS else "No pair"
        played = counted(address.least, "match")
        return f"{who} has played {played} or more of these. Choose another order below, or another time."
    return "No one has a place here. Choose another time below, or another game."


def rated(address: BoardAddress) -> BoardAddress:
    """The first page of the board by rating: of its season, or of all time in one family of games."""
    if address.period.season_id is not None:
        return replace(address, order=Order.RATING, games=Games.ALL, least=0, page=0)
    family = Games.family(_family(address.games))
    return replace(address, order=Order.RATING, period=Period.EVER, games=family, least=0, page=0)


def _family(games: Games) -> str:
    """The family of games that the ratings for these games belong to; bidding games by default."""
    game = GAMES.get(games.one_game or "")
    of_game = "bidding" if game is None or game.about.kind == "patience" else game.about.kind
    return games.one_family or of_game


def possible(address: BoardAddress) -> BoardAddress:
    """``address``, but by wins if it asks for ratings that do not exist for its period and games."""
    if address.order is Order.RATING and board_of(address.period, address.games) is None:
        return ordered(address, Order.WINS)
    return address


def ordered(address: BoardAddress, order: Order) -> BoardAddress:
    """The first page of the board in another order, with its least number of matches; ``rated`` by rating."""
    if order is Order.RATING:
        return rated(address)
    least = LEAST_FOR_SHARE if order is Order.SHARE else 0
    return replace(address, order=order, least=least, page=0)


def _orders(address: BoardAddress) -> TableSelect:
    least = address.least if address.order is Order.SHARE else LEAST_FOR_SHARE
    labels = {
        Order.WINS: "By matches won",
        Order.SHARE: f"By share won, {counted(least, 'match')} or more" if least else "By share won",
        Order.RATING: "By rating",
    }
    options = [
        discord.SelectOption(label=label, value=str(ordered(address, order)), default=order is address.order)
        for order, label in labels.items()
    ]
    return TableSelect(Control(Verb.LEADERBOARD, 0, 0, ORDER), options)


def _buttons(found: Page[LeaderLine], address: BoardAddress) -> list[TableButton]:
    here = replace(address, page=found.page)
    other = Competing.PAIRS if address.competing is Competing.PLAYERS else Competing.PLAYERS

    def button(label: str, to: BoardAddress, *, disabled: bool = False) -> TableButton:
        return TableButton(Control(Verb.LEADERBOARD, 0, 0, str(to)), label, disabled=disabled)

    pages = [
        button("Previous", replace(here, page=max(found.page - 1, 0)), disabled=found.page == 0),
        button("Next", replace(here, page=found.page + 1), disabled=found.page + 1 >= found.pages),
    ]
    season_id = address.period.season_id
    return [
        *(pages if found.pages > 1 else []),
        button(f"Show {other}", replace(here, competing=other, page=0)),
        *([heads_button(season_id)] if season_id is not None else []),
        explain_button(str(here)),
    ]
