"""The public view of a table: plain values without any hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.common.lazy import Lazy
from bot.common.text import distinct, shown_name
from bot.computers.kinds import Persona, level_of, persona_of
from bot.computers.levels import Level
from bot.models.endings import ALL_ALLOWED, Allowed, Ending, Leaving, leavers_lose
from bot.models.faces import NO_FACES, Faces
from bot.models.stored_league import TableSeason
from bot.models.stored_tables import OPEN, Away, SeatRecord, Settled, Status
from bot.table.desk.agreement import Decided, Proposal, Vote
from bot.table.desk.phrases import Said
from bot.table.lobby.before_match import NAME_LIMIT, Person
from bot.table.lobby.news import NO_NEWS, LobbyNews
from bot.table.match.deal_end import DealEnd, DealPlayed
from bot.table.match.earlier_deal import FirstTime
from bot.table.match.results import leaves_no_result
from bot.table.turns.ahead import Plan
from rules.core.about import About
from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.protocol import Game, OptionSpec, OptionValue
from rules.core.views import SeatView, TableView
from rules.core.words import Words


class ShownSeat(NamedTuple):
    """A seat as everyone sees it; an empty one has neither user nor name, but may be kept for a person."""

    seat: Seat
    user_id: int | None
    name: str
    computer: bool
    """Whether a computer answers for this seat."""
    may_be_out: bool = False
    """Whether the others may vote to continue without the player."""
    is_out: bool = False
    """Whether they have."""
    kept: Person | None = None
    """The person the seat is kept for, before a match or from the next deal; None if it is not kept."""
    level: Level | None = None
    """The level of a computer that has the seat for itself; None for any other seat."""
    persona: Persona | None = None
    """The computer's persona; None without one."""
    away: Away | None = None
    """When and why a computer stands in for a person; None while they are there, or if not known."""

    @property
    def is_empty(self) -> bool:
        """Whether neither a person nor a computer has the seat."""
        return self.user_id is None and not self.computer

    @property
    def is_free(self) -> bool:
        """Whether a person may take the seat over: a computer's, or a player's voted out, and not kept."""
        return self.computer and (self.user_id is None or self.is_out) and self.kept is None

    @property
    def is_away(self) -> bool:
        """Whether a computer stands in for a person."""
        return self.user_id is not None and self.computer


class Lead(NamedTuple):
    """Which of two sides has won more matches against the other."""

    seats: tuple[Seat, ...]
    """The leading side; either one if they are equal."""
    won: int
    lost: int


class ShownPlace(NamedTuple):
    """The server, channel, parent channel and message of a table on Discord."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None
    """The channel its thread belongs to, if it was opened in one of its own."""
    message_id: int | None = None


class ShownRules(NamedTuple):
    """The game, house rules and rules version of a table, with its words and the rules' name."""

    about: About
    options: tuple[OptionSpec, ...]
    changes: Mapping[str, OptionValue]
    """The options that differ from the rule book."""
    version: int
    """The version of the rules that is played by."""
    words: Words
    """The words in which the game's view is shown."""
    has_claims: bool = False
    """Whether the tricks that are left of a deal can be claimed."""
    name: str | None = None
    """The server's name for the rules; None without one."""


class ShownMatch(NamedTuple):
    """The public view of a match."""

    seen: Lazy[TableView] | None = None
    """The cards, bids and scores now; None before the match."""
    first_time: FirstTime | None = None
    """The first play of an earlier deal played again here; None for a deal of the table's own."""
    deal_end: DealEnd = ()
    """Events of the last deal's end: its last trick, the nest, the score; until the next deal."""
    played: DealPlayed | None = None
    """The public play of that deal; None without a trick, or if other tables have the same deal."""
    dealt_again: HeardEvent | None = None
    """Why the deal before had no score; until the first trick of the one in its place."""
    seal: str | None = None
    """The seal that proves the shuffle of the present or next deal; None without a seed."""
    lead: Lead | None = None
    """The series after the match; None if it was not looked up, or the match has not two sides."""
    league_winners: tuple[Seat, ...] | None = None
    """The winners in the league of a match forfeited by leaving or broken off, perhaps none; else None."""


