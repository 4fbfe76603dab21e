"""I Doubt It: a card is played face down under a called number, and anyone may doubt it."""

from __future__ import annotations

from functools import cached_property

from rules.core.actions import Action, Play
from rules.core.cards import RANKS, Card, CardSet
from rules.core.dealing import dealt_out, hand_events
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import CardPlayed, CardsSeen, DiscardSeen, Event, NestTaken, Secret
from rules.core.match import Match
from rules.core.scores import ScoreItem
from rules.games.doubt.deal import MOST_PLAYS, Claim, Deal
from rules.games.doubt.events import CardClaimed, CardDoubted, DealStopped, WentOut
from rules.games.doubt.facts import Phase, Scores, facts_of, zones
from rules.games.doubt.options import DoubtRules
from rules.games.doubt.words import DoubtWords
from rules.games.frame import Board, DealStep, Scored, replaced
from rules.games.game import CardGame
from rules.games.race import CALL_OR_PASS, Window


class Doubt(CardGame[DoubtRules, Deal]):
    """I Doubt It (older rule books and 1924 booklet)."""

    @cached_property
    def words(self) -> DoubtWords:
        """The words of the game, for players."""
        return DoubtWords(self.rules, self.book.source)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal all cards; the player left of the dealer begins and calls 1."""
        hands, _ = dealt_out(cards, match)
        return DealStep(Deal(hands, match.left_of(match.dealer), 1), hand_events(hands))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask for a card; in a window the others whether they doubt it, and the clock, or chance on a tie."""
        if deal.window is not None:
            return deal.window.questions(self.rules.race_window)
        hand = deal.hands[deal.turn]
        return {deal.turn: ChooseCard(deal.turn, hand, hand)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Play a card, or answer whether to doubt."""
        if isinstance(action, Play):
            return self._play(match, deal, action.card)
        assert deal.claim is not None
        assert deal.window is not None
        window = deal.window.after(seat, action, self.rules.race)
        if not window.is_closed:
            return DealStep(deal._replace(window=window))
        return self._settle(match, deal, deal.claim, window.winner)

    def _play(self, match: Match, deal: Deal, card: Card) -> DealStep[Deal]:
        """Play a card face down to the center and open the window; only its player knows the card."""
        seat = deal.turn
        hand = deal.hands[seat].without(card)
        after = deal._replace(
            hands=replaced(deal.hands, seat, hand),
            center=(*deal.center, card),
            claim=Claim(seat, card, deal.number),
            window=Window(match.deal * MOST_PLAYS + deal.plays + 1, match.from_left_of(seat)[:-1]),
            plays=deal.plays + 1,
        )
        claimed = CardClaimed(seat, deal.number, is_last=not hand)
        return DealStep(after, (claimed, Secret(seat, DiscardSeen(seat, (card,)))))

    def _settle(self, match: Match, deal: Deal, claim: Claim, doubter: Seat | None) -> DealStep[Deal]:
        """Settle a closed window: check the doubt, then pass the turn or end the deal."""
        after = deal._replace(
            turn=match.left_of(claim.player), number=claim.called % RANKS + 1, claim=None, window=None
        )
        events: tuple[Event, ...] = ()
        if doubter is not None:
            after, events = self._check_doubt(after, claim, doubter)
        if not after.hands[claim.player]:
            return DealStep(after, (*events, WentOut(claim.player)), _scores(after))
        if after.plays >= MOST_PLAYS:
            return DealStep(after, (*events, DealStopped(after.plays)), _scores(after))
        return DealStep(after, events)

    def _check_doubt(self, deal: Deal, claim: Claim, doubter: Seat) -> tuple[Deal, tuple[Event, ...]]:
        """Show the card to all; the player who was wrong takes the center."""
        loser = doubter if claim.is_true else claim.player
        hand = CardSet(deal.hands[loser] | CardSet.of(deal.center))
        after = deal._replace(hands=replaced(deal.hands, loser, hand), center=())
        if self.rules.loser_leads:
            after = after._replace(turn=loser, number=1)
        taken = len(deal.center)
        return after, (
            CardDoubted(doubter, claim.player, claim.card, claim.called, loser, taken),
            CardPlayed(claim.player, claim.player, claim.card),
            NestTaken(loser, taken),
            Secret(loser, CardsSeen(loser, deal.center)),
        )

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The number called, the number of cards in the center, and a doubt button while a window is open."""
        may_doubt = deal.window is not None and not deal.window.tied
        return Board(
            phase=Phase.PLAY if deal.claim is None else Phase.DOUBT,
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal),
            zones=zones(deal),
            calls=CALL_OR_PASS if may_doubt else (),
        )


def _scores(deal: Deal) -> tuple[Scored, ...]:
    """A point for each card in the other hands, none for the center (older rule books)."""
    counts = [len(hand) for hand in deal.hands]
    fewest = min(counts)
    left = sum(counts) - fewest
    won = (ScoreItem(Scores.LEFT_IN_HANDS, left, left),)
    return tuple(won if count == fewest else () for count in counts)
