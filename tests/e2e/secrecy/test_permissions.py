"""No user changes any state with a control or command that the list does not allow them at that moment."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.table.desk.changing import Desk
from bot.table.desk.table import Table
from bot.table.lobby import before_match as lobby
from bot.table.lobby import choosing, seating
from cogs.framework.pages import commands, controls
from cogs.framework.permissions import Who
from cogs.ui.controls import Verb
from tests.e2e.players import Club
from tests.e2e.secrecy.matrix import FORGOTTEN, KINDS, Moment, Stage, a_stage, changes

MOMENTS = {
    "lobby": (Moment.LOBBY,),
    "match": (Moment.BIDDING, Moment.NEST, Moment.TRUMP, Moment.CARDS, Moment.RACE, Moment.BETWEEN),
    "over": (Moment.FINISHED, Moment.CLOSED),
    "damaged": (Moment.DAMAGED,),
}

USUAL = [Moment.CARDS]
SHARES = 4
"""Number of tests that share what a kind of user tries at a usual moment."""
EACH = [
    *[(moment, share, SHARES) for moment in USUAL for share in range(SHARES)],
    *[pytest.param(moment, 0, 1, marks=pytest.mark.slow) for moment in Moment if moment not in USUAL],
]

COLUMNS = ["lobby", pytest.param("match", marks=pytest.mark.slow), "over", "damaged"]
PARTS = 13
"""Number of tests that share the controls and commands of a column: one at a time takes a minute."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with a_stage(tmp_path) as stage:
        yield stage


async def test_every_control_and_command_has_a_line(club: Club) -> None:
    assert set(controls()) == set(Verb)
    assert set(commands()) == {line for one in typed_commands(club) for line in lines_of(one)}


def typed_commands(club: Club) -> list[app_commands.Command[Any, ..., Any]]:
    return [one for one in club.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]


def lines_of(command: app_commands.Command[Any, ..., Any]) -> list[str]:
    """A command's lines in the list: one for each choice of its option ``what``, if it has that."""
    choices = next((one.choices for one in command.parameters if one.name == "what"), [])
    return [f"{command.qualified_name} {one.value}" for one in choices] or [command.qualified_name]


async def forbidden_changes(stage: Stage, who: str, share: int = 0, shares: int = 1) -> list[str]:
    """Changes a kind of user can make although the table of permissions does not allow them."""
    kind = await stage.kind(who)
    tried = islice(stage.acts(), share, None, shares)
    return [act.name for act in tried if not stage.may(act, kind) and await changes(stage, act, kind)]


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("moment", "share", "shares"), EACH)
@pytest.mark.parametrize("who", [*KINDS, FORGOTTEN])
async def test_no_user_changes_what_permissions_do_not_allow(
    stage: Stage, moment: Moment, share: int, shares: int, who: str
) -> None:
    await stage.set(moment)
    assert await forbidden_changes(stage, who, share, shares) == []


@pytest.mark.timeout(180)
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("part", range(PARTS))
async def test_permitted_user_succeeds_where_others_were_refused(
    stage: Stage, column: str, part: int
) -> None:
    """The same control or command in the right moment: else a bot that refuses everything would pass."""
    lists = (controls(), commands())
    allowed = {
        str(name) for may in lists for name, who in may.items() if getattr(who, column) is not Who.NO_ONE
    }
    left = set(sorted(allowed)[part::PARTS])
    for moment in MOMENTS[column]:
        for name in sorted(left):
            await stage.set(moment)
            await stage.prepare(name)
            act = next(act for act in stage.acts() if act.name == name)
            others = [kind for kind in stage.kinds if not stage.may(act, kind)]
            assert [kind.name for kind in others if await changes(stage, act, kind)] == [], name
            for kind in stage.kinds:
                if kind not in others and await changes(stage, act, kind):
                    left.remove(name)
                    break
    assert left == set()


# Planted faults -----------------------------------------------------------------------------------


def let_everyone_host(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lobby, seating, choosing):
        monkeypatch.setattr(module, "check_host", lambda *_: None)


def mix_up_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    awake = Desk.awake

    async def first(self: Desk, *_: object, **options: bool) -> Table:
        return await awake(self, self.live_tables[-1].record.channel_id, **options)

    monkeypatch.setattr(Desk, "awake", first)


def let_everyone_sit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "own_seat", lambda *_: 1)


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("plant", "moment", "who"),
    [
        (let_everyone_host, Moment.LOBBY, "an onlooker"),
        (mix_up_tables, Moment.LOBBY, "a player of another table, from there"),
        (let_everyone_sit, Moment.CARDS, "a player who is forgotten"),
    ],
)
async def test_planted_permission_fault_is_found(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    moment: Moment,
    who: str,
) -> None:
    await stage.set(moment)
    plant(monkeypatch)
    assert await forbidden_changes(stage, who)
