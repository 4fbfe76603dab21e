"""Laws that hold in every match of every bidding game, each shown to catch a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from tests.rules import faults, laws, laws_of_play, laws_of_scores
from tests.rules.faults import Broken
from tests.rules.playouts import KEYS, TABLES, Playout, match, play
from tests.strategies import seeds

Law = Callable[[Playout, Random], None]
TO_THE_END = (laws.matches_end, laws_of_scores.scores_follow_the_bid, laws_of_play.bids_rise)


@pytest.mark.parametrize(("key", "players"), TABLES)
@settings(max_examples=4)
@given(seed=seeds)
def test_laws_hold_in_random_deals(key: str, players: int, seed: int) -> None:
    """The invariants of all games and of each: checked after every action of two deals played at random."""
    played = match(key, seed, players=players, deals=2)
    for law in laws.LAWS:
        law(played, Random(seed))


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=2)
@given(seed=seeds)
def test_laws_hold_in_matches_to_the_target(key: str, seed: int) -> None:
    """Played at random, a match may be stopped after its most deals."""
    played = match(key, seed, max_deals=30)
    for law in TO_THE_END:
        law(played, Random(seed))


# --- planted faults: a law that cannot complain is no law ---------------------------------------------------


def other_rules(key: str, **changes: object) -> Callable[[], Broken]:
    """A game played by rules that are not its book's."""
    return partial(Broken, key, **changes)  # type: ignore[arg-type]


FAULTS: tuple[tuple[Law, Callable[[], Broken]], ...] = (
    (laws.cards_are_conserved, partial(faults.LosesACard, "kentucky")),
    (laws.cards_are_conserved, partial(faults.DrawsTooMany, "tennessee_1933")),
    (laws.cards_are_conserved, partial(faults.LeavesThemCovered, "over_the_top_1918")),
    (laws.hands_are_dealt_in_full, partial(faults.one_card_too_many, "kentucky")),
    (laws.hands_are_dealt_in_full, partial(faults.one_card_too_many, "regular_1924")),
    (laws.only_the_asked_may_act, partial(faults.AcceptsAnySeat, "display")),
    (laws.answers_are_what_applies, partial(faults.ListsTheWholeHand, "boston")),
    (laws.answers_are_what_applies, partial(faults.AllowsReneges, "red_one")),
    (laws.answers_are_what_applies, partial(faults.SaysNothing, "cordova")),
    (laws.refusals_change_nothing, partial(faults.WritesInOldStates, "kentucky")),
    (laws.the_log_replays, partial(faults.ChangesItsAnswers, "high_card_partner")),
    (laws.matches_end, partial(faults.NeverEnds, "kentucky")),
    (laws.views_count_right, partial(faults.ShowsAnothersHand, "three_handed_display")),
    (laws.nothing_shows_a_card, partial(faults.SendsReadableSecrets, "tennessee_1988")),
    (laws_of_play.bids_rise, partial(faults.low_opening, "one_high")),
    (laws_of_play.bids_rise, other_rules("boston", bid_step=5)),
    (laws_of_play.tricks_go_to_the_highest, partial(faults.low_cards_win, "regular_old")),
    (laws_of_play.tricks_go_to_the_highest, other_rules("one_high", high=14)),
    (laws_of_play.colors_are_followed, partial(faults.no_card_need_follow, "kentucky")),
    (laws_of_play.colors_are_followed, other_rules("over_the_top_1988", battery_free=True)),
    (laws_of_play.colors_are_followed, other_rules("red_one", rook_plays="any_time")),
    (laws_of_play.hands_keep_their_size, partial(faults.KeepsACard, "dixie_1988")),
    (laws_of_play.discards_are_allowed, other_rules("three_handed_1914", bury_counters=True)),
    (laws_of_play.discards_are_allowed, other_rules("regular_for_two", exchange=None)),
    (laws_of_play.the_highest_of_all_takes_its_trick, other_rules("kentucky", rook="low")),
    (
        laws_of_play.the_highest_of_all_takes_its_trick,
        other_rules("red_one", red_one=False, numbers=range(1, 15)),
    ),
    (laws_of_play.deals_pass_to_the_left, partial(faults.DealsTwice, "regular_1988")),
    (laws_of_play.the_pile_is_drawn_in_pairs, partial(faults.DrawsTooMany, "tennessee_1988")),
    (laws_of_play.batteries_are_uncovered, partial(faults.LeavesThemCovered, "over_the_top_1988")),
    (
        laws_of_play.dummies_are_played_by_the_right_seat,
        partial(faults.DummiesPlayThemselves, "boston"),
    ),
    (laws_of_scores.captured_points_add_up, partial(faults.ForgetsATrick, "partnership_regular")),
    (laws_of_scores.records_are_what_was_captured, partial(faults.worthless_tens, "kentucky")),
    (laws_of_scores.records_are_what_was_captured, other_rules("dixie_1988", majority_tie="nobody")),
    (laws_of_scores.scores_follow_the_bid, partial(faults.Forgives, "kentucky")),
    (laws_of_scores.scores_follow_the_bid, other_rules("display", failure="set_back")),
    (laws_of_scores.scores_follow_the_bid, other_rules("boston_three", failure="opponents_doubled")),
    (laws_of_scores.the_last_trick_takes_the_nest, partial(faults.GivesTheNestAway, "partnership_six")),
    (laws_of_scores.odd_cards_go_with_the_last_trick, partial(faults.GivesTheNestAway, "regular_1924")),
    (laws_of_scores.tricks_tell_their_points, partial(faults.worthless_tens, "tennessee_1933")),
    (laws_of_scores.cordova_counts_what_is_sold, other_rules("cordova", forfeit=True)),
    (laws_of_scores.one_partner_is_called, other_rules("high_card_partner", partner_card="any")),
    (laws_of_scores.the_nest_keeps_its_size, other_rules("kentucky", nest=1)),
)


@pytest.mark.parametrize(
    ("law", "broken"), FAULTS, ids=[f"{law.__name__}-{faults.name(broken)}" for law, broken in FAULTS]
)
def test_law_catches_a_planted_fault(law: Law, broken: Callable[[], Broken]) -> None:
    assert any(complains(law, broken(), seed) for seed in range(40))


def complains(law: Law, game: Any, seed: int) -> bool:
    try:
        law(play(game, Random(seed), limit=300), Random(seed))
    except AssertionError:
        return True
    return False


def test_every_law_has_a_planted_fault() -> None:
    assert {law for law, _ in FAULTS} == set(laws.LAWS)
