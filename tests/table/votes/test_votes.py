"""Votes during a match: the players present decide, and none can block the others without end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.app import App
from bot.common.errors import Refused
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord
from bot.table.desk.agreement import NO_VOTES, VOTE_TIME, Kind, Proposal, Vote, Voting, needed, result
from bot.table.lobby.before_match import Person
from bot.table.match.standing_in import STAND_IN
from bot.table.opening import WantedTable, new_table
from cogs.table.more import more_panel
from tests.database.samples import stored_tables
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, FOUR, asked, begin
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime
from tests.ui.tables import labels

END, REDEAL = Proposal("end"), Proposal("redeal")
LIMIT, FREE = 180, 30


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(limit=LIMIT, pace=2) as app:
        yield app


def table_of(*people: Person, away: int = 0, counted: bool = False) -> TableRecord:
    """A table with these players, the last of them away."""
    there = len(people) - away
    seats = tuple(
        SeatRecord(one.id, one.name, None if number < there else "steady")
        for number, one in enumerate(people)
    )
    opened = new_table(1, 2, ANN, WantedTable("kentucky"), 0.0)
    return opened._replace(seats=seats, status=Status.PLAYING, counted=counted)


def vote(yes: int, no: int = 0) -> Vote:
    """A vote with ``yes`` approvals from the first seats, and ``no`` refusals from the last."""
    ids = [person.id for person in FOUR]
    return Vote(frozenset(ids[:yes]), frozenset(ids[::-1][:no]), 100.0)


@pytest.mark.parametrize(
    ("people", "away", "yes", "no", "in_time", "late"),
    [
        (4, 0, 3, 0, True, True),
        (4, 0, 3, 1, True, True),
        (4, 0, 2, 0, None, True),
        (4, 0, 2, 1, None, True),
        (4, 0, 2, 2, False, False),
        (4, 0, 1, 0, None, False),
        (4, 2, 2, 0, True, True),
        (4, 2, 1, 0, None, False),
        (4, 4, 1, 0, True, True),
        (4, 4, 1, 1, False, False),
        (4, 3, 1, 0, True, True),
        (2, 0, 1, 0, None, False),
        (2, 0, 2, 0, True, True),
        (2, 1, 1, 0, True, True),
    ],
)
def test_vote_needs_more_than_half_of_the_players_present(
    people: int, away: int, yes: int, no: int, in_time: bool | None, late: bool
) -> None:
    """At the deadline silent players are left out, but no player decides alone for others."""
    record = table_of(*FOUR[:people], away=away)
    assert result(record, END, vote(yes, no), 99.0) is in_time
    assert result(record, END, vote(yes, no), 100.0) is late


@pytest.mark.parametrize("proposal", [END, REDEAL])
def test_ending_or_redealing_a_counted_match_needs_all_its_starters(proposal: Proposal) -> None:
    record = table_of(*FOUR, away=3, counted=True)
    assert needed(record, proposal) == 4
    assert result(record, proposal, vote(1), 1e9) is False
    assert result(record, proposal, vote(3), 99.0) is None
    assert result(record, proposal, vote(4), 99.0) is True


@pytest.mark.parametrize(("away", "due"), [(0, 100.0), (1, 0.0), (2, 0.0), (4, 100.0)])
def test_vote_is_due_once_leaving_decides_it_unless_all_have_left(away: int, due: float) -> None:
    assert Voting({END: vote(2)}).due(table_of(*FOUR, away=away)) == due


def test_repeated_vote_does_not_inherit_an_earlier_timeout() -> None:
    record = table_of(ANN, BEN)
    refused = NO_VOTES.answered(record, REDEAL, ANN.id, 0.0, agrees=True)
    refused = refused.answered(record, REDEAL, BEN.id, 1.0, agrees=False)
    assert refused.decided is not None

    asked_again = refused.answered(record, REDEAL, ANN.id, 2.0, agrees=True)
    computers_play = LogEntry(9, 2, None, "pass", 3.0)

    assert asked_again.after(record, (computers_play,)) == NO_VOTES


async def ran_out(app: App, time: StandingTime) -> int:
    """Begin a match in which the first asked player uses up a deal's time."""
    who = asked(await begin(app.tables, *FOUR))
    time.let_pass(LIMIT)
    await moves_on(app)
    await app.tables.presence.come_back(CHANNEL, who)
    time.let_pass(FREE)
    await moves_on(app)
    return who


def seat_of(app: App, user_id: int) -> int:
    return app.tables.desk.live_tables[0].own_seat(user_id)


async def test_player_slow_only_once_is_not_voted_out(app: App, time: StandingTime) -> None:
    who = asked(await begin(app.tables, *FOUR))
    other = next(person.id for person in FOUR if person.id != who)
    time.let_pass(LIMIT)
    await moves_on(app)
    with pytest.raises(Refused, match="Being slow once isn't enough"):
        await app.tables.votes.agree(CHANNEL, other, Proposal("without", seat_of(app, who)))


