"""A new table: the game somebody asks for, and for how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.play.lobby import EMPTY, Person, check_number
from bot.play.seating import Sit
from bot.store.stored import Status, TableRecord
from rules.catalog import agreed_on
from rules.core.protocol import OptionValue
from rules.versions import NEWEST

USUAL: Final = 4
"""Players at a table where nobody says otherwise."""


def new_table(
    guild_id: int,
    channel_id: int,
    host: Person,
    key: str,
    options: Mapping[str, OptionValue],
    number: int | None,
    at: float,
) -> TableRecord:
    """A table that is not stored yet, its host on the first seat; for four where nobody says otherwise.

    Raises:
        Refused: the game is not for so many.
        InvalidOption: no such game, or options that do not fit it.
    """
    game = agreed_on(key, options)
    if number is None:
        is_for_four = USUAL in game.about.seats and game.about.kind != "patience"
        number = USUAL if is_for_four else game.about.seats[0]
    check_number(game.about, number)
    table = TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        game=game.about.key,
        options=game.changes(),
        seats=(EMPTY,) * number,
        status=Status.LOBBY,
        revision=0,
        message_id=None,
        created_at=at,
        rules_version=NEWEST,
    )
    return Sit(host).applied_to(table)
