"""The end of a match and what changes between its deals: Object; 1988, Additional Comments 2 and 3."""

from __future__ import annotations

from typing import Any

import pytest

from rules.bidding.endings import after_scoring
from rules.bidding.rows import KENTUCKY, PARTNERSHIP_SIX, ROWS
from rules.bidding.setup import Setup
from rules.bidding.state import first_state
from rules.bidding.variant import Variant
from rules.bidding.winning import winners_of
from rules.bidding.words.ending import end
from rules.catalog import find_game, game_with
from rules.core.events import DealScored, MatchWon, SeatsChanged
from rules.core.match import Match
from rules.core.protocol import InvalidOption
from rules.core.scores import ContractScore, SideScore
from tests.rules.playouts import match
from tests.rules.scene import Scene

BID = ContractScore(1, 70, None, True, 0)


def at(setup: Setup, totals: tuple[int, ...], scored: int = 5) -> Match:
    """A match with these totals after so many scored deals."""
    begun = first_state(setup).match
    return begun._replace(drawing=(), deal=9, totals=totals, scored=scored, played=scored)


def winners(totals: tuple[int, ...], scored: int = 5, **changes: Any) -> tuple[int, ...] | None:
    """The winning sides, or None if the match continues."""
    variant: Variant = KENTUCKY.model_copy(update=changes)
    return ahead(Setup(variant, 4), totals, scored)


def ahead(setup: Setup, totals: tuple[int, ...], scored: int = 5) -> tuple[int, ...] | None:
    """The sides that have won, by number."""
    won = winners_of(setup, at(setup, totals, scored), BID)
    if won is None:
        return None
    return tuple(side for side, seats in enumerate(setup.units) if set(seats) <= set(won))


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        pytest.param((295, 0), None, id="below the target"),
        pytest.param((300, 0), (0,), id="R-05 exactly the target"),
        pytest.param((310, 305), (0,), id="R-06 both past it, the higher wins"),
        pytest.param((305, 320), (1,), id="R-06 both past it, the other way"),
        pytest.param((305, 305), None, id="R-06 equal totals, another deal"),
        pytest.param((-400, 300), (1,), id="R-08 below zero on the other side"),
        pytest.param((295, 295), None, id="equal below the target"),
    ],
)
def test_r05_r06_target_ends_the_match_after_a_deal(
    totals: tuple[int, int], expected: tuple[int, ...] | None
) -> None:
    """R-05, R-06, R-08 (1988, Object: "300 points wins the game"; the highest total; another hand)."""
    assert winners(totals) == expected


TARGETS = {
    "kentucky": 300,
    "kentucky_no_rook": 300,
    "red_one": 500,
    "one_high": 500,
    "regular_old": 200,
    "regular_1924": 150,
    "regular_1988": 150,
    "partnership_regular": 200,
    "dixie_1912": 300,
    "dixie_1924": 300,
    "dixie_1988": 300,
    "display": 200,
    "boston": 1000,
    "boston_three": 1000,
    "tennessee_1933": 250,
    "tennessee_1988": 300,
    "over_the_top_1918": 200,
    "over_the_top_1988": 200,
    "regular_for_two": 150,
    "three_handed_1914": 200,
    "three_handed_display": 200,
    "high_card_partner": 500,
    "partnership_six": 300,
    "cordova": 100,
}


def test_target_is_the_books_number() -> None:
    """The Object section of each game."""
    assert {row.key: row.target for row in ROWS} == TARGETS


def test_r06_highest_of_several_totals_over_the_target_wins() -> None:
    """R-06 (1924, Regular Rook: should two or more players run over 150, the highest total wins)."""
    setup = Setup(next(row for row in ROWS if row.key == "regular_1924"), 4)

    assert ahead(setup, (150, 165, 160, 0)) == (1,)
    assert ahead(setup, (150, 165, 165, 0)) is None


def test_r06_option_tie_is_shared() -> None:
    """R-06, tie="shared"."""
    assert winners((305, 305), tie="shared") == (0, 1)


