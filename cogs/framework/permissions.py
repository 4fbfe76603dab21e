"""Who may change something with which control and command: the one list, which docs/permissions.md shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from cogs.ui.controls import Verb


class Who(StrEnum):
    """For whom a control or command changes something; for all others it changes nothing."""

    NO_ONE = "no one"
    ANYONE = "anyone in the channel"
    NOT_REMOVED = "anyone in the channel the host has not removed"
    HERE = "the host or a player"
    KEPT_FOR = "whoever's seat is kept"
    HOST = "the host"
    HOST_OR_MANAGER = "the host or a manager"
    SEATED = "a player"
    UNSEATED = "anyone in the channel who has no seat"
    ASKED = "the player who is asked"
    MANAGER = "a manager"
    ORGANIZER = "an organizer of the league"
    ENTERED = "whoever plays in the league"
    OF_MATCH = "whoever played in the match"
    SAT_THERE = "whoever sat there"
    OF_MATCH_OR_ORGANIZER = "whoever played in the match, or an organizer of the league"
    OTHER_SIDE = "whoever played against the one who recorded it, or an organizer of the league"
    ONESELF = "whoever does it, of themselves"
    ANYWHERE = "anyone, for their own channel"
    COMPANY = "anyone in the channel of the evening"
    GUEST = "whoever has joined the evening"
    EVENING_HOST = "the evening's host or a manager"


class May(NamedTuple):
    """Who may, as the table of the channel is."""

    lobby: Who = Who.NO_ONE
    match: Who = Who.NO_ONE
    over: Who = Who.NO_ONE
    """Also where there never was one."""
    damaged: Who = Who.NO_ONE
    """It cannot be read."""


def always(who: Who) -> May:
    """The same people at any time."""
    return May(who, who, who, who)


SHOWS: Final = May()
"""Changes nothing, whoever uses it."""
SITTING: Final = May(lobby=Who.NOT_REMOVED)
PLAYING: Final = May(match=Who.SEATED)
ANSWERING: Final = May(match=Who.ASKED)
SETTLING: Final = May(lobby=Who.HOST)
LEAVING: Final = May(lobby=Who.SEATED, match=Who.SEATED)
WAITING: Final = May(lobby=Who.UNSEATED, match=Who.UNSEATED)
CLOSING: Final = May(lobby=Who.HOST_OR_MANAGER, match=Who.SEATED)
OPENING: Final = May(over=Who.ANYONE)
RULING: Final = May(match=Who.MANAGER)

CONTROLS: Final[Mapping[Verb, May]] = {
    Verb.HAND: PLAYING,
    **dict.fromkeys((Verb.ANSWER, Verb.PICK, Verb.BID, Verb.CALL, Verb.CLAIM), ANSWERING),
    **dict.fromkeys((Verb.CONFIRM, Verb.LAY, Verb.GROUP, Verb.OTHER_BID, Verb.HINT, Verb.PHRASES), SHOWS),
    Verb.SIT: SITTING,
    **dict.fromkeys((Verb.FILL, Verb.ADD, Verb.REMOVE), May(lobby=Who.HERE)),
    **dict.fromkeys((Verb.START, Verb.REMOVE_PLAYER, Verb.LET_BACK), SETTLING),
    **dict.fromkeys((Verb.OPTIONS, Verb.RULES, Verb.LAST_TRICK, Verb.SHEET, Verb.MORE, Verb.PLAYERS), SHOWS),
    Verb.LEARN: always(Who.ONESELF),
    **dict.fromkeys(
        (Verb.DAILY_PLAY, Verb.DAILY_ANSWER, Verb.DAILY_BID, Verb.DAILY_SHARE), always(Who.ONESELF)
    ),
    **dict.fromkeys((Verb.DAILY, Verb.DAILY_CONFIRM, Verb.DAILY_LAY, Verb.DAILY_OTHER_BID), SHOWS),
    **dict.fromkeys((Verb.ALL_RULES, Verb.WORD), SHOWS),
    **dict.fromkeys((Verb.HELP, Verb.LESSONS, Verb.RECORD, Verb.LEADERBOARD), SHOWS),
    **dict.fromkeys((Verb.RIVALS, Verb.RATING, Verb.HEADS, Verb.COUNTING), SHOWS),
    **dict.fromkeys((Verb.HISTORY, Verb.REPLAY, Verb.REPLAY_DEAL, Verb.REPLAY_STEP), SHOWS),
    **dict.fromkeys((Verb.SEND_DEAL, Verb.SHUFFLE, Verb.ANALYSIS), SHOWS),
    Verb.PLAY_DEAL: OPENING,
    Verb.LEAVE: LEAVING,
    Verb.CANCEL: CLOSING,
    **dict.fromkeys((Verb.NEXT_DEAL, Verb.END_ALONE, Verb.REDEAL, Verb.TAKE_BACK, Verb.AGREE), PLAYING),
    **dict.fromkeys((Verb.SAY, Verb.AHEAD), PLAYING),
    **dict.fromkeys((Verb.AGAINST, Verb.WITHOUT, Verb.ASK_BACK), PLAYING),
    Verb.AGAIN: OPENING,
    **dict.fromkeys((Verb.WATCH, Verb.MY_TABLES, Verb.PINGS, Verb.ASK_QUIET), SHOWS),
    Verb.WAIT: WAITING,
    **dict.fromkeys(
        (Verb.SET_PINGS, Verb.SET_REMINDER, Verb.SET_QUIET, Verb.SET_LAST_CARD), always(Who.ONESELF)
    ),
    Verb.TAKE_OVER: May(match=Who.UNSEATED),
    Verb.REMATCH: May(lobby=Who.KEPT_FOR, over=Who.SAT_THERE),
    Verb.OTHER_PARTNERS: SETTLING,
    Verb.OPEN_SEATS: May(lobby=Who.HERE),
    **dict.fromkeys((Verb.SECTION, Verb.OPTION, Verb.OTHER_VALUE, Verb.ASK_CODE), SHOWS),
    **dict.fromkeys((Verb.CHOOSE, Verb.VALUE, Verb.CODE, Verb.BOOK, Verb.COUNTED, Verb.ALLOW), SETTLING),
    **dict.fromkeys((Verb.MY_DATA, Verb.MY_FILE, Verb.MY_RESULTS, Verb.ASK_FORGET), SHOWS),
    Verb.FORGET: always(Who.ONESELF),
    **dict.fromkeys((Verb.LEAGUE_JOIN, Verb.LEAGUE_ACCEPT, Verb.LEAGUE_DECLINE), always(Who.ONESELF)),
    **dict.fromkeys((Verb.LEAGUE_LEAVE, Verb.LEAGUE_PAIR), always(Who.ONESELF)),
    Verb.LEAGUE_PLAY: May(over=Who.ENTERED),
    Verb.LEAGUE_NEW: always(Who.MANAGER),
    Verb.LEAGUE_NIGHT: always(Who.ANYWHERE),
    **dict.fromkeys((Verb.LEAGUE_LIST, Verb.LEAGUE_SHOW, Verb.LEAGUE_ASK_NEW), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_POST, Verb.LEAGUE_CLOSE, Verb.LEAGUE_NEXT), always(Who.ORGANIZER)),
    **dict.fromkeys((Verb.LEAGUE_DRAW, Verb.LEAGUE_COMPUTERS), always(Who.ORGANIZER)),
    **dict.fromkeys((Verb.LEAGUE_OUT, Verb.LEAGUE_ABSENT), always(Who.ORGANIZER)),
    **dict.fromkeys((Verb.LEAGUE_IMPORT, Verb.LEAGUE_RULE), always(Who.ORGANIZER)),
    Verb.LEAGUE_ORGANIZERS: always(Who.MANAGER),
    **dict.fromkeys(
        (Verb.LEAGUE_RECORD, Verb.PAPER_WHY, Verb.PAPER_MEANT), always(Who.OF_MATCH_OR_ORGANIZER)
    ),
    Verb.PAPER_CONFIRM: always(Who.OTHER_SIDE),
    Verb.LEAGUE_DISPUTE: always(Who.OF_MATCH),
    **dict.fromkeys((Verb.PAPER_DENY, Verb.LEAGUE_MATCH, Verb.LEAGUE_ASK_RULING), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_MORE, Verb.LEAGUE_WRITE, Verb.LEAGUE_ASK_PAIR), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_ASK_CLOSE, Verb.LEAGUE_ASK_OUT, Verb.LEAGUE_ASK_ABSENT), SHOWS),
    **dict.fromkeys(
        (Verb.LEAGUE_ASK_IMPORT, Verb.LEAGUE_CHECK, Verb.LEAGUE_MEANT, Verb.LEAGUE_SEASON), SHOWS
    ),
    **dict.fromkeys((Verb.LEAGUE_ASK_EXPORT, Verb.LEAGUE_EXPORT), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_ASK_ORGANIZERS, Verb.LEAGUE_ASK_WINNERS, Verb.LEAGUE_WINNERS), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_ROSTER, Verb.LEAGUE_STANDINGS, Verb.LEAGUE_SCORING), SHOWS),
    **dict.fromkeys((Verb.LEAGUE_SCHEDULE, Verb.LEAGUE_RESULTS, Verb.LEAGUE_HISTORY), SHOWS),
    Verb.JOIN_EVENING: always(Who.COMPANY),
    Verb.LEAVE_EVENING: always(Who.GUEST),
    **dict.fromkeys((Verb.START_EVENING, Verb.END_EVENING), always(Who.EVENING_HOST)),
    Verb.SCORE_EVENING: always(Who.EVENING_HOST),
    Verb.ANOTHER_EVENING: always(Who.COMPANY),
    Verb.ASK_SCORE_EVENING: SHOWS,
    **dict.fromkeys((Verb.OPEN_EVENING_TABLES, Verb.MY_EVENING_TABLE), SHOWS),
    **dict.fromkeys((Verb.EVENING_SCORES, Verb.EVENING_DEALS), SHOWS),
}
COMMANDS: Final[Mapping[str, May]] = {
    "rook new": OPENING,
    "rook table": May(lobby=Who.ANYONE, match=Who.ANYONE),
    "rook sit": SITTING,
    "rook leave": LEAVING,
    "rook start": SETTLING,
    "rook hand": PLAYING,
    **dict.fromkeys(("rook bid", "rook pass", "rook discard", "rook trump", "rook play"), ANSWERING),
    **dict.fromkeys(("rook answer", "rook call", "table claim"), ANSWERING),
    "rook close": CLOSING,
    **dict.fromkeys(("rook redeal", "rook take-back", "rook without", "rook ask-back"), PLAYING),
    **dict.fromkeys(("rook last-trick", "rook score", "rook rules", "rook help"), SHOWS),
    **dict.fromkeys(("table hint", "rook learn", "rook daily"), SHOWS),
    "rook cards": always(Who.ONESELF),
    "table computers": May(lobby=Who.HERE),
    **dict.fromkeys(("table watch", "table mine"), SHOWS),
    "table say": PLAYING,
    "table wait": WAITING,
    **dict.fromkeys(("table pings", "table quiet-hours"), always(Who.ONESELF)),
    "table take-over": May(match=Who.UNSEATED),
    "table rematch": May(lobby=Who.KEPT_FOR, over=Who.SAT_THERE),
    "table open-seats": May(lobby=Who.HERE),
    **dict.fromkeys(
        ("table swap", "table partners", "table options", "table remove", "table let-back"), SETTLING
    ),
    "table history": SHOWS,
    **dict.fromkeys(("stats player", "stats pair", "stats rivals"), SHOWS),
    **dict.fromkeys(("stats rating", "stats leaderboard"), SHOWS),
    "rook-admin close": May(lobby=Who.MANAGER, match=Who.MANAGER, damaged=Who.MANAGER),
    "rook-admin remove": May(lobby=Who.MANAGER, match=Who.MANAGER),
    "rook-admin repair": May(damaged=Who.MANAGER),
    **dict.fromkeys(("rook-admin penalty", "rook-admin redeal", "rook-admin rule"), RULING),
    **dict.fromkeys(("rook-admin rules save", "rook-admin rules remove"), always(Who.MANAGER)),
    **dict.fromkeys(
        (
            "rook-admin rules default",
            "rook-admin rules counted",
            "rook-admin rules place",
            "rook-admin rules computers",
        ),
        always(Who.MANAGER),
    ),
    **dict.fromkeys(("rook-admin rules list", "rook-admin audit", "rook-admin status"), SHOWS),
    **dict.fromkeys(("league join", "league leave", "league pair"), always(Who.ONESELF)),
    "league play": May(over=Who.ENTERED),
    "league dispute": always(Who.OF_MATCH),
    "league record": always(Who.OF_MATCH_OR_ORGANIZER),
    **dict.fromkeys(("league show", "league standings", "league roster", "league schedule"), SHOWS),
    **dict.fromkeys(("league results", "league audit", "league close"), SHOWS),
    **dict.fromkeys(("league import", "league export"), SHOWS),
    "league create": always(Who.MANAGER),
    **dict.fromkeys(("league post", "league settings", "league new-season"), always(Who.ORGANIZER)),
    **dict.fromkeys(("league draw", "league forfeit", "league remove"), always(Who.ORGANIZER)),
    **dict.fromkeys(("league void", "league restore", "league correct"), always(Who.ORGANIZER)),
    **dict.fromkeys(("night progressive", "night rotating", "night duplicate"), always(Who.ANYWHERE)),
    "night join": always(Who.COMPANY),
    "night leave": always(Who.GUEST),
    **dict.fromkeys(("night start", "night end", "night score"), always(Who.EVENING_HOST)),
    "night board": SHOWS,
    **dict.fromkeys(("my-data privacy", "my-data file", "my-data forget"), SHOWS),
}


def only_shows(name: str) -> bool:
    """Whether a control, by its verb, or a command, by its name, changes nothing whoever uses it."""
    may = CONTROLS[Verb(name)] if name in set(Verb) else COMMANDS.get(name)
    return may == SHOWS


def as_tables() -> Iterable[str]:
    """The lists as they stand in docs/permissions.md: of controls, and of commands."""
    yield _as_table("control", CONTROLS.items())
    yield _as_table("command", ((f"/{name}", may) for name, may in COMMANDS.items()))


def _as_table(kind: str, lines: Iterable[tuple[str, May]]) -> str:
    head = f"| {kind} | before the match | in it | when it is over | when the table is damaged |"
    told = (f"| `{name}` | {' | '.join(may)} |" for name, may in lines)
    return "\n".join([head, "|---|---|---|---|---|", *told])
