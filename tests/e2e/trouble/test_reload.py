"""Extensions reloaded while a match is played: everything continues, with the existing messages."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import discord
import pytest
from discord import app_commands
from discord.ext.commands import ExtensionFailed

from bot.client import extension_names
from bot.models.stored_messages import StaleTable
from cogs.framework.extension import Extension
from cogs.framework.replies import NO_SUCH_BUTTON
from cogs.ui.controls import Verb
from tests.e2e.players import Club
from tests.extensions import fresh_extensions_loaded


@pytest.fixture(autouse=True)
def fresh_extensions() -> Iterator[None]:
    """Load the extensions as the bot does."""
    with fresh_extensions_loaded():
        yield


def commands(club: Club) -> dict[str, object]:
    """The commands as Discord receives them, by name and in any order."""
    tree = club.bot.tree
    single = [command for command in tree.walk_commands() if isinstance(command, app_commands.Command)]
    return {command.qualified_name: command.to_dict(tree) for command in single}


async def play_on(club: Club, random: Random) -> None:
    """One player answers with an old button, the next one by command."""
    for by_button in (True, False):
        player = club.asked
        assert player.decision is not None
        action = club.sensible(player.decision, random)
        revision = club.table.revision
        await (player.answer(action) if by_button else player.answer_by_command(action))
        assert club.table.revision > revision


async def test_every_extension_can_be_reloaded_during_a_match(club: Club) -> None:
    await club.begin(deals=50)
    offered, random = commands(club), Random(3)
    for name in extension_names():
        await club.bot.reload_extension(name)
        assert commands(club) == offered, name
        assert set(club.bot.handlers) == set(Verb), name
        await play_on(club, random)
        assert "Score sheet" in (await club["Ann"].press("Score sheet")).sentence, name


async def test_reminder_posted_while_the_messages_are_read_keeps_no_bot_from_beginning(club: Club) -> None:
    """Bug: its table, with an up-to-date message, was looked for among tables with stale ones."""
    await club.begin()
    shown = club.app.delivery.shown_messages
    await shown.close()  # it stores what each message shows
    read = shown.stale_tables
    assert not await read()

    async def read_before_a_reminder() -> list[StaleTable]:
        stale = await read()
        await shown.remind(7, club.table.record.id, club.table.revision)
        return stale

    with patch.object(shown, "stale_tables", read_before_a_reminder):
        await club.bot.reload_extension("cogs.dispatch.front")
    await play_on(club, Random(3))


async def test_unloaded_extension_removes_its_commands_and_presses(club: Club) -> None:
    await club.begin()
    for name in ("cogs.table.scores", "cogs.stats.commands"):
        await club.bot.unload_extension(name)
    assert {"rook show", "stats show"}.isdisjoint(commands(club))
    assert club.bot.tree.get_command("stats") is None  # Discord refuses a group without commands
    assert NO_SUCH_BUTTON in (await club["Ann"].press("Score sheet")).sentence

    for name in ("cogs.table.scores", "cogs.stats.commands"):
        await club.bot.load_extension(name)
    assert {"rook show", "stats show"} <= set(commands(club))
    assert "Score sheet" in (await club["Ann"].press("Score sheet")).sentence


async def test_extension_that_fails_to_reload_stays_as_it_was(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    offered, load, failures = commands(club), Extension.cog_load, [discord.DiscordException("broken")]

    async def fail_once(extension: Extension) -> None:
        if failures:
            raise failures.pop()
        await load(extension)

    monkeypatch.setattr(Extension, "cog_load", fail_once)
    with pytest.raises(ExtensionFailed):
        await club.bot.reload_extension("cogs.hand.buttons")

    assert commands(club) == offered
    await play_on(club, Random(3))
