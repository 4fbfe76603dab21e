"""Fixed phrases and computers' remarks: their texts, the panel, and the table's last ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.table.desk.phrases import Phrase, Remark, Said
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import Verb
from cogs.ui.items import panel, rows_of, table_button
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
REMARKS: Final[Mapping[str, Mapping[Remark, str]]] = {
    "rosie": {
        Remark.MADE: "That worked out.",
        Remark.SET: "I bid one too many.",
        Remark.PARTNER: "Nicely played, partner.",
    },
    "jack": {
        Remark.MADE: "Worth the bid.",
        Remark.SET: "I'd bid it again.",
        Remark.PARTNER: "Good bid, partner.",
    },
    "pearl": {
        Remark.MADE: "Glad I bid it.",
        Remark.SET: "I should have passed.",
        Remark.PARTNER: "You had that well in hand.",
    },
    "amos": {
        Remark.MADE: "Got there.",
        Remark.SET: "My fault.",
        Remark.PARTNER: "Well done, partner.",
    },
    "hazel": {
        Remark.MADE: "That was enough.",
        Remark.SET: "I'll be more careful.",
        Remark.PARTNER: "I like how you played that.",
    },
    "otis": {
        Remark.MADE: "I had a good feeling about that one.",
        Remark.SET: "Can't make them all.",
        Remark.PARTNER: "That's how it's done, partner.",
    },
}
"""What computers say at the end of a deal, by the key of their persona."""
EVERYONE_SEES: Final = "-# Everyone sees it on the table for a little while."


def phrases_panel(table: ShownTable, said: Phrase | None = None) -> ui.LayoutView:
    """The panel of phrases; ``said`` is the one the player has just said."""
    head = "### Say something" if said is None else f"### You said: {WORDS[said]}"
    buttons = [table_button(table, Verb.SAY, words, argument=phrase) for phrase, words in WORDS.items()]
    return panel(ui.TextDisplay(f"{head}\n{EVERYONE_SEES}"), *rows_of(buttons))


def said_line(table: ShownTable) -> str:
    """Lines with the last phrases and remarks and their speakers; empty without any."""
    said = [(name_of(table.seats[one.seat]), _words(table, one)) for one in table.talk.said]
    return "\n".join(f"💬 **{name}**: {words}" for name, words in said if words)


def _words(table: ShownTable, said: Said) -> str:
    """The text of a phrase, or of a persona's remark; empty for a computer without a persona."""
    if not isinstance(said.phrase, Remark):
        return WORDS[said.phrase]
    persona = table.seats[said.seat].persona
    return "" if persona is None else REMARKS[persona.key][said.phrase]
