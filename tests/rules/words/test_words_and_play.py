"""Sentences of the rules compared with play: each expected one is derived from the engine here."""

from __future__ import annotations

import pytest

from rules.bidding import deck
from rules.bidding.house.forms import read
from rules.bidding.house.offered import BY_KEY
from rules.bidding.nest import barred_from_nest
from rules.bidding.rows import KENTUCKY, ROWS
from rules.bidding.scoring import NO_SIDE, Captures, Result, score
from rules.bidding.setup import Setup
from rules.bidding.variant import Variant
from rules.bidding.words.notes import NOTES
from rules.bidding.words.sections import describe
from rules.core.actions import Bid
from rules.core.cards import Color
from rules.core.decisions import ChooseNumber
from rules.core.protocol import OptionValue
from rules.core.views import ZoneKind
from tests.rules.scene import Scene

Options = dict[str, OptionValue]


def section(scene: Scene, heading: str) -> str:
    """One section of the rules of what is played."""
    return next(section.text for section in scene.game.about.rules if section.heading == heading)


# --- bids ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kentucky", {}),
        ("kentucky", {"exact_makes": False}),
        ("kentucky", {"max_bid": 100}),
        ("kentucky", {"max_bid": "none"}),
        ("kentucky", {"bid_step": 10, "exact_makes": False}),
        ("boston", {}),
        ("boston", {"max_bid": 200}),
        ("boston", {"max_bid": "none"}),
        ("cordova", {"max_bid": "none"}),
    ],
)
def test_highest_bid_is_told_and_ends_the_bidding(key: str, options: Options) -> None:
    """Bug: with a highest bid other than the points of a deal, the sentence on the end was missing."""
    scene = Scene(key, None, **options).deal()
    question = scene.decision
    assert isinstance(question, ChooseNumber)

    assert f"up to {question.most:,}, which ends the bidding." in section(scene, "Bidding")
    assert not question.accepts(Bid(question.most + question.step, None))
    scene.act(Bid(question.most, Color.RED if question.colors else None))
    assert not isinstance(scene.decision, ChooseNumber)


@pytest.mark.parametrize("exact_makes", [True, False])
@pytest.mark.parametrize("key", ["kentucky", "boston", "display", "cordova", "regular_for_two"])
def test_bid_that_could_never_be_made_is_not_offered(key: str, exact_makes: bool) -> None:
    """Bug: all points of a deal were offered as a bid that must be beaten."""
    scene = Scene(key, None, exact_makes=exact_makes).deal()
    question = scene.decision
    assert isinstance(question, ChooseNumber)
    variant = Variant.model_validate(scene.game.parameters())

    for color, most in question.colors or ((Color.RED, question.most),):
        everything = Result(
            (Captures(deck.total_of(variant, scene.players, color), 0), Captures(0, 0)), 0, most
        )
        assert score(variant.model_copy(update={"majority": 0, "last_trick": 0}), everything).made


# --- the nest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nest_shown", ["no", "top_card", "after_bidding"])
@pytest.mark.parametrize("trump", ["after_nest", "before_nest"])
def test_rules_say_which_nest_cards_are_seen_by_all(nest_shown: str, trump: str) -> None:
    """Bug: a nest with an open last card was told to be seen by its taker alone."""
    scene = Scene("kentucky", nest_shown=nest_shown, trump=trump).deal(dealer=0)
    seen_at_first = bool(scene.zone(ZoneKind.NEST).shown)
    scene.win_auction(1, 70)
    if trump == "before_nest":
        scene.do("trump green")
    told = section(scene, "Nest")

    assert ("without showing the rest" in told) is seen_at_first
    assert ("turned up for everyone to see" in told) is (nest_shown == "after_bidding")
    assert ("without showing it" in told) is (nest_shown == "no")
    assert ("Trump is named first." in told) is (trump == "before_nest")


