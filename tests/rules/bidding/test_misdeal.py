"""A hand without counters may be shown and the cards dealt again (house rule: Rook Tournament Series)."""

from __future__ import annotations

from random import Random

import pytest

from rules.core.actions import ClaimMisdeal
from rules.core.cards import CardSet, parse_cards
from rules.core.events import MisdealClaimed
from rules.core.protocol import InvalidOption, OptionValue
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


# --- a hand of nothing but low numbers ------------------------------------------------------------------

LOW = "R6 R7 R8 R9 G6 G7 G8 G9 B6"


def low(**options: OptionValue) -> Scene:
    return Scene("kentucky", None, misdeal_claim="only_numbers", **options)


def test_hand_of_nothing_but_six_to_nine_may_be_shown() -> None:
    """Thirteens: a hand of nothing but 6–9 is dealt again."""
    scene = low().deal({1: LOW}, dealer=0)
    scene.act(ClaimMisdeal())

    [claimed] = scene.told(MisdealClaimed)
    assert scene.game.words.event(claimed).startswith("{1} claims a misdeal, with nothing but 6 to 9: ")
    assert (scene.phase, scene.deal().dealer) == ("Dealing", 0)


@pytest.mark.parametrize("hand", [f"{LOW[:-2]}B5", f"{LOW[:-2]}B11", f"{LOW[:-2]}Rook"])
def test_one_other_card_makes_the_hand_good(hand: str) -> None:
    """The bird is no such number, even as the lowest trump."""
    assert not low(rook="low").deal({1: hand}, dealer=0).decision.accepts(ClaimMisdeal())


def test_numbers_of_a_misdeal_are_those_agreed() -> None:
    assert low(misdeal_numbers="5-8").deal({1: "R5 G5 B5 Y5 R6 R7 R8 G6 G7"}).decision.accepts(ClaimMisdeal())
    assert not low(misdeal_numbers="5-8").deal({1: LOW}).decision.accepts(ClaimMisdeal())


@pytest.mark.parametrize("kind", ["only_numbers", "no_counters"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_misdeal_that_must_be_dealt_again_is_shown_unasked(kind: str, seat: int) -> None:
    scene = Scene("kentucky", None, misdeal_claim=kind, misdeal_must=True).deal({seat: LOW}, dealer=0)

    assert scene.phase == "Dealing"
    assert scene.last[-1] == MisdealClaimed(seat, CardSet.of(parse_cards(LOW)))
    [shown] = scene.told(MisdealClaimed)
    hand = "with nothing but 6 to 9" if kind == "only_numbers" else "without a counter"
    said = scene.game.words.event(shown)
    assert said.startswith(f"{{{seat}}} was dealt a hand {hand}: ")
    assert said.endswith(" The cards are dealt again.")

    assert scene.deal({1: "R14"}).phase == "Bidding"
    assert scene.table.dealer == 0
    assert not scene.decision.accepts(ClaimMisdeal())


def test_dealer_ranks_the_bird_again_after_a_misdeal() -> None:
    scene = low(misdeal_must=True, rook="dealer_chooses").draw(0).do("bird low").deal({1: LOW})
    assert (scene.phase, scene.seat) == ("Ranking the Rook", 0)


@pytest.mark.parametrize(
    ("key", "numbers", "cards", "held"), [("kentucky", "6-7", 8, 9), ("one_high", "6-9", 16, 14)]
)
def test_misdeal_numbers_that_hardly_fill_a_hand_are_refused(
    key: str, numbers: str, cards: int, held: int
) -> None:
    with pytest.raises(InvalidOption) as refused:
        Scene(key, misdeal_claim="only_numbers", misdeal_numbers=numbers)
    assert str(refused.value) == (
        f"A “Misdeal” by numbers: {cards} cards have the “Misdeal numbers”. A hand of {held} of them would "
        "come less than once in 1,000,000 deals. Choose more numbers."
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "With nothing but 6 to 9 in hand, you may show your cards at your first turn to bid."),
        ({"misdeal_must": True}, "With nothing but 6 to 9 in hand, your cards are shown before the bidding."),
    ],
)
def test_rules_tell_of_hands_of_low_numbers(options: dict[str, OptionValue], told: str) -> None:
    deal = next(section.text for section in low(**options).game.about.rules if section.heading == "Deal")
    assert told in deal
