"""The message of a league: one, edited, posted again only if it is gone, and the same after a restart."""

from __future__ import annotations

from cogs.ui.refusals import WOKEN_AFTER
from tests.e2e.league.test_league_season import create, league_message, manage
from tests.e2e.players import Club, Reply
from tests.e2e.worlds import Seen


def league_messages(club: Club) -> list[Seen]:
    """The public messages of leagues in the channel."""
    return [seen for seen in club.messages() if seen.text().startswith("## 🏅")]


def edits(club: Club) -> int:
    """How often the bot has tried to edit a message."""
    return sum(call.method == "PATCH" for call in club.world.env.http_requests)


async def test_whoever_joins_is_on_the_message_which_stays_the_same_one(club: Club) -> None:
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


async def test_a_message_that_was_deleted_is_posted_again_once(club: Club) -> None:
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


async def test_after_a_restart_the_message_shows_what_happened_and_its_buttons_work(club: Club) -> None:
    await create(club)
    first = league_message(club)
    await club["Ann"].typed("league join")
    await club.restart()
    await club.world.env.settle()
    assert "Players: 1" in league_message(club).text()
    assert "You're in" in (await club["Bob"].press("Join", on=first)).sentence
    await club.world.env.settle()
    assert [seen.id for seen in league_messages(club)] == [first.id]


async def test_a_channel_that_refuses_the_message_is_left_alone_and_tried_again_later(club: Club) -> None:
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


async def test_a_channel_that_takes_the_message_again_has_it_at_once(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(view_channel=False)
    await club["Ann"].typed("league join")
    await club.world.env.advance_time(WOKEN_AFTER)
    await club.world.forbid_bot()
    await club.world.env.settle()
    assert "Players: 1" in league_message(club).text()


async def test_rights_that_change_every_few_seconds_cost_a_try_in_ten(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(view_channel=False)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    tries = edits(club)
    for change in range(20):
        await club.world.forbid_bot(view_channel=False, attach_files=bool(change % 2))
        await club.world.env.advance_time(WOKEN_AFTER / 2)
    assert edits(club) <= tries + 11


async def test_where_the_bot_may_not_write_no_league_is_posted(club: Club) -> None:
    await create(club)
    await club.world.forbid_bot(send_messages=False)
    said = "I need the permission Send Messages in this channel to keep the league's message here."
    assert said in (await manage(club, "post")).sentence


async def test_a_league_that_moves_is_kept_up_to_date_in_its_new_channel(club: Club) -> None:
    await create(club)
    other = club.world.guild.create_text_channel("league")
    await club.world.env.settle()
    moved = Reply(club.world, await club.world.owner.slash(other, "league post"))
    assert moved.sentence == "Tuesday League is posted here, and stays up to date."
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    [shown] = club.world.visible_messages(channel_id=other.id)
    assert "Players: 1" in shown.text()
    assert league_messages(club) == []
    assert (await manage(club, "show")).text.startswith("## 🏅 Tuesday League")


async def test_who_is_forgotten_is_on_no_message_of_a_league(club: Club) -> None:
    await create(club, partners="pairs")
    ann, bob = club["Ann"], club["Bob"]
    asked = await ann.typed("league pair", partner=bob.actor)
    await bob.press("Be partners", on=asked.seen)
    await club.world.env.settle()
    assert "Ann & Bob" in league_message(club).text()
    sure = await ann.typed("my-data forget")
    await ann.press("Forget me", on=sure.seen)
    await club.world.env.settle()
    assert "a former player & Bob" in league_message(club).text()
    assert not [seen for seen in club.messages() if "Ann" in seen.text()]


async def test_a_league_whose_channel_is_gone_stands_nowhere_until_it_is_posted_again(club: Club) -> None:
    await create(club)
    other = club.world.guild.create_text_channel("league")
    await club.world.env.settle()
    await club.world.owner.slash(other, "league post")
    await club.world.env.settle()
    club.world.env.backend.delete_channel(other.id)
    await club["Ann"].typed("league join")
    await club.world.env.settle()
    league = await club.app.league.leagues.find(club.world.guild.id)
    assert (league.channel_id, league.message_id) == (None, None)
    await manage(club, "post")
    await club.world.env.settle()
    assert "Players: 1" in league_messages(club)[-1].text()
