"""Records of deals and matches, the same for every game: plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.models.endings import Leaving
from bot.models.stored_settings import AuditEntry
from rules.core.decisions import Seat
from rules.core.outcome import Ranking


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of a side's score by its kind: how many (``count``), and the points for them."""

    kind: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class DealSide:
    """A side's score in a deal; ``total`` is its score in the match so far."""

    seats: tuple[Seat, ...]
    scored: int
    total: int
    counters: int | None = None
    """Points of counters taken; None, as for tricks and bonus, if the game does not count them."""
    tricks: int | None = None
    bonus: int | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of a deal and its result."""

    declarer: Seat
    bid: int
    trump: str | None
    """The letter of the color; None for no trump."""
    made: bool
    nest_points: int
    partner: Seat | None = None
    """Seat of the partner the declarer called; None without one."""
    sold_for: int | None = None
    """Points the dealer gained by selling the bid; None, as the fields below, in old records."""
    folded: bool | None = None
    shot: bool | None = None
    """Whether the declarer had declared to take every trick."""
    second_partner: Seat | None = None
    """Seat of a second partner, where the declarer called two."""


@dataclass(frozen=True, slots=True)
class DealPlayer:
    """Who answered for a seat when a deal ended: a player, a computer, or a computer standing in for one."""

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
    """A seat's result of a match, and who held it at the end."""

    seat: Seat
    side: int
    user_id: int | None
    name: str
    computer: str | None
    """Kind of the computer that answered for the seat in the end."""
    points: int
    """The total of the side."""
    place: int | None
    """The side's place, 1 for the winners; in a match broken off, its place by points so far.

    None without a winner, if the cards had not decided, and in old records.
    """
    won: bool
    counts: bool = True
    """Whether it counts for this player on leaderboards."""
    stand_in_deals: int = 0
    """Number of deals at the end of which a computer stood in. Counted by the database."""
    left_with: int | None = None
    """Points of the side when a player who is away left; None if leaving loses no rating."""
    team: int | None = None
    """Common number of partners who each keep a score. Recorded only if leaving is a forfeit."""

    @property
    def together(self) -> tuple[bool, int]:
        """A key equal for all players who win and lose together."""
        return (self.team is not None, self.side if self.team is None else self.team)

    @property
    def is_away(self) -> bool:
        """Whether a computer stood in at the end."""
        return self.user_id is not None and self.computer is not None


@dataclass(frozen=True, slots=True)
class StandIn:
    """How much stand-in computers played for the player of a seat."""

    seat: Seat
    deals: int
    """Number of deals in which they did."""
    answers: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """How often a computer stepped in on a seat because its player had exceeded the turn limit."""

    seat: Seat
    times: int


@dataclass(frozen=True, slots=True)
class RulingNote:
    """A referee's ruling."""

    kind: str
    """The first word of the act: ``penalty``, ``redeal``."""
    by: int | None
    """User id of the referee; None if no longer stored."""
    seat: Seat | None
    """The seat ruled against, or None."""
    points: int
    """Points taken off."""


@dataclass(frozen=True, slots=True)
class MatchNotes:
    """Notes on a match: stand-ins, rulings, redeals, take-backs and timeouts."""

    stand_ins: tuple[StandIn, ...] = ()
    rulings: tuple[RulingNote, ...] = ()
    redeals: int = 0
    """Deals dealt again by a vote."""
    take_backs: int = 0
    time_outs: tuple[TimeOut, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that has ended, or a counted one that was broken off; times are in epoch seconds."""

    guild_id: int
    game: str
    rules_code: str | None
    """Code of the game with its house rules; None for an old match with rules that are no longer known."""
    edition: str
    rules_version: int
    ranking: Ranking
    players: tuple[MatchPlayer, ...]
    """In the order of their seats; early versions recorded no computers."""
    finished_at: float
    seats: int
    counted: bool = True
    """Whether it was a counted match; else it was casual."""
    broken_off: bool = False
    """Whether it ended without a winner; the points are those reached so far."""
    leaving: Leaving | None = None
    """The rule on leaving; None if an old version did not record it."""
    notes: MatchNotes = MatchNotes()
    started_at: float = 0.0
    """Time of the first action, filled in by the database."""
    deals: int = 0
    """Number of recorded deals, filled in by the database."""

    def has_left(self, player: MatchPlayer) -> bool:
        """Whether a player of this match has lost it by leaving, regardless of the cards.

        If ``leaving`` is None, only leavers who would have won are recognized.
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
        """Whether it was forfeited by leaving: by a league's rules the sides that stayed beat the others."""
        return self.leaving is Leaving.FORFEIT and any(map(self.has_left, self.players))

    @property
    def is_decided_by_leaving(self) -> bool:
        """Whether it was played to its end, but its result is the forfeit."""
        return self.is_forfeited and not self.broken_off

    @property
    def sides_left(self) -> frozenset[int]:
        """Sides that have forfeited by leaving, with partners who score apart; empty if no one forfeited."""
        return self.sides_of_leavers if self.is_forfeited else frozenset()

    @property
    def winners_who_stayed(self) -> tuple[int, ...]:
        """The seats of the winners, without those of sides that forfeited."""
        return tuple(one.seat for one in self.players if one.won and one.side not in self.sides_left)

    @property
    def lost_by_leavers_alone(self) -> bool:
        """Whether the leavers have lost it and it does not count for the others.

        False if an old version did not record the points with which a player left.
        """
        leavers = [player for player in self.players if self.has_left(player)]
        is_recorded = bool(leavers) and all(player.left_with is not None for player in leavers)
        return self.leaving is Leaving.ALONE and not self.broken_off and is_recorded

    @property
    def sides_of_leavers(self) -> frozenset[int]:
        """Sides of players who have left, those of partners with separate scores included."""
        left = {player.together for player in self.players if self.has_left(player)}
        return frozenset(player.side for player in self.players if player.together in left)

    def forfeit_places(self) -> dict[int, int]:
        """Places by side if sides that have forfeited come last."""
        return self.places_behind(self.sides_left)

    def places_behind(self, left: frozenset[int]) -> dict[int, int]:
        """Places by side: sides that stayed in their order, then those in ``left``, all in the last place.

        The last place is never 1. Sides without a place follow those with one.
        """
        last = len(self.players) + 1
        places = {player.side: player.place or last for player in self.players}
        stayed = {side: place for side, place in places.items() if side not in left}
        found = {side: 1 + sum(other < place for other in stayed.values()) for side, place in stayed.items()}
        return found | dict.fromkeys(left, 1 + max(1, len(stayed)))

    def place_of(self, player: MatchPlayer) -> int | None:
        """The place of a player's side that counts: by the forfeit if there is one, else as played."""
        return self.forfeit_places()[player.side] if self.is_forfeited else player.place

    def decided_by_leaving(self) -> MatchResult:
        """A copy in which the winners are those by the forfeit: the first of the sides that stayed.

        Unchanged if leaving did not decide the match.
        """
        if not self.is_decided_by_leaving:
            return self
        places, left = self.forfeit_places(), self.sides_left
        players = [replace(one, won=one.side not in left and places[one.side] == 1) for one in self.players]
        return replace(self, players=tuple(players))


@dataclass(frozen=True, slots=True)
class Results:
    """Records caused by an action: scored deals, a match result, an audit entry. Most actions cause none."""

    deals: tuple[DealResult, ...] = ()
    match: MatchResult | None = None
    audit: AuditEntry | None = None
    """The audit entry, if a server's manager acted; else None."""
