"""``python -m bot simulate``: what it prints, that the rule book agrees, and how it declines."""

import argparse
import json
import subprocess
import sys
from typing import Any

import pytest

from bot.computers.brief import AnyLegal
from bot.computers.steady import Steady
from bot.tools import simulate
from bot.tools.narration import Narrator
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.actions import Deal, Fault
from rules.core.cards import CardSet, parse_cards
from rules.core.events import (
    BirdNamed,
    CardsCut,
    Folded,
    GameWon,
    LeadGiven,
    MisdealClaimed,
    NestWon,
    PartnerAsked,
    PartnerShown,
    PublicEvent,
    Ruled,
    SeatsChanged,
    TimeCalled,
    TrumpKept,
    TrumpNamed,
)
from tests.oracle import check_record

KEYS = tuple(BIDDING_GAMES)


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(words)


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert simulate.run(options(*words, "--json")) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("words", ["--seed 1 --player random", "--seed 2 --player random", "--deals 2"])
@pytest.mark.parametrize("key", KEYS)
def test_record_agrees_with_the_rule_book(key: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_record(lines(capsys, key, *words.split())) == []


def test_fixed_number_of_deals_is_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    record = lines(capsys, "kentucky", "--deals", "3", "--player", "family")
    assert check_record(record) == []
    assert sum(line["type"] == "score" for line in record) == 3
    assert record[-1]["type"] == "match"


def test_record_of_kentucky_has_only_known_line_types(capsys: pytest.CaptureFixture[str]) -> None:
    known = {"rules", "deal", "bid", "pass", "nest", "discard", "trump", "play", "trick", "score", "match"}
    records = [
        lines(capsys, "kentucky", "--deals", "3", "--seed", seed, "--player", "new") for seed in "123456"
    ]
    types = {line["type"] for record in records for line in record}
    assert types - {"passed_out"} == known


def test_record_lines_have_their_documented_fields(capsys: pytest.CaptureFixture[str]) -> None:
    record = lines(capsys, "kentucky", "--deals", "1", "--player", "family")
    by_type = {line["type"]: line for line in record}
    assert by_type["rules"]["options"] == find_game("kentucky").with_options({"deals": 1}).parameters()
    assert list(record[1]) == ["type", "deal", "dealer", "hands", "nest"]
    assert list(record[1]["hands"]) == ["0", "1", "2", "3"]
    assert list(by_type["play"]) == ["type", "seat", "by", "from", "card"]
    assert by_type["trump"]["color"] in ("red", "yellow", "green", "black")
    assert list(by_type["score"]["sides"][0]) == ["seats", "counters", "tricks", "bonus", "scored", "total"]


def test_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    def record(seed: str) -> list[dict[str, Any]]:
        return lines(capsys, "kentucky", "--deals", "1", "--seed", seed)

    assert record("7") == record("7")
    assert record("7") != record("8")


def test_first_deal_does_not_depend_on_the_players() -> None:
    def first_deal(computers: list[Any]) -> Deal:
        steps = simulate.simulate(find_game("kentucky"), computers, 5)
        return next(step.action for step in steps if isinstance(step.action, Deal))

    assert first_deal([Steady()] * 4) == first_deal([AnyLegal()] * 4)


def test_narration_of_a_deal_has_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.run(options("one_high", "--deals", "1", "--player", "new")) == 0
    told = capsys.readouterr().out
    for word in (
        "1-High Partnership",
        "Deal 1",
        "Nest",
        "Auction",
        "has the bid at",
        "names",
        "14. ",
        "total",
    ):
        assert word in told
    assert max(map(len, told.splitlines())) <= 120


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("boston", ("Dummy", "red", "has the bid at")),
        ("boston_three", ("Dummy", "D takes")),
        ("cordova", ("trump", "gets the cards left over", "Seat 0  ")),
        ("high_card_partner", ("calls", "is the partner.", "gets the nest")),
        ("over_the_top_1988", ("Battery 0", "Turned", "B0", "B1 takes")),
        ("golden10_1988", ("Center", "from the center")),
        ("flip", ("Pool", "from the pool")),
        ("club", ("Draw pile",)),
        ("regular_for_two", ("Dummy", "the dummy", "D leads")),
        ("tennessee_1988", ("Draw pile", "draws", "takes the card that shows", "Turned up")),
    ],
)
def test_narration_names_the_special_parts_of_a_game(
    key: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate.run(options(key, "--deals", "3", "--player", "random")) == 0
    told = capsys.readouterr().out
    assert [word for word in words if word not in told] == []
    assert max(map(len, told.splitlines())) <= 110


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (BirdNamed(1, "low"), "Seat 1 makes the Rook the lowest trump."),
        (
            MisdealClaimed(1, CardSet.of(parse_cards("R6 B9"))),
            "Seat 1 claims a misdeal, without a counter: R6, B9. The cards are dealt again.",
        ),
        (Folded(2), "Seat 2 gives up."),
        (PartnerAsked(1, 3), "Seat 1 lets Seat 3 name trump."),
        (TrumpNamed(1, None, lowest_wins=True), "Seat 1 names no color, lowest wins."),
        (LeadGiven(1, 3), "Seat 1 lets Seat 3 lead."),
        (PartnerShown(None), "The bidder plays alone."),
        (TrumpKept(0, 12), "Seat 0 keeps trump and owes 12."),
        (
            CardsCut(tuple(enumerate(parse_cards("R6 B9"))), ()),
            "Cut for most tricks: Seat 0 R6, Seat 1 B9. A tie, so everyone cuts again.",
        ),
        (NestWon(None, CardSet.of(parse_cards("R6")), 0), "No one gets the nest: R6 (0 points)."),
        (SeatsChanged((0, 3, 2, 1)), "New seats, clockwise: Seat 0, Seat 3, Seat 2, Seat 1."),
        (GameWon((0, 2), (1, 0)), "Seat 0 & Seat 2 win a game: 1–0."),
        (TimeCalled(3), "Time is up, so this deal is the last."),
        (Ruled(1, 2, -40, Fault.TABLE_TALK, (0, -40)), "Referee   −40 for Seat 2: table talk"),
    ],
)
def test_rare_event_is_narrated(event: PublicEvent, told: str) -> None:
    assert [line.strip() for line in Narrator(find_game("kentucky"), 4).tell([event])] == [told]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["hearts"], "There is no game “hearts”."),
        (["kentucky", "--seats", "5"], "is for 4 players, not 5."),
        (["old_solitaire", "--seats", "2"], "is for 1 player, not 2."),
        (["kentucky", "--seats", "four"], "--seats wants a whole number"),
        (["kentucky", "--deals", "0"], "--deals wants a whole number from 1"),
        (["kentucky", "--deals", "-3"], "--deals wants a whole number from 1"),
        (["kentucky", "--player", "hal"], "There is no computer player “hal”."),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate.run(options(*words)) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_reader_that_stops_early_is_no_error() -> None:
    code = (
        "import argparse\nfrom bot.tools import simulate\nparser = argparse.ArgumentParser()\n"
        "simulate.add_arguments(parser)\n"
        "options = parser.parse_args(['one_high', '--deals', '200', '--player', 'random', '--json'])\n"
        "raise SystemExit(simulate.run(options))"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b'"rules"' in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0
