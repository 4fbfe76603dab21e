"""What was special in a match, in a line; nothing where nothing was."""

from __future__ import annotations

from bot.table.desk.shown import ShownTable
from bot.table.reading import MatchNotes
from cogs.ui.words import name_of
from rules.core.words import counted


def notes_line(table: ShownTable, notes: MatchNotes) -> str:
    """``2 deals with a computer for Ann · 1 turn timed out for Ann · 1 ruling``."""
    told = [
        f"{counted(one.deals, 'deal')} with a computer for {name_of(table.seats[one.seat])}"
        for one in notes.stand_ins
        if one.seat < len(table.seats)
    ]
    told += [
        f"{counted(one.times, 'turn')} timed out for {name_of(table.seats[one.seat])}"
        for one in notes.time_outs
        if one.seat < len(table.seats)
    ]
    told += [counted(len(notes.rulings), "ruling")] if notes.rulings else []
    told += [f"{counted(notes.redeals, 'deal')} dealt again by agreement"] if notes.redeals else []
    told += [f"{counted(notes.take_backs, 'play')} taken back"] if notes.take_backs else []
    return " · ".join(told)
