"""Choices that only house rules ask for: who leads, what the bird is; and rulings between two deals."""

from __future__ import annotations

import pytest

from rules.bidding.rows import KENTUCKY
from rules.bidding.setup import Setup
from rules.core.cards import BIRD, Card, Color
from rules.core.events import BirdNamed, LeadGiven, PartnerAsked
from rules.core.protocol import OptionValue
from tests.rules.said import said
from tests.rules.scene import Scene

NO_LEADER_YET = "First say who leads."


def to_the_lead(key: str = "kentucky", **options: str) -> Scene:
    """Seat 0 deals, seat 2 declares, and is asked who leads."""
    scene = Scene(key, None, **options).deal({1: "R14"}, dealer=0).win_auction(2, 80).lay_any()
    return scene.do("trump green")


def labels(scene: Scene) -> list[str]:
    """The labels of the answers."""
    view = scene.view(scene.seat)
    return [said(scene.game.words.answer(view, answer)) for answer in scene.decision.answers()]


def test_declarer_leads_or_gives_the_lead_to_the_left() -> None:
    scene = to_the_lead(first_lead="declarer_or_left")
    assert (scene.phase, scene.seat, scene.answers()) == ("Choosing who leads", 2, {"lead 2", "lead 3"})
    assert scene.refused("lead 0") == scene.refused("play R5") == NO_LEADER_YET

    assert scene.copy().do("lead 2").seat == 2
    scene.do("lead 3")
    assert scene.last == (LeadGiven(2, 3),)
    assert (scene.phase, scene.seat) == ("Playing", 3)


def test_declarer_leads_or_gives_the_lead_to_the_partner() -> None:
    scene = to_the_lead(first_lead="declarer_or_partner")

    assert scene.answers() == {"lead 2", "lead 0"}
    assert labels(scene) == ["Lead yourself", "Let your partner lead"]
    assert scene.do("lead 0").seat == 0


def test_buttons_for_two_partners_name_the_seat_to_lead() -> None:
    """Bug: both buttons had the same label."""
    scene = to_the_lead("partnership_six", first_lead="declarer_or_partner")

    assert labels(scene) == ["Lead yourself", "Let {0} lead", "Let {4} lead"]
    play = next(section.text for section in scene.game.about.rules if section.heading == "Play")
    assert "The high bidder leads first, or leaves it to a partner." in play


@pytest.mark.parametrize(("card", "leaders"), [("R14", {"lead 2", "lead 1"}), ("own", {"lead 2"})])
def test_called_partner_may_be_given_the_lead(card: str, leaders: set[str]) -> None:
    """A declarer who called a card of his own plays alone, and has no partner to give the lead to."""
    scene = to_the_lead("high_card_partner", first_lead="declarer_or_partner", partner_card="any")
    own = str(scene.view(2).order[0])

    assert scene.do(f"call {own if card == 'own' else card}").answers() == leaders


def test_dealer_declares_the_bird_before_any_other_decision() -> None:
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
def test_dealer_chooses_among_the_birds_the_rules_list(rook: str, birds: set[str]) -> None:
    """The 10½ is a separate choice, so that earlier agreements keep their meaning."""
    scene = Scene("kentucky", None, rook=rook).draw(3)
    assert scene.answers() == birds

    told = next(section.text for section in scene.game.about.rules if section.heading == "The Rook")
    assert ("between the 10 and the 11" in told) is ("bird ten_half" in birds)
    for named in birds:
        chosen = scene.copy().do(named).deal(dealer=3).win_auction(1, 80).settle("green")
        power = chosen.state.ranking.power[Color.GREEN]
        is_between = power[Card.parse("G10")] < power[BIRD] < power[Card.parse("G11")]
        assert is_between is (named == "bird ten_half")


def test_highest_rank_of_the_bird_is_told_as_below_the_red_1() -> None:
    scene = Scene("red_one", rook="dealer_chooses").draw(3).do("bird top")

    told = scene.game.words.event(scene.told(BirdNamed)[-1])
    assert told == "{3} makes the Rook the highest trump but for the red 1."
    assert scene.deal().facts["Rook"] == "highest trump but for the red 1"


def test_only_penalties_can_be_ruled_between_deals() -> None:
    """1988, Penalties."""
    scene = Scene(deals=2).deal().win_auction(1, 70).settle().play_out()

    assert {ruling.split()[0] for ruling in scene.rulings()} == {"penalty"}
    assert Scene("regular_1988", deals=2).rulings() == set()


def test_setup_names_the_game_it_belongs_to() -> None:
    assert repr(Setup(KENTUCKY, 4)) == "<setup of kentucky for 4>"


# --- the partner names trump for five more --------------------------------------------------------------


def asking(bid: int, **options: OptionValue) -> Scene:
    """Seat 0 deals, seat 2 declares and is asked for trump. The highest bid is 120."""
    scene = Scene("kentucky", None, trump_by="partner_for_five", **options).deal({1: "R14"}, dealer=0)
    return scene.win_auction(2, bid).lay_any()


def test_partner_names_trump_for_five_more_or_hands_it_back_for_five_more() -> None:
    """Five more for trump: the bid becomes 5 higher; the partner may hand it back: 5 higher again."""
    scene = asking(80)
    assert labels(scene)[-1] == "Let your partner name it, for a bid of 85"
    scene.do("ask")
    assert (scene.seat, scene.last) == (0, (PartnerAsked(2, 0, 85),))
    assert (
        scene.game.words.event(scene.told(PartnerAsked)[-1])
        == "{2} lets {0} name trump, and the bid rises to 85."
    )
    assert labels(scene)[-1] == "Hand it back, for a bid of 90"
    assert scene.copy().do("trump green").play_out().contract().bid == 85

    scene.do("ask")
    assert (scene.seat, scene.last) == (2, (PartnerAsked(0, 2, 90),))
    assert "ask" not in scene.answers()
    assert scene.do("trump green").play_out().contract().bid == 90


def test_raised_bid_is_what_is_made_or_failed() -> None:
    for asked in (0, 1, 2):
        ended = asking(80).do(*["ask"] * asked, "trump green").play_out()
        contract = ended.contract()
        assert contract.bid == 80 + 5 * asked
        assert contract.made == (contract.took >= contract.bid)
        assert contract.made or ended.points()[0] == -contract.bid


def test_bid_is_never_raised_above_the_highest() -> None:
    """Never over 180: where 5 more would pass the highest bid, no one may ask."""
    assert "ask" not in asking(120).answers()
    once = asking(115).do("ask")
    assert "ask" not in once.answers()
    assert asking(110).do("ask", "ask").table.facts.contract.points == 120  # type: ignore[union-attr]
    assert once.refused("ask") == "Name trump first: red, yellow, green or black."


def test_trump_for_five_more_is_named_before_the_nest_too() -> None:
    scene = Scene("kentucky", trump_by="partner_for_five", trump="before_nest").deal(dealer=0)
    scene.win_auction(2, 80).do("ask", "trump red")
    assert (scene.phase, scene.seat) == ("Discarding", 2)


def test_step_of_the_bids_does_not_change_the_five_points() -> None:
    assert asking(80, bid_step=10).do("ask").last == (PartnerAsked(2, 0, 85),)