@pytest.mark.parametrize("bury_counters", [True, False])
@pytest.mark.parametrize("bury_rook", [True, False])
@pytest.mark.parametrize("rook_points", [0, 20])
def test_rules_say_if_counters_and_rook_may_be_discarded(
    bury_counters: bool, bury_rook: bool, rook_points: int
) -> None:
    """Bug: the sentence on counters was missing if the Rook may not be discarded."""
    options: Options = {"bury_counters": bury_counters, "bury_rook": bury_rook, "rook_points": rook_points}
    scene = Scene("kentucky", None, **options).deal({1: "Rook R10"}, dealer=0).win_auction(1, 70)
    setup = Setup(KENTUCKY.model_copy(update=options), 4)
    barred = barred_from_nest(setup, scene.state.ranking)
    tens = setup.counters & ~setup.birds
    told = section(scene, "Nest")

    assert ("Counters may be discarded." in told) is (not tens & barred)
    said = told.partition(" may not be discarded")[0].rpartition(". ")[2] if "may not be" in told else ""
    assert ("ounters" in said) is bool(tens & barred)
    assert ("the Rook" in said.replace("The", "the")) is bool(setup.birds & barred)
    assert ("With too few other cards" in told) is bool(tens & barred), "one Rook is easily kept"


# --- most tricks --------------------------------------------------------------------------------------------


def gets_the_points_for_most(variant: Variant, tricks: tuple[int, ...], declaring: int = 0) -> set[int]:
    """The sides with the points for most tricks."""
    result = Result(tuple(Captures(0, taken) for taken in tricks), declaring, 0, last=0)
    return {side for side, record in enumerate(score(variant, result).sides) if record.bonus}


def test_points_for_equal_tricks_among_lone_players_are_told() -> None:
    """Bug: all the opponents of a lone bidder were told to get the points."""
    scene = Scene("regular_1988", 4, majority=20, majority_tie="defenders")
    variant = Variant.model_validate(scene.game.parameters())

    assert "If the bidder and one other tie for most tricks, the other gets" in section(scene, "Points")
    assert gets_the_points_for_most(variant, (4, 4, 3, 3)) == {1}
    assert "On any other tie no one does" in section(scene, "Points")
    assert gets_the_points_for_most(variant, (3, 5, 5, 1)) == set()
    assert gets_the_points_for_most(variant, (4, 4, 4, 2)) == set()
    assert "the bidder's opponents get" in section(Scene("dixie_1988"), "Points")
    assert "If the bidder and one other tie" in section(
        Scene("regular_for_two", None, majority=20, majority_tie="defenders"), "Points"
    )


@pytest.mark.parametrize(
    ("key", "phrase"),
    [
        ("regular_1988", "every player cuts a card, and the highest cut of those tied gets the points."),
        ("kentucky", "Partners add theirs up, and the higher side gets the points."),
    ],
)
def test_rules_say_every_player_cuts_for_most_tricks(key: str, phrase: str) -> None:
    """Every player cuts; only the cards of the tied sides count."""
    scene = Scene(key, None, majority=20, majority_tie="cut")

    assert phrase in section(scene, "Points")


# --- a deal that stops at the target ------------------------------------------------------------------------


@pytest.mark.parametrize("failure", ["set_back", "opponents_doubled", "counters_only", "deducted"])
def test_rules_say_how_a_stopped_deal_scores(failure: str) -> None:
    """Bug: the rules did not say that captures count and an undecided bid scores 0."""
    changes: Options = {"failure": failure, "last_trick": 20, "majority": 20}
    scene = Scene("kentucky", None, target_checked="each_trick", **changes)
    variant = KENTUCKY.model_copy(update={**changes, "target_checked": "each_trick"})
    short = score(variant, Result((Captures(40, 2), Captures(60, 4)), 0, 70, last=NO_SIDE))
    told = section(scene, "End")

    assert "The deal stops there. What was taken is scored without the nest and the last trick." in told
    assert "A bid still short scores 0 and loses nothing. One that can no longer be made has failed." in told
    assert "The points for most tricks count only once no one else can get them." in told
    assert [side.scored for side in short.sides] == [0, 60 + 20]


def test_rules_on_a_stopped_deal_say_what_makes_a_bid() -> None:
    """Bug: exactly the bid was said to be enough where it must be beaten."""
    options: Options = {"target_checked": "each_trick"}
    assert "once it reaches the bid." in section(Scene("kentucky", None, **options), "End")
    beaten = section(Scene("kentucky", None, exact_makes=False, **options), "End")
    assert "once it is more than the bid." in beaten


