"""I Doubt It: a card face down under a called number, and whoever does not believe it says so."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from rules.actions import Action, Play
from rules.cards import Card, CardSet, pack
from rules.decisions import ChooseCard, Decisions, Seat
from rules.events import CardsSeen, Event, HandDealt, Secret, Told
from rules.games.game import CardGame, best, dealt_out, decided
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.options import ON_OFF, Offer, TargetRules
from rules.games.race import RaceRules, Window, call_or_pass
from rules.views import Fact, Zone

WORDS: Final = (
    "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
)  # fmt: skip
CALLS: Final = call_or_pass("I doubt it", "Believe it")
MOST_PLAYS: Final = 5000
"""After so many cards the fewest win: nothing in the books ends a deal that goes round for ever."""


class DoubtRules(TargetRules, RaceRules):
    """I Doubt It: the edition's target, and who begins after a doubt."""

    first_out_wins: Annotated[
        bool,
        Offer("Match", "First out wins", "One deal, won by whoever is out of cards first (R-82)", ON_OFF),
    ] = False
    loser_leads: Annotated[
        bool,
        Offer("Play", "Loser goes on", "Whoever takes the cards plays next, calling one (R-83)", ON_OFF),
    ] = False


class Deal(NamedTuple):
    """One deal: who holds what, what lies in the centre, and the card that may be doubted."""

    hands: tuple[CardSet, ...]
    turn: Seat
    number: int
    """The number to be called next, 1 to 14."""
    centre: tuple[Card, ...] = ()
    played: tuple[Seat, Card, int] | None = None
    """The card that may be doubted: whose it is, what it is, and what was called."""
    window: Window | None = None
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.centre)} cards in the centre>"


class Doubt(CardGame[DoubtRules, Deal]):
    """I Doubt It (003 and 000)."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        after = (
            "Whoever took the cards plays next and begins with one."
            if rules.loser_leads
            else "The next player goes on with the next number."
        )
        end = (
            "Whoever is out of cards first wins the match."
            if rules.first_out_wins
            else f"Whoever is out first scores a point for each card the others hold, {self.goal()}."
        )
        return (
            ("Deal", "The whole pack is dealt, one card at a time; some may have a card more than others."),
            (
                "Play",
                "The player left of the dealer lays a card face down and calls one, the next calls two, and"
                " so on to fourteen, then one again. The card may be any card.",
            ),
            (
                "Doubt",
                "Anybody may doubt the card just played, which is then shown. If it is what was called, the"
                f" doubter takes all cards in the centre; if not, whoever played it does. {after}",
            ),
            ("End", f"{end} The last card may be doubted too."),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        if self.rules.first_out_wins:
            return "first out wins"
        return f"{self.rules.deals} deals" if self.rules.deals else f"to {self.rules.target}"

    def pack(self, seats: int) -> tuple[Card, ...]:
        """All 56 cards, without the bird."""
        return pack(range(1, 15), bird=False)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Everything is dealt; the player left of the dealer begins with one."""
        hands, _ = dealt_out(cards, match)
        told = tuple(Secret(seat, HandDealt(seat, hand)) for seat, hand in enumerate(hands))
        return Turn(Deal(hands, match.left_of(match.dealer), 1), told)

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card to play, or a window in which everybody else may doubt it."""
        if deal.window is not None and deal.played is not None:
            player, _, called = deal.played
            ask = f"{{{player}}} played a card as {WORDS[called - 1]}"
            return deal.window.decisions(ask, CALLS, self.rules.race_window)
        hand = deal.hands[deal.turn]
        return {deal.turn: ChooseCard(deal.turn, f"Play a card as {WORDS[deal.number - 1]}", hand, hand)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Play a card, or answer whether it is believed."""
        if isinstance(action, Play):
            return self._play(match, deal, action.card)
        assert deal.window is not None
        window = deal.window.after(seat, action, self.rules.race)
        if not window.is_closed:
            return Turn(deal._replace(window=window))
        return self._settle(match, deal, window.winner)

    def _play(self, match: Match, deal: Deal, card: Card) -> Turn[Deal]:
        seat = deal.turn
        hands = tuple(
            CardSet(hand & ~(1 << card)) if one == seat else hand for one, hand in enumerate(deal.hands)
        )
        others = match.from_left_of(seat)[:-1]
        after = deal._replace(
            hands=hands,
            centre=(*deal.centre, card),
            played=(seat, card, deal.number),
            window=Window(match.deal * MOST_PLAYS + deal.plays + 1, others),
            plays=deal.plays + 1,
        )
        return Turn(after, (Told(f"{{{seat}}} plays a card and calls {WORDS[deal.number - 1]}."),))

    def _settle(self, match: Match, deal: Deal, doubter: Seat | None) -> Turn[Deal]:
        """The window is closed: a doubt is looked into, and the next plays or the deal is over."""
        assert deal.played is not None
        player, card, called = deal.played
        events: tuple[Event, ...] = ()
        after = deal._replace(turn=match.left_of(player), number=called % 14 + 1, played=None, window=None)
        if doubter is not None:
            loser = doubter if card.rank == called else player
            hands = list(deal.hands)
            hands[loser] = CardSet(hands[loser] | CardSet.of(deal.centre))
            after = after._replace(hands=tuple(hands), centre=())
            if self.rules.loser_leads:
                after = after._replace(turn=loser, number=1)
            cards = f"{len(deal.centre)} card{'s' if len(deal.centre) > 1 else ''}"
            verdict = "true" if card.rank == called else "not true"
            text = f"{{{doubter}}} doubts it: {card}, {verdict}. {{{loser}}} takes {cards}."
            events = (Told(text), Secret(loser, CardsSeen(loser, deal.centre)))
        if not after.hands[player] or after.plays >= MOST_PLAYS:
            return Turn(after, events, self._scores(match, after))
        return Turn(after, events)

    def _scores(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """A point for each card in the others' hands, none for the centre (003)."""
        counts = [len(hand) for hand in deal.hands]
        fewest = min(counts)
        out = [seat for seat, count in enumerate(counts) if count == fewest]
        points = 1 if self.rules.first_out_wins else sum(counts) - fewest * len(out)
        return tuple(
            Scored(points, f"{points} cards left with others") if seat in out else Scored(0)
            for seat in range(match.seats)
        )

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The first to the target, or whoever is out first."""
        return best(match) if self.rules.first_out_wins else decided(match, self.rules)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The number that is called, how many cards lie in the centre, and whether one may doubt."""
        called = deal.number if deal.played is None else deal.played[2]
        return Board(
            phase="Play" if deal.window is None else "Doubt?",
            cards=tuple(len(hand) for hand in deal.hands),
            facts=(Fact("Called" if deal.played else "Next call", WORDS[called - 1]),),
            zones=(Zone("Centre", None, (), len(deal.centre)),),
            calls=CALLS if deal.window is not None and not deal.window.tied else (),
        )


OLD: Final = Doubt(
    Book(
        key="doubt_old",
        title="I Doubt It",
        edition="old",
        kind="calling",
        seats=tuple(range(3, 9)),
        summary="Lay a card face down and call its number, true or not. Who is caught takes the pile, and so"
        " does who doubts a true card.",
        source="older rule books, I Doubt It",
    ),
    DoubtRules(),
)
GAMES: Final = (
    OLD,
    Doubt(
        OLD.book._replace(key="doubt_1924", edition="1924", source="1924 booklet, I Doubt It"),
        DoubtRules(first_out_wins=True),
    ),
)
