"""Decisions of a table's people in a match: more than half of those present must agree.

Votes are not stored: a restart ends them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.models.endings import Leaving
from bot.models.stored_tables import TAKE_BACK, LogEntry, TableRecord
from bot.table.match.standing_in import STAND_IN
from bot.table.turns.time_limit import HOUR
from rules.core.decisions import Seat

VOTE_TIME: Final = 120.0
"""Seconds until those who have not answered are left out of the count; a slow table's turn if longer."""
AT_LEAST: Final = 2
"""Yes votes needed at least when a vote runs out of time."""
AWAY: Final = "A computer plays for you, so only the others vote. *My hand* takes your seat back."
ALONE_IN_LEAGUE: Final = (
    "No one decides that alone in a league match. If you leave and don't come back, you lose it."
)
OUT_ALREADY: Final = "A computer has that seat to the end already."

Kind = Literal["end", "redeal", "takeback", "without", "back", "seat", "claim"]
ABOUT_A_SEAT: Final[tuple[Kind, ...]] = ("takeback", "without", "back", "seat", "claim")
"""Kinds of proposals that name a seat."""
OF_THE_MOMENT: Final = frozenset({"redeal", "takeback", "claim"})
"""Kinds of proposals that expire with the next action of the match."""


class Proposal(NamedTuple):
    """A proposal that players vote on, by ``kind``.

    ``end``: end the match without a winner; ``redeal``: deal again; ``takeback``: let a seat take an action
    back; ``without``: continue without a seat's player; ``back``: let that player come back; ``seat``: let a
    newcomer take the seat over; ``claim``: give the side of a seat the tricks that are left.
    """

    kind: Kind
    seat: Seat | None = None
    """The seat that wants to take an action back, or the seat the proposal is about."""
    newcomer: int | None = None
    """The user who would take the seat over."""


class Vote(NamedTuple):
    """The answers to a proposal, by user id, and its deadline in epoch seconds."""

    yes: frozenset[int]
    no: frozenset[int]
    until: float
    newcomer: str = ""
    """Name of the person who would take over a seat."""
    began: int = 0
    """The revision with which it was opened: a control drawn since is for this vote, not an earlier one."""
    absent: frozenset[int] = frozenset()
    """Users known to have left the server; their answers are not waited for."""
    played_on: frozenset[int] = frozenset()
    """Those of ``no`` who have not answered, but acted in the match."""

    def with_answer(self, user_id: int, *, agrees: bool) -> Vote:
        """The vote with a user's answer, replacing an earlier one."""
        me = frozenset({user_id})
        yes, no = (self.yes | me, self.no - me) if agrees else (self.yes - me, self.no | me)
        return self._replace(yes=yes, no=no, played_on=self.played_on - me)


def needs_everyone(proposal: Proposal, *, counted: bool) -> bool:
    """Whether all players must agree, absent ones too: to a claim, and to end or redeal a counted match."""
    return proposal.kind == "claim" or (counted and proposal.kind in {"end", "redeal"})


def asked(record: TableRecord, proposal: Proposal, absent: frozenset[int] = frozenset()) -> frozenset[int]:
    """User ids asked about a proposal: present players, without the one it removes or lets back.

    Players who are away are asked, too, about a claim, and to end or redeal a counted match. Deleted users
    have no say, nor do ``absent`` ones, who have left the server.
    """
    is_for_all = needs_everyone(proposal, counted=record.counts_anywhere)
    about = proposal.seat if proposal.kind in {"without", "back"} else None
    return frozenset(
        who.user_id
        for seat, who in enumerate(record.seats)
        if who.user_id is not None and seat != about and not who.is_former
        if who.user_id not in absent and (is_for_all or not who.is_away)
    )


def needed(record: TableRecord, proposal: Proposal, absent: frozenset[int] = frozenset()) -> int:
    """Yes votes needed: all for a claim, or to end or redeal a counted match; else more than half."""
    number = len(asked(record, proposal, absent))
    return number if needs_everyone(proposal, counted=record.counts_anywhere) else number // 2 + 1


