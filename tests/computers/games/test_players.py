"""Every game without bidding has its player, who answers every question by what may be known."""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.computers.brief import Briefing
from bot.computers.games.players import PLAYERS
from bot.computers.kinds import find_computer
from bot.tools.record import Record
from bot.tools.simulate import next_to_act, simulate
from rules.catalog import OTHER_GAMES
from tests.strength.contest import AGREED

ANSWERS = 120
"""Looked at, of a match."""


def test_every_game_has_its_player() -> None:
    assert set(PLAYERS) == set(OTHER_GAMES)


@pytest.mark.parametrize("key", OTHER_GAMES)
def test_every_question_has_a_considered_answer_that_is_allowed(key: str) -> None:
    game, random = OTHER_GAMES[key], Random(2)
    seats = game.about.seats[-1]
    state, briefing, answered = game.start(seats), Briefing(game), 0
    while (decisions := game.decisions(state)) and answered < ANSWERS:
        seat = next_to_act(decisions)
        action = decisions[seat].sample(random)
        if seat >= 0:
            brief = briefing.brief(state, seat)
            action = PLAYERS[key].choose(brief, Random(7))
            assert decisions[seat].accepts(action)
            again = PLAYERS[key].choose(brief, Random(7))
            assert again == action, "the same brief, the same luck, the same answer"
            answered += 1
        state, events = game.apply(state, seat, action)
        briefing.hear(events)


@pytest.mark.parametrize("key", OTHER_GAMES)
def test_record_of_a_match_has_acts_scores_and_end(key: str) -> None:
    game = OTHER_GAMES[key].with_options(AGREED.get(key, {}))
    seats = game.about.seats[0]
    record, steps = Record(game, seats), list(simulate(game, [find_computer("steady")] * seats, 3))
    lines = [json.loads(json.dumps(line)) for step in steps for line in record.lines(step.events)]

    assert record.opening()["key"] == key
    assert [(line["seat"], line["action"]) for line in lines if line["type"] == "act"] == [
        (step.seat, str(step.action)) for step in steps
    ]
    assert lines[-2]["type"] == "round"
    assert lines[-1]["type"] == "match"
    assert [side["total"] for side in lines[-2]["sides"]] == lines[-1]["totals"]
