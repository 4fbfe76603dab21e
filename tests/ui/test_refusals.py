"""Pauses of channels that refused a message."""

from __future__ import annotations

from cogs.ui.refusals import FIRST_PAUSE, WOKEN_AFTER, Refusals

CHANNEL = 7


async def test_change_in_some_server_shortens_pauses_and_lengthens_none() -> None:
    """It made a pause of ten seconds, after a change in the channel's own server, ten minutes long."""
    refusals = Refusals()
    refusals.note(CHANNEL)
    refusals.note(CHANNEL)
    assert refusals.until_try(CHANNEL) > FIRST_PAUSE
    refusals.wake()
    assert WOKEN_AFTER < refusals.until_try(CHANNEL) <= FIRST_PAUSE
    refusals.wake_channel(CHANNEL)
    refusals.wake()
    assert 0 < refusals.until_try(CHANNEL) <= WOKEN_AFTER
