"""Records can be followed without our code: every card, call and ruling of any game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.tools import simulate
from bot.tools.record import Record
from rules.catalog import GAMES, OTHER_GAMES, find_game, game_with
from rules.codes import encode
from rules.core.actions import Shout
from rules.core.decisions import CHANCE, CLOCK
from rules.core.protocol import OptionValue

Line = dict[str, Any]


def record(key: str, seed: int = 1, **options: OptionValue) -> list[Line]:
    """The record of a match of random answers; every call has stamp 7."""
    return list(played(key, seed, options))


def played(key: str, seed: int, options: dict[str, OptionValue]) -> Iterator[Line]:
    game, random = game_with(key, options), Random(seed)
    seats = game.about.seats[0]
    kept, state = Record(game, seats), game.start(seats)
    while decisions := game.decisions(state):
        asked = [CHANCE] if CHANCE in decisions else sorted(decisions)
        seat = random.choice([seat for seat in asked if seat != CLOCK] or asked)
        action = decisions[seat].sample(random)
        action = Shout(7) if isinstance(action, Shout) else action
        state, events = game.apply(state, seat, action)
        for line in kept.lines(events, game.outcome(state)):
            yield json.loads(json.dumps(line))


def of(lines: list[Line], kind: str) -> list[Line]:
    return [line for line in lines if line["type"] == kind]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_record_is_json_and_ends_with_the_standings(key: str) -> None:
    short: dict[str, OptionValue] = {"deals": 1} if "deals" in {o.key for o in find_game(key).options} else {}
    *_, end = played(key, 1, short)
    assert end["type"] == "match"
    assert end["ranking"] in ("most", "fewest", "cards", "solved")
    first = [seat for side in end["standings"] if side["place"] == 1 for seat in side["seats"]]
    assert sorted(first) == end["winners"]


@pytest.mark.parametrize("key", sorted(OTHER_GAMES))
def test_no_line_of_a_record_is_a_sentence(key: str) -> None:
    """Reasons and results are values without blanks, except acts and names of rules."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for part in value.values():
                yield from texts(part)
        elif isinstance(value, list):
            for part in value:
                yield from texts(part)

    for line in record(key, 2):
        if line["type"] not in ("act", "rules"):
            assert not [text for text in texts(line) if " " in text], line


def test_every_card_turned_in_tens_match_and_the_clock_is_named() -> None:
    for key in ("tens", "match"):
        turned = [line["card"] for line in of(record(key), "card_turned")]
        assert len(turned) >= 10
        assert all(isinstance(card, str) for card in turned)
    hours = of(record("clock"), "hours_turned")
    assert sum(len(line["cards"]) for line in hours) >= 4


def test_cards_drawn_in_club_and_the_layout_of_a_solitaire_are_named() -> None:
    club = record("club", deals=1)
    drawn = sum(line["cards"] for line in of(club, "cards_drawn"))
    seen = sum(len(line["cards"]) for line in of(club, "seen"))
    assert 0 < drawn <= seen
    assert len(of(record("old_solitaire"), "tops_turned")[0]["turned"]) == 14
    assert sum(map(len, of(record("new_solitaire"), "columns_laid")[0]["columns"])) > 0


def test_cards_dealt_later_in_a_tuxedo_deal_are_named() -> None:
    lines = record("tuxedo_old", deals=1)
    (first,) = of(lines, "deal")
    later = [card for line in of(lines, "hand") for card in line["cards"]]
    dealt = [card for hand in first["hands"].values() for card in hand] + later
    on_table = [card for line in of(lines, "cards_dealt") for card in line["to_table"]]
    assert len(dealt) + len(on_table) == len(set(dealt + on_table)) == 56


def test_record_of_a_call_has_its_stamp() -> None:
    calls = [line for line in of(record("doubt_1924"), "act") if line["action"].startswith("shout")]
    assert calls
    assert all(line["stamp"] == 7 for line in calls)


@pytest.mark.parametrize(
    ("kind", "key", "options"),
    [
        ("bird", "kentucky", {"rook": "dealer_chooses"}),
        ("hold", "kentucky", {"passing": "pass_partner"}),
        ("shoot", "kentucky", {"shoot": True}),
        ("fold", "kentucky", {"fold": "opponents_all"}),
        ("lead", "kentucky", {"first_lead": "declarer_or_left"}),
        ("ask", "kentucky", {"trump_by": "or_partner"}),
        ("laid", "kentucky", {"nest_told": True}),
        ("game", "kentucky", {"games": 3}),
    ],
)
def test_house_rules_leave_their_lines(kind: str, key: str, options: dict[str, OptionValue]) -> None:
    assert any(of(list(played(key, seed, options)), kind) for seed in range(8))


def test_reversed_trump_is_named_as_such() -> None:
    trumps = [
        line for seed in range(6) for line in of(record("kentucky", seed, no_trump="reversed"), "trump")
    ]
    assert any(line.get("lowest_wins") for line in trumps)


def test_simulate_plays_the_rules_of_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    code = encode("kentucky", {"deals": 2, "rook": "dealer_chooses"})
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    assert simulate.run(parser.parse_args(["--rules", code, "--player", "random", "--json"])) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["options"]["rook"] == "dealer_chooses"
    assert of(lines, "bird")
    assert simulate.run(parser.parse_args(["--rules", "1234-56789"])) == simulate.BAD_INPUT
