"""How players learn of their turn: by mention, by private message, or not at all; their list of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest

from bot.models.stored_settings import SlowReminder
from tests.e2e.players import Club, a_club

LATER = 61.0
"""One second more than the delay of a reminder."""


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Club]:
    """Four players at a table; the asked player is reminded after a minute."""
    async with a_club(tmp_path, remind_after=60) as club:
        await club.begin()
        yield club


def reminders(club: Club) -> list[str]:
    """The channel's reminders of a turn."""
    return [seen.text() for seen in club.messages() if seen.text().startswith("⏰")]


async def messages_to(club: Club, user_id: int) -> list[str]:
    """Private messages to a user."""
    channel_id = club.world.env.backend.dm_channels.get(user_id)
    if channel_id is None:
        return []
    return [seen.text() for seen in club.world.visible_messages(channel_id=channel_id)]


async def test_private_message_replaces_mention_if_chosen(patient: Club) -> None:
    asked = patient.asked
    panel = await asked.typed("me settings")
    panel = await asked.press("Send me a message", on=panel.seen)
    assert "You get a message when it's your turn." in panel.seen.text()
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    [message] = await messages_to(patient, asked.id)
    assert message.startswith("⏰ Your turn: press *My hand*.")
    assert f"/{patient.channel_id}/" in message


async def test_refused_private_message_becomes_a_mention(patient: Club) -> None:
    asked = patient.asked
    panel = await asked.typed("me settings")
    await asked.press("Send me a message", on=panel.seen)
    with patch.object(patient.bot, "create_dm", side_effect=aiohttp.ClientError):
        await patient.world.env.advance_time(LATER)
    [reminder] = reminders(patient)
    assert f"<@{asked.id}>" in reminder


async def test_last_card_setting_is_changed_in_ping_panel(patient: Club) -> None:
    asked, settings = patient.asked, patient.app.people.settings
    panel = await asked.typed("me settings")
    assert panel.sentence.startswith("### Your settings\n")
    panel = await asked.press("Play it myself", on=panel.seen)
    assert "Your last card: you play it yourself." in panel.sentence.replace("**", "")
    assert settings.lays_last_card(asked.id)
    panel = await asked.press("Let it play itself", on=panel.seen)
    assert "Your last card: it plays itself after a moment" in panel.sentence.replace("**", "")
    assert not settings.lays_last_card(asked.id)


async def test_muted_pings_stay_muted_after_restart(patient: Club) -> None:
    asked = patient.asked
    panel = await asked.typed("me settings")
    await asked.press("Mute the pings", on=panel.seen)
    await patient.restart()
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    assert await messages_to(patient, asked.id) == []


async def test_quiet_hours_suppress_reminders(patient: Club) -> None:
    asked = patient.asked
    now = datetime.fromtimestamp(patient.now(), UTC)
    panel = await asked.typed("me settings")
    panel = await asked.press_id(panel.seen.menus()[0], on=panel.seen, values=["half"])
    form = await asked.press("Quiet hours …", on=panel.seen)
    wrong = await asked.submit(form, "late", "8 AM", "UTC")
    assert wrong.sentence == "Type a time such as 22:00 or 10 PM."
    form = await asked.press("Quiet hours …", on=panel.seen)
    shown = await asked.submit(form, f"{now.hour}:00", f"{(now.hour + 2) % 24}:00", "UTC")
    assert "You aren't reminded then, and" in shown.seen.text()
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    assert patient.app.people.settings.slow(asked.id).reminder is SlowReminder.HALF
    ended = await asked.press("End quiet hours", on=shown.seen)
    assert "Quiet hours: none." in ended.seen.text()


async def test_form_for_quiet_hours_shows_the_present_ones(club: Club) -> None:
    ann = club["Ann"]
    panel = await ann.typed("me settings")
    form = await ann.press("Quiet hours …", on=panel.seen)
    panel = await ann.submit(form, "10:30 PM", "12 AM", "Denver")
    assert "**10:30 PM to 12 AM**, America/Denver" in panel.seen.text()
    form = await ann.press("Quiet hours …", on=panel.seen)
    assert form.result.modal is not None
    fields = [label["component"]["value"] for label in form.result.modal["components"]]
    assert fields == ["10:30 PM", "12 AM", "America/Denver"]


async def test_cards_in_words_are_chosen_and_unchosen_in_settings(club: Club) -> None:
    ann, settings = club["Ann"], club.app.people.settings
    panel = await ann.typed("me settings")
    panel = await ann.press("Cards in words", on=panel.seen)
    assert settings.sees_words(ann.id)
    await ann.press("Draw my cards", on=panel.seen)
    assert not settings.sees_words(ann.id)


async def test_my_tables_lists_turn_and_link_of_each_table(patient: Club) -> None:
    asked = patient.asked
    other = patient.others(asked)[0]
    mine = (await asked.typed("table mine")).sentence
    assert "· **your turn**" in mine
    assert f"/{patient.channel_id}/{patient.table.record.message_id}" in mine
    assert f"waiting for {asked.name.capitalize()}" in (await other.typed("table mine")).sentence
    assert "You sit at no table." in (await patient["Eve"].typed("table mine")).sentence
    await patient.restart_unloaded()
    assert "· **your turn**" in (await asked.typed("table mine")).sentence
