"""The leak test of replays: no replay contains any part of a deal under way, at any point, for any user.

What is drawn at any moment of a deal must be, to the letter, what was drawn before its cards were dealt.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.database.database import Database
from bot.replay import deals
from bot.replay.deals import DealReader, PlayedDeal
from bot.replay.match import Replay
from bot.replay.moments import picture_of
from bot.replay.service import Replays
from bot.table.manager import GameManager
from bot.table.match.replaying import lines_played
from cogs.replay.panel import StepAddress, deals_panel, sent_panel, step_panel
from rules.catalog import GAMES
from rules.core.decisions import CHANCE
from rules.core.events import DealScored, DealStarted, PassedOut
from tests.replay.golden import golden
from tests.table.people import ANN, CHANNEL, EVE, FOUR, GUILD, answer, begin
from tests.ui.tables import EVERYONE, components, lobby

EVERY = 9
"""Number of lines of the log between two checks of a deal under way."""


def drawn(replay: Replay) -> list[Any]:
    """All a user is shown of a match: its deals, and the first, a middle and the last step of each."""
    found: list[Any] = [components(deals_panel(replay, 0))]
    for place, deal in enumerate(replay.deals):
        last = len(deal.steps) - 1
        for step in {0, last // 2, last}:
            address = StepAddress(place, step)
            found.append(components(step_panel(replay, address)))
            found.append(components(sent_panel(replay, address, "Ann")))
            found.append(picture_of(replay.at(place, step)[1], EVERYONE, ""))
    return found


def leaks(key: str) -> list[int]:
    """The lines of the second deal's log after which a replay differs from the one before it."""
    match = golden(key)
    table = lobby(key, EVERYONE[: len(match.seats)])
    table = table._replace(
        rules=table.rules._replace(about=match.game.about, words=match.game.words),
        match=table.match._replace(seen=None),
    )
    reader, before, begun, has_ended = DealReader(), None, 0, False
    found = list[int]()
    for number, line in enumerate(lines_played(match.game, match.seats, match.log)):
        reader.read(line)
        begun += any(isinstance(event, DealStarted) for event in line.events)
        has_ended = any(isinstance(event, DealScored | PassedOut) for event in line.events)
        if has_ended and begun == 2:
            break
        if has_ended or (begun == 2 and (number % EVERY == 0 or line.entry.seat == CHANCE)):
            now = drawn(Replay(table, match.game, reader.deals(is_over=False)))
            before = before or now
            found += [number] * (now != before)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_replay_shows_nothing_of_deal_under_way(key: str) -> None:
    assert leaks(key) == []


def test_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted reader also returns the deal under way."""

    def all_of_them(self: DealReader, *, is_over: bool) -> tuple[PlayedDeal, ...]:
        return tuple(map(deals._deal, deals._dealings(self._acts, is_over=is_over)))

    monkeypatch.setattr(DealReader, "deals", all_of_them)
    assert leaks("kentucky")


async def test_players_and_onlookers_see_finished_deals_only(
    manager: GameManager, database: Database
) -> None:
    """Such as at a slow table: the second deal is played, card by card."""
    random, table = Random(4), await begin(manager, *FOUR, deals=3)
    while not (table.view and table.view.sheet):
        table = await answer(manager, random)
    replays = Replays(database)
    before = drawn(await replays.of(table.id, GUILD, CHANNEL, ANN.id))
    for number in range(24):
        table = await answer(manager, random)
        if number % EVERY == 0:
            for person in (ANN, EVE):
                assert drawn(await replays.of(table.id, GUILD, CHANNEL, person.id)) == before
    assert table.is_playing
