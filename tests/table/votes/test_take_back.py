"""Taking back a card or call: until another player has acted, or by consent; never what revealed a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.common.errors import NotSeated, NotStarted, Refused, Stale
from bot.models.stored_results import DealPlayer, StandIn
from bot.models.stored_tables import LogEntry, Status
from bot.table.desk.agreement import Proposal
from bot.table.desk.present import replay
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.manager import GameManager
from bot.table.match.results import notes_of
from bot.table.opening import WantedTable, new_table
from bot.table.store.tables import TableStore
from rules.core.actions import PASS, Action, Bid
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber
from rules.core.protocol import IllegalAction
from rules.core.views import SeatView
from tests.table.people import ANN, BEN, CHANNEL, EVE, FOUR, answer, asked, begin, legal
from tests.table.troubled import TroubledDatabase, disk_full, open_troubled

UNTIL_NEXT = "until_next"
CONSENT = "consent"


async def play_to(manager: GameManager, wanted: Callable[[SeatView], bool]) -> ShownTable:
    """Have players answer until a kind of question is asked."""
    random = Random(2)
    while True:
        table = await manager.reading.shown(CHANNEL)
        view = (await manager.reading.hand(CHANNEL, asked(table))).view
        decision = view.decision
        assert decision is not None
        if wanted(view):
            return table
        if isinstance(decision, ChooseNumber):
            opening = next(decision.answers()) if not decision.otherwise else None
            await manager.play.act(CHANNEL, asked(table), opening or first_bid(decision))
        else:
            await answer(manager, random)


def first_bid(decision: ChooseNumber) -> Action:
    """The lowest bid for the first bidder, a pass for all others."""
    bids = [action for action in decision.answers() if action != PASS]
    return bids[0] if decision.least == 70 else PASS


async def views(manager: GameManager) -> tuple[object, ...]:
    """Every player's view of the match."""
    table = await manager.reading.shown(CHANNEL)
    return table.view, *[(await manager.reading.hand(CHANNEL, person.id)).view for person in FOUR]


def plays_a_card(view: SeatView) -> bool:
    return isinstance(view.decision, ChooseCard)


def is_second_card(view: SeatView) -> bool:
    trick = view.table.trick
    return plays_a_card(view) and trick is not None and len(trick.plays) == 1


async def test_card_is_taken_back_until_the_next_player_has_acted(manager: GameManager) -> None:
    await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    table = await play_to(manager, is_second_card)
    leader = asked(table)
    before = await views(manager)
    played = await manager.play.act(CHANNEL, leader, await legal(manager, leader, Random(1)))
    seat = table.turn.waiting_for[0]
    assert played.table.voting.may_take_back == (seat,)

    back = await manager.votes.take_back(CHANNEL, leader)

    assert await views(manager) == before
    assert back.turn.waiting_for == (seat,)
    assert back.revision == played.table.revision + 1
    await manager.play.act(CHANNEL, leader, await legal(manager, leader, Random(2)))
    await answer(manager, Random(1))
    with pytest.raises(Refused, match="Someone has played since"):
        await manager.votes.take_back(CHANNEL, leader)


