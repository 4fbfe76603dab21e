"""Votes of a table's players: proposals, answers and their effects; taking actions back."""

from __future__ import annotations

from bot.common.errors import Refused, Stale
from bot.computers.worker import ComputerPlayers
from bot.models.stored_tables import TableRecord
from bot.table.desk.agreement import Proposal, Voting, asked
from bot.table.desk.changing import AtDesk, at_table, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.steps import answered, check_proposal, claim_step, take_back_step, vote_outcome
from bot.table.desk.table import Table
from bot.table.lobby.before_match import Person
from bot.table.match.standing_in import kept_for
from bot.table.match.step import Step
from bot.table.reading import TableReader
from bot.table.turns.time_limit import SLACK
from rules.core.decisions import Seat
from rules.core.protocol import IllegalAction


class Votes(AtDesk):
    """Actions of players that may need a vote: proposals, claims, take-backs and requests for a seat."""

    @at_table
    async def take_back(self, table: Table, user_id: int, revision: int | None = None) -> ShownTable:
        """Take the user's last action back: at once, or by a vote if the house rules need consent.

        Raises:
            Stale: a control of ``revision`` was drawn before this trick, or before something was taken back.
            Refused: no match, not seated, too late, or the house rules do not allow it.
        """
        table.check()
        seat = table.own_seat(user_id)
        if revision is not None and revision < table.scene_began:
            raise Stale
        if table.take_back_rule == "consent":
            proposal = Proposal("takeback", seat)
            voting = answered(table, user_id, proposal, self.desk.now(), self.desk.turn_time, agrees=True)
            return await self._decide(table, proposal, voting)
        table.check_may_come_back(seat, self.desk.turn_time)
        step = take_back_step(table, seat, self.desk.now(), self.desk.turn_time)
        return await self.desk.carry_out_for_people(table, step)

    @at_table
    async def claim(
        self, table: Table, user_id: int, *, table_id: int, revision: int, is_sure: bool
    ) -> ShownTable:
        """Claim the remaining tricks for the user's side: granted at once with ``is_sure``, else voted on.

        Raises:
            Refused: not asked to play a card, or it is not sure and computers play.
        """
        seat = table.answering_seat(user_id, table_id, revision)
        table.check_may_come_back(seat, self.desk.turn_time)
        if is_sure:
            step = claim_step(table, seat, self.desk.now(), self.desk.random, self.desk.turn_time)
            return await self.desk.carry_out(table, step)
        proposal = Proposal("claim", seat)
        voting = answered(table, user_id, proposal, self.desk.now(), self.desk.turn_time, agrees=True)
        return await self._decide(table, proposal, voting)

    @at_table
    async def agree(
        self,
        table: Table,
        user_id: int,
        proposal: Proposal,
        *,
        agrees: bool = True,
        table_id: int | None = None,
        revision: int | None = None,
        absent: frozenset[int] = frozenset(),
    ) -> ShownTable:
        """Answer a proposal yes or no; the first yes opens the vote.

        It is carried out once enough of those present agree (`bot/table/desk/agreement.py`), not counting
        ``absent`` users, who have left the server.

        Raises:
            Refused: no match, not seated, or not possible now.
        """
        vote = table.voting.votes.get(proposal)
        is_open_still = vote is not None and revision is not None and revision >= vote.began
        table.check(table_id, None if is_open_still else revision)
        voting = answered(
            table, user_id, proposal, self.desk.now(), self.desk.turn_time, agrees=agrees, absent=absent
        )
        return await self._decide(table, proposal, voting)

    @at_table
    async def ask_for_seat(
        self, table: Table, person: Person, seat: Seat, *, table_id: int | None = None
    ) -> ShownTable:
        """Open a vote on whether a person may take over a computer's seat from the next deal.

        With no person present to ask, the seat is theirs at once.

        Raises:
            Refused: no match, the seat is not free, or the match is not for newcomers.
        """
        table.check(table_id)
        proposal = Proposal("seat", seat, person.id)
        check_proposal(table, proposal)
        if not asked(table.record, proposal):
            await self.desk.save(table, kept_for(table.record, seat, person))
            self.desk.resume_for_people(table)
        else:
            table.voting = table.voting.opened(table.record, proposal, self.desk.now(), person.name)
        return self.desk.tell(table)

    @unbroken
    async def count_vote(self, table: Table) -> None:
        """Count the first vote that is due; carry it out if agreed on, drop it if impossible now."""
        async with self.desk.holding(table):
            for proposal in table.voting.votes:
                if table.voting.due_of(table.record, proposal) <= self.desk.now() + SLACK:
                    voting = table.voting.counted(table.record, proposal)
                    try:
                        await self._decide(table, proposal, voting)
                    except (Refused, IllegalAction):  # it is not possible any more
                        table.voting = voting._replace(decided=None)
                        self.desk.tell(table)
                    return

    async def _decide(self, table: Table, proposal: Proposal, voting: Voting) -> ShownTable:
        """Store the vote's new state and, if it has ended, carry out its result.

        A result that cannot be carried out ends the vote, too.
        """
        before, decided = table.voting, voting.decided
        outcome: TableRecord | Step | None = None
        if decided is not None and decided.is_agreed and proposal not in voting.votes:
            try:
                deal_pause = self.desk.turn_time.deal_pause
                outcome = vote_outcome(table, decided, self.desk.now(), self.desk.random, deal_pause)
            except (Refused, IllegalAction):
                voting = voting._replace(decided=decided._replace(is_possible=False))
        table.voting = voting
        try:
            if isinstance(outcome, Step):
                return await self.desk.carry_out_for_people(table, outcome)
            if outcome is not None:
                if outcome.ended is not None:
                    return await self.desk.close(table, outcome)
                await self.desk.save(table, outcome)
        except BaseException:
            table.voting = before
            raise
        self.desk.resume_for_people(table)  # a removed player may have been the last person
        return self.desk.tell(table)


class Claims:
    """Checks a claim with only what its player may know, then carries it out or opens a vote."""

    def __init__(self, reading: TableReader, votes: Votes, computers: ComputerPlayers) -> None:
        self._reading = reading
        self._votes = votes
        self._computers = computers

    async def is_sure(self, channel_id: int, user_id: int, table_id: int, revision: int) -> bool:
        """Whether a player asked for a card certainly takes all tricks that are left; may take a second.

        Raises:
            Refused: not asked, or something else by now.
        """
        brief = await self._reading.brief(channel_id, user_id, table_id, revision, is_needed=False)
        return await self._computers.is_claim_sure(brief)

    async def claim(self, channel_id: int, user_id: int, table_id: int, revision: int) -> ShownTable:
        """Claim the tricks that are left, in answer to the question a control was drawn for.

        Raises:
            Refused: not asked to play a card, or it is not certain and computers play.
        """
        is_sure = await self.is_sure(channel_id, user_id, table_id, revision)
        return await self._votes.claim(
            channel_id, user_id, table_id=table_id, revision=revision, is_sure=is_sure
        )
