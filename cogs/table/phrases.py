"""Fixed phrases that players say at the table, by button and by command, and the remarks of computers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from discord import app_commands, ui

from bot.common.errors import Refused
from bot.table.desk.phrases import Phrase, Remark, Said
from bot.table.desk.shown import ShownTable
from bot.table.play import NO_PHRASES
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, show_privately, table_at
from cogs.framework.permissions import PLAYING, SHOWS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, panel, rows_of, table_button
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
MOST_PHRASES: Final = 4
PHRASES_WINDOW: Final = 60.0
"""Seconds in which one player may say ``MOST_PHRASES``."""
TOO_MANY: Final = "You've said a lot in a short time."
NO_SUCH_PHRASE: Final = "That isn't one of the phrases. Choose one with *Say …* in your hand."


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


async def press_phrases(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the phrases as buttons; refuse if the table does not allow them."""
    table = await table_at(interaction, control)
    if not table.talk.allowed.phrases:
        raise Refused(NO_PHRASES)
    await show_privately(interaction, phrases_panel(table))


async def press_say(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Say the phrase of a button to everyone at the table, and show the phrases again."""
    phrase = next((one for one in Phrase if one == control.argument), None)
    if phrase is None:
        raise Refused(NO_SUCH_PHRASE)
    table = await _say(interaction, phrase, control.table_id)
    await show_privately(interaction, phrases_panel(table, phrase))


@app_commands.command(name="say", description="Say a phrase at the table, for everyone there")
@app_commands.describe(phrase="What to say")
@app_commands.choices(phrase=[app_commands.Choice(name=words, value=one) for one, words in WORDS.items()])
async def say(interaction: Interaction, phrase: str) -> None:
    """Say a phrase to everyone at the table, and show the phrases as buttons."""
    said = Phrase(phrase)
    await show_privately(interaction, phrases_panel(await _say(interaction, said), said))


async def _say(interaction: Interaction, phrase: Phrase, table_id: int | None = None) -> ShownTable:
    """Say a phrase; a refused one does not count against the limit."""
    app, user_id = interaction.client.app, interaction.user.id
    with app.delivery.cooldowns.doing(("say", user_id), PHRASES_WINDOW, TOO_MANY, most=MOST_PHRASES):
        return await app.tables.play.say(channel_of(interaction), user_id, phrase, table_id=table_id)


class Phrases(Extension):
    """The command and buttons of the fixed phrases."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, PLAYING, (say,)),)
    presses: ClassVar = {
        Verb.PHRASES: Press(press_phrases, SHOWS),
        Verb.SAY: Press(press_say, PLAYING),
    }


setup = Phrases.setup
