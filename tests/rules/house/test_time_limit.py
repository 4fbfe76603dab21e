"""A match by the clock (house rule): when time is up, the deal being played is the last.

Sources: davidrwilliams.com, Tournament Regulations 3.3; Smith County Heritage Museum's tournament.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.catalog import find_game
from rules.codes import decode, encode
from rules.core.actions import CallTime, parse_action
from rules.core.decisions import CLOCK
from rules.core.events import CutShort, DealScored, DealStarted, GameWon, MatchWon, PassedOut, TimeCalled
from rules.difference import difference
from tests.rules.house.test_matches_end import deals_to_the_end
from tests.rules.scene import Scene

MINUTES = 20


def timed(key: str = "kentucky", **options: Any) -> Scene:
    """A match with a time limit, before its first deal."""
    return Scene(key, minutes=MINUTES, **options)


def call_time(scene: Scene) -> Scene:
    """Let the clock call time."""
    return scene.act(CallTime(), CLOCK)


def play_deal(scene: Scene) -> Scene:
    """Play the deal at hand to its end, the first to call having the bid."""
    return scene.win_auction(scene.seat, 70).settle().play_out()


def test_current_deal_is_the_last_and_the_leader_wins() -> None:
    scene = timed().deal()
    call_time(scene)
    assert scene.told(TimeCalled) == [TimeCalled(1)]
    assert scene.facts[""] == "Time is up: last deal"

    play_deal(scene)

    ours, theirs = scene.totals
    ahead = (0, 2) if ours > theirs else (1, 3)
    assert ours != theirs
    assert scene.last[-1] == MatchWon(ahead, (ours, theirs))
    assert scene.game.decisions(scene.state) == {}


def test_another_deal_follows_without_a_time_call() -> None:
    assert play_deal(timed().deal()).phase == "Dealing"


def test_time_call_leaves_turn_answers_and_views_unchanged() -> None:
    """The turn, the possible answers and all views stay as they were."""
    scene = timed().deal()
    asked, seen = scene.decision, scene.table
    call_time(scene)

    assert scene.decision == asked
    assert scene.table._replace(facts=seen.facts) == seen


@pytest.mark.parametrize("dealt", [False, True])
def test_deal_pending_at_the_time_call_is_the_last(dealt: bool) -> None:
    """Time that runs out while the dealer says what the bird is, or before the first deal."""
    scene = timed(rook="dealer_chooses")
    if dealt:
        scene.draw(0)
        assert scene.phase == "Ranking the Rook"
    call_time(scene)

    assert scene.last == (TimeCalled(1),)
    if not dealt:
        scene.draw(0)
    scene.act(next(scene.decision.answers())).deal()
    assert scene.told(DealStarted)[-1].deal == 1
    assert isinstance(play_deal(scene).last[-1], MatchWon)


def test_last_deal_passed_by_all_leaves_the_totals() -> None:
    """Regulations 3.3: play stops; a deal without a bid does not count."""
    scene = play_deal(timed().deal()).deal()
    before = scene.totals
    call_time(scene).do("pass", "pass", "pass", "pass")

    passed, short, won = scene.last[-3:]
    assert (passed, short) == (PassedOut(2), CutShort())
    assert won == MatchWon((0, 2) if before[0] > before[1] else (1, 3), tuple(before))


def test_match_without_a_scored_deal_is_shared() -> None:
    scene = call_time(timed().deal()).do("pass", "pass", "pass", "pass")

    assert scene.last[-1] == MatchWon((0, 1, 2, 3), (0, 0), is_shared=True)


def test_misdeal_in_the_last_deal_is_dealt_again() -> None:
    scene = timed(misdeal_claim="no_counters").deal({1: "G6 R6 R7 R8 R9 R11 Y6 Y7 Y8"})
    call_time(scene).do("misdeal")

    assert scene.phase == "Dealing"
    scene.deal()
    assert isinstance(play_deal(scene).last[-1], MatchWon)


def test_referee_may_have_the_last_deal_dealt_again() -> None:
    scene = call_time(timed().deal()).rule("redeal").deal()

    assert isinstance(play_deal(scene).last[-1], MatchWon)


def test_target_ends_the_last_deals_match_as_usual() -> None:
    scene = call_time(timed(target=5).deal())

    assert isinstance(play_deal(scene).last[-1], MatchWon)


def test_tie_in_the_last_deal_is_shared() -> None:
    """Kentucky plays a tie on at the target; a match that is out of time has no other deal."""
    scene = timed(target=70).deal()
    call_time(scene)
    match = scene.state.match
    scene.state = scene.state._replace(match=match._replace(totals=(100, 100)))
    scene.do("pass", "pass", "pass", "pass")

    assert scene.last[-1] == MatchWon((0, 1, 2, 3), (100, 100), is_shared=True)


def test_last_deal_of_a_best_of_three_decides_game_and_match() -> None:
    scene = timed(games=3, target=5).deal()
    while not scene.told(GameWon):
        play_deal(scene)
        if not scene.told(GameWon):
            scene.deal()
    [first] = scene.told(GameWon)
    call_time(scene.deal())
    play_deal(scene)

    won = scene.last[-1]
    assert isinstance(won, MatchWon)
    games = tuple(side.games for side in scene.table.totals)
    assert sum(games) == 2
    last = scene.told(DealScored)[-1]
    assert won.winners == (tuple(range(4)) if games == (1, 1) else first.winners), last


@pytest.mark.parametrize("when", ["twice", "over", "without a limit", "another game"])
def test_time_is_called_once_and_only_in_matches_with_a_limit(when: str) -> None:
    scene = Scene() if when == "without a limit" else Scene("doubt") if when == "another game" else timed()
    scene.act(scene.decision.sample(Random(1))).act(scene.decision.sample(Random(1)))
    if when in ("twice", "over"):
        call_time(scene)
    if when == "over":
        play_deal(scene)

    assert scene.refused(CallTime(), CLOCK)


def test_players_cannot_call_time() -> None:
    scene = timed().deal()
    for seat in scene.seats:
        assert scene.refused(CallTime(), seat)


def test_limit_is_in_seconds_until_time_is_called() -> None:
    scene = timed().deal()
    assert scene.game.time_limit(scene.state) == 60 * MINUTES
    call_time(scene)
    assert scene.game.time_limit(scene.state) is None
    plain = Scene().deal()
    assert plain.game.time_limit(plain.state) is None
    ended = play_deal(timed(deals=1).deal())
    assert ended.game.time_limit(ended.state) is None


def test_log_line_of_a_time_call_reads_back() -> None:
    assert str(CallTime()) == "time"
    assert parse_action("time") == CallTime()


# What is agreed on -----------------------------------------------------------------------------------


def end(**options: Any) -> str:
    """The rules text of Kentucky Discard on the end of a match."""
    rules = find_game("kentucky").with_options({"minutes": MINUTES, **options}).about.rules
    return next(section.text for section in rules if section.heading == "End")


def test_rules_say_what_happens_when_time_is_up() -> None:
    said = (
        "Time is up after 20 minutes. The deal being played is then the last. Whoever is ahead after it wins"
    )
    assert said in end()
    assert "If everyone passes, it isn't dealt again." in end()
    assert "If everyone passes, it" not in end(all_pass="dealer_must_bid")
    assert "misdeal" not in end()
    assert "A misdeal is dealt again even then." in end(misdeal_claim="no_counters")
    assert "takes that game, and the most games win" in end(games=3)
    assert "Time is up" not in end(minutes=None)


def test_goal_names_the_time_limit() -> None:
    scene = timed()
    assert scene.game.words.goal(scene.table) == "to 300, 20 minutes"


def test_difference_from_the_book_is_the_limit_alone() -> None:
    book = find_game("kentucky")

    assert difference(book, book.with_options({"minutes": MINUTES})) == (
        ("Time limit", "No time limit", "20 minutes"),
    )


@pytest.mark.parametrize("minutes", [20, 45, 600])
def test_code_keeps_the_time_limit(minutes: int) -> None:
    options = {"minutes": minutes}
    assert decode(encode("kentucky", options)) == ("kentucky", options)


def test_match_without_a_clock_ends_by_its_target() -> None:
    """A simulation has no clock, and a limit makes no endless match acceptable."""
    limited = find_game("kentucky").with_options({"minutes": 5})
    assert deals_to_the_end(limited, 4, Random(1)) is not None  # type: ignore[arg-type]
    hopeless = find_game("kentucky").with_options({"minutes": 5, "min_bid": 115})
    assert hopeless.endless() is not None
