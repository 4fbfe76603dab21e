"""Tuxedo in words: its rules in sections, and what everyone sees of a deal."""

from __future__ import annotations

from typing import Final

from rules.core.views import Fact, Mark, Zone
from rules.games.race import WHO_COUNTS, time_to_call
from rules.games.tuxedo.deal import Deal, Won
from rules.games.tuxedo.options import TuxedoRules
from rules.games.winning import ending

TABLE: Final = "Table"
JUST_TAKEN: Final = "Just taken"
BUILD: Final = "Build of"


def explained(rules: TuxedoRules) -> tuple[tuple[str, str], ...]:
    """The rules in short sections, from the values played by."""
    sections = [
        (
            "Deal",
            "Four cards each, and four face up on the table. When all hands are empty four more are dealt to"
            " everyone; if too few are left for that, everyone gets the same number and the odd cards go to"
            " the table.",
        ),
        ("Play", _play(rules)),
    ]
    if rules.building:
        sections.append(("Building", _building(rules)))
    if rules.orange:
        sections.append(("Orange", _orange(rules)))
    return (*sections, ("Score", _score(rules)), ("End", ending(rules)))


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


def facts(deal: Deal) -> tuple[Fact, ...]:
    """How many cards are still to be dealt, and who took last."""
    pack = (Fact("To deal", f"{len(deal.pack)} cards"),) if deal.pack else (Fact("Last cards", "dealt"),)
    return pack if deal.last_taker is None else (*pack, Fact("Took last", f"{{{deal.last_taker}}}"))


def zones(deal: Deal) -> tuple[Zone, ...]:
    """What was just taken, the loose cards of the table and each build."""
    taken = () if deal.taken is None else (Zone(JUST_TAKEN, None, deal.taken.cards, 0, is_row=True),)
    loose = tuple(stack.cards[0] for stack in deal.table if not stack.is_build)
    builds = (
        Zone(f"{BUILD} {stack.value} by {{{stack.builder}}}", None, stack.cards, 0, is_row=True)
        for stack in deal.table
        if stack.is_build
    )
    return (*taken, Zone(TABLE, None, loose, 0, is_row=True), *builds)


def marks(rules: TuxedoRules, won: Won) -> tuple[Mark, ...]:
    """What everyone may know of a seat's winnings: cards, sweeps and Oranges."""
    sweeps = won.little_sweeps + won.big_sweeps
    orange = rules.orange_points * (won.oranges - won.mistakes)
    told = [f"{len(won.cards)} taken"] if won.cards else []
    told += [f"{sweeps} sweep{'s' if sweeps > 1 else ''}"] if sweeps else []
    told += [f"Orange {orange:+d}"] if won.oranges or won.mistakes else []
    return tuple(map(Mark, told))
