"""The private message with a game's rules: in short, a word explained, or in full by pages."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from discord import ui

from bot.delivery.pictures import Picture
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, choice, panel, rows_of
from cogs.ui.rules_panel import (
    OUR_READING,
    RULES_COLOR,
    difference_title,
    facts_line,
    house_name,
    rules_texts,
    summary_of,
    versus,
    whole_rule,
)
from cogs.ui.stats_parts import gallery
from rules.codes import code_of
from rules.core.about import Term
from rules.core.protocol import Game
from rules.difference import NOT_THERE
from rules.in_short import in_short

LONGEST_CODE: Final = 80
"""Most characters of a code in a control."""
READING: Final = Term(
    OUR_READING,
    "Now and then a rule book is silent or unclear, or another one disagrees. “How we play it” says what is"
    " played there.",
)
SENTENCE: Final = re.compile(r"(?<=\.) ")
"""The space between two sentences."""
NO_SUCH_WORD: Final = "That word isn't explained here. Choose one from the list."


class RulesAddress(NamedTuple):
    """The game of a rules message, as its controls carry it: a table, or a code."""

    table_id: int
    code: str = ""

    @classmethod
    def of(cls, control: Control) -> RulesAddress:
        """The address a control carries."""
        return cls(control.table_id, control.argument)

    def control(self, verb: Verb, page: int = 0) -> Control:
        """A control that opens a page of these rules, from 1; 0 is the short form."""
        return Control(verb, self.table_id, page, self.code)


def short_rules(game: Game[Any], address: RulesAddress, picture: Picture | None = None) -> ui.LayoutView:
    """The short rules: aim, cards, course of a deal and scoring, on one screen of a phone."""
    about = game.about
    lines = [f"**{heading}**: {text}" for heading, text in in_short(about.rules)]
    head = f"## {about.title}\n{summary_of(about, game.changes())}\n-# {facts_line(about, game.options)}"
    if name := house_name(about.key, game.changes()):
        head += f"\n🔸 {name} · listed in *All the rules*"
    parts: list[ui.Item[Any]] = [ui.TextDisplay(head), ui.TextDisplay("\n".join(lines)), *gallery(picture)]
    buttons = [TableButton(address.control(Verb.ALL_RULES, 1), "All the rules"), post_button(address)]
    return panel(*parts, _words(game, address), *rows_of(buttons), color=RULES_COLOR)


def post_button(address: RulesAddress) -> TableButton:
    """The button that posts these rules in the channel, for everyone to read, print or pin."""
    return TableButton(address.control(Verb.POST_RULES), "Post the rules")


def posted_rules(game: Game[Any], seats: int | None) -> ui.LayoutView:
    """The message with all of a game's rules in short, without controls; ``seats`` are a table's."""
    return panel(ui.TextDisplay(whole_rule(game, seats)), color=RULES_COLOR)


def explained(game: Game[Any], address: RulesAddress, word: str) -> ui.LayoutView | None:
    """The meaning of a word in a game; None if it is not one of ``terms_of``."""
    meaning = next((term.meaning for term in terms_of(game) if term.word == word), None)
    if meaning is None:
        return None
    text: ui.Item[Any] = ui.TextDisplay(f"### {word}\n{meaning}\n-# In {game.about.title}")
    return panel(text, _words(game, address, word), *rows_of(_navigation(address)), color=RULES_COLOR)


def rules_page(game: Game[Any], address: RulesAddress, page: int) -> ui.LayoutView:
    """A page of the full rules, from 1; the last one if there are fewer."""
    texts = rules_texts(game)
    page = min(page, len(texts))
    buttons = [TableButton(address.control(Verb.ALL_RULES), "In short")]
    if page > 1:
        buttons.append(TableButton(address.control(Verb.ALL_RULES, page - 1), "Previous page"))
    if page < len(texts):
        buttons.append(TableButton(address.control(Verb.ALL_RULES, page + 1), "Next page"))
    return panel(ui.TextDisplay(texts[page - 1]), *rows_of(buttons), color=RULES_COLOR)


def differences_in_play(ours: Game[Any], theirs: Game[Any]) -> ui.LayoutView | None:
    """How two games differ in their short rules, sentence by sentence, and a button for every option.

    None if their short rules are the same, or their codes are too long for a control.
    """
    here, there = dict(in_short(ours.about.rules)), dict(in_short(theirs.about.rules))
    texts = [
        versus(
            heading,
            _without(here.get(heading, ""), there.get(heading, "")),
            _without(there.get(heading, ""), here.get(heading, "")),
        )
        for heading in {**here, **there}
        if here.get(heading) != there.get(heading)
    ]
    codes = f"{code_of(ours)} {code_of(theirs)}"
    if not texts or len(codes) > LONGEST_CODE:
        return None
    button = TableButton(Control(Verb.DIFFERENCES, 0, 0, codes), "Every difference")
    text = "\n".join([difference_title(ours, theirs), *texts])
    return panel(ui.TextDisplay(text), *rows_of([button]), color=RULES_COLOR)


def _without(text: str, other: str) -> str:
    """The sentences of a text that another one does not have; "–" if it has all of them."""
    shared = set(SENTENCE.split(other))
    return " ".join(one for one in SENTENCE.split(text) if one not in shared) or NOT_THERE


def terms_of(game: Game[Any]) -> tuple[Term, ...]:
    """What a menu explains: a game's terms, our reading, its rule sections; at most ``MENU_LIMIT``."""
    sections = (Term(section.heading, section.text) for section in game.about.rules)
    return (*game.words.terms(), READING, *sections)[:MENU_LIMIT]


def _words(game: Game[Any], address: RulesAddress, chosen: str = "") -> ui.ActionRow[Any]:
    words = [choice(term.word, default=term.word == chosen) for term in terms_of(game)]
    return ui.ActionRow(TableSelect(address.control(Verb.WORD), words, placeholder="What does a word mean?"))


def _navigation(address: RulesAddress) -> list[TableButton]:
    return [
        TableButton(address.control(Verb.ALL_RULES), "In short"),
        TableButton(address.control(Verb.ALL_RULES, 1), "All the rules"),
    ]
