"""Fixed phrases: what each says, the message one chooses them in, and the line they stand in on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.table.desk.phrases import Phrase, Remark, Said
from bot.table.desk.shown import ShownTable
from cogs.table.persona_words import REMARKS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.words import name_of

WORDS: Final[Mapping[Phrase, str]] = {
    Phrase.HELLO: "Hello, everyone",
    Phrase.GOOD_LUCK: "Good luck",
    Phrase.NICE_BID: "Nice bid",
    Phrase.WELL_PLAYED: "Well played",
    Phrase.THANKS: "Thank you",
    Phrase.MY_FAULT: "My fault, partner",
    Phrase.NO_WORRIES: "No worries",
    Phrase.ONE_MOMENT: "One moment",
    Phrase.GOOD_GAME: "Good game",
}
EVERYONE_SEES: Final = "-# Everyone sees it on the table for a little while."


def phrases_panel(table: ShownTable, said: Phrase | None = None) -> ui.LayoutView:
    """What a player can say; ``said`` is what they have just said."""
    head = "### Say something" if said is None else f"### You said: {WORDS[said]}"
    buttons = [
        TableButton(Control(Verb.SAY, table.id, table.revision, phrase), words)
        for phrase, words in WORDS.items()
    ]
    return panel(ui.TextDisplay(f"{head}\n{EVERYONE_SEES}"), *rows_of(buttons))


def said_line(table: ShownTable) -> str:
    """What was said last, and by whom; empty for nothing."""
    said = [(name_of(table.seats[one.seat]), _words(table, one)) for one in table.talk.said]
    return "\n".join(f"💬 **{name}**: {words}" for name, words in said if words)


def _words(table: ShownTable, said: Said) -> str:
    """What somebody said; a computer says it in words of its own, where it is somebody."""
    if not isinstance(said.phrase, Remark):
        return WORDS[said.phrase]
    persona = table.seats[said.seat].persona
    return "" if persona is None else REMARKS[persona.key][said.phrase]
