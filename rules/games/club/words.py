"""How melds are told of in Club, shown to everyone, and read from what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card, CardSet
from rules.core.views import TableView, Zone
from rules.games.club.melds import NATURAL_BIRDIE, REGULAR_BIRDIE, SEQUENCE_BIRDIE, Meld, meld_of

BIRDIE_NAMES: Final = {
    SEQUENCE_BIRDIE: "Birdie",
    NATURAL_BIRDIE: "natural Birdie",
    REGULAR_BIRDIE: "regular Birdie",
}
BIRDIE_MARK: Final = "★"
_CARD: Final = re.compile(r"[RYGB]\d+'*")

TURNED_UP: Final = "Turned up"
DISCARDS: Final = "discards"
TAKES_ALL: Final = "takes the discards"
TAKES_TOP: Final = "takes only"


def laid_words(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> str:
    """What was laid down, with additions first: ``G8 onto #2, R7 Y7 G7``."""
    added = [
        f"{_listed(CardSet(new.cards & ~old.cards))} onto #{place}"
        for place, (old, new) in enumerate(zip(before, after, strict=False), 1)
        if new != old
    ]
    return ", ".join((*added, *(_listed(meld.cards) for meld in after[len(before) :])))


def birdie_words(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> str:
    """The Birdies that were completed, as a sentence to follow; empty if none was."""
    known = [meld.birdie for meld in before]
    new = [meld for place, meld in enumerate(after) if meld.birdie and not any(known[place : place + 1])]
    return "".join(f" A {BIRDIE_NAMES[meld.birdie]}!" for meld in new)


def meld_zones(side: int, melds: tuple[Meld, ...]) -> list[Zone]:
    """The melds of a side, a row each."""
    return [
        Zone(_name(place, meld), None, meld.in_order, 0, is_row=True, heading=_side(side))
        for place, meld in enumerate(melds, 1)
    ]


def melds_shown(table: TableView, side: int) -> tuple[Meld, ...]:
    """The melds of a side, read from what everyone sees."""
    rows = [meld_of(CardSet.of(zone.shown)) for zone in table.zones if zone.heading == _side(side)]
    return tuple(meld for meld in rows if meld is not None)


def pile_told(told: Iterable[str]) -> tuple[Card, ...]:
    """The discards as they lie now, as one who has heard every sentence of a deal can know them."""
    pile: list[Card] = []
    for text in told:
        if TAKES_ALL in text:
            pile.clear()
        elif TAKES_TOP in text:
            pile.pop()
        elif DISCARDS in text or TURNED_UP in text:
            pile += [Card.parse(card) for card in _CARD.findall(text)]
    return tuple(pile)


def _side(side: int) -> str:
    return f"Side {side + 1}"


def _name(place: int, meld: Meld) -> str:
    return f"#{place}{BIRDIE_MARK if meld.birdie else ''}"


def _listed(cards: CardSet) -> str:
    return " ".join(map(str, sorted(cards, key=lambda card: (card.rank, card))))