async def test_others_continue_without_a_player_who_used_up_a_deals_time(
    stage: Stage, app: App, time: StandingTime
) -> None:
    who = await ran_out(app, time)
    seat = seat_of(app, who)
    others = [person.id for person in FOUR if person.id != who]
    without, back = Proposal("without", seat), Proposal("back", seat)
    await app.tables.votes.agree(CHANNEL, others[0], without)
    table = await app.tables.votes.agree(CHANNEL, others[1], without)

    assert table.seats[seat].is_out
    assert table.voting.decided is not None
    assert table.voting.decided.vote.yes == set(others[:2])
    hand = await app.tables.presence.come_back(CHANNEL, who)
    assert hand.table.seats[seat].is_away
    assert hand.view.decision is None
    [stored] = await stored_tables(stage.database)
    assert stored.seats[seat].is_out

    await app.tables.votes.agree(CHANNEL, who, back)
    for refused in (
        app.tables.votes.take_back(CHANNEL, who),
        app.tables.presence.leave(CHANNEL, who, STAND_IN),
        app.tables.votes.agree(CHANNEL, who, END),
    ):
        with pytest.raises(Refused, match="The match goes on without you"):
            await refused
    for other in others[1:]:
        table = await app.tables.votes.agree(CHANNEL, other, back)
    assert not table.seats[seat].is_out
    assert not table.seats[seat].is_away


async def test_player_voted_on_is_not_asked(app: App, time: StandingTime) -> None:
    who = await ran_out(app, time)
    proposal = Proposal("without", seat_of(app, who))
    await app.tables.votes.agree(CHANNEL, next(person.id for person in FOUR if person.id != who), proposal)
    table = await app.tables.votes.agree(CHANNEL, who, proposal, agrees=False)
    assert who not in table.voting.missing[proposal]
    assert not table.seats[seat_of(app, who)].is_out


async def test_silent_player_does_not_hold_up_a_vote(app: App, time: StandingTime) -> None:
    await begin(app.tables, *FOUR)
    for person in (ANN, BEN):
        await app.tables.votes.agree(CHANNEL, person.id, REDEAL)
    await app.tables.votes.agree(CHANNEL, CLEO.id, REDEAL, agrees=False)
    time.let_pass(VOTE_TIME - 1)
    assert await nothing_happens(app)
    time.let_pass(1)

    table = await moves_on(app)

    assert table.voting.decided is not None
    assert table.voting.decided.is_agreed


async def test_vote_that_became_impossible_changes_nothing(app: App, time: StandingTime) -> None:
    """The proposal was carried out in the meantime: the player had been let back."""
    who = await ran_out(app, time)
    seat = seat_of(app, who)
    proposal = Proposal("without", seat)
    await app.tables.votes.agree(CHANNEL, next(person.id for person in FOUR if person.id != who), proposal)
    [held] = app.tables.desk.live_tables
    held.record = held.record.with_seat(seat, replace(held.record.seats[seat], ran_out=0))
    held.voting = held.voting._replace(
        votes={proposal: Vote(frozenset(person.id for person in FOUR), frozenset(), time.now())}
    )
    await app.tables.votes.count_vote(held)
    assert held.voting.votes == {}


async def test_match_left_to_computers_continues_with_a_returning_player(app: App) -> None:
    await begin(app.tables, ANN)
    awake = await app.tables.desk.awake(CHANNEL)
    await app.tables.presence.remove(CHANNEL, ANN.id, BEN)
    app.tables.desk.pause(awake)
    table = await app.tables.votes.agree(CHANNEL, ANN.id, Proposal("back", 0))
    assert not table.seats[0].computer
    assert not awake.clock.is_paused


@pytest.mark.parametrize("kind", ["end", "redeal"])
async def test_table_of_an_evening_plays_its_deals_to_the_end(app: App, kind: Kind) -> None:
    """Bug: two partners, or one player with computers, chose what their table scored."""
    await begin(app.tables, *FOUR)
    (await app.tables.desk.awake(CHANNEL)).of_evening = True
    with pytest.raises(Refused, match="the evening's host can score it"):
        await app.tables.votes.agree(CHANNEL, ANN.id, Proposal(kind))
    shown = await app.tables.reading.shown(CHANNEL)
    offered = labels(more_panel(shown, shown.seat_of(ANN.id), decides=False))
    assert {"End the match", "Deal again"}.isdisjoint(offered)
    assert not shown.has_hints


async def test_votes_for_another_to_return_or_take_back_are_refused(app: App) -> None:
    await begin(app.tables, *FOUR)
    for proposal in (Proposal("back", 1), Proposal("takeback", 1), Proposal("without", 9)):
        with pytest.raises(Refused):
            await app.tables.votes.agree(CHANNEL, DAN.id, proposal)
    with pytest.raises(Refused, match="That request is over"):
        await app.tables.votes.agree(CHANNEL, DAN.id, END, agrees=False)
