"""Planning melds: puts are added one at a time, the best first; the whole plan must be allowed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from bot.computers.games.club.prospects import gain
from bot.computers.games.club.sight import Sight
from rules.core.actions import Put
from rules.core.cards import Card, CardSet
from rules.games.club.deal import may_go_out
from rules.games.club.grouping import Groups
from rules.games.club.melds import BIRDIE, NATURALS, OF_NUMBER, WILDS, Meld, birdies, extended, meld_of, worth
from rules.games.club.scoring import BIRDIES

WILD_COST: Final = 40
"""Points a wild card is worth in the hand, to stop the pile or complete a Birdie."""


class Draft(NamedTuple):
    """A plan of melds: the cards still in the hand, the melds with it, and the puts so far."""

    groups: Groups
    laid: int
    """Points of the planned cards."""
    top: Card | None = None
    """The top of the discards while the plan has to use it to take them; else None."""
    puts: tuple[Put, ...] = ()

    def after(self, put: Put) -> Draft:
        """The plan with one more put."""
        cards = CardSet.of(put.cards)
        groups = self.groups
        melds = list(groups.melds)
        melds[put.place - 1 :] = [changed(groups.melds, put), *groups.melds[put.place :]]
        left = CardSet(groups.cards & ~cards)
        return Draft(
            groups._replace(cards=left, melds=tuple(melds)),
            self.laid + worth(cards),
            None if self.top in cards else self.top,
            (*self.puts, put),
        )

    @property
    def left(self) -> int:
        """Number of cards that would be left in the hand, with those of the discards."""
        return len(self.groups.cards) + self.groups.pile_cards

    def leaves_enough(self, put: Put) -> bool:
        """Whether two cards are left after a put, or the side may empty its hand."""
        return self.left - len(put.cards) >= 2 or may_go_out(self.after(put).groups.melds)

    def is_enough(self, need: int) -> bool:
        """Whether the plan may be laid: it has ``need`` points, uses ``top``, and leaves enough cards."""
        is_allowed = self.left >= 2 or may_go_out(self.groups.melds)
        return self.top is None and self.laid >= need and is_allowed


def changed(melds: tuple[Meld, ...], put: Put) -> Meld:
    """The meld at a put's place after the put."""
    cards = CardSet.of(put.cards)
    meld = extended(melds[put.place - 1], cards) if put.place <= len(melds) else meld_of(cards)
    assert meld is not None
    return meld


def plan(sight: Sight, draft: Draft) -> Draft | None:
    """The best plan that begins with ``draft``; None if no plan may be laid."""
    if draft.top is None and (sight.is_late or birdies(draft.groups.melds) >= BIRDIES - 1):
        everything = _filled(sight, draft)
        is_out = everything.left <= 1 and everything.is_enough(sight.need)
        if is_out or (sight.is_late and everything.is_enough(sight.need)):
            return everything
    built = _built(sight, draft)
    for whole in (built, _opened(sight, built), _opened(sight, draft)):
        if whole.is_enough(sight.need):
            return whole
    return None


def followed(sight: Sight, draft: Draft) -> Draft | None:
    """The plan as it ends if made again after each put, as at the table; None if no plan may be laid."""
    while (whole := plan(sight, draft)) is not None and len(whole.puts) > len(draft.puts):
        draft = draft.after(whole.puts[len(draft.puts)])
    return draft if draft.puts and draft.is_enough(sight.need) else None


def _filled(sight: Sight, draft: Draft) -> Draft:
    """The plan with every put that gains more than it would cost left in the hand."""
    draft = _built(sight, draft)
    while True:
        puts = [
            (gains, put)
            for put in _puts(draft, draft.groups)
            if (gains := gain_of(sight, draft, put) + worth(CardSet.of(put.cards))) > 0
        ]
        if not puts:
            return draft
        draft = draft.after(max(puts, key=lambda pair: pair[0])[1])


@lru_cache(maxsize=64)  # planned again after each put, the rest of a plan is found here
def _built(sight: Sight, draft: Draft) -> Draft:
    """The plan with the puts that are worth their wild cards."""
    if draft.groups.pile_cards and draft.top is None and draft.laid >= sight.need:
        return draft
    puts = list(_worthy(draft) if draft.top is None else _with_top(draft, draft.top))
    scores = [_score(sight, draft, put) for put in puts]
    if not puts or (draft.top is None and max(scores) <= 0):
        return draft
    return _built(sight, draft.after(puts[scores.index(max(scores))]))


@lru_cache(maxsize=64)
def _opened(sight: Sight, draft: Draft) -> Draft:
    """The plan that reaches the points to open with the fewest wild cards."""

    def points(put: Put) -> tuple[int, int, float]:
        wilds = (CardSet.of(put.cards) & WILDS).bit_count()
        return len(put.cards) - wilds, -wilds, gain_of(sight, draft, put)

    if draft.top is None and draft.laid >= sight.need:
        return draft
    puts = list(_puts(draft, draft.groups) if draft.top is None else _with_top(draft, draft.top))
    return _opened(sight, draft.after(max(puts, key=points))) if puts else draft


def gain_of(sight: Sight, draft: Draft, put: Put) -> float:
    """Expected points the side gains by laying the cards of ``put`` on the melds of ``draft``."""
    melds = draft.groups.melds
    before = melds[put.place - 1] if put.place <= len(melds) else None
    return gain(sight, melds, before, changed(melds, put))


def _score(sight: Sight, draft: Draft, put: Put) -> float:
    """Expected points that a put gains, minus its wild cards' worth in the hand."""
    return gain_of(sight, draft, put) - WILD_COST * (CardSet.of(put.cards) & WILDS).bit_count()


def _worthy(draft: Draft) -> Iterator[Put]:
    """Puts of natural cards, and of wild cards that complete a Birdie."""
    groups = draft.groups
    wilds = CardSet(groups.cards & WILDS)
    naturals = Groups(CardSet(groups.cards & ~WILDS), groups.melds, groups.pile_cards + len(wilds))
    yield from _puts(draft, naturals)
    for place, meld in enumerate(groups.melds, 1):
        missing = BIRDIE - len(meld.cards)
        put = Put(tuple(wilds)[:missing], place)
        if meld.number and 0 < missing <= len(wilds) and draft.leaves_enough(put):
            yield put


def _puts(draft: Draft, groups: Groups) -> Iterator[Put]:
    """Every put after which enough cards are left."""
    return filter(draft.leaves_enough, groups.answers())


def _with_top(draft: Draft, top: Card) -> Iterator[Put]:
    """The puts with the top of the discards and all natural cards of its number in the hand."""
    naturals = CardSet(draft.groups.cards & OF_NUMBER[top.rank])
    if len(naturals) <= NATURALS:
        return
    for option in draft.groups.readings(naturals):
        assert isinstance(option.action, Put)
        yield option.action
