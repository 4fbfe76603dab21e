"""Random matches of the games without bidding, and the laws that hold in all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from rules.catalog import OTHER_GAMES
from rules.core.actions import PASS, Action, Shout, parse_action
from rules.core.cards import CardSet, parse_cards
from rules.core.decisions import CHANCE, CLOCK, Decision, Decisions, Seat
from rules.core.events import Event
from rules.core.match import Match, first_match
from rules.core.protocol import IllegalAction
from rules.core.views import SeatView, TableView
from rules.games.frame import State
from rules.games.game import CardGame

Choose = Callable[[Decision, Random], Action]
Check = Callable[[Match, Any], None]
Scramble = Callable[[Match, Any, Seat | None, Random], Any]

TABLES = [(key, seats) for key, game in OTHER_GAMES.items() for seats in game.about.seats]
"""Every game without bidding with every number of players it is for."""
MATCHES: Final = int(os.environ.get("ROOKERY_MATCHES", "0"))
"""Matches of each game and number of players in the tests of laws; 0: a few (``make laws`` sets it)."""
SHORTER: dict[str, dict[str, Any]] = {"club": {"deals": 10}}
"""Options for games in which players at random do not get to the target."""


class Step(NamedTuple):
    """One act of a match."""

    before: State[Any]
    seat: Seat
    action: Action
    after: State[Any]
    events: tuple[Event, ...]


def tables(*keys: str) -> list[Any]:
    """The tables of some games, as parameters of a test."""
    return [pytest.param(key, seats, id=f"{key}-{seats}") for key, seats in TABLES if key in keys]


def who_acts(decisions: Decisions, random: Random) -> Seat:
    """The next actor: chance, else a random seat with a question, else the clock (sometimes earlier)."""
    if CHANCE in decisions:
        return CHANCE
    seats = sorted(seat for seat in decisions if seat >= 0)
    if CLOCK in decisions and (not seats or random.random() < 0.1):
        return CLOCK
    return seats[int(random.random() * len(seats))]


def at_random(decision: Decision, random: Random) -> Action:
    """A random answer. Shouts are rare, or a match hardly ends; their random times are seldom equal."""
    action = decision.sample(random)
    if not isinstance(action, Shout):
        return action
    is_passed = random.random() < 0.9 and decision.accepts(PASS)
    return PASS if is_passed else Shout(1 + int(random.random() * 50))


def play(
    game: CardGame[Any, Any], seats: int, seed: int, choose: Choose = at_random, most: int = 50_000
) -> list[Step]:
    """The steps of a random match to its end; fails if it has none within `most` acts."""
    random, steps = Random(f"{game.book.key} {seats} {seed}"), list[Step]()
    state = game.start(seats)
    while decisions := game.decisions(state):
        assert len(steps) < most, "the match does not end"
        seat = who_acts(decisions, random)
        action = choose(decisions[seat], random)
        after, events = game.apply(state, seat, action)
        steps.append(Step(state, seat, action, after, events))
        state = after
    assert game.outcome(state) is not None
    return steps


def matches(
    game: CardGame[Any, Any], seats: int, choose: Choose = at_random, *, few: int = 1
) -> Iterator[list[Step]]:
    """Random matches to check laws on: a few, or as many as ``make laws`` asks for."""
    for seed in seeds(few):
        yield play(game, seats, seed, choose)


def seeds(few: int) -> range:
    """The seeds of a few matches, or of as many as ``make laws`` asks for."""
    return range(MATCHES or few)


def first_deal(steps: list[Step]) -> tuple[Match, Any]:
    """The match and the deal after the first deal was dealt."""
    return next((step.after.match, step.after.deal) for step in steps if step.after.deal is not None)


def match_of(seats: int) -> Match:
    """A match before its first deal, in which each seat plays alone; the last seat deals."""
    begun = first_match(seats, tuple((seat,) for seat in range(seats)), draws=False)
    return begun._replace(dealer=seats - 1, deal=1)


def after_deals(match: Match, number: int) -> Match:
    """The match after `number` scored deals, before the next."""
    return match._replace(drawing=(), deal=number + 1, scored=number, played=number)


def held(text: str) -> CardSet:
    """A hand from cards in notation."""
    return CardSet.of(parse_cards(text))


def check_every_state(steps: list[Step], check: Check) -> None:
    """Call `check` on the match and the deal after every act."""
    for step in steps:
        if step.after.deal is not None:
            check(step.after.match, step.after.deal)


def check_laws(game: CardGame[Any, Any], steps: list[Step], random: Random) -> None:
    """Check the laws of every game: RULES 5, all games (b), (c), (d) and (f)."""
    state = game.start(steps[0].before.match.seats)
    for step in steps:
        assert state == step.before
        decisions = game.decisions(state)
        seats = range(state.match.seats)
        stranger = next((seat for seat in seats if seat not in decisions), None)
        if stranger is not None and random.random() < 0.1:
            with pytest.raises(IllegalAction):
                game.apply(state, stranger, step.action)
        if step.seat >= 0 and random.random() < 0.1:
            with pytest.raises(IllegalAction):
                game.apply(state, step.seat, parse_action("bid 75"))
        assert decisions[step.seat].accepts(step.action)
        again = parse_action(str(step.action))
        assert again == step.action
        state, events = game.apply(state, step.seat, again)
        assert state == step.after
        assert events == step.events
        if random.random() < 0.1:
            table = game.table_view(state)
            for seat in seats:
                game.seat_view(state, seat, table)


def check_secrets(
    game: CardGame[Any, Any], steps: list[Step], scramble: Scramble, random: Random, share: float = 0.2
) -> None:
    """Redeal the cards a seat cannot know, and check that nothing this seat sees changes.

    ``scramble`` gets the match, the deal, the seat that looks (None: a spectator) and a generator, and
    returns the deal with every card that seat cannot know exchanged for others.
    """
    for step in steps:
        match, deal = step.after
        if deal is None or match.winners is not None or random.random() > share:
            continue
        for seat in (None, *range(match.seats)):
            other: State[Any] = State(match, scramble(match, deal, seat, random))
            assert what_is_seen(game, other, seat) == what_is_seen(game, step.after, seat)


def what_is_seen(game: CardGame[Any, Any], state: State[Any], seat: Seat | None) -> SeatView | TableView:
    """Everything that a seat sees, or a spectator for None."""
    table = game.table_view(state)
    return table if seat is None else game.seat_view(state, seat, table)


def game_of(key: str, **options: Any) -> Any:
    """A game without bidding, with options; typed loosely so that a test may look into its deals."""
    return OTHER_GAMES[key].with_options(options)


def after(game: Any, match: Match, deal: Any, *acts: tuple[Seat, str]) -> tuple[Any, list[Event]]:
    """Let seats act one after another from a deal that a test has laid out; its state, typed loosely."""
    state: State[Any] = State(match, deal)
    told: list[Event] = []
    for seat, action in acts:
        state, events = game.apply(state, seat, parse_action(action))
        told += events
    return state, told
