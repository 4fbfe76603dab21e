"""Matches of the games without bidding, scored a second time by the naive oracle."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core.events import DealScored, MatchWon
from rules.core.protocol import Game
from rules.games.game import CardGame
from tests.oracle import club, cribbage, golden10, totals, tuxedo
from tests.rules.games import kit

TUXEDO = {
    "multi_capture": "all_at_once",
    "forced_capture": "forced",
    "tie_share": "most_cards_tied",
    "multi_build": "large_builds",
}
"""Options of Tuxedo under the oracle's names, if it has others."""
GOLDEN = ("golden10_1924", "golden10_1988", "flip")
ENDS: dict[str, dict[str, Any]] = {
    "high14": {"target": 50},
    "doubt_old": {"target": 100},
    "doubt_1924": {"target": 100, "deals": 1},
}
"""The end of a match by the book, if it is not one deal, in games of which only totals are added up again."""
ALONE = ("old_solitaire", "new_solitaire", "clock")
"""Games against the cards: the most points are no win."""


def faults(game: Game[Any], random: Random) -> list[str]:
    """The disagreements of the oracle with a random match: sentences, an empty list if it agrees."""
    seats = random.choice(game.about.seats)
    assert isinstance(game, CardGame)
    steps = kit.play(game, seats, random.randrange(10**6))
    acts = [(step.seat, str(step.action)) for step in steps]
    events = [event for step in steps for event in step.events]
    scored = [event for event in events if isinstance(event, DealScored)]
    points = [[line.scored for line in deal.sides] for deal in scored]
    (winners,) = (event.winners for event in events if isinstance(event, MatchWon))
    key, options = game.about.key, dict(game.changes())
    if key in GOLDEN:
        return golden10.check_match(key, seats, acts, points, winners, **options)
    if key == "cribbage":
        return cribbage.check_match(seats, acts, points, winners, **options)
    if key.startswith("tuxedo"):
        named = {TUXEDO.get(name, name): value for name, value in options.items()}
        return tuxedo.check_match(key, seats, acts, points, **named)
    told = [[line.total for line in deal.sides] for deal in scored]
    if key == "club":
        return club.check_club(
            acts,
            [[*zip(*pair, strict=True)] for pair in zip(points, told, strict=True)],
            seats,
            **_club(options),
        )
    sides = [line.seats for line in scored[-1].sides]
    if key in ALONE:
        options["deals"] = len(scored)  # as many as the player wants
        best = max(told[-1]) or None
        winners = tuple(side[0] for side, total in zip(sides, told[-1], strict=True) if total == best)
    return totals.check_totals(sides, points, told, winners, **{**ENDS.get(key, {"deals": 1}), **options})


def _club(options: dict[str, Any]) -> dict[str, Any]:
    """Options of Club under the oracle's names."""
    named: dict[str, Any] = {
        name: options[name] for name in ("target", "deals", "extra_deal") if name in options
    }
    if "club_over3000_min" in options:
        named["over_3000"] = options["club_over3000_min"]
    return named | {"threes": options.get("club_teams") == "threes", "shared": options.get("tie") == "shared"}
