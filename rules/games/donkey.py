"""Donkey: everybody passes a card to the left at once, until somebody holds four of a number and folds."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, NamedTuple

from pydantic import Field

from rules.core.actions import SHOUT, Action, Lot, Play, Shout
from rules.core.cards import NO_CARDS, RANKS, Card, CardSet, Color, card
from rules.core.decisions import (
    CHANCE,
    CLOCK,
    ChooseCard,
    ChooseOption,
    Decision,
    Decisions,
    Option,
    PickNumber,
    Seat,
    Wait,
)
from rules.core.events import CardsSeen, Event, Secret, Told
from rules.core.views import Mark, Zone
from rules.games.dealing import dealt_out, told_hands
from rules.games.game import CardGame
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.options import ON_OFF, Offer, numbers
from rules.games.race import WHO_COUNTS, RaceRules, first_of, time_to_call
from rules.games.winning import best

FOLD: Final = (Option(SHOUT, label="Fold my hand"),)
NO_FOLD: Final = "You may fold only with four cards of one number, or after somebody else has folded."
NOT_HELD: Final = "Pass a card of your own hand."
MOST_PASSES: Final = 200
"""After so many passes without a fold nobody has won: the books do not say what ends such a deal."""
FOURS: Final = tuple(CardSet.of(card(color, rank) for color in Color) for rank in range(1, RANKS + 1))
PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


class DonkeyRules(RaceRules):
    """Donkey: how many deals, and what the last to fold has to do."""

    deals: Annotated[
        int,
        Field(ge=1, le=200),
        Offer("Match", "Deals", "Whoever folds first in the most deals wins", numbers(1, 3, 5, 10)),
    ] = 1
    forfeit: Annotated[
        bool,
        Offer("Match", "Forfeit", "The last to fold runs around the table three times (1924)", ON_OFF),
    ] = True


class Deal(NamedTuple):
    """One deal: who holds what, which cards lie ready to be passed on, and who has folded."""

    hands: tuple[CardSet, ...]
    """With the cards that lie ready."""
    ready: tuple[Card | None, ...]
    """The card each has chosen to pass on; they all move when the last is chosen."""
    passes: int = 0
    """How often the cards have moved."""
    folds: tuple[tuple[Seat, int], ...] = ()
    """Who has folded and when, in milliseconds, in the order it arrived."""
    is_closed: bool = False
    """Whether the time to fold is over."""
    places: tuple[Seat, ...] = ()
    """Who was first, who next, as far as that is settled."""

    @property
    def folded(self) -> tuple[Seat, ...]:
        """Who has folded, in the order it arrived."""
        return tuple(seat for seat, _ in self.folds)

    def held(self, seat: Seat) -> CardSet:
        """A hand without the card that lies ready."""
        card = self.ready[seat]
        return self.hands[seat] if card is None else CardSet(self.hands[seat] & ~(1 << card))

    def may_fold(self, seat: Seat) -> bool:
        """Whether a fold would be right: four of a number are held, or somebody has folded already."""
        return bool(self.folds) or bool(four_of(self.held(seat)))

    def __repr__(self) -> str:
        return f"<deal after {self.passes} passes, {len(self.folds)} folded>"


class Donkey(CardGame[DonkeyRules, Deal]):
    """Donkey (1924 booklet and older rule books)."""

    keeps_points: ClassVar[bool] = False

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        forfeit = (
            " and runs around the table three times, calling “I am slow, I am slow.”"
            if rules.forfeit
            else "."
        )
        most = f"The most of {rules.deals} deals win the match, and equal numbers share it"
        win = "wins" if rules.deals == 1 else f"wins the deal. {most}"
        return (
            ("Deal", "The whole pack is dealt, even if some have a card more than others."),
            (
                "Pass",
                "Everybody chooses a card for the player on the left. When all have chosen, the cards move"
                " at once. Try to get four cards of one number; colors mean nothing.",
            ),
            (
                "Fold",
                "Whoever holds four of one number quietly folds, even straight after the deal. As soon as"
                " the others notice, they fold too, whatever they hold.",
            ),
            (
                "Time",
                f"After the first fold you have {time_to_call(rules)} to fold. If several fold,"
                f" {WHO_COUNTS[rules.race]}. Those who do not fold come last, in an order drawn by lot.",
            ),
            (
                "End",
                f"The first to fold with four of one number {win}. The last to fold is the Donkey{forfeit}"
                f" After {MOST_PASSES} passes without a fold nobody is first and nobody is last.",
            ),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return "first to fold wins" if self.rules.deals == 1 else f"{self.rules.deals} deals"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Everything is dealt, though not everybody may get as many."""
        hands, _ = dealt_out(cards, match)
        return Turn(Deal(hands, (None,) * match.seats), told_hands(hands))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card to pass from all who have not chosen; once somebody has folded, a fold from the rest."""
        if deal.is_closed:
            return {CHANCE: PickNumber(self._next(deal))}
        left = [
            seat
            for seat in range(match.seats)
            if (deal.folds or deal.ready[seat] is None) and seat not in deal.folded
        ]
        asked: Decisions = {seat: _question(match, deal, seat) for seat in left}
        if not deal.folds:
            return asked
        return {**asked, CLOCK: Wait(self.rules.race_window, match.deal)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """A card is chosen, a hand is folded, the time is over, or a lot decides."""
        match action:
            case Play(card):
                ready = (*deal.ready[:seat], card, *deal.ready[seat + 1 :])
                return self._pass_on(match, deal._replace(ready=ready))
            case Shout(stamp):
                after = deal._replace(folds=(*deal.folds, (seat, stamp)))
                everybody = len(after.folds) == match.seats
                return self._rank(match, after._replace(is_closed=True)) if everybody else Turn(after)
            case Lot(picked):
                return self._rank(match, deal._replace(places=(*deal.places, picked)))
            case _:
                return self._rank(match, deal._replace(is_closed=True))

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """Why a fold or a card is not accepted; only the one who tried it reads this."""
        return NO_FOLD if isinstance(action, Shout) else NOT_HELD

    def _pass_on(self, match: Match, deal: Deal) -> Turn[Deal]:
        """Move the cards if all lie ready; whoever passes on after a fold has not noticed it yet."""
        moving = [card for card in deal.ready if card is not None]
        if deal.folds or len(moving) < match.seats:
            return Turn(deal)
        if deal.passes == MOST_PASSES:
            told = Told(f"Nobody has folded in {MOST_PASSES} passes: nobody is first, and nobody the Donkey.")
            return Turn(deal, (told,), (Scored(0),) * match.seats)
        hands = list(deal.hands)
        events: list[Event] = []
        for giver, passed in enumerate(moving):
            receiver = match.left_of(giver)
            hands[giver] = CardSet(hands[giver] & ~(1 << passed))
            hands[receiver] = CardSet(hands[receiver] | 1 << passed)
            events.append(Secret(receiver, CardsSeen(receiver, (passed,))))
        return Turn(Deal(tuple(hands), (None,) * match.seats, deal.passes + 1), tuple(events))

    def _next(self, deal: Deal) -> tuple[Seat, ...]:
        """Who comes next; several where a lot decides. The first must hold four of a number (R-85)."""
        calls = [fold for fold in deal.folds if fold[0] not in deal.places]
        if not deal.places:
            calls = [fold for fold in calls if four_of(deal.held(fold[0]))]
        silent = (seat for seat in range(len(deal.hands)) if seat not in deal.places)
        return first_of(calls, self.rules.race) or tuple(silent)

    def _rank(self, match: Match, deal: Deal) -> Turn[Deal]:
        """Give out the places one after another, until a lot is needed or all have theirs."""
        while len(following := self._next(deal)) == 1:
            deal = deal._replace(places=(*deal.places, *following))
        if following:
            return Turn(deal)
        winner, *_, last = deal.places
        four = sorted(four_of(deal.held(winner)))
        slow = (
            ", and runs around the table three times: “I am slow, I am slow!”" if self.rules.forfeit else "."
        )
        told = (
            Told(f"{{{winner}}} folds first, with {' '.join(map(str, four))}."),
            Told(f"{{{last}}} folds last and is the Donkey{slow}"),
        )
        return Turn(deal, told, tuple(_scored(deal, seat) for seat in range(match.seats)))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Whoever was first in the most deals; a tie is shared, and nobody wins where nobody folded."""
        if match.scored < self.rules.deals:
            return None
        return best(match) if any(match.totals) else ()

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards, without the one that lies ready."""
        return deal.held(seat)

    def own_zones(self, match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The card that lies ready to be passed on."""
        card = deal.ready[seat]
        return () if card is None else (Zone("To pass on", None, (card,), 0),)

    def board(self, match: Match, deal: Deal) -> Board:
        """Who still chooses and who has folded; the button to fold is there for all, always."""
        is_over = match.winners is not None
        return Board(
            phase="Fold" if deal.is_closed else f"Pass {deal.passes + 1}",
            cards=tuple(len(hand) for hand in deal.hands),
            marks={} if is_over else {seat: (_mark(deal, seat),) for seat in range(match.seats)},
            calls=() if is_over or deal.is_closed else FOLD,
            prompt="Press *My hand* to choose a card to pass on, and watch for folded hands.",
        )


