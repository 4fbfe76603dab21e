"""The texts of the lessons."""

from __future__ import annotations

from typing import Final, NamedTuple


class LessonText(NamedTuple):
    """The words of a lesson: title, the text before the question, and a remark after the answer."""

    title: str
    teaching: str
    remark: str
    """Shown after the answer."""


TEXTS: Final = (
    LessonText(
        "The bid",
        "Four play, you with the partner across from you. Everyone bids how many points their side will "
        "take. "
        "Whoever bids highest gets five more cards, the nest, and names trump. "
        "Fives count 5, tens and fourteens 10, the Rook 20. A side that takes less than it bid is set, and "
        "loses what it bid.",
        "A long color with high cards in it is worth a bid. Start low: the others may push you up.",
    ),
    LessonText(
        "The nest",
        "You have the bid at 90. The five cards of the nest are in your hand now, and five have to go. "
        "They lie face down until the end: whoever takes the last trick takes them, too.",
        "Keep trumps and high cards. Discard a whole color, and you can trump it when someone leads it.",
    ),
    LessonText(
        "Trump",
        "Your discard lies in the nest. Now name trump, the color that beats all others. "
        "The Rook is a trump, too.",
        "Name your longest color. Length counts more than one high card.",
    ),
    LessonText(
        "Following",
        "Red is trump. Follow the color led if you can. If you can't, play any card. "
        "The highest trump takes the trick. The Rook can be played at any time. "
        "Black is led, and you hold none.",
        "A trick with counters is worth a trump. The lowest trump that takes it will do.",
    ),
    LessonText(
        "The last trick and the nest",
        "Black is trump, and no other trump is left but your Rook. Two tricks are left, and you lead. "
        "Whoever takes the last one takes the nest with it.",
        "Save a trump for the last trick: it brings in the nest.",
    ),
)
"""The texts by number of the lesson, from 0."""
DONE: Final = (
    "That's the five lessons. `/rook new` opens a table, and *Hint* in your hand tells you more as you play."
)