class ShownTurn(NamedTuple):
    """The asked seats, those a computer keeps, due times in epoch seconds, and if the table is paused."""

    asked: tuple[Seat, ...] = ()
    """Seats with an open question, answered by people or computers."""
    waiting_for: tuple[Seat, ...] = ()
    """Seats that are asked something and answered by a person."""
    due_at: float | None = None
    """When a computer will answer for them; None without a turn limit."""
    until_next_deal: tuple[Seat, ...] = ()
    """Seats that a computer keeps until the next deal: their people have used up their time."""
    next_deal_at: float | None = None
    """When the next deal is dealt, if no one asks for it sooner; None where the table does not rest."""
    time_is_up_at: float | None = None
    """When the clock calls time; None where the match is not played by it, or it has."""
    changed_at: float = 0.0
    """When the match last changed, or the table was opened."""
    is_paused: bool = False
    """Whether the table is paused until a player presses a control."""
    hours: int = 0
    """Hours a turn may take at a slow table; 0 for the usual limit."""


class ShownVoting(NamedTuple):
    """The open votes of a match, the last one that ended, and who may take back."""

    votes: Mapping[Proposal, Vote] = MappingProxyType({})
    missing: Mapping[Proposal, frozenset[int]] = MappingProxyType({})
    """The user ids whose answers are missing, by vote."""
    decided: Decided | None = None
    """The last vote that ended; None once the match has continued."""
    may_take_back: tuple[Seat, ...] = ()
    """Seats that may still take back their last action, possibly only by a vote."""


class ShownKind(NamedTuple):
    """Whether a match is counted, what leaving costs, who may play, and its season or evening."""

    counted: bool = False
    """Whether it counts on boards of people; else it is casual."""
    leaving: Leaving = Leaving.LOST
    """The consequence of leaving a counted match."""
    settled: Settled | None = None
    """Who may play, if a league or an earlier deal settles the game; None if the host chooses."""
    season: TableSeason | None = None
    """The season the match is for, if any."""
    of_evening: bool = False
    """Whether an evening has opened its table, and opens the next one."""


class ShownLobby(NamedTuple):
    """What is shown only before a match: news, why the seating does not fit, and the sides."""

    news: LobbyNews = NO_NEWS
    """News shown in the lobby."""
    unfit: str | None = None
    """Why a match of a season can't begin as people sit; None where it can."""
    sides: tuple[int | None, ...] = ()
    """The side of each seat; empty if no partners are known."""


NO_LOBBY: Final = ShownLobby()
"""Nothing: the match has begun, or the table is over."""


class ShownTalk(NamedTuple):
    """Hints and phrases: what the host allows, and the last said."""

    allowed: Allowed = ALL_ALLOWED
    """Whether the host allows hints and phrases."""
    said: tuple[Said, ...] = ()
    """The last phrases said, the oldest first."""


class ShownEnd(NamedTuple):
    """How a table was closed and which user did it, or when it will be closed."""

    ending: Ending | None = None
    by: int | None = None
    """The user who closed it, if one did."""
    due_at: float | None = None
    """When it is closed if nothing is played, in epoch seconds; None for never."""


