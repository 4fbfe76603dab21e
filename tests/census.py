"""What anybody at a table would call a blunder, counted in deals that computers play among themselves.

Whether something is one follows from what its player could know, by rules of this file alone: it shares no
code with the players. What was wrong though nobody saw it, an exact critic finds. It knows partnership
games for four without dummies.

``python -m tests.census kentucky one_high --deals 100`` prints how often each is made in 100 deals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import Final

from bot.computers.brief import Brief, Computer
from bot.computers.kinds import COMPUTERS, find_computer
from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order, Ranking
from rules.bidding.setup import Setup, make_setup
from rules.catalog import find_game
from rules.core.actions import Action, Play
from rules.core.cards import BIRD, Card, CardSet
from rules.core.decisions import ChooseCard
from rules.core.events import BirdNamed, CardPlayed, HeardEvent, NestSeen, TrumpNamed
from tests.critic import LOSS, TRICKS, Critic
from tests.duel import play_deal, prepared

SEATS: Final = 4
CHEAP: Final = 5
"""Points on the table for which nobody spends the bird."""


class Blunder(StrEnum):
    """What everybody sees."""

    COUNTER_THROWN = "counter thrown on a surely lost trick, a worthless card in hand"
    PARTNER_TRUMPED = "partner's sure trick trumped, another card in hand"
    MASTER_WITHHELD = "master of the color kept back though it wins points now"
    BIRD_WASTED = "bird spent on five points or less"


class Witness:
    """A player with somebody behind it who counts its blunders."""

    def __init__(self, computer: Computer, setup: Setup) -> None:
        self._computer = computer
        self._setup = setup
        self.found: Counter[Blunder] = Counter()

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as the player does."""
        action = self._computer.choose(brief, random)
        decision, trick = brief.view.decision, brief.view.table.trick
        if (
            isinstance(decision, ChooseCard)
            and isinstance(action, Play)
            and trick is not None
            and trick.plays
        ):
            cards = list(decision.cards)
            self.found.update(_blunders(self._setup, brief, trick.plays, cards, action.card))
        return action


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
    return CardSet(int(CardSet.of(setup.pack)) & ~seen)


def census(
    key: str, computer: Computer, deals: int, seed: int = 1, critic: Critic | None = None
) -> Counter[Blunder]:
    """The blunders of a player in deals with its like on every seat, which a critic may watch."""
    game = find_game(key)
    assert isinstance(game, BiddingGame)
    witness = Witness(computer, make_setup(game.variant, SEATS))
    for number, dealer, deal in prepared(game, SEATS, deals, seed):
        play_deal(game, deal, dealer, [witness] * SEATS, number, critic)
    return witness.found


def main() -> None:
    """Print what a player does in 100 deals of some games."""
    parser = argparse.ArgumentParser(prog="python -m tests.census")
    parser.add_argument("keys", nargs="+", metavar="KEY")
    parser.add_argument("--computer", choices=list(COMPUTERS), default="steady")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.keys:
        game = find_game(key)
        assert isinstance(game, BiddingGame)
        critic = Critic(make_setup(game.variant, SEATS))
        found = census(key, find_computer(options.computer), options.deals, options.seed, critic)
        for blunder in Blunder:
            print(f"{key}: {100 * found[blunder] / options.deals:.1f} times in 100 deals: {blunder}")  # noqa: T201
        losses, known, unsolved = (100 * number / options.deals for number in critic.found)
        print(  # noqa: T201
            f"{key}: {losses:.1f} times in 100 deals: {LOSS} points lost in the last {TRICKS} tricks, "
            f"as one sees with all cards known; {known:.1f} of these could be known; "
            f"{unsolved:.1f} cards were not judged"
        )


if __name__ == "__main__":
    main()
