"""However the handling of an interaction ends, its user is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
import simcord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.common.errors import InDoubt, Refused, StoreError
from cogs.dispatch.under_way import ACKNOWLEDGED_AFTER, CLOSING
from cogs.framework.replies import NO_SUCH_BUTTON, answer_privately
from cogs.ui.controls import BUTTON, MODAL, SELECT, Control, Verb
from cogs.ui.items import Interaction
from rules.core.protocol import IllegalAction, InvalidOption
from tests.e2e.players import Club, Player
from tests.e2e.worlds import Call, Seen


class Unforeseen(Exception):
    """An error of an unknown type."""


def refusal(status: int, code: int, kind: type[discord.HTTPException] = discord.HTTPException) -> Exception:
    return kind(Mock(status=status, reason="no"), {"code": code, "message": "no"})


ENDS: dict[str, Callable[[], BaseException | None]] = {
    "exception": Unforeseen,
    "runtime": lambda: RuntimeError("secret"),
    "type": lambda: TypeError("secret"),
    "key": lambda: KeyError("secret"),
    "stop": StopIteration,
    "async stop": StopAsyncIteration,
    "timeout": asyncio.TimeoutError,
    "cancelled": asyncio.CancelledError,
    "refused": lambda: Refused("No."),
    "illegal": lambda: IllegalAction("No."),
    "option": lambda: InvalidOption("No."),
    "store": lambda: StoreError("The disk is full."),
    "in doubt": lambda: InDoubt("The connection was lost."),
    "connection": aiohttp.ServerDisconnectedError,
    "os": lambda: OSError("no"),
    "forbidden": lambda: refusal(403, 50013, discord.Forbidden),
    "not found": lambda: refusal(404, 10008, discord.NotFound),
    "server": lambda: refusal(500, 0, discord.DiscordServerError),
    "nothing": lambda: None,
}
EACH = pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Silence the log: thousands of errors are raised here."""
    with caplog.at_level(logging.CRITICAL):
        yield


def ending(end: Callable[[], BaseException | None]) -> Callable[..., Awaitable[None]]:
    """A handler that only ends in the given way."""

    async def handler(*_: Any, **__: Any) -> None:
        if (error := end()) is not None:
            raise error

    return handler


def commands_of(club: Club) -> list[app_commands.Command[Any, ..., Any]]:
    tree = club.world.env.bot.tree  # type: ignore[attr-defined]
    return [command for command in tree.walk_commands() if isinstance(command, app_commands.Command)]


def check_answered(result: simcord.InteractionResult, what: str) -> None:
    """Check that the answer is readable, and no loading state stays."""
    assert result.acknowledged, f"{what} has no answer"
    messages = [*([result.response] if result.response else []), *result.followups]
    assert messages, f"{what} has no message"
    assert not result.deferred or result.followups, f"{what} loads for ever"


@EACH
async def test_press_and_form_are_answered_however_the_handler_ends(
    club: Club, end: Callable[[], BaseException | None]
) -> None:
    await club["Ann"].command("new")
    ann, table = club["Ann"].actor, await club.table_message()
    handlers = club.world.env.bot.handlers  # type: ignore[attr-defined]
    assert set(handlers) == set(Verb)
    for number, verb in enumerate(Verb, list(ENDS.values()).index(end)):  # each in each way, over all ends
        handlers[verb] = ending(end)
        control = Control(verb, 10**6, 1)
        match number % 3:
            case 0:
                result = await club.world.press(ann, table, control.custom_id(BUTTON))
            case 1:
                result = await club.world.press(ann, table, control.custom_id(SELECT), values=["a"])
            case _:
                result = await club.world.type_into_modal(ann, table, control.custom_id(MODAL), "a")
        check_answered(result, verb)
    club.world.errors()


