"""A sampled deal, renumbered for playing out and for the exact search."""

from __future__ import annotations

from random import Random

from bot.computers.bidding_games.rollout import Result, Table
from bot.computers.bidding_games.solving import Ending
from bot.computers.bidding_games.tally import Scores
from bot.computers.bidding_games.worlds import World
from bot.computers.heard import UNKNOWN
from bot.computers.memory import Memory
from bot.computers.places import lanes_of, places_of
from rules.bidding.state import NO_SEAT, Contract, Teams
from rules.bidding.teams import teams_of
from rules.core.cards import CardSet


class Guess:
    """A sampled deal, renumbered by `Places`."""

    def __init__(self, memory: Memory, world: World) -> None:
        heard, setup = memory.heard, memory.setup
        self.tricks = memory.tricks_left
        """Tricks yet to be taken, the present one included."""
        self.places = places_of(setup, heard.card_order)
        place = self.places.place
        self.teams = _teams(memory, world)
        self.side = self.teams.side_of[memory.seat]
        """The side of the hand that is to play."""
        self.table = Table(
            hands=[self.places.renumber(hand) for hand in world.hands],
            covers={place[upper]: 1 << place[under] for upper, under in world.covers},
            pile=[place[drawn] for drawn in world.pile],
            blind=setup.seats if setup.variant.dummy == "blind" else NO_SEAT,
        )
        leader = memory.trick[0][0] if memory.trick else memory.seat
        self.lanes = lanes_of(setup, self.teams, memory.declarer, leader)
        self.trick = tuple(place[on] for _, on in memory.trick)
        self.nest = world.nest
        self._declaring = self.teams.side_of[memory.declarer]
        contract = Contract(memory.declarer, heard.bidding.bid)
        self._scores = Scores(
            setup, memory.ranking, contract, heard.tricks, self.teams, is_shot=heard.bidding.is_shot
        )

    def by_side(self, rest: Result) -> list[float]:
        """By side: its score after the rest of the deal, plus a little for points, less the others' mean."""
        return self._scores.by_side(rest, self.nest)

    def bid_takes(self, rest: Result) -> int:
        """The points the declarer's side takes in the whole deal."""
        return self._scores.taken(rest, self.nest)[self._declaring]

    def ending(self, random: Random) -> Ending:
        """The deal to be solved from here; a hand that lies face down may turn up its cards in any order."""
        blind = self.table.blind
        hidden = list(CardSet(self.table.hands[blind])) if blind != NO_SEAT else []
        turned = tuple(random.sample(hidden, len(hidden)))
        return Ending(self.places, self.table, self.lanes, self.trick, self.tricks, turned)


def _teams(memory: Memory, world: World) -> Teams:
    """The sides of a sampled deal, in which the holders of the called cards are the partners."""
    called = memory.heard.called
    if UNKNOWN not in called.values():
        return memory.teams
    holders = [
        next((hand for hand, cards in enumerate(world.hands) if cards >> card & 1), memory.declarer)
        if known == UNKNOWN
        else known
        for card, known in called.items()
    ]
    return teams_of(memory.setup, memory.order, memory.dealer, memory.declarer, tuple(holders))
