"""Deals of every game, checked by the naive oracle, which shares no code with the engine.

``ROOKERY_ORACLE_DEALS=500`` checks so many deals of each game with each number of players.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.computers.kinds import find_computer
from bot.tools.record import Record
from bot.tools.simulate import simulate
from rules.bidding.phases import Phase
from rules.catalog import find_game
from rules.core.actions import Bid, Discard, Play
from rules.core.cards import Card, Color
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption
from rules.core.events import AuctionWon, PassedOut
from rules.core.protocol import OptionValue
from tests import oracle
from tests.rules import faults
from tests.rules.faults import Broken, Misstated, claiming
from tests.rules.playouts import KEYS, TABLES, Playout, Step, at_random, carefully, match, play

DEALS = int(os.environ.get("ROOKERY_ORACLE_DEALS", "40"))
"""Deals of each game with each number of players."""
BATCH = 20
"""Deals of one match, played by the fixed number (1988, Additional Comments 2)."""


def record(playout: Playout) -> list[str]:
    """The record of a match, in lines of JSON."""
    kept = Record(playout.game, playout.players)
    told = [kept.opening()]
    for step in playout.steps:
        told.extend(kept.lines(step.events))
    return [json.dumps(line) for line in told]


def names(cards: Iterable[Card]) -> list[str]:
    """Cards as the oracle writes them."""
    return [str(card) for card in cards]


@pytest.mark.parametrize(("key", "players"), TABLES)
@pytest.mark.timeout(180)
def test_oracle_accepts_random_matches(key: str, players: int) -> None:
    """Legality, winners, totals and records of matches played at random."""
    for seed in range(-(-DEALS // BATCH)):
        told = record(match(key, seed, players=players, deals=BATCH))
        assert oracle.check_record(told) == []
        assert sum('"type": "score"' in line for line in told) == BATCH


@pytest.mark.parametrize("key", KEYS)
def test_oracle_accepts_matches_to_the_target(key: str) -> None:
    """As the book has it; random players may need all the deals a match has."""
    for seed in range(2):
        assert oracle.check_record(record(match(key, seed, max_deals=12))) == []


@pytest.mark.parametrize("key", KEYS)
def test_oracle_accepts_matches_of_computers(key: str) -> None:
    game = find_game(key).with_options({"deals": 2})
    players = game.about.seats[-1]
    kept = Record(game, players)
    told = [kept.opening()]
    for step in simulate(game, [find_computer("steady")] * players, seed=1):
        told.extend(kept.lines(step.events))

    assert oracle.check_record(map(json.dumps, told)) == []


def test_oracle_agrees_about_the_moon() -> None:
    for seed in range(20):
        assert oracle.check_record(record(match("one_high", seed, deals=5, moon=100))) == []


@pytest.mark.parametrize("key", ["kentucky", "one_high", "high_card_partner", "three_handed_1914", "display"])
def test_oracle_agrees_about_taking_everything(key: str) -> None:
    """All the counters, and a moon of the declarer's own hand where there are partners."""
    game = find_game(key)
    own: dict[str, Any] = {} if game.about.teams.value == "solo" else {"moon_by": "declarer"}
    for seed in range(10):
        told = record(match(key, seed, deals=8, moon=100, all_points=20, **own))
        assert oracle.check_record(told) == []


@pytest.mark.parametrize(
    ("key", "played", "claimed"),
    [
        ("regular_for_two", {"all_points": 20}, {"all_points": 0}),
        ("tennessee_1933", {"all_points": 20}, {"all_points": 50}),
    ],
)
def test_oracle_reports_another_bonus_for_taking_everything(
    key: str, played: dict[str, Any], claimed: dict[str, Any]
) -> None:
    found: list[str] = []
    for seed in range(60):
        first, *lines = record(match(key, seed, deals=8, **played))
        told = claiming(json.loads(first), claimed)
        found += oracle.check_record([json.dumps(told), *lines])
        if found:
            break

    assert found


