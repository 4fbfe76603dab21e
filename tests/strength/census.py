"""Blunders and puzzling cards, counted in deals that computers play among themselves.

A *blunder* follows from what its player could know. A *puzzle* is a card or a bid that no partner
understands; opponents' trumps are read from their hands. The rules share no code with the players, except
for the limit of a bid. An exact critic, if asked for, finds hidden mistakes too.

``python -m tests.strength.census kentucky one_high --deals 100`` prints how often each is made in 100 deals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from statistics import fmean
from typing import Any, Final, NamedTuple

from bot.computers.bidding_games.bidding import best_to_bid, limit
from bot.computers.brief import Brief, Briefing, Computer
from bot.computers.levels import Level
from bot.computers.memory import Memory
from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State
from rules.catalog import find_game
from rules.core.actions import Action, Bid, Play
from rules.core.cards import BIRD, Card, CardSet
from rules.core.decisions import ChooseCard, ChooseNumber, Seat
from rules.core.events import BidPassed, BirdNamed, CardPlayed, DealScored, HeardEvent, NestSeen, TrumpNamed
from tests.strength.critic import LOSS, TRICKS, Critic
from tests.strength.duel import PLAYERS, contract_of, play_deal, prepared, taken

SEATS: Final = 4
CHEAP: Final = 5
"""Most points of a trick that do not justify playing the bird."""
FAR: Final = 40
"""Points by which a bid is set far."""
LITTLE: Final = 10
"""Points by which a limit is hardly higher than the partner's."""
DEAR: Final = 10
"""Points from which on a winner of another color is one to be cashed: a 14, or a 1."""


class Blunder(StrEnum):
    """A mistake that follows from what its player knows."""

    COUNTER_THROWN = "counter thrown on a surely lost trick, a worthless card in hand"
    PARTNER_TRUMPED = "partner's sure trick trumped, another card in hand"
    MASTER_WITHHELD = "master of the color kept back though it wins points now"
    BIRD_WASTED = "bird spent on five points or less"


class Puzzle(StrEnum):
    """A card or bid that a partner does not understand."""

    COUNTER_HOPED = (
        "counter thrown under the declarer's trump lead in hope of partner, a worthless card in hand"
    )
    WINNER_CASHED = "side 14 cashed by the declarer before trumps are drawn, a trump in hand"
    TRUMP_LED = "trump led though the opponents have none, another card in hand"
    PARTNER_OUTBID = "partner raised after both opponents passed"
    LITTLE_MORE = "partner raised with a limit less than 10 higher than the partner's"


class Witness:
    """Counts what the players of a deal do, and shows it to a critic."""

    def __init__(self, setup: Setup, level: Level | None = None, critic: Critic | None = None) -> None:
        self._setup, self._level, self._critic = setup, level, critic
        self._limits: dict[Seat, float] = {}
        self.found: Counter[Blunder | Puzzle] = Counter()

    def watch(self, briefing: Briefing[Any], state: State, action: Action) -> None:
        """Look at an action before it is done."""
        if self._critic is not None:
            self._critic.watch(briefing, state, action)
        decision = None
        if isinstance(action, Play | Bid):
            brief = briefing.brief(state, state.turn)
            decision = brief.view.decision
        if isinstance(decision, ChooseNumber):
            self.found.update(self._raises(brief, state, decision))
        elif isinstance(decision, ChooseCard) and isinstance(action, Play):
            cards, trick = list(decision.cards), brief.view.table.trick
            if trick is not None and trick.plays:
                self.found.update(_blunders(self._setup, brief, trick.plays, cards, action.card))
                self.found.update(_hoped(self._setup, brief, state, trick.plays, cards, action.card))
            else:
                self.found.update(_led(self._setup, brief, state, cards, action.card))

    def _raises(self, brief: Brief, state: State, decision: ChooseNumber) -> Iterator[Puzzle]:
        """The puzzles of a bid that raises a partner's."""
        seat, declarer = state.turn, state.auction.declarer
        if declarer == NO_SEAT:
            self._limits.clear()
        if self._level is not None:
            memory = Memory(brief, self._setup, self._level)
            self._limits[seat] = limit(memory, best_to_bid(memory, decision))
        if declarer == NO_SEAT or declarer % 2 != seat % 2:
            return
        passed = {event.seat for event in brief.heard if isinstance(event, BidPassed)}
        if all(opponent in passed for opponent in range(SEATS) if opponent % 2 != seat % 2):
            yield Puzzle.PARTNER_OUTBID
        if self._level is not None and self._limits[seat] < self._limits[declarer] + LITTLE:
            yield Puzzle.LITTLE_MORE


