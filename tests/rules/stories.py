"""A playout deal by deal, read from its events alone, for the laws of play and of scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.core.cards import Color
from rules.core.events import (
    AuctionWon,
    BidMade,
    CardsCut,
    DealScored,
    DealStarted,
    HeardEvent,
    NestWon,
    OddCardsWon,
    PartnerCalled,
    Secret,
    TrickTaken,
    TrumpNamed,
)
from rules.core.scores import ContractScore
from tests.rules.bidding import rulebook
from tests.rules.playouts import Playout


class Story(NamedTuple):
    """The events of one deal, secrets included."""

    key: str
    players: int
    events: list[HeardEvent]

    def all(self, kind: type[HeardEvent]) -> list[Any]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[HeardEvent]) -> Any:
        """The last of a kind, or None."""
        found = self.all(kind)
        return found[-1] if found else None

    @property
    def facts(self) -> rulebook.Facts:
        """The rule book's facts of the game."""
        return rulebook.FACTS[self.key]

    @property
    def dealer(self) -> int:
        return int(self.last(DealStarted).dealer)

    @property
    def scored(self) -> DealScored | None:
        """The score; None where the deal was thrown in or not played to its end."""
        score: DealScored | None = self.last(DealScored)
        return score

    @property
    def contract(self) -> ContractScore:
        """The contract and its result; only of a scored deal."""
        assert self.scored is not None
        assert self.scored.contract is not None
        return self.scored.contract

    @property
    def declarer(self) -> int:
        """The seat that won the auction, or names trump because no seat bid (Cordova)."""
        won = self.last(AuctionWon)
        return self.dealer if won is None else int(won.declarer)

    @property
    def bid(self) -> int:
        won = self.last(AuctionWon)
        return 0 if won is None else int(won.points)

    @property
    def trump(self) -> Color | None:
        """The trump, named after the auction or with the bid."""
        named = self.last(TrumpNamed) or self.last(BidMade)
        color: Color | None = named.color
        return color

    @property
    def tricks(self) -> list[TrickTaken]:
        return self.all(TrickTaken)

    def camps(self) -> list[set[int]]:
        """The seats that capture together; a spare hand has the number after the last seat."""
        hands = set(range(self.players + self.facts.spare))
        match self.facts.camps:
            case "partners":
                return [{seat for seat in hands if seat % 2 == side} for side in (0, 1)]
            case "solo":
                return [{seat} for seat in sorted(hands)]
            case "dummy":
                pair = {self.declarer, self.players}
            case "called":
                pair = {self.declarer, self.last(PartnerCalled).partner}
        return [pair, hands - pair]

    def camp(self, seat: int) -> int:
        """The number of the camp a seat belongs to."""
        return next(number for number, camp in enumerate(self.camps()) if seat in camp)


class Capture(NamedTuple):
    """The captures of one camp in a deal."""

    counters: int
    tricks: int
    bonus: int

    @property
    def points(self) -> int:
        return self.counters + self.bonus


def stories(playout: Playout) -> list[Story]:
    """The deals of a playout, the last perhaps unfinished."""
    told: list[Story] = []
    for event in playout.events:
        bare = event.event if isinstance(event, Secret) else event
        if isinstance(bare, DealStarted):
            told.append(Story(playout.key, playout.players, []))
        if told:
            told[-1].events.append(bare)
    return told


def finished(playout: Playout) -> list[Story]:
    """The deals that were scored."""
    return [story for story in stories(playout) if story.scored is not None]


def captures(story: Story) -> list[Capture]:
    """The captures of each camp, counted from the tricks, the odd cards and the nest."""
    facts, camps = story.facts, story.camps()
    counters, tricks = [0] * len(camps), [0] * len(camps)
    for trick in story.tricks:
        counters[story.camp(trick.winner)] += worth(story, trick.cards)
        tricks[story.camp(trick.winner)] += 1
    last = story.camp(story.tricks[-1].winner)
    for won in (*story.all(OddCardsWon), *story.all(NestWon)):
        if won.winner is not None:
            counters[story.camp(won.winner)] += worth(story, won.cards)
    tricks[last] += facts.nest_is_trick
    each = rulebook.by_trump(facts.trick, story.trump)
    most = majority(story, tricks)
    return [
        Capture(counters[at], tricks[at], tricks[at] * each + facts.majority * (at == most))
        for at in range(len(camps))
    ]


def worth(story: Story, cards: Iterable[Any]) -> int:
    """The points of some cards."""
    return sum(rulebook.value(story.facts, card, story.trump) for card in cards)


def majority(story: Story, tricks: list[int]) -> int | None:
    """The camp that gets the points for most tricks: on equal ones as the book says."""
    most = max(tricks)
    if tricks.count(most) == 1:
        return tricks.index(most)
    if story.key in ("one_high", "dixie_1988"):
        return 1 - story.camp(story.declarer)
    cut: CardsCut | None = story.last(CardsCut)
    return None if cut is None else story.camp(cut.winners[0])
