"""``python -m tests.pseudo [--nonsense] [--listen] NUMBER``: print all data that must not depend on texts.

These are computers' actions at random positions of every game and number of players, records of matches,
codes of random house rules, stored rows and the custom_ids of all controls. ``--nonsense`` turns every text
around first, which must change no line. ``--listen`` plants a computer that does read texts.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from bot.computers.brief import Brief, Briefing
from bot.computers.kinds import BEST, COMPUTERS
from bot.tools.record import Record
from cogs.table.panel import table_panel
from rules.catalog import GAMES, find_game, game_with
from rules.codes import encode
from rules.core.actions import Action
from rules.core.decisions import CHANCE, CLOCK, Seat
from rules.core.protocol import Game, InvalidOption
from tests.pseudo.nonsense import speak_nonsense
from tests.pseudo.rows import stored_rows
from tests.rules.house.house_rules import random_rules
from tests.ui.tables import EVERYONE, Moment, drawn_hand, parts, shown

MOST_ACTS = 4000
"""Actions of a match after which the next is begun."""
TAKEN = 0.1
"""The share of a match's positions that is tested."""


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser()
    parser.add_argument("number", type=int)
    parser.add_argument("--nonsense", action="store_true")
    parser.add_argument("--listen", action="store_true")
    options = parser.parse_args()
    if options.nonsense:
        speak_nonsense()
    for key, game in GAMES.items():
        for seats in game.about.seats:
            for number, line in enumerate(answers(game, seats, options.number, listens=options.listen)):
                print(f"{key} {seats} {number}: {line}")
            print(f"{key} {seats} record: {digest(record(game, seats))}")
    for number in range(options.number):
        print(f"code {number}: {code(Random(number))}")
    print(f"rows: {digest(asyncio.run(stored_rows()))}")


def answers(game: Game[Any], seats: int, number: int, *, listens: bool) -> Iterator[str]:
    """Lines of computers' actions at random positions, and of the custom_ids drawn there."""
    computer, random = COMPUTERS[BEST], Random(zlib.crc32(f"{game.about.key} {seats}".encode()))
    for found, (position, seat, brief) in enumerate(islice(positions(game, seats, random), number)):
        answer = computer.choose(brief, Random(found))
        heard = overheard(game, brief) if listens else ""
        yield f"{heard}{answer} {digest(custom_ids(position, seat))}"


def positions(game: Game[Any], seats: int, random: Random) -> Iterator[tuple[Moment, Seat, Brief]]:
    """Positions of random matches, with the brief of a seat that is asked; none without decisions."""
    is_anybody_asked = True
    while is_anybody_asked:
        is_anybody_asked = False
        state, briefing = game.start(seats), Briefing(game)
        for _ in range(MOST_ACTS):
            decisions = game.decisions(state)
            if not decisions:
                break
            seat = CHANCE if CHANCE in decisions else random.choice(sorted(decisions))
            if seat not in (CHANCE, CLOCK):
                is_anybody_asked = True
                if random.random() < TAKEN:
                    yield Moment(game, state), seat, briefing.brief(state, seat)
            state, events = game.apply(state, seat, decisions[seat].sample(random))
            briefing.hear(events)


def overheard(game: Game[Any], brief: Brief) -> str:
    """A digest of the texts that players read, as the planted computer sees them."""
    said = game.words.question(brief.view)
    return "a question " if said.startswith(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) else ""


def custom_ids(moment: Moment, seat: Seat) -> Iterator[str]:
    """The custom_ids of all controls drawn for a table and a hand."""
    table = shown(moment, EVERYONE)
    view = moment.game.seat_view(moment.state, seat)
    for drawn in (table_panel(table), drawn_hand(table, view)):
        for part in parts(drawn):
            yield str(part.get("custom_id", ""))
            yield from (str(option["value"]) for option in part.get("options", ()))


def record(game: Game[Any], seats: int) -> Iterator[str]:
    """The lines of a random match's record."""
    random, kept = Random(seats), Record(game, seats)
    state = game.start(seats)
    yield json.dumps(kept.opening())
    for _ in range(300):
        decisions = game.decisions(state)
        if not decisions:
            return
        seat = CHANCE if CHANCE in decisions else random.choice(sorted(decisions))
        action: Action = decisions[seat].sample(random)
        state, events = game.apply(state, seat, action)
        yield from map(json.dumps, kept.lines(events))


def code(random: Random) -> str:
    """The code of random house rules, or a note that they do not go together."""
    key, options = random_rules(random)
    try:
        return encode(key, game_with(find_game(key).about.key, options).changes())
    except InvalidOption:
        return "refused"


def digest(texts: Iterable[str]) -> str:
    """The digest of many lines."""
    found = hashlib.sha256()
    for text in texts:
        found.update(f"{text}\n".encode())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    main()
