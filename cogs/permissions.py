"""Who may change a table with which control: the one list, which docs/permissions.md shows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from cogs.ui.controls import Verb


class Who(StrEnum):
    """For whom a control does something at a table; for all others it changes nothing."""

    NO_ONE = "no one: it only shows"
    ANYONE = "anyone in the channel"
    HERE = "the host, or a player at the table"
    HOST = "the host"
    SEATED = "a player at the table"
    ASKED = "the player who is asked"
    MANAGER = "the host, in a match a player, or a manager of the server"
    ONESELF = "whoever presses, about themselves"


MAY: Final[Mapping[Verb, Who]] = {
    Verb.HAND: Who.SEATED,
    **dict.fromkeys((Verb.ANSWER, Verb.CONFIRM, Verb.PICK, Verb.LAY, Verb.GROUP), Who.ASKED),
    **dict.fromkeys((Verb.OTHER_BID, Verb.BID, Verb.CALL), Who.ASKED),
    **dict.fromkeys((Verb.SIT, Verb.AGAIN), Who.ANYONE),
    **dict.fromkeys((Verb.FILL, Verb.ADD, Verb.REMOVE), Who.HERE),
    **dict.fromkeys((Verb.START, Verb.REMOVE_PLAYER, Verb.LET_BACK), Who.HOST),
    Verb.CANCEL: Who.MANAGER,
    **dict.fromkeys((Verb.LEAVE, Verb.REDEAL, Verb.TAKE_BACK, Verb.AGREE), Who.SEATED),
    **dict.fromkeys((Verb.AGAINST, Verb.WITHOUT, Verb.ASK_BACK), Who.SEATED),
    **dict.fromkeys((Verb.CHOOSE, Verb.VALUE, Verb.CODE, Verb.BOOK, Verb.COUNTED), Who.HOST),
    **dict.fromkeys((Verb.OPTIONS, Verb.SECTION, Verb.OPTION, Verb.OTHER_VALUE, Verb.ASK_CODE), Who.NO_ONE),
    **dict.fromkeys((Verb.RULES, Verb.LAST_TRICK, Verb.SHEET, Verb.MORE, Verb.PLAYERS), Who.NO_ONE),
    Verb.FORGET: Who.ONESELF,
}


def as_table() -> str:
    """The list as it stands in docs/permissions.md."""
    lines = ["| control | who may change something with it |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{verb}` | {MAY[verb]} |" for verb in Verb)])
