"""House rules of the called partner: two cards called, and what a bid made alone earns."""

from __future__ import annotations

from random import Random

import pytest

from rules.bidding.rows import HIGH_CARD_PARTNER
from rules.bidding.scoring import Captures, Result, score
from rules.catalog import find_game
from rules.codes import code_of, decode
from rules.core.cards import parse_cards
from rules.core.events import PartnerCalled, PartnerShown
from rules.core.protocol import InvalidOption, OptionValue
from tests.rules.reaching import fits, reach
from tests.rules.said import said
from tests.rules.scene import Scene

G14, R14 = parse_cards("G14 R14")


def declared(**options: OptionValue) -> Scene:
    """Seat 0 deals, declares 80 and names green; seat 3 holds G14 and G10, seat 4 R14."""
    hands = {0: "G13 G12 G11", 3: "G14 G10 Rook", 4: "R14"}
    scene = Scene("high_card_partner", None, **{"deals": 2, "called_cards": 2, **options})
    scene.deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0)
    return scene.win_auction(0, 80).do("discard R5 R6 R7 R8 R9 R10", "trump green")


def sides(scene: Scene) -> list[int | None]:
    return [info.side for info in scene.table.seats]


def told(scene: Scene) -> list[str]:
    """The last events in words."""
    return [said(scene.game.words.event(event)) for event in scene.last]  # type: ignore[arg-type]


# --- two cards are called -----------------------------------------------------------------------------------


def test_holders_of_both_called_cards_are_the_partners() -> None:
    scene = declared()
    assert scene.question == "Call the first of two cards. Whoever holds it is your partner"

    scene.do("call G14")
    assert sides(scene) == [None] * 5, "the sides are settled by the second card"
    assert scene.question == "Call the second card. Whoever holds it is your partner, too"

    scene.do("call R14")
    assert sides(scene) == [0, 1, 1, 0, 0]
    assert (scene.marks(3), scene.marks(4), scene.marks(1)) == (["partner"], ["partner"], [])
    assert scene.facts["Partners"] == "G14, {3} · R14, {4}"


def test_second_card_must_be_another() -> None:
    scene = declared().do("call G14")

    assert "G14" not in scene.choices()
    assert scene.refused("call G14") == "Call another card that isn't in your hand or your discard."
    assert declared(partner_card="any").do("call G14").refused("call G14") == (
        "You've called that card. Call another."
    )


@pytest.mark.parametrize("card", ["G13", "R5"])
def test_own_or_discarded_card_is_no_second_card(card: str) -> None:
    assert declared().do("call G14").refused(f"call {card}").startswith("Call another card")


def test_partners_are_known_at_once() -> None:
    scene = declared().do("call G14")
    assert scene.last == (PartnerCalled(0, G14, 3, 2),)
    assert told(scene) == ["{0} calls G14. {3} is a partner."]

    assert scene.do("call R14").last == (PartnerCalled(0, R14, 4, 2),)


def test_partners_are_known_by_playing_their_cards() -> None:
    """Each holder alone knows, until the card is played; the sides are public with the last of them."""
    scene = declared(partner_shown="on_play").do("call G14", "call R14")
    assert scene.facts["Partners"] == "G14 · R14"

    while len(scene.told(PartnerShown)) < 2:
        assert sides(scene) == [None] * 5
        scene.act(next(scene.decision.answers()))
        shown = {one.partner for one in scene.told(PartnerShown)}
        assert {seat for seat in scene.seats if scene.marks(seat)[-1:] == ["partner"]} == shown
    assert {(one.partner, one.card) for one in scene.told(PartnerShown)} == {(3, G14), (4, R14)}
    assert sides(scene) == [0, 1, 1, 0, 0]


@pytest.mark.parametrize("shown", ["at_once", "on_play"])
def test_holder_of_both_cards_is_the_only_partner(shown: str) -> None:
    scene = declared(partner_shown=shown).do("call G14", "call G10")
    if shown == "on_play":
        while not any(one.has_both for one in scene.told(PartnerShown)):
            scene.act(next(scene.decision.answers()))

    assert any("{3} has both cards, so is the only partner." in text for text in told(scene))
    assert sides(scene) == [0, 1, 1, 0, 1]
    assert scene.play_out().contract().partners == (3,)


