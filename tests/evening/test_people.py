"""Joining, hosting and forgetting players of an evening."""

from __future__ import annotations

import pytest

from bot.common.arithmetic import at_once
from bot.common.errors import Refused
from bot.common.text import FORMER_PLAYER
from bot.delivery.card_faces import CardFaces
from bot.delivery.loose_messages import LooseMessages
from bot.delivery.shown_messages import ShownMessages
from bot.evening.joining import MOST_GUESTS, SIGN_UP_FOR
from bot.evening.opening import WantedEvening
from bot.evening.store.evenings import EveningStore
from bot.evening.store.people import EveningPeopleStore
from bot.league.ledger import LedgerKeeper
from bot.league.paper.service import PaperMatches
from bot.league.service import Leagues
from bot.models.evening_kinds import EveningEnding, EveningKind
from bot.people.personal_settings import PersonalSettings
from bot.people.service import People, Running
from bot.people.store.people import PeopleStore
from cogs.evening.panel import evening_panel
from rules.core.protocol import InvalidOption
from tests.evening.party import CHANNEL, GUILD, HOST, NOW, Party, people
from tests.inline import InlinePictures
from tests.ui.tables import text


async def test_joining_a_full_evening_is_refused_with_its_size(party: Party) -> None:
    await party.open(MOST_GUESTS)
    [late] = people(1, first=3001)
    with pytest.raises(Refused, match=f"{MOST_GUESTS} have joined"):
        await party.evenings.join(party.id, late)
    await party.evenings.leave(party.id, 1050)
    assert late.id in (await party.evenings.join(party.id, late)).guests.here
    shown = await party.start()
    assert len(shown.tables) == MOST_GUESTS / 4
    await party.evenings.leave(party.id, 1051)
    with pytest.raises(Refused, match="Join the next one"):
        await party.evenings.join(party.id, people(1, first=3002)[0])
    assert 1051 in (await party.evenings.join(party.id, people(51)[50])).guests.here


async def test_player_who_left_may_return_and_none_joins_twice(party: Party) -> None:
    await party.open(4)
    with pytest.raises(Refused, match="joined already"):
        await party.evenings.join(party.id, HOST)
    await party.start()
    await party.evenings.leave(party.id, 1002)
    with pytest.raises(Refused, match="haven't joined"):
        await party.evenings.leave(party.id, 1002)
    shown = await party.evenings.join(party.id, people(2)[1])
    assert 1002 in shown.guests.here
    assert not shown.guests.late, "their seat is still theirs"


@pytest.mark.parametrize("is_playing", [False, True], ids=["before it", "in it"])
async def test_next_player_who_joined_hosts_when_the_host_leaves(party: Party, is_playing: bool) -> None:
    """Else only a manager could start it, or end it."""
    await party.open(5)
    if is_playing:
        await party.start()
    shown = await party.evenings.leave(party.id, HOST.id)
    assert shown.host_id == 1002
    await party.evenings.join(party.id, HOST)
    with pytest.raises(Refused, match="host or a server manager"):
        await party.evenings.end(party.id, HOST.id)
    act = party.evenings.end if is_playing else party.evenings.start
    assert await act(party.id, 1002)


async def test_last_player_to_leave_still_hosts(party: Party) -> None:
    await party.open(1)
    assert (await party.evenings.leave(party.id, HOST.id)).host_id == HOST.id
    await party.evenings.end(party.id, HOST.id)


@pytest.mark.parametrize("is_playing", [False, True], ids=["before it", "in it"])
async def test_first_player_to_join_after_all_have_left_hosts(party: Party, is_playing: bool) -> None:
    """Bug: the host who had left alone stayed the host, so no one there could start or end it."""
    await party.open(2 if is_playing else 1)
    if is_playing:
        await party.evenings.start(party.id, HOST.id)
        await party.evenings.leave(party.id, 1002)
    await party.evenings.leave(party.id, HOST.id)
    for person in (*people(2, 2001), HOST):
        shown = await party.evenings.join(party.id, person)
        assert shown.host_id == 2001
    act = party.evenings.end if is_playing else party.evenings.start
    assert await act(party.id, 2001)


async def test_only_the_host_and_managers_decide(party: Party) -> None:
    await party.open(4)
    for act in (party.evenings.start, party.evenings.end):
        with pytest.raises(Refused, match="host or a server manager"):
            await act(party.id, 1002)
    assert (await party.evenings.start(party.id, 1002, may_manage=True)).rounds.number == 1
    with pytest.raises(Refused, match="host or a server manager"):
        await party.evenings.score(party.id, 1, 1002)
    with pytest.raises(Refused, match="has started"):
        await party.evenings.start(party.id, HOST.id)


async def test_evening_needs_two_people_or_a_table_without_computers(party: Party) -> None:
    await party.open(1)
    with pytest.raises(Refused, match="At least 2 players"):
        await party.evenings.start(party.id, HOST.id)
    assert (await party.evenings.end(party.id, HOST.id)).ended is EveningEnding.CALLED_OFF
    await party.open(3, computers_fill=False)
    with pytest.raises(Refused, match="At least 4 players"):
        await party.evenings.start(party.id, HOST.id)