def test_oracle_agrees_about_six_who_change_seats() -> None:
    for seed in range(2):
        played = match("partnership_six", seed, deals=5, seat_change="swap", seat_change_every=1)
        assert oracle.check_record(record(played)) == []


CALLED: dict[str, OptionValue] = {"called_cards": 2, "partner_card": "any", "deals": 10}
ALONE: tuple[dict[str, OptionValue], ...] = (
    {"alone_bonus": 40},
    {"alone_bonus": "20 5:35"},
    {"alone_doubles": True},
    {"alone_doubles": True, "alone_bonus": 30, "moon": 50},
    {"alone_bonus": 30, "target_checked": "each_trick", "deals": None, "target": 100},
)


@pytest.mark.parametrize(
    "options", [{}, {"partner_shown": "on_play"}, {"partner_card": "not_held"}, *ALONE], ids=str
)
def test_oracle_agrees_about_two_called_partners(options: dict[str, OptionValue]) -> None:
    for seed in range(4):
        game = find_game("high_card_partner").with_options({**CALLED, **options})
        assert oracle.check_record(record(match("high_card_partner", seed, game))) == []


@pytest.mark.parametrize("options", ALONE, ids=str)
def test_oracle_agrees_about_playing_alone(options: dict[str, OptionValue]) -> None:
    game = find_game("high_card_partner").with_options({**CALLED, "called_cards": 1, **options})
    for seed in range(1, 8, 2):
        assert oracle.check_record(record(match("high_card_partner", seed, game))) == []


TEN_HALF: dict[str, Any] = {
    "rook": "ten_half",
    "rook_plays": "as_trump",
    "no_trump": "reversed",
    "rook_without_trump": "red",
}
BABY: dict[str, Any] = {"second_bird": "B2", "nest": 6, "no_trump": "reversed"}
HOUSES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kentucky", {"no_trump": "yes"}),
    ("kentucky", {"no_trump": "reversed"}),
    ("one_high", {"no_trump": "reversed_alone"}),
    ("red_one", {"no_trump": "reversed"}),
    ("kentucky", {"no_trump": "reversed", "rook_without_trump": "red"}),
    ("red_one", {"no_trump": "reversed_alone", "rook_without_trump": "red"}),
    ("one_high", {"no_trump": "reversed", "rook_without_trump": "red"}),
    ("kentucky", TEN_HALF),
    ("kentucky", BABY),
    ("red_one", {"second_bird": "R5", "second_bird_rank": "lowest"}),
    ("one_high", {"second_bird": "Y14", "second_bird_rank": "lowest", "second_bird_points": 0}),
    ("high_card_partner", {"second_bird": "B9"}),
)
"""Games with house rules on trump and the bird."""


@pytest.mark.parametrize(("key", "options"), HOUSES, ids=str)
def test_oracle_accepts_matches_by_house_rules_on_trump(key: str, options: dict[str, Any]) -> None:
    for seed in range(4):
        told = record(match(key, seed, deals=BATCH, **options))
        assert oracle.check_record(told) == []


FAMILIES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("kentucky", {"bury_counters": "shown"}),
    ("kentucky", {"bury_counters": "shown", "nest_told": True, "trump": "before_nest"}),
    ("kentucky", {"bury_counters": "for_trumps", "trump": "before_nest"}),
    ("one_high", {"bury_counters": "for_trumps", "trump": "before_nest"}),
    ("red_one", {"bury_counters": "for_trumps", "trump": "before_nest", "nest_told": True}),
    ("tennessee_1988", {"nest_told": True}),
    ("kentucky", {"trump_by": "partner_for_five"}),
    ("kentucky", {"trump_by": "partner_for_five", "trump": "before_nest"}),
    ("kentucky", {"misdeal_claim": "only_numbers", "misdeal_numbers": "6-13"}),
    ("kentucky", {"misdeal_claim": "only_numbers", "misdeal_numbers": "6-13", "misdeal_must": True}),
    ("kentucky", {"misdeal_claim": "no_counters", "misdeal_must": True}),
    ("kentucky", {"misdeal_claim": "no_counters"}),
)


