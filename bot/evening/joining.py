"""Guests of an evening: they join before it starts or later, and may leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import Refused
from bot.common.text import kept_name
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_evenings import EveningGuest, EveningRecord
from bot.table.lobby.before_match import NAME_LIMIT, Person

MOST_GUESTS: Final = 100
"""25 tables: no message has room for more, and Discord limits how fast threads are created."""
QUARTET: Final = 4
SIGN_UP_FOR: Final = 24 * 3600.0
"""Seconds after which an evening that was not started ends."""
OVER: Final = "That evening is over. `/night board` shows how it ended."
FULL: Final = f"{MOST_GUESTS} have joined, and that's the most. You can join once someone leaves."
FULL_TO_THE_END: Final = f"{MOST_GUESTS} have joined this evening, and that's the most. Join the next one."
FOUR_PLAY: Final = "Four play, and four have joined. You can join once someone leaves."
JOINED: Final = "You've joined already."
NOT_JOINED: Final = "You haven't joined this evening."


def joined(evening: EveningRecord, person: Person) -> EveningRecord:
    """The evening with a person added, who plays from the next round on (or from the start).

    They host it if no one else is there. Raises ``Refused`` if they have joined already, the evening is over,
    or no seat is left.
    """
    check_open(evening)
    there = evening.guest(person.id)
    if there is not None and there.is_here:
        raise Refused(JOINED)
    if evening.kind is EveningKind.ROTATING and len(evening.here) >= QUARTET:
        raise Refused(FOUR_PLAY)
    if len(evening.guests) - (there is not None) >= MOST_GUESTS:
        raise Refused(FULL if evening.status is EveningStatus.SIGN_UP else FULL_TO_THE_END)
    host_id = evening.host_id if evening.here else person.id
    joining = EveningGuest(person.id, kept_name(person.name, NAME_LIMIT))
    return replace(evening, host_id=host_id).with_guest(joining)


def left(evening: EveningRecord, user_id: int) -> EveningRecord:
    """The evening after a guest left: removed before the start, later kept with their score.

    If the host leaves, the guest who joined first of those left becomes host.

    Raises ``Refused`` if they have not joined, or the evening is over.
    """
    check_open(evening)
    there = evening.guest(user_id)
    if there is None or not there.is_here:
        raise Refused(NOT_JOINED)
    if evening.status is EveningStatus.PLAYING:
        after = evening.with_guest(there._replace(is_here=False))
    else:
        guests = tuple(guest for guest in evening.guests if guest.user_id != user_id)
        after = replace(evening, guests=guests)
    if user_id != evening.host_id or not after.here:
        return after
    return replace(after, host_id=after.here[0].user_id)


def check_open(evening: EveningRecord) -> None:
    """Raise ``Refused`` if an evening is over."""
    if evening.status is EveningStatus.OVER:
        raise Refused(OVER)


def check_host(host_id: int, user_id: int, *, may_manage: bool) -> None:
    """Raise ``Refused`` unless a user is the host of an evening or a manager of the server."""
    if user_id != host_id and not may_manage:
        raise Refused("Only the evening's host or a server manager can do that.")
