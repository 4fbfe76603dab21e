"""Laws that one cheat must not break, checked on the stored rows, read past the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from bot.common.text import FORMER_PLAYER
from bot.models.endings import Leaving
from bot.models.stored_tables import TAKE_BACK, LogEntry, Status, TableRecord
from bot.table.desk.table import Table
from bot.table.match.standing_in import is_for_person
from bot.table.store.reading import read_seats
from bot.table.turns.time_limit import TurnTime
from rules.core.decisions import REFEREE
from tests.table.in_loop import InLoop

RESULTS: Final = ("deals", "deal_sides", "deal_players", "matches", "match_players")
IDS: Final = {"user_id", "declarer_user"}
"""Columns with the id of a player."""
LOG: Final = "SELECT revision, seat, user_id, action, at FROM actions WHERE table_id = ? AND revision > ?"
LOG_COLUMNS: Final = ("revision", "seat", "user_id", "action")
LOG_OF: Final = f"SELECT {', '.join(LOG_COLUMNS)} FROM actions WHERE table_id = ? ORDER BY revision"
TABLE: Final = "SELECT status, seats FROM tables WHERE id = ?"
MATCH: Final = "SELECT counted, broken_off, deals FROM matches WHERE table_id = ?"
PLAYERS: Final = """
    SELECT seat, user_id, computer, points, place, won, counts FROM match_players WHERE table_id = ?
