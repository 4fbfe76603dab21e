"""How people hear of their turn: mentioned, by a message, or not at all; and all their tables in one list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest

from bot.models.stored import SlowReminder
from tests.e2e.players import Club, a_club

LATER = 61.0
"""Seconds until somebody is reminded, and one more."""


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Club]:
    """Four people at a table; whoever is asked is reminded after a minute."""
    async with a_club(tmp_path, remind_after=60) as club:
        await club.begin()
        yield club


def reminders(club: Club) -> list[str]:
    """What stands in the channel about whose turn it is."""
    return [seen.text() for seen in club.messages() if seen.text().startswith("⏰")]


async def messages_to(club: Club, user_id: int) -> list[str]:
    """What somebody has been sent alone."""
    channel_id = club.world.env.backend.dm_channels.get(user_id)
    if channel_id is None:
        return []
    return [seen.text() for seen in club.world.visible_messages(channel_id=channel_id)]


async def test_whoever_wants_it_gets_a_message_and_no_mention(patient: Club) -> None:
    asked = patient.asked
    said = await asked.typed("table pings", how="message")
    assert "You get a message when it's your turn." in said.sentence
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    [message] = await messages_to(patient, asked.id)
    assert message.startswith("⏰ Your turn: press *My hand*.")
    assert f"/{patient.channel_id}/" in message


async def test_a_message_that_discord_refuses_is_a_mention_after_all(patient: Club) -> None:
    asked = patient.asked
    panel = await asked.typed("table pings")
    await asked.press("Send me a message", on=panel.seen)
    with patch.object(patient.bot, "create_dm", side_effect=aiohttp.ClientError):
        await patient.world.env.advance_time(LATER)
    [reminder] = reminders(patient)
    assert f"<@{asked.id}>" in reminder


async def test_who_lays_the_last_card_is_settled_beside_the_pings(patient: Club) -> None:
    asked, settings = patient.asked, patient.app.people.settings
    panel = await asked.typed("table pings", last_card="I play it")
    assert panel.sentence.startswith("### Turn reminders\n")
    assert "Your last card: you play it yourself." in panel.sentence.replace("**", "")
    assert settings.lays_last_card(asked.id)
    panel = await asked.press("Let it play itself", on=panel.seen)
    assert "Your last card: it plays itself after a moment" in panel.sentence.replace("**", "")
    assert not settings.lays_last_card(asked.id)


async def test_whoever_mutes_the_pings_hears_nothing_and_a_restart_keeps_that(patient: Club) -> None:
    asked = patient.asked
    await asked.typed("table pings", how="mute")
    await patient.restart()
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    assert await messages_to(patient, asked.id) == []


async def test_nobody_is_reminded_in_their_quiet_hours(patient: Club) -> None:
    asked = patient.asked
    now = datetime.fromtimestamp(patient.now(), UTC)
    panel = await asked.typed("table pings", slow="halfway")
    form = await asked.press("Quiet hours …", on=panel.seen)
    wrong = await asked.submit(form, "late", "8 AM", "UTC")
    assert wrong.sentence == "Type a time such as 22:00 or 10 PM."
    form = await asked.press("Quiet hours …", on=panel.seen)
    shown = await asked.submit(form, f"{now.hour}:00", f"{(now.hour + 2) % 24}:00", "UTC")
    assert "You aren't reminded then, and" in shown.seen.text()
    await patient.world.env.advance_time(LATER)
    assert reminders(patient) == []
    assert patient.app.people.settings.slow(asked.id).reminder is SlowReminder.HALF
    ended = await asked.typed("table quiet-hours", start="off")
    assert "Quiet hours: none." in ended.sentence


async def test_of_quiet_hours_one_part_is_changed_and_the_others_stay(club: Club) -> None:
    ann = club["Ann"]
    await ann.typed("table quiet-hours", start="10:30 PM", end="12 AM", zone="Denver")
    assert "**10:30 PM to 12 AM**, America/Denver" in (await ann.typed("table quiet-hours")).text
    moved = await ann.typed("table quiet-hours", zone="Chicago")
    assert "**10:30 PM to 12 AM**, America/Chicago" in moved.text
    assert "**10:30 PM to 8 AM**, America/Chicago" in (await ann.typed("table quiet-hours", end="8")).text


async def test_my_tables_are_listed_with_whose_turn_it_is_and_a_link(patient: Club) -> None:
    asked = patient.asked
    other = patient.others(asked)[0]
    mine = (await asked.typed("table mine")).sentence
    assert "· **your turn**" in mine
    assert f"/{patient.channel_id}/{patient.table.record.message_id}" in mine
    assert f"waiting for {asked.name.capitalize()}" in (await other.typed("table mine")).sentence
    assert "You sit at no table." in (await patient["Eve"].typed("table mine")).sentence
    await patient.restart_asleep()
    assert "· **your turn**" in (await asked.typed("table mine")).sentence
