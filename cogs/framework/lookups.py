"""Which command shows what became of something that somebody did, where the bot could not tell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.ui.controls import Verb

TABLE: Final = "/rook table"
OWN_TABLES: Final = "/table mine"
"""A new table may be in a thread of its own."""
LEAGUE: Final = "/league show"
EVENING: Final = "/night board"
DAILY: Final = "/rook daily"
LESSON: Final = "/rook learn"
OWN_SETTINGS: Final = "/table pings"
OWN_DATA: Final = "/my-data file"
SERVER_RULES: Final = "/rook-admin rules list"

_CONTROLS: Final[Mapping[str, str]] = {
    **dict.fromkeys((Verb.AGAIN, Verb.REMATCH, Verb.PLAY_DEAL, Verb.LEAGUE_PLAY), OWN_TABLES),
    **dict.fromkeys((Verb.LEAGUE_JOIN, Verb.LEAGUE_LEAVE, Verb.LEAGUE_PAIR), LEAGUE),
    **dict.fromkeys((Verb.LEAGUE_ACCEPT, Verb.LEAGUE_DECLINE, Verb.LEAGUE_NEW), LEAGUE),
    **dict.fromkeys((Verb.LEAGUE_POST, Verb.LEAGUE_CLOSE, Verb.LEAGUE_NEXT, Verb.LEAGUE_DRAW), LEAGUE),
    **dict.fromkeys((Verb.LEAGUE_COMPUTERS, Verb.LEAGUE_OUT, Verb.LEAGUE_ABSENT), LEAGUE),
    **dict.fromkeys((Verb.LEAGUE_IMPORT, Verb.LEAGUE_ORGANIZERS), LEAGUE),
    **dict.fromkeys((Verb.LEAGUE_RECORD, Verb.LEAGUE_RULE, Verb.LEAGUE_DISPUTE), LEAGUE),
    **dict.fromkeys((Verb.PAPER_CONFIRM, Verb.PAPER_WHY, Verb.PAPER_MEANT), LEAGUE),
    **dict.fromkeys((Verb.JOIN_EVENING, Verb.LEAVE_EVENING, Verb.LEAGUE_NIGHT), EVENING),
    **dict.fromkeys((Verb.START_EVENING, Verb.END_EVENING, Verb.SCORE_EVENING), EVENING),
    Verb.ANOTHER_EVENING: EVENING,
    **dict.fromkeys((Verb.DAILY, Verb.DAILY_PLAY, Verb.DAILY_ANSWER, Verb.DAILY_CONFIRM), DAILY),
    **dict.fromkeys((Verb.DAILY_LAY, Verb.DAILY_OTHER_BID, Verb.DAILY_BID, Verb.DAILY_SHARE), DAILY),
    **dict.fromkeys((Verb.SET_PINGS, Verb.SET_REMINDER, Verb.SET_QUIET), OWN_SETTINGS),
    Verb.SET_LAST_CARD: OWN_SETTINGS,
    Verb.LEARN: LESSON,
    Verb.FORGET: OWN_DATA,
}
_COMMANDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("rook new", "league play", "table rematch"), OWN_TABLES),
    "rook cards": "/rook cards",
    "rook daily": DAILY,
    "rook learn": LESSON,
    "table quiet-hours": OWN_SETTINGS,
    "table pings": OWN_SETTINGS,
    "my-data forget": OWN_DATA,
}
_GROUPS: Final[Mapping[str, str]] = {
    "league": LEAGUE,
    "night": EVENING,
    "rook-admin rules": SERVER_RULES,
}


def looked_up_with(name: str) -> str:
    """The command that shows what a control, by its verb, or a command, by its name, has done or not."""
    own = _CONTROLS.get(name) or _COMMANDS.get(name)
    return own or _GROUPS.get(name.rpartition(" ")[0], TABLE)
