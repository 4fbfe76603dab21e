"""What may come next at a table, worked out and not carried out: the step of an act, of a vote, of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from bot.common.errors import NotStarted, Refused
from bot.models.endings import Ending
from bot.models.stored import LogEntry, Status, TableRecord
from bot.models.stored_results import MatchResult, Results
from bot.table.agreement import Proposal, asked, check_has_say, check_not_alone, check_seat, in_or_out
from bot.table.chance import Chance
from bot.table.claims import (
    NO_CLAIM,
    NOT_SURE,
    TOO_EARLY,
    card_asked,
    is_settled,
    may_be_claimed,
    played_out,
)
from bot.table.lobby import Person
from bot.table.played_game import game_of
from bot.table.results import broken_off, match_ended
from bot.table.step import Act, Step, next_step
from bot.table.table_now import TableNow
from bot.table.taking_over import check_take_over, kept_for
from bot.table.turn_time import NO_LIMIT, NO_TIME_LEFT, TurnTime
from bot.table.undo import TAKE_BACK, last_act, why_not
from bot.table.voting import Decided, Voting
from rules.core.actions import Action, Redeal
from rules.core.decisions import REFEREE, Seat
from rules.core.referee import NO_DEAL


class TableNext(TableNow):
    """An open table, and where each thing that may be done at it leads."""

    def _chance(self, random: Random) -> Callable[[], Chance]:
        """What decides here what is left to chance, made when it is asked."""
        return partial(Chance, random, self.drawn, self.record.seed, self._shuffles)

    def begin(self, record: TableRecord, now: float, random: Random) -> Step:
        """The step that starts the match: chance draws and deals.

        Raises:
            InvalidOption: the options were agreed on by earlier rules, and do not go together any more.
        """
        game = game_of(record)
        return next_step(game, record, game.start(len(record.seats)), (), None, now, self._chance(random))

    def broken_off(self, closed: TableRecord, now: float) -> Results | None:
        """What is to be recorded of a match that its table as it is closed breaks off, if it counts."""
        if self._state is None or not closed.counts_anywhere:
            return None
        return broken_off(closed, self.game, self._state, now)

    def ended(self, at: float) -> MatchResult | None:
        """The result of the match, if it has come to its end; ``at`` is when, in epoch seconds."""
        return None if self._state is None else match_ended(self.record, self.game, self._state, at)

    def go_on_by_chance(self, now: float, random: Random) -> Step:
        """The step that chance is asked for; an empty one where it is not."""
        if self._state is None:
            return Step((), self.record, None, {}, (), None, ())
        return next_step(self.game, self.record, self._state, self._past, None, now, self._chance(random))

    def step(
        self,
        seat: Seat,
        action: Action,
        user_id: int | None,
        now: float,
        random: Random,
        turn_time: TurnTime = NO_LIMIT,
        then: Sequence[Act] = (),
    ) -> Step:
        """The step that follows an action: the action, others ``then``, and whatever chance does.

        A person who acts has come back, if a computer stood in; what the turn took of the time bank is noted.

        Raises:
            IllegalAction: the rules do not allow it.
            Refused: the person cannot come back yet.
        """
        question, record = self.questions.by_seat.get(seat), self.record
        if turn_time.limit and question is not None and now - question.asked_at > turn_time.free:
            record = self.charged(seat, now, turn_time)
        if user_id is not None and seat >= 0 and record.seats[seat].computer is not None:
            self.check_may_come_back(seat, turn_time)
            record = record.with_person(seat)
        rests = turn_time.deal_pause > 0 and not self.is_left_to_computers
        return next_step(
            self.game,
            record,
            self._state,
            self._past,
            Act(seat, action, user_id),
            now,
            self._chance(random),
            rests=rests,
            is_resting=rests and self.is_between_deals,
            then=then,
        )

    def next_deal(self, seat: Seat | None, now: float, random: Random) -> Step:
        """The step that deals the next cards; whoever asks for them, on a seat, has come back."""
        record = self.record if seat is None else self.record.with_person(seat)
        return next_step(self.game, record, self._state, self._past, None, now, self._chance(random))

    def claimed(self, seat: Seat, now: float, random: Random, turn_time: TurnTime = NO_LIMIT) -> Step:
        """The step that plays a deal out, every trick that is left going to the side of a seat.

        Raises:
            Refused: the seat is not to play a card, or the cards do not allow it.
        """
        self.check_claim(seat)
        first, *others = played_out(self.game, self._state, seat)
        who = {at: None if one.computer else one.user_id for at, one in enumerate(self.record.seats)}
        then = [Act(one, play, who[one]) for one, play in others]
        step = self.step(seat, first.play, self.record.seats[seat].user_id, now, random, turn_time, then)
        return step._replace(is_no_answer=True)

    def check_claim(self, seat: Seat | None) -> None:
        """Check that the tricks that are left can be claimed from a seat.

        Raises:
            Refused: it is not to play a card, the game knows no claims, or cards are yet to be turned up.
        """
        asked = card_asked(self._asked) if may_be_claimed(self.game) else None
        if asked is None or asked[0] != seat:
            raise Refused(NO_CLAIM)
        view = self.table_view()
        if view is None or not is_settled(view):
            raise Refused(TOO_EARLY)

    @property
    def consent_is_needed(self) -> bool:
        """Whether everybody has to agree before something is taken back."""
        return self._rules.take_back == "consent" and not self.record.counted

    def take_back(self, seat: Seat, now: float, turn_time: TurnTime = NO_LIMIT) -> Step:
        """The step that undoes the last act of a seat, and what was done since.

        Without everybody's consent that costs the time bank what others lose: the time since, and the start
        of another turn.

        Raises:
            Refused: the house rules do not allow it, or it is too late.
        """
        self.check_proposal(Proposal("takeback", seat))
        index = last_act(self._past, seat)
        assert index is not None
        record, turn_time = self.record.with_person(seat), self.granted(turn_time)
        if not self.consent_is_needed and record.has_company(seat):
            lost = now - self.changed_at + turn_time.free
            record = record.with_seat(seat, turn_time.charged(record.seats[seat], self.deal, lost))
            if turn_time.is_used_up(record.seats[seat], self.deal):
                raise Refused(NO_TIME_LEFT)
        entry = LogEntry(self.revision + 1, seat, record.seats[seat].user_id, TAKE_BACK, now)
        return Step(
            entries=(entry,),
            record=record._replace(revision=entry.revision),
            state=self._past[index].before,
            asked=self.game.decisions(self._past[index].before),
            events=(),
            results=None,
            past=self._past[:index],
            forgotten=sum(act.events for act in self._past[index:]),
        )

    def check_proposal(self, proposal: Proposal) -> None:
        """Check that something can be agreed on now.

        Raises:
            NotStarted: there is no match.
            Refused: there is no deal to deal again, or nothing that may be taken back.
        """
        if self.record.status is not Status.PLAYING:
            raise NotStarted
        if proposal.kind == "redeal" and Redeal() not in [option.action for option in self.rulings()]:
            raise Refused(NO_DEAL)
        if proposal.kind == "takeback" and proposal.seat not in self.may_take_back():
            rule = "counted" if self.record.counted else self._rules.take_back
            raise Refused(why_not(rule, self._past, proposal.seat))
        if proposal.kind == "seat":
            check_take_over(self.record, proposal.seat, proposal.newcomer or 0)
        if proposal.kind == "claim":
            self.check_claim(proposal.seat)
            if any(who.computer is not None for who in self.record.seats):
                raise Refused(NOT_SURE)
        check_not_alone(self.record, proposal)
        check_seat(self.record, proposal)

    def may_be_proposed(self, proposal: Proposal) -> bool:
        """Whether something can be agreed on now."""
        try:
            self.check_proposal(proposal)
        except Refused:
            return False
        return True

    def answered(
        self,
        user_id: int,
        proposal: Proposal,
        now: float,
        turn_time: TurnTime,
        *,
        agrees: bool,
        gone: frozenset[int] = frozenset(),
    ) -> Voting:
        """The voting once a person has answered a proposal, which it opens if that is new.

        ``gone`` are those who have left the server.

        Raises:
            NotSeated: the person does not sit here.
            Refused: it is not possible now, nobody asks for that, or only those who are there have a say.
        """
        seat = self.own_seat(user_id)
        self.check_proposal(proposal)
        check_has_say(self.record, proposal, seat, self.why_kept(seat, turn_time))
        is_own = proposal.seat in {None, seat} or proposal.kind == "without"
        if proposal not in self.voting.votes and not (is_own and agrees):
            raise Refused("That request is over.")
        return self.voting.answered(self.record, proposal, user_id, now, agrees=agrees, gone=gone)

    def agreed_on(self, decided: Decided, now: float, random: Random) -> TableRecord | Step:
        """What follows from a vote that has ended with a yes.

        Raises:
            Refused: it is not possible any more.
        """
        proposal = decided.proposal
        self.check_proposal(proposal)
        if proposal.kind == "end":
            voters = asked(self.record, proposal, decided.vote.gone)
            return self.record.closed(Ending.AGREED, next(iter(voters)) if len(voters) == 1 else None)
        if proposal.kind == "redeal":
            return self.step(REFEREE, Redeal(), None, now, random)
        assert proposal.seat is not None
        if proposal.kind == "takeback":
            return self.take_back(proposal.seat, now)
        if proposal.kind == "seat":
            newcomer = Person(proposal.newcomer or 0, decided.vote.newcomer)
            return kept_for(self.record, proposal.seat, newcomer)
        if proposal.kind == "claim":
            return self.claimed(proposal.seat, now, random)
        return in_or_out(self.record, proposal)
