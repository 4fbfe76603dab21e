"""A hand that is being sent while its owner's turn begins shows the turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.table.desk.shown import ShownTable
from cogs.hand import refreshes as hand_refreshes
from cogs.hand.messages import Hands, people
from cogs.ui import hand_tokens
from cogs.ui.controls import Control, Verb
from cogs.ui.hand_tokens import HandTokens
from cogs.ui.renderings import Renderings
from rules.core.actions import Bid, Redeal
from tests.inline import InlineComputers
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, asked, begin, settings_for

PEOPLE = (ANN, BEN, CLEO, DAN)
LOOKED_UP = Control(Verb.MORE, 0, 0)
"""A control that hands and other messages have."""


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(settings_for(tmp_path / "rookery.sqlite3"), computers=InlineComputers()) as app:
        yield app


class SlowDiscord:
    """A slow Discord: an answer arrives when it is allowed to, an edit through a token at once."""

    def __init__(self) -> None:
        self.on_its_way = asyncio.Event()
        self.may_arrive = asyncio.Event()
        self.editing = asyncio.Event()
        self.may_be_edited = asyncio.Event()
        self.may_be_edited.set()
        self.edited: asyncio.Queue[str] = asyncio.Queue()
        self.last_edited = 0
        self.failures = 0
        """Number of further edits that fail."""
        self.is_deleted = False
        """Whether the next edit finds its message deleted."""
        self._presses = count(1)

    async def send_message(self, *, view: discord.ui.LayoutView, ephemeral: bool) -> Any:
        self.on_its_way.set()
        await self.may_arrive.wait()
        return SimpleNamespace(message_id=77)

    async def edit_message(self, message_id: int, *, view: discord.ui.LayoutView) -> None:
        if self.failures:
            self.failures -= 1
            raise aiohttp.ServerDisconnectedError
        self.editing.set()
        await self.may_be_edited.wait()
        if self.is_deleted:
            self.is_deleted = False
            raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="Not Found")), "")
        self.last_edited = message_id
        self.edited.put_nowait(str(view.to_components()))  # type: ignore[no-untyped-call]

    async def defer(self, **_: bool) -> None:
        raise aiohttp.ServerDisconnectedError

    def is_done(self) -> bool:
        return False

    def press_of(
        self, user_id: int, on: int | None = None, *, is_private: bool = True
    ) -> discord.Interaction[Any]:
        """The press of *My hand*, or of a control on the message with that id."""
        flags = SimpleNamespace(ephemeral=is_private)
        pressed = SimpleNamespace(
            type=discord.InteractionType.component,
            channel_id=CHANNEL,
            user=SimpleNamespace(id=user_id),
            message=None if on is None else SimpleNamespace(id=on, flags=flags),
            token=f"token {next(self._presses)}",
            response=self if on is None else SimpleNamespace(is_done=lambda: True),
            followup=None,
            extras={},
            client=SimpleNamespace(app=SimpleNamespace(delivery=SimpleNamespace(card_faces=None))),
        )
        return cast("discord.Interaction[Any]", pressed)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> SlowDiscord:
    """A Discord on which no answer arrives before it is allowed to."""
    far = SlowDiscord()
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: far)
    return far


@pytest.fixture
def tokens(app: App) -> HandTokens:
    return HandTokens(cast("RookeryBot", SimpleNamespace(app=app, application_id=1)))


@pytest.fixture
async def hands(app: App, far: SlowDiscord, tokens: HandTokens) -> AsyncIterator[Hands]:
    hands = Hands(cast("RookeryBot", SimpleNamespace(app=app)), tokens, Renderings())
    yield hands
    await hands.close(0, is_over=False)


def after(first: int) -> int:
    """The id of the player who bids after a given one."""
    ids = [person.id for person in PEOPLE]
    return ids[(ids.index(first) + 1) % 4]


async def match_with_hand_updates(app: App, hands: Hands) -> ShownTable:
    """A match with changes that are shown on hands."""
    app.tables.desk.listen(lambda update: hands.refresh(update.table, people(update.table.seats)))
    return await begin(app.tables, *PEOPLE)


async def hand_shown_to_asked_player(app: App, hands: Hands, far: SlowDiscord) -> int:
    """Start a match and show its first bidder the hand, with one edit of it on its way."""
    far.may_arrive.set()
    table = await begin(app.tables, *PEOPLE)
    first = asked(table)
    await hands.send(far.press_of(first), await app.tables.reading.hand(CHANNEL, first))
    far.may_be_edited.clear()
    hands.refresh(table, [first])
    await far.editing.wait()  # drawn while the player was still asked
    return first


async def test_first_hand_in_transit_shows_turn_that_begins(app: App, hands: Hands, far: SlowDiscord) -> None:
    first = asked(await match_with_hand_updates(app, hands))
    second = after(first)

    async def look() -> None:
        interaction = far.press_of(second)
        with hands.answering(interaction):
            await hands.send(interaction, await app.tables.reading.hand(CHANNEL, second))

    looking = asyncio.create_task(look())
    await far.on_its_way.wait()
    await app.tables.play.act(CHANNEL, first, Bid(70))
    assert asked(await app.tables.reading.shown(CHANNEL)) == second
    far.may_arrive.set()
    await looking
    shown = await asyncio.wait_for(far.edited.get(), 5)
    assert "Waiting for" not in shown
    assert "rk1:do:" in shown


async def test_hand_that_failed_to_arrive_is_sent_again(
    app: App, hands: Hands, far: SlowDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_refreshes, "FIRST_PAUSE", 0.001)
    far.may_arrive.set()
    first = asked(await match_with_hand_updates(app, hands))
    second = after(first)
    await hands.send(far.press_of(second), await app.tables.reading.hand(CHANNEL, second))
    far.failures = 3
    await app.tables.play.act(CHANNEL, first, Bid(70))
    assert "rk1:do:" in await asyncio.wait_for(far.edited.get(), 5)


async def test_press_overtaking_an_edit_of_the_hand_shows_newest_state(
    app: App, hands: Hands, far: SlowDiscord
) -> None:
    first = await hand_shown_to_asked_player(app, hands, far)

    acted = await app.tables.play.act(CHANNEL, first, Bid(70))
    await hands.send(far.press_of(first), acted)
    far.may_be_edited.set()

    assert "Waiting for" not in await asyncio.wait_for(far.edited.get(), 5)
    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)


async def test_edit_arriving_during_a_press_causes_another_edit(
    app: App, hands: Hands, far: SlowDiscord
) -> None:
    first = await hand_shown_to_asked_player(app, hands, far)
    far.may_arrive.clear()
    far.on_its_way.clear()

    async def act() -> None:
        interaction = far.press_of(first)
        with hands.answering(interaction):
            await hands.send(interaction, await app.tables.play.act(CHANNEL, first, Bid(70)))

    acting = asyncio.create_task(act())
    await far.on_its_way.wait()
    far.may_be_edited.set()
    assert "Waiting for" not in await asyncio.wait_for(far.edited.get(), 5)
    far.may_arrive.set()
    await acting

    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)


async def test_new_hand_stays_reachable_after_failed_edit_of_earlier_one(
    app: App, hands: Hands, far: SlowDiscord
) -> None:
    first = await hand_shown_to_asked_player(app, hands, far)

    await hands.send(far.press_of(first), await app.tables.play.act(CHANNEL, first, Bid(70)))
    far.is_deleted = True
    far.may_be_edited.set()

    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)


async def test_new_hand_sent_during_failed_edit_shows_later_changes(
    app: App, hands: Hands, far: SlowDiscord
) -> None:
    first = await hand_shown_to_asked_player(app, hands, far)
    far.may_arrive.clear()
    far.on_its_way.clear()

    async def look() -> None:
        interaction = far.press_of(first)
        with hands.answering(interaction):
            await hands.send(interaction, await app.tables.reading.hand(CHANNEL, first))

    looking = asyncio.create_task(look())
    await far.on_its_way.wait()
    far.is_deleted = True
    far.may_be_edited.set()
    await app.tables.play.act(CHANNEL, first, Bid(70))
    far.may_arrive.set()
    await looking

    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)


async def test_only_owners_press_extends_the_time_to_edit_a_hand(
    app: App, hands: Hands, far: SlowDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await _out_of_reach(app, hands, far, monkeypatch)

    await hands.renew_token(far.press_of(first, on=77), LOOKED_UP)
    await hands.renew_token(far.press_of(second, on=78), LOOKED_UP)
    before = asyncio.all_tasks()
    await app.tables.play.act(CHANNEL, first, Bid(70))
    await asyncio.wait(asyncio.all_tasks() - before)  # every later change is shown by now
    assert far.edited.empty()


async def test_any_press_of_owner_extends_the_time_to_edit_a_hand(
    app: App, hands: Hands, far: SlowDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await _out_of_reach(app, hands, far, monkeypatch)
    await app.tables.play.act(CHANNEL, first, Bid(70))

    await hands.renew_token(far.press_of(second, on=77), LOOKED_UP)
    behind = await asyncio.wait_for(far.edited.get(), 5)
    assert "bid 75" in behind, "the turn that came while it was out of reach is shown"
    await app.tables.play.act(CHANNEL, second, Bid(75))
    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)


async def test_unknown_hand_is_recognized_by_press_on_its_own_controls(
    app: App, hands: Hands, far: SlowDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await _out_of_reach(app, hands, far, monkeypatch)
    hands.drop_expired()
    table = await app.tables.play.act(CHANNEL, first, Bid(70))
    phrases = Control(Verb.PHRASES, table.table.id, 1)

    await hands.renew_token(far.press_of(second, on=77), Control(Verb.MORE, table.table.id, 1))
    await hands.renew_token(far.press_of(second, on=77, is_private=False), phrases)
    assert not hands.reaches(table.table, second), "a message of another kind stays what it is"
    await hands.renew_token(far.press_of(second, on=77), phrases)
    assert "bid 75" in await asyncio.wait_for(far.edited.get(), 5)
    await hands.renew_token(far.press_of(second, on=66), phrases)
    await app.tables.play.act(CHANNEL, second, Bid(75))
    assert "Waiting for" in await asyncio.wait_for(far.edited.get(), 5)
    assert far.last_edited == 77, "an older one does not take the place of the hand"


async def _out_of_reach(
    app: App, hands: Hands, far: SlowDiscord, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """Ids of the first and the next asked player; the hand of the second is too old to edit."""
    far.may_arrive.set()
    first = asked(await match_with_hand_updates(app, hands))
    second = after(first)
    with monkeypatch.context() as long_ago:
        long_ago.setattr(hand_tokens, "TOKEN_LIFE", 0)
        await hands.send(far.press_of(second), await app.tables.reading.hand(CHANNEL, second))
    return first, second


async def test_result_of_action_is_not_shown_in_later_deal(app: App, hands: Hands, far: SlowDiscord) -> None:
    first = asked(await begin(app.tables, *PEOPLE))
    far.may_arrive.set()
    await hands.send(far.press_of(first), await app.tables.reading.hand(CHANNEL, first))
    pressed = far.press_of(first)
    acted = await app.tables.play.act(CHANNEL, first, Bid(70))
    with hands.answering(pressed):
        await hands.acknowledge(pressed, acted, Bid(70))
    await app.tables.play.rule(CHANNEL, first, Redeal(next_dealer=False))
    hands.refresh(await app.tables.reading.shown(CHANNEL), [first])
    assert "You bid 70" not in await asyncio.wait_for(far.edited.get(), 5)
