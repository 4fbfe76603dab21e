"""The open votes of a table, and the last one that ended; not stored: a restart ends votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.common.clock import Clock
from bot.models.stored import LogEntry, TableRecord
from bot.table.desk.agreement import Proposal, Vote, asked, result, vote_time
from bot.table.match.step import TAKE_BACK

OF_THE_MOMENT: Final = frozenset({"redeal", "takeback", "claim"})
"""Kinds of proposals that expire with the next action of the match."""


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

    @property
    def due(self) -> float | None:
        """When the next vote is counted without those who have not answered, in epoch seconds."""
        return min((vote.until for vote in self.votes.values()), default=None)

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
        vote = self.votes.get(proposal) or _new_vote(record, now, newcomer)
        return self._open(proposal, vote)

    def counted(self, record: TableRecord, proposal: Proposal) -> Voting:
        """The voting after an open vote is counted at its deadline, without missing answers."""
        vote = self.votes[proposal]
        return self._with(record, proposal, vote, vote.until)

    def after(self, record: TableRecord, entries: tuple[LogEntry, ...]) -> Voting:
        """The voting after log entries. A player who acts votes against ending it, unless they said yes."""
        people = frozenset(
            one.user_id for one in entries if one.user_id and one.seat >= 0 and one.action != TAKE_BACK
        )
        voting = Voting(self._lasting(), None if people else self.decided)
        for proposal, vote in voting.votes.items():
            if people and proposal.kind == "end":
                against = vote._replace(no=vote.no | people - vote.yes)
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

    def _lasting(self) -> dict[Proposal, Vote]:
        return {proposal: vote for proposal, vote in self.votes.items() if proposal.kind not in OF_THE_MOMENT}

    def _with(self, record: TableRecord, proposal: Proposal, vote: Vote, now: float) -> Voting:
        is_agreed = result(record, proposal, vote, now)
        others = {other: open_vote for other, open_vote in self.votes.items() if other != proposal}
        if is_agreed is None:
            return self._open(proposal, vote)
        return Voting(others, Decided(proposal, is_agreed, vote))

    def _open(self, proposal: Proposal, vote: Vote) -> Voting:
        """The voting with a vote open; how an earlier one on the same ended is not how this one will."""
        is_asked_again = self.decided is not None and self.decided.proposal == proposal
        return Voting({**self.votes, proposal: vote}, None if is_asked_again else self.decided)


def _new_vote(record: TableRecord, now: float, newcomer: str = "") -> Vote:
    return Vote(frozenset(), frozenset(), now + vote_time(record), newcomer, record.revision)


NO_VOTES: Final = Voting()
"""No open vote, and none that ended."""