@pytest.mark.parametrize(("key", "options"), FAMILIES)
def test_oracle_accepts_families_rules(key: str, options: dict[str, OptionValue]) -> None:
    game = find_game(key).with_options({"deals": BATCH, **options})
    for choose in (at_random, carefully):
        assert oracle.check_record(record(play(game, Random(1), choose))) == []


# --- exactly the legal answers ------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_listed_answers_are_exactly_the_legal_ones(key: str, players: int) -> None:
    """The same bids, discards, cards, draws and calls as the oracle's, at every decision of some deals."""
    row = oracle.row_for(key, players)
    for seed in range(4):
        thrown_in = 0
        for step in match(key, seed, players=players, deals=3).steps:
            question = step.decision
            if isinstance(question, ChooseNumber):
                same_calls(step, question, row, thrown_in)
            elif isinstance(question, ChooseCards):
                same_discards(step, question, row)
            elif isinstance(question, ChooseCard) and isinstance(step.action, Play):
                same_cards(step, question, row)
            elif isinstance(question, ChooseCard):
                same_partners(step, question, row)
            elif isinstance(question, ChooseOption) and step.before.phase is Phase.TAKE:
                same_draws(step, question)
            thrown_in += any(isinstance(event, PassedOut) for event in step.events)
            if any(isinstance(event, AuctionWon) for event in step.events):
                thrown_in = 0


