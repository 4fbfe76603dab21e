"""Levels of computers: search, forgetting and misjudging; each beats the one below."""

from random import Random
from statistics import fmean

import pytest

from bot.computers.bidding_games.bidding import best_to_bid, limit
from bot.computers.bidding_games.misjudging import misread
from bot.computers.bidding_games.played import played, setup_for
from bot.computers.bidding_games.prospects import Known, known_to
from bot.computers.kinds import PERSONAS, UnknownComputer, find_computer, is_known, level_of, seated_as
from bot.computers.levels import CHAMPION, CLUB, FAMILY, LEVELS, NEW, Level
from bot.computers.memory import Memory
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.bidding.engine import BiddingGame
from rules.bidding.setup import Setup
from rules.catalog import find_game
from rules.core.actions import Bid
from rules.core.cards import CardSet
from rules.core.decisions import ChooseNumber
from tests.computers.ask import Considered, brief, kentucky
from tests.rules.scene import Scene
from tests.strength.census import Puzzle, census
from tests.strength.duel import contract_of, duel, table


def remembered_by(level: Level, scene: Scene) -> Memory:
    told = brief(scene)
    setup = setup_for(played(told))
    assert setup is not None
    return Memory(told, setup, level)


def after(*plays: str) -> Scene:
    """A deal of Kentucky with red trumps, some cards played; seat 0 declares, seat 1 has led."""
    hands = {
        0: "R14 R13 R12 R11 Y14 Y6 G14 G5 B14",
        1: "R5 R6 R7 R8 G6 G7 B5 B6 B7",
        2: "R9 R10 Y5 Y7 Y8 G8 G9 B8 B9",
        3: "Y9 Y10 Y11 Y12 G10 G11 G12 B10 B11",
    }
    lay = "B12 B13 G13 Y13 Rook"
    return kentucky(hands, nest=lay, declarer=0, bid=70, trump="red", lay=lay).do(*plays)


GREEN = ("play G6", "play G8", "play G10", "play G14")
YELLOW = ("play Y14", "play R5", "play Y5", "play Y9")
"""Seat 1 has no yellow."""


KINDS_OF_TABLES = (
    *("one_high", "boston", "tennessee_1988", "over_the_top_1918", "cordova"),
    *("high_card_partner", "regular_old"),
)
"""Partners, an open hand, a draw pile, batteries, a sale, a called partner, everyone alone."""
NEIGHBORS = [(NEW, FAMILY), (FAMILY, CLUB), (CLUB, CHAMPION)]


@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBORS)
def test_each_level_searches_at_most_as_much_as_the_next(weaker: Level, stronger: Level) -> None:
    assert weaker.worlds < stronger.worlds
    assert weaker.candidates <= stronger.candidates
    assert weaker.misreads >= stronger.misreads
    assert weaker.slips > stronger.slips


def test_newcomer_forgets_an_old_small_card_and_never_a_counter() -> None:
    """Seat 1 is new to the game and looks back on one trick; its own 6 it knows, 10 and 14 count."""
    scene = after(*GREEN, *YELLOW)
    assert scene.seat == 1
    forgotten = CardSet(
        remembered_by(CHAMPION, scene).heard.out_of_play & ~remembered_by(NEW, scene).heard.out_of_play
    )
    assert {str(card) for card in forgotten} == {"G8"}
    assert remembered_by(CLUB, scene).heard.out_of_play == remembered_by(CHAMPION, scene).heard.out_of_play


def test_newcomer_forgets_an_old_void() -> None:
    """Seat 1 trumped yellow: with that in memory it can hold no yellow card."""
    scene = after(*GREEN, *YELLOW)
    assert remembered_by(NEW, scene).heard.missing[1]
    scene.do("play R6", "play R9", "play Y10", "play R14")
    assert not remembered_by(NEW, scene).heard.missing[1]
    assert remembered_by(CHAMPION, scene).heard.missing[1]


def known_by(level: Level, scene: Scene) -> tuple[Known, Known]:
    """The real hand of the seat that is asked, and the hand as it misreads it."""
    memory = remembered_by(level, scene)
    known = known_to(memory)
    return known, misread(memory, known)


def goes_to(level: Level, scene: Scene) -> float:
    """How far the seat that is asked goes."""
    decision = scene.decision
    assert isinstance(decision, ChooseNumber)
    memory = remembered_by(level, scene)
    return limit(memory, best_to_bid(memory, decision))


