"""The rules of Tuxedo in sections, from the values played by."""

from __future__ import annotations

from rules.core.about import RuleSection
from rules.games.match_words import end_readings, ending
from rules.games.race_words import WHO_COUNTS, time_to_call
from rules.games.tuxedo.options import TuxedoRules


def sections(rules: TuxedoRules) -> tuple[RuleSection, ...]:
    """The rules in short sections."""
    deal = RuleSection(
        "Deal",
        "Four cards each, and four face up on the table. When all hands are empty four more are dealt to"
        " everyone; if too few are left for that, everyone gets the same number and the odd cards go to"
        " the table.",
    )
    building = (RuleSection("Building", _building(rules)),) if rules.building else ()
    orange = (RuleSection("Orange", _orange(rules)),) if rules.orange else ()
    return (
        deal,
        RuleSection("Play", _play(rules)),
        *building,
        *orange,
        RuleSection("Score", _score(rules)),
        RuleSection("End", ending(rules), ours=end_readings(rules)),
    )


def _play(rules: TuxedoRules) -> str:
    what = (
        "A card takes every equal card and every sum it matches, all at once: an 8 takes an 8, 6 and 2, and"
        " 5, 2 and 1. Where sums share a card you choose."
        if rules.multi_capture
        else "A card takes one equal card, or cards that add up to it: a 10 takes 5, 2 and 3."
    )
    otherwise = (
        "Who cannot take lays any card down on the table."
        if rules.forced_capture
        else "Who cannot take, or does not want to, lays any card down on the table."
    )
    return f"One play each, left of the dealer first. {what} {otherwise} Who takes everything makes a sweep."


def _building(rules: TuxedoRules) -> str:
    under = "a card, several cards or a build" if rules.multi_build else "a card or a build"
    return (
        f"Lay a card on {under} of the table if you hold another card that is their sum: a 2 on a 6, holding"
        " an 8. Only that sum takes a build. Anybody may take it or build it higher, so take it soon."
    )


def _orange(rules: TuxedoRules) -> str:
    points = rules.orange_points
    return (
        f"After cards are taken anybody may call Orange, for {time_to_call(rules)}. If a red and a yellow"
        f" card were taken together from the table, one call scores {points}: if several call,"
        f" {WHO_COUNTS[rules.race]}. A call by mistake costs {points}."
    )


def _score(rules: TuxedoRules) -> str:
    tied = f"{rules.tie_share} each" if rules.tie_share else "nothing"
    sweep = (
        f"each sweep {rules.big_sweep}"
        if rules.big_sweep == rules.little_sweep
        else f"a Big Sweep (four table cards or more) {rules.big_sweep}, a Little Sweep {rules.little_sweep}"
    )
    return (
        f"The most cards score {rules.most_cards} ({tied} if tied), {sweep}, and each card numbered 5 scores"
        f" {rules.five}. Cards left on the table at the end go to whoever took last."
    )
