"""Golden 10 and Flip: stays below the trick while red cards may fall, throws the red 10 on others' tricks."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief
from bot.computers.games.playing_out import COLOR_OF, Trick, highest, lowest
from bot.computers.games.tricks import choose_card
from rules.core.actions import Action
from rules.core.cards import Color, card

RED_TEN: Final = 1 << card(Color.RED, 10)
RED_FIVE: Final = 1 << card(Color.RED, 5)
REDS: Final = COLOR_OF[card(Color.RED, 1)]
GOLDEN: Final = 1 << card(Color.YELLOW, 10)


class Reds(NamedTuple):
    """The quick playing style of a game in which red cards count against their taker."""

    red_five: int
    """Points of the red 5 beyond its one point."""
    golden: int
    """Mask of the golden ten; 0 in Flip."""
    free: int = 0
    before: int = 0
    """Points of earlier deals that the golden ten may take off too."""

    def beats(self, one: int, best: int, led: int) -> bool:
        """Whether ``one`` is of the color led and higher than ``best``."""
        return one > best and bool(led >> one & 1)

    def lead(self, hand: int) -> int:
        """The lowest card, so that another player takes the trick."""
        return lowest(hand)

    def follow(self, hand: int, trick: Trick) -> int:
        """The highest card below the best one; the highest of all on a trick that is taken anyway."""
        own = hand & trick.led
        if not own:
            return self._throw(hand, trick)
        is_good = not trick.pile & REDS or bool(trick.pile & self.golden)
        if not trick.to_come and is_good:
            return (own & self.golden or own).bit_length() - 1
        below = own & (1 << trick.best) - 1
        below = below & ~self.golden or below
        if below:
            return (below & RED_TEN or below).bit_length() - 1
        if not trick.to_come:
            own = own & ~RED_TEN or own
            return own.bit_length() - 1
        return (own & -own).bit_length() - 1

    def gain(self, captured: int) -> int:
        """Minus the points of a side's red cards; the golden ten takes off ten, not below 0 (R-55)."""
        points = (captured & REDS).bit_count()
        if captured & RED_TEN:
            points += 9
        if captured & RED_FIVE:
            points += self.red_five
        if captured & self.golden:
            points = max(points - 10, -self.before)
        return -points

    def _throw(self, hand: int, trick: Trick) -> int:
        """A card of another color: a red one, unless the own side takes the trick."""
        if trick.is_ours:
            return highest(hand & self.golden or hand & ~REDS or hand)
        worst = hand & RED_TEN or hand & RED_FIVE * bool(self.red_five) or hand & REDS
        return highest(worst or hand & ~self.golden or hand)


GOLDEN_10: Final = Reds(red_five=4, golden=GOLDEN)
FLIP: Final = Reds(red_five=0, golden=0)


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """Answer the decision in a brief of Golden 10."""
    table, seat = brief.view.table, brief.view.seat
    if not brief.options.get("golden_cumulative"):
        return choose_card(brief, random, GOLDEN_10, share)
    before = next(side.total for side in table.totals if seat in side.seats)
    return choose_card(brief, random, GOLDEN_10._replace(before=before), share)


def choose_flip(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """Answer the decision in a brief of Flip."""
    return choose_card(brief, random, FLIP, share)
