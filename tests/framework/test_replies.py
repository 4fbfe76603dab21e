"""Every error is one sentence for the one who caused it."""

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
from bot.database.errors import ChannelTaken, Conflict
from cogs.framework.groups import LEAGUE, NIGHT
from cogs.framework.pages import extensions
from cogs.framework.permissions import Who
from cogs.framework.replies import UNEXPECTED, UNSAVED, sentence_for, told_briefly
from cogs.ui.controls import Verb
from rules.core.protocol import IllegalAction, InvalidOption

USES = dict(use for one in extensions() for use in one.uses())


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


@pytest.mark.parametrize(
    ("name", "command"),
    [
        (Verb.ANSWER, "/rook table"),
        ("rook play", "/rook table"),
        ("rook new", "/table mine"),
        (Verb.LEAGUE_JOIN, "/league show"),
        ("league draw", "/league show"),
        (Verb.JOIN_EVENING, "/night board"),
        ("night score", "/night board"),
        (Verb.DAILY_ANSWER, "/rook daily"),
        ("rook-admin rules save", "/rook-admin rules list"),
        ("rook-admin penalty", "/rook table"),
        (Verb.SET_QUIET, "/table pings"),
    ],
)
def test_a_write_whose_answer_got_lost_may_have_happened_and_can_be_looked_up(
    name: str, command: str
) -> None:
    said = sentence_for(InDoubt("The connection was lost."), USES[name])
    assert "may have happened or not" in said
    assert f"Look at `{command}` in a minute" in said


LOOKED_UP: dict[str, set[Who]] = {
    LEAGUE.look_up: {Who.ORGANIZER, Who.OF_MATCH, Who.OF_MATCH_OR_ORGANIZER, Who.OTHER_SIDE},
    NIGHT.look_up: {Who.COMPANY, Who.GUEST, Who.EVENING_HOST, Who.ANYWHERE},
}


@pytest.mark.parametrize("command", LOOKED_UP)
def test_whatever_changes_a_league_or_an_evening_is_looked_up_there(command: str) -> None:
    changing = [use for use in USES.values() if use.may.over in LOOKED_UP[command]]
    assert len(changing) > 10
    assert {use.look_up for use in changing} == {command}


def test_whatever_is_pressed_in_a_daily_deal_is_looked_up_there() -> None:
    verbs = [verb for verb in Verb if verb.name.startswith("DAILY")]
    assert {USES[verb].look_up for verb in verbs} == {"/rook daily"}


def test_what_something_is_looked_up_with_is_a_command() -> None:
    assert {use.look_up.removeprefix("/") for use in USES.values()} <= USES.keys() - set(Verb)


def test_missing_permissions_are_named() -> None:
    assert "this server's managers" in sentence_for(app_commands.MissingPermissions(["manage_guild"]))
    assert "not in private messages" in sentence_for(app_commands.NoPrivateMessage())
    assert "`/rook help`" in sentence_for(app_commands.CommandNotFound("stats", ["rook"]))


def test_anything_else_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert sentence_for(RuntimeError("inner workings")) == UNEXPECTED.format(command="/rook table")
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
        (StoreError("The disk is full."), logging.ERROR, "the store refused: The disk is full."),
        (ValueError(), logging.ERROR, "unexpected ValueError in what is offered"),
    ],
)
def test_why_nothing_is_offered_is_said_and_not_to_whom(error: Exception, level: int, said: str) -> None:
    """discord.py logs it as an error with its traceback, and names who typed."""
    about = (type(error), error, None)
    told = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"
    record = logging.LogRecord("tree", logging.ERROR, "", 0, told, ("rook new", 501, 1001), about)
    assert told_briefly(record)
    assert (record.levelno, record.getMessage()) == (level, said)
    assert bool(record.exc_info) is isinstance(error, ValueError)