def _hoped(
    setup: Setup, brief: Brief, state: State, plays: Sequence[tuple[int, Card]], legal: list[Card], card: Card
) -> Iterator[Puzzle]:
    """Counters thrown on the declarer's trumps before partner has played.

    Worthless is a card without points, or a lower one of the same color with at most as many points.
    """
    ranking, seat = _ranking(setup, brief.heard), state.turn
    values, suit, led = ranking.value, ranking.suit, ranking.suit[plays[0][1]]
    power, leader = ranking.power[led], plays[0][0]
    winner, best = max(plays, key=lambda play: power[play[1]])
    is_drawn = leader == state.contract.declarer and ranking.trumps >> plays[0][1] & 1
    partner_follows = len(plays) < SEATS - 2
    if not is_drawn or leader % 2 == seat % 2 or winner % 2 == seat % 2 or not partner_follows:
        return
    if not values[card] or power[card] > power[best]:
        return

    def height(one: Card) -> int:
        return ranking.power[suit[one]][one]

    lower = [one for one in legal if suit[one] == suit[card] and height(one) < height(card)]
    if any(not values[one] for one in legal) or any(values[one] <= values[card] for one in lower):
        yield Puzzle.COUNTER_HOPED


def _led(setup: Setup, brief: Brief, state: State, legal: list[Card], card: Card) -> Iterator[Puzzle]:
    """The puzzles of a lead, given the opponents' real trumps."""
    ranking, seat = _ranking(setup, brief.heard), state.turn
    trumps, values = ranking.trumps, ranking.value
    if ranking.trump is None:
        return
    opponents_trumps = any(
        int(state.hands[opponent]) & trumps for opponent in range(SEATS) if opponent % 2 != seat % 2
    )
    of_trumps = [one for one in legal if trumps >> one & 1]
    if trumps >> card & 1 and not opponents_trumps and len(of_trumps) < len(legal):
        yield Puzzle.TRUMP_LED
    is_dear = not trumps >> card & 1 and values[card] >= DEAR
    power = ranking.power[ranking.suit[card]]
    is_top = not any(power[one] > power[card] for one in _unseen(setup, brief) if not trumps >> one & 1)
    if is_dear and is_top and opponents_trumps and of_trumps and seat == state.contract.declarer:
        yield Puzzle.WINNER_CASHED


def _blunders(
    setup: Setup, brief: Brief, plays: Sequence[tuple[int, Card]], legal: list[Card], card: Card
) -> Iterator[Blunder]:
    ranking = _ranking(setup, brief.heard)
    values, trumps, led = ranking.value, ranking.trumps, ranking.suit[plays[0][1]]
    power = ranking.power[led]
    winner, best = max(plays, key=lambda play: power[play[1]])
    seat, at_stake = brief.view.seat, sum(values[played] for _, played in plays)
    is_last, is_partners = len(plays) == SEATS - 1, winner % 2 == seat % 2
    worthless = [one for one in legal if not values[one] and not trumps >> one & 1]
    partner_follows = len(plays) < SEATS - 2
    is_lost = not is_partners and power[card] < power[best] and not partner_follows
    if is_lost and values[card] and worthless:
        yield Blunder.COUNTER_THROWN
    side_cards = [one for one in legal if not trumps >> one & 1]
    if is_partners and is_last and led != _trump_suit(ranking) and trumps >> card & 1 and side_cards:
        yield Blunder.PARTNER_TRUMPED
    masters = [one for one in side_cards if ranking.suit[one] == led and power[one] > power[best]]
    if is_lost and is_last and masters:
        top = max(masters, key=lambda one: power[one])
        higher = [
            one for one in _unseen(setup, brief) if ranking.suit[one] == led and power[one] > power[top]
        ]
        if not higher and at_stake + values[top] > 0:
            yield Blunder.MASTER_WITHHELD
    if card == BIRD and at_stake <= CHEAP and len(brief.view.hand) > 1 and len(legal) > 1:
        yield Blunder.BIRD_WASTED