def test_own_card_means_one_partner_fewer() -> None:
    scene = declared(partner_card="any").do("call G13", "call G14")

    assert sides(scene) == [0, 1, 1, 0, 1]
    assert scene.facts["Partners"] == "G13, no partner · G14, {3}"


def test_two_own_cards_mean_playing_alone() -> None:
    scene = declared(partner_card="any").do("call G13", "call R5")

    assert sides(scene) == [0, 1, 1, 1, 1]
    assert scene.facts["Partners"] == "G13, alone · R5, alone"
    assert scene.play_out().contract().partners == ()


def test_card_no_other_hand_had_is_told_at_the_end() -> None:
    scene = declared(partner_card="any", partner_shown="on_play").do("call R5", "call G14").play_out()

    assert "No one else had R5." in told(scene)


def trio_takes_85(bid: int, **options: OptionValue) -> Scene:
    """A deal in which the bidder and both partners, seats 3 and 4, take 85."""

    def begin(_: Random) -> Scene:
        hands = {0: "G13 G12 G11", 3: "G14", 4: "R14"}
        scene = Scene("high_card_partner", None, **{"deals": 2, "called_cards": 2, **options})
        scene.deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0).win_auction(0, bid)
        return scene.do("discard R5 R6 R7 R8 R9 R10", "trump green", "call G14", "call R14")

    return reach(begin, lambda scene: fits(scene, {0: 85}))


def test_all_three_record_what_the_side_took() -> None:
    scene = trio_takes_85(80)

    assert scene.points() == [85, 35, 35, 85, 85]
    assert "{0} & {3} & {4} made 80 in green with 85, +85 each." in told(scene)


def test_all_three_are_set_back() -> None:
    assert trio_takes_85(90).points() == [-90, 35, 35, -90, -90]


def test_bidder_may_leave_the_lead_to_either_partner() -> None:
    scene = declared(first_lead="declarer_or_partner").do("call G14", "call R14")
    view = scene.view(0)

    assert scene.answers() == {"lead 0", "lead 3", "lead 4"}
    labels = [said(scene.game.words.answer(view, answer)) for answer in scene.decision.answers()]
    assert labels == ["Lead yourself", "Let {3} lead", "Let {4} lead"]


def test_each_of_the_three_may_go_out_by_the_bid() -> None:
    scene = trio_takes_85(80, going_out="own_bid", deals=None, target=30, tie="shared")
    end = next(section.text for section in scene.game.about.rules if section.heading == "End")

    assert "only a bidder who has just made the bid, or a partner, can win" in end
    assert scene.table.outcome is not None
    assert set(scene.table.outcome.winners) == {0, 3, 4}, "the others reached 35"


def test_two_partners_need_five_players() -> None:
    game = find_game("high_card_partner")
    for options in ({"seats": "4"}, {"seats": "4,5"}):
        with pytest.raises(InvalidOption, match="“Partners called” need five “Players” or more"):
            game.with_options({"called_cards": 2, "nest": 0, **options})
    assert game.with_options({"called_cards": 2, "nest": 0, "seats": "5-8", "numbers": "1-14"}).about.seats
    with pytest.raises(InvalidOption, match="needs “Partners” by a called card"):
        find_game("kentucky").with_options({"called_cards": 2})


def test_number_of_partners_goes_by_the_number_of_players() -> None:
    game = find_game("high_card_partner").with_options(
        {"seats": "4-6", "numbers": "1-14", "nest": "5 5:7 6:3", "called_cards": "1 6:2"}
    )
    partner = next(section.text for section in game.about.rules if section.heading == "Partner")
    assert "calls a card not in the bidder's own hand or discard, or two with six players" in partner
    assert decode(code_of(game)) == ("high_card_partner", game.changes())

    for players, called in ((4, 1), (5, 1), (6, 2)):
        random, state = Random(1), game.start(players)
        calls = 0
        while not state.match.sheet:
            ((seat, question),) = game.decisions(state).items()
            state, events = game.apply(state, seat, question.sample(random))
            calls += sum(isinstance(event, PartnerCalled) for event in events)
        assert calls == called


