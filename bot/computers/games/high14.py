"""The computer player of High 14: keeps fourteens and high cards for tricks with a ten or a five."""

from __future__ import annotations

from typing import Final

from bot.computers.games.playing_out import RANKED, Trick, lowest

FIVES: Final = RANKED[4]
TENS: Final = RANKED[9]
COUNTERS: Final = FIVES | TENS
FOURTEENS: Final = RANKED[13]


class High14:
    """How High 14 is played without search."""

    free: Final = FOURTEENS

    def beats(self, one: int, best: int, led: int) -> bool:
        """Whether ``one`` beats ``best``: a 14 of the color led, the first other 14, or a higher card led."""
        if FOURTEENS >> one & 1:
            return bool(led >> one & 1) or not FOURTEENS >> best & 1
        return one > best and bool(led >> one & 1) and not FOURTEENS >> best & 1

    def lead(self, hand: int) -> int:
        """The lowest card without points, if possible no fourteen; the lowest of all if each has points."""
        return lowest(hand & ~COUNTERS & ~FOURTEENS or hand & ~COUNTERS or hand)

    def follow(self, hand: int, trick: Trick) -> int:
        """To win points: if last a counter or a low card, else a 14 or a high one. Otherwise a low card."""
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
        """Points of captured cards: five for a five, ten for a ten."""
        return 5 * (captured & FIVES).bit_count() + 10 * (captured & TENS).bit_count()

    def _better_than(self, trick: Trick) -> int:
        """Mask of the cards that would take a trick."""
        if FOURTEENS >> trick.best & 1:
            return 0 if trick.led >> trick.best & 1 else FOURTEENS & trick.led
        return trick.led & -(2 << trick.best) | FOURTEENS


STYLE: Final = High14()
