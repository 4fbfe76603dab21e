"""Every error becomes one sentence for the user who caused it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from discord import app_commands

from bot.common.errors import (
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
from bot.database.database import ChannelTaken, Conflict
from cogs.framework.extension import LEAGUE, NIGHT
from cogs.framework.pages import extensions
from cogs.framework.permissions import Who
from cogs.framework.replies import UNEXPECTED, UNSAVED, sentence_for, shorten_autocomplete_error
from cogs.ui.controls import Verb
from rules.core.protocol import IllegalAction, InvalidOption

USES = dict(use for one in extensions() for use in one.uses())


@pytest.mark.parametrize(
    "refusal",
    [HostOnly, MatchRunning, NoTable, NotDealt, NotSeated, NotStarted, NotYourTurn, Stale, TableOver],
)
def test_refusal_is_shown_as_its_own_sentence(refusal: Callable[[], Exception]) -> None:
    assert sentence_for(refusal()) == str(refusal())
    assert str(refusal()).endswith(".")


@pytest.mark.parametrize("error", [IllegalAction, InvalidOption])
def test_illegal_action_is_shown_as_its_own_sentence(error: type[Exception]) -> None:
    assert sentence_for(error("Bid at least 75.")) == "Bid at least 75."


@pytest.mark.parametrize("error", [StoreError, Conflict, ChannelTaken])
def test_store_error_is_shown_as_unsaved_and_logged(
    error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    assert sentence_for(error("The disk is full.")) == UNSAVED
    assert "The disk is full." in caplog.text


@pytest.mark.parametrize(
    ("name", "command"),
    [
        (Verb.ANSWER, "/rook table"),
        ("rook play", "/rook table"),
        ("rook new", "/table mine"),
        (Verb.LEAGUE_JOIN, "/league show"),
        ("league join", "/league show"),
        (Verb.JOIN_EVENING, "/night board"),
        ("night score", "/night board"),
        (Verb.DAILY_ANSWER, "/rook daily"),
        ("rook-admin rules save", "/rook-admin rules"),
        ("rook-admin penalty", "/rook table"),
        (Verb.SET_QUIET, "/me settings"),
    ],
)
def test_in_doubt_write_names_command_to_look_it_up(name: str, command: str) -> None:
    said = sentence_for(InDoubt("The connection was lost."), USES[name])
    assert "may have happened or not" in said
    assert f"Look at `{command}` in a minute" in said


LOOKED_UP: dict[str, set[Who]] = {
    LEAGUE.look_up: {Who.ORGANIZER, Who.OF_MATCH, Who.OF_MATCH_OR_ORGANIZER, Who.OTHER_SIDE},
    NIGHT.look_up: {Who.COMPANY, Who.GUEST, Who.EVENING_HOST, Who.ANYWHERE},
}


@pytest.mark.parametrize("command", LOOKED_UP)
def test_league_and_evening_controls_name_their_look_up_command(command: str) -> None:
    changing = [use for use in USES.values() if use.may.over in LOOKED_UP[command]]
    assert len(changing) > 10
    assert {use.look_up for use in changing} == {command}


def test_daily_deal_controls_name_their_look_up_command() -> None:
    verbs = [verb for verb in Verb if verb.name.startswith("DAILY")]
    assert {USES[verb].look_up for verb in verbs} == {"/rook daily"}


def test_every_look_up_names_an_existing_command() -> None:
    names = [name for name in USES if name not in set(Verb)]
    for look_up in {use.look_up.removeprefix("/") for use in USES.values()}:
        assert any(name == look_up or name.startswith(f"{look_up} ") for name in names), look_up


def test_missing_permissions_are_named_in_reply() -> None:
    assert "this server's managers" in sentence_for(app_commands.MissingPermissions(["manage_guild"]))
    assert "not in private messages" in sentence_for(app_commands.NoPrivateMessage())
    assert "`/rook help`" in sentence_for(app_commands.CommandNotFound("stats", ["rook"]))


def test_unexpected_error_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert sentence_for(RuntimeError("inner workings")) == UNEXPECTED.format(command="/rook table")
    assert "unexpected RuntimeError" in caplog.text


def test_command_error_is_unwrapped_from_discord_py_error() -> None:
    command: Any = app_commands.Command(name="x", description="x", callback=_nothing)
    assert sentence_for(app_commands.CommandInvokeError(command, NoTable())) == str(NoTable())


async def _nothing(interaction: Any) -> None:
    """Stand in for a command."""


@pytest.mark.parametrize(
    ("error", "level", "said"),
    [
        (TimeoutError(), logging.INFO, "an offer was lost (connection)"),
        (StoreError("The disk is full."), logging.ERROR, "the store refused: The disk is full."),
        (ValueError(), logging.ERROR, "unexpected ValueError in what is offered"),
    ],
)
def test_autocomplete_error_is_logged_without_user(error: Exception, level: int, said: str) -> None:
    """Bug: discord.py logged a failed autocomplete with its traceback and the user's name."""
    about = (type(error), error, None)
    told = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"
    record = logging.LogRecord("tree", logging.ERROR, "", 0, told, ("rook new", 501, 1001), about)
    assert shorten_autocomplete_error(record)
    assert (record.levelno, record.getMessage()) == (level, said)
    assert bool(record.exc_info) is isinstance(error, ValueError)
