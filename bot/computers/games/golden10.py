"""The computer player of Golden 10 and Flip: avoids red tricks, and discards the red ten on another's."""

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
    """Scores of red cards in a game, and how it is played without search."""

    red_five: int
    """Points the red five counts beyond its one."""
    golden: int
    """Mask of the golden ten; 0 in Flip."""
    free: int = 0
    """Mask of the cards that may be played to any lead: none."""
    before: int = 0
    """The side's points of earlier deals, if the golden ten may also reduce them."""

    def beats(self, one: int, best: int, led: int) -> bool:
        """Whether ``one`` is of the color led and higher than ``best``."""
        return one > best and bool(led >> one & 1)

    def lead(self, hand: int) -> int:
        """The lowest card, so that another player takes the trick."""
        return lowest(hand)

    def follow(self, hand: int, trick: Trick) -> int:
        """The highest card below the best, if none the lowest; last, high if harmless; if void, a discard."""
        own = hand & trick.led
        if not own:
            return self._discard(hand, trick)
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
        """Minus the points captured, of which the golden ten takes off 10, down to ``-before`` (R-55)."""
        points = (captured & REDS).bit_count()
        if captured & RED_TEN:
            points += 9
        if captured & RED_FIVE:
            points += self.red_five
        if captured & self.golden:
            points = max(points - 10, -self.before)
        return -points

    def _discard(self, hand: int, trick: Trick) -> int:
        """A discard of a hand without the color led: the worst red card, unless a partner takes the trick."""
        if trick.is_ours:
            return highest(hand & self.golden or hand & ~REDS or hand)
        worst = hand & RED_TEN or hand & RED_FIVE * bool(self.red_five) or hand & REDS
        return highest(worst or hand & ~self.golden or hand)


GOLDEN_10: Final = Reds(red_five=4, golden=GOLDEN)
FLIP: Final = Reds(red_five=0, golden=0)


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The card to play in Golden 10, by ``share`` of the usual sampled deals; 0 plays without search."""
    table, seat = brief.view.table, brief.view.seat
    if not brief.options.get("golden_cumulative"):
        return choose_card(GOLDEN_10, brief, random, share)
    before = next(side.total for side in table.totals if seat in side.seats)
    return choose_card(GOLDEN_10._replace(before=before), brief, random, share)
