"""A table as everyone may see it, and as one of its players does."""

from __future__ import annotations

from bot.models.stored import Status
from bot.table.desk.phrases import still_seated
from bot.table.desk.shown import (
    ShownHand,
    ShownKind,
    ShownLobby,
    ShownMatch,
    ShownPlace,
    ShownRules,
    ShownTable,
    ShownTalk,
    ShownVoting,
)
from bot.table.desk.table import Table, shown_end
from bot.table.lobby.lining_up import partners_of, why_unfit
from bot.table.match.deal_end import split_deal_end
from bot.table.match.deal_played import deal_played
from bot.table.turns.time_limit import TurnTime
from rules.core.decisions import Seat


def shown_table(table: Table, turn_time: TurnTime) -> ShownTable:
    """The public view of a table."""
    record = table.record
    deal_end, dealt_again = split_deal_end(table.match.deal_end)
    is_told = deal_end and not table.match.drawn  # the same deal may still be in play at other tables
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
        table.shown_turn(turn_time),
        ShownVoting(
            table.voting.shown(turn_time.clock).votes if table.voting.votes else {},
            table.voting.missing(record) if table.voting.votes else {},
            table.voting.decided,
            table.may_take_back(),
        ),
        ShownKind(record.counted, record.leaving, record.settled, table.season, table.of_evening),
        ShownLobby(
            table.lobby_news,
            None if table.season is None else why_unfit(record, table.season),
            partners_of(table.match.game, len(record.seats)) if record.status is Status.LOBBY else (),
        ),
        ShownTalk(record.allowed, still_seated(table.said, record.seats) if table.said else ()),
        shown_end(table, turn_time),
    )


def shown_hand(table: Table, seat: Seat, shown: ShownTable) -> ShownHand:
    """A seat's view of the match, with the public view of the table.

    Raises:
        NotStarted: there is no match.
    """
    question = table.clock.questions.by_seat.get(seat)
    return ShownHand(
        shown, table.match.own(seat), asked_since=None if question is None else question.revision
    )
