"""Cooldowns of users' actions: counted while under way, and not if the action failed."""

from __future__ import annotations

import pytest

from bot.delivery.cooldowns import MANY, Cooldowns, TooSoon


async def test_action_that_fails_after_its_cooldown_raises_its_own_error() -> None:
    """Its use had expired and been dropped by then, which raised a ValueError or KeyError instead."""
    times = [1000.0]
    cooldowns = Cooldowns(lambda: times[-1])

    def lose_after(*others: object) -> None:
        times.append(times[-1] + 31)
        for other in others:
            with cooldowns.doing(other, 30, "Too soon."):
                pass
        raise OSError("lost")

    with pytest.raises(OSError, match="lost"), cooldowns.doing("vote", 30, "Too soon."):
        lose_after("vote")
    with pytest.raises(TooSoon), cooldowns.doing("vote", 30, "Too soon."):
        pass  # the failed one does not undo the other
    with pytest.raises(OSError, match="lost"), cooldowns.doing("file", 30, "Too soon."):
        lose_after(*range(MANY + 1))


async def test_failed_action_may_be_repeated_at_once() -> None:
    cooldowns = Cooldowns(lambda: 1000.0)
    with pytest.raises(OSError, match="lost"), cooldowns.doing("vote", 30, "Too soon."):
        raise OSError("lost")
    with cooldowns.doing("vote", 30, "Too soon."):
        pass
    with pytest.raises(TooSoon), cooldowns.doing("vote", 30, "Too soon."):
        pass
