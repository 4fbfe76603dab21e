"""The referee's rulings: misdeals, penalties, reneges (1912, 1924 Dixie; 1988, Tournament Rules)."""

from __future__ import annotations

from random import Random

import pytest

from rules.bidding.rows import ROWS
from rules.bidding.scoring import score_renege_for_bid
from rules.core.actions import Fault
from rules.core.decisions import REFEREE
from rules.core.events import Ruled
from rules.core.protocol import OptionValue
from rules.core.referee import NO_RULING, NO_SUCH_SEAT
from tests.rules.reaching import reach
from tests.rules.scene import Scene

ROW = {row.key: row for row in ROWS}


def playing(key: str = "kentucky", **options: OptionValue) -> Scene:
    """At the first lead; seat 1 holds the bid of 85."""
    return Scene(key, None, deals=9, **options).deal(dealer=0).win_auction(1, 85).settle()


def after_tricks(number: int) -> Scene:
    """A scene after `number` tricks."""
    scene = playing()
    while len(scene.state.taken) < number:
        scene.act(next(scene.decision.answers()))
    return scene


def test_penalties_of_the_tournament_are_on_record() -> None:
    """1988, Official Tournament Rules, Penalties: 40 points, and the bid for a renege; also for six."""
    for key in ("kentucky", "kentucky_no_rook", "partnership_six"):
        penalties = ROW[key].penalties
        assert (penalties.wrong_discard, penalties.table_talk, penalties.late_misdeal) == (40, 40, 40)
        assert (penalties.misdeal_until_trick, penalties.revoke) == (3, "bid")


def test_r23_penalty_for_a_forgotten_nest_depends_on_the_edition() -> None:
    """R-23 (1912: 50 is deducted; 1924: 40; 1988: no penalty of its own); the engine prevents the fault."""
    amounts = {key: ROW[key].penalties.wrong_discard for key in ("dixie_1912", "dixie_1924", "dixie_1988")}

    assert amounts == {"dixie_1912": 50, "dixie_1924": 40, "dixie_1988": 0}
    assert "penalty 1 50 wrong discard" in playing("dixie_1912").rulings()


def test_r23_option_penalty_is_another_amount() -> None:
    """R-23, wrong_discard."""
    rulings = playing("dixie_1924", wrong_discard=30).rulings()

    assert "penalty 1 30 wrong discard" in rulings
    assert not any(ruling.startswith("penalty 1 40 wrong") for ruling in rulings)


def test_r29_penalty_is_on_the_players_side() -> None:
    """R-29 (1912, Dixie: 50 is deducted from the score of his side; Kentucky: "a player")."""
    scene = playing().rule("penalty 3 40 table talk")

    assert scene.last == (Ruled(1, 3, -40, Fault.TABLE_TALK, (0, -40)),)
    assert scene.totals == [0, -40]
    assert scene.table.sheet[-1] == scene.last[0]
    assert playing("regular_1988").rule("penalty 2 40 table talk").totals == [0, 0, -40, 0]


def test_r29_penalty_is_on_both_partners_with_own_records() -> None:
    """R-29: their records stay alike; where partners change, each player answers alone."""
    fixed = playing(credit="each").rule("penalty 3 40 table talk")
    changing = playing(credit="each", seat_change="rotate").rule("penalty 3 40 table talk")

    assert fixed.last == (Ruled(1, 3, -40, "table talk", (0, -40, 0, -40)),)
    assert changing.last == (Ruled(1, 3, -40, "table talk", (0, 0, 0, -40)),)


def test_r26_exposed_card_is_dealt_again_by_the_same_dealer() -> None:
    """R-26 (1988, Official Tournament Rules, Dealing: in either case the dealer himself redeals)."""
    scene = playing()
    assert {"redeal", "redeal next"} <= scene.rulings()

    scene.rule("redeal")
    assert scene.last == (Ruled(1, None, 0, None, (0, 0)),)
    assert scene.phase == "Dealing"
    assert scene.deal().dealer == 0


def test_r26_misdeal_found_in_the_play_is_dealt_again_by_the_next() -> None:
    """R-26 (1988, Penalties: redealt, the deal passing to the player at the left)."""
    assert playing().rule("redeal next").deal().dealer == 1


@pytest.mark.parametrize(("tricks", "late"), [(2, False), (3, True)])
def test_r26_misdeal_found_after_three_tricks_costs_the_dealers_side_forty(tricks: int, late: bool) -> None:
    """R-26 (1988, Penalties)."""
    scene = after_tricks(tricks)

    assert ("penalty 0 40 late misdeal" in scene.rulings()) is late


def captured(scene: Scene, side: int) -> int:
    """Points of the tricks a side has taken so far."""
    return sum(trick.points for trick in scene.state.taken if trick.winner % 2 == side)


