"""Golden matches: one match of every game as text, with every seat's view after each action.

Of a game without bidding only the beginning is written, as its matches are long.

Only what has changed is written: lines of the table begin with ``*``, those of a seat with its number.
``make golden`` rewrites them after a change of the rules; review the difference.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.tools.simulate import next_to_act
from rules.catalog import BIDDING_GAMES, GAMES, find_game
from rules.core.cards import Card
from rules.core.decisions import (
    CHANCE,
    CLOCK,
    ChooseCard,
    ChooseCards,
    ChooseGroup,
    ChooseNumber,
    ChooseOption,
    Seat,
    options_of,
)
from rules.core.events import Ruled
from rules.core.protocol import Game
from rules.core.scores import SideScore
from rules.core.views import SeatInfo, SeatView, SheetLine, TableView, TrickView, Zone
from tests.rules import said
from tests.rules.playouts import State, carefully

FOLDER: Final = Path(__file__).parent / "golden"
PLAYERS: Final = {
    "regular_old": 8,
    "regular_1988": 4,
    "dixie_1924": 6,
    "cordova": 5,
    "partnership_regular": 6,
}
"""Number of players of a golden match, if not the smallest."""
DEALS: Final = 2
ACTS: Final = 150
"""Acts in the match of a game without bidding."""
NAMES: Final = {CHANCE: "chance", CLOCK: "clock"}
Lines = dict[str, str]


def transcript(key: str) -> str:
    """A match of a game as text; the same one every time."""
    game = find_game(key)
    if key in BIDDING_GAMES:
        game = game.with_options({"deals": DEALS})
    players = PLAYERS.get(key, game.about.seats[0])
    length = f"{DEALS} deals" if key in BIDDING_GAMES else f"{ACTS} acts"
    told = [f"{game.about.title} ({game.about.edition}), {players} players, {length}"]
    random = Random(f"golden {key}")
    state = game.start(players)
    seen: Lines = {}
    acts = 0
    while (decisions := game.decisions(state)) and (key in BIDDING_GAMES or acts < ACTS):
        told += changed(seen, seen := shown(game, state, players))
        seat = next_to_act(decisions)
        action = carefully(decisions[seat], random)
        told += ["", f"{NAMES.get(seat, seat)}: {action}"]
        state, _ = game.apply(state, seat, action)
        acts += 1
    told += changed(seen, shown(game, state, players))
    return "\n".join(told) + "\n"


def changed(before: Lines, after: Lines) -> list[str]:
    """The lines that are new or changed, and a dash for each removed one."""
    removed = [f"{label} –" for label in before if label not in after]
    return removed + [f"{label} {text}" for label, text in after.items() if before.get(label) != text]


def shown(game: Game[Any], state: State, players: int) -> Lines:
    """The lines of the table and of every seat, by label."""
    table = game.table_view(state)
    lines = {f"* {label}": text for label, text in table_lines(game, table).items()}
    for seat in range(players):
        view = game.seat_view(state, seat, table)
        lines |= {f"{seat} {label}": text for label, text in seat_lines(game, view).items()}
    return lines


def table_lines(game: Game[Any], table: TableView) -> Lines:
    """The public lines of a table, by label."""
    words = game.words
    lines = {"phase": words.phase(table)}
    if table.asked:
        hand = "" if table.hand is None else f", from {hand_name(game, table, table.hand)}"
        lines["asked"] = f"{numbers(table.asked)}{hand}"
    lines |= {f"seat {info.seat}": seat_info(game, table, info) for info in table.seats}
    lines |= {label.lower(): text for label, text in said.lines(game, table).items()}
    for zone in table.zones:
        owner = "" if zone.seat is None else f" {zone.seat}"
        lines[f"{zone_name(game, zone)}{owner}"] = zone_text(zone)
    if table.trick is not None:
        lines["trick"] = trick_text(table.trick)
    if table.last_trick is not None:
        lines["last trick"] = trick_text(table.last_trick)
    lines["totals"] = ", ".join(f"{numbers(side.seats)}: {side.total}" for side in table.totals)
    lines["goal"] = words.goal(table)
    lines["sits"] = numbers(info.seat for info in table.seats)
    if table.sheet:
        lines[f"sheet {len(table.sheet)}"] = sheet_text(game, table.sheet[-1])
    lines |= {f"news {place}": text for place, text in enumerate(said.news(game, table))}
    if table.calls:
        lines["calls"] = ", ".join(said.calls(game, table))
    if prompt := words.prompt(table):
        lines["prompt"] = said.said(prompt)
    if table.outcome is not None:
        lines["winners"] = numbers(table.outcome.winners)
    return lines


def seat_lines(game: Game[Any], view: SeatView) -> Lines:
    """The lines that only a seat sees."""
    lines = {"holds": cards_text(view.order)}
    lines |= {zone_name(game, zone): zone_text(zone) for zone in view.zones}
    if view.decision is not None:
        lines["may"] = question_text(game, view)
    return lines


def zone_name(game: Game[Any], zone: Zone) -> str:
    """The name of a zone, with its heading."""
    name = game.words.zone(zone)
    return said.said(f"{name.heading} {name.name}").strip().lower()


def question_text(game: Game[Any], view: SeatView) -> str:
    """A question and its answers in short."""
    question = view.decision
    assert question is not None
    named = said.labels(game, view, options_of(question))
    match question:
        case ChooseNumber():
            colors = [
                f"{'no color' if color is None else color.word} to {most}" for color, most in question.colors
            ]
            range_ = f"{question.least}–{question.most} by {question.step}"
            answers = "; ".join((range_, *colors, *named))
        case ChooseOption():
            answers = ", ".join(named)
        case ChooseCard():
            answers = "; ".join((cards_text(question.cards), *named))
        case ChooseGroup():
            answers = "; ".join((f"together of {cards_text(question.cards)}", *named))
        case ChooseCards():
            few = f", of these {question.few_most}: {cards_text(question.few)}" if question.few else ""
            answers = f"{question.least} of {cards_text(question.cards)}{few}"
        case _:
            raise AssertionError("chance is no seat")
    return f"{said.question(game, view)}: {answers}"


def seat_info(game: Game[Any], table: TableView, info: SeatInfo) -> str:
    """The public line of a seat."""
    side = "?" if info.side is None else str(info.side)
    marks = "".join(f", {note}" for note in said.notes(game, table, info.seat))
    return f"side {side}, {info.cards} cards, {info.tricks} tricks{marks}"


def trick_text(trick: TrickView) -> str:
    """A trick in playing order, by hand."""
    plays = " ".join(f"{hand}:{card}" for hand, card in trick.plays)
    return (
        f"{plays or 'nothing'} ({trick.points} points, {'nobody' if trick.winner is None else trick.winner})"
    )


def zone_text(zone: Zone) -> str:
    """Cards on the table."""
    covering = f", {cards_text(zone.covering)} on them" if zone.covering else ""
    return f"{cards_text(zone.shown)}, {zone.hidden} hidden{covering}"


def sheet_text(game: Game[Any], line: SheetLine) -> str:
    """A line of the score sheet."""
    if isinstance(line, Ruled):
        return f"ruled: {line.reason}, {line.points}"
    sides = "; ".join(side_text(game, side) for side in (*line.sides, *([line.dummy] if line.dummy else [])))
    contract = line.contract
    if contract is None:
        return sides
    made = "made" if contract.made else "failed"
    trump = "no color" if contract.trump is None else contract.trump.word
    return f"{contract.declarer} {made} {contract.bid} in {trump}; {sides}; nest {contract.nest_points}"


def side_text(game: Game[Any], side: SideScore) -> str:
    """A side's record of a deal, with what it took or what its points are for."""
    if side.taken is None:
        why = game.words.score(side.items) if side.items else ""
        return f"{numbers(side.seats)} {side.scored} ({why}): {side.total}"
    counters, tricks, bonus = side.taken
    return f"{numbers(side.seats)} {counters}+{bonus}, {tricks} tricks: {side.scored}"


def hand_name(game: Game[Any], table: TableView, hand: int) -> str:
    """The name of a hand: its seat, dummy or battery."""
    return f"hand {hand}" if hand < len(table.seats) else game.words.others(table)[hand - len(table.seats)]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards, or a dash."""
    return " ".join(map(str, cards)) or "–"


def numbers(seats: Iterable[Seat]) -> str:
    """Seats joined."""
    return "+".join(map(str, seats))


def main() -> None:
    """Rewrite every golden match; with ``--help`` print the usage only."""
    ArgumentParser(prog="python -m tests.rules.transcript", description=__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for key in GAMES:
        (FOLDER / f"{key}.txt").write_text(transcript(key), encoding="utf-8")


if __name__ == "__main__":
    main()