def test_misread_hand_stays_the_same_through_the_auction() -> None:
    scene = Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})
    held, first = known_by(FAMILY, scene)
    assert first.hand != held.hand
    scene.do("bid 70", "bid 75", "bid 80", "bid 85")
    assert scene.seat == 1
    assert known_by(FAMILY, scene)[1].hand == first.hand
    assert known_by(CHAMPION, scene)[1].hand == held.hand


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("level", [NEW, FAMILY, CLUB])
def test_misreading_exchanges_few_cards_and_no_counter(level: Level, seed: int) -> None:
    game = find_game("kentucky")
    assert isinstance(game, BiddingGame)
    deck = [str(card) for card in Setup(game.variant, 4).deck]
    hand = " ".join(Random(seed).sample(deck, 9))
    known, taken_for = known_by(level, Scene("kentucky").deal({1: hand}))
    away, instead = CardSet(known.hand & ~taken_for.hand), CardSet(taken_for.hand & ~known.hand)
    assert len(away) == len(instead) <= level.misreads
    assert taken_for.shown[taken_for.seat] == taken_for.hand
    assert not {card.rank for card in (*away, *instead)} & {5, 10, 14}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_family_level_stops_early_with_a_poor_hand(seat: int) -> None:
    """It bid 115 with these cards once, and took 65."""
    scene = Scene("kentucky").deal({seat: "B12 B7 G8 G9 R11 R13 Y13 Y5 Y6"})
    scene.do(*("bid 70", "bid 75")[: seat - 1])
    assert scene.seat == seat
    assert goes_to(FAMILY, scene) < 100


@pytest.mark.parametrize("seat", [1, 3])
def test_family_level_bids_at_once_what_its_hand_is_worth(seat: int) -> None:
    scene = Scene("kentucky").deal({seat: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})
    scene.do(*("bid 70", "bid 75")[: seat - 1])
    family, club = (Steady(level).choose(brief(scene), Random(1)) for level in (FAMILY, CLUB))
    assert isinstance(family, Bid)
    assert isinstance(club, Bid)
    assert goes_to(FAMILY, scene) - 5 < family.points <= goes_to(FAMILY, scene)
    assert club.points < family.points


@pytest.mark.parametrize("key", KINDS_OF_TABLES)
def test_weakest_level_considers_every_question(key: str) -> None:
    """Its errors are legal answers, and it has one despite forgetting."""
    game = find_game(key).with_options({"deals": 1})
    for _ in simulate(game, [Considered(NEW)] * game.about.seats[0], 5):
        pass


def test_champion_beats_the_newcomer() -> None:
    """The short form of the next test: few deals show only large differences."""
    assert duel("kentucky", Steady(CHAMPION), Steady(NEW), sets=4, seed=4).mean > 8


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBORS)
def test_each_level_beats_the_one_below(weaker: Level, stronger: Level) -> None:
    result = duel("kentucky", Steady(stronger), Steady(weaker), sets=150, seed=22)
    assert result.mean > 8


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(900)
def test_family_level_makes_as_many_bids_as_people() -> None:
    """People make 57 % of their bids."""
    counted = census("kentucky", Steady(FAMILY), 1000, seed=4511)
    assert 0.5 <= counted.made <= 0.65
    assert counted.set_far <= 50
    assert counted.found[Puzzle.LITTLE_MORE] <= 50


@pytest.mark.long
@pytest.mark.usefixtures("full_strength")
@pytest.mark.timeout(900)
def test_family_level_in_one_high_makes_as_many_bids_as_people() -> None:
    """People: a mean bid of 130 in the 180-point game, 57 % of bids made."""
    deals = table("one_high", Steady(FAMILY), 100, seed=23)
    assert 0.45 < fmean(contract_of(deal).made for deal in deals) < 0.7
    assert 120 < fmean(contract_of(deal).bid for deal in deals) < 142


def test_kind_names_a_level_and_optionally_a_persona() -> None:
    assert level_of("family") is level_of("family/hazel") is FAMILY
    assert level_of("steady") is CHAMPION
    assert level_of("random") is None
    for level in LEVELS:
        for persona in (None, *PERSONAS.values()):
            kind = seated_as(level, persona)
            assert is_known(kind)
            assert find_computer(kind) is find_computer(kind)


@pytest.mark.parametrize("kind", ["hal", "family/hal", "hal/hazel", "steady/hazel", "family/hazel/rosie"])
def test_unknown_kind_is_refused(kind: str) -> None:
    assert not is_known(kind)
    with pytest.raises(UnknownComputer, match="There is no computer player"):
        find_computer(kind)


def test_bold_persona_bids_at_least_as_high_as_a_cautious_one() -> None:
    """The same hand in the same auction: only the temper differs."""
    scene = Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})
    personas = sorted(PERSONAS.values(), key=lambda one: one.boldness)
    limits = [goes_to(persona.tempered(CHAMPION), scene) for persona in personas]
    assert limits == sorted(limits)
    assert limits[0] < limits[-1]
