"""Logs of finished matches, kept with the results that a released version of the rules gave them.

Run on the commit of a release, ``python -m tests.rules.old_logs`` plays matches of every game and of house
rules put together at random, and writes ``data/matches_<version>.jsonl.xz``. A file once written is never
changed. Version 1's were played by commit 15b1862, with the names that modules and score lines had there;
version 2's by release 1.0.0.
"""

from __future__ import annotations

import json
import lzma
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from bot.computers.brief import Briefing
from bot.computers.kinds import COMPUTERS
from rules.catalog import BIDDING_GAMES, GAMES, OTHER_GAMES, game_with
from rules.core.actions import PASS, Action, ClaimMisdeal
from rules.core.decisions import REFEREE, ChooseNumber, ChooseOption, Decision
from rules.core.events import DealScored, Event, Ruled
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.versions import NEWEST
from tests.rules.house.house_rules import valid_rules

DATA: Final = Path(__file__).parent / "data"
RANDOM_SETS: Final = 180
"""Sets of house rules put together at random."""
EACH_OTHER: Final = 3
"""Sets of options of a game without bidding."""
ENOUGH: Final = 2_000
"""Actions in a log: longer matches are not kept."""
RULING: Final = 0.002
"""Chance of a ruling before each action."""

_FEW: Final[Mapping[str, OptionValue]] = {"misdeal_claim": "no_counters", "counters": "14:10", "min_bid": 5}
"""Claims of a misdeal, and few counters, so that there is something to claim."""
_EACH: Final[Mapping[str, OptionValue]] = {"credit": "each"}
_TURNED: Final[Mapping[str, OptionValue]] = {"no_trump": "reversed", "deals": 3}
_GAMES: Final[Mapping[str, OptionValue]] = {"games": 3, "target": 100}
_OF_TRUMP: Final[Mapping[str, OptionValue]] = {"trump_counters": True, "bury_counters": False, "min_bid": 5}
"""Counters of trump alone count, and may not be discarded."""
_EACH_TRICK: Final[Mapping[str, OptionValue]] = {
    "target_checked": "each_trick",
    "target": 60,
    "max_deals": 6,
}
CHANGED_LATER: Final[tuple[tuple[str, Mapping[str, OptionValue]], ...]] = (
    ("kentucky", {**_EACH, "target": 150}),
    ("kentucky", {**_EACH, "target": 150, "max_deals": 3}),
    ("kentucky", {**_EACH, "target": 300, "lead_wins": 100, "max_deals": 6}),
    ("kentucky", {**_EACH, "lose_at": -100, "max_deals": 6}),
    ("kentucky", {**_EACH, **_GAMES, "shoot": True, "max_deals": 8}),
    ("kentucky", {**_EACH, "going_out": "own_bid", "target": 150, "max_deals": 6}),
    ("kentucky", {**_EACH, "going_out": "bidder_first", "target": 150, "max_deals": 6}),
    ("kentucky", {**_EACH, "tie": "shared", "target": 150}),
    ("kentucky", {**_EACH, "table_talk": 50, "target": 200, "max_deals": 8}),
    ("regular_1988", {**_EACH, "deals": 2}),
    ("kentucky", {**_TURNED, "rook": "ten_half"}),
    ("kentucky", {**_TURNED, "rook": "dealer_chooses"}),
    ("kentucky", {**_TURNED, "rook": "ten_half", "red_one": True}),
    ("partnership_six", {**_TURNED, "rook": "ten_half"}),
    ("three_handed_1914", {**_TURNED, "rook": "dealer_chooses"}),
    ("regular_1988", {**_TURNED, "rook": "low"}),
    ("kentucky", {**_GAMES, "shoot": True}),
    ("kentucky", {**_GAMES, "lose_at": -100}),
    ("kentucky", {**_GAMES, "lead_wins": 50}),
    ("over_the_top_1988", {**_FEW, "deals": 4}),
    ("over_the_top_1918", {**_FEW, "deals": 4}),
    ("tennessee_1988", {**_FEW, "deals": 4}),
    ("kentucky", {**_FEW, "nest_shown": "top_card", "deals": 4}),
    ("kentucky", {"exact_makes": False, "deals": 3}),
    ("kentucky", {"exact_makes": False, "max_bid": "none", "deals": 3}),
    ("boston", {"exact_makes": False, "deals": 3}),
    ("cordova", {"exact_makes": False, "deals": 3}),
    ("regular_1988", {"exact_makes": False, "bid_step": 1, "shoot": True, "deals": 3}),
    *(
        ("panjandrum_1988", {"panjandrum_free": free, "flip_at_next_turn": flip})
        for free in (True, False)
        for flip in (True, False)
    ),
    ("regular_for_two", {"score_dummy": True, "target_checked": "each_trick", "target": 60, "max_deals": 12}),
    ("regular_for_two", {"fold": "opponents_all", "deals": 4}),
    ("regular_1988", {"exact_makes": False, "target_checked": "each_trick", "target": 60, "max_deals": 8}),
    ("kentucky", {**_FEW, "passing": "pass_partner", "deals": 4}),
    ("match", {}),
    ("everlasting", {}),
    ("kentucky", {**_OF_TRUMP, "deals": 4}),
    ("kentucky", {**_OF_TRUMP, "trump": "before_nest", "deals": 4}),
    *(
        (key, _EACH_TRICK)
        for key in ("partnership_regular", "one_high", "dixie_1912", "dixie_1988", "display", "cordova")
    ),
)
"""House rules of version 1 that version 2 may interpret differently."""
OF_EACH: Final = 3
"""Matches by each entry of `CHANGED_LATER`."""


