"""Text of any length in any option or field is answered by a private sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.framework.parsing import TOO_LONG
from cogs.ui.controls import SELECT, Control, Verb
from cogs.ui.words import REASON_LIMIT
from rules.core.decisions import ChooseNumber
from tests.e2e.players import Club, Reply

HEAVY = ("x" * 6000, "9" * 5000, "9" * 999, "x" * 1000, "<@1> " * 200, "`" * 1000, "R14 " * 250)
"""Hostile inputs; Discord itself cuts them where an option has a limit."""
A_REASON = "reason"
"""The only option that may be any public text."""

Command = app_commands.Command[Any, ..., Any]


def text_options(command: Command) -> Iterator[str]:
    """The options of a command that take any text."""
    for option in command.parameters:
        if option.type is discord.AppCommandOptionType.string and not option.choices:
            yield option.name


async def answered(club: Club, command: Command, option: str, typed: str) -> Reply:
    """The answer to a user with all permissions, if one option is this text."""
    given: dict[str, object] = {}
    for other in command.parameters:
        if other.name == option:
            is_limited = isinstance(other.max_value, int)
            given[option] = typed[: other.max_value] if is_limited else typed  # type: ignore[index]
        elif other.required:
            given[other.name] = {
                discord.AppCommandOptionType.user: club["Bob"].actor,
                discord.AppCommandOptionType.integer: 1,
                discord.AppCommandOptionType.attachment: ("season.csv", b"date"),
            }.get(other.type, other.choices[0].value if other.choices else "R5")
    result = await club.world.owner.slash(club.world.channel, command.qualified_name, **given)
    return Reply(club.world, result)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("is_playing", [False, True], ids=["without a table", "in a match"])
async def test_every_text_option_of_every_command_is_answered(club: Club, is_playing: bool) -> None:
    if is_playing:
        await club.begin()
    commands = [one for one in club.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    tried = 0
    for command in commands:
        for option, typed in product(text_options(command), HEAVY):
            reply = await answered(club, command, option, typed)
            assert reply.is_answered, (command.qualified_name, option, typed[:9])
            assert option == A_REASON or 0 < len(reply.sentence) <= 4000
            tried += 1
    assert tried > 100


async def test_reason_is_as_long_as_discord_lets_users_type(club: Club) -> None:
    """Bug: a referee's reason could have 200 characters, and was cut to 60 without a word."""
    commands = [one for one in club.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    reasons = [option for one in commands for option in one.parameters if option.name == A_REASON]
    assert reasons
    assert {option.max_value for option in reasons} == {REASON_LIMIT}


async def test_input_of_6000_characters_or_5000_digits_is_too_long(club: Club) -> None:
    await club.begin()
    for typed in HEAVY[:2]:
        assert (await club.asked.move(typed)).sentence == TOO_LONG
    assert await club.asked.offered("rules", "game", "x" * 6000) == []


@pytest.mark.parametrize("typed", HEAVY)
async def test_modal_field_without_limit_gets_a_private_sentence(club: Club, typed: str) -> None:
    await club.begin(game="boston")
    await club.play_until(lambda decision: isinstance(decision, ChooseNumber))
    player = club.asked
    shown = await player.press("Another bid …", on=player.hand())
    for label in shown.result._interaction.modal["components"]:  # type: ignore[index]
        label["component"] = {"type": 4, "custom_id": label["component"]["custom_id"], "required": False}
    before = await club.snapshot()
    reply = await player.submit(shown, typed, "red")
    assert reply.sentence
    assert await club.snapshot() == before


@pytest.mark.parametrize("typed", HEAVY)
async def test_forged_option_value_gets_a_private_sentence(club: Club, typed: str) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = (await ann.typed("table setup")).seen
    for key in ("target", "seats", "min_bid"):
        custom_id = Control(Verb.CHOOSE, club.table.record.id, club.table.revision, key).custom_id(SELECT)
        reply = await ann.press_id(custom_id, on=panel, values=[typed])
        assert reply.is_answered
        assert reply.sentence
