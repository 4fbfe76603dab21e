"""The called partner: 1988 booklet, High Card Partner."""

from __future__ import annotations

import pytest

from rules.core.cards import parse_cards
from rules.core.events import PartnerCalled, PartnerShown
from rules.core.protocol import OptionValue
from tests.rules.reaching import fits, reach
from tests.rules.scene import Scene

(G14,) = parse_cards("G14")


def declared(**options: OptionValue) -> Scene:
    """Seat 0 deals, declares 80 and names green; seat 3 holds the G14, the nest card R5 was discarded."""
    hands = {0: "G13 G12 G11", 3: "G14 R14 Rook"}
    scene = Scene("high_card_partner", None, **{"deals": 2, **options}).deal(
        hands, "R5 R6 R7 R8 R9 R10", dealer=0
    )
    return scene.win_auction(0, 80).do("discard R5 R6 R7 R8 R9 R10", "trump green")


def sides(scene: Scene) -> list[int | None]:
    """The side shown for each seat."""
    return [info.side for info in scene.table.seats]


def test_holder_of_the_called_card_becomes_the_partner() -> None:
    """1988, High Card Partner: the person holding that card becomes his partner, the other three partners."""
    scene = declared()
    assert scene.phase == "Calling a partner"
    assert sides(scene) == [None] * 5

    scene.do("call G14")
    assert sides(scene) == [0, 1, 1, 0, 1]
    assert scene.seat == 1, "the left of the dealer leads"


def test_r42_partner_is_announced_at_once() -> None:
    """R-42."""
    scene = declared().do("call G14")

    assert scene.last == (PartnerCalled(0, G14, 3),)
    assert scene.marks(3) == ["partner"]
    assert scene.facts["Partner"] == "G14, {3}"


def test_r42_option_partner_is_announced_on_playing_the_card() -> None:
    """R-42, partner_shown="on_play": only its holder can know until then."""
    scene = declared(partner_shown="on_play").do("call G14")
    assert scene.last == (PartnerCalled(0, G14, None),)
    assert scene.marks(3) == []
    assert scene.facts["Partner"] == "G14"
    assert sides(scene) == [None] * 5

    while "G14" in scene.held(3):
        scene.act(next(scene.decision.answers()))
        assert sides(scene) == [None] * 5 or "G14" not in scene.held(3)
    assert sides(scene) == [0, 1, 1, 0, 1]
    assert scene.told(PartnerShown) == [PartnerShown(3)]


def test_r43_own_or_discarded_card_cannot_be_called() -> None:
    """R-43."""
    scene = declared()
    sentence = "Call a card that isn't in your hand or your discard."

    assert scene.refused("call G13") == scene.refused("call R5") == scene.refused("pass") == sentence
    assert scene.refused("call R4") == sentence, "not in the pack"
    assert scene.choices().isdisjoint(scene.held(0) | {"R5", "R6", "R7", "R8", "R9", "R10"})
    assert len(scene.choices()) == 41 - 7 - 6


def test_r43_rook_may_be_called() -> None:
    """R-43: "a particular card"."""
    assert declared().do("call Rook").marks(3) == ["partner"]


@pytest.mark.parametrize(("card", "where"), [("G13", "his own hand"), ("R5", "the nest he buried")])
def test_r43_option_declarer_may_play_alone(card: str, where: str) -> None:
    """R-43, partner_card="any"."""
    scene = declared(partner_card="any").do(f"call {card}")

    (called,) = parse_cards(card)
    assert scene.last == (PartnerCalled(0, called, None),), where
    assert sides(scene) == [0, 1, 1, 1, 1]
    scene.play_out()
    record = scene.captured()
    assert len({(side.counters, side.tricks) for side in record[1:]}) == 1
    assert record[0].counters + record[1].counters == 120
    assert scene.contract().partners == ()


def pair_takes_85(points: int) -> Scene:
    """A deal in which the bidder and his partner, seat 3, take 85."""

    def begin(_: object) -> Scene:
        hands = {0: "G13 G12 G11", 3: "G14 R14"}
        scene = Scene("high_card_partner", deals=2).deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0)
        return scene.win_auction(0, points).do("discard R5 R6 R7 R8 R9 R10", "trump green", "call G14")

    return reach(begin, lambda scene: fits(scene, {0: 85}))


def test_sv31_each_player_records_the_points_of_the_own_side() -> None:
    """SV-31 (1988, High Card Partner, Scoring): bid 80, the pair takes 85: 85, 85 and three times 35."""
    scene = pair_takes_85(80)

    assert scene.points() == [85, 35, 35, 85, 35]
    assert scene.totals == [85, 35, 35, 85, 35]


def test_sv31_failed_bid_sets_both_partners_back() -> None:
    """SV-31: bid 90: he and his partner are both set back the amount of the bid; the others record theirs."""
    assert pair_takes_85(90).points() == [-90, 35, 35, -90, 35]
