"""The finished deals of a match, each in steps: the cards, the bidding, each trick, the score.

They hold every hand and the nest: check who may see a deal before showing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.table.match.replaying import LinePlayed
from rules.core.decisions import CHANCE, Seat
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    CardPlayed,
    CardsCut,
    DealScored,
    DealStarted,
    GameWon,
    HeardEvent,
    MatchWon,
    MisdealClaimed,
    NestWon,
    OddCardsWon,
    PassedOut,
    Ruled,
    Secret,
    ShotDeclared,
    TrickTaken,
    TrumpKept,
    TrumpSold,
)

ACTS_A_STEP: Final = 8
"""Actions in a step, in games without tricks."""
_BIDDING: Final = (AuctionWon, BidHeld, BidMade, BidPassed, ShotDeclared, TrumpKept, TrumpSold)
_CLOSING: Final = (
    *(CardsCut, DealScored, GameWon, MatchWon, MisdealClaimed, NestWon, OddCardsWon, PassedOut, Ruled),
)
"""Events that begin the end of a deal. Of rulings only redeals do: see ``_ends``."""


class StepKind(StrEnum):
    """The kinds of steps of a deal."""

    CARDS = "cards"
    """The deal of the cards, and the events before it."""
    BIDDING = "bidding"
    BEFORE_PLAY = "before play"
    """The nest, trump, cards passed on."""
    TRICK = "trick"
    """One trick, and the draws after it."""
    PLAY = "play"
    """Up to ``ACTS_A_STEP`` actions of a game without tricks."""
    SCORE = "score"
    """The end of the deal and its score."""


class Step(NamedTuple):
    """A part of a deal shown at once. It holds every hand."""

    kind: StepKind
    events: tuple[HeardEvent, ...]
    """All events, including those for one seat or for no one."""
    acts: int
    before: Any
    """The state before its last action."""
    state: Any
    """The state after it."""

    def __repr__(self) -> str:
        return f"<step: {self.kind}>"


class PlayedDeal(NamedTuple):
    """A finished deal, from the cards to the score; also one thrown in or dealt again."""

    number: int
    """The game's number; a deal dealt again has the same one."""
    dealer: Seat
    steps: tuple[Step, ...]
    cards: str
    """The log line of the shuffle; empty if the rules leave nothing to chance."""

    def __repr__(self) -> str:
        return f"<deal {self.number}: {len(self.steps)} steps>"


class _Part(NamedTuple):
    """An action, or a part of one that belongs to another step."""

    before: Any
    state: Any
    events: tuple[HeardEvent, ...]
    action: str = ""
    """The action, if it is of chance; otherwise empty."""


class DealReader:
    """Collects the finished deals of a match, read line by line."""

    def __init__(self) -> None:
        self._acts: list[_Part] = []

    def read(self, line: LinePlayed) -> None:
        """Add the next line of the log, or drop the lines it undoes."""
        if line.undone:
            del self._acts[len(self._acts) - len(line.undone) :]
        else:
            action = line.entry.action if line.entry.seat == CHANCE else ""
            told = tuple(event.event if isinstance(event, Secret) else event for event in line.events)
            self._acts.append(_Part(line.before, line.state, told, action))

    def deals(self, *, is_over: bool) -> tuple[PlayedDeal, ...]:
        """The finished deals. If the match ``is_over``, its last events belong to the last deal."""
        deals = list(_dealings(self._acts, is_over=is_over))
        if deals and not any(_ends(event) for act in deals[-1] for event in act.events):
            deals.pop()
        return tuple(map(_deal, deals))


def _dealings(acts: Iterable[_Part], *, is_over: bool) -> Iterator[list[_Part]]:
    """The actions of each deal, including those before its first card."""
    between: list[_Part] = []
    deal: list[_Part] = []
    has_ended = False
    for act in acts:
        if any(isinstance(event, DealStarted) for event in act.events):
            if deal:
                yield deal
            deal, between, has_ended = [*between, act], [], any(map(_ends, act.events))
        elif deal and not has_ended:
            deal.append(act)
            has_ended = any(map(_ends, act.events))
        else:
            between.append(act)
    if deal:
        yield [*deal, *(between if is_over else ())]


def _ends(event: HeardEvent) -> bool:
    if isinstance(event, Ruled):
        return event.reason is None
    return isinstance(event, DealScored | PassedOut | MisdealClaimed | MatchWon)


def _deal(acts: Sequence[_Part]) -> PlayedDeal:
    [(started, cards)] = [
        (event, act.action) for act in acts for event in act.events if isinstance(event, DealStarted)
    ]
    return PlayedDeal(started.deal, started.dealer, tuple(_steps(acts)), cards)


def _steps(acts: Sequence[_Part]) -> list[Step]:
    every = [event for act in acts for event in act.events]
    has_tricks = any(isinstance(event, TrickTaken) for event in every)
    has_bids = any(isinstance(event, _BIDDING) for event in every)
    steps: list[Step] = []
    is_dealt = False
    for act in acts:
        for part in _parts(act):
            if not is_dealt:
                kind = StepKind.CARDS
                is_dealt = any(isinstance(event, DealStarted) for event in part.events)
            else:
                kind = _kind(part, steps[-1].kind, has_tricks=has_tricks, has_bids=has_bids)
            if steps and _is_open(steps[-1], part, kind):
                last = steps.pop()
                steps.append(Step(kind, last.events + part.events, last.acts + 1, part.before, part.state))
            else:
                steps.append(Step(kind, part.events, 1, part.before, part.state))
    return steps


def _parts(act: _Part) -> Iterator[_Part]:
    """An action, split in two if it ends the deal: the play, and the end with the score."""
    closing = (place for place, event in enumerate(act.events) if isinstance(event, _CLOSING))
    cut = next(closing, 0) if any(map(_ends, act.events)) else 0
    if not cut:
        yield act
        return
    played = act.events[:cut]
    lay = act.state if any(isinstance(event, TrickTaken) for event in played) else act.before
    yield _Part(act.before, lay, played)
    yield _Part(act.before, act.state, act.events[cut:])


def _kind(part: _Part, last: StepKind, *, has_tricks: bool, has_bids: bool) -> StepKind:
    if last is StepKind.SCORE or any(map(_ends, part.events)):
        return StepKind.SCORE
    if any(isinstance(event, _BIDDING) for event in part.events):
        return StepKind.BIDDING
    if has_tricks and (last is StepKind.TRICK or _is_play(part)):
        return StepKind.TRICK
    return StepKind.BEFORE_PLAY if has_tricks or has_bids else StepKind.PLAY


def _is_open(step: Step, part: _Part, kind: StepKind) -> bool:
    """Whether the next part, of this kind, is added to a step."""
    if step.kind is not kind:
        return False
    if kind is StepKind.TRICK:
        is_taken = any(isinstance(event, TrickTaken) for event in step.events)
        return not (is_taken and _is_play(part))
    return kind is not StepKind.PLAY or step.acts < ACTS_A_STEP


def _is_play(part: _Part) -> bool:
    return any(isinstance(event, CardPlayed | TrickTaken) for event in part.events)