class ShownTable(NamedTuple):
    """A table as everyone may see it."""

    id: int
    place: ShownPlace
    host_id: int
    revision: int
    status: Status
    seats: tuple[ShownSeat, ...]
    rules: ShownRules
    match: ShownMatch = ShownMatch()
    turn: ShownTurn = ShownTurn()
    voting: ShownVoting = ShownVoting()
    kind: ShownKind = ShownKind()
    lobby: ShownLobby = ShownLobby()
    talk: ShownTalk = ShownTalk()
    end: ShownEnd = ShownEnd()
    faces: Faces = NO_FACES
    """Card faces for the user the table is shown to."""

    @property
    def view(self) -> TableView | None:
        """The public view of the match; None before it."""
        return None if self.match.seen is None else self.match.seen.value

    def with_view(self, view: TableView | None) -> ShownTable:
        """The table with another public view of its match."""
        seen = None if view is None else Lazy.known(view)
        return self._replace(match=self.match._replace(seen=seen))

    @property
    def in_lobby(self) -> bool:
        """Whether the table is a lobby."""
        return self.status is Status.LOBBY

    @property
    def is_playing(self) -> bool:
        """Whether a match is in play, paused or not."""
        return self.status is Status.PLAYING

    @property
    def is_open(self) -> bool:
        """Whether the table is a lobby, or its match is in play."""
        return self.status in OPEN

    @property
    def may_count(self) -> bool:
        """False if the host chose a counted match and computers have seats: it may not start so."""
        return (
            not self.kind.counted
            or self.kind.settled is not None
            or all(not seat.computer for seat in self.seats)
        )

    @property
    def has_hints(self) -> bool:
        """Whether players may ask for hints: allowed by the host, in a casual match apart from contests."""
        return (
            self.talk.allowed.hints
            and not (self.kind.counted or self.kind.of_evening)
            and (self.kind.settled is None or self.match.first_time is not None)
        )

    @property
    def leaves_no_result(self) -> bool:
        """Whether the match is over or broken off and counts for no player, since no deal was scored."""
        if self.view is None or self.is_playing:
            return False
        is_loss = self.view.outcome is not None or leavers_lose(self.end.ending, self.kind.leaving)
        is_lost = is_loss and any(seat.is_away for seat in self.seats)
        counts = self.kind.counted or self.kind.settled is not None
        return leaves_no_result(self.view, self.rules.about.ranking, counts=counts, is_lost=is_lost)

    @property
    def has_phrases(self) -> bool:
        """Whether players may say fixed phrases: allowed by the host, and several people play."""
        return self.talk.allowed.phrases and self.has_company

    @property
    def has_company(self) -> bool:
        """Whether a match is in play with several people, those who are away included."""
        return self.is_playing and sum(seat.user_id is not None for seat in self.seats) > 1

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal is over and no one is asked anything before the next one, as a dealer may be."""
        return bool(self.match.deal_end) and not self.turn.asked

    @property
    def counts_anywhere(self) -> bool:
        """Whether the match counts: on boards of people, or in a league alone, as one with computers."""
        return self.kind.counted or self.kind.leaving is Leaving.FORFEIT

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take hours."""
        return bool(self.turn.hours)

    @property
    def everyone_left(self) -> bool:
        """Whether computers answer for every seat, for at least one of them in place of a person."""
        return all(seat.computer for seat in self.seats) and any(seat.is_away for seat in self.seats)

    @property
    def waits_for_people(self) -> bool:
        """Whether every person has left a match, which then waits; not if an evening or a newcomer does."""
        return self.everyone_left and not (self.kind.of_evening or any(seat.kept for seat in self.seats))

    @property
    def is_all_stored(self) -> bool:
        """Whether a restart loses nothing of it: there are no votes, phrases or news."""
        return not self.voting.votes and not self.talk.said and self.lobby.news == NO_NEWS

    @property
    def is_for_newcomers(self) -> bool:
        """Whether any user may sit down: in a lobby, or a casual match for several, no league or evening."""
        is_settled = self.kind.counted or self.kind.settled is not None or self.kind.of_evening
        return self.in_lobby or (self.is_playing and not is_settled and len(self.seats) > 1)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """Seats any user may take, none that are kept: empty in a lobby, computers' in a casual match."""
        if self.in_lobby:
            return tuple(seat.seat for seat in self.seats if seat.is_empty and seat.kept is None)
        return tuple(seat.seat for seat in self.seats if seat.is_free) if self.is_for_newcomers else ()

    def seat_of(self, user_id: int) -> ShownSeat | None:
        """The seat of a user; None if they have none."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


class ShownHand(NamedTuple):
    """A table as one of its players sees it: what everyone may know, and at the same moment the own hand."""

    table: ShownTable
    own: Lazy[SeatView]
    """What the player sees of the match."""
    plan: Plan | None = None
    """The player's plan, if any."""
    asked_since: int | None = None
    """The revision of the table at which the question arose that the player is asked; None for none."""

    @property
    def view(self) -> SeatView:
        """What the player sees of the match."""
        return self.own.value


class Update(NamedTuple):
    """A change of a table, stored or not: the table now, and the public events."""

    table: ShownTable
    events: tuple[HeardEvent, ...]


def shown_rules(game: Game[Any], name: str | None = None, *, has_claims: bool = False) -> ShownRules:
    """The rules of a game as they are shown, under the server's ``name`` for them."""
    return ShownRules(game.about, game.options, game.changes(), game.version, game.words, has_claims, name)


def shown_seats(seats: Sequence[SeatRecord]) -> tuple[ShownSeat, ...]:
    """The seats of a table, under names unique at the table; those stored long ago are cleaned now."""
    kept = ("" if who.is_empty else shown_name(who.user_id, who.name, NAME_LIMIT) for who in seats)
    names = distinct(kept, NAME_LIMIT)
    return tuple(
        ShownSeat(
            seat,
            who.user_id,
            names[seat],
            who.computer is not None,
            who.ran_out > 0 and not who.is_out,
            who.is_out,
            None if who.kept is None else Person(who.kept.user_id, who.kept.name),
            level_of(who.computer) if who.computer is not None and who.user_id is None else None,
            persona_of(who.computer) if who.computer is not None and who.user_id is None else None,
            who.away if who.is_away else None,
        )
        for seat, who in enumerate(seats)
    )
