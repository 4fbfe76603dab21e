"""Controls: the verb, table, revision and argument that the ``custom_id`` of a button, menu or form carries.

Format: ``rk1:verb:table:revision:argument``, numbers in base 36; at most 100 characters.
Nothing in it is trusted: a user may have forged it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Any, Final, NamedTuple

import discord

BUTTON: Final = "rk1"
SELECT: Final = "rk1s"
MODAL: Final = "rk1m"
KINDS: Final = (BUTTON, SELECT, MODAL)
CUSTOM_ID_LIMIT: Final = 100


class Verb(StrEnum):
    """What a control does. The values never change: they are in the ``custom_id``s of messages on Discord."""

    # In a hand
    HAND = "hand"
    ANSWER = "do"
    CONFIRM = "sure"
    PICK = "pick"
    LAY = "lay"
    GROUP = "group"
    OTHER_BID = "otherbid"
    BID = "bid"
    HINT = "hint"
    CLAIM = "claim"
    PHRASES = "phrases"
    SAY = "say"
    AHEAD = "ahead"
    # On the table message
    SIT = "sit"
    FILL = "fill"
    ADD = "add"
    REMOVE = "remove"
    PLAYERS = "players"
    REMOVE_PLAYER = "out"
    LET_BACK = "back"
    START = "start"
    OPTIONS = "options"
    RULES = "rules"
    ALL_RULES = "allrules"
    WORD = "word"
    POST_RULES = "postrules"
    DIFFERENCES = "differ"
    LEAVE = "leave"
    CANCEL = "cancel"
    END_ALONE = "endalone"
    CALL = "call"
    NEXT_DEAL = "next"
    LAST_TRICK = "last"
    SHEET = "sheet"
    MORE = "more"
    LOOK_UP = "lookup"
    REDEAL = "redeal"
    TAKE_BACK = "takeback"
    AGREE = "agree"
    AGAINST = "against"
    WITHOUT = "without"
    ASK_BACK = "askback"
    AGAIN = "again"
    WATCH = "watch"
    MY_TABLES = "mytables"
    PINGS = "pings"
    SET_PINGS = "setpings"
    SET_REMINDER = "setremind"
    ASK_QUIET = "askquiet"
    SET_QUIET = "setquiet"
    SET_LAST_CARD = "setlast"
    SET_LOOK = "setlook"
    TAKE_OVER = "takeover"
    WAIT = "wait"
    REMATCH = "rematch"
    OTHER_PARTNERS = "partners"
    OPEN_SEATS = "openseats"
    # In the panel of options
    SECTION = "section"
    OPTION = "option"
    CHOOSE = "choose"
    OTHER_VALUE = "othervalue"
    VALUE = "value"
    ASK_CODE = "askcode"
    CODE = "code"
    BOOK = "book"
    COUNTED = "counted"
    ALLOW = "allow"
    # Looked up from any table
    HELP = "help"
    LESSONS = "lessons"
    LEARN = "learn"
    RECORD = "record"
    LEADERBOARD = "board"
    RIVALS = "rivals"
    RATING = "rating"
    HEADS = "heads"
    COUNTING = "how"
    # Looking back: the table's number is the match's, the revision a deal of it or a page
    HISTORY = "history"
    REPLAY = "replay"
    REPLAY_DEAL = "rdeal"
    REPLAY_STEP = "rstep"
    SEND_DEAL = "rsend"
    PLAY_DEAL = "rplay"
    SHUFFLE = "shuffle"
    ANALYSIS = "analysis"
    # On messages about leagues: the table's number is the league's or the season's, the revision a page
    LEAGUE_JOIN = "lgjoin"
    LEAGUE_ACCEPT = "lgpair"
    LEAGUE_DECLINE = "lgno"
    LEAGUE_POST = "lgpost"
    LEAGUE_CLOSE = "lgclose"
    LEAGUE_ROSTER = "lgroster"
    LEAGUE_STANDINGS = "lgtable"
    LEAGUE_SCORING = "lgscoring"
    LEAGUE_SCHEDULE = "lgplan"
    LEAGUE_RESULTS = "lgresults"
    LEAGUE_HISTORY = "lghistory"
    LEAGUE_RECORD = "lgrecord"
    LEAGUE_IMPORT = "lgimport"
    LEAGUE_MEANT = "lgmeant"
    LEAGUE_MATCH = "lgmatch"
    LEAGUE_ASK_RULING = "lgask"
    LEAGUE_DISPUTE = "lgdispute"
    LEAGUE_RULE = "lgrule"
    LEAGUE_MORE = "lgmore"
    LEAGUE_PLAY = "lgplay"
    LEAGUE_LEAVE = "lgleave"
    LEAGUE_WRITE = "lgwrite"
    LEAGUE_ASK_PAIR = "lgaskpair"
    LEAGUE_PAIR = "lgpartner"
    LEAGUE_DRAW = "lgdraw"
    LEAGUE_COMPUTERS = "lgfill"
    LEAGUE_ASK_CLOSE = "lgaskclose"
    LEAGUE_NEXT = "lgnext"
    LEAGUE_ASK_OUT = "lgaskout"
    LEAGUE_OUT = "lgout"
    LEAGUE_ASK_ABSENT = "lgaskaway"
    LEAGUE_ABSENT = "lgaway"
    LEAGUE_SEASON = "lgseason"
    LEAGUE_ASK_IMPORT = "lgaskfile"
    LEAGUE_CHECK = "lgcheck"
    LEAGUE_ASK_EXPORT = "lgaskexport"
    LEAGUE_EXPORT = "lgexport"
    LEAGUE_ASK_ORGANIZERS = "lgaskrole"
    LEAGUE_ORGANIZERS = "lgrole"
    LEAGUE_ASK_WINNERS = "lgaskwon"
    LEAGUE_WINNERS = "lgwon"
    # On the list of a server's leagues, from where one begins a league or an evening
    LEAGUE_LIST = "lglist"
    LEAGUE_SHOW = "lgshow"
    LEAGUE_ASK_NEW = "lgasknew"
    LEAGUE_NEW = "lgcreate"
    LEAGUE_NIGHT = "lgnight"
    # About a match with real cards: the table's number is its own, while it waits to be confirmed
    PAPER_CONFIRM = "paperyes"
    PAPER_DENY = "paperno"
    PAPER_WHY = "paperwhy"
    PAPER_MEANT = "papermeant"
    # On the message of an evening, and what it leads to
    JOIN_EVENING = "njoin"
    LEAVE_EVENING = "nleave"
    START_EVENING = "nstart"
    END_EVENING = "nend"
    OPEN_EVENING_TABLES = "nopen"
    MY_EVENING_TABLE = "nmine"
    EVENING_SCORES = "nscores"
    EVENING_DEALS = "ndeals"
    ASK_SCORE_EVENING = "naskscore"
    SCORE_EVENING = "nscore"
    ANOTHER_EVENING = "nagain"
    # In a daily deal: the table's number is the deal's, the revision how much was done in it
    DAILY = "daily"
    DAILY_PLAY = "dplay"
    DAILY_ANSWER = "ddo"
    DAILY_CONFIRM = "dsure"
    DAILY_LAY = "dlay"
    DAILY_OTHER_BID = "dother"
    DAILY_BID = "dbid"
    DAILY_SHARE = "dshare"
    # On messages about one's own data
    MY_DATA = "mydata"
    MY_FILE = "myfile"
    MY_RESULTS = "myresults"
    ASK_FORGET = "askforget"
    FORGET = "forget"


IN_HANDS: Final = frozenset(
    {Verb.ANSWER, Verb.CONFIRM, Verb.PICK, Verb.LAY, Verb.GROUP, Verb.OTHER_BID, Verb.BID}
)
"""Verbs of the controls that answer in a private hand."""
HAND_EXTRAS: Final = frozenset({Verb.HINT, Verb.CLAIM, Verb.TAKE_BACK, Verb.PHRASES, Verb.AHEAD})
"""Verbs of the other controls in a hand."""
ONLY_IN_HANDS: Final = (IN_HANDS | HAND_EXTRAS) - {Verb.TAKE_BACK}
"""Verbs of the controls that are in hand messages only."""
LIVE: Final = frozenset(
    {
        *(Verb.HAND, Verb.SIT, Verb.FILL, Verb.ADD, Verb.REMOVE, Verb.PLAYERS, Verb.START),
        *(Verb.OPTIONS, Verb.RULES, Verb.LEAVE, Verb.CANCEL, Verb.CALL),
        *(Verb.NEXT_DEAL, Verb.LAST_TRICK, Verb.MORE, Verb.WATCH),
    }
)
"""Verbs of the controls that a table message has only until its match is over."""
OPENS_FORM: Final = frozenset(
    {
        *(Verb.OTHER_BID, Verb.DAILY_OTHER_BID, Verb.OTHER_VALUE, Verb.ASK_CODE, Verb.ASK_QUIET),
        *(Verb.LEAGUE_ASK_PAIR, Verb.LEAGUE_ASK_RULING, Verb.LEAGUE_ASK_NEW, Verb.LEAGUE_ASK_OUT),
        *(Verb.LEAGUE_ASK_ABSENT, Verb.LEAGUE_ASK_ORGANIZERS, Verb.LEAGUE_ASK_WINNERS, Verb.LEAGUE_WRITE),
        *(Verb.LEAGUE_ASK_IMPORT, Verb.LEAGUE_ASK_EXPORT, Verb.MY_RESULTS, Verb.PAPER_DENY),
    }
)
"""Verbs of controls that may open a form, which Discord refuses after an acknowledgement."""
_CUSTOM_ID: Final = re.compile(
    rf"(?P<kind>{'|'.join(KINDS)}):(?P<verb>{'|'.join(Verb)})"
    r":(?P<table>[0-9a-z]{1,12}):(?P<revision>[0-9a-z]{1,8}):(?P<argument>[^:]*)"
)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Control(NamedTuple):
    """The parsed ``custom_id`` of a control. Its verb decides what table, revision and argument mean."""

    verb: Verb
    table_id: int
    revision: int
    argument: str = ""

    def __repr__(self) -> str:
        """Without the argument, which may be a card of a player's hand."""
        return f"<{self.verb} of {self.table_id}, revision {self.revision}>"

    def custom_id(self, kind: str) -> str:
        """The ``custom_id`` for a kind of control (``BUTTON``, ``SELECT`` or ``MODAL``)."""
        text = f"{kind}:{self.verb}:{base36(self.table_id)}:{base36(self.revision)}:{self.argument}"
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"a control's id has {len(text)} characters")
        return text

    @classmethod
    def read(cls, custom_id: str, kinds: Collection[str] = KINDS) -> Control | None:
        """The control of a ``custom_id`` of one of these kinds, or None."""
        match = _CUSTOM_ID.fullmatch(custom_id)
        if match is None or match["kind"] not in kinds:
            return None
        numbers = int(match["table"], 36), int(match["revision"], 36)
        return cls(Verb(match["verb"]), *numbers, match["argument"])


def control_of(interaction: discord.Interaction[Any], kinds: Collection[str] = KINDS) -> Control | None:
    """The control of one of these kinds that was used; None for a command, or an unreadable custom_id."""
    data: Any = interaction.data or {}
    return Control.read(str(data.get("custom_id", "")), kinds)


def base36(number: int) -> str:
    """A non-negative integer in base 36."""
    digits = _DIGITS[number % 36]
    while (number := number // 36) > 0:
        digits = _DIGITS[number % 36] + digits
    return digits
