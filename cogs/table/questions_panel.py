"""The first pages of *Set up*: questions on how a family plays, and last the whole rule on one screen."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from discord import ui

from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.choosing import ChooseAll, ChooseRules, ChooseSeats
from cogs.rules_pages.screen import RulesAddress, post_button
from cogs.ui.controls import Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableButton, choice, menu, table_button
from cogs.ui.rules_panel import whole_rule
from cogs.ui.words import Look
from rules.catalog import game_with
from rules.core.cards import Card
from rules.core.protocol import Game, OptionValue
from rules.core.words import counted
from rules.questions import question, topics
from rules.seatings import ASKED, seating_now, seatings

ASK: Final = "ask-"
"""Beginning of the arguments of these pages and of their menus."""
WHO: Final = f"{ASK}who"
"""The first page: how many play."""
WHOLE: Final = f"{ASK}more"
"""The last page: the whole rule."""
CHOOSE: Final = "Choose an answer"


class Entry(NamedTuple):
    """An answer in a menu, and the rules it leads to."""

    label: str
    more: str
    game: str
    options: dict[str, OptionValue]
    seats: int | None = None
    """The number of players; None to leave it as it is."""
    card: Card | None = None


class Asked(NamedTuple):
    """A page: its place among the others, its texts, and the answers with the one in force."""

    pages: tuple[str, ...]
    page: str
    title: str
    """The question; empty on the last page."""
    text: str
    entries: tuple[Entry, ...]
    now: int | None = None

    @property
    def place(self) -> int:
        """The place of the page among ``pages``."""
        return self.pages.index(self.page)


def asked_at(table: ShownTable, page: str) -> Asked:
    """The page ``page`` of a table, or the first one if the game has no such page. Takes milliseconds."""
    game = game_with(table.rules.about.key, table.rules.changes)
    pages = _pages_of(game)
    if page not in pages or page == WHO:
        return _who(table, game, pages)
    asked = question(game, page.removeprefix(ASK))
    entries = tuple(
        Entry(one.label, one.more, game.about.key, dict(one.options), card=one.card)
        for one in asked.answers[:MENU_LIMIT]
    )
    if page == WHOLE:
        return Asked(pages, page, "", whole_rule(game, len(table.seats)), entries)
    return Asked(pages, page, asked.asked, f"Now: {asked.said}", entries, asked.now)


def _pages_of(game: Game[Any]) -> tuple[str, ...]:
    return (WHO, *(ASK + topic for topic in topics(game)))


def _who(table: ShownTable, game: Game[Any], pages: tuple[str, ...]) -> Asked:
    seated = sum(not seat.is_empty for seat in table.seats)
    answers = seatings(game, seated)[:MENU_LIMIT]
    entries = tuple(Entry(one.label, one.more, one.game, dict(one.options), one.seats) for one in answers)
    said = f"Now: {game.about.title}, {counted(len(table.seats), 'player')}"
    return Asked(pages, WHO, ASKED, said, entries, seating_now(answers, game, len(table.seats)))


def page_after(table: ShownTable, page: str) -> str:
    """The page to show once the question of a page is answered: the next one, or the last again."""
    pages = _pages_of(game_with(table.rules.about.key, table.rules.changes))
    later = pages[pages.index(page) + 1 :] if page in pages else ()
    return later[0] if later else WHOLE


def change_of(asked: Asked, user_id: int, label: str) -> LobbyChange | None:
    """The change that an answer makes; None if the page doesn't have it any more."""
    entry = next((one for one in asked.entries if _value(one) == label), None)
    if entry is None:
        return None
    rules = ChooseRules(user_id, entry.game, entry.options)
    return rules if entry.seats is None else ChooseAll(user_id, (rules, ChooseSeats(user_id, entry.seats)))


def question_parts(table: ShownTable, asked: Asked) -> list[ui.Item[Any]]:
    """The text, menu and buttons of a page."""
    place = f"**{asked.place + 1} of {len(asked.pages) - 1} · {asked.title}**\n" if asked.title else ""
    parts: list[ui.Item[Any]] = [ui.TextDisplay(place + asked.text)]
    if asked.entries:
        look = Look(bool(table.rules.changes.get("blue")), table.faces)
        choices = [
            choice(
                one.label,
                _value(one),
                one.more,
                default=place == asked.now,
                emoji=None if one.card is None else look.emoji(one.card),
            )
            for place, one in enumerate(asked.entries)
        ]
        hint = "One rule more?" if asked.page == WHOLE else CHOOSE
        parts.append(menu(table, Verb.CHOOSE, asked.page, choices, placeholder=hint))
    return [*parts, ui.ActionRow(*_buttons(table, asked))]


def _value(entry: Entry) -> str:
    return entry.label[:CHOICE_LIMIT]


def _buttons(table: ShownTable, asked: Asked) -> list[TableButton]:
    """*Back*, *Next* and *The whole rule*; at the end *Post the rules*; and a name to type."""
    buttons = []
    if asked.place:
        buttons.append(_turn(table, asked.pages[asked.place - 1], "Back"))
    if asked.page == WHOLE:
        buttons.append(post_button(RulesAddress(table.id)))
    else:
        after = asked.pages[asked.place + 1]
        buttons += [] if after == WHOLE else [_turn(table, after, "Next")]
        buttons.append(_turn(table, WHOLE, "The whole rule"))
    return [*buttons, table_button(table, Verb.ASK_CODE, "Name or code …")]


def _turn(table: ShownTable, page: str, label: str) -> TableButton:
    return table_button(table, Verb.SECTION, label, argument=page)