def test_rules_on_a_stopped_deal_omit_what_the_game_lacks() -> None:
    told = section(Scene("regular_1988", 4, target_checked="each_trick"), "End")

    assert "What was taken is scored. A bid still short scores 0 and loses nothing." in told
    assert "most tricks" not in told


# --- a misdeal found late -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "late", "early"),
    [
        (0, "found after the deal", ""),
        (1, "found after one trick", "found before one trick is taken is dealt again"),
        (3, "found after 3 tricks", "found before 3 tricks are taken is dealt again"),
    ],
)
def test_number_of_tricks_before_a_late_misdeal_is_in_words(tricks: int, late: str, early: str) -> None:
    """Bug: the rules read "after one tricks"."""
    scene = Scene("kentucky", misdeal_until_trick=tricks)
    told = section(scene, "At the table")
    assert late in told
    assert (early or "dealt again by the next dealer") in told if early else "dealt again" not in told

    scene.deal(dealer=0).win_auction(1, 70).settle()
    while len(scene.state.taken) < tricks:
        assert not any("late misdeal" in ruling for ruling in scene.rulings())
        scene.act(next(scene.decision.answers()))
    assert any("late misdeal" in ruling for ruling in scene.rulings())


# --- notes --------------------------------------------------------------------------------------------------


OTHERWISE: Options = {
    "target": 85,
    "deals": 7,
    "min_bid": 15,
    "bid_step": 15,
    "nest": 9,
    "numbers": "1,5-13",
    "packs": 2,
    "rook": "ten_half",
    "red_one": True,
    "second_bird": "B2",
    "counters": "10:7",
    "high": 1,
    "trump": "before_nest",
    "trick_points": 3,
    "score_dummy": True,
    "nest_to": "declarer",
    "last_trick": 20,
    "majority": 10,
    "dummy": "none",
    "auction": "highest",
    "max_bid": "total",
    "teams": "solo",
    "credit": "each",
    "seat_change": "rotate",
    "trump_counters": False,
}
"""By option a note depends on: a value that no rule book with a note has."""


@pytest.mark.parametrize("row", [row for row in ROWS if row.key in NOTES], ids=lambda row: row.key)
def test_note_on_the_book_is_dropped_under_a_contrary_house_rule(row: Variant) -> None:
    """Bug: “The 14s count nothing” was told with any counters."""
    for note in NOTES[row.key]:
        assert note.text in dict(describe(row))[note.heading]
        for name in note.speaks_of:
            value = not row.bury_counters if name == "bury_counters" else OTHERWISE[name]
            changed = row.model_copy(update=read(row, BY_KEY[name], value))
            assert note.text not in dict(describe(changed)).get(note.heading, ""), name


def test_variants_the_books_offer_are_told() -> None:
    """Older Regular, Note; 1988, Additional Comments 2 and 3."""
    told = {row.key: dict(describe(row)).get("Good to know", "") for row in ROWS}
    assert {key for key, text in told.items() if "13s can count 10" in text} == {"regular_old"}
    of_1988 = {row.key for row in ROWS if "1988" in row.source}
    assert {key for key, text in told.items() if "a number of deals, and no target" in text} == of_1988
    fours = {row.key for row in ROWS if row.key in of_1988 and row.teams == "partners" and 4 in row.seats}
    assert {key for key, text in told.items() if "twelve deals give you four" in text} == fours


@pytest.mark.parametrize(
    ("key", "options", "goes_below"),
    [
        ("kentucky", {}, True),
        ("cordova", {}, True),
        ("over_the_top_1988", {}, False),
        ("boston", {}, False),
        ("display", {"revoke": "bid"}, True),
        ("display", {"wrong_discard": 40}, True),
        ("tennessee_1988", {"fold": "opponents_nothing"}, True),
        ("kentucky", {"below_zero": False}, False),
    ],
)
def test_totals_are_said_to_go_below_zero_only_where_points_are_lost(
    key: str, options: Options, goes_below: bool
) -> None:
    """Bug: eight games said so in which a failed bid costs 0 and the others score double."""
    assert ("Totals may go below zero." in section(Scene(key, None, **options), "Score")) is goes_below
