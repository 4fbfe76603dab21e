"""``python -m bot simulate``: computers play a match, printed as text or as a JSON record."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from bot.common.typed_numbers import BadNumber, option_number
from bot.computers.brief import Briefing, Computer
from bot.computers.kinds import BEST, COMPUTERS, UnknownComputer, find_computer
from bot.tools.narration import Narrator
from bot.tools.record import Record
from rules.catalog import GAMES, find_game, game_with
from rules.codes import decode
from rules.core.actions import Action
from rules.core.decisions import CHANCE, CLOCK, Decisions, Seat
from rules.core.events import Event
from rules.core.outcome import Outcome
from rules.core.protocol import Game, InvalidOption

BAD_INPUT: Final = 2
_MOST: Final = 200


class Step(NamedTuple):
    """One action of a match with its events."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]
    outcome: Outcome | None
    """The match's result if the action ended it; None otherwise."""


def simulate(game: Game[Any], computers: Sequence[Computer], seed: object) -> Iterator[Step]:
    """Play a whole match, one computer on each seat; the same seed gives the same match.

    The cards come from a random generator of their own: they do not depend on who plays.
    """
    chance, choices = Random(f"{seed} cards"), Random(f"{seed} choices")
    state = game.start(len(computers))
    briefing = Briefing(game)
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        if seat < 0:
            action = decisions[seat].sample(chance)
        else:
            action = computers[seat].choose(briefing.brief(state, seat), choices)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
        yield Step(seat, action, events, game.outcome(state))


def next_to_act(decisions: Decisions) -> Seat:
    """The seat to act next: chance first, then the lowest seat, the clock only if no seat is asked."""
    if CHANCE in decisions:
        return CHANCE
    return min((seat for seat in decisions if seat >= 0), default=CLOCK)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser. ``run`` validates them for better messages than argparse's."""
    length = parser.add_mutually_exclusive_group()
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("key", metavar="KEY", nargs="?", help=f"the game: {', '.join(GAMES)}")
    what.add_argument("--rules", metavar="CODE", help="or a game with house rules, by its code")
    parser.add_argument("--seats", metavar="N", help="how many play (the fewest the game allows)")
    parser.add_argument("--seed", metavar="S", default="1", help="any text: the same seed, the same match")
    length.add_argument("--deals", metavar="D", help="play so many deals")
    length.add_argument("--to-target", action="store_true", help="play to the game's target (the default)")
    parser.add_argument("--player", metavar="KIND", default=BEST, help=" or ".join(COMPUTERS))
    parser.add_argument("--json", action="store_true", help="print the record, one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Play and print a match; returns the exit code, 2 for invalid arguments."""
    try:
        game, computers = _parsed(arguments)
    except (InvalidOption, UnknownComputer, BadNumber) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    try:
        for line in _output(game, computers, arguments.seed, as_json=arguments.json):
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe. Python would print another error when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parsed(arguments: argparse.Namespace) -> tuple[Game[Any], list[Computer]]:
    """The game that the command line asks for, and a computer for each seat.

    Raises:
        InvalidOption: no such game or code, or not with so many seats or deals.
        BadNumber: the seats or deals are no number.
        UnknownComputer: no such computer player.
    """
    game = find_game(arguments.key) if arguments.rules is None else game_with(*decode(arguments.rules))
    if arguments.deals is not None:
        game = game.with_options({"deals": option_number(arguments.deals, "--deals", most=_MOST)})
    seats = game.about.seats[0]
    if arguments.seats is not None:
        seats = option_number(arguments.seats, "--seats", most=_MOST)
    game.start(seats)
    return game, [find_computer(arguments.player)] * seats


def _output(game: Game[Any], computers: Sequence[Computer], seed: str, *, as_json: bool) -> Iterator[str]:
    """The lines to print: the JSON record, or the match as text."""
    steps, seats = simulate(game, computers, seed), len(computers)
    if as_json:
        record = Record(game, seats)
        yield json.dumps(record.opening())
        for step in steps:
            for line in record.lines(step.events, step.outcome):
                yield json.dumps(line)
        return
    narrator = Narrator(game, seats)
    yield from narrator.opening()
    for step in steps:
        yield from narrator.tell(step.events)
