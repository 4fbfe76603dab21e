"""What is known to be wrong and waits to be repaired: met, it is counted and does not end the simulation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tests.sim.laws import Violation
    from tests.sim.ledger import Account
    from tests.sim.world import World

FAILED: Final = re.compile(r"error code: (10008|10062|40060|50027|0)\b|ServerDisconnected|10015")


class Known(NamedTuple):
    """Something that is wrong, and how it is recognized."""

    reason: str
    law: str
    fits: Callable[[World, Violation, Account | None], bool]


def known_reason(world: World, violation: Violation) -> str | None:
    """Why a violation is no news; None where it is."""
    number = violation.table_id
    account = None if number is None else world.laws.ledger.accounts.get(number)
    return next(
        (one.reason for one in KNOWN if one.law == violation.law and one.fits(world, violation, account)),
        None,
    )


def _callback_failed(world: World, violation: Violation, account: Account | None) -> bool:
    return FAILED.search(violation.what) is not None


def _ended_in_trouble(world: World, violation: Violation, account: Account | None) -> bool:
    return (
        account is not None
        and not account.is_open
        and "out of date" in violation.what
        and world.weather.was_bad(account.at - 1, account.at + 10)
    )


def _out_of_reach(world: World, violation: Violation, account: Account | None) -> bool:
    return (
        account is not None
        and account.is_open
        and ("out of date" in violation.what or "nobody sees" in violation.what)
        and world.weather.was_bad(account.at - 1, account.at + 10)
    )


def _answered_as_the_turn_came(world: World, violation: Violation, account: Account | None) -> bool:
    return (
        account is not None
        and "is asked, and its hand says" in violation.what
        and world.weather.was_bad(account.at - 5, account.at + 5)
    )


def _second_after_lost_answer(world: World, violation: Violation, account: Account | None) -> bool:
    return (
        account is not None
        and "another message" in violation.what
        and world.weather.was_bad(account.opened_at, account.at + 10)
    )


def _gone_unheard(world: World, violation: Violation, account: Account | None) -> bool:
    return True


SHOWN: Final = "what is shown is what holds"
KNOWN: Final = (
    Known(
        "an answer that fails because Discord or the message is gone is logged with a traceback",
        "nothing unexpected happens",
        _callback_failed,
    ),
    Known(
        "the final message is lost where the process stops or the channel is out of reach just then",
        SHOWN,
        _ended_in_trouble,
    ),
    Known("a table that could not be shown is not shown until it changes again", SHOWN, _out_of_reach),
    Known(
        "a hand that is being answered as its turn comes is not refreshed", SHOWN, _answered_as_the_turn_came
    ),
    Known("after a lost answer two messages look like live tables", SHOWN, _second_after_lost_answer),
    Known(
        "a channel that is deleted while the bot hears nothing leaves its match open",
        "a match ends with its channel",
        _gone_unheard,
    ),
)