class OldMatch(NamedTuple):
    """One finished match: its rules, every action and its result."""

    key: str
    options: dict[str, OptionValue]
    seats: int
    actions: list[str]
    """A seat and what it did, as a log has it: ``2 play R14``."""
    sheet: list[list[int]]
    """After each deal and each ruling: points and total of each side, in the order of its seats."""
    totals: list[list[int]]
    """At the end, by side: its total, the games it won, its seats."""
    winners: list[int]


def path_of(version: int) -> Path:
    """The file with the matches of a version."""
    return DATA / f"matches_{version}.jsonl.xz"


@cache
def old_matches(version: int) -> tuple[OldMatch, ...]:
    """The finished matches of a version."""
    with lzma.open(path_of(version), "rt", encoding="utf-8") as lines:
        return tuple(OldMatch(*json.loads(line)) for line in lines)


def sheet_line(event: Event) -> list[int] | None:
    """The line of a score sheet for a deal or a ruling; None for any other event."""
    if isinstance(event, DealScored):
        sides = sorted(event.sides, key=lambda side: side.seats)
        return [number for side in sides for number in (side.scored, side.total)]
    return [event.points, *event.totals] if isinstance(event, Ruled) else None


def result_of(game: Game[Any], state: object) -> tuple[list[list[int]], list[int]]:
    """The totals and the winners of a match that is over."""
    outcome = game.outcome(state)
    assert outcome is not None
    totals = [[side.total, side.games, *side.seats] for side in outcome.standings]
    return sorted(totals, key=lambda side: side[2:]), sorted(outcome.winners)


def played(
    key: str, options: Mapping[str, OptionValue], seats: int, random: Random, kind: str
) -> OldMatch | None:
    """A match of random players, or of computers of a kind; None if it takes too long."""
    game = game_with(key, options)
    state: Any = game.start(seats)
    briefing = Briefing(game)
    actions: list[str] = []
    sheet: list[list[int]] = []
    while decisions := game.decisions(state):
        if len(actions) == ENOUGH:
            return None
        seat = random.choice(sorted(decisions))
        rulings = game.rulings(state) if random.random() < RULING else ()
        if rulings:
            seat, action = REFEREE, random.choice(rulings).action
        elif seat >= 0 and kind == "steady":
            action = COMPUTERS[kind].choose(briefing.brief(state, seat), random)
        else:
            action = _answer(decisions[seat], random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
        actions.append(f"{seat} {action}")
        sheet += [line for event in events if (line := sheet_line(event))]
    return OldMatch(key, dict(game.changes()), seats, actions, sheet, *result_of(game, state))


def _answer(decision: Decision, random: Random) -> Action:
    """Any answer; in an auction and in a race often a pass, and a misdeal is always claimed."""
    if decision.accepts(ClaimMisdeal()):
        return ClaimMisdeal()
    if isinstance(decision, ChooseNumber) and decision.otherwise and random.random() < 0.6:
        return random.choice(decision.otherwise).action
    if isinstance(decision, ChooseOption) and decision.accepts(PASS) and random.random() < 0.7:
        return PASS
    return decision.sample(random)


def sets_to_play(random: Random) -> Iterator[tuple[str, Mapping[str, OptionValue], int]]:
    """Key, options and seats (0: any) of each match: games by the book, changed readings, random options."""
    for key, game in GAMES.items():
        for seats in game.about.seats:
            yield key, _short(key, {}, 2), seats
    yield from ((key, options, 0) for key, options in CHANGED_LATER for _ in range(OF_EACH))
    for _ in range(RANDOM_SETS):
        (key, options), _game = valid_rules(random)
        yield key, options, 0
    for key in OTHER_GAMES:
        for _ in range(EACH_OTHER):
            offers = OTHER_GAMES[key].options
            some = random.sample(offers, min(len(offers), random.randint(1, 3)))
            yield key, {spec.key: random.choice(spec.choices).value for spec in some}, 0


def _short(key: str, options: Mapping[str, OptionValue], deals: int) -> dict[str, OptionValue]:
    """The options with this number of deals, or unchanged if the game has none."""
    try:
        return dict(game_with(key, {**options, "deals": deals}).changes())
    except InvalidOption:
        return dict(options)


def write() -> None:
    """Play the matches and write them down."""
    random = Random(f"matches of version {NEWEST}")
    with lzma.open(path_of(NEWEST), "xt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as lines:
        for key, options, seats in sets_to_play(random):
            match = _kept(key, options, seats, random)
            if match is not None:
                lines.write(json.dumps(match, separators=(",", ":")) + "\n")


def _kept(key: str, options: Mapping[str, OptionValue], seats: int, random: Random) -> OldMatch | None:
    """A match short enough to keep: as agreed on, else for fewer deals; None if neither is."""
    shorter: dict[str, OptionValue] = {"max_deals": 4} if key in BIDDING_GAMES else {"deals": 1}
    for more in ({}, shorter, {"deals": 1, **shorter}):
        try:
            game = game_with(key, {**options, **more})
        except InvalidOption:
            continue
        players = seats or random.choice(game.about.seats)
        for kind in ("random", "steady"):
            match = played(key, {**options, **more}, players, random, kind)
            if match is not None:
                return match
    return None


def main() -> None:
    """Write the matches of the newest rules; with ``--help`` print the usage only."""
    ArgumentParser(prog="python -m tests.rules.old_logs", description=write.__doc__).parse_args()
    write()


if __name__ == "__main__":
    main()
