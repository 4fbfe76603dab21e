"""Tens: cards are turned up in turn, and whoever slaps a 10 first takes the pile.

What the acts mean, ``seat`` being a player, -1 chance and -2 the clock: ``deal …`` (chance) has all 56 cards
in the order they are dealt, one at a time from the dealer's left; the card dealt first is turned first, and
odd cards begin the centre. A card is turned at once when the one before it is done with. Everybody who is
in the game answers once, with ``shout 1712`` (a slap at that time in milliseconds; 0 is left out) or
``pass``. The window is closed when all have answered, or by ``close`` (the clock). Of slaps at the same
time ``lot 2`` (chance) picks the seat that was first.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, NamedTuple

from pydantic import Field

from rules.core.actions import Action
from rules.core.cards import Card
from rules.core.decisions import Decisions, Seat
from rules.core.events import Event, Told
from rules.core.views import Fact, Mark, Zone
from rules.games.game import CardGame
from rules.games.match import Board, Book, Match, Scored, Turn, replaced
from rules.games.options import ON_OFF, Offer, numbers
from rules.games.race import WHO_COUNTS, RaceRules, Window, call_or_pass, time_to_call
from rules.games.winning import best

CALLS: Final = call_or_pass("Slap!")
CENTRE: Final = "Centre"
"""The name of the zone where cards are slapped."""
ENOUGH: Final = 30
"""A stack of so many cards ends the game."""
MOST_TURNS: Final = 2000
"""After so many cards the most win: nothing in the books ends a game that goes round for ever."""


class TensRules(RaceRules):
    """Tens: the number that is slapped, and what a wrong slap costs."""

    race_window: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table", "Seconds to slap", "How long a card lies, unless all have answered", numbers(2, 3, 5, 8)
        ),
    ] = 3
    number: Annotated[
        int,
        Field(ge=1, le=14),
        Offer("Play", "Number", "The number that is slapped", numbers(*range(1, 15))),
    ] = 10
    false_slap_penalty: Annotated[
        bool,
        Offer("Play", "False slap", "A slap on a wrong card costs a card of one’s own (R-88)", ON_OFF),
    ] = False


class Deal(NamedTuple):
    """One game: packs face down, the centre, and the window that is open on its top card."""

    hands: tuple[tuple[Card, ...], ...]
    """The top card first."""
    centre: tuple[Card, ...]
    """The top card last; odd cards of the deal and paid ones lie below, face down."""
    turn: Seat
    """Who turned the top card."""
    window: Window
    turns: int

    def __repr__(self) -> str:
        return f"<deal, {len(self.centre)} cards in the centre>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who still has cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)


class Tens(CardGame[TensRules, Deal]):
    """Tens (003)."""

    keeps_points: ClassVar[bool] = False

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        cost = (
            "costs a card, put under the pile, but nobody's last"
            if rules.false_slap_penalty
            else "costs nothing"
        )
        return (
            (
                "Deal",
                "The pack is divided equally. Nobody looks at the cards. Odd cards begin the pile, covered.",
            ),
            (
                "Play",
                "Beginning left of the dealer, the top cards are turned up in turn, by themselves. When"
                f" {_one(rules.number)} lies there, of any color, be the first to slap it: the whole pile"
                f" goes under your cards. You have {time_to_call(rules)} for each card. To slap any"
                f" other card {cost}. If several slap, {WHO_COUNTS[rules.race]}.",
            ),
            (
                "End",
                f"Whoever is out of cards is out of the game. It ends when somebody has {ENOUGH} cards, or"
                f" when only one has any, or after {MOST_TURNS} turns; the most cards win.",
            ),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return f"{ENOUGH} cards win"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Equal packs; the odd cards begin the pile, and the first card is turned (R-88)."""
        each = len(cards) // match.seats
        order = match.from_left_of(match.dealer)
        dealt = cards[: each * match.seats]
        hands = tuple(dealt[order.index(seat) :: match.seats] for seat in range(match.seats))
        return _turned(match, hands, cards[len(dealt) :], match.left_of(match.dealer), 1)

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A window on every card, the same whatever it is."""
        ask = f"{{{deal.turn}}} turned {deal.centre[-1]}"
        return deal.window.decisions(ask, CALLS, self.rules.race_window)

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Slap the card, or let it pass; when all have answered or time is up the next card is turned."""
        window = deal.window.after(seat, action, self.rules.race)
        after = deal._replace(window=window)
        if not window.is_closed:
            return Turn(after)
        after, events = self._settled(after)
        is_over = (
            len(after.holders) <= 1
            or any(len(hand) >= ENOUGH for hand in after.hands)
            or after.turns >= MOST_TURNS
        )
        if is_over:
            scores = tuple(Scored(len(hand), f"{len(hand)} cards") for hand in after.hands)
            return Turn(after, events, scores)
        following = next(one for one in match.from_left_of(after.turn) if after.hands[one])
        turn = _turned(match, after.hands, after.centre, following, after.turns + 1)
        return turn._replace(events=(*events, *turn.events))

    def _settled(self, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
        """The window is closed: the first slap takes the pile, if the card is worth it."""
        winner, is_it = deal.window.winner, deal.centre[-1].rank == self.rules.number
        if not is_it:
            return self._paid(deal)
        if winner is None:
            return deal, (Told(f"Nobody slaps the {self.rules.number}."),)
        hands = replaced(deal.hands, winner, (*deal.hands[winner], *deal.centre))
        told = Told(f"{{{winner}}} slaps first and takes {len(deal.centre)} cards.")
        return deal._replace(hands=hands, centre=()), (told,)

    def _paid(self, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
        """Wrong slaps cost nothing, or a card each under the pile, but nobody's last one (R-88)."""
        events: tuple[Event, ...] = ()
        for seat in sorted(seat for seat, _ in deal.window.calls) if self.rules.false_slap_penalty else ():
            if len(deal.hands[seat]) > 1:
                card, *rest = deal.hands[seat]
                deal = deal._replace(
                    hands=replaced(deal.hands, seat, tuple(rest)), centre=(card, *deal.centre)
                )
                events += (Told(f"{{{seat}}} slapped a wrong card and pays one."),)
        return deal, events

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Whoever has the most cards: a match is one game."""
        return best(match)

    def board(self, match: Match, deal: Deal) -> Board:
        """The card in the centre and how many lie below; nobody sees a card before it is turned."""
        cards = tuple(len(hand) for hand in deal.hands)
        playing = (*deal.holders, deal.turn)
        below = len(deal.centre) - 1
        return Board(
            phase="Slap?",
            cards=cards,
            marks={seat: (Mark("out"),) for seat in range(match.seats) if seat not in playing},
            facts=(Fact("Slap", f"any {self.rules.number}"),),
            zones=(Zone(CENTRE, None, deal.centre[-1:], max(0, below)),),
            calls=() if deal.window.tied or deal.window.is_closed else CALLS,
            prompt=f"{deal.centre[-1]}. Is it {_one(self.rules.number)}?" if deal.centre else "",
        )


def _one(number: int) -> str:
    """Any card of a number in words: ``a 10``, ``an 8``."""
    return f"an {number}" if number in (8, 11) else f"a {number}"


def _turned(
    match: Match, hands: tuple[tuple[Card, ...], ...], centre: tuple[Card, ...], seat: Seat, turns: int
) -> Turn[Deal]:
    """A player's top card is turned on the centre, and everyone who is in the game may slap it."""
    card, *rest = hands[seat]
    playing = tuple(one for one in match.from_left_of(seat) if hands[one])
    window = Window(match.deal * MOST_TURNS + turns, playing)
    deal = Deal(replaced(hands, seat, tuple(rest)), (*centre, card), seat, window, turns)
    return Turn(deal, (Told(f"{{{seat}}} turns {card}."),))


GAMES: Final = (
    Tens(
        Book(
            key="tens",
            title="Tens",
            edition="oldest",
            kind="calling",
            seats=tuple(range(2, 9)),
            summary="For little children: cards are turned up one after another, and the first to slap a 10"
            " takes the pile.",
            source="Older rule books (transcribed 2020), Tens",
        ),
        TensRules(),
    ),
)