def result(record: TableRecord, proposal: Proposal, vote: Vote, now: float) -> bool | None:
    """Whether a proposal is agreed on; None while that is open.

    Once the time is up, more yes than no votes suffice, at least ``AT_LEAST``; not for a proposal that needs
    the vote of every player asked. Once all have left, it is agreed on unless one of them voted no.
    """
    voters = asked(record, proposal, vote.absent)
    everyone, yes, no = len(voters), len(vote.yes & voters), len(vote.no & voters)
    least = needed(record, proposal, vote.absent)
    if not voters:
        return not vote.no
    if yes >= least:
        return True
    if everyone - no < least:
        return False
    if now < vote.until:
        return None
    return AT_LEAST <= yes > no and least < everyone


def check_not_alone(record: TableRecord, proposal: Proposal) -> None:
    """Check that no player alone with computers ends a league match, or has it dealt again.

    Raises:
        Refused: one would.
    """
    people = [who for who in record.seats if who.user_id is not None]
    if proposal.kind in {"end", "redeal"} and record.leaving is Leaving.FORFEIT and len(people) < AT_LEAST:
        raise Refused(ALONE_IN_LEAGUE)


def check_seat(record: TableRecord, proposal: Proposal) -> None:
    """Check that a vote to continue without a player, or to let them back, is possible; others pass.

    Raises:
        Refused: no player there, none to let back, one out already, or who never used up a deal's time.
    """
    if proposal.kind not in {"without", "back"}:
        return
    seat = proposal.seat
    who = record.seats[seat] if seat is not None and 0 <= seat < len(record.seats) else None
    if who is None or who.user_id is None:
        raise Refused("Choose a player of this table.")
    if proposal.kind == "back" and not who.is_out:
        raise Refused("That player is in the match.")
    if proposal.kind == "without" and who.is_out:
        raise Refused(OUT_ALREADY)
    if proposal.kind == "without" and not who.ran_out:
        raise Refused("That's only for a player who has used up a deal's time. Being slow once isn't enough.")


def check_has_say(record: TableRecord, proposal: Proposal, seat: Seat, why_kept: str | None) -> None:
    """Check that the player of a seat may answer a proposal: those who are away have no say for others.

    ``why_kept`` is why they can't take their seat back; None where they can.

    Raises:
        Refused: a computer plays for them, and others are there who are asked.
    """
    voters, who = asked(record, proposal), record.seats[seat]
    is_about_them = proposal.seat == seat and proposal.newcomer is None
    if voters and who.user_id not in voters and not is_about_them:
        raise Refused(why_kept or AWAY)


def in_or_out(record: TableRecord, proposal: Proposal) -> TableRecord:
    """The table after a vote: the player is let back (``back``), or out with a computer there to the end."""
    assert proposal.seat is not None
    who = record.seats[proposal.seat]
    if proposal.kind == "back":
        return record.with_computer(proposal.seat, None)
    return record.with_seat(proposal.seat, replace(who, computer=who.computer or STAND_IN, is_out=True))


class Decided(NamedTuple):
    """The end of a vote: the proposal, whether it was agreed on, and the answers."""

    proposal: Proposal
    is_agreed: bool
    vote: Vote
    is_possible: bool = True
    """Whether the agreed proposal could be carried out; a claim is checked with the cards only then."""


