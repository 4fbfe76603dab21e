"""Whom everybody met in a season, and how that ended: for ties that are broken by it.

A long season has tens of thousands of these. So the database writes those of an entry into one text, and
whoever needs them reads it where that makes nobody wait.
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
    """Read what the database has written.

    Raises:
        Damaged: it cannot be read.
    """
    with readable("what a match gave"):
        return [
            Met(Verdict(verdict), tuple(tuple(other) for other in against))
            for verdict, against in json.loads(f"[{unread.text}]")
        ]
