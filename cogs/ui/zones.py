"""Texts for the zones on the table: open hands, batteries, piles, the nest."""

from __future__ import annotations

from collections.abc import Collection

from bot.table.desk.shown import ShownTable
from cogs.ui.news import said
from cogs.ui.words import COVERING, Look, look_of
from rules.core.views import TableView, Zone
from rules.core.words import who


def hand_zones(table: ShownTable, view: TableView, *, without: Collection[int] = ()) -> list[str]:
    """A text for each face-up hand, without rows and the hand numbers in ``without`` (shown elsewhere)."""
    look = look_of(table)
    zones = [
        zone
        for zone in view.zones
        if zone.shown and zone.seat is not None and zone.seat not in without and not zone.is_row
    ]
    texts = [_hand_zone(table, look, zone) for zone in zones]
    if any(zone.covering for zone in zones):
        texts[-1] += f"\n-# {COVERING} covers a card"
    return texts


def _hand_zone(table: ShownTable, look: Look, zone: Zone) -> str:
    title = f"**{_title(table, zone)}**"
    covered = f" · {zone.hidden} covered" if zone.hidden else ""
    return "\n".join([title + covered, *look.lines(zone.shown, zone.covering)])


def piles(table: ShownTable, view: TableView) -> list[str]:
    """A short text for each zone that is no face-up hand and no row: ``Nest 🎴 5``."""
    zones = [zone for zone in view.zones if not zone.is_row and (zone.seat is None or not zone.shown)]
    return [_pile(table, look_of(table), zone) for zone in zones if zone.shown or zone.hidden]


def _pile(table: ShownTable, look: Look, zone: Zone) -> str:
    shown = [look.cards(zone.shown)] if zone.shown else []
    hidden = [f"🎴\N{NO-BREAK SPACE}{zone.hidden}"] if zone.hidden else []
    return f"{_title(table, zone)} {' + '.join((*shown, *hidden))}"


def _title(table: ShownTable, zone: Zone) -> str:
    """Title of a zone; its first letter is capitalized, except in a player's name."""
    assert table.view is not None
    if zone.seat is None:
        name = table.rules.words.zone(zone).name
    elif zone.seat < len(table.seats):
        name = f"{who(zone.seat)}'s hand"
    else:
        name = table.rules.words.others(table.view)[zone.seat - len(table.seats)]
    return said(table, name[:1].upper() + name[1:])
