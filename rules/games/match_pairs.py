"""Match and Everlasting: turn up cards until one matches the first of the pile. Nothing is decided.

What the acts mean: ``deal …`` (chance) has all 56 cards in the order they are dealt, one at a time from the
dealer's left; the card dealt first is turned first. ``say turn`` turns the top card of whoever's turn it is:
by the player, or by the clock (-2) where cards turn by themselves.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.decisions import CLOCK, ChooseOption, Decisions, Option, Seat, Wait
from rules.core.events import Told
from rules.core.protocol import Choice
from rules.core.views import Fact, Mark, Zone
from rules.games.game import CardGame
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.options import Offer
from rules.games.turning import TurningRules
from rules.games.winning import best

TURN: Final = Option(Say("turn"), label="Turn a card")
LAST_PILES: Final = 5
"""Piles that are played when only two are left."""
MOST_PLAYS: Final = 5000
"""After so many cards the most win: nothing in the books ends a game that goes round for ever."""
SHOWN: Final = 8
"""Cards of the pile that are shown."""


class PairRules(TurningRules):
    """Cards that match by their number."""

    match_by: Literal["number", "colour"] = "number"


class MatchRules(PairRules):
    """Match, where very young players may match colors (000)."""

    match_by: Annotated[
        Literal["number", "colour"],
        Offer(
            "Play",
            "What matches",
            "Numbers, or colors for those who are too young for numbers",
            (Choice("number", "numbers"), Choice("colour", "colors")),
        ),
    ] = "number"


class Deal(NamedTuple):
    """One game: packs face down, the pile in the centre, and whose turn it is."""

    hands: tuple[tuple[Card, ...], ...]
    """The top card first."""
    turn: Seat
    pile: tuple[Card, ...] = ()
    more: int | None = None
    """Piles still to be taken, once only two players are left."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.pile)} cards in the pile>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who still has cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)


class MatchPairs(CardGame[PairRules, Deal]):
    """Match (000) and Everlasting (003)."""

    keeps_points: ClassVar[bool] = False

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        what = "color" if self.rules.match_by == "colour" else "number"
        return (
            (
                "Deal",
                "The whole pack is dealt, one card at a time; some may have a card more than others. Nobody"
                " looks at the cards.",
            ),
            (
                "Play",
                "The player left of the dealer turns up the top card, and everyone in turn does the same."
                f" Whoever turns a card of the same {what} as the first card of the pile takes the pile"
                " and puts it under their own cards. The player to the left begins a new pile.",
            ),
            (
                "End",
                "Who has no cards left is out. When only two players are left, five more piles are taken, one"
                " already begun among them, and the most cards win; if they have as many, one more pile. If"
                " nobody else has any cards, the last one wins. A game that does not end is stopped after"
                f" {MOST_PLAYS} cards.",
            ),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return "most cards win"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Everything is dealt, and nobody may look; the player left of the dealer begins."""
        order = match.from_left_of(match.dealer)
        hands = tuple(cards[order.index(seat) :: match.seats] for seat in range(match.seats))
        more = LAST_PILES if match.seats == 2 else None
        return Turn(Deal(hands, match.left_of(match.dealer), more=more))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """The next card is turned by its player, or by the clock."""
        number = match.deal * MOST_PLAYS + deal.plays
        if self.rules.turning == "auto":
            return {CLOCK: Wait(self.rules.pace, number, Say("turn"))}
        return {deal.turn: ChooseOption(deal.turn, (TURN,), number, ask="Turn your top card")}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Turn the top card; it takes the pile if it matches the first."""
        seat = deal.turn
        card, *rest = deal.hands[seat]
        pile = (*deal.pile, card)
        is_match = bool(deal.pile) and self._matches(pile[0], card)
        hand = (*rest, *pile) if is_match else tuple(rest)
        after = deal._replace(
            hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]),
            pile=() if is_match else pile,
            plays=deal.plays + 1,
        )
        text = f"{{{seat}}} turns {card}."
        if is_match:
            text = f"{{{seat}}} turns {card}, a match, and takes {len(pile)} cards."
        elif not hand:
            text = f"{{{seat}}} turns {card}, the last card, and is out."
        return self._went_to(match, _counted(after, has_taken=is_match), Told(text))

    def _matches(self, first: Card, card: Card) -> bool:
        """Whether a card matches the first one of the pile."""
        return first.color == card.color if self.rules.match_by == "colour" else first.rank == card.rank

    def _went_to(self, match: Match, deal: Deal, told: Told) -> Turn[Deal]:
        """The next who has cards goes on, or the game is over."""
        if len(deal.holders) == 1 or deal.more == 0 or deal.plays >= MOST_PLAYS:
            scores = tuple(Scored(len(hand), f"{len(hand)} cards") for hand in deal.hands)
            return Turn(deal, (told,), scores)
        turn = next(seat for seat in match.from_left_of(deal.turn) if deal.hands[seat])
        return Turn(deal._replace(turn=turn), (told,))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Whoever has the most cards: a match is one game."""
        return best(match)

    def board(self, match: Match, deal: Deal) -> Board:
        """The card to match and the pile; nobody sees a card before it is turned."""
        facts = [Fact("To match", self._to_match(deal.pile[0]))] if deal.pile else []
        if deal.more is not None:
            facts.append(Fact("Piles left", str(deal.more)))
        cards = tuple(len(hand) for hand in deal.hands)
        is_pressed = self.rules.turning == "button"
        return Board(
            phase="Play",
            cards=cards,
            marks={seat: (Mark("out"),) for seat, number in enumerate(cards) if not number},
            facts=tuple(facts),
            zones=(Zone("Pile", None, deal.pile[-SHOWN:], max(0, len(deal.pile) - SHOWN), is_row=True),),
            calls=(TURN,) if is_pressed else (),
            prompt="Turn your top card" if is_pressed else f"{{{deal.turn}}} turns a card …",
        )

    def _to_match(self, first: Card) -> str:
        """What the next card has to be to take the pile."""
        if self.rules.match_by == "colour":
            assert first.color is not None
            return first.color.word
        return str(first.rank)


def _counted(deal: Deal, *, has_taken: bool) -> Deal:
    """Count the last piles: five once two are left, one more as long as they have as many cards."""
    if deal.more is None:
        return deal._replace(more=LAST_PILES) if len(deal.holders) == 2 else deal
    if not has_taken:
        return deal
    one, other = sorted(map(len, deal.hands))[-2:]
    return deal._replace(more=1 if deal.more == 1 and one == other else deal.more - 1)


MATCH: Final = MatchPairs(
    Book(
        key="match",
        title="Match",
        edition="1924",
        kind="matching",
        seats=tuple(range(2, 9)),
        summary="For little folks: turn up a card each, and whoever matches the first card of the pile takes"
        " it all. Pure luck.",
        source="Booklet of 1924, Match for Children",
    ),
    MatchRules(),
)
GAMES: Final = (
    MATCH,
    MatchPairs(
        MATCH.book._replace(
            key="everlasting",
            title="Everlasting",
            edition="oldest",
            source="Older rule books (transcribed 2020), Everlasting",
        ),
        PairRules(),
    ),
)