def four_of(hand: CardSet) -> CardSet:
    """Four cards of one number, the lowest there is; no cards where none is held four times."""
    return next((four for four in FOURS if not four & ~hand), NO_CARDS)


def _question(match: Match, deal: Deal, seat: Seat) -> Decision:
    """What a seat that has not folded is asked.

    Nobody's question changes when another seat folds or chooses, if a fold was right for it before: a
    press on its way still counts.
    """
    if deal.ready[seat] is not None:
        return ChooseOption(seat, FOLD, match.deal, ask="Somebody has folded")
    hand = deal.hands[seat]
    ask = f"Pass {deal.passes + 1}: choose a card for {{{match.left_of(seat)}}}"
    return ChooseCard(seat, hand, hand, otherwise=FOLD if deal.may_fold(seat) else (), ask=ask)


def _mark(deal: Deal, seat: Seat) -> Mark:
    """What everybody sees of a seat, never which card."""
    if seat in deal.folded:
        return Mark("folded", strong=True)
    return Mark("choosing" if deal.ready[seat] is None else "ready")


def _scored(deal: Deal, seat: Seat) -> Scored:
    """The first to fold has won the deal; the other places bring nothing."""
    place = deal.places.index(seat)
    if place == 0:
        return Scored(1, "folded first")
    return Scored(0, f"{PLACES[place]}, the Donkey" if seat == deal.places[-1] else PLACES[place])


GAMES: Final = (
    Donkey(
        Book(
            key="donkey",
            title="Donkey",
            edition="1924",
            kind="matching",
            seats=tuple(range(3, 9)),
            summary="Pass a card to the left, all at once, until somebody holds four of a number and quietly"
            " folds. Then fold too: the last is the Donkey.",
            source="Booklet of 1924 and older rule books, Donkey",
        ),
        DonkeyRules(race_window=10),
    ),
)