async def test_bid_is_taken_back_and_the_log_keeps_both_lines(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    await manager.votes.take_back(CHANNEL, who)
    await manager.play.act(CHANNEL, who, await legal(manager, who, Random(1)))

    log = await TableStore(database).log(table.id)
    seat = table.turn.waiting_for[0]
    assert [(entry.seat, entry.user_id, entry.action) for entry in log[-3:-1]] == [
        (seat, who, "pass"),
        (seat, who, "take back"),
    ]
    assert [entry.revision for entry in log] == list(range(log[0].revision, log[0].revision + len(log)))


@pytest.mark.parametrize(
    ("wanted", "what"),
    [
        (lambda view: isinstance(view.decision, ChooseCards), "a call that let the declarer see the nest"),
        (lambda view: not isinstance(view.decision, ChooseNumber | ChooseCards), "cards laid away"),
    ],
    ids=["nest seen", "cards laid away"],
)
async def test_action_that_revealed_a_card_cannot_be_taken_back(
    manager: GameManager, wanted: Callable[[SeatView], bool], what: str
) -> None:
    await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    table = await play_to(manager, wanted)
    assert table.voting.may_take_back == (), what
    for person in FOUR:
        with pytest.raises(Refused, match="nothing to take back"):
            await manager.votes.take_back(CHANNEL, person.id)


@pytest.mark.parametrize("rule", [UNTIL_NEXT, CONSENT, "no"])
async def test_card_that_ends_a_trick_stands_from_the_next_lead_on(manager: GameManager, rule: str) -> None:
    await begin(manager, *FOUR, take_back=rule)
    await play_to(manager, plays_a_card)
    for number in range(1, 5):
        table = await answer(manager, Random(1))
        assert len(table.voting.may_take_back) == (number if rule == CONSENT else 1)
    leader = await answer(manager, Random(1))
    assert leader.voting.may_take_back == table.turn.waiting_for


async def test_trick_taken_back_is_played_again(manager: GameManager, database: TroubledDatabase) -> None:
    await begin(manager, *FOUR)
    await play_to(manager, plays_a_card)
    for _ in range(3):
        await answer(manager, Random(1))
    last, before = asked(await manager.reading.shown(CHANNEL)), await views(manager)
    await answer(manager, Random(1))
    back = await manager.votes.take_back(CHANNEL, last)
    assert await views(manager) == before
    again = Table(manager.desk.tables.loaded[CHANNEL].record)
    replay(again, await TableStore(database).log(back.id))
    assert again.match.state == manager.desk.tables.loaded[CHANNEL].match.state
    await answer(manager, Random(3))


async def test_casual_table_allows_taking_back_over_computers_answers(manager: GameManager) -> None:
    await begin(manager, ANN)
    while not isinstance((await manager.reading.hand(CHANNEL, ANN.id)).view.decision, ChooseCard):
        await act_for_anyone(manager)
    hand = await manager.reading.hand(CHANNEL, ANN.id)
    await manager.play.act(CHANNEL, ANN.id, next(iter(hand.view.decision.answers())))  # type: ignore[union-attr]
    table = manager.desk.tables.loaded[CHANNEL]
    for _ in range(2):
        if table.computer_to_ask() is None:
            break
        await act_for_anyone(manager)
    assert (await manager.reading.shown(CHANNEL)).voting.may_take_back == (hand.view.seat,)
    await manager.votes.take_back(CHANNEL, ANN.id)
    assert (await manager.reading.hand(CHANNEL, ANN.id)).view == hand.view


async def act_for_anyone(manager: GameManager) -> None:
    """Let the first asked seat answer: a computer, or Ann."""
    table = manager.desk.tables.loaded[CHANNEL]
    [(seat, decision), *_] = table.match.asked.items()
    if table.record.seats[seat].computer is None:
        await manager.play.act(CHANNEL, ANN.id, decision.sample(Random(3)))
    else:
        await manager.due.act_for_computer(table, seat, decision.sample(Random(3)), table.revision)


async def test_control_drawn_before_a_take_back_takes_nothing_back(manager: GameManager) -> None:
    """A double press undid the call before, too."""
    await begin(manager, ANN)
    for _ in range(2):
        while manager.desk.tables.loaded[CHANNEL].computer_to_ask() is not None:
            await act_for_anyone(manager)
        hand = await manager.reading.hand(CHANNEL, ANN.id)
        bids = [one for one in hand.view.decision.answers() if one != PASS]  # type: ignore[union-attr]
        hand = await manager.play.act(CHANNEL, ANN.id, bids[0])
    await manager.votes.take_back(CHANNEL, ANN.id, hand.table.revision)
    with pytest.raises(Stale):
        await manager.votes.take_back(CHANNEL, ANN.id, hand.table.revision)


async def test_take_back_with_majority_consent_undoes_later_actions(
    manager: GameManager,
) -> None:
    await begin(manager, *FOUR, take_back=CONSENT)
    table = await play_to(manager, plays_a_card)
    leader, seat = asked(table), table.turn.waiting_for[0]
    before = await views(manager)
    for _ in range(2):
        await answer(manager, Random(1))
    request = Proposal("takeback", seat)

    asked_for = await manager.votes.take_back(CHANNEL, leader)
    assert asked_for.voting.votes[request].yes == {leader}
    others = [person for person in FOUR if person.id != leader]
    assert (await manager.votes.agree(CHANNEL, others[0].id, request)).revision == asked_for.revision
    back = await manager.votes.agree(CHANNEL, others[1].id, request, revision=asked_for.revision)

    assert await views(manager) == before
    assert back.voting.votes == {}


async def test_players_take_back_only_their_own_actions(manager: GameManager) -> None:
    table = await begin(manager, *FOUR, take_back=CONSENT)
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    other = next(person for person in FOUR if person.id != who)
    with pytest.raises(Refused, match="That request is over"):
        await manager.votes.agree(CHANNEL, other.id, Proposal("takeback", table.turn.waiting_for[0]))
    with pytest.raises(NotSeated):
        await manager.votes.take_back(CHANNEL, EVE.id)


async def test_take_back_request_is_dropped_when_the_match_continues(manager: GameManager) -> None:
    table = await begin(manager, *FOUR, take_back=CONSENT)
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    await manager.votes.take_back(CHANNEL, who)
    assert (await answer(manager, Random(1))).voting.votes == {}


async def test_player_who_has_left_takes_back_alone_and_is_there_again(manager: GameManager) -> None:
    table = await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    await manager.presence.leave(CHANNEL, who, "steady")
    back = await manager.votes.take_back(CHANNEL, who)
    own = back.seat_of(who)
    assert own is not None
    assert not own.is_away
    assert asked(back) == who


async def test_take_back_ends_with_its_player_leaving(manager: GameManager) -> None:
    """Bug: the others' votes brought back a player who had left, and the table waited for them."""
    table = await begin(manager, *FOUR, take_back=CONSENT)
    who, *others = [asked(table), *(person.id for person in FOUR if person.id != asked(table))]
    await manager.play.act(CHANNEL, who, PASS)
    request = Proposal("takeback", table.seat_of(who).seat)  # type: ignore[union-attr]
    await manager.votes.take_back(CHANNEL, who)
    assert (await manager.presence.leave(CHANNEL, who, "steady")).voting.votes == {}
    for other in others:
        with pytest.raises(Refused, match="A computer plays for that seat"):
            await manager.votes.agree(CHANNEL, other, request)


async def test_take_back_is_refused_where_the_rules_forbid_it(manager: GameManager) -> None:
    table = await begin(manager, *FOUR)
    manager.desk.tables.loaded[CHANNEL].of_evening = True
    await manager.play.act(CHANNEL, asked(table), PASS)
    with pytest.raises(Refused, match="house rules"):
        await manager.votes.take_back(CHANNEL, asked(table))
    assert (await manager.reading.shown(CHANNEL)).voting.may_take_back == ()


async def test_take_back_before_the_match_is_refused(manager: GameManager) -> None:
    await manager.lobbies.open_table(1, CHANNEL, ANN, WantedTable(options={"take_back": UNTIL_NEXT}))
    with pytest.raises(NotStarted):
        await manager.votes.take_back(CHANNEL, ANN.id)


async def test_restart_replays_a_taken_back_action_as_never_done(
    manager: GameManager, database: TroubledDatabase, path: Path
) -> None:
    await begin(manager, *FOUR, take_back=CONSENT)
    await play_to(manager, plays_a_card)
    leader = asked(await manager.reading.shown(CHANNEL))
    for _ in range(2):
        await answer(manager, Random(1))
    for person in (leader, *[person.id for person in FOUR if person.id != leader][:2]):
        request = Proposal("takeback", (await manager.reading.shown(CHANNEL)).seat_of(leader).seat)  # type: ignore[union-attr]
        await (
            manager.votes.take_back(CHANNEL, leader)
            if person == leader
            else manager.votes.agree(CHANNEL, person, request)
        )
    await answer(manager, Random(4))
    now = await views(manager)
    [held] = manager.desk.live_tables
    heard = [held.match.brief(seat).heard for seat in range(4)]

    await database.close()
    reopened = await open_troubled(path)
    again = GameManager(reopened, random=Random(6))
    await again.resume()

    assert await views(again) == now
    table = await again.desk.awake(CHANNEL)
    assert [table.match.brief(seat).heard for seat in range(4)] == heard
    assert (await again.reading.shown(CHANNEL)).voting.may_take_back == (
        await manager.reading.shown(CHANNEL)
    ).voting.may_take_back
    await reopened.close()


async def test_computers_forget_what_was_taken_back(manager: GameManager) -> None:
    table = await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    [held] = manager.desk.live_tables
    heard = [held.match.brief(seat).heard for seat in range(4)]
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    assert [held.match.brief(seat).heard for seat in range(4)] != heard
    await manager.votes.take_back(CHANNEL, who)
    assert [held.match.brief(seat).heard for seat in range(4)] == heard


async def test_take_back_alone_with_computers_needs_no_consent(manager: GameManager) -> None:
    await begin(manager, ANN, take_back=CONSENT)
    [table] = manager.desk.live_tables
    while (seat := table.computer_to_ask()) is not None:
        await manager.due.act_for_computer(table, seat, PASS, table.revision)
    decision = (await manager.reading.hand(CHANNEL, ANN.id)).view.decision
    assert isinstance(decision, ChooseNumber)
    await manager.play.act(CHANNEL, ANN.id, Bid(decision.least))
    computer = table.computer_to_ask()
    assert computer is not None
    await manager.due.act_for_computer(table, computer, Bid(decision.least + 5), table.revision)
    assert {0, computer} <= set(table.may_take_back())

    await manager.votes.take_back(CHANNEL, ANN.id)

    assert table.people_asked() == (0,)


async def test_unstorable_take_back_changes_nothing(manager: GameManager, database: TroubledDatabase) -> None:
    table = await begin(manager, *FOUR, take_back=UNTIL_NEXT)
    who = asked(table)
    await manager.play.act(CHANNEL, who, PASS)
    before = await manager.reading.shown(CHANNEL)
    database.troubles = [disk_full()]
    with pytest.raises(Exception, match="disk is full"):
        await manager.votes.take_back(CHANNEL, who)
    assert await manager.reading.shown(CHANNEL) == before


def test_log_that_takes_back_an_irrevocable_action_is_refused() -> None:
    """A planted fault: a line that undoes the deal itself."""
    record = new_table(1, 2, BEN, WantedTable("kentucky"), 0.0)
    table = Table(record._replace(status=Status.PLAYING))
    with pytest.raises(IllegalAction):
        replay(table, [LogEntry(1, 0, BEN.id, "take back", 1.0)])


# Actions of a stand-in -------------------------------------------------------------------------------


async def stand_in_passes(manager: GameManager, who: int) -> int:
    """Have an asked player leave, and a computer pass for them; returns the seat."""
    await manager.presence.leave(CHANNEL, who, "random")
    [table] = manager.desk.live_tables
    seat = table.computer_to_ask()
    assert seat is not None
    await manager.due.act_for_computer(table, seat, PASS, table.revision)
    return seat


@pytest.mark.parametrize("rule", [UNTIL_NEXT, CONSENT])
@pytest.mark.parametrize("comes_back", [True, False], ids=["back again", "still away"])
async def test_action_of_a_stand_in_cannot_be_taken_back(
    manager: GameManager, rule: str, comes_back: bool
) -> None:
    """Else a player who leaves is shown a computer's bid, and may then choose another."""
    cheat = asked(await begin(manager, *FOUR, take_back=rule))
    seat = await stand_in_passes(manager, cheat)
    if comes_back:
        await manager.presence.come_back(CHANNEL, cheat)
    before = await views(manager)

    with pytest.raises(Refused, match="A computer has played for someone since, and that stands"):
        await manager.votes.take_back(CHANNEL, cheat)

    assert seat not in (await manager.reading.shown(CHANNEL)).voting.may_take_back
    assert await views(manager) == before


async def test_card_before_a_stand_ins_action_cannot_be_taken_back(manager: GameManager) -> None:
    """Else a partner asks for his own card back, and the next player chooses a second time."""
    partner = asked(await begin(manager, *FOUR, take_back=CONSENT))
    await manager.play.act(CHANNEL, partner, PASS)
    await stand_in_passes(manager, asked(await manager.reading.shown(CHANNEL)))
    with pytest.raises(Refused, match="A computer has played for someone since"):
        await manager.votes.take_back(CHANNEL, partner)
    own = asked(await manager.reading.shown(CHANNEL))
    await manager.play.act(CHANNEL, own, PASS)
    assert (await manager.votes.take_back(CHANNEL, own)).voting.votes, (
        "what was done after it may be asked for"
    )


async def test_restart_still_knows_the_actions_of_a_stand_in(
    manager: GameManager, database: TroubledDatabase
) -> None:
    cheat = asked(await begin(manager, *FOUR, take_back=CONSENT))
    seat = await stand_in_passes(manager, cheat)
    again = GameManager(database)
    await again.resume()
    assert seat not in (await again.reading.shown(CHANNEL)).voting.may_take_back


async def test_older_log_may_take_back_a_stand_ins_action(
    manager: GameManager, database: TroubledDatabase
) -> None:
    """Earlier versions allowed it: such a match continues from there."""
    table = await begin(manager, *FOUR, take_back=CONSENT)
    seat = await stand_in_passes(manager, asked(table))
    [held] = manager.desk.live_tables
    log = await TableStore(database).log(table.id)
    back = LogEntry(log[-1].revision + 1, seat, asked(table), "take back", log[-1].at)
    there = Table(held.record)
    replay(there, [*log, back])
    assert there.people_asked() == ()
    assert there.computer_to_ask() == seat


async def test_stand_in_actions_are_counted_for_each_player(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR)
    first = asked(table)
    seat = await stand_in_passes(manager, first)
    log = await TableStore(database).log(table.id)
    seats = manager.desk.live_tables[0].record.seats
    assert notes_of(seats, (), log).stand_ins == (StandIn(seat, 1, 1),), "none for the others"
    assert notes_of(seats, (), [*log, log[-1]]).stand_ins == (StandIn(seat, 1, 2),), "in one deal"
    by_hand = replace(log[-1], user_id=first)
    assert notes_of(seats, (), [*log, by_hand, log[-1]]).stand_ins == (StandIn(seat, 1, 2),), "one by hand"
    of_computer = (DealPlayer(seat, None, "random"),)
    assert notes_of(seats, of_computer, log).stand_ins == (), "a newcomer who has not played yet"
    assert notes_of(seats, of_computer, [*log, by_hand, log[-1]]).stand_ins == (StandIn(seat, 1, 1),)
