"""A hand without counters may be shown and the cards dealt again (house rule: Rook Tournament Series)."""

from __future__ import annotations

from random import Random

import pytest

from rules.core.actions import ClaimMisdeal
from rules.core.events import MisdealClaimed
from rules.core.protocol import OptionValue
from tests.rules.scene import Scene

DEALS = 150


@pytest.mark.parametrize(
    ("key", "options"),
    [
        pytest.param("kentucky", {}, id="nothing lies open"),
        pytest.param("kentucky", {"nest_shown": "top_card"}, id="the last card of the nest"),
        pytest.param("tennessee_1988", {}, id="the card beside the pile"),
        pytest.param("over_the_top_1988", {}, id="the batteries"),
    ],
)
def test_misdeal_claim_counts_only_counters_in_hand_or_open(
    key: str, options: dict[str, OptionValue]
) -> None:
    """Bug: open counters of a battery or the pile, which the claimant sees, were overlooked."""
    few: dict[str, OptionValue] = {"counters": "10:10"}
    if key != "over_the_top_1988":
        few["rook_points"] = 0
    claimable = 0
    for seed in range(DEALS):
        scene = Scene(key, None, misdeal_claim="no_counters", min_bid=5, **few, **options).draw(0)
        scene.shuffle(Random(seed))
        seen = [*scene.view(scene.seat).hand]
        seen += [card for zone in scene.table.zones for card in zone.shown]
        has_none = all(card.rank != 10 for card in seen if not card.is_bird)
        assert scene.decision.accepts(ClaimMisdeal()) is has_none
        claimable += has_none
    assert 0 < claimable < DEALS


def test_claimed_misdeal_shows_the_hand_and_is_dealt_again() -> None:
    scene = Scene(misdeal_claim="no_counters").deal({1: "R6 R7 R8 R9 R11 R12 R13 G6 G7"}, dealer=0)
    shown = scene.view(1).hand
    scene.act(ClaimMisdeal())

    assert scene.last == (MisdealClaimed(1, shown),)
    assert (scene.phase, scene.deal().dealer) == ("Dealing", 0)


def test_misdeal_can_be_claimed_at_the_first_turn_only() -> None:
    scene = Scene(misdeal_claim="no_counters").deal({1: "R6 R7 R8 R9 R11 R12 R13 G6 G7"}, dealer=0)
    scene.do("bid 70", "bid 75", "pass", "pass")

    assert not scene.decision.accepts(ClaimMisdeal())


def test_player_who_held_cannot_claim_a_misdeal_later() -> None:
    """Bug: a misdeal could still be claimed at the next turn."""
    scene = Scene(misdeal_claim="no_counters", passing="pass_partner")
    scene.deal({3: "R6 R7 R8 R9 R11 R12 R13 G6 G7"}, dealer=0).do("bid 70", "pass")
    assert scene.decision.accepts(ClaimMisdeal())
    scene.do("hold", "bid 75", "pass")

    assert scene.seat == 3
    assert not scene.decision.accepts(ClaimMisdeal())


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kentucky", {}),
        ("kentucky", {"nest_shown": "top_card"}),
        ("tennessee_1988", {}),
        ("over_the_top_1988", {}),
    ],
)
def test_rules_mention_open_cards_where_cards_lie_open(key: str, options: dict[str, OptionValue]) -> None:
    scene = Scene(key, None, misdeal_claim="no_counters", **options).deal()
    lie_open = any(zone.shown for zone in scene.table.zones)

    told = next(section.text for section in scene.game.about.rules if section.heading == "Deal")
    assert "With no counter in hand" in told
    assert ("With no counter in hand or face up" in told) is lie_open
