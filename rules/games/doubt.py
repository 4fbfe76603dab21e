"""I Doubt It: a card face down under a called number, and whoever does not believe it says so."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from pydantic import Field

from rules.core.actions import Action, Play
from rules.core.cards import RANKS, Card, CardSet
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import CardPlayed, CardsSeen, DiscardSeen, Event, NestTaken, Secret, Told
from rules.core.protocol import Choice
from rules.core.views import Fact, Mark, Zone
from rules.games.dealing import dealt_out, told_hands
from rules.games.game import CardGame
from rules.games.match import Board, Book, Match, Scored, Turn, replaced
from rules.games.options import ON_OFF, Offer, TargetRules, numbers
from rules.games.race import WHO_COUNTS, RaceRules, Window, call_or_pass, time_to_call
from rules.games.winning import decided, ending, length

WORDS: Final = (
    "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
)  # fmt: skip
CALLS: Final = call_or_pass("I doubt it", "Believe it")
DEALS: Final = (Choice(None, "to the target"), Choice(1, "1, first out wins"), *numbers(4, 8))
MOST_PLAYS: Final = 5000
"""After so many cards the fewest win: nothing in the books ends a deal that goes round for ever."""


class DoubtRules(TargetRules, RaceRules):
    """I Doubt It: to a target or one deal (R-82), and who begins after a doubt (R-83)."""

    deals: Annotated[
        int | None,
        Field(ge=1, le=200),
        Offer("Match", "Deals", "A fixed number of deals instead of the target", DEALS),
    ] = None
    loser_leads: Annotated[
        bool,
        Offer("Play", "Loser goes on", "Whoever takes the cards plays next, calling one (R-83)", ON_OFF),
    ] = False


class Claim(NamedTuple):
    """A card as it was played: whose, which, and the number called."""

    player: Seat
    card: Card
    called: int

    @property
    def is_true(self) -> bool:
        """Whether it is what was called."""
        return self.card.rank == self.called

    def __repr__(self) -> str:
        return f"<a card of {self.player}, called {self.called}>"


class Deal(NamedTuple):
    """One deal: who holds what, what lies in the centre, and the card that may be doubted."""

    hands: tuple[CardSet, ...]
    turn: Seat
    number: int
    """The number to be called next, 1 to 14."""
    centre: tuple[Card, ...] = ()
    claim: Claim | None = None
    """The card that may be doubted; None while the next is chosen."""
    window: Window | None = None
    """Who answers whether it is believed, as long as there is a claim."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.centre)} cards in the centre>"


