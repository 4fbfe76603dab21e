"""Five families' rules that are no preset, said in options, played by computers and scored by the oracle."""

from __future__ import annotations

import json
from itertools import count, cycle
from random import Random

import pytest

from bot.computers.brief import Briefing, Computer
from bot.tools.record import Record
from bot.tools.simulate import next_to_act
from rules.catalog import playable_game
from rules.core.decisions import CHANCE
from rules.core.events import DealScored
from rules.core.protocol import OptionValue
from tests import oracle
from tests.families.playing import COMPUTERS

Rules = tuple[str, dict[str, OptionValue]]

TWO_DECKS_FOR_SIX: Rules = (
    "partnership_six",
    {
        "numbers": "5-14",
        "packs": 2,
        "nest": 4,
        "min_bid": 120,
        "bid_step": 10,
        "failure": "opponents_doubled",
        "moon": 100,
        "moon_by": "declarer",
        "first_lead": "declarer_or_left",
        "target": 700,
    },
)
THREE_COUSINS: Rules = (
    "kentucky",
    {
        "seats": "3",
        "teams": "solo",
        "seat_change": "no",
        "numbers": "1,5-14",
        "high": 1,
        "counters": "1:15 5:5 10:10 14:10",
        "nest": 6,
        "rook": "ten_half",
        "no_trump": "reversed",
        "rook_without_trump": "red",
        "fold": "opponents_nothing",
        "all_pass": "thrown_in",
        "last_trick": 20,
        "exact_makes": False,
        "winner_made_bid": True,
        "lose_at": -300,
        "below_zero": True,
        "target": 400,
    },
)
LAKE_HOUSE: Rules = (
    "high_card_partner",
    {
        "numbers": "1-14",
        "nest": 7,
        "called_cards": 2,
        "partner_card": "any",
        "partner_shown": "on_play",
        "alone_bonus": 50,
        "alone_doubles": True,
        "bury_counters": "shown",
        "nest_told": True,
        "misdeal_claim": "no_counters",
        "deals": 7,
        "target": None,
        "extra_deal": True,
    },
)
CHURCH_HALL: Rules = (
    "kentucky",
    {
        "numbers": "1-14",
        "high": 1,
        "counters": "1:15 5:5 10:10 14:10",
        "rook": "low",
        "second_bird": "R3",
        "second_bird_rank": "lowest",
        "second_bird_points": 15,
        "trump": "before_nest",
        "trump_by": "partner_for_five",
        "bury_counters": "for_trumps",
        "misdeal_claim": "only_numbers",
        "misdeal_numbers": "2-9",
        "misdeal_must": True,
        "all_points": 20,
        "going_out": "own_bid_or_set",
        "lead_wins": 400,
        "target": 500,
    },
)
EVERYONE_WITH_EVERYONE: Rules = (
    "dixie_1988",
    {
        "seats": "4",
        "seat_change": "rotate",
        "seat_change_every": 1,
        "credit": "each",
        "rook": "dealer_chooses_any",
        "rook_points": 25,
        "nest": 5,
        "majority_tie": "cut",
        "shoot": True,
        "passing": "pass_partner",
        "first_lead": "declarer_or_partner",
        "all_pass": "counted",
        "moon_doubles": True,
        "deals": 6,
        "target": None,
    },
)
EVERY = pytest.mark.parametrize(
    "rules",
    [TWO_DECKS_FOR_SIX, THREE_COUSINS, LAKE_HOUSE, CHURCH_HALL, EVERYONE_WITH_EVERYONE],
    ids=["two decks for six", "three cousins", "lake house", "church hall", "everyone with everyone"],
)


def played(rules: Rules, computer: Computer, random: Random) -> tuple[int, list[str]]:
    """The number of scored deals of a match, and what the oracle finds wrong with it."""
    game = playable_game(*rules)
    seats = random.choice(game.about.seats)
    state, briefing, record = game.start(seats), Briefing(game), Record(game, seats)
    lines, scored = [record.opening()], 0
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        if seat == CHANCE:
            action = decisions[seat].sample(random)
        else:
            action = computer.choose(briefing.brief(state, seat), random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
        scored += sum(isinstance(event, DealScored) for event in events)
        lines += record.lines(events)
    return scored, oracle.check_record([json.dumps(line) for line in lines])


def faults(rules: Rules, deals: int) -> list[str]:
    """What the oracle finds wrong in matches of at least so many deals, by each kind of computer in turn."""
    found, computers = list[str](), cycle(COMPUTERS)
    for number in count():
        if deals <= 0:
            return found
        scored, wrong = played(rules, next(computers), Random(f"{rules[0]} {number}"))
        found += wrong
        deals -= scored
    raise AssertionError


@EVERY
def test_oracle_scores_a_familys_own_rules_alike(rules: Rules) -> None:
    assert faults(rules, 3) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@EVERY
def test_oracle_scores_50_deals_of_a_familys_own_rules_alike(rules: Rules) -> None:
    assert faults(rules, 50) == []