def test_r06_tie_after_the_last_deal_is_shared_or_by_option_played_off() -> None:
    """R-06, extra_deal (1988, Object: "If both are tied, another hand is played to determine the winner")."""
    assert winners((90, 90), deals=5) == (0, 1)
    assert winners((90, 90), deals=5, extra_deal=True) is None
    assert winners((90, 90), scored=6, deals=5, extra_deal=True) is None
    assert winners((90, 100), scored=6, deals=5, extra_deal=True) == (1,)
    assert winners((90, 90), deals=6, extra_deal=True) is None
    assert winners((90, 90), scored=8, deals=5, max_deals=8, extra_deal=True) == (0, 1)


@pytest.mark.parametrize("extra", [False, True])
def test_rules_tell_what_a_tie_after_the_last_deal_does(extra: bool) -> None:
    game = game_with("regular_old", {"deals": 4, "extra_deal": extra})
    text = end(Variant.model_validate(game.parameters()))
    assert ("on a tie another deal is played" in text, "a tie is shared" in text) == (extra, not extra)
    assert "tie" not in [spec.key for spec in game.options]
    assert "extra_deal" not in [spec.key for spec in game_with("regular_old", {}).options]


@pytest.mark.parametrize(
    ("totals", "changes", "expected"),
    [
        pytest.param((305, 100, 305, 100), {}, (0, 2), id="partners are at the target together"),
        pytest.param((305, 305, 305, 305), {}, None, id="the other two are rivals"),
        pytest.param((305, 305, 305, 305), {"tie": "shared"}, (0, 1, 2, 3), id="a shared tie"),
        pytest.param((250, 40, 250, 40), {"lead_wins": 200}, (0, 2), id="a lead is one over the others"),
        pytest.param((250, 60, 250, 60), {"lead_wins": 200}, None, id="too small a lead"),
        pytest.param((50, -250, 50, -250), {"lose_at": -250}, (0, 2), id="the other two lose"),
        pytest.param((305, 310, 305, 310), {"going_out": "own_bid"}, (1, 3), id="who made the bid goes out"),
    ],
)
def test_equal_totals_of_partners_are_not_a_tie(
    totals: tuple[int, ...], changes: dict[str, Any], expected: tuple[int, ...] | None
) -> None:
    """Bug: fixed partners who each keep a record have equal totals on one side, which is no tie."""
    assert winners(totals, credit="each", **changes) == expected


@pytest.mark.parametrize(
    ("key", "going_out", "told"),
    [
        (
            "kentucky",
            "own_bid",
            "First to 300 points at the end of a deal wins. "
            "But only a bidder who has just made the bid can win. "
            "Everyone else plays on. After 200 deals",
        ),
        (
            "kentucky",
            "bidder_first",
            "First to 300 points at the end of a deal wins. "
            "A bidder who has just made the bid wins ahead of the "
            "others. Otherwise the higher total wins. On a tie another deal is played.",
        ),
        (
            "high_card_partner",
            "own_bid",
            "First to 500 points at the end of a deal wins. "
            "But only a bidder who has just made the bid, or the "
            "partner, can win. Everyone else plays on. Of the two, the higher total wins. On a tie "
            "another deal is played.",
        ),
        (
            "three_handed_1914",
            "bidder_first",
            "A bidder who has just made the bid wins ahead of the others. Otherwise the highest total wins.",
        ),
    ],
)
def test_tie_rule_is_told_only_where_ties_are_possible(key: str, going_out: str, told: str) -> None:
    """Bug: a lone bidder's side has no tie; that the higher total wins otherwise was not said at all."""
    assert told in end(Variant.model_validate(game_with(key, {"going_out": going_out}).parameters()))


def test_bidder_who_goes_out_by_the_bid_has_no_tie() -> None:
    for going_out in ("own_bid", "bidder_first"):
        assert winners((305, 305), going_out=going_out) == (1,)
        assert winners((310, 305), going_out=going_out) == (1,)
    assert winners((310, 295), going_out="bidder_first") == (0,)
    assert winners((310, 295), going_out="own_bid") is None


