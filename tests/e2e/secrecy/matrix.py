"""Every control and command, every kind of user, every moment of a table: who they are, and each attempt.

Each attempt is right for some user at that moment: its table, its revision and its argument.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import simcord

from bot.daily.store import DailyStore
from bot.daily.stored import DailyPlace, DailyScore
from bot.database.database import Database
from bot.evening.opening import WantedEvening
from bot.league.creation import NewLeague
from bot.league.paper.values import Typed
from bot.league.schedules import key_of
from bot.models.boards import Period
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningKind
from bot.models.stored_league import MatchState
from bot.models.stored_results import MatchPlayer, MatchResult, Results
from bot.models.stored_tables import Kept, SeatRecord, Status, TableRecord
from bot.table.desk.agreement import Proposal
from bot.table.desk.present import replace_record
from bot.table.desk.table import Table
from bot.table.lobby.before_match import CloseLobby, Person
from bot.table.lobby.seating import AddComputers, RemovePlayer, Sit, StandUp
from bot.table.opening import WantedTable
from bot.table.store.tables import TableStore
from cogs.framework.pages import commands, controls
from cogs.framework.permissions import May, Who
from cogs.ui.addresses import BoardAddress, RatingAddress, RecordAddress
from cogs.ui.controls import BUTTON, MODAL, SELECT, Control, Verb
from cogs.ui.group_choices import packed
from rules.core.actions import PASS, SHOUT, Action, Bid, Discard, NameTrump
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, Decision, options_of
from rules.core.outcome import Ranking
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Seen

PLAYERS: Final = ("Ann", "Bob", "Cleo", "Dan")
"""Ann hosts. Dan has left, in a match a computer plays for him."""
KINDS: Final = (
    *("the host", "a player", "another player", "a player who has left", "a player who was removed"),
    *("an onlooker", "a player of another table", "a player of another table, from there"),
    *("the owner of another server", "a manager who does not play"),
)
FORGOTTEN: Final = "a player who is forgotten"
OF_LEAGUE: Final = {Who.ORGANIZER, Who.ENTERED, Who.OF_MATCH, Who.OF_MATCH_OR_ORGANIZER, Who.OTHER_SIDE}
"""Kinds of users that depend on the league alone."""
OF_SEASON: Final = {Verb.LEAGUE_CLOSE, Verb.LEAGUE_ROSTER, Verb.LEAGUE_SCORING} | {
    Verb.LEAGUE_ASK_WINNERS,
    Verb.LEAGUE_WINNERS,
    Verb.LEAGUE_STANDINGS,
    Verb.LEAGUE_SCHEDULE,
    Verb.LEAGUE_RESULTS,
    Verb.LEAGUE_HISTORY,
}
WITH_SEASON: Final = {
    *(Verb.LEAGUE_LEAVE, Verb.LEAGUE_DRAW, Verb.LEAGUE_ASK_OUT, Verb.LEAGUE_OUT, Verb.LEAGUE_RECORD)
}
"""Controls that carry a season as well as its league."""
FOR_PAIRS: Final = {Verb.LEAGUE_ACCEPT, Verb.LEAGUE_DECLINE, Verb.LEAGUE_PAIR}
UNSCHEDULED: Final = {Verb.LEAGUE_DRAW}
VOID: Final = {"league rule restore"}
OF_PAPER: Final = {Verb.PAPER_CONFIRM, Verb.PAPER_DENY, Verb.PAPER_WHY}
ABOUT_MATCH: Final = {Verb.LEAGUE_ASK_RULING, Verb.LEAGUE_DISPUTE, Verb.LEAGUE_RULE}
RESULTS: Final = b"date,side1_player1,side1_points,side2_player1,side2_points\n2015-01-02,Ann,310,Bob,245"
CLOSED: Final = {Verb.LEAGUE_NEXT}
OF_DAILY: Final = {Verb.DAILY_PLAY, Verb.DAILY_ANSWER, Verb.DAILY_BID, Verb.DAILY_SHARE}
IN_MODALS: Final = {Verb.BID, Verb.VALUE, Verb.CODE, Verb.PAPER_WHY} | {
    Verb.DAILY_BID,
    Verb.LEAGUE_RECORD,
    Verb.LEAGUE_DISPUTE,
    Verb.LEAGUE_RULE,
    Verb.LEAGUE_PAIR,
    Verb.LEAGUE_OUT,
    Verb.LEAGUE_ABSENT,
    Verb.LEAGUE_NEW,
    Verb.LEAGUE_CHECK,
    Verb.LEAGUE_EXPORT,
    Verb.LEAGUE_ORGANIZERS,
    Verb.LEAGUE_WINNERS,
}
IN_MENUS: Final = {
    Verb.LOOK_UP,
    Verb.SCORE_EVENING,
    Verb.LEAGUE_MATCH,
    Verb.LEAGUE_ASK_OUT,
    Verb.LEAGUE_ASK_ABSENT,
    Verb.MY_RESULTS,
    Verb.LEAGUE_SEASON,
    Verb.PICK,
    Verb.GROUP,
    Verb.SECTION,
    Verb.SET_REMINDER,
    Verb.OPTION,
    Verb.CHOOSE,
}
OF_MESSAGES: Final = {"hand_messages", "shown_messages", "past_messages"}
"""Tables of the bot's own messages: a look at one's hand adds one."""
OF_EVENINGS: Final = {verb for verb in Verb if "EVENING" in verb.name}
NEW_EVENINGS: Final = {
    Verb.ANOTHER_EVENING,
    Verb.LEAGUE_NIGHT,
    "night new",
}
OF_BOOK: Final = {"results_to_book", "boards_to_rate", "seasons_to_rank", "tallies", "tallied_bids"} | {
    *("booked_matches", "booked_entries", "rated_entries", "ratings", "season_credits", "season_lines"),
    "final_seasons",
}
"""Tables derived from results: the ledger is written in the background."""
OF_THE_OUT: Final = {Verb.ASK_BACK, "rook ask come back", Verb.TAKE_OVER, "rook sit"}
OF_FULL_LOBBIES = {Verb.START, Verb.REMOVE, Verb.WAIT, "rook start", "table wait"}
OF_REMATCHES: Final = {Verb.REMATCH, Verb.OPEN_SEATS, "table rematch", "table seats open kept seats"}
UNLOAD_SECONDS: Final = 300
BREAK: Final = "UPDATE actions SET action = 'fly R14' WHERE table_id = ? AND seat >= 0"


class Moment(StrEnum):
    """A condition of the channel's table."""

    LOBBY = "a lobby"
    BIDDING = "bidding"
    NEST = "the nest"
    TRUMP = "trump"
    CARDS = "a trick"
    RACE = "a race"
    BETWEEN = "between two deals"
    FINISHED = "a match that is over"
    CLOSED = "a closed table"
    DAMAGED = "a damaged table"

    def column(self, may: May) -> Who:
        """The field of ``May`` for that moment."""
        match self:
            case Moment.LOBBY:
                return may.lobby
            case Moment.FINISHED | Moment.CLOSED:
                return may.over
            case Moment.DAMAGED:
                return may.damaged
            case _:
                return may.match


