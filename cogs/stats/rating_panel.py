"""A rating: its number and uncertainty, the last changes, and a picture of its history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.delivery.pictures import Picture
from bot.models.boards import Games
from bot.pictures.values import RatingHistory, RatingPoint
from bot.stats.rating_model import ESTABLISHED
from bot.stats.values import RatingNow, RatingStep
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import RatingAddress, RecordAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import ordinal
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, panel, rows_of
from cogs.ui.stats_parts import explain_button, gallery, games_name
from rules.core.words import capitalized, counted, gained, signed

STEPS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class RatingCard:
    """The rating of a player or pair with its name and changes, as it is shown."""

    name: str
    """The player's name, or the pair's with an ampersand."""
    address: RatingAddress
    rated: RatingNow | None
    """None if unrated."""
    steps: Sequence[RatingStep] = ()
    """Changes by match, oldest first."""
    families: Sequence[str] = ()
    """Families of games the player or pair is rated in."""


def rating_panel(card: RatingCard, picture: Picture | None = None) -> ui.LayoutView:
    """A rating with its last changes; without a rating, how to get one."""
    address, rated = card.address, card.rated
    head = f"### Rating of {card.name}\n-# {_of_what(address)}"
    record = Control(Verb.RECORD, 0, 0, str(RecordAddress((address.entrant,))))
    back = TableButton(record, "Show the record")
    menu = _menu(address, card.families)
    if rated is None:
        text = f"{head}\nNo rating yet. Counted matches without computers give one."
        return panel(ui.TextDisplay(text), *menu, *rows_of([back]), color=SCORE_COLOR)
    text = "\n".join((head, _number(rated), *map(_step, reversed(card.steps[-STEPS_SHOWN:]))))
    row = rows_of([explain_button(str(address)), back])
    return panel(ui.TextDisplay(text), *gallery(picture), *menu, *row, color=SCORE_COLOR)


def history_of(name: str, steps: Sequence[RatingStep]) -> RatingHistory:
    """The data of the rating chart: time, rating and its uncertainty after each match."""
    return RatingHistory(
        name,
        tuple(
            RatingPoint(one.finished_at, one.after.number, one.after.uncertainty, one.after.is_provisional)
            for one in steps
        ),
    )


def _of_what(address: RatingAddress) -> str:
    if address.season_id is not None:
        return "In this season"
    return capitalized(games_name(Games.family(address.family)))


def _number(rated: RatingNow) -> str:
    rating, played = rated.rating, rated.rating.matches
    parts = [f"**{rating.number:,}** ± {rating.uncertainty:,}", f"after {counted(played, 'match')}"]
    if rating.is_provisional:
        parts.append(f"provisional for {counted(ESTABLISHED - played, 'more match')}")
    elif rated.place is not None:
        parts.append(f"{ordinal(rated.place)} here")
    return " · ".join(parts)


def _step(step: RatingStep) -> str:
    before, after = step.before.number, step.after.number
    return (
        f"-# <t:{round(step.finished_at)}:d> · {signed(before)} → {signed(after)} ({gained(after - before)})"
    )


def _menu(address: RatingAddress, families: Sequence[str]) -> list[ui.Item[Any]]:
    """A menu of the families of games; empty with fewer than two, or for a season."""
    if address.season_id is not None or len(families) < 2:
        return []
    options = [
        discord.SelectOption(
            label=_of_what(replace(address, family=family)),
            value=str(replace(address, family=family)),
            default=family == address.family,
        )
        for family in families[:MENU_LIMIT]
    ]
    return [ui.ActionRow(TableSelect(Control(Verb.RATING, 0, 0, "family"), options))]