"""
TOTALS: Final = "SELECT seats, total FROM deal_sides WHERE table_id = ? ORDER BY deal"
FORMER: Final = "SELECT value FROM settings WHERE key = 'former_players'"

Row = tuple[Any, ...]


class Broken(AssertionError):
    """A law did not hold."""


def check_law(holds: bool, law: str) -> None:
    """Check a law.

    Raises:
        Broken: it does not hold.
    """
    if not holds:
        raise Broken(law)


class Laws:
    """Follows one match after another on one database."""

    def __init__(self, database: InLoop, cheat: int, deals: int, pace: float) -> None:
        self._database = database
        self._cheat, self._deals, self._pace = cheat, deals, pace
        self._results: dict[str, set[Row]] = {table: set() for table in RESULTS}
        self._is_touched = False
        self._ended: dict[int, list[Row]] = {}
        """The logs of the matches that have ended."""
        database.tell_of_changes((*RESULTS, "forgetting"), self._touch)

    def begin(self, record: TableRecord) -> None:
        """Note that a match has begun."""
        self._begun = record
        self._former: int | None = None
        """The number the cheat has in this match, once forgotten."""
        self._seats = record.seats
        self._revision = 0
        self._stands: list[LogEntry] = []
        """Actions not taken back."""
        self._lost: dict[int, float] = defaultdict(float)
        self._turns: dict[int, set[int]] = defaultdict(set)
        self._look_at_earlier_logs()

    def look(self, table: Table | None, turn_time: TurnTime) -> None:
        """Check the stored rows; ``table`` is the one of the match, None once it is over.

        Raises:
            Broken: a law does not hold.
        """
        if table is not None:
            self._look_at(table.record)
        for entry in self._database.read(LOG, self._begun.id, self._revision):
            self._follow(LogEntry(*entry))
        if self._is_touched:
            self._look_at_results()
        if table is None and self._begun.id not in self._ended:
            self._look_at_the_end()
        for deal, lost in self._lost.items():
            granted = turn_time.bank + (turn_time.free + self._pace) * (len(self._turns[deal]) + 1)
            check_law(lost <= granted, f"others lost {lost:.0f} s in deal {deal}")

    def waited(self, table: Table, seconds: float) -> None:
        """Add the seconds that others waited for the cheat, if they did."""
        seat = table.record.seat_of(self._cheat)
        question = None if seat is None else table.clock.questions.by_seat.get(seat)
        if question is not None and seconds > 0:
            self._lost[table.match.deal] += seconds
            self._turns[table.match.deal].add(question.revision)

    def forgotten(self) -> None:
        """Note that the cheat was forgotten: the rows must be the same, under a former player."""
        [[former]] = self._database.read(FORMER)
        self._former = self._former or int(former)  # a second time there is nothing to forget here
        for table, rows in self._results.items():
            names = self._database.columns(table)
            self._results[table] = {self._under(int(former), names, row) for row in rows}
        for table_id, log in self._ended.items():
            self._ended[table_id] = [self._under(int(former), LOG_COLUMNS, row) for row in log]
        self._look_at_results()
        self._look_at_earlier_logs()

    def _under(self, former: int, names: Sequence[str], row: Row) -> Row:
        """A row of results or of a log with the cheat replaced by a former player."""
        values = dict(zip(names, row, strict=True))
        for name in IDS & values.keys():
            if values[name] == self._cheat:
                values[name] = former
                values |= {"name": FORMER_PLAYER} if "name" in values else {}
        return tuple(values.values())

    def _touch(self) -> None:
        self._is_touched = True

    def _look_at(self, record: TableRecord) -> None:
        """Check that the match keeps its players and its agreed options."""
        begun, self._seats = self._begun, record.seats
        same = (record.counted, record.leaving, record.options, record.game, len(record.seats))
        was = (begun.counted, begun.leaving, begun.options, begun.game, len(begun.seats))
        check_law(same == was, "a match is not what it was begun as")
        for before, now in zip(begun.seats, record.seats, strict=True):
            is_forgotten = self._former is not None and before.user_id == self._cheat
            stands = self._former if is_forgotten else before.user_id
            check_law(now.user_id == stands, "somebody else has a seat of the match")
            check_law(is_forgotten or not now.is_out, "one player had a match gone on with without somebody")

    def _look_at_results(self) -> None:
        """Check that a match's rows stay, and that no other match gets any."""
        self._is_touched = False
        for table, before in self._results.items():
            now = set(self._database.read(f"SELECT * FROM {table}"))
            check_law(before <= now, f"what was stored in {table} has changed or is gone")
            check_law(
                {row[0] for row in now - before} <= {self._begun.id}, f"{table} has more of another match"
            )
            self._results[table] = now

    def _look_at_earlier_logs(self) -> None:
        for table_id, log in self._ended.items():
            check_law(
                self._database.read(LOG_OF, table_id) == log, "the log of a match has changed after its end"
            )

    def _follow(self, entry: LogEntry) -> None:
        self._revision = entry.revision
        check_law(entry.seat != REFEREE, "one player had a deal dealt again")
        own = self._begun.seats[entry.seat].user_id if entry.seat >= 0 else None
        check_law(entry.user_id in {None, own}, "somebody acted on the seat of another")
        if entry.action != TAKE_BACK:
            self._stands.append(entry)
            return
        check_law(not self._begun.counted, "something was taken back in a counted match")
        index = max(place for place, one in enumerate(self._stands) if one.seat == entry.seat)
        undone, self._stands = self._stands[index:], self._stands[:index]
        by_others = any(one.seat != entry.seat for one in undone)
        check_law(not by_others, "one player took back what others did")
        stood_in = any(is_for_person(self._seats, one.seat, one.user_id) for one in undone)
        check_law(not stood_in, "what a computer did for somebody was taken back")

    def _look_at_the_end(self) -> None:
        """Check that a match ends with its last deal, and that its result is what was played."""
        begun = self._begun
        [[status, seats_then]] = self._database.read(TABLE, begun.id)
        self._seats = read_seats(seats_then)
        check_law(status == Status.FINISHED, "one player ended the match")
        matches = self._database.read(MATCH, begun.id)
        check_law(len(matches) == 1, "a match that was begun has no result")
        check_law(
            matches[0] == (begun.counted, False, self._deals), "a match is not recorded as it was played"
        )
        totals: dict[int, int] = {}
        for seats, total in self._database.read(TOTALS, begun.id):
            totals |= dict.fromkeys(map(int, seats.strip("[]").split(",")), total)
        players = self._database.read(PLAYERS, begun.id)
        check_law({seat: points for seat, _, _, points, *_ in players} == totals, "a result has other points")
        for player in players:
            self._look_at_player(*player)
        self._ended[begun.id] = self._database.read(LOG_OF, begun.id)

    def _look_at_player(
        self, seat: int, user_id: int | None, computer: str | None, _: int, place: int, won: int, counts: int
    ) -> None:
        who, leaving = self._begun.seats[seat], self._begun.leaving
        is_cheat = who.user_id == self._cheat
        stands = self._former if is_cheat and self._former is not None else who.user_id
        check_law(user_id == stands, "a result names another")
        check_law(computer == self._seats[seat].computer, "a result does not say who was there in the end")
        has_lost = self._begun.counted and user_id is not None and computer and leaving is not Leaving.PLAYED
        check_law(won == (place == 1 and not has_lost), "who has left has won, or who was there has not")
        if self._begun.counted and user_id is not None:
            left = [one for one in self._seats if one.computer is not None]
            is_for_all = not (left and leaving is Leaving.ALONE)
            check_law(
                counts == (is_for_all or computer is not None), "a result counts for others than it should"
            )