def test_players_with_changing_partners_are_rivals() -> None:
    assert winners((305, 100, 305, 100), credit="each", seat_change="rotate") is None
    assert winners((305, 100, 310, 100), credit="each", seat_change="rotate") == (2,)


@pytest.mark.parametrize("seat_change", ["no", "swap"])
def test_target_ends_a_match_of_partners_with_own_records(seat_change: str) -> None:
    """Bug: such a match ran for 200 deals to 9190 : 8280."""
    for seed in range(3):
        played = match("kentucky", seed, credit="each", seat_change=seat_change, target=100, below_zero=False)
        won = played.events[-1]
        assert isinstance(won, MatchWon)
        assert max(won.totals) >= 100
        assert won.winners in ((0, 2), (1, 3))
        assert won.totals[:2] == won.totals[2:]
        assert sum(isinstance(event, DealScored) for event in played.events) <= 60


@pytest.mark.parametrize(
    ("totals", "played", "expected"),
    [
        pytest.param((900, 0), 3, None, id="the target is off"),
        pytest.param((0, 5), 4, (1,), id="after the last deal"),
        pytest.param((0, 0), 4, (0, 1), id="equal totals are shared"),
        pytest.param((-50, -55), 4, (0,), id="below zero"),
    ],
)
def test_fixed_number_of_deals_replaces_the_target(
    totals: tuple[int, int], played: int, expected: tuple[int, ...] | None
) -> None:
    """1988, Additional Comments 2: the side having the higher score at the end wins."""
    assert winners(totals, played, deals=4) == expected


@pytest.mark.parametrize("totals", [(10, 20), (305, 305), (-900, -900)])
def test_match_is_stopped_after_200_scored_deals(totals: tuple[int, int]) -> None:
    """After 200 scored deals the higher total wins; thrown-in deals do not count."""
    assert winners(totals, 199) is None
    assert winners(totals, 200) is not None
    assert winners(totals, 7, max_deals=7) is not None


def test_r07_target_reached_in_a_deal_does_not_stop_the_deal() -> None:
    """R-07: the deal is played out, however many points a side has captured."""
    scene = Scene(target=5).deal(dealer=0).win_auction(1, 70).settle()
    while scene.phase == "Playing":
        assert scene.game.outcome(scene.state) is None
        scene.act(next(scene.decision.answers()))

    assert scene.table.outcome is not None
    assert isinstance(scene.last[-1], MatchWon)
    assert len(scene.state.taken) == 9


def test_r07_option_target_is_checked_after_each_trick() -> None:
    """R-07, target_checked="each_trick": the first to reach it ends the deal at once."""
    scene = Scene("regular_1988", target=10, target_checked="each_trick").deal(dealer=0)
    scene.win_auction(0, 50).settle().play_out()

    assert scene.phase == "The match is over"
    assert len(scene.state.taken) < 14
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert max(side.total for side in outcome.standings) >= 10
    assert scene.points()[0] in (0, scene.captured()[0].counters), "a bid neither made nor lost costs nothing"


def test_r38_scored_dummy_at_the_target_stops_no_deal() -> None:
    """R-38: a dummy cannot win. Bug: every deal ended with its first trick, and the match with the 200th."""
    scene = Scene("regular_for_two", score_dummy=True, target_checked="each_trick").deal(dealer=0)
    scene.state = scene.state._replace(match=scene.state.match._replace(totals=(0, 0, 150)))
    scene.win_auction(0, 30).settle()
    while not scene.state.taken:
        scene.act(next(scene.decision.answers()))

    assert scene.phase == "Playing"


