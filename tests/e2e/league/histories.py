"""A club with a past: matches stored before the test begins, recorded as the bot records them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from bot.common.text import kept_name
from bot.models.stored_results import Results
from bot.table.lobby.before_match import NAME_LIMIT
from tests.database.ledgers import Hand, play, result_of
from tests.e2e.players import Club

AUTUMN: Final = 1_788_220_800.0
"""September 1, 2026, in epoch seconds."""
BETWEEN: Final = 12 * 3600.0
"""Seconds from one match to the next."""
MONTH: Final = 31 * 86_400.0
"""The longest month, in seconds."""


async def play_history(
    club: Club,
    matches: int,
    *,
    names: Mapping[int, str] | None = None,
    counted: bool = True,
    season_id: int | None = None,
    between: float = BETWEEN,
    seed: int = 3,
) -> None:
    """Store matches of four in the club's server, four deals each, by ``names``; else by the club.

    ``between`` is the time from one match to the next, in seconds.
    """
    called = dict(names or {player.id: name for name, player in club.players.items()})
    random = Random(seed)
    for number in range(matches):
        people = random.sample(sorted(called), 4)
        results = result_of(
            people,
            [_hand(random) for _ in range(4)],
            AUTUMN + number * between,
            guild_id=club.world.guild.id,
            counted=counted,
        )
        await play(club.database, _named(results, called), season_id=season_id)
    await club.app.stats.ledger.catch_up()


def _hand(random: Random) -> Hand:
    """The score of a deal: one seat bids, mostly a bid it makes; 180 points are taken between the sides."""
    declarer, bid = random.randrange(4), random.randrange(100, 155, 5)
    own = min(180, max(20, bid + 5 * random.randint(-6, 10)))
    took = (own, 180 - own) if declarer % 2 == 0 else (180 - own, own)
    return Hand(declarer, bid, took, nest=5 * random.randrange(8))


def _named(results: Results, called: Mapping[int, str]) -> Results:
    match = results.match
    assert match is not None
    players = tuple(
        replace(one, name=kept_name(called[one.user_id], NAME_LIMIT)) for one in match.players if one.user_id
    )
    return replace(results, match=replace(match, players=players))
