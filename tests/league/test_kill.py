"""A bot killed around ends of matches and league actions: all is stored and booked, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from bot.common.address import Place
from tests.application.killing import killed_at_random, run_self_killing
from tests.application.ledger import OpenRows, Rows, rows_of_file, rows_of_server
from tests.league.killed_club import Confirmed, Death, begin, killed_club, play_until_killed
from tests.league.shown_club import Shown, check, shown_by
from tests.postgres import PostgresServer

KILLS: Final = int(os.environ.get("ROOKERY_KILLS", "4"))
"""Number of kills, for each kind of database."""
EVERY: Final = 10
"""Kills between two checks of all rows."""
MOST_HEARD: Final = 30
MOST_ACTS: Final = 10
MOST_WRITES: Final = 4
"""Most writes of an action, with its bookings."""
WITHIN: Final = 0.02
"""Seconds in which a result or an action is stored and booked."""
ENDED: Final = {"match", "broken off", "agreed"}
ACTS: Final = {
    "recorded": "recorded",
    "imported": "imported",
    "void": "voided",
    "restore": "restored",
    "dispute": "disputed",
    "correct": "corrected",
}
"""What is confirmed, and the action in the league's history."""


class Act(NamedTuple):
    """A league action: its season and match, and the state before and after."""

    season: int | None
    table: int | None
    what: str
    detail: dict[str, Any]


@pytest.mark.timeout(60 + 10 * KILLS)
def test_killed_league_loses_no_match_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rookery.sqlite3"
    play_and_check(path, partial(rows_of_file, path))


@pytest.mark.slow  # a file loses none every day, and a killed bot no act on a server
@pytest.mark.timeout(60 + 10 * KILLS)
def test_killed_league_loses_no_match_on_a_server(postgres: PostgresServer) -> None:
    with asyncio.Runner() as runner:
        name = runner.run(postgres.create())
        address = postgres.address(name)
        play_and_check(address, partial(rows_of_server, address))
        runner.run(postgres.drop(name))


def play_and_check(place: Place, books: OpenRows) -> None:
    """Have a club play and its bot be killed, many times, and check the stored rows after each."""
    asyncio.run(begin(place))
    chance = Random(200)
    confirmed = Counter[Confirmed]()
    for kills in range(1, KILLS + 1):
        confirmed.update(play_and_be_killed(place, kills, chance))
        with books() as rows:
            check_stored(rows, confirmed, kills)
        if kills % EVERY == 0 or kills == KILLS:
            shown = asyncio.run(shown_again(place))
            with books() as rows:
                check(shown, rows)
    assert {one.what for one in confirmed} >= {"match", "recorded", "imported", "void"}


def play_and_be_killed(place: Place, seed: int, chance: Random) -> list[Confirmed]:
    """Run the club's bot, killed at a random moment or between two writes; returns what it confirmed."""
    if chance.random() < 0.5:
        death = Death(chance.randint(1, MOST_ACTS), chance.randint(1, MOST_WRITES))
        return run_self_killing(play_until_killed, (place, seed, death))
    heard = chance.randrange(MOST_HEARD)
    return killed_at_random(play_until_killed, (place, seed, None), chance, heard, WITHIN)


async def shown_again(place: Place) -> Shown:
    """The figures shown by a bot started again."""
    async with killed_club(place, 0).open() as app:
        return await shown_by(app)


def check_stored(rows: Rows, confirmed: Counter[Confirmed], kills: int) -> None:
    """Check that confirmed actions are stored, and at most one unconfirmed one for each kill."""
    paper = {table for [table] in rows("SELECT table_id FROM season_matches WHERE is_paper = 1")}
    ended = {one.number for one in confirmed if one.what in ENDED}
    check_matches(rows, ended, paper, kills)
    acts = [
        Act(season, table, what, json.loads(detail))
        for season, table, what, detail in rows(
            "SELECT season_id, table_id, what, detail FROM league_acts ORDER BY id"
        )
    ]
    imported = [act.detail["matches"] for act in acts if act.what == "imported"]
    stored = Counter(Confirmed(act.what, act.table or 0) for act in acts if act.what in ACTS.values())
    told = Counter[Confirmed]()
    for (what, number), times in confirmed.items():
        if what in ACTS:
            told[Confirmed(ACTS[what], 0 if what == "imported" else number)] += times
    assert told <= stored, "an act that was confirmed is missing"
    assert stored.total() - told.total() <= kills, "more was stored than confirmed and under way"
    recorded = sum(act.what == "recorded" for act in acts)
    assert len(paper) == sum(imported) + recorded, "a file was stored in part, or a match without its act"
    check_rulings(rows, acts)
    check_waiting(rows)


def check_matches(rows: Rows, confirmed: set[int], paper: set[int], kills: int) -> None:
    """Check that every finished match has a result, and is booked or queued for booking."""

    def tables(sql: str) -> set[int]:
        return {table for [table] in rows(sql)}

    results = tables("SELECT table_id FROM matches")
    assert tables("SELECT id FROM tables WHERE status = 'finished'") <= results
    of_no_deal = tables(
        "SELECT id FROM tables WHERE status = 'cancelled' AND id NOT IN (SELECT table_id FROM deals)"
    )
    assert confirmed - of_no_deal <= results - paper, "a result that was shown is missing"
    assert len(results - paper - confirmed) <= kills
    void = tables("SELECT table_id FROM season_matches WHERE state = 'void'")
    booked = tables("SELECT table_id FROM booked_matches")
    assert results - void <= booked | tables("SELECT table_id FROM results_to_book")


def check_rulings(rows: Rows, acts: Iterable[Act]) -> None:
    """Check that every match, scheduled or played, is as its last action left it."""
    found: dict[tuple[int | None, ...], object] = {
        (table,): {"state": state, "points": None if points is None else list(json.loads(points).values())}
        for table, state, points in rows("SELECT table_id, state, points FROM season_matches")
    }
    for season, number, absent in rows("SELECT season_id, number, forfeited FROM fixtures"):
        found[season, number] = absent
    last: dict[tuple[int | None, ...], object] = {}
    for act in acts:
        if "after" in act.detail:
            last[(act.table,) if act.table else (act.season, act.detail["number"])] = act.detail["after"]
    assert {about: found[about] for about in last} == last


def check_waiting(rows: Rows) -> None:
    """Check that no confirmed match waits for confirmation."""
    stored = Counter(rows("SELECT finished_at, user_id FROM match_players JOIN matches USING (table_id)"))
    for [result] in rows("SELECT result FROM paper_matches"):
        told = json.loads(result)
        assert (told["at"], told["players"][0]["user_id"]) not in stored