def test_r07_deal_stops_only_when_a_bid_is_beaten() -> None:
    """R-07. Bug: with exactly the bid taken the deal stopped, and the bid was neither made nor lost."""
    low = {0: "R5 R10", 2: "R2 R6", 3: "R3 R7"}
    scene = Scene("regular_1988", 4, target=15, target_checked="each_trick", exact_makes=False)
    scene.deal({1: "R14 R13", **low}, dealer=0).win_auction(1, 15).settle("red")

    scene.do("play R2", "play R3", "play R5", "play R14")
    assert scene.phase == "Playing"
    scene.do("play R13", "play R6", "play R7", "play R10")
    assert (scene.phase, scene.points()[1]) == ("The match is over", 25)


@pytest.mark.parametrize(
    "key", ["kentucky", "regular_1924", "three_handed_1914", "high_card_partner", "cordova"]
)
def test_r08_totals_may_go_below_zero(key: str) -> None:
    """R-08 (1912, Dixie: even if it leaves a minus score; 1988, The Red 1; 1-High, Example)."""
    lowest = min(
        min(event.totals)
        for seed in range(2, 8)
        for event in match(key, seed, deals=8).events
        if isinstance(event, MatchWon)
    )

    assert lowest < 0


def test_r08_option_totals_stop_at_zero() -> None:
    """R-08, below_zero=False."""
    totals = [
        side.total
        for seed in range(2, 8)
        for event in match("kentucky", seed, deals=8, below_zero=False).events
        if isinstance(event, DealScored)
        for side in event.sides
    ]

    assert min(totals) == 0


def test_last_view_of_a_match_tells_its_outcome() -> None:
    scene = Scene(deals=1).deal().win_auction(1, 70).settle().play_out()
    outcome = scene.game.outcome(scene.state)

    assert outcome == scene.table.outcome
    assert outcome is not None
    assert sorted(side.seats for side in outcome.standings) == [(0, 2), (1, 3)]
    assert [side.place for side in outcome.standings] == [1, 2]
    assert outcome.standings[0].seats == outcome.winners
    assert (scene.phase, scene.table.asked) == ("The match is over", ())
    assert scene.game.words.goal(scene.table) == "1 deal"
    assert scene.table.trick is None
    assert scene.table.last_trick is not None


def test_goal_says_how_many_deals_are_done_once_one_was_thrown_in() -> None:
    """Bug: the table read “Deal 3 · 3 deals” with two deals to go."""
    scene = Scene(deals=3).deal().win_auction(1, 70).settle().play_out().deal()
    assert scene.game.words.goal(scene.table) == "3 deals"

    scene.do("pass", "pass", "pass", "pass").deal()
    assert (scene.table.deal, scene.game.words.goal(scene.table)) == (3, "3 deals, 1 done")

    counted = Scene(deals=3, all_pass="counted").deal().do("pass", "pass", "pass", "pass").deal()
    assert (counted.table.deal, counted.game.words.goal(counted.table)) == (2, "3 deals")


# --- changing seats -----------------------------------------------------------------------------------------


def orders(variant: Variant, deals: int, seats: int = 4) -> list[tuple[int, ...]]:
    """The order of the seats in each deal of a match, the first included."""
    setup = Setup(variant, seats)
    line = DealScored(1, 0, tuple(SideScore(unit, 0, 0) for unit in setup.units), BID)
    match = at(setup, (0,) * len(setup.units), scored=0)
    seen = [match.order]
    for _ in range(deals - 1):
        match, _events = after_scoring(setup, match, line)
        seen.append(match.order)
    return seen


@pytest.mark.parametrize("key", ["kentucky", "kentucky_no_rook"])
def test_r28_pairs_swap_seats_in_turn_after_four_deals(key: str) -> None:
    """R-28 (1988, Official Tournament Rules): one set of partners exchanges seats, the other stays."""
    row = next(row for row in ROWS if row.key == key)
    seen = orders(row.model_copy(update={"target": 900}), 13)

    assert seen[0:4] == [(0, 1, 2, 3)] * 4
    assert seen[4:8] == [(2, 1, 0, 3)] * 4
    assert seen[8:12] == [(2, 3, 0, 1)] * 4
    assert seen[12] == (0, 3, 2, 1)


