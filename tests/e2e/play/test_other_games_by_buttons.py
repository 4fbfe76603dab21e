"""Matches of every game without bidding, by buttons and menus alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules.catalog import OTHER_GAMES
from rules.core.actions import Action
from tests.e2e.limits import check_everything_sent
from tests.e2e.play.other_games import fewest, is_public_answer, play_to_the_end, short
from tests.e2e.players import Club, Player, Reply, SteadyComputers, a_club


class ButtonPresser:
    """Presses the table message or the hand, if an answer is on both."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._random = Random(8)

    async def __call__(self, player: Player, action: Action) -> Reply:
        if is_public_answer(self._club, action) and self._random.random() < 0.8:
            return await player.call(action)
        if not player.has_hand():  # not sent in a game played on the table
            await player.command("hand")
        return await player.answer(action)


@pytest.mark.parametrize("key", OTHER_GAMES)
@pytest.mark.timeout(120)
async def test_match_of_every_game_without_bidding_works_by_buttons(tmp_path: Path, key: str) -> None:
    """Of two deals where a game has several, so that one follows another."""
    async with a_club(tmp_path, people=("x" * 32, "Eve"), computers=SteadyComputers()) as club:
        ann, _ = club.everyone
        await club.begin_with_computers(rules=short(key, deals=2), seats=fewest(key))
        await play_to_the_end(club, ann, ButtonPresser(club))
        over = (await club.table_message()).text()
        assert "🏆" in over or "won this time" in over
        if ann.has_hand():
            assert "The match is over." in ann.hand().text()
        await ann.press("Score sheet")
        assert check_everything_sent(club) > 2
