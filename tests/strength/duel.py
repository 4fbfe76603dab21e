"""Duplicate sets between computer players: the same cards and dealer twice, the players exchanged.

The first player sits on every other seat, the second on the rest; then they change. So each hand is
played once by either, and the figure of a set is what the first scored more with the same hands, in
points a seat. That holds for two sides as for everyone alone, for a dummy's game as for a called partner.

``python -m tests.strength.duel --sets 300`` prints the table of docs/computers.md.
"""

import argparse
import time
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from bot.computers.brief import Brief, Briefing, Computer
from bot.computers.kinds import COMPUTERS
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.actions import Action, Deal, Draw
from rules.core.decisions import CHANCE, DrawByLot, Seat
from rules.core.events import DealScored, PassedOut
from rules.core.protocol import Game
from rules.core.scores import ContractScore
from tests.strength.cheater import Cheater, Seeing
from tests.strength.frozen_steady import FrozenChampion, FrozenSteady
from tests.strength.intervals import half_width

PLAYERS: Final[Mapping[str, Computer]] = MappingProxyType(
    {
        **COMPUTERS,
        "cheater": Cheater(),
        "frozen": FrozenSteady(),
        "frozen_champion": FrozenChampion(),
        "in_python": Steady(CHAMPION._replace(nodes=0)),
        "unsolved": Steady(CHAMPION._replace(nodes=0, solves=0)),
    }
)
"""Players for a duel: those that sit down, one who sees all cards, steady as it was on two earlier dates, and
champions without the compiled search or without any that is exact."""


class Duel(NamedTuple):
    """Points a seat and deal of the first player over the second, one figure a set, and every score."""

    sets: tuple[float, ...]
    scored: tuple[tuple[DealScored | None, DealScored | None], ...]
    """By set: the first player on even seats, then on odd ones; None where a deal was thrown in."""

    @property
    def mean(self) -> float:
        return fmean(self.sets)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return half_width(self.sets)

    def declared(self, player: int) -> list[DealScored]:
        """The deals one of the players (0 or 1) declared."""
        return [
            deal
            for pair in self.scored
            for seating, deal in enumerate(pair)
            if deal is not None and (contract_of(deal).declarer + seating) % 2 == player
        ]


def duel(
    key: str, first: Computer, second: Computer, sets: int, seed: int = 1, seats: int | None = None
) -> Duel:
    """Play sets of two deals between two players."""
    game = find_game(key)
    seats = seats or game.about.seats[0]
    figures, scored = [], []
    for number, dealer, deal in prepared(game, seats, sets, seed):
        even = play_deal(game, deal, dealer, [(first, second)[seat % 2] for seat in range(seats)], number)
        odd = play_deal(game, deal, dealer, [(second, first)[seat % 2] for seat in range(seats)], number)
        gains = [(points(even, seat) - points(odd, seat)) * (-1) ** seat for seat in range(seats)]
        figures.append(fmean(gains))
        scored.append((even, odd))
    return Duel(tuple(figures), tuple(scored))


def table(
    key: str, player: Computer, deals: int, seed: int = 1, seats: int | None = None
) -> list[DealScored]:
    """The scores of deals with the same player on every seat, those thrown in left out."""
    game = find_game(key)
    seats = seats or game.about.seats[0]
    played = [
        play_deal(game, deal, dealer, [player] * seats, number)
        for number, dealer, deal in prepared(game, seats, deals, seed)
    ]
    return [scored for scored in played if scored is not None]


def prepared(game: Game[Any], seats: int, number: int, seed: int) -> Iterable[tuple[int, Seat, Deal]]:
    """``number`` shuffled deals: index, dealer, cards."""
    for at in range(number):
        random = Random(f"{seed} {at}")
        dealer = random.randrange(seats)
        deal = game.decisions(drawn(game, seats, dealer))[CHANCE].sample(random)
        assert isinstance(deal, Deal)
        yield at, dealer, deal


class Watcher(Protocol):
    """An observer of all cards and of every action, before it is done."""

    def watch(self, briefing: Briefing[Any], state: Any, action: Action) -> None: ...


