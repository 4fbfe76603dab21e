"""High 14: keeps 14s and high cards until a 10 or a 5 falls, and does not give its own counters away."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.brief import Brief
from bot.computers.games.playing_out import RANKED, Trick, lowest
from bot.computers.games.tricks import choose_card
from rules.core.actions import Action

FIVES: Final = RANKED[4]
TENS: Final = RANKED[9]
COUNTERS: Final = FIVES | TENS
FOURTEENS: Final = RANKED[13]


class High14:
    """The quick playing style of High 14."""

    free: Final = FOURTEENS

    def beats(self, one: int, best: int, led: int) -> bool:
        """Whether ``one`` takes the trick from ``best``: the 14 of the color led, another 14, or higher."""
        if FOURTEENS >> one & 1:
            return bool(led >> one & 1) or not FOURTEENS >> best & 1
        return one > best and bool(led >> one & 1) and not FOURTEENS >> best & 1

    def lead(self, hand: int) -> int:
        """The lowest card that is no counter, and no 14 if possible."""
        return lowest(hand & ~COUNTERS & ~FOURTEENS or hand & ~COUNTERS or hand)

    def follow(self, hand: int, trick: Trick) -> int:
        """Take a trick with counters, as cheaply as possible; else play a low card without points."""
        own = hand & trick.led
        legal = own | hand & FOURTEENS if own else hand
        winners = legal & self._better_than(trick)
        worth = -self.gain(trick.pile) if trick.is_ours else self.gain(trick.pile)
        if winners and not trick.to_come:
            if winners & COUNTERS:
                return (winners & TENS or winners & FIVES).bit_length() - 1
            if worth > 0 and winners & ~FOURTEENS:
                return lowest(winners & ~FOURTEENS)
        if winners & FOURTEENS and worth >= 10:
            return lowest(winners & FOURTEENS & trick.led or winners & FOURTEENS)
        if winners & ~FOURTEENS and worth > 0:
            return (winners & ~FOURTEENS).bit_length() - 1
        losers = legal & ~winners
        if trick.is_ours and not trick.to_come and losers & COUNTERS:
            return (losers & TENS or losers & FIVES).bit_length() - 1
        plain = legal & ~COUNTERS & ~FOURTEENS
        return lowest(losers & plain or plain or legal & FIVES or legal & TENS or own or legal)

    def gain(self, captured: int) -> int:
        """Points of captured cards: 5 for each 5, 10 for each 10."""
        return 5 * (captured & FIVES).bit_count() + 10 * (captured & TENS).bit_count()

    def _better_than(self, trick: Trick) -> int:
        """Mask of the cards that would take a trick."""
        if FOURTEENS >> trick.best & 1:
            return 0 if trick.led >> trick.best & 1 else FOURTEENS & trick.led
        return trick.led & -(2 << trick.best) | FOURTEENS


STYLE: Final = High14()


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """Answer the decision in the brief."""
    return choose_card(brief, random, STYLE, share)
