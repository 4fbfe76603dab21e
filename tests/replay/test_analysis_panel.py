"""The analysis of a deal fits its message and shows its findings, with names and cards as at the table."""

from __future__ import annotations

import pytest

from bot.replay.analysis import Analysis, OtherTrump
from bot.replay.open_play import Costly, Taken
from cogs.replay.analysis import WORKING, analysis_panel
from cogs.replay.panel import StepAddress, step_panel
from rules.core.actions import NameTrump
from rules.core.cards import Color, card
from tests.replay.test_replay_panels import LONG, replay_of
from tests.ui.tables import EVERYONE, check_limits, labels, text

COSTLY = Costly(trick=7, hand=2, played=card(Color.RED, 10), better=card(Color.RED, 9), cost=15)
FOUND = Analysis(
    declarer=0,
    bid=100,
    took=85,
    could_take=Taken(95, is_exact=False),
    other_trump=OtherTrump(NameTrump(Color.GREEN), 110, has_nest=True),
    nest_when_dealt=15,
    nest_in_play=5,
    costliest=COSTLY,
    known_from=6,
)


def test_panel_shows_the_findings() -> None:
    drawn = analysis_panel(replay_of("kentucky"), 0, FOUND)
    said = text(drawn)
    assert "**Ann bid 100** and took 85." in said
    assert "about **95**, 5 short of the bid." in said
    assert "With the same discards, 🍀 green for trump: about **110**." in said
    assert "Nest: 15 points when dealt, 5 points in play." in said
    assert "The card that cost most from trick 6 on: Cleo" in said
    assert "Cleo played ❤️\N{NO-BREAK SPACE}R10 in trick 7. ❤️\N{NO-BREAK SPACE}R9 was worth 15 more." in said
    assert labels(drawn) == ["Back to the deal", "See trick 7"]


@pytest.mark.parametrize(
    ("could", "against"),
    [(100, "about **100**, just the bid."), (120, "about **120**, 20 more than was bid.")],
)
def test_panel_compares_possible_points_with_the_bid(could: int, against: str) -> None:
    found = FOUND._replace(could_take=Taken(could, is_exact=False))
    drawn = analysis_panel(replay_of("kentucky"), 0, found)
    assert against in text(drawn)


def test_moon_shot_compares_no_points_with_the_bid() -> None:
    said = text(analysis_panel(replay_of("kentucky"), 0, FOUND._replace(bid=120, shot=True)))
    assert "**Ann shot the moon** and took 85 points." in said
    assert "about **95 points**. The moon needs every trick." in said
    assert "short of" not in said


def test_other_trump_is_shown_without_discards_if_no_nest() -> None:
    low = OtherTrump(NameTrump(Color.GREEN, lowest_wins=True), 110, has_nest=False)
    said = text(analysis_panel(replay_of("partnership_regular"), 0, FOUND._replace(other_trump=low)))
    assert "With 🍀 green for trump, lowest wins: about **110**." in said


def test_missing_findings_are_omitted() -> None:
    bare = FOUND._replace(other_trump=None, nest_when_dealt=0, nest_in_play=0, costliest=None)
    said = text(analysis_panel(replay_of("kentucky"), 0, bare))
    assert "trump" not in said
    assert "Nest" not in said
    assert "No card cost a point from trick 6 on." in said


def test_fully_solved_deal_mentions_no_limit() -> None:
    whole = FOUND._replace(other_trump=None, could_take=Taken(95, is_exact=True), known_from=1)
    said = text(analysis_panel(replay_of("kentucky"), 0, whole))
    assert "With good play on both sides: **95**, 5 short of the bid." in said
    assert "The card that cost most: Cleo" in said
    moon = text(analysis_panel(replay_of("kentucky"), 0, whole._replace(shot=True, costliest=None)))
    assert "With good play on both sides: **95 points**." in moon
    assert "No card cost a point." in moon


def test_possible_points_may_be_known_without_cost_of_a_card() -> None:
    found = FOUND._replace(could_take=Taken(95, is_exact=True), known_from=2)
    said = text(analysis_panel(replay_of("kentucky"), 0, found))
    assert "With good play on both sides: **95**, 5 short of the bid." in said
    assert "The card that cost most from trick 2 on: Cleo" in said


def test_unfinished_analysis_has_a_back_button() -> None:
    drawn = analysis_panel(replay_of("kentucky"), 0, None)
    assert WORKING in text(drawn)
    assert labels(drawn) == ["Back to the deal"]


@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
def test_analysis_fits_a_message(names: tuple[str, ...]) -> None:
    check_limits(analysis_panel(replay_of("kentucky", names), 0, FOUND))


def test_cards_and_score_of_a_deal_lead_to_analysis() -> None:
    replay = replay_of("kentucky")
    last = len(replay.deals[0].steps) - 1
    for step in range(last + 1):
        assert ("Analysis" in labels(step_panel(replay, StepAddress(0, step)))) == (step in {0, last})
    assert "Analysis" not in labels(step_panel(replay_of("tuxedo_1924"), StepAddress(0, 0)))