@pytest.mark.parametrize(("key", "options"), HOUSES, ids=str)
def test_listed_cards_are_exactly_the_legal_ones_by_house_rules(key: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        playout = match(key, seed, deals=3, **options)
        game = playout.game
        row = oracle.house_row(key, playout.players, game.parameters(), sorted(game.changes()))
        for step in playout.steps:
            if isinstance(step.decision, ChooseCards):
                same_discards(step, step.decision, row)
            elif isinstance(step.decision, ChooseCard) and isinstance(step.action, Play):
                same_cards(step, step.decision, row)


def same_calls(step: Step, question: ChooseNumber, row: oracle.Row, thrown_in: int) -> None:
    """Assert the same bids, and the same right to pass."""
    high, dealer = step.before.auction.high, step.before.match.dealer
    listed = list(question.answers())
    bids = [call for call in listed if isinstance(call, Bid)]
    if oracle.names_color(row):
        for color in (None, *Color):
            word = "none" if color is None else color.word
            points = [call.points for call in bids if call.color is color]
            assert points == oracle.legal_bids(high, row, word)
    else:
        assert [call.points for call in bids] == oracle.legal_bids(high, row)
    assert (len(listed) > len(bids)) == oracle.may_pass(step.seat, dealer, high, thrown_in, row)


def same_discards(step: Step, question: ChooseCards, row: oracle.Row) -> None:
    """Assert the same cards allowed in the nest, and their number."""
    held, nest = names(question.held), names(step.before.deal.taken_up)
    assert set(names(question.cards)) == set(oracle.discardable(held, row))
    assert question.least == question.most == row["nest"]
    for answer in islice(question.answers(), 20):
        assert isinstance(answer, Discard)
        assert oracle.discard_fault(held, names(answer.cards), row, nest) is None


def same_cards(step: Step, question: ChooseCard, row: oracle.Row) -> None:
    """Assert the same playable cards."""
    trump, trick = step.before.ranking.trump, step.before.trick
    led = str(trick[0]) if trick else None
    word = "none" if trump is None else trump.word
    listed = [str(answer).removeprefix("play ") for answer in question.answers()]
    assert listed == oracle.legal_cards(names(question.held), led, word, row)


def same_partners(step: Step, question: ChooseCard, row: oracle.Row) -> None:
    """Assert the same cards to call a partner by."""
    hand, discarded = step.before.hands[step.seat], step.before.deal.nest
    listed = {str(answer).removeprefix("call ") for answer in question.answers()}
    assert listed == set(oracle.callable_cards(oracle.deck(row), names(hand), names(discarded)))


def same_draws(step: Step, question: ChooseOption) -> None:
    """Assert the same places to draw a card from."""
    listed = {str(answer).removeprefix("take ") for answer in question.answers()}
    assert listed == set(oracle.drawable(names(step.before.stock.pile), None))


# --- planted faults -----------------------------------------------------------------------------------------

LOWEST = (6, 7, 8, 9)
LOW = tuple(range(6, 14))
MANY_LOW: dict[str, Any] = {"misdeal_claim": "only_numbers", "misdeal_numbers": LOW}
FAULTS: tuple[Callable[[], Broken], ...] = (
    *(
        partial(fault, "kentucky")
        for fault in (
            faults.low_cards_win,
            faults.no_card_need_follow,
            faults.worthless_tens,
            faults.low_opening,
            faults.Forgives,
        )
    ),
    partial(Broken, "boston", bid_step=5),
    partial(Broken, "display", failure="set_back"),
    partial(Broken, "over_the_top_1918", battery_free=True),
    partial(Broken, "regular_for_two", exchange=None),
    partial(Broken, "tennessee_1988", rook="low"),
    partial(Broken, "three_handed_1914", first_lead="left_of_dealer"),
    partial(Broken, "cordova", forfeit=True),
    partial(Misstated, "high_card_partner", {"partner_card": "not_held"}, partner_card="any"),
    partial(Misstated, "high_card_partner", {"called_cards": 1}, called_cards=2),
    partial(Misstated, "high_card_partner", {"alone_bonus": 30}, partner_card="any", alone_bonus=40),
    partial(Misstated, "high_card_partner", {"alone_doubles": False}, partner_card="any", alone_doubles=True),
    partial(Broken, "dixie_1912", nest_is_trick=False),
    partial(Broken, "red_one", rook_plays="any_time"),
    partial(Misstated, "kentucky", {"bury_trumps": "shown"}, bury_trumps="yes", trump="before_nest"),
    partial(Misstated, "kentucky", {"bury_counters": "shown"}, bury_counters=True),
    partial(Misstated, "kentucky", {"bury_counters": "for_trumps"}, bury_counters=True, trump="before_nest"),
    partial(Misstated, "kentucky", {"nest_told": True}, nest_told=False),
    partial(Misstated, "kentucky", {"trump_by": "partner_for_five"}, trump_by="or_partner"),
    partial(Misstated, "kentucky", MANY_LOW, **{**MANY_LOW, "misdeal_numbers": LOWEST}, misdeal_must=True),
    partial(Misstated, "kentucky", MANY_LOW, **{**MANY_LOW, "misdeal_numbers": (*LOW, 14)}),
    partial(Misstated, "kentucky", {"misdeal_must": True}, **MANY_LOW, misdeal_must=False),
)


@pytest.mark.parametrize("broken", FAULTS, ids=faults.name)
def test_oracle_reports_a_planted_fault(broken: Callable[[], Broken]) -> None:
    found: list[str] = []
    for seed in range(20):
        game: Any = broken()
        found += oracle.check_record(record(play(game, Random(seed), carefully if seed % 2 else at_random)))

    assert found


HOUSE_FAULTS: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("kentucky", {"no_trump": "reversed_alone"}, {"no_trump": "reversed"}),
    ("kentucky", {"no_trump": "yes", "rook_without_trump": "red"}, {"rook_without_trump": "trump"}),
    ("kentucky", TEN_HALF, {"rook": "top"}),
    ("kentucky", BABY | {"second_bird_rank": "below_rook"}, {"second_bird_rank": "lowest"}),
    ("kentucky", BABY | {"second_bird_points": 10}, {"second_bird_points": 5}),
    ("kentucky", BABY, {"second_bird": "G2"}),
)
"""A game, the house rules its record tells, and what it plays instead."""


@pytest.mark.parametrize(("key", "options", "instead"), HOUSE_FAULTS, ids=str)
def test_oracle_reports_another_house_rule_than_agreed(
    key: str, options: dict[str, Any], instead: dict[str, Any]
) -> None:
    found: list[str] = []
    for seed in range(10):
        broken: Any = Misstated(key, options, **options | instead)
        found += oracle.check_record(record(play(broken, Random(seed))))

    assert found