class Doubt(CardGame[DoubtRules, Deal]):
    """I Doubt It (older rule books and 1924 booklet)."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        after = (
            "Whoever took the cards plays next and calls one."
            if rules.loser_leads
            else "The next player goes on with the next number."
        )
        wins = (
            "wins."
            if rules.deals == 1
            else "scores a point for each card in the others' hands, none for the centre. " + ending(rules)
        )
        return (
            ("Deal", "The whole pack is dealt, one card at a time; some may have a card more than others."),
            (
                "Play",
                "The player left of the dealer lays a card face down and calls one, the next calls two, and"
                " so on to fourteen, then one again. The card may be any card; colors mean nothing.",
            ),
            (
                "Doubt",
                "Anybody may doubt the card just played, which is then shown. If it is what was called, the"
                f" doubter takes all cards in the centre; if not, whoever played it does. {after}",
            ),
            (
                "Time",
                f"You have {time_to_call(rules)} to answer. If several doubt, {WHO_COUNTS[rules.race]}.",
            ),
            (
                "End",
                f"Whoever is out of cards first {wins} The last card may be doubted too. A deal that"
                f" does not end is stopped after {MOST_PLAYS} cards, and the fewest cards in hand win it.",
            ),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        deals = self.rules.deals
        if deals == 1:
            return "first out wins"
        return length(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Everything is dealt; the player left of the dealer begins with one."""
        hands, _ = dealt_out(cards, match)
        return Turn(Deal(hands, match.left_of(match.dealer), 1), told_hands(hands))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card to play, or a window in which everybody else may doubt it."""
        if deal.claim is not None and deal.window is not None:
            return deal.window.decisions(_claimed(deal.claim), CALLS, self.rules.race_window)
        hand = deal.hands[deal.turn]
        return {deal.turn: ChooseCard(deal.turn, hand, hand, ask=f"Play a card as {WORDS[deal.number - 1]}")}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Play a card, or answer whether it is believed."""
        if isinstance(action, Play):
            return self._play(match, deal, action.card)
        assert deal.claim is not None
        assert deal.window is not None
        window = deal.window.after(seat, action, self.rules.race)
        if not window.is_closed:
            return Turn(deal._replace(window=window))
        return self._settle(match, deal, deal.claim, window.winner)

    def _play(self, match: Match, deal: Deal, card: Card) -> Turn[Deal]:
        """Lay a card in the centre: only its player knows which."""
        seat = deal.turn
        hand = CardSet(deal.hands[seat] & ~(1 << card))
        after = deal._replace(
            hands=replaced(deal.hands, seat, hand),
            centre=(*deal.centre, card),
            claim=Claim(seat, card, deal.number),
            window=Window(match.deal * MOST_PLAYS + deal.plays + 1, match.from_left_of(seat)[:-1]),
            plays=deal.plays + 1,
        )
        which = "a card" if hand else "the last card"
        told = Told(f"{{{seat}}} plays {which} and calls {WORDS[deal.number - 1]}.")
        return Turn(after, (told, Secret(seat, DiscardSeen(seat, (card,)))))

    def _settle(self, match: Match, deal: Deal, claim: Claim, doubter: Seat | None) -> Turn[Deal]:
        """The window is closed: a doubt is looked into, and the next plays or the deal is over."""
        after = deal._replace(
            turn=match.left_of(claim.player), number=claim.called % RANKS + 1, claim=None, window=None
        )
        events: tuple[Event, ...] = ()
        if doubter is not None:
            after, events = self._look(after, claim, doubter)
        if not after.hands[claim.player]:
            out = Told(f"{{{claim.player}}} is out of cards.")
            return Turn(after, (*events, out), _scores(after))
        if after.plays >= MOST_PLAYS:
            stopped = Told(f"The deal is stopped after {MOST_PLAYS} cards: the fewest in hand win.")
            return Turn(after, (*events, stopped), _scores(after))
        return Turn(after, events)

    def _look(self, deal: Deal, claim: Claim, doubter: Seat) -> tuple[Deal, tuple[Event, ...]]:
        """The card is shown to all, and the one who was wrong takes everything in the centre."""
        loser = doubter if claim.is_true else claim.player
        hand = CardSet(deal.hands[loser] | CardSet.of(deal.centre))
        after = deal._replace(hands=replaced(deal.hands, loser, hand), centre=())
        if self.rules.loser_leads:
            after = after._replace(turn=loser, number=1)
        number = len(deal.centre)
        cards = "1 card" if number == 1 else f"{number} cards"
        verdict = "it was true" if claim.is_true else "it was false"
        return after, (
            Told(f"{{{doubter}}} doubts it: {claim.card}, {verdict}. {{{loser}}} takes {cards}."),
            CardPlayed(claim.player, claim.player, claim.card),
            NestTaken(loser, number),
            Secret(loser, CardsSeen(loser, deal.centre)),
        )

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The first to the target, or the best after the deals agreed on."""
        return decided(match, self.rules)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The number that is called, how many cards lie in the centre, and whether one may doubt."""
        claim = deal.claim
        called = deal.number if claim is None else claim.called
        may_doubt = claim is not None and deal.window is not None and not deal.window.tied
        return Board(
            phase="Play" if claim is None else "Doubt?",
            cards=tuple(len(hand) for hand in deal.hands),
            marks={} if claim is None else {claim.player: (Mark(f"calls {WORDS[called - 1]}"),)},
            facts=(Fact("Next call" if claim is None else "Called", f"{WORDS[called - 1]} ({called})"),),
            zones=(Zone("Centre", None, (), len(deal.centre)),),
            calls=CALLS if may_doubt else (),
            prompt="" if claim is None else f"{_claimed(claim)}. Is it true?",
        )


def _claimed(claim: Claim) -> str:
    """What is asked of everybody else."""
    return f"{{{claim.player}}} played a card as {WORDS[claim.called - 1]}"


def _scores(deal: Deal) -> tuple[Scored, ...]:
    """A point for each card in the others' hands, none for the centre (older rule books)."""
    counts = [len(hand) for hand in deal.hands]
    fewest = min(counts)
    left = sum(counts) - fewest
    return tuple(
        Scored(left, f"{left} cards in the others' hands") if count == fewest else Scored(0)
        for count in counts
    )


OLD: Final = Doubt(
    Book(
        key="doubt_old",
        title="I Doubt It",
        edition="oldest",
        kind="calling",
        seats=tuple(range(3, 9)),
        summary="Lay a card face down and call its number, true or not. Who is caught takes the pile, and so"
        " does who doubts a true card.",
        source="Older rule books (transcribed 2020), I Doubt It",
    ),
    DoubtRules(),
)
GAMES: Final = (
    OLD,
    Doubt(
        OLD.book._replace(key="doubt_1924", edition="1924", source="Booklet of 1924, I Doubt It"),
        DoubtRules(deals=1),
    ),
)
