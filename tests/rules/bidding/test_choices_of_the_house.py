"""Choices that only house rules ask for: who leads, what the bird is; and rulings between two deals."""

from __future__ import annotations

import pytest

from rules.bidding.rows import KENTUCKY
from rules.bidding.setup import make_setup
from rules.core.cards import BIRD, Card, Color
from rules.core.events import BirdNamed, LeadGiven
from tests.rules.said import said
from tests.rules.scene import Scene

NOBODY_SAID = "First say who leads."


def to_the_lead(key: str = "kentucky", **options: str) -> Scene:
    """Seat 0 deals, seat 2 declares, and is asked who leads."""
    scene = Scene(key, None, **options).deal({1: "R14"}, dealer=0).win_auction(2, 80).lay_any()
    return scene.do("trump green")


def labels(scene: Scene) -> list[str]:
    """How the answers are called."""
    view = scene.view(scene.seat)
    return [said(scene.game.words.answer(view, answer)) for answer in scene.decision.answers()]


def test_the_declarer_leads_or_leaves_it_to_the_left() -> None:
    scene = to_the_lead(first_lead="declarer_or_left")
    assert (scene.phase, scene.seat, scene.answers()) == ("Choosing who leads", 2, {"lead 2", "lead 3"})
    assert scene.refused("lead 0") == scene.refused("play R5") == NOBODY_SAID

    assert scene.copy().do("lead 2").seat == 2
    scene.do("lead 3")
    assert scene.last == (LeadGiven(2, 3),)
    assert (scene.phase, scene.seat) == ("Playing", 3)


def test_the_declarer_leads_or_lets_his_partner_lead() -> None:
    scene = to_the_lead(first_lead="declarer_or_partner")

    assert scene.answers() == {"lead 2", "lead 0"}
    assert labels(scene) == ["Lead yourself", "Let your partner lead"]
    assert scene.do("lead 0").seat == 0


def test_of_two_partners_the_one_who_is_to_lead_is_named_bug() -> None:
    """There were two buttons with the same words."""
    scene = to_the_lead("partnership_six", first_lead="declarer_or_partner")

    assert labels(scene) == ["Lead yourself", "Let {0} lead", "Let {4} lead"]
    play = next(section.text for section in scene.game.about.rules if section.heading == "Play")
    assert "The high bidder leads first, or leaves it to a partner." in play


@pytest.mark.parametrize(("card", "leaders"), [("R14", {"lead 2", "lead 1"}), ("own", {"lead 2"})])
def test_a_called_partner_may_be_given_the_lead(card: str, leaders: set[str]) -> None:
    """A declarer who called a card of his own plays alone, and has nobody to leave it to."""
    scene = to_the_lead("high_card_partner", first_lead="declarer_or_partner", partner_card="any")
    own = str(scene.view(2).order[0])

    assert scene.do(f"call {own if card == 'own' else card}").answers() == leaders


def test_the_dealer_says_what_the_bird_is_before_anything_else() -> None:
    scene = Scene(rook="dealer_chooses").draw(3)
    assert (scene.phase, scene.seat) == ("Ranking the Rook", 3)
    assert scene.refused("bid 70").startswith("First say how the Rook ranks")

    scene.do("bird low")
    assert BirdNamed(3, "low") in scene.last
    assert scene.deal().facts["Rook"] == "lowest trump"


@pytest.mark.parametrize(
    ("rook", "birds"),
    [
        ("dealer_chooses", {"bird top", "bird low"}),
        ("dealer_chooses_any", {"bird top", "bird ten_half", "bird low"}),
    ],
)
def test_the_dealer_chooses_among_what_the_rules_tell(rook: str, birds: set[str]) -> None:
    """The 10½ is a choice of its own, so that what was agreed on before means the same."""
    scene = Scene("kentucky", None, rook=rook).draw(3)
    assert scene.answers() == birds

    told = next(section.text for section in scene.game.about.rules if section.heading == "The Rook")
    assert ("between the 10 and the 11" in told) is ("bird ten_half" in birds)
    for named in birds:
        chosen = scene.copy().do(named).deal(dealer=3).win_auction(1, 80).settle("green")
        power = chosen.state.ranking.power[Color.GREEN]
        is_between = power[Card.parse("G10")] < power[BIRD] < power[Card.parse("G11")]
        assert is_between is (named == "bird ten_half")


def test_between_two_deals_only_penalties_can_be_ruled() -> None:
    """1988, Penalties."""
    scene = Scene(deals=2).deal().win_auction(1, 70).settle().play_out()

    assert {ruling.split()[0] for ruling in scene.rulings()} == {"penalty"}
    assert Scene("regular_1988", deals=2).rulings() == set()


def test_a_setup_says_which_game_it_is_of() -> None:
    assert repr(make_setup(KENTUCKY, 4)) == "<setup of kentucky for 4>"