# --- a bid made alone ---------------------------------------------------------------------------------------


def alone(took: int, *, bid: int = 60, bonus: int | None = 30, **rules: object) -> list[int]:
    """The scores of the lone bidder's side and of the others."""
    taken = (Captures(took, 5), Captures(120 - took, 2))
    result = Result(taken, 0, bid, last=0, alone=bonus)
    return [side.scored for side in score(HIGH_CARD_PARTNER.model_copy(update=rules), result).sides]


def test_bid_made_alone_earns_the_bonus() -> None:
    assert alone(70) == [100, 50]
    assert alone(70, bonus=None) == [70, 50], "with a partner"


def test_bonus_neither_makes_the_bid_nor_is_scored_for_a_failed_one() -> None:
    assert alone(55) == [-60, 65]


def test_bid_made_alone_counts_twice() -> None:
    assert alone(70, bonus=0, alone_doubles=True) == [140, 50]
    assert alone(70, bonus=30, alone_doubles=True) == [170, 50], "the bonus is on top"
    assert alone(55, alone_doubles=True) == [-60, 65]


def test_every_trick_alone_counts_four_times() -> None:
    taken = (Captures(120, 7), Captures(0, 0))
    rules = HIGH_CARD_PARTNER.model_copy(update={"moon_doubles": True, "alone_doubles": True, "moon": 50})
    scores = [side.scored for side in score(rules, Result(taken, 0, 60, last=0, alone=30)).sides]

    assert scores == [4 * 120 + 50 + 30, 0]


def lone(took: int, call: str = "G13", **options: OptionValue) -> Scene:
    """A deal in which the bidder of 60 calls the own G13, or another card, and the side takes so much."""

    def begin(_: Random) -> Scene:
        hands = {0: "G14 G13 G12 G11 Rook", 3: "G10"}
        scene = Scene("high_card_partner", None, **{"deals": 2, "partner_card": "any", **options})
        scene.deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0).win_auction(0, 60)
        return scene.do("discard R5 R6 R7 R8 R9 R10", "trump green", f"call {call}")

    return reach(begin, lambda scene: fits(scene, {0: took}))


def test_bonus_goes_by_the_number_of_players_and_is_told() -> None:
    scene = lone(65, alone_bonus="20 5:30 6:40")

    assert scene.points()[0] == 65 + 30
    assert "{0} alone made 60 in green with 65, +95 (30 for playing alone)." in told(scene)


def test_doubled_points_are_told() -> None:
    scene = lone(65, alone_doubles=True)

    assert scene.points() == [130, 55, 55, 55, 55]
    assert "{0} alone made 60 in green with 65, +130 (counted twice)." in told(scene)


def test_bidder_with_a_partner_earns_no_bonus() -> None:
    assert lone(65, "G10", alone_bonus=30, alone_doubles=True).points() == [65, 55, 55, 65, 55]


@pytest.mark.parametrize("option", [{"alone_bonus": 30}, {"alone_doubles": True}])
def test_playing_alone_is_paid_only_where_an_own_card_may_be_called(option: dict[str, OptionValue]) -> None:
    """Otherwise each called card is in another hand, so there is always a partner."""
    with pytest.raises(InvalidOption, match="any “Card called”"):
        find_game("high_card_partner").with_options(option)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"alone_bonus": 30}, "A bid made without a partner earns 30 more."),
        ({"alone_doubles": True}, "A bid made without a partner counts the points taken twice."),
        (
            {"seats": "4-6", "numbers": "1-14", "nest": "5 5:7 6:3", "alone_bonus": "20 5:30 6:40"},
            "earns more: 20 with 4, 30 with 5 and 40 with 6 players.",
        ),
        ({"called_cards": 2}, "Calling your own card, or one you discarded, means one partner fewer."),
    ],
)
def test_rules_say_what_playing_alone_earns(options: dict[str, OptionValue], text: str) -> None:
    game = find_game("high_card_partner").with_options({"partner_card": "any", **options})

    assert any(text in section.text for section in game.about.rules)
