"""Law: in quiet moments table messages and hand messages are current."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.database.database import Database
from bot.models.stored_tables import OPEN, LogEntry, TableRecord
from bot.stats.leads import Leads
from bot.table.desk.present import replay
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import season_of
from bot.table.match.chance import drawn_for
from bot.table.match.earlier_deal import first_time
from bot.table.store.evenings import EveningPlaceStore
from bot.table.turns.time_limit import TurnTime
from cogs.table.posting import panel_of
from cogs.ui.controls import IN_HANDS, Verb
from tests.sim.ids import MINUTE
from tests.sim.messages import Channel, Message, Panel
from tests.sim.reading import at_once, store_of
from tests.ui.tables import drawn_hand

if TYPE_CHECKING:
    from tests.sim.laws.ledger import Account
    from tests.sim.world import World

IN_LIVE_TABLES: Final = frozenset({Verb.MORE, Verb.SIT, Verb.START, Verb.CALL})
STORED_HAND: Final = "SELECT 1 FROM hand_messages WHERE message_id = ?"
ASKING: Final = "SELECT message_id FROM shown_messages WHERE table_id = ? AND kind = 'reminder' AND deal > 0"
TIME: Final = re.compile(r"<t:\d+:R>")
OVER: Final = "The match is over."
REACHABLE: Final = 9 * MINUTE
"""Seconds for which the bot can edit a hand, restarts included."""


def wrong_screens(world: World, account: Account) -> Iterator[str]:
    """Problems of a table's messages."""
    channel = world.server.channels[account.record.channel_id]
    table = _table(world, account)
    yield from _wrong_message(world, account, channel, table)
    if account.is_open:
        yield from _second_message(account, channel)
        yield from _wrong_hands(world, account, channel, table)
        yield from _forgotten_votes(world, channel, table)


def _table(world: World, account: Account) -> ShownTable:
    """The table as the bot shows it; a closed one from stored data."""
    desk = world.app_for(account.record.guild_id).tables.desk
    database, awake, turn_time = store_of(world.disk), desk.tables.find(account.record.id), desk.turn_time
    if awake is not None:
        return shown_table(awake, turn_time)
    return at_once(stored_table(database, account.record, account.entries, turn_time))


async def stored_table(
    database: Database, record: TableRecord, entries: Sequence[LogEntry], turn_time: TurnTime
) -> ShownTable:
    """A table as it must be shown, by what is stored of it alone."""
    stored = Table(record)
    if entries:
        replay(stored, entries)
    stored.season = await season_of(database, record)
    stored.first_time = await first_time(database, record.id)
    stored.match.drawn = await drawn_for(database, record.id)
    stored.of_evening = await EveningPlaceStore(database).evening_place(record.id) is not None
    is_open = record.status in OPEN
    stored.clock.is_paused = is_open and stored.is_left_to_computers  # the only reason to unload such a table
    return await Leads(database).on(shown_table(stored, turn_time))


def _wrong_message(world: World, account: Account, channel: Channel, table: ShownTable) -> Iterator[str]:
    number = account.record.message_id
    message = next((one for one in channel.public if one.id == number), None)
    if message is None:
        if account.is_open and world.server.deleted.get(channel.id, 0.0) < account.at:
            yield f"nobody sees the table: message {number} is not there"
        return
    wanted: Any = panel_of(table)
    if not _is_same(message.panel, wanted, with_times=_has_present_times(world, message)):
        said = Panel(wanted.to_components()).text
        yield f"its message is out of date: {message.panel.text}\nand should be: {said}"


def _has_present_times(world: World, message: Message) -> bool:
    """Whether a message was drawn after the last fault.

    A fault may move a deadline: a message drawn before tells the new one after the next change.
    """
    weather = world.weather
    return message.drawn_at > max(world.loop.time() - weather.calm_for(), weather.set_at)


def _second_message(account: Account, channel: Channel) -> Iterator[str]:
    """Problems of further messages of a table; one with a lost response may stay until it is pressed."""
    for message in channel.public:
        if message.known_at < 0 and message.id not in account.messages:
            continue
        own = message.panel.of_table
        verbs = {control.verb for control in own if control.table_id == account.record.id}
        if message.id != account.record.message_id and verbs & IN_LIVE_TABLES:
            yield f"another message looks like a live table: {message.panel.text}"