class Kind(NamedTuple):
    """A kind of user: their name, and the channel in which they press and type."""

    name: str
    actor: simcord.MemberActor
    channel: simcord.ChannelHandle
    is_manager: bool = False
    """Id of that channel's server."""


class Act(NamedTuple):
    """A control pressed, or a command typed, with its argument."""

    name: str
    may: May
    verb: Verb | None = None
    argument: str = ""
    values: tuple[str, ...] = ()
    options: dict[str, Any] = {}  # noqa: RUF012  (never changed)


Rows = dict[str, list[str]]


class Stage:
    """A club with a second table, a second server, and a table in any moment."""

    def __init__(self, club: Club, kinds: tuple[Kind, ...], forgotten: Kind) -> None:
        self.club, self.kinds, self.forgotten = club, kinds, forgotten
        self._record: TableRecord | None = None
        self._leagues = 0
        self._daily = 1, 0
        """The number of the daily deal, and the number of acts before its question."""
        self._evening_id = 0
        path = club.app.settings.database
        assert isinstance(path, Path)
        self._path = path

    # The moments ----------------------------------------------------------------------------------

    async def set(self, moment: Moment) -> None:
        """Bring the channel's table into a moment, from any other."""
        club, tables = self.club, self.club.app.tables
        with club.world.as_bot():
            if club.has_table:
                await tables.close_table(club.channel_id)
            await tables.damaged.close(club.world.guild.id, club.channel_id, club.world.owner.id)
            await self._open_evening()
            await self._open(moment)
            self._record = (await tables.desk.awake(club.channel_id)).record
            if moment is Moment.CLOSED:
                await tables.lobbies.change_lobby(club.channel_id, CloseLobby(self._id("Ann")))
            elif moment is not Moment.LOBBY:
                await tables.lobbies.start(club.channel_id, self._id("Ann"))
                await self._play_until(moment)
        await club.world.env.settle()
        if moment is Moment.DAMAGED:
            await self._damage()
        self.moment = moment
        await self._look()

    async def _look(self) -> None:
        """Remember the current table, and the message that shows it."""
        await self.club.world.env.settle()
        self._record = self._record if self._live is None else self._live.record
        is_damaged = self.moment is Moment.DAMAGED
        self._seen = self.club.messages()[-1] if is_damaged else await self.club.table_message()

    async def _open_evening(self) -> None:
        """Replace the channel's evening by one that Ann hosts and Bob has joined."""
        world, evenings = self.club.world, self.club.app.evenings
        await self._end_evenings()
        ann, bob = (Person(self._id(name), name) for name in PLAYERS[:2])
        wanted = WantedEvening(EveningKind.PROGRESSIVE, "kentucky", {}, 1)
        opened = await evenings.open(world.guild.id, self.club.channel_id, ann, wanted)
        await evenings.join(opened.id, bob)
        self._evening_id = opened.id

    async def _end_evenings(self) -> None:
        for _, channel_id in self.club.app.evenings.places():
            await self.club.app.evenings.lose_channel(channel_id)

    async def _open(self, moment: Moment) -> None:
        club, tables = self.club, self.club.app.tables
        game = "doubt_old" if moment is Moment.RACE else "kentucky"
        match: dict[str, Any] = {"deals": 1 if moment is Moment.FINISHED else 50, "take_back": "consent"}
        options: dict[str, Any] = {"race_window": 60} if moment is Moment.RACE else match
        people = [Person(self._id(name), name) for name in PLAYERS]
        await tables.lobbies.open_table(
            club.world.guild.id,
            club.channel_id,
            people[0],
            WantedTable(game, options=options, seats=4, counted=False),
        )
        gus = Person(self._id("Gus"), "Gus")
        await tables.lobbies.change_lobby(club.channel_id, Sit(gus))
        await tables.lobbies.change_lobby(club.channel_id, RemovePlayer(people[0].id, 1))
        for person in people[1:]:
            await tables.lobbies.change_lobby(club.channel_id, Sit(person))
        if moment in {Moment.LOBBY, Moment.CLOSED}:
            await tables.lobbies.change_lobby(club.channel_id, StandUp(people[3].id))

    async def _play_until(self, moment: Moment) -> None:
        """Play until a player other than the host is asked the moment's question; then Dan leaves."""
        club, random = self.club, Random(9)
        while (table := self._live) is not None:
            if table.clock.is_between_deals:
                if moment is Moment.BETWEEN:
                    return
                await club.app.tables.play.next_deal(club.channel_id, self._id("Ann"))
                continue
            seat, decision = next((s, d) for s, d in table.match.asked.items() if s >= 0)
            name = PLAYERS[seat]
            is_left = table.record.seats[3].computer is not None
            if not is_left and name in {"Bob", "Cleo"} and self._is_it(moment, table, decision):
                if moment is not Moment.RACE:  # a computer would call
                    await club.app.tables.presence.leave(club.channel_id, self._id("Dan"), "steady")
                if moment not in {Moment.FINISHED, Moment.BETWEEN}:
                    return
            elif is_left and name == "Dan":
                await club.app.tables.due.act_for_computer(table, 3, decision.sample(random), table.revision)
            else:
                await club.app.tables.play.act(
                    club.channel_id, self._id(name), club.sensible(decision, random)
                )
        assert moment is Moment.FINISHED, f"{moment} never came"

    def _is_it(self, moment: Moment, table: Table, decision: Decision) -> bool:
        match moment:
            case Moment.BIDDING:
                is_it = isinstance(decision, ChooseNumber) and decision.accepts(PASS)
                return is_it and bool(table.may_take_back())
            case Moment.NEST | Moment.DAMAGED:
                return isinstance(decision, ChooseCards)
            case Moment.TRUMP:
                return any(isinstance(option.action, NameTrump) for option in options_of(decision))
            case Moment.RACE:
                return decision.accepts(SHOUT)
            case Moment.FINISHED | Moment.BETWEEN:
                return isinstance(decision, ChooseCard) and len(decision.held) == 1
            case _:
                return isinstance(decision, ChooseCard) and bool(table.may_take_back())

    async def _damage(self) -> None:
        """Damage the log while the bot is down."""
        club = self.club
        await club.world.env.bot.close()
        await club.close()
        assert self._record is not None
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute(BREAK, (self._record.id,))
        bot = await club.open_app()
        await club.world.restart(lambda: bot)
        await club.world.env.advance_time(UNLOAD_SECONDS)  # no timer of the other tables is left

    async def prepare(self, name: str) -> None:
        """Prepare what a control or command needs in addition to the moment."""
        table, app, channel_id = self._live, self.club.app, self.club.channel_id
        with self.club.world.as_bot():
            if self.moment is Moment.LOBBY and name in OF_FULL_LOBBIES:
                await app.tables.lobbies.change_lobby(
                    channel_id, AddComputers(self._id("Ann"), "steady", None)
                )
            if name in NEW_EVENINGS or name in OF_REMATCHES:
                await self._end_evenings()
            if table is not None and self.moment is Moment.LOBBY and name in OF_REMATCHES:
                for_dan = SeatRecord(kept=Kept(self._id("Dan"), "Dan"))
                replace_record(table, table.record.with_seat(3, for_dan))
            if name in {Verb.SCORE_EVENING, "night score"}:
                await app.evenings.start(self._evening_id, self._id("Ann"))
            if name == "rook-admin rules remove":
                guild_id = self.club.world.guild.id
                await app.server.house_rules.save(
                    guild_id, "ours", await app.server.house_rules.find(guild_id, "boston")
                )
            if name in OF_DAILY:
                await self._begin_daily(is_begun=name not in {Verb.DAILY_PLAY, Verb.DAILY_SHARE})
            if name == Verb.DAILY_SHARE:
                await self._end_daily()
            if name.startswith(("league", "lg", "paper")):
                await self.begin_league(name)
            if table is not None and self.moment is not Moment.LOBBY:
                if name in {Verb.AGREE, Verb.AGAINST}:
                    await app.tables.votes.agree(channel_id, self._id("Ann"), Proposal("end"))
                dan = replace(table.record.seats[3], ran_out=1, is_out=name in OF_THE_OUT)
                if name in {Verb.CLAIM, "rook claim"}:  # an uncertain claim needs a vote of users alone
                    dan = replace(dan, computer=None)
                replace_record(table, table.record.with_seat(3, dan))
        await self._look()

    async def _begin_daily(self, *, is_begun: bool) -> None:
        """Start the daily deal of the day; if it ``is_begun``, a player is asked for a bid in it."""
        daily, guild_id = self.club.app.daily, self.club.world.guild.id
        for name in PLAYERS if is_begun else ():
            page = await daily.begin(guild_id, Person(self._id(name), name), 1)
            assert page.hand is not None
            self._daily = page.number, page.hand.table.revision
            if isinstance(page.hand.view.decision, ChooseNumber):
                return
        self._daily = (await daily.page(guild_id, Person(self._id("Ann"), "Ann"))).number, 0

    async def _end_daily(self) -> None:
        """Finish Ann's daily deal with any answers."""
        guild_id, ann = self.club.world.guild.id, Person(self._id("Ann"), "Ann")
        page = await self.club.app.daily.begin(guild_id, ann, self._daily[0])
        place = DailyPlace(guild_id, page.number)
        attempt = await DailyStore(self.club.database).daily_attempt(place, ann.id)
        assert attempt is not None
        if attempt.score is None:
            acts = len(attempt.log)
            await DailyStore(self.club.database).save_progress(
                place, ann.id, acts, attempt.log, DailyScore(0, 0)
            )

    async def begin_league(self, name: str = "") -> None:
        """Start a league in which Ann and Bob have played each other, or the state that an act needs."""
        app, guild_id, owner = self.club.app, self.club.world.guild.id, self.club.world.owner.id
        self._leagues += 1
        is_of_pairs = name in FOR_PAIRS
        wanted = await app.server.house_rules.find(guild_id, "kentucky" if is_of_pairs else "regular_for_two")
        kind = Competing.PAIRS if is_of_pairs else Competing.PLAYERS
        new = NewLeague(f"Club {self._leagues}", wanted, competing=kind)
        self._league, self._season = await app.league.leagues.create(guild_id, owner, new)
        ann, bob = (Person(self._id(name), name) for name in PLAYERS[:2])
        if is_of_pairs:
            await app.league.rosters.pair(self._league, bob, ann)
            return
        for one in (ann, bob):
            await app.league.rosters.join(self._league, one)
        if name not in UNSCHEDULED:
            drawn = await app.league.schedules.draw(self._league, owner, 2)
            self._fixture = key_of(self._season, drawn[1])
            self._match = await league_match(self.club.database, self._season.id, guild_id, ann, bob)
        if not name or name in OF_PAPER:
            typed = Typed("Ann, Bob", "310 245")
            waiting = await app.league.paper_matches.record(self._league, typed, ann.id, {}, organizes=False)
            self._paper = waiting.id
        if not name or name == Verb.PAPER_MEANT:
            typed = Typed("Ann, Bob", "310 245", "01/02/2015")
            self._asked = app.league.paper_matches.ask(self._league, typed, ann.id)
        if not name or name == Verb.LEAGUE_IMPORT:
            self._checked = (await app.league.files.check(self._league, RESULTS, {})).number
        if name in VOID:
            await app.league.results.rule(self._league, self._match, MatchState.VOID, owner, "no")
        if name in CLOSED:
            await app.league.leagues.close(self._league, self._season, owner)

    async def write_derived_rows(self) -> None:
        """Write all that is derived from results: it would look like a change by the tested user."""
        with self.club.world.as_bot():
            await self.club.app.stats.ledger.catch_up()

    async def kind(self, name: str) -> Kind:
        """A user of a kind; the forgotten one is Dan."""
        if name != self.forgotten.name:
            return next(kind for kind in self.kinds if kind.name == name)
        with self.club.world.as_bot():
            await self.club.app.people.own_data.forget(self._id("Dan"))
        await self._look()
        return self.forgotten

    # The attempts -----------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Every control and every command of the code's lists, with arguments that are right now."""
        answer = self._answer()
        for verb, may in controls().items():
            values = self._values(verb, answer)
            yield Act(verb, may, verb, self._argument(verb, answer), values)
        for name, may in commands().items():
            yield Act(name, may, options=self._options(name, answer))

    def may(self, act: Act, kind: Kind) -> bool:
        """Whether the list allows it to a kind of user now."""
        who, user_id, table = self.moment.column(act.may), kind.actor.id, self._live
        if who in {Who.ONESELF, Who.ANYWHERE}:
            return True
        if kind.channel != self.club.world.channel:
            return False
        if who in OF_LEAGUE:
            played = {self._id("Bob")} if who is Who.OTHER_SIDE else {self._id("Ann"), self._id("Bob")}
            may_organize = who not in {Who.ENTERED, Who.OF_MATCH} and kind.is_manager
            return may_organize or (who is not Who.ORGANIZER and user_id in played)
        if who in {Who.COMPANY, Who.GUEST, Who.EVENING_HOST}:
            is_guest, is_host = user_id in {self._id("Ann"), self._id("Bob")}, user_id == self._id("Ann")
            return who is Who.COMPANY or (is_guest if who is Who.GUEST else is_host or kind.is_manager)
        if who is Who.SAT_THERE:
            is_over = self.moment is Moment.FINISHED
            return is_over and user_id in {self._id(name) for name in PLAYERS}
        if table is None:
            return who is Who.ANYONE or (who is Who.MANAGER and kind.is_manager)
        seat, is_host = table.record.seat_of(user_id), user_id == table.record.host_id
        allowed = {
            Who.NO_ONE: False,
            Who.ANYONE: True,
            Who.NOT_REMOVED: kind.actor is not self.club["Gus"].actor,
            Who.HERE: is_host or seat is not None,
            Who.KEPT_FOR: table.record.kept_for(user_id) is not None,
            Who.HOST: is_host,
            Who.HOST_OR_MANAGER: is_host or kind.is_manager,
            Who.SEATED: seat is not None,
            Who.UNSEATED: seat is None,
            Who.ASKED: seat in table.clock.questions.by_seat,
            Who.MANAGER: kind.is_manager,
        }
        return allowed[who]

    async def use(self, act: Act, kind: Kind) -> simcord.InteractionResult:
        """Let a user do it, with a forged control if they have none."""
        world = self.club.world
        if act.verb is None:
            is_stranger = kind.actor.guild.id != world.guild.id
            people = {"player", "partner", "rival"} & set(act.options)
            own = dict.fromkeys(people, kind.actor) if is_stranger else {}
            command, chosen = self._typed(act.name)
            return await kind.actor.slash(kind.channel, command, **act.options | own | chosen)
        assert self._record is not None
        form = MODAL if act.verb in IN_MODALS else SELECT if act.verb in IN_MENUS else BUTTON
        custom_id = Control(act.verb, *self._about(act.verb), act.argument).custom_id(form)
        seen = self._seen_by(kind)
        if form == MODAL:
            return await world.type_into_modal(kind.actor, seen, custom_id, *act.values)
        return await world.press(kind.actor, seen, custom_id, values=act.values if form == SELECT else None)

    def _typed(self, name: str) -> tuple[str, dict[str, str]]:
        """The command of a name, and its choice if the name ends in one."""
        known = {command.qualified_name for command in self.club.bot.tree.walk_commands()}
        words = name.split()
        command = next(
            " ".join(words[:count]) for count in range(len(words), 0, -1) if " ".join(words[:count]) in known
        )
        choice = name.removeprefix(command).strip()
        return command, {"what": choice} if choice else {}

    def _seen_by(self, kind: Kind) -> Seen:
        if kind.channel == self.club.world.channel:
            return self._seen
        return self.club.world.visible_messages(channel_id=kind.channel.id)[0]

    def _answer(self) -> Action:
        """A legal answer to the current question."""
        asked = {} if self._live is None else self._live.match.asked
        decision = next((decision for seat, decision in asked.items() if seat >= 0), None)
        if decision is None:
            return PASS
        if decision.accepts(SHOUT):
            return SHOUT
        if isinstance(decision, ChooseNumber):
            return Bid(decision.least)
        if isinstance(decision, ChooseCards):
            return next(answer for answer in decision.answers() if isinstance(answer, Discard))
        return decision.sample(Random(1))

    def _about(self, verb: Verb) -> tuple[int, int]:
        """The two numbers that a control carries: mostly those of the table and its revision."""
        assert self._record is not None
        if verb in OF_PAPER:
            return self._paper, 0
        if verb is Verb.LEARN or verb in OF_DAILY:
            return (0, 0) if verb is Verb.LEARN else self._daily
        if verb in {Verb.LEAGUE_IMPORT, Verb.LEAGUE_MEANT, Verb.PAPER_MEANT}:
            return self._league.id, self._asked if verb is Verb.PAPER_MEANT else self._checked
        if verb in WITH_SEASON:
            return self._league.id, self._season.id
        if verb in ABOUT_MATCH:
            return self._league.id, self._match
        if verb in OF_EVENINGS:
            return self._evening_id, self._record.revision
        if verb.startswith("lg"):
            return self._season.id if verb in OF_SEASON else self._league.id, self._record.revision
        return self._record.id, self._record.revision

    def _argument(self, verb: Verb, answer: Action) -> str:
        if verb in {Verb.ANSWER, Verb.CONFIRM, Verb.CALL}:
            return str(answer)
        if verb is Verb.LAY:
            return packed(answer.cards if isinstance(answer, Discard) else (Card(4),))
        return {
            Verb.SIT: "3",
            Verb.AGREE: "end",
            Verb.AGAINST: "end",
            Verb.WITHOUT: "3",
            Verb.TAKE_OVER: "3",
            Verb.SET_PINGS: "message",
            Verb.SET_QUIET: "off",
            Verb.SET_LAST_CARD: "hand",
            Verb.SET_LOOK: "words",
            Verb.COUNTED: "yes",
            Verb.ALLOW: "-hints",
            Verb.SAY: "thanks",
            Verb.AHEAD: "pass 0",
            Verb.REMOVE_PLAYER: "2",
            Verb.LET_BACK: str(self._id("Gus")),
            Verb.LEARN: "answer 0",
            Verb.DAILY_ANSWER: "pass",
            Verb.OPTION: "Match",
            Verb.CHOOSE: "deals",
            Verb.OTHER_VALUE: "deals",
            Verb.VALUE: "deals",
            Verb.RIVALS: str(RecordAddress(((self._id("Ann"),), (self._id("Bob"),)))),
            Verb.RATING: str(RatingAddress((self._id("Ann"),))),
            Verb.HEADS: str(BoardAddress(period=Period.season(1))),
            Verb.COUNTING: str(BoardAddress()),
            **dict.fromkeys((Verb.LEAGUE_ACCEPT, Verb.LEAGUE_DECLINE), str(self._id("Bob"))),
            Verb.LEAGUE_DRAW: "2",
            Verb.LEAGUE_NEXT: "4",
            Verb.LEAGUE_OUT: str(self._id("Bob")),
            Verb.LEAGUE_ABSENT: self._fixture,
            Verb.LEAGUE_COMPUTERS: "yes",
            Verb.LEAGUE_NIGHT: "progressive",
            **dict.fromkeys((Verb.EVENING_SCORES, Verb.SCORE_EVENING), "1"),
            Verb.EVENING_DEALS: "1",
            Verb.LEAGUE_ASK_RULING: "dispute",
            Verb.LEAGUE_DISPUTE: "dispute",
            Verb.LEAGUE_RULE: "void",
            Verb.PAPER_MEANT: "/0",
        }.get(verb, "")

    def _values(self, verb: Verb, answer: Action) -> tuple[str, ...]:
        if verb is Verb.GROUP:
            return tuple(map(str, answer.cards)) if isinstance(answer, Discard) else ("R5",)
        return {
            Verb.PICK: (str(answer),),
            Verb.BID: (str(answer).removeprefix("bid "),),
            Verb.DAILY_BID: ("120",),
            Verb.SECTION: ("Match",),
            Verb.SET_REMINDER: ("half",),
            Verb.LOOK_UP: ("record",),
            Verb.OPTION: ("deals",),
            Verb.CHOOSE: ("3",),
            Verb.VALUE: ("7",),
            Verb.CODE: ("boston",),
            Verb.LEAGUE_RECORD: ("Ann, Bob", "300 200", "", ""),
            Verb.LEAGUE_MATCH: (str(self._match),),
            **dict.fromkeys((Verb.LEAGUE_PAIR, Verb.LEAGUE_ASK_OUT), (str(self._id("Bob")),)),
            Verb.SCORE_EVENING: ("1",),
            Verb.LEAGUE_NEW: (f"One more {self._leagues}", "", "match points", "players", "0"),
            Verb.LEAGUE_ASK_ABSENT: (self._fixture,),
            Verb.LEAGUE_ABSENT: ("away", "so"),
            Verb.LEAGUE_OUT: ("so",),
            Verb.LEAGUE_EXPORT: ("1", "csv"),
            **dict.fromkeys((Verb.MY_RESULTS, Verb.LEAGUE_SEASON), ("1",)),
            **dict.fromkeys((Verb.LEAGUE_DISPUTE, Verb.LEAGUE_RULE, Verb.PAPER_WHY), ("so",)),
        }.get(verb, ())

    def _options(self, name: str, answer: Action) -> dict[str, Any]:
        said = str(answer).partition(" ")[2] or "R5"
        bob = self.club["Bob"].actor
        options: dict[str, dict[str, Any]] = {
            "rook sit": {"seat": 4},
            "table seats computers": {"number": 1},
            "table seats swap": {"first": 1, "second": 2},
            "table setup": {"counted": True},
            "table seats remove": {"player": bob},
            "table seats let back": {"player": self.club["Gus"].actor},
            "rook ask go on without": {"player": self.club["Dan"].actor},
            "rook say": {"phrase": "thanks"},
            "rook play": {"move": said if str(answer) != "pass" else "pass"},
            "night score": {"table": 1},
            "stats show": {"rival": bob},
            "night new": {"kind": "progressive"},
            "rook-admin remove": {"player": bob},
            "rook-admin penalty": {"player": bob, "points": 5, "reason": "talk"},
            "rook-admin rule": {"choice": "redeal"},
            "rook-admin rules save": {"name": "theirs", "rules": "boston"},
            "rook-admin rules remove": {"name": "ours"},
            "rook-admin rules set default": {"rules": "boston"},
            "rook-admin settings": {"counted": "counted"},
        }
        if name.startswith("league"):
            return self._league_options(name)
        return options.get(name, {})

    def _league_options(self, name: str) -> dict[str, Any]:
        """Options of a command of a league; the league is always named, for there may be several."""
        bob, match = self.club["Bob"].actor, {"match": self._match, "reason": "so"}
        options: dict[str, dict[str, Any]] = {
            "league create": {"name": f"Another {self._leagues}"},
            "league rule forfeit": {"match": 2, "absent": "away", "reason": "so"},
            "league rule remove": {"player": bob, "reason": "so"},
            **dict.fromkeys(("league dispute", "league rule void", "league rule restore"), match),
            "league rule correct": {**match, "points": "5 3"},
            "league record": {"players": "Ann, Bob", "points": "300 200"},
            "league import": {"file": ("season.csv", RESULTS)},
        }
        named = {} if name == "league create" else {"league": self._league.name}
        return {**options.get(name, {}), **named}

    # What has changed -------------------------------------------------------------------------------

    def snapshot(self, kind: Kind) -> tuple[Rows, object]:
        """All that is stored (for a foreign user only of this table and server), and the state in memory."""
        is_here = kind.channel == self.club.world.channel
        live = self._live
        kept = None if live is None else (live.voting, live.lobby_news, live.said, live.plans)
        return self._rows(None if is_here or self._record is None else self._record.id), kept

    def _rows(self, of_table: int | None) -> Rows:
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)) as connection:
            read = connection.execute
            names = {name for (name,) in read("SELECT name FROM sqlite_master WHERE type = 'table'")}
            rows = {}
            for name in names - OF_MESSAGES - OF_BOOK:
                columns = {column for _, column, *_ in read(f"PRAGMA table_info({name})")}
                number = "id" if name == "tables" else "table_id"
                if of_table is None:
                    found = read(f"SELECT * FROM {name}")
                elif number in columns:
                    found = read(f"SELECT * FROM {name} WHERE {number} = ?", (of_table,))
                elif "guild_id" in columns:
                    found = read(f"SELECT * FROM {name} WHERE guild_id = ?", (self.club.world.guild.id,))
                else:
                    continue
                rows[name] = sorted(map(repr, found))
            return rows

    @property
    def _live(self) -> Table | None:
        return self.club.table if self.club.has_table else None

    def _id(self, name: str) -> int:
        return self.club[name].id