class Voting(NamedTuple):
    """The open votes of a table, by proposal, and the last one that ended."""

    votes: Mapping[Proposal, Vote] = {}
    decided: Decided | None = None

    def due(self, record: TableRecord) -> float | None:
        """When the next vote is counted, in epoch seconds."""
        return min((self.due_of(record, one) for one in self.votes), default=None)

    def due_of(self, record: TableRecord, proposal: Proposal) -> float:
        """When an open vote is counted: at its deadline, or at once (0) if a player's leaving decided it."""
        vote = self.votes[proposal]
        is_asking = bool(asked(record, proposal, vote.absent))
        return 0.0 if is_asking and result(record, proposal, vote, 0.0) is not None else vote.until

    def missing(self, record: TableRecord) -> dict[Proposal, frozenset[int]]:
        """The user ids whose answers are missing, by vote."""
        return {one: asked(record, one, vote.absent) - vote.yes - vote.no for one, vote in self.votes.items()}

    def answered(
        self,
        record: TableRecord,
        proposal: Proposal,
        user_id: int,
        now: float,
        *,
        agrees: bool,
        absent: frozenset[int] = frozenset(),
    ) -> Voting:
        """The voting with a user's answer; the first one opens a vote.

        ``absent`` are users who have left the server, as just looked up.
        """
        vote = (self.votes.get(proposal) or _new_vote(record, now))._replace(absent=absent)
        return self._with(record, proposal, vote.with_answer(user_id, agrees=agrees), now)

    def opened(self, record: TableRecord, proposal: Proposal, now: float, newcomer: str) -> Voting:
        """The voting with a new vote, without answers, on a newcomer taking over a seat."""
        return self._open(proposal, self.votes.get(proposal) or _new_vote(record, now, newcomer))

    def counted(self, record: TableRecord, proposal: Proposal) -> Voting:
        """The voting after an open vote is counted as at its deadline, without missing answers."""
        return self._with(record, proposal, self.votes[proposal], self.votes[proposal].until)

    def after(self, record: TableRecord, entries: tuple[LogEntry, ...]) -> Voting:
        """The voting after log entries. A player who acts votes against ending it, unless they said yes."""
        people = frozenset(
            one.user_id for one in entries if one.user_id and one.seat >= 0 and one.action != TAKE_BACK
        )
        lasting = {one: vote for one, vote in self.votes.items() if one.kind not in OF_THE_MOMENT}
        voting = Voting(lasting, None if people else self.decided)
        for proposal, vote in lasting.items():
            if people and proposal.kind == "end":
                silent = people - vote.yes - vote.no
                against = vote._replace(no=vote.no | silent, played_on=vote.played_on | silent)
                voting = voting._with(record, proposal, against, entries[-1].at)
        return voting

    def without(self, user_id: int) -> Voting:
        """The voting without votes, open or just ended, on a newcomer who is deleted."""
        votes = {one: vote for one, vote in self.votes.items() if one.newcomer != user_id}
        is_theirs = self.decided is not None and self.decided.proposal.newcomer == user_id
        return Voting(votes, None if is_theirs else self.decided)

    def shown(self, clock: Clock) -> Voting:
        """The voting with each deadline converted to the calendar's time."""
        votes = {one: vote._replace(until=clock.shown(vote.until)) for one, vote in self.votes.items()}
        return self._replace(votes=votes)

    def prolonged(self, until: float) -> Voting:
        """The voting with each vote's deadline at least ``until``, in epoch seconds."""
        votes = {one: vote._replace(until=max(vote.until, until)) for one, vote in self.votes.items()}
        return self._replace(votes=votes)

    def only(self, is_possible: Callable[[Proposal], bool]) -> Voting:
        """The voting with only those votes that ``is_possible`` accepts."""
        return self._replace(votes={one: vote for one, vote in self.votes.items() if is_possible(one)})

    def _with(self, record: TableRecord, proposal: Proposal, vote: Vote, now: float) -> Voting:
        is_agreed = result(record, proposal, vote, now)
        if is_agreed is None:
            return self._open(proposal, vote)
        others = {other: open_vote for other, open_vote in self.votes.items() if other != proposal}
        return Voting(others, Decided(proposal, is_agreed, vote))

    def _open(self, proposal: Proposal, vote: Vote) -> Voting:
        """The voting with a vote open; how an earlier one on the same ended is not how this one will."""
        is_asked_again = self.decided is not None and self.decided.proposal == proposal
        return Voting({**self.votes, proposal: vote}, None if is_asked_again else self.decided)


def _new_vote(record: TableRecord, now: float, newcomer: str = "") -> Vote:
    lasts = max(VOTE_TIME, record.turn_hours * HOUR)
    return Vote(frozenset(), frozenset(), now + lasts, newcomer, record.revision)


NO_VOTES: Final = Voting()
"""No open vote, and none that ended."""