def test_sv23_r27_late_renege_ends_the_deal_and_costs_the_bid() -> None:
    """SV-23, R-27 (1988, Penalties): X bid 85 and has 40, Y reneges: Y -85, X 40, the nest unscored."""

    def begin(random: Random) -> Scene:
        scene = Scene(deals=9).draw(0).shuffle(random)
        return scene.win_auction(1, 85).settle()

    scene = reach(begin, lambda scene: captured(scene, 1) == 40 and len(scene.state.taken) == 5)
    scene.rule("revoke 0")

    assert scene.points() == [-85, 40]
    assert scene.totals == [-85, 40]
    assert not scene.contract().nest_points
    assert scene.phase == "Dealing"
    assert scene.deal().dealer == 1


@pytest.mark.parametrize(("offender", "expected"), [(1, (40, -85)), (0, (-85, 30))])
def test_sv23_other_side_keeps_its_counters_after_a_renege(offender: int, expected: tuple[int, int]) -> None:
    """SV-23, R-27: the others keep the counters captured so far."""
    assert score_renege_for_bid((40, 30), offender, 85) == expected


@pytest.mark.parametrize(("offender", "expected"), [(0, [-100, 100]), (1, [100, -100])])
@pytest.mark.parametrize("points", [100, 1])
def test_renege_may_cost_points_that_the_others_gain(offender: int, expected: list[int], points: int) -> None:
    """Breckinridge County Fair, 13 and 14: one team loses 100 points and the other makes 100."""
    scene = Scene("kentucky", None, deals=9, revoke=points).deal(dealer=0).win_auction(1, 85).settle()
    scene.act(next(scene.decision.answers()))
    scene.rule(f"revoke {offender}")

    assert scene.points() == [points * sign // 100 for sign in expected]
    assert scene.phase == "Dealing"
    told = next(section.text for section in scene.game.about.rules if section.heading == "At the table")
    named = "1 point" if points == 1 else "100 points"
    assert f"That side loses {named}, and the others gain as many." in told


@pytest.mark.parametrize(("tricks", "late"), [(0, False), (1, False), (2, True), (3, True)])
def test_renege_ends_the_deal_only_once_the_next_trick_is_taken(tricks: int, late: bool) -> None:
    """1988, Penalties: it "may be corrected if discovered before the next trick is taken"."""
    scene = after_tricks(tricks)

    assert ("revoke 0" in scene.rulings()) is late
    told = next(section.text for section in scene.game.about.rules if section.heading == "At the table")
    assert "A renege may be corrected until the next trick is taken. Found later, it ends the deal." in told


def test_stored_end_for_an_early_renege_is_still_read() -> None:
    assert after_tricks(1).rule("revoke 0").phase == "Dealing"


def test_table_talk_may_cost_the_bid() -> None:
    """rook_score: a penalty of the bid, or a fixed one."""
    scene = Scene("kentucky", None, deals=9, table_talk="bid").deal(dealer=0)
    assert not any("table talk" in ruling for ruling in scene.rulings()), "nothing is bid yet"

    scene.win_auction(1, 85).settle()
    assert "penalty 0 85 table talk" in scene.rulings()
    scene.rule("penalty 0 85 table talk")
    assert scene.totals == [-85, 0]
    told = next(section.text for section in scene.game.about.rules if section.heading == "At the table")
    assert "the bid for table talk" in told


def test_renege_is_ruled_only_in_the_play_and_by_the_book() -> None:
    """1988, Penalties."""
    bidding = Scene().deal()
    assert not any(ruling.startswith("revoke") for ruling in bidding.rulings())
    assert bidding.refused("revoke 0", REFEREE).startswith("A renege can end a deal only while")
    assert playing("regular_1988").refused("revoke 0", REFEREE).startswith("By the rules of this table")
    assert playing().refused("revoke 7", REFEREE) == NO_SUCH_SEAT


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("penalty 0 0 nothing", "A penalty is 1 to 1,000 points.", id="none"),
        pytest.param("penalty 0 1001 much", "A penalty is 1 to 1,000 points.", id="much"),
        pytest.param("penalty 9 40 who", NO_SUCH_SEAT, id="nobody"),
        pytest.param("play R5", NO_RULING, id="a card"),
    ],
)
def test_invalid_ruling_is_refused(line: str, sentence: str) -> None:
    assert playing().refused(line, REFEREE) == sentence


def test_finished_match_has_no_rulings() -> None:
    scene = Scene(deals=1).deal().win_auction(1, 70).settle().play_out()

    assert scene.rulings() == set()
    assert scene.refused("redeal", REFEREE) == "The match is over, so there's nothing to rule on."
    between = Scene(deals=2).deal().win_auction(1, 70).settle().play_out()
    assert between.refused("redeal", REFEREE) == "No deal is under way, so there's nothing to throw in."


def test_ruling_by_a_player_is_refused() -> None:
    assert playing().refused("redeal", 0) == "It isn't your turn."


def test_penalty_stops_at_zero_where_totals_do() -> None:
    """R-08, below_zero=False."""
    assert Scene(below_zero=False).deal().rule("penalty 0 40 table talk").totals == [0, 0]