@asynccontextmanager
async def a_stage(path: Path) -> AsyncIterator[Stage]:
    """A club where all members may type ``/rook-admin``, as if a server had opened it to all."""
    async with a_club(path, people=(*PLAYERS, "Eve", "Fay", "Gus"), deal_pause=600) as club:
        world = club.world
        far = world.env.create_user("guy", global_name="Guy")
        elsewhere = world.env.create_guild("Elsewhere", owner=far)
        guy = elsewhere.add_member(far)
        there = elsewhere.create_text_channel("cards")
        near = world.guild.create_text_channel("second-table")
        await world.env.settle()
        for command in await club.bot.tree.fetch_commands():
            world.guild.set_command_permissions(command, {world.guild.default_role: True})
        fay = club["Fay"].actor
        await fay.slash(near, "rook new")
        await guy.slash(there, "rook new")
        here = world.channel
        people = (
            *((club[name].actor, here) for name in (*PLAYERS, "Gus", "Eve")),
            *((fay, here), (fay, near), (guy, there), (world.owner, here)),
        )
        kinds = tuple(
            Kind(name, *person, is_manager=person[0] in {guy, world.owner})
            for name, person in zip(KINDS, people, strict=True)
        )
        stage = Stage(club, kinds, Kind(FORGOTTEN, club["Dan"].actor, here))
        with world.as_bot():
            await stage.begin_league()
        yield stage


