"""Messages and threads that belong to no table name no forgotten user."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from bot.database.database import Statement
from bot.delivery.store import LooseMessageStore
from bot.league.store.rosters import RosterStore
from bot.people.store.own_data import OwnDataStore
from cogs.dispatch.past_messages import NAMELESS_THREAD
from cogs.ui.refusals import ARCHIVED
from tests.e2e.league.test_league_partners import asks, told
from tests.e2e.league.test_league_season import create, league_message, manage
from tests.e2e.lobby.test_threads import in_channel, open_one, press, thread_of
from tests.e2e.lobby.test_threads import play as play_in_thread
from tests.e2e.people.test_daily import play
from tests.e2e.players import Club, Player
from tests.e2e.worlds import Call, Seen
from tests.table.troubled import writes_to

REQUEST_ENDED = "🏅 This request to be partners in Tuesday League is over."


async def forget(player: Player) -> None:
    """Request to be forgotten, and confirm."""
    sure = await player.ask_to_be_forgotten()
    await player.press("Forget me", on=sure.seen)
    await player.club.world.env.settle()


def naming(club: Club, who: Player) -> list[Seen]:
    """Public messages that name a user."""
    return [
        seen for seen in club.messages() if str(who.id) in seen.text() or who.name.capitalize() in seen.text()
    ]


async def share_daily(who: Player) -> None:
    """Play the daily deal, and share its result."""
    await who.press("Share result", on=await play(who))


async def test_shared_daily_result_is_deleted_with_its_player(club: Club) -> None:
    ann, bob = club.everyone[:2]
    for who in (ann, bob):
        await share_daily(who)
    [one] = (await OwnDataStore(club.database).data_of(ann.id))["named_in"]
    assert (one["kind"], one["message_id"]) == ("daily", naming(club, ann)[0].id)
    await forget(ann)
    assert naming(club, ann) == []
    assert len(naming(club, bob)) == 1
    assert await LooseMessageStore(club.database).stale() == []


async def test_open_request_of_forgotten_user_is_closed_without_name(club: Club) -> None:
    await create(club, partners="pairs")
    ann, bob, cleo, dan = club.everyone[:4]
    for message, who in ((await asks(ann, cleo), ann), (await asks(bob, dan), dan)):
        await forget(who)
        assert await told(club, message) == REQUEST_ENDED
    assert await RosterStore(club.database).pair_requests(1) == []


async def test_answered_request_names_no_forgotten_user(club: Club) -> None:
    await create(club, partners="pairs")
    ann, bob, cleo = club.everyone[:3]
    declined, first = await asks(ann, cleo), await asks(bob, cleo)
    await cleo.press("No", on=declined)
    await club.restart()
    repeated = await asks(bob, cleo)
    panel = await cleo.press("Find a partner", on=league_message(club))
    await cleo.press("Play with Bob", on=panel.seen)
    assert len(naming(club, cleo)) == 5  # the league's message too, and the one that says they are partners
    data = (await OwnDataStore(club.database).data_of(cleo.id))["named_in"]
    assert sorted(one["kind"] for one in data) == ["asked", "asked", "asked", "partners"]
    await forget(cleo)
    assert naming(club, cleo) == []
    for message in (declined, first, repeated):
        assert await told(club, message) == REQUEST_ENDED
    assert await LooseMessageStore(club.database).stale() == []
    assert (await OwnDataStore(club.database).data_of(bob.id))["named_in"] == []


async def test_request_message_stored_late_is_scrubbed_after_first_press(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await create(club, partners="pairs")
    ann, cleo = club["Ann"], club["Cleo"]

    async def lost(*_: object) -> None:
        return

    with monkeypatch.context() as patch:
        patch.setattr(club.app.league.rosters, "place", lost)
        message = await asks(ann, cleo)
    await cleo.press("No", on=message)
    await forget(ann)
    assert await told(club, message) == REQUEST_ENDED


async def test_message_posted_before_it_was_stored_names_no_forgotten_user(
    club: Club,
) -> None:
    ann = club["Ann"]
    with club.database.refusing(writes_to("loose_messages")):
        await share_daily(ann)
    assert len(naming(club, ann)) == 1
    await forget(ann)
    assert naming(club, ann) == []
    assert not await OwnDataStore(club.database).knows(ann.id)


async def test_refused_scrubbing_is_retried_even_after_restart(club: Club) -> None:
    await create(club, partners="pairs")
    ann, cleo = club["Ann"], club["Cleo"]
    await share_daily(ann)
    await asks(ann, cleo)
    for call in (Call.EDIT_MESSAGE, Call.DELETE_MESSAGE):
        club.world.make_fail(call, status=403, code=50013, times=None)
    await forget(ann)
    assert len(naming(club, ann)) == 2
    assert all(one.first is one.second is None for one in await LooseMessageStore(club.database).stale())
    await club.restart()
    assert len(naming(club, ann)) == 2
    club.world.end_trouble()
    await club.world.env.advance_time(7200)
    assert naming(club, ann) == []
    assert await LooseMessageStore(club.database).stale() == []


async def test_starter_message_names_no_forgotten_user_if_thread_refuses_edits(club: Club) -> None:
    starter = await open_one(club, deals=1)
    for name, label in (("Bob", "Sit"), ("Cleo", "Sit with Ann"), ("Dan", "Sit with Bob")):
        await press(club, name, label)
    await press(club, "Ann", "Start")
    await play_in_thread(club)
    club.world.env.inject_error(
        "PATCH", f"/channels/{thread_of(club)}/messages/*", status=400, code=ARCHIVED, times=None
    )
    await forget(club["Ann"])
    [shown] = [seen for seen in in_channel(club) if seen.id == starter.id]
    assert "a former player" in shown.text()
    assert "Ann" not in shown.text()


async def test_thread_name_drops_forgotten_host(club: Club) -> None:
    await club.world.forbid_bot(manage_channels=True)  # Discord lets the creator of a thread rename it
    await open_one(club)
    thread = club.world.env.backend.channels[thread_of(club)]
    assert str(thread.name).endswith(" with Ann")
    await forget(club["Ann"])
    assert thread.name == NAMELESS_THREAD
    assert naming(club, club["Ann"]) == []


async def test_stale_league_message_is_deleted_once_discord_allows_it(club: Club) -> None:
    await create(club)
    before = league_message(club)
    club.world.make_fail(Call.DELETE_MESSAGE, status=403, code=50013, times=None)
    await manage(club, "post")
    await club.world.env.settle()
    await club.restart()
    assert before.id in {seen.id for seen in club.messages()}
    club.world.end_trouble()
    await club.world.env.advance_time(7200)
    assert before.id not in {seen.id for seen in club.messages()}
    assert league_message(club).id != before.id


async def test_closed_season_updates_boards_once_however_many_are_forgotten(club: Club) -> None:
    """Each forgetting added a listener for closed seasons, which was never removed."""
    await create(club)
    for name in ("Ann", "Bob"):
        await forget(club[name])
    evenings, leagues = club.bot.app.evenings, club.bot.app.league.leagues
    with patch.object(evenings, "open_in_seasons", wraps=evenings.open_in_seasons) as looked:
        league = await leagues.by_id(club.world.guild.id, 1)
        await leagues.close(league, await leagues.season(league), club["Cleo"].id)
    looked.assert_called_once()


async def test_message_of_a_match_with_a_damaged_result_names_no_forgotten_user(club: Club) -> None:
    """The result, which only a match with real cards needs, was read first: the message kept the name."""
    ann = club["Ann"]
    await club.begin(deals=1)
    await club.play_on()
    await club.database.write(Statement("UPDATE matches SET notes = 'no notes'"))
    await forget(ann)
    assert naming(club, ann) == []


async def test_damaged_league_keeps_no_other_message_from_being_scrubbed(club: Club) -> None:
    """It ended each round of corrections: a message that came after it was never reached."""
    await create(club, partners="pairs")
    ann, cleo = club["Ann"], club["Cleo"]
    request = await asks(ann, cleo)
    await share_daily(ann)
    await club.database.write(Statement("UPDATE leagues SET created_at = 1e12"))
    await forget(ann)
    assert {seen.id for seen in naming(club, ann)} == {request.id}
    assert [one.message_id for one in await LooseMessageStore(club.database).stale()] == [request.id]