def play_deal(
    game: Game[Any],
    deal: Deal,
    dealer: Seat,
    players: Sequence[Computer],
    seed: int,
    watcher: Watcher | None = None,
) -> DealScored | None:
    """Play one prepared deal; None when it was thrown in."""
    state, briefing, random = drawn(game, len(players), dealer), Briefing(game), Random(seed)
    cuts = Random(seed)
    state, events = game.apply(state, CHANCE, deal)
    briefing.hear(events)
    while True:
        ((seat, decision),) = game.decisions(state).items()
        if seat == CHANCE:
            action = decision.sample(cuts)
        else:
            player = players[seat]
            if isinstance(player, Seeing):
                player.see(state)
            action = player.choose(briefing.brief(state, seat), random)
            if watcher is not None:
                watcher.watch(briefing, state, action)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
        for event in events:
            if isinstance(event, DealScored):
                return event
            if isinstance(event, PassedOut):
                return None


def drawn(game: Game[Any], seats: int, dealer: Seat) -> Any:
    """A match in which the wanted dealer is about to deal."""
    state = game.start(seats)
    question = game.decisions(state)[CHANCE]
    assert isinstance(question, DrawByLot)
    highest, *others = sorted(question.deck, key=lambda card: -card.rank)
    lower = [card for card in others if card.rank < highest.rank]
    cards = lower[: seats - 1]
    cards.insert(dealer, highest)
    state, _ = game.apply(state, CHANCE, Draw(tuple(cards)))
    return state


def points(result: DealScored | None, seat: Seat) -> int:
    """The score of a seat's side in a deal; 0 if it was thrown in."""
    if result is None:
        return 0
    return next(side.scored for side in result.sides if seat in side.seats)


def taken(deal: DealScored) -> int:
    """Points the declarer's side took; if partners keep their own scores, those of the declarer."""
    declarer = contract_of(deal).declarer
    (own,) = (side.taken for side in deal.sides if declarer in side.seats)
    assert own is not None
    return own.counters + own.bonus


def contract_of(deal: DealScored) -> ContractScore:
    """How the contract of a deal went."""
    assert deal.contract is not None
    return deal.contract


class Timed:
    """A computer player with a stop-watch that counts its own time on the processor."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.seconds: list[float] = []

    def see(self, state: Any) -> None:
        """Show the state to a computer that sees all cards."""
        if isinstance(self.computer, Seeing):
            self.computer.see(state)

    def choose(self, brief: Brief, random: Random) -> Action:
        began = time.process_time()
        answer = self.computer.choose(brief, random)
        self.seconds.append(time.process_time() - began)
        return answer


def report(key: str, seats: int, first: str, second: str, sets: int, deals: int, seed: int) -> str:
    """One line of the table in docs/computers.md."""
    timed = Timed(PLAYERS[first])
    result = duel(key, timed, PLAYERS[second], sets, seed, seats)
    among = table(key, timed, deals, seed, seats)
    bids = list(map(contract_of, among))
    times = sorted(timed.seconds)
    return (
        f"| `{key}` | {seats} | {result.mean:+.1f} ± {result.interval:.1f} | "
        f"{100 * fmean(bid.made for bid in bids):.0f} % | {fmean(bid.bid for bid in bids):.0f} | "
        f"{fmean(taken(deal) for deal in among):.0f} | {deals - len(among)} | "
        f"{1000 * fmean(times):.2f} ms | {1000 * times[len(times) * 99 // 100]:.1f} ms |"
    )


def main() -> None:
    """Print how the players do against each other, and the first among its like."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.duel")
    parser.add_argument("keys", nargs="*", default=list(BIDDING_GAMES), metavar="KEY")
    parser.add_argument("--first", choices=list(PLAYERS), default="steady")
    parser.add_argument("--second", choices=list(PLAYERS), default="random")
    parser.add_argument("--sets", type=int, default=300)
    parser.add_argument("--deals", type=int, default=100, help="deals with the first player on every seat")
    parser.add_argument("--seats", type=int, help="how many play (every number the game allows)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.keys:
        for seats in [options.seats] if options.seats else find_game(key).about.seats:
            line = report(
                key, seats, options.first, options.second, options.sets, options.deals, options.seed
            )
            print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
