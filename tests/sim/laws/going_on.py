"""Law: every match continues: turns of computers and the clock are in time, idle players are replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.table.desk.present import replay
from bot.table.desk.table import Table

if TYPE_CHECKING:
    from tests.sim.laws.ledger import Account
    from tests.sim.world import World

GRACE = 5.0
"""Seconds a turn may be late."""


def stands_still(world: World, account: Account) -> Iterator[str]:
    """Problems of a table that should have continued; none if it waits rightly."""
    app = world.app_for(account.record.guild_id)
    if app.tables.reading.channel_of(account.record.id) is None:
        yield "the bot does not know the table"
        return
    table = app.tables.desk.tables.find(account.record.id)
    if table is None:  # unloaded, so it must have nothing due
        table = Table(account.record)
        replay(table, account.entries)
    is_unloaded = app.tables.desk.tables.find(account.record.id) is None
    if table.is_left_to_computers and (is_unloaded or table.clock.is_paused):
        return  # no player has been there for a while
    if table.revision != account.revision:
        yield f"the bot is at revision {table.revision}, {account.revision} is stored"
        return
    now = app.tables.desk.now()  # which no step of the machine's clock moves
    open_for = world.loop.time() - world.server.channels[account.record.channel_id].opened_at
    calm_since = now - min(world.weather.calm_for(), open_for)
    for seat, question in table.clock.questions.by_seat.items():
        since = max(question.at, calm_since)
        grace = app.settings.pace + app.settings.trick_pause + GRACE
        if seat >= 0 and table.record.seats[seat].computer and now > since + grace:
            yield f"a computer has been asked for {now - question.at:.0f} s"
    deal_at = table.next_deal_at(app.tables.desk.turn_time)
    if deal_at is not None and now > max(deal_at, calm_since) + GRACE:
        yield f"the next deal has been due for {now - deal_at:.0f} s"
    wait, clock = table.clock.questions.wait, table.clock.questions.by_seat.get(-2)
    if wait is not None and clock is not None and now > max(clock.at, calm_since) + wait.seconds + GRACE:
        yield f"the clock has been asked for {now - clock.at:.0f} s"
    limit = table.granted(app.tables.desk.turn_time).limit + app.settings.remind_after + GRACE
    # A player who comes back to a match that all had left has a whole turn again.
    waits_since = max(table.clock.changed_at, now - (world.loop.time() - account.seated_at))
    if table.keeps_others_waiting() and now > max(waits_since, calm_since) + limit:
        yield f"others have waited for {now - waits_since:.0f} s"