def test_r28_option_other_pair_swaps_first() -> None:
    """R-28, swap_first."""
    seen = orders(KENTUCKY.model_copy(update={"swap_first": 1}), 9)

    assert (seen[4], seen[8]) == ((0, 3, 2, 1), (2, 3, 0, 1))


def test_sides_of_three_change_seats_in_turn() -> None:
    """Partnership for Six by the Tournament Rules: each partner moves to the side's next seat."""
    seen = orders(PARTNERSHIP_SIX.model_copy(update={"seat_change": "swap", "target": 900}), 13, 6)

    assert seen[0:4] == [(0, 1, 2, 3, 4, 5)] * 4
    assert seen[4:8] == [(4, 1, 0, 3, 2, 5)] * 4
    assert seen[8:12] == [(4, 5, 0, 1, 2, 3)] * 4
    assert seen[12] == (2, 5, 4, 1, 0, 3)


def test_change_of_seats_for_six_keeps_the_sides_and_is_told() -> None:
    scene = Scene("partnership_six", seat_change="swap", seat_change_every=1, deals=3)
    end = next(section.text for section in scene.game.about.rules if section.heading == "End")
    assert "Each of its players moves to the side's next seat. The side of the first seat moves first" in end

    scene.deal().win_auction(scene.seat, 70).settle().play_out()
    assert scene.last[-1] == SeatsChanged((4, 1, 0, 3, 2, 5))
    scene.deal()
    assert [(info.seat, info.side) for info in scene.table.seats] == [
        *((4, 0), (1, 1), (0, 0), (3, 1), (2, 0), (5, 1))
    ]
    assert scene.dealer == 1


def test_everyone_plays_with_everyone_only_with_four() -> None:
    game = find_game("partnership_six")
    with pytest.raises(InvalidOption, match="is for four “Players”"):
        game.with_options({"seat_change": "rotate", "credit": "each"})
    (spec,) = (option for option in game.options if option.key == "seat_change")
    assert [choice.value for choice in spec.choices] == ["no", "swap"]


def test_r28_sides_and_turns_follow_the_new_seats() -> None:
    """R-28: partners stay partners, the deal and the lead go around the new seats."""
    scene = Scene(deals=6)
    for _ in range(4):
        scene.deal().win_auction(scene.seat, 70).settle().play_out()
    assert scene.last[-1] == SeatsChanged((2, 1, 0, 3))
    scene.deal()

    assert [info.seat for info in scene.table.seats] == [2, 1, 0, 3]
    assert {info.seat: info.side for info in scene.table.seats} == {0: 0, 2: 0, 1: 1, 3: 1}
    assert scene.dealer == 2, "the player who now sits left of the last dealer"
    assert scene.seat == 1, "left of the dealer"
    scene.win_auction(0, 70).settle()
    asked = []
    for _ in range(4):
        asked.append(scene.seat)
        scene.act(next(scene.decision.answers()))
    assert asked == [1, 0, 3, 2]


def test_sv42_rotating_partners_play_four_deals_with_each_other() -> None:
    """SV-42 (1988, Additional Comments 3): partners change after four hands; own scores."""
    scene = Scene("kentucky", seat_change="rotate", credit="each", deals=12)
    partners: list[frozenset[int]] = []
    for _ in range(12):
        scene.deal().win_auction(scene.seat, 70).settle()
        sides = {info.seat: info.side for info in scene.table.seats}
        partners.append(frozenset(seat for seat in sides if sides[seat] == sides[0]))
        scene.play_out()

    assert set(partners) == {frozenset({0, 1}), frozenset({0, 2}), frozenset({0, 3})}
    assert all(partners.count(pair) == 4 for pair in set(partners))
    assert scene.phase == "The match is over"
    assert [side.seats for side in scene.table.totals] == [(0,), (1,), (2,), (3,)]