async def test_evening_never_started_ends_after_a_day_and_says_so(party: Party) -> None:
    shown = await party.open(3)
    assert shown.closes_at == NOW + SIGN_UP_FOR
    assert f"Closes <t:{int(NOW + SIGN_UP_FOR)}:R> if not started" in text(evening_panel(shown))
    party.clock = NOW + SIGN_UP_FOR - 1
    await party.evenings.end_unstarted()
    assert not (await party.evenings.shown(party.id)).is_over

    party.clock += 1
    await party.evenings.end_unstarted()
    over = await party.evenings.shown(party.id)
    assert over.ended is EveningEnding.NOT_STARTED
    assert "no one started it within a day" in text(evening_panel(over))
    with pytest.raises(Refused, match="over"):
        await party.evenings.start(party.id, HOST.id)
    await party.open(4)
    await party.start()
    party.clock += SIGN_UP_FOR
    await party.evenings.end_unstarted()
    assert not (await party.evenings.shown(party.id)).is_over, "what has begun goes on"


@pytest.mark.parametrize("game", ["donkey", "tuxedo", "boston_three", "new_solitaire"])
async def test_game_that_is_not_for_two_pairs_is_refused(party: Party, game: str) -> None:
    wanted = WantedEvening(EveningKind.PROGRESSIVE, game, {})
    with pytest.raises((Refused, InvalidOption)):
        await party.evenings.open(GUILD, CHANNEL, HOST, wanted)
    assert await EveningStore(party.database).open_evenings() == []


async def test_evening_without_players_ends_automatically(party: Party) -> None:
    await party.open(8, rounds=4)
    await party.start()
    for number in (1, 2):
        await party.evenings.score(party.id, number, HOST.id)
    over = await party.now()
    assert (over.ended, over.lines) == (EveningEnding.NO_PLAYERS, ()), "and nobody is first of nobody"


async def test_forgotten_player_has_left_and_stays_in_the_scores(party: Party) -> None:
    async def no_copies(_: int) -> None:
        return

    await party.open(8, rounds=2)
    await party.start()
    book = LedgerKeeper(party.database, at_once)
    leagues = Leagues(party.database)
    people = People(
        party.database,
        Running(
            party.manager,
            party.evenings,
            book,
            leagues,
            PaperMatches(party.database, leagues),
            PersonalSettings(party.database, CardFaces(InlinePictures())),
            ShownMessages(party.database, LooseMessages(party.database)),
        ),
        no_copies,
    )
    await people.forget(1002)
    await book.close()
    shown = await party.now()
    assert 1002 not in {*shown.guests.here, *shown.guests.names}
    assert FORMER_PLAYER in shown.guests.names.values()
    shown = await party.play_round()
    assert shown.rounds.number == 2
    lines = {line.guest.name for line in shown.lines}
    assert FORMER_PLAYER in lines
    seated = {who for table in shown.tables for who in table.seats if who is not None}
    assert seated == set(shown.guests.here)


async def test_computer_stands_in_for_a_guest_who_left_before_the_table_opened(party: Party) -> None:
    """Bug: everyone waited for a guest who had left while the round's threads could not be opened."""
    await party.open(4)
    await party.evenings.start(party.id, HOST.id)
    await party.evenings.leave(party.id, 1002)
    await party.open_tables()
    [table] = await party.live()
    assert [who.user_id for who in table.record.seats if who.is_away] == [1002]
    await party.manager.presence.come_back(table.record.channel_id, 1002)
    assert not any(who.is_away for who in table.record.seats), "their seat is still theirs"


async def test_guest_forgotten_before_the_table_opened_has_left_for_good(party: Party) -> None:
    await party.open(4)
    await party.evenings.start(party.id, HOST.id)
    who = await PeopleStore(party.database).begin_forgetting(HOST.id)
    await EveningPeopleStore(party.database).forget_in_evenings(who)
    await party.evenings.reload_tables()
    await party.open_tables()
    [table] = await party.live()
    [former] = [who for who in table.record.seats if who.is_former]
    assert (former.user_id, former.is_away, former.is_out) == (who.former_id, True, True)
    assert table.record.host_id in {1002, 1003, 1004}


@pytest.mark.parametrize("is_playing", [False, True], ids=["before it", "in it"])
async def test_next_player_hosts_when_the_host_is_forgotten(party: Party, is_playing: bool) -> None:
    """Bug: a former player was the host, so no one there could start or end the evening."""
    await party.open(3)
    await party.evenings.end(party.id, HOST.id)
    over = party.id
    await party.open(3)
    if is_playing:
        await party.evenings.start(party.id, HOST.id)
    who = await PeopleStore(party.database).begin_forgetting(HOST.id)
    await EveningPeopleStore(party.database).forget_in_evenings(who)
    await party.evenings.reload_tables()
    assert (await party.now()).host_id == 1002
    assert (await party.evenings.shown(over)).host_id == who.former_id
    act = party.evenings.end if is_playing else party.evenings.start
    assert await act(party.id, 1002)


async def test_evening_ended_by_the_bots_removal_is_shown_on_return(
    party: Party,
) -> None:
    await party.open(2)
    await party.evenings.lose_server(GUILD)
    assert (await party.now()).ended is EveningEnding.NO_SERVER
    assert await party.evenings.stale_boards() == [party.id]