@EACH
async def test_command_is_answered_however_its_handler_ends(
    club: Club, end: Callable[[], BaseException | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in commands_of(club):
        monkeypatch.setattr(command, "_callback", ending(end))
        options = {one.name: filled(club, one) for one in command.parameters if one.required}
        reply = await club.world.owner.slash(club.world.channel, command.qualified_name, **options)
        check_answered(reply, command.qualified_name)
    club.world.errors()


@EACH
async def test_autocomplete_is_answered_however_its_handler_ends(
    club: Club, end: Callable[[], BaseException | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in commands_of(club):
        for name, one in command._params.items():
            if one.autocomplete:
                monkeypatch.setattr(one, "autocomplete", offering(end))
                typed = club.world.owner.autocomplete(
                    club.world.channel, command.qualified_name, one.display_name, "a"
                )
                assert await typed == [], f"{command.qualified_name} {name}"
    club.world.errors()


def offering(end: Callable[[], BaseException | None]) -> Callable[..., Awaitable[list[Any]]]:
    async def offer(*_: Any) -> list[Any]:
        await ending(end)()
        return []

    return offer


def filled(club: Club, one: app_commands.Parameter) -> Any:
    """A value that fits a required option."""
    if one.choices:
        return one.choices[0].value
    match one.type:
        case Kind.user:
            return club["Bob"].actor
        case Kind.integer | Kind.number:
            return one.min_value or 1
        case Kind.boolean:
            return True
        case Kind.attachment:
            return ("season.csv", b"a")
        case _:
            return "a" * int(one.min_value or 1)


@EACH
@pytest.mark.parametrize("kind", ["press", "command", "form"])
async def test_handler_that_ends_late_is_answered(
    club: Club, end: Callable[[], BaseException | None], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club["Ann"].command("new")
    free, table, ann = asyncio.Event(), await club.table_message(), club["Ann"]

    async def late(*_: Any) -> None:
        await club.world.env.external_wait(free.wait(), reason="it takes long")
        await ending(end)()

    control = Control(Verb.MORE, 10**6, 1)
    if kind == "command":
        [command] = [one for one in commands_of(club) if one.qualified_name == "rook hand"]
        monkeypatch.setattr(command, "_callback", late)
        result = await ann.actor.slash(club.world.channel, "rook hand")
    else:
        club.world.env.bot.handlers[Verb.MORE] = late  # type: ignore[attr-defined]
        result = await (
            club.world.press(ann.actor, table, control.custom_id(BUTTON))
            if kind == "press"
            else club.world.type_into_modal(ann.actor, table, control.custom_id(MODAL), "a")
        )
    await club.world.env.advance_time(ACKNOWLEDGED_AFTER + 1)
    free.set()
    await club.world.env.settle()
    check_answered(result, kind)
    club.world.errors()


@pytest.mark.parametrize("kind", ["press", "command"])
async def test_handler_cut_off_by_shutdown_says_so(
    club: Club, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club["Ann"].command("new")
    ann, table = club["Ann"], await club.table_message()

    async def endless(*_: Any) -> None:
        await club.world.env.external_wait(asyncio.Event().wait(), reason="it takes for ever")

    if kind == "command":
        [command] = [one for one in commands_of(club) if one.qualified_name == "rook hand"]
        monkeypatch.setattr(command, "_callback", endless)
        result = await ann.actor.slash(club.world.channel, "rook hand")
    else:
        club.world.env.bot.handlers[Verb.MORE] = endless  # type: ignore[attr-defined]
        custom_id = Control(Verb.MORE, 10**6, 1).custom_id(BUTTON)
        result = await club.world.press(ann.actor, table, custom_id)
    await club.restart()
    check_answered(result, kind)
    told = [*([result.response] if result.response else []), *result.followups][-1]
    assert told.ephemeral
    assert CLOSING in club.world.look_at(told).text()


@pytest.mark.parametrize("kind", ["press", "form"])
@pytest.mark.parametrize("is_late", [True, False])
async def test_answer_cut_off_by_shutdown_says_so(club: Club, kind: str, *, is_late: bool) -> None:
    """discord.py hides that the task of a press was cancelled, so it seemed to have answered."""
    await club["Ann"].command("new")
    ann, table, free = club["Ann"], await club.table_message(), asyncio.Event()

    async def answer(interaction: Interaction, *_: Any) -> None:
        if is_late:
            await club.world.env.external_wait(free.wait(), reason="it takes long")
        club.world.delay_call(Call.FOLLOW_UP if is_late else Call.ANSWER)
        await answer_privately(interaction, "This does not arrive.")

    club.world.env.bot.handlers[Verb.MORE] = answer  # type: ignore[attr-defined]
    result = await use(club, ann, table, kind, Verb.MORE)
    await club.world.env.advance_time(ACKNOWLEDGED_AFTER + 1)
    free.set()
    await club.world.env.settle()
    await club.restart()
    check_answered(result, kind)
    told = [*([result.response] if result.response else []), *result.followups][-1]
    assert CLOSING in club.world.look_at(told).text()


@pytest.mark.parametrize("kind", ["press", "form"])
async def test_press_that_arrives_while_the_bot_ends_is_answered(
    club: Club, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py takes the listeners of a cog away before it lets the cog end its handlers."""
    monkeypatch.setattr("cogs.dispatch.under_way.LAST_ANSWERS", 60.0)
    await club["Ann"].command("new")
    table, free = await club.table_message(), asyncio.Event()

    async def slow(*_: Any) -> None:
        await club.world.env.external_wait(free.wait(), reason="it takes long")

    async def answer(interaction: Interaction, *_: Any) -> None:
        await answer_privately(interaction, "Here it is.")

    club.world.env.bot.handlers.update({Verb.MORE: slow, Verb.LAST_TRICK: answer})  # type: ignore[attr-defined]
    await use(club, club["Ann"], table, "press", Verb.MORE)
    closing = asyncio.create_task(club.world.env.bot.close())
    await asyncio.sleep(0)
    result = await use(club, club["Bob"], table, kind, Verb.LAST_TRICK)
    assert not closing.done(), "it waits for the slow handler"
    free.set()
    await closing
    check_answered(result, kind)
    assert result.response is not None
    assert "Here it is." in club.world.look_at(result.response).text()


async def use(club: Club, player: Player, seen: Seen, kind: str, verb: Verb) -> simcord.InteractionResult:
    """Press a button with a verb, or send its form."""
    control = Control(verb, 10**6, 1)
    if kind == "press":
        return await club.world.press(player.actor, seen, control.custom_id(BUTTON))
    return await club.world.type_into_modal(player.actor, seen, control.custom_id(MODAL), "a")


async def test_press_without_a_handler_is_answered(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club["Ann"].command("new")
    table = await club.table_message()
    monkeypatch.setattr(club.bot.front, "_handle", ending(Unforeseen))
    result = await club.world.press(club["Ann"].actor, table, Control(Verb.MORE, 10**6, 1).custom_id(BUTTON))
    await club.world.env.advance_time(ACKNOWLEDGED_AFTER)
    check_answered(result, "a press")
    assert result.response is not None
    assert NO_SUCH_BUTTON in club.world.look_at(result.response).text()
    assert [type(error) for error in club.world.errors()] == [Unforeseen]


async def test_task_of_a_press_is_not_named_after_its_control(club: Club) -> None:
    """asyncio logs the name of a task that fails, and a control may name cards."""
    names = []

    async def note(*_: Any) -> None:
        names.append(repr(asyncio.current_task()))

    await club["Ann"].command("new")
    club.world.env.bot.handlers[Verb.MORE] = note  # type: ignore[attr-defined]
    custom_id = Control(Verb.MORE, 10**6, 1, "R14").custom_id(BUTTON)
    await club.world.press(club["Ann"].actor, await club.table_message(), custom_id)
    [name] = names
    assert "rk1" not in name
    assert "R14" not in name


async def test_undeliverable_answer_is_not_retried(club: Club) -> None:
    await club["Ann"].command("new")
    table = await club.table_message()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    result = await club.world.press(club["Ann"].actor, table, Control(Verb.MORE, 10**6, 1).custom_id(BUTTON))
    assert not result.acknowledged
    tried = sum(call.path.endswith("/callback") for call in club.world.env.http_requests)
    await club.world.env.advance_time(20 * 60)
    assert sum(call.path.endswith("/callback") for call in club.world.env.http_requests) == tried
