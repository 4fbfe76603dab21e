"""What is recorded of a deal and of a match, of every game alike: plain values, no event of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.models.endings import Leaving
from bot.models.stored import AuditEntry
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
    left_with: int | None = None
    """Points of the side when the player left who is away; None where leaving loses no rating."""
    team: int | None = None
    """Of partners who each keep a score: the number they share. Known where leaving is a forfeit."""

    @property
    def together(self) -> tuple[bool, int]:
        """What those have in common who win and lose together."""
        return (self.team is not None, self.side if self.team is None else self.team)

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
    leaving: Leaving | None = None
    """What leaving meant; None in matches of versions that did not record it."""
    notes: MatchNotes = MatchNotes()
    started_at: float = 0.0
    """Given by the store: the time of the first action."""
    deals: int = 0
    """Given by the store: how many were recorded."""

    def has_left(self, player: MatchPlayer) -> bool:
        """Whether one of its players has lost it by leaving, however the cards fell.

        Of a match whose ``leaving`` is not known only those are found who would have won.
        """
        if not player.is_away or (self.broken_off and not player.counts):
            return False
        match self.leaving:
            case Leaving.FORFEIT:
                return True
            case Leaving.LOST | Leaving.ALONE:
                return player.counts
            case Leaving.PLAYED:
                return False
            case None:
                lost_a_win = player.place == 1 and not player.won
                return player.counts and (self.broken_off or lost_a_win)

    @property
    def is_forfeited(self) -> bool:
        """Whether leaving has decided it: by a league's law, the sides that stayed have beaten the others."""
        return self.leaving is Leaving.FORFEIT and any(map(self.has_left, self.players))

    @property
    def is_decided_by_leaving(self) -> bool:
        """Whether it was played to its end, and its result is the forfeit."""
        return self.is_forfeited and not self.broken_off

    @property
    def sides_left(self) -> frozenset[int]:
        """The sides that have forfeited it by leaving, with those of partners who keep their own scores."""
        return self.sides_of_leavers if self.is_forfeited else frozenset()

    @property
    def lost_by_leavers_alone(self) -> bool:
        """Whether its leavers have lost it, and it does not count for the others.

        False for matches of versions that did not record with how many points a player left.
        """
        leavers = [player for player in self.players if self.has_left(player)]
        is_recorded = bool(leavers) and all(player.left_with is not None for player in leavers)
        return self.leaving is Leaving.ALONE and not self.broken_off and is_recorded

    @property
    def sides_of_leavers(self) -> frozenset[int]:
        """The sides of players who have left, with those of partners who keep their own scores."""
        left = {player.together for player in self.players if self.has_left(player)}
        return frozenset(player.side for player in self.players if player.together in left)

    def forfeit_places(self) -> dict[int, int]:
        """The place of each side, by side, after those that have forfeited the match."""
        return self.places_behind(self.sides_left)

    def places_behind(self, left: frozenset[int]) -> dict[int, int]:
        """The place of each side, by side: those that stayed in their order, then those that were ``left``.

        The latter share the last place, which is never the first. Sides that the cards gave no place follow
        those with one.
        """
        last = len(self.players) + 1
        places = {player.side: player.place or last for player in self.players}
        stayed = {side: place for side, place in places.items() if side not in left}
        found = {side: 1 + sum(other < place for other in stayed.values()) for side, place in stayed.items()}
        return found | dict.fromkeys(left, 1 + max(1, len(stayed)))

    def place_of(self, player: MatchPlayer) -> int | None:
        """Where a player's side came in, as it counts: by a league's law where leaving has decided it."""
        return self.forfeit_places()[player.side] if self.is_forfeited else player.place

    def decided_by_leaving(self) -> MatchResult:
        """The same with those as winners whom a league's law makes that: the first of those that stayed.

        A player who stayed on a side that has forfeited is none of them.
        """
        if not self.is_decided_by_leaving:
            return self
        places, left = self.forfeit_places(), self.sides_left
        players = [replace(one, won=one.side not in left and places[one.side] == 1) for one in self.players]
        return replace(self, players=tuple(players))


@dataclass(frozen=True, slots=True)
class Results:
    """What an action caused to be recorded; most actions cause nothing."""

    deals: tuple[DealResult, ...] = ()
    match: MatchResult | None = None
    audit: AuditEntry | None = None
    """What a manager of the server did, if that was it."""
