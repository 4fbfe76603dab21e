"""Every error is one sentence for the one who caused it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from discord import app_commands

from bot.errors import (
    HostOnly,
    InDoubt,
    MatchRunning,
    NoTable,
    NotDealt,
    NotSeated,
    NotStarted,
    NotYourTurn,
    Stale,
    StoreError,
    TableOver,
)
from bot.store.protocol import ChannelTaken, Conflict
from cogs.replies import IN_DOUBT, UNEXPECTED, UNSAVED, sentence_for, told_briefly
from rules.core.protocol import IllegalAction, InvalidOption


@pytest.mark.parametrize(
    "refusal",
    [HostOnly, MatchRunning, NoTable, NotDealt, NotSeated, NotStarted, NotYourTurn, Stale, TableOver],
)
def test_a_refusal_speaks_for_itself(refusal: Callable[[], Exception]) -> None:
    assert sentence_for(refusal()) == str(refusal())
    assert str(refusal()).endswith(".")


@pytest.mark.parametrize("error", [IllegalAction, InvalidOption])
def test_the_rules_speak_for_themselves(error: type[Exception]) -> None:
    assert sentence_for(error("Bid at least 75.")) == "Bid at least 75."


@pytest.mark.parametrize("error", [StoreError, Conflict, ChannelTaken])
def test_a_refused_write_did_not_happen_and_the_operator_reads_why(
    error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    assert sentence_for(error("The disk is full.")) == UNSAVED
    assert "The disk is full." in caplog.text


def test_a_write_whose_answer_got_lost_may_have_happened() -> None:
    assert sentence_for(InDoubt("The connection was lost.")) == IN_DOUBT
    assert "may have happened or not" in IN_DOUBT


def test_missing_permissions_are_named() -> None:
    assert "this server's managers" in sentence_for(app_commands.MissingPermissions(["manage_guild"]))
    assert "not in private messages" in sentence_for(app_commands.NoPrivateMessage())
    assert "`/rook help`" in sentence_for(app_commands.CommandNotFound("stats", ["rook"]))


def test_anything_else_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert sentence_for(RuntimeError("inner workings")) == UNEXPECTED
    assert "unexpected RuntimeError" in caplog.text


def test_what_a_command_raised_is_found_inside_what_discord_py_made_of_it() -> None:
    command: Any = app_commands.Command(name="x", description="x", callback=_nothing)
    assert sentence_for(app_commands.CommandInvokeError(command, NoTable())) == str(NoTable())


async def _nothing(interaction: Any) -> None:
    """Stand in for a command."""


@pytest.mark.parametrize(
    ("error", "level", "said"),
    [
        (TimeoutError(), logging.INFO, "an offer was lost (connection)"),
        (ValueError(), logging.ERROR, "Ignoring exception in autocomplete"),
    ],
)
def test_an_offer_that_comes_too_late_is_one_line(error: Exception, level: int, said: str) -> None:
    """discord.py logs it as an error with its traceback."""
    about = (type(error), error, None)
    record = logging.LogRecord("tree", logging.ERROR, "", 0, "Ignoring exception in autocomplete", (), about)
    assert told_briefly(record)
    assert (record.levelno, record.getMessage()) == (level, said)
    assert bool(record.exc_info) is (level == logging.ERROR)
