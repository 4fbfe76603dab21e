"""I Doubt It: a card is played face down under a called number, and anyone may doubt it."""

from __future__ import annotations

from typing import Final

from rules.games.doubt.game import Doubt
from rules.games.doubt.options import DoubtRules
from rules.games.doubt.words import BOOKLET, OLDER
from rules.games.frame import Book

OLD: Final = Doubt(
    Book(
        key="doubt_old",
        title="I Doubt It",
        edition="oldest",
        kind="calling",
        seats=tuple(range(3, 9)),
        summary="Lay a card face down and call its number, true or not. Get caught, or doubt a true card, and"
        " you take the pile.",
        source=OLDER,
    ),
    DoubtRules(),
)
GAMES: Final = (
    OLD,
    Doubt(
        OLD.book._replace(key="doubt_1924", edition="1924", source=BOOKLET),
        DoubtRules(deals=1),
    ),
)
