"""Parsing of typed or chosen cards, bids and actions. Errors become sentences for the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.common.errors import Refused
from bot.common.text import escaped
from cogs.framework.interactions import parse
from cogs.ui.controls import Control
from cogs.ui.group_choices import chosen_with, may_be_chosen, unpacked
from cogs.ui.words import notation
from rules.core.actions import Action, Bid, Discard
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import ChooseCards, ChooseGroup, ChooseNumber, Decision

NO_SUCH_CARDS: Final = "You can't choose those cards. Open *My hand* and choose again."
NO_BID: Final = "A bid is a whole number, like 75."
LONGEST: Final = 1000
"""Characters of an option or a field; the longest that means anything, every card of a deck, has fewer."""
LARGEST: Final = 2**53
"""Discord sends no larger number."""
TOO_LONG: Final = f"That's too long to read. Type {LONGEST:,} characters at most."


def read_cards(typed: str) -> tuple[Card, ...]:
    """Read the cards a user typed; raises ``Refused`` if one of the words is no card."""
    try:
        return parse_cards(notation(typed))
    except ValueError as error:
        raise Refused(escaped(str(error))) from None  # it quotes what was typed


def read_nest(control: Control, values: Sequence[str], decision: Decision | None) -> Discard:
    """The discard chosen so far: from the menu's ``values``, else from the pressed button's argument.

    Raises ``Refused`` if they are no cards, or may not be discarded together.
    """
    try:
        cards = chosen_with(control, values) if values else unpacked(control.argument)
    except ValueError:
        raise Refused(NO_SUCH_CARDS) from None
    if not isinstance(decision, ChooseCards) or not may_be_chosen(decision, cards):
        raise Refused(NO_SUCH_CARDS)
    return Discard(cards)


def read_group(control: Control, values: Sequence[str], decision: Decision | None) -> Discard:
    """The cards chosen as a group so far, over one or more menus, as a ``Discard``.

    Raises ``Refused`` if they are no cards, or the decision does not offer them.
    """
    try:
        cards = chosen_with(control, values)
    except ValueError:
        raise Refused(NO_SUCH_CARDS) from None
    if not isinstance(decision, ChooseGroup) or set(cards) - set(decision.cards):
        raise Refused(NO_SUCH_CARDS)
    return Discard(cards)


def read_bid_form(values: Sequence[str], decision: Decision | None) -> Action:
    """The bid typed into a form: its points, and its color if the game's bids have one; else ``Refused``."""
    if not values or not values[0].strip().isdigit():
        raise Refused(NO_BID)
    return read_bid(" ".join(values), decision)


def read_bid(typed: str, decision: Decision | None) -> Action:
    """Read a typed bid; if the game's bids have a color it must follow, "none" for no color.

    Raises ``Refused`` if it is no bid, or its color is missing.
    """
    words = notation(typed).lower().split()
    has_colors = isinstance(decision, ChooseNumber) and bool(decision.colors)
    if has_colors and len(words) == 1 and words[0].isdigit():
        raise Refused(f"Say the color too: {words[0]} red, or {words[0]} none for no color.")
    if has_colors and words[1:] == ["none"]:
        words = words[:1]
    return parse(f"bid {' '.join(words)}")


def bid_words(bid: Bid, *, with_color: bool) -> str:
    """A bid as it is typed: ``75``, ``120 red``, ``120 none``."""
    if not with_color:
        return str(bid.points)
    return f"{bid.points} {'none' if bid.color is None else bid.color.word}"


def held(typed: Iterable[Card], cards: CardSet) -> tuple[Card, ...]:
    """The cards of ``cards`` that typed cards mean; copies of a card are typed alike and taken in turn.

    A typed card that is not held stays as it is.
    """
    left = list(cards)
    found: list[Card] = []
    for card in typed:
        alike = [one for one in left if one.face == card.face]
        found.append(card if card in left or not alike else alike[0])
        left = [one for one in left if one != found[-1]]
    return tuple(found)


def fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether each of ``wanted``, in lower case, begins a word of the text."""
    words = text.lower().replace("\N{NO-BREAK SPACE}", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted)


def is_too_long(data: Mapping[str, Any]) -> bool:
    """Whether an option of a command, or a field of a modal, is longer or larger than any valid value."""
    return any(
        len(value) > LONGEST if isinstance(value, str) else isinstance(value, int) and abs(value) > LARGEST
        for value in _typed(data)
    )


def _typed(part: Mapping[str, Any]) -> Iterator[object]:
    """The values of options in options, and of fields in fields."""
    yield part.get("value")
    for inner in (*(part.get("options") or ()), *(part.get("components") or ())):
        yield from _typed(inner)
    if isinstance(part.get("component"), dict):
        yield from _typed(part["component"])
