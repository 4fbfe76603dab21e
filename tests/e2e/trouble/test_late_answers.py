"""Work of more than a second is acknowledged, and its answer is delivered to the right place."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import logging
import re
import textwrap
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from discord import app_commands

from bot.client import extension_names
from bot.computers.brief import Brief
from bot.computers.hints.reasons import Advice
from bot.table.presence import Presence
from bot.table.reading import TableReader
from cogs.dispatch.under_way import ACKNOWLEDGED_AFTER, FORM_AFTER
from cogs.framework.extension import OPENS_FORM_KEY, Extension
from cogs.ui.answers import LATE_FORM, MOMENT
from cogs.ui.controls import BUTTON, OPENS_FORM, Control
from rules.core.actions import Action, Bid
from tests.e2e.play.test_claims import to_a_claim
from tests.e2e.players import Club, QuickComputers, a_club
from tests.e2e.secrecy.secrets import check_own_hand, check_screens
from tests.e2e.worlds import Call, World

MESSAGE, LOADING, ACCEPTED, REDRAWN, FORM = 4, 5, 6, 7, 9
"""Types of first answers to an interaction, as Discord numbers them."""


class BusyComputers(QuickComputers):
    """Computer players that do not answer users until they are free."""

    def __init__(self) -> None:
        super().__init__()
        self.world: World | None = None
        self._free = asyncio.Event()

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        await self._wait()
        return await super().advise(brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        await self._wait()
        return await super().is_claim_sure(brief)

    async def be_free(self, after: float) -> None:
        """Become free after so many seconds."""
        assert self.world is not None
        await self.world.env.advance_time(after)
        self._free.set()
        await self.world.env.settle()

    async def _wait(self) -> None:
        assert self.world is not None
        await self.world.env.external_wait(self._free.wait(), reason="the worker is busy")


@pytest.fixture
def computers() -> BusyComputers:
    return BusyComputers()


@pytest.fixture
async def club(tmp_path: Path, computers: BusyComputers) -> AsyncIterator[Club]:
    async with a_club(tmp_path, computers=computers) as club:
        computers.world = club.world
        yield club


def first_answers(club: Club) -> list[int]:
    """Types of the first answers to interactions, in order."""
    calls = club.world.env.http_requests
    return [call.json["type"] for call in calls if call.path.endswith("/callback")]  # type: ignore[index]


async def test_hint_of_busy_worker_is_shown_in_pressed_hand(club: Club, computers: BusyComputers) -> None:
    await club.begin()
    player = club.asked
    hand = player.hand()
    await player.press("Hint", on=hand)
    await computers.be_free(after=3)
    assert first_answers(club)[-1] == ACCEPTED
    assert player.hand().id == hand.id
    assert "💡" in player.hand().text()
    check_own_hand(player)
    check_screens(club)
    await player.answer(Bid(75))
    assert "💡" not in player.hand().text(), "it is kept up to date"


async def test_hint_by_command_of_busy_worker_fills_private_message(
    club: Club, computers: BusyComputers
) -> None:
    await club.begin()
    player = club.asked
    reply = await player.typed("rook hint")
    await computers.be_free(after=3)
    assert first_answers(club)[-1] == LOADING
    assert [message.ephemeral for message in reply.messages] == [True]
    assert "💡" in reply.text
    check_own_hand(player)
    check_screens(club)
    await player.answer(Bid(75))
    assert "💡" not in player.hand().text(), "it is kept up to date"


@pytest.mark.parametrize("by_command", [True, False])
async def test_refused_hint_of_busy_worker_is_private(
    club: Club, computers: BusyComputers, *, by_command: bool
) -> None:
    await club.begin()
    player = club.asked
    reply = await (player.typed("rook hint") if by_command else player.press_hand("Hint"))
    await club.world.env.advance_time(2)
    await player.answer(Bid(75))
    await computers.be_free(after=1)
    assert "moved on" in reply.sentence or "turn" in reply.sentence
    check_screens(club)


async def test_refusal_that_discord_lost_is_told_again(
    club: Club, computers: BusyComputers, caplog: pytest.LogCaptureFixture
) -> None:
    await club.begin()
    player = club.asked
    reply = await player.typed("rook hint")
    await club.world.env.advance_time(2)
    await player.answer(Bid(75))
    club.world.make_fail(Call.EDIT_HAND, status=503)
    await computers.be_free(after=1)
    assert "moved on" in reply.sentence or "turn" in reply.sentence
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("is_sure", [True, False])
@pytest.mark.parametrize("by_command", [True, False])
async def test_claim_of_busy_worker_is_public(
    club: Club, computers: BusyComputers, *, by_command: bool, is_sure: bool
) -> None:
    await club.begin(deals=20)
    player = await to_a_claim(club, sure=is_sure)
    await player.press("My hand")
    before = {seen.id for seen in club["Eve"].messages()}
    await (player.typed("rook claim") if by_command else player.press_hand("Claim the rest"))
    await computers.be_free(after=3)
    assert first_answers(club)[-1] == (LOADING if by_command else ACCEPTED)
    new = "\n".join(seen.text() for seen in club["Eve"].messages() if seen.id not in before)
    assert "tricks that are left" in new or "tricks that were left" in new
    assert not any(MOMENT in seen.text() for seen in player.messages())
    if not is_sure:
        vote = next(seen for seen in reversed(club.messages()) if "Yes" in seen.buttons())
        answered = await club.others(player)[0].press("No", on=vote)
        assert "The deal is played to its end." in answered.text


async def test_hint_within_a_second_is_answered_at_once(club: Club, computers: BusyComputers) -> None:
    await club.begin()
    await club.asked.press_hand("Hint")
    await computers.be_free(after=0.9)
    assert first_answers(club)[-1] == REDRAWN
    await club.world.env.advance_time(5)
    assert first_answers(club)[-1] == REDRAWN, "what is answered is not acknowledged"


async def test_handler_that_answers_as_the_timer_expires_answers_once(
    club: Club, computers: BusyComputers
) -> None:
    await club.begin()
    player = club.asked
    club.world.delay_call(Call.ANSWER)  # the acknowledgement has not arrived yet
    await player.press_hand("Hint")
    await computers.be_free(after=ACKNOWLEDGED_AFTER)
    assert "💡" not in player.hand().text()
    await club.world.let_through()
    assert first_answers(club)[-1] == ACCEPTED
    assert "💡" in player.hand().text()
    assert club.world.errors() == []


@pytest.mark.parametrize("is_lost", [True, False])
async def test_answer_arrives_after_failed_or_unconfirmed_acknowledgement(
    club: Club, computers: BusyComputers, *, is_lost: bool
) -> None:
    await club.begin()
    player = club.asked
    await player.press_hand("Hint")
    if is_lost:
        club.world.lose_answers(Call.ANSWER)
    else:
        club.world.make_fail(Call.ANSWER, status=503)
    await computers.be_free(after=2)
    assert "💡" in player.hand().text()
    check_own_hand(player)
    check_screens(club)


async def test_own_hand_pressed_on_table_is_private_however_late(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    player, free = club.asked, asyncio.Event()
    table, come_back = await club.table_message(), club.app.tables.presence.come_back

    async def slow(*about: Any, **named: Any) -> Any:
        await club.world.env.external_wait(free.wait(), reason="the database is slow")
        return await come_back(*about, **named)

    monkeypatch.setattr(Presence, "come_back", staticmethod(slow))
    reply = await player.press("My hand", on=table)
    await club.world.env.advance_time(2)
    free.set()
    await club.world.env.settle()
    assert first_answers(club)[-1] == ACCEPTED
    assert reply.messages[-1].ephemeral
    assert (await club.table_message()).id == table.id
    check_own_hand(player)
    check_screens(club)


async def test_form_is_never_acknowledged_and_is_refused_if_late(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin()
    player, free = club.asked, asyncio.Event()
    question = club.app.tables.reading.question

    async def slow(*about: Any) -> Any:
        await club.world.env.external_wait(free.wait(), reason="the database is slow")
        return await question(*about)

    monkeypatch.setattr(TableReader, "question", staticmethod(slow))
    await player.press_hand("Another bid …")
    await club.world.env.advance_time(FORM_AFTER - 0.1)
    free.set()
    await club.world.env.settle()
    assert first_answers(club)[-1] == FORM
    free.clear()
    reply = await player.press_hand("Another bid …")
    await club.world.env.advance_time(FORM_AFTER)
    free.set()
    await club.world.env.settle()
    assert LATE_FORM in reply.sentence


class AskedComputers(QuickComputers):
    """Computer players that record whether they are asked for a user."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked = False

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        self.is_asked = True
        return await super().advise(brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        self.is_asked = True
        return await super().is_claim_sure(brief)

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        self.is_asked = True
        return await super().choose(kind, brief, seed)


async def test_forms_and_autocompletion_never_ask_the_worker(tmp_path: Path) -> None:
    computers = AskedComputers()
    async with a_club(tmp_path, computers=computers) as club:
        await club.begin()
        player, owner, asks = club.asked, club.world.owner, list[str]()

        async def ask(question: Any, *_: Any) -> Any:
            asks.append(question.__name__)
            raise AssertionError("the worker was asked")

        for service in (club.app.replay.analyses, club.app.daily):
            vars(service)["_ask"] = ask
        for verb in OPENS_FORM:
            control = Control(verb, club.table.record.id, club.table.revision, "1")
            await club.world.press(player.actor, player.hand(), control.custom_id(BUTTON))
        tree = club.world.env.bot.tree  # type: ignore[attr-defined]
        for command in tree.walk_commands():
            for one in getattr(command, "parameters", ()):
                if one.autocomplete:
                    await owner.autocomplete(club.world.channel, command.qualified_name, one.name, "a")
        assert not computers.is_asked
        assert not asks
        club.world.errors()


def test_every_handler_that_shows_a_form_is_registered() -> None:
    shown, declared = set[str](), set[str]()
    for name in extension_names():
        module = importlib.import_module(name)
        calls = calls_of(module)
        cogs = [one for one in vars(module).values() if inspect.isclass(one) and issubclass(one, Extension)]
        for cog in cogs:
            shown |= {
                verb for verb, press in cog.presses.items() if shows_form(press.handler.__name__, calls)
            }
            for command in (one for own in cog.typed for one in own.commands):
                callback: Any = command.callback
                shown |= {command.name} if shows_form(callback.__name__, calls) else set()
                declared |= {command.name} if command.extras.get(OPENS_FORM_KEY) else set()
    assert shown == OPENS_FORM | declared


def calls_of(module: ModuleType) -> dict[str, set[str]]:
    """The names that each function of a module in cogs calls; ``show_form`` as a method, too."""
    commands = (one for one in vars(module).values() if isinstance(one, app_commands.Command))
    functions = [one for one in vars(module).values() if inspect.isfunction(one)]
    functions += [command.callback for command in commands]  # type: ignore[misc]
    return {
        one.__name__: {
            getattr(node.func, "id", "show_form" if getattr(node.func, "attr", "") == "show_form" else "")
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(one))))
            if isinstance(node, ast.Call)
        }
        for one in functions
        if one.__module__.startswith("cogs.")
    }


def shows_form(name: str, calls: Mapping[str, set[str]], seen: frozenset[str] = frozenset()) -> bool:
    """Whether a function shows a form, directly or by its calls in the module."""
    own = calls.get(name, set()) - seen
    return "show_form" in own or any(
        shows_form(called, calls, seen | own) for called in own if called in calls
    )


def test_only_one_module_answers_interactions() -> None:
    """A module that answers with discord.py's own methods ignores acknowledgements."""
    known = re.compile(r"\.(response\.|edit_original|original_response|delete_original|followup\.send)")
    files = [file for file in Path("cogs").rglob("*.py") if known.search(file.read_text())]
    assert sorted(map(str, files)) == ["cogs/dispatch/under_way.py", "cogs/ui/answers.py"]
