"""Meetings in a season, needed to break ties.

A long season has tens of thousands. The database writes an entry's meetings into one JSON text, which is
parsed in the worker process.
"""

from __future__ import annotations

import json
from typing import Final

from bot.database.rows import readable
from bot.league.standings import Met
from bot.league.stored_standings import UnreadMeetings
from bot.models.credits import Verdict

MEETINGS: Final = """
    SELECT first, second, GROUP_CONCAT('["' || verdict || '",' || against || ']', ',')
    FROM season_credits
    WHERE season_id = ? AND size = ? AND (first, second) > (?, ?) AND verdict IS NOT NULL
    GROUP BY first, second ORDER BY first, second LIMIT ?
"""


def read_meetings(unread: UnreadMeetings) -> list[Met]:
    """Parse the meetings of an entry.

    Raises:
        Damaged: the text cannot be read.
    """
    with readable("what a match gave"):
        return [
            Met(Verdict(verdict), tuple(tuple(other) for other in against))
            for verdict, against in json.loads(f"[{unread.text}]")
        ]
