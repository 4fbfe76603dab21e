"""The list of a player's tables: who has the turn, since when, until when, and a link to each."""

from __future__ import annotations

import pytest

from bot.table.desk.shown import ShownTable
from cogs.people.my_tables import my_tables_panel
from cogs.table.opening import table_link
from rules.core.decisions import ChooseCard
from tests.ui.tables import first, shown

STRANGER = 9
TEXT_LIMIT = 4000
LONG = ("W" * 32, "M" * 32, "Ä" * 32, "Q" * 32)


def slow_table(number: int, due_at: float | None, *, names: tuple[str, ...] = LONG) -> ShownTable:
    """A slow table that waits for one of its players."""
    table = shown(first("kentucky", ChooseCard), names)
    return table._replace(
        id=number,
        place=table.place._replace(channel_id=10**18 + number),
        turn=table.turn._replace(hours=8, changed_at=1000.0, due_at=due_at),
    )


def text_of(*tables: ShownTable, user_id: int) -> str:
    return "\n".join(
        str(part.content)
        for part in my_tables_panel(tables, user_id).walk_children()
        if hasattr(part, "content")
    )


def asked(table: ShownTable) -> int:
    user_id = table.seats[table.turn.waiting_for[0]].user_id
    assert user_id is not None
    return user_id


def test_own_turns_come_first_with_the_soonest_to_end_on_top() -> None:
    never, late, soon = slow_table(1, None), slow_table(2, 9000.0), slow_table(3, 5000.0)
    told = text_of(never, late, soon, user_id=asked(soon))
    places = [told.index(table_link(table)) for table in (soon, late, never)]
    assert places == sorted(places)
    other = next(one.user_id for one in soon.seats if one.user_id not in {None, asked(soon)})
    assert other is not None
    theirs = text_of(soon._replace(turn=soon.turn._replace(waiting_for=())), late, user_id=asked(soon))
    assert theirs.index(table_link(late)) < theirs.index(table_link(soon))


def test_panel_says_since_when_a_player_is_asked_and_until_when() -> None:
    table = slow_table(1, 5000.0)
    own = text_of(table, user_id=asked(table))
    assert "🐢 8 hours a turn · **your turn**, asked <t:1000:R>. A computer takes over <t:5000:R>" in own
    other = next(one.user_id for one in table.seats if one.user_id not in {None, asked(table)})
    assert other is not None
    theirs = text_of(table, user_id=other)
    assert ", asked <t:1000:R>. A computer takes over <t:5000:R>" in theirs.partition("waiting for")[2]
    assert "takes over" not in text_of(slow_table(1, None), user_id=asked(table))


@pytest.mark.parametrize("name", ["W" * 32, "_*" * 16])
def test_many_tables_that_wait_for_everyone_fit_one_message(name: str) -> None:
    tables = [slow_table(number, 1.7e9, names=(name,) * 4) for number in range(1, 31)]
    everyone = range(len(tables[0].seats))
    waiting = [one._replace(turn=one.turn._replace(waiting_for=tuple(everyone))) for one in tables]
    told = text_of(*waiting, user_id=STRANGER)
    assert len(told) <= TEXT_LIMIT
    listed = told.count("waiting for")
    assert listed > 5
    assert told.endswith(f"and {30 - listed} more")
