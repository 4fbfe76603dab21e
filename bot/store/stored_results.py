"""What is recorded of a deal and of a match, of every game alike: plain values, no event of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.stored import AuditEntry
from rules.core.decisions import Seat
from rules.core.outcome import Ranking


@dataclass(frozen=True, slots=True)
class Reason:
    """What some of a side's points were for: how many of a kind, and what they brought."""

    kind: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class DealSide:
    """What a side scored in a deal; ``total`` is the match so far."""

    seats: tuple[Seat, ...]
    scored: int
    total: int
    counters: int | None = None
    """Points of counters taken; like tricks and bonus None where they are not counted."""
    tricks: int | None = None
    bonus: int | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """What was bid in a deal, and how that went."""

    declarer: Seat
    bid: int
    trump: str | None
    """The letter of the color; None for none."""
    made: bool
    nest_points: int
    partner: Seat | None = None
    """Whom the declarer called; None also for himself."""
    sold_for: int | None = None
    """What the dealer gained by a sale; None, like what follows, in deals of versions that left it out."""
    folded: bool | None = None
    shot: bool | None = None
    """Whether the declarer had said he would take every trick."""


@dataclass(frozen=True, slots=True)
class DealPlayer:
    """Who answered for a seat when a deal ended: a person, a computer of a kind, or one for the other."""

    seat: Seat
    user_id: int | None
    computer: str | None

    @property
    def is_stand_in(self) -> bool:
        """Whether a computer answered for a person."""
        return self.user_id is not None and self.computer is not None


@dataclass(frozen=True, slots=True)
class DealResult:
    """A scored deal; ``at`` is in epoch seconds."""

    deal: int
    dealer: Seat
    at: float
    sides: tuple[DealSide, ...]
    players: tuple[DealPlayer, ...]
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """How a match ended for a seat, and who sat there."""

    seat: Seat
    side: int
    user_id: int | None
    name: str
    computer: str | None
    """Kind of the computer that answered for the seat in the end."""
    points: int
    """The total of the side."""
    place: int | None
    """Where the side came in, 1 for the winners; in a match that was broken off, where it stood by points.

    None where nobody won, where cards had not decided yet, and where it was not recorded yet.
    """
    won: bool
    counts: bool = True
    """Whether it counts for this player on boards of people."""
    stand_in_deals: int = 0
    """At the end of how many deals a computer stood in. Counted by the store."""

    @property
    def is_away(self) -> bool:
        """Whether a computer stood in at the end."""
        return self.user_id is not None and self.computer is not None


@dataclass(frozen=True, slots=True)
class StandIn:
    """How much computers played for the person on a seat."""

    seat: Seat
    deals: int
    """In how many deals they did."""
    answers: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """How often a computer began to play for the person on a seat because they did not answer in time."""

    seat: Seat
    times: int


@dataclass(frozen=True, slots=True)
class RulingNote:
    """What a referee ruled."""

    kind: str
    """The first word of the act: ``penalty``, ``redeal``."""
    by: int | None
    """Who ruled; None where that is not kept any more."""
    seat: Seat | None
    """Against whom, if anybody."""
    points: int
    """How many were taken off."""


@dataclass(frozen=True, slots=True)
class MatchNotes:
    """What was special in a match."""

    stand_ins: tuple[StandIn, ...] = ()
    rulings: tuple[RulingNote, ...] = ()
    redeals: int = 0
    """Deals that the table agreed to deal again."""
    take_backs: int = 0
    time_outs: tuple[TimeOut, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has ended, or a counted one that was broken off; times are in epoch seconds."""

    guild_id: int
    game: str
    rules_code: str | None
    """The game with its house rules; None where a match of an earlier version has rules no longer known."""
    edition: str
    rules_version: int
    ranking: Ranking
    players: tuple[MatchPlayer, ...]
    """In the order of their seats; of versions that recorded people alone, only those."""
    finished_at: float
    seats: int
    counted: bool = True
    """Whether it was a counted match; else it was casual."""
    broken_off: bool = False
    """Whether it ended before anybody had won: then the points are what they were until then."""
    notes: MatchNotes = MatchNotes()
    started_at: float = 0.0
    """Given by the store: the time of the first action."""
    deals: int = 0
    """Given by the store: how many were recorded."""

    def has_left(self, player: MatchPlayer) -> bool:
        """Whether one of its players has lost it by leaving, however the cards fell."""
        lost_a_win = player.place == 1 and not player.won
        return player.is_away and player.counts and (self.broken_off or lost_a_win)


@dataclass(frozen=True, slots=True)
class Results:
    """What an action caused to be recorded; most actions cause nothing."""

    deals: tuple[DealResult, ...] = ()
    match: MatchResult | None = None
    audit: AuditEntry | None = None
    """What a manager of the server did, if that was it."""
