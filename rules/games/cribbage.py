"""Simplified Cribbage: count together up to 31, then score what adds up to fifteen in the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from rules.core.actions import PASS, Action, Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseOption, Decisions, Option, Seat
from rules.core.events import CardPlayed, Event, Told
from rules.core.views import Fact, Mark, Zone
from rules.games.dealing import dealt_out, told_hands
from rules.games.game import CardGame
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.options import ON_OFF, Offer, TargetRules, numbers
from rules.games.winning import decided, ending, length

HAND: Final = 5
MOST: Final = 31
POINTS: Final = {15: 2, 20: 2, 25: 2, 30: 2, MOST: 3}
"""What making a count scores."""
GO: Final = 1
"""For the last card before nobody can play."""
FIFTEEN: Final = 2
"""For each combination of a hand that adds up to 15."""


class CribbageRules(TargetRules):
    """Simplified Cribbage: to 50, won as soon as somebody has it."""

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "Points that win the match", numbers(30, 50, 100)),
    ] = 50
    end_of_deal_win: Annotated[
        bool,
        Offer("Match", "Finish the deal", "Whether the target counts only when a deal is over", ON_OFF),
    ] = False

    def idle(self) -> frozenset[str]:
        """Where a target ends the match, nobody is tied who reaches it in the middle of a deal."""
        if self.deals is not None:
            return super().idle() | {"end_of_deal_win"}
        return frozenset() if self.end_of_deal_win else frozenset({"tie"})


class Deal(NamedTuple):
    """One deal: what was dealt and what is held, the present count, and the points made so far."""

    dealt: tuple[CardSet, ...]
    hands: tuple[CardSet, ...]
    turn: Seat
    points: tuple[int, ...]
    """What each seat has scored in this deal."""
    stock: tuple[Card, ...]
    """The cards that were not dealt, which nobody sees."""
    played: tuple[tuple[Seat, Card], ...] = ()
    """Every card played, in order."""
    run: int = 0
    """How many of the cards played belong to the present count."""
    passed: tuple[Seat, ...] = ()
    """Who cannot play to the present count any more."""

    @property
    def in_count(self) -> tuple[Card, ...]:
        """The cards played to the present count."""
        return tuple(card for _, card in self.played[len(self.played) - self.run :])

    @property
    def reached(self) -> int:
        """The present count."""
        return sum(card.rank for card in self.in_count)

    def __repr__(self) -> str:
        return f"<deal, {len(self.played)} cards played>"


class Cribbage(CardGame[CribbageRules, Deal]):
    """Simplified Cribbage (003)."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        return (
            ("Deal", f"{HAND} cards each. The colors mean nothing in this game."),
            (
                "Play",
                "The player left of the dealer begins. Each in turn plays a card and adds its number to the"
                f" count, which may not go above {MOST}. If you have a card that fits you must play one; if"
                " not, you pass until a new count begins.",
            ),
            (
                "Counts",
                f"Making 15, 20, 25 or 30 scores 2, making {MOST} scores 3. When nobody can go on below"
                f" {MOST}, whoever played last scores 1 for the go. After a go or {MOST} the player to the"
                " left of the last card begins a new count.",
            ),
            (
                "Hands",
                f"When all cards are played, every hand of {HAND} is counted, from the left of the dealer:"
                " 2 points for each combination that adds up to 15.",
            ),
            ("End", self._end_text()),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return length(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Five cards each; the player left of the dealer begins."""
        hands, stock = dealt_out(cards, match, HAND)
        return Turn(
            Deal(hands, hands, match.left_of(match.dealer), (0,) * match.seats, stock), told_hands(hands)
        )

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card that fits under 31; whoever has none can only pass."""
        seat, hand, count = deal.turn, deal.hands[deal.turn], deal.reached
        fitting = CardSet.of(card for card in hand if count + card.rank <= MOST)
        if not fitting:
            return {seat: ChooseOption(seat, (PASSING,), ask=f"The count is {count}: no card of yours fits")}
        ask = f"The count is {count}: play a card" if count else "Begin a count"
        return {seat: ChooseCard(seat, fitting, hand, ask=ask, reason=f"The count may not go above {MOST}.")}

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """Why an answer may not be given."""
        if action == PASS:
            return "You have a card that fits: play it."
        if isinstance(action, Play) and action.card not in deal.hands[seat]:
            return "You do not hold that card."
        return f"The count may not go above {MOST}."

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Play a card to the count, or pass."""
        if not isinstance(action, Play):
            passed = deal._replace(passed=(*deal.passed, seat))
            return self._go_on(match, passed, (Told(f"{{{seat}}} passes."),))
        hands = list(deal.hands)
        hands[seat] = CardSet(hands[seat] & ~(1 << action.card))
        played = (*deal.played, (seat, action.card))
        after = deal._replace(hands=tuple(hands), played=played, run=deal.run + 1)
        points = POINTS.get(after.reached, 0)
        made = f" for {points}" if points else ""
        events = (
            CardPlayed(seat, seat, action.card),
            Told(f"{{{seat}}} plays {action.card}: {after.reached}{made}."),
        )
        return self._go_on(match, _with_points(after, seat, points), events)

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The first to the target."""
        return decided(match, self.rules)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The count and its cards; behind each seat the numbers it has played and what it has scored."""
        return Board(
            phase="Play",
            cards=tuple(len(hand) for hand in deal.hands),
            marks={seat: _marks(deal, seat) for seat in range(match.seats)},
            facts=(Fact("Count", str(deal.reached)),),
            zones=(Zone("Played", None, deal.in_count, 0, is_row=True),) if deal.run else (),
        )

    def _go_on(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        """Who plays next: to the present count, to a new one, or nobody any more."""
        if self._is_won(match, deal):
            return Turn(deal, events, _in_play(deal))
        waiting = [
            seat for seat in match.from_left_of(deal.turn) if deal.hands[seat] and seat not in deal.passed
        ]
        if waiting and deal.reached < MOST:
            return Turn(deal._replace(turn=waiting[0]), events)
        last = deal.played[-1][0]
        if deal.reached < MOST:
            deal = _with_points(deal, last, GO)
            events = (*events, Told(f"Go: {GO} for {{{last}}}."))
            if self._is_won(match, deal):
                return Turn(deal, events, _in_play(deal))
        holding = [seat for seat in match.from_left_of(last) if deal.hands[seat]]
        if not holding:
            return self._count_hands(match, deal, events)
        return Turn(deal._replace(turn=holding[0], run=0, passed=()), events)

    def _count_hands(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        """The hands one after another from the dealer's left, until somebody has won (R-87)."""
        scores = list(_in_play(deal))
        for seat in match.from_left_of(match.dealer):
            points, text = fifteens(deal.dealt[seat])
            deal = _with_points(deal, seat, points)
            scores[seat] = Scored(deal.points[seat], f"{scores[seat].why}, hand {text}")
            if self._is_won(match, deal):
                break
        return Turn(deal, events, tuple(scores))

    def _is_won(self, match: Match, deal: Deal) -> bool:
        """Whether somebody has the target, where that wins at once."""
        rules = self.rules
        if rules.end_of_deal_win or rules.deals is not None:
            return False
        return any(
            total + points >= rules.target for total, points in zip(match.totals, deal.points, strict=True)
        )

    def _end_text(self) -> str:
        rules = self.rules
        if rules.end_of_deal_win or rules.deals is not None:
            return ending(rules)
        return f"The first with {rules.target} points wins at once, even in the middle of a deal."


PASSING: Final = Option(PASS, label="I pass")


def fifteens(hand: Iterable[Card]) -> tuple[int, str]:
    """The points of a hand and its combinations: ``5+10, 3+7+5, 10+3+2: 6``."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    found = Counter(
        "+".join(map(str, some))
        for size in range(2, len(ranks) + 1)
        for some in combinations(ranks, size)
        if sum(some) == 15
    )
    if not found:
        return 0, "nothing"
    points = FIFTEEN * found.total()
    told = [text if number == 1 else f"{number} × {text}" for text, number in found.items()]
    return points, f"{', '.join(told)}: {points}"


def _with_points(deal: Deal, seat: Seat, points: int) -> Deal:
    more = tuple(had + points * (one == seat) for one, had in enumerate(deal.points))
    return deal._replace(points=more)


def _in_play(deal: Deal) -> tuple[Scored, ...]:
    """What each has scored with the cards played."""
    return tuple(Scored(points, f"play {points}") for points in deal.points)


def _marks(deal: Deal, seat: Seat) -> tuple[Mark, ...]:
    numbers_played = [str(card.rank) for player, card in deal.played if player == seat]
    played = (Mark(f"played {' '.join(numbers_played)}"),) if numbers_played else ()
    scored = (Mark(f"+{deal.points[seat]}", strong=True),) if deal.points[seat] else ()
    return (*scored, *played, *((Mark("passed"),) if seat in deal.passed else ()))


GAMES: Final = (
    Cribbage(
        Book(
            key="cribbage",
            title="Simplified Cribbage",
            edition="oldest",
            kind="counting",
            seats=tuple(range(2, 9)),
            summary="Add your card to the count and try to make 15, 20, 25, 30 or 31. Afterwards your five"
            " cards score for every fifteen in them.",
            source="Older rule books (transcribed 2020), Simplified Cribbage",
        ),
        CribbageRules(),
    ),
)