async def league_match(database: Database, season_id: int, guild_id: int, *people: Person) -> int:
    """A match of a season, played long ago in another channel; returns its number."""
    seats = tuple(SeatRecord(one.id, one.name) for one in people)
    record = TableRecord(
        *(0, guild_id, 5, people[0].id, "regular_for_two", {}, seats, Status.CANCELLED, 0, None, 1.6e9)
    )
    table = await TableStore(database).create_table(record, season_id)
    players = tuple(
        MatchPlayer(seat, seat, one.id, one.name, None, 300 - seat, 1 + seat, won=seat == 0)
        for seat, one in enumerate(people)
    )
    ended = MatchResult(
        *(guild_id, record.game, None, "", 1, Ranking.MOST, players), finished_at=1.6e9, seats=len(people)
    )
    await TableStore(database).append(table.id, (), results=Results(match=ended))
    return table.id


MANAGERS_ONLY: Final = "Only this server's managers can do that."


async def changes(stage: Stage, act: Act, kind: Kind) -> bool:
    """Whether it changes any state if a user does it; checks that it is answered."""
    await stage.write_derived_rows()
    before = stage.snapshot(kind)
    result = await stage.use(act, kind)
    await stage.write_derived_rows()
    assert result.acknowledged, f"{act.name} of {kind.name} was not answered"
    if act.name.startswith("rook-admin") and not kind.is_manager:
        assert result.response is not None
        assert stage.club.world.look_at(result.response).text() == MANAGERS_ONLY
    return stage.snapshot(kind) != before