def _forgotten_votes(world: World, channel: Channel, table: ShownTable) -> Iterator[str]:
    """Stored messages that ask for a vote although no vote is open."""
    if table.voting.votes:
        return
    asking = {number for (number,) in world.disk.connection.execute(ASKING, (table.id,))}
    for message in channel.public:
        if message.id in asking and message.panel.offers(Verb.AGREE):
            yield f"a message asks for a vote, and none is open: {message.panel.text}"


def _wrong_hands(world: World, account: Account, channel: Channel, table: ShownTable) -> Iterator[str]:
    asked = world.app_for(account.record.guild_id).tables.desk.tables.find(table.id)
    if asked is None:
        return
    for seat, who in enumerate(table.seats):
        hand = None if who.user_id is None else _live_hand(world, account, channel, who.user_id)
        if hand is None or not table.is_playing:
            continue
        panel: Any = drawn_hand(table, asked.match.seat_view(seat), plan=asked.plans.get(seat))
        wanted, shown = Panel(panel.to_components()), _answers(hand.panel)
        if not _answers(wanted):
            read, says = _read(wanted), _read(hand.panel)
            with_times = _has_present_times(world, hand)
            if read != says and (with_times or timeless(read) != timeless(says)):
                yield f"seat {seat} should read {read}, and its hand says: {hand.panel.text}"
        elif not any(asked.clock.questions.is_asked(seat, revision, table.revision) for revision in shown):
            yield f"seat {seat} is asked, and its hand says: {hand.panel.text}"


def _read(panel: Panel) -> list[str]:
    """A hand's text on the table, without the note of an action, which a lost reply leaves out, and hints."""
    return [line for line in panel.text.splitlines() if not line.startswith(("✅", "💡", "-# "))]


def _live_hand(world: World, account: Account, channel: Channel, user_id: int) -> Message | None:
    """A user's newest hand message, if the bot can edit it; else None."""
    own = [one for one in channel.private.get(user_id, ()) if "### Your hand" in one.panel.text]
    if not own or own[-1].made_at < account.opened_at or own[-1].touched_at + REACHABLE < world.loop.time():
        return None
    is_ours = _is_known(world, account, own[-1]) and not _is_of_the_last(world, account, own[-1])
    return own[-1] if is_ours else None


def _is_of_the_last(world: World, account: Account, hand: Message) -> bool:
    """Whether a hand belongs to the channel's previous table."""
    asked = [press.made_at for press in world.server.presses.values() if press.original is hand]
    return OVER in hand.panel.text and any(at < account.opened_at for at in asked)


def _is_known(world: World, account: Account, hand: Message) -> bool:
    """Whether the bot can know of a hand (its row may be lost with a process)."""
    process = world.processes.serving(account.record.guild_id)
    assert process is not None
    told_at = hand.made_at if hand.id not in world.server.unheard_of else -1.0
    if max(told_at, hand.known_at) > process.began_at:
        return True
    return bool(world.disk.connection.execute(STORED_HAND, (hand.id,)).fetchall())


def _answers(panel: Panel) -> set[int]:
    """The revisions of a hand's answer controls."""
    return {one.control.revision for one in panel.all_controls if one.control.verb in IN_HANDS}


def _is_same(panel: Panel, view: Any, *, with_times: bool) -> bool:
    shown, wanted = plain(panel.parts), plain(view.to_components())
    return bool(shown == wanted or (not with_times and timeless(shown) == timeless(wanted)))


def plain(parts: Any) -> Any:
    """Components without the ids discord.py may give them."""
    if isinstance(parts, dict):
        return {key: plain(value) for key, value in parts.items() if key != "id"}
    if isinstance(parts, list | tuple):
        return [plain(one) for one in parts]
    return parts


def timeless(parts: Any) -> str:
    """The text of something without the times it tells."""
    return TIME.sub("", str(parts))
