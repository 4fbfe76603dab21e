"""The message of a league: one, edited, posted again only if it is deleted, and the same after a restart."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult

from cogs.ui.controls import BUTTON, Control, Verb
from cogs.ui.refusals import WOKEN_AFTER
from tests.e2e.league.test_league_season import create, league_message, manage
from tests.e2e.players import Club, Reply
from tests.e2e.worlds import Seen


def league_messages(club: Club) -> list[Seen]:
    """The public messages of leagues in the channel."""
    return [seen for seen in club.messages() if seen.text().startswith("## 🏅")]


def edits(club: Club) -> int:
    """Number of requests to edit a message."""
    return sum(call.method == "PATCH" for call in club.world.env.http_requests)


async def test_joining_edits_the_same_league_message(club: Club) -> None:
    await create(club)
    first = league_message(club)
    for player in club.everyone[:3]:
        assert "You're in" in (await player.press("Join", on=first)).sentence
    assert "already" in (await club["Ann"].press("Join", on=first)).sentence
    await club.world.env.settle()
    [shown] = league_messages(club)
    assert shown.id == first.id
    assert "Players: 3" in shown.text()
    assert "**Joined**\nAnn\nBob\nCleo" in shown.text()


async def test_deleted_league_message_is_posted_again_once(club: Club) -> None:
    await create(club)
    first = league_message(club)
    await club.world.delete_as_admin(first)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    [shown] = league_messages(club)
    assert shown.id != first.id
    await club["Bob"].typed("league join")
    await club.world.env.settle()
    assert [seen.id for seen in league_messages(club)] == [shown.id]


async def test_league_message_and_buttons_work_after_restart(club: Club) -> None:
    await create(club)
    first = league_message(club)
    await club["Ann"].typed("league join")
    await club.restart()
    await club.world.env.settle()
    assert "Players: 1" in league_message(club).text()
    assert "You're in" in (await club["Bob"].press("Join", on=first)).sentence
    await club.world.env.settle()
    assert [seen.id for seen in league_messages(club)] == [first.id]


async def test_channel_refusing_league_message_is_retried_later(club: Club) -> None:
    await create(club)
    first = league_message(club)
    await club.world.forbid_bot(view_channel=False)
    before = edits(club)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    assert (tries := edits(club)) == before + 1
    await club["Bob"].typed("league join")
    await club.world.env.settle()
    assert edits(club) == tries
    await club.world.forbid_bot()
    await club.world.env.advance_time(3600)
    await club.world.env.settle()
    assert "Players: 2" in league_message(club).text()
    assert league_message(club).id == first.id


async def test_channel_with_restored_permission_gets_league_message_at_once(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(view_channel=False)
    await club["Ann"].typed("league join")
    await club.world.env.advance_time(WOKEN_AFTER)
    await club.world.forbid_bot()
    await club.world.env.settle()
    assert "Players: 1" in league_message(club).text()


async def test_flapping_permissions_cost_a_try_in_ten(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(view_channel=False)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    tries = edits(club)
    for change in range(20):
        await club.world.forbid_bot(view_channel=False, attach_files=bool(change % 2))
        await club.world.env.advance_time(WOKEN_AFTER / 2)
    assert edits(club) <= tries + 11


async def test_league_is_not_posted_without_permission_to_write(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(send_messages=False)
    said = "I need the permission Send Messages in this channel to keep the league's message here."
    assert said in (await manage(club, "post")).sentence


async def post_in(club: Club, channel: Any) -> InteractionResult:
    """Post the league in another channel, as the owner of the server."""
    page = Reply(club.world, await club.world.owner.slash(channel, "league manage"))
    (found,) = await club.app.league.leagues.of_server(club.world.guild.id)
    control = Control(Verb.LEAGUE_POST, found.id, 0).custom_id(BUTTON)
    return await club.world.press(club.world.owner, page.seen, control)


async def test_moved_league_is_updated_in_its_new_channel(club: Club) -> None:
    await create(club)
    other = club.world.guild.create_text_channel("league")
    await club.world.env.settle()
    moved = Reply(club.world, await post_in(club, other))
    assert moved.sentence == "Tuesday League is posted here, and stays up to date."
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    [shown] = club.world.visible_messages(channel_id=other.id)
    assert "Players: 1" in shown.text()
    assert league_messages(club) == []
    assert (await manage(club, "show")).text.startswith("## 🏅 Tuesday League")


async def test_forgotten_player_is_on_no_league_message(club: Club) -> None:
    await create(club, partners="pairs")
    ann, bob = club["Ann"], club["Bob"]
    asked = await ann.typed("league join", partner=bob.actor)
    await bob.press("Be partners", on=asked.seen)
    await club.world.env.settle()
    assert "Ann & Bob" in league_message(club).text()
    sure = await ann.ask_to_be_forgotten()
    await ann.press("Forget me", on=sure.seen)
    await club.world.env.settle()
    assert "a former player & Bob" in league_message(club).text()
    left = await club["Bob"].typed("league leave")
    assert left.sentence == "Your pair left Tuesday League: a former player & Bob. What you played stays."
    assert not [seen for seen in club.messages() if "Ann" in seen.text()]


async def test_league_of_deleted_channel_waits_for_a_new_post(club: Club) -> None:
    await create(club)
    other = club.world.guild.create_text_channel("league")
    await club.world.env.settle()
    await post_in(club, other)
    await club.world.env.settle()
    club.world.env.backend.delete_channel(other.id)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    league = await club.app.league.leagues.find(club.world.guild.id)
    assert (league.channel_id, league.message_id) == (None, None)
    await manage(club, "post")
    await club.world.env.settle()
    assert "Players: 1" in league_messages(club)[-1].text()
