"""A table as everyone may see it, and as one of its players does."""

from __future__ import annotations

from bot.models.stored import Status
from bot.table.desk.phrases import still_seated
from bot.table.desk.shown import (
    ShownEnd,
    ShownHand,
    ShownKind,
    ShownLobby,
    ShownMatch,
    ShownPlace,
    ShownRules,
    ShownTable,
    ShownTalk,
    ShownTurn,
    ShownVoting,
)
from bot.table.desk.table import Table
from bot.table.desk.turn_limits import closes_at, kept_until_next_deal, stand_in_times
from bot.table.lobby.lining_up import partners_of, unfit
from bot.table.match.deal_end import as_told
from bot.table.match.deal_played import deal_played
from bot.table.turns.time_limit import TurnTime
from rules.core.decisions import Seat


def shown_table(table: Table, turn_time: TurnTime) -> ShownTable:
    """What everyone may know of the table."""
    record = table.record
    deal_end, dealt_again = as_told(table.match.deal_end)
    is_told = deal_end and not table.match.drawn  # the same deal may go on at other tables
    played = deal_played(table.match.game, table.match.briefing.events) if is_told else None
    # By position: there is one at each act, and names would take several times as long.
    return ShownTable(
        record.id,
        ShownPlace(record.guild_id, record.channel_id, record.parent_id, record.message_id),
        record.host_id,
        record.revision,
        record.status,
        table.seats,
        ShownRules(
            table.match.game.about,
            table.match.game.options,
            table.match.rules.changes,
            record.rules_version,
            table.match.game.words,
            table.match.rules.has_claims,
            record.rules_name,
        ),
        ShownMatch(
            table.match.seen(),
            table.first_time,
            deal_end,
            played,
            dealt_again,
            table.match.seal(record, is_over=bool(deal_end)),
        ),
        _shown_turn(table, turn_time),
        ShownVoting(
            table.voting.shown(turn_time.clock).votes,
            table.voting.missing(record) if table.voting.votes else {},
            table.voting.decided,
            table.may_take_back(),
        ),
        ShownKind(record.counted, record.leaving, record.settled, table.season, table.of_evening),
        ShownLobby(
            table.lobby_news,
            None if table.season is None else unfit(record, table.season),
            partners_of(table.match.game, len(record.seats)) if record.status is Status.LOBBY else (),
        ),
        ShownTalk(record.allowed, still_seated(table.said, record.seats) if table.said else ()),
        ShownEnd(record.ended, record.ended_by, _on_calendar(closes_at(table, turn_time), turn_time)),
    )


def _shown_turn(table: Table, turn_time: TurnTime) -> ShownTurn:
    """Who is asked something, and what happens when by the clock."""
    return ShownTurn(
        tuple([seat for seat in table.clock.questions.by_seat if seat >= 0]),
        table.people_asked(),
        _on_calendar(min(stand_in_times(table, turn_time).values(), default=None), turn_time),
        kept_until_next_deal(table, turn_time),
        None if table.clock.is_paused else _on_calendar(table.clock.next_deal_at(turn_time), turn_time),
        _on_calendar(table.time_is_up_at, turn_time),
        turn_time.clock.shown(table.clock.changed_at),
        table.clock.is_paused,
        table.record.turn_hours,
    )


def _on_calendar(at: float | None, turn_time: TurnTime) -> float | None:
    """A time that is counted by the table's clock, as the calendar has it."""
    return None if at is None else turn_time.clock.shown(at)


def shown_hand(table: Table, seat: Seat, shown: ShownTable) -> ShownHand:
    """What one seat sees of the match, beside what everyone may know of the table.

    Raises:
        NotStarted: there is no match.
    """
    question = table.clock.questions.by_seat.get(seat)
    return ShownHand(
        shown, table.match.own(seat), asked_since=None if question is None else question.revision
    )