def _ranking(setup: Setup, heard: Sequence[HeardEvent]) -> Ranking:
    trump, bird, lowest = None, None, False
    for event in heard:
        match event:
            case TrumpNamed():
                trump, lowest = event.color, event.lowest_wins
            case BirdNamed():
                bird = event.bird
            case _:
                pass
    return setup.ranking(Order(trump, bird, lowest))


def _trump_suit(ranking: Ranking) -> int | None:
    return None if ranking.trump is None else int(ranking.trump)


def _unseen(setup: Setup, brief: Brief) -> CardSet:
    seen = int(brief.view.hand)
    for event in brief.heard:
        if isinstance(event, CardPlayed):
            seen |= 1 << event.card
        elif isinstance(event, NestSeen):
            seen |= int(CardSet.of(event.cards))
    return CardSet(int(CardSet.of(setup.deck)) & ~seen)


class Census(NamedTuple):
    """What was counted in some deals."""

    found: Counter[Blunder | Puzzle]
    scored: tuple[DealScored, ...]
    """The deals that were not thrown in."""

    @property
    def made(self) -> float:
        """The share of bids that were made."""
        return fmean(contract_of(deal).made for deal in self.scored)

    @property
    def set_far(self) -> int:
        """Bids set by 40 or more."""
        return sum(contract_of(deal).bid - taken(deal) >= FAR for deal in self.scored)


def census(key: str, computer: Computer, deals: int, seed: int = 1, critic: Critic | None = None) -> Census:
    """Count blunders and puzzles in deals with the same player on every seat; a critic may watch."""
    game = find_game(key)
    assert isinstance(game, BiddingGame)
    level = getattr(computer, "level", None)
    witness = Witness(Setup(game.variant, SEATS), level, critic)
    played_out = [
        play_deal(game, deal, dealer, [computer] * SEATS, number, witness)
        for number, dealer, deal in prepared(game, SEATS, deals, seed)
    ]
    return Census(witness.found, tuple(deal for deal in played_out if deal is not None))


def main() -> None:
    """Print what a player does in 100 deals of some games."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.census")
    parser.add_argument("keys", nargs="+", metavar="KEY")
    parser.add_argument("--computer", choices=list(PLAYERS), default="champion")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--critic", action="store_true", help="look for what nobody saw, too: exact, and slow"
    )
    options = parser.parse_args()
    for key in options.keys:
        game = find_game(key)
        assert isinstance(game, BiddingGame)
        critic = Critic(Setup(game.variant, SEATS)) if options.critic else None
        found, scored = counted = census(key, PLAYERS[options.computer], options.deals, options.seed, critic)
        for kind in (*Blunder, *Puzzle):
            print(f"{key}: {100 * found[kind] / options.deals:.1f} times in 100 deals: {kind}")  # noqa: T201
        print(  # noqa: T201
            f"{key}: {100 * counted.made:.1f} % of {len(scored)} bids made, "
            f"{100 * counted.set_far / options.deals:.1f} in 100 deals set by {FAR} or more"
        )
        if critic is None:
            continue
        losses, known, unsolved = (100 * number / options.deals for number in critic.found)
        print(  # noqa: T201
            f"{key}: {losses:.1f} times in 100 deals: {LOSS} points lost in the last {TRICKS} tricks, "
            f"as one sees with all cards known; {known:.1f} of these could be known; "
            f"{unsolved:.1f} cards were not judged"
        )


if __name__ == "__main__":
    main()
