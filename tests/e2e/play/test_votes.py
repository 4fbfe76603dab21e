"""A vote's message is correct while it is open and after it ended, with any presses and departures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.common.errors import StoreError
from bot.table.desk.agreement import VOTE_TIME, Proposal
from bot.table.desk.shown import ShownTable
from bot.table.reading import TableReader
from cogs.hand.agreement import MESSAGE_DELETED, MOVED
from cogs.hand.votes import OVER, RESTARTED
from cogs.table.vote_panel import VOTE_OFF
from cogs.ui.refusals import WOKEN_AFTER
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Call, Seen, all_at_once


def now(club: Club, seen: Seen) -> str:
    """Current text of a message."""
    return next(one.text() for one in club.messages() if one.id == seen.id)


def votes(club: Club) -> list[Seen]:
    """The messages about votes, from top to bottom."""
    return [one for one in club.messages() if one.text().startswith("🤝")]


async def test_refused_press_leaves_vote_message_unchanged(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    refused = await club["Eve"].press("Yes", on=vote)
    assert refused.sentence.startswith("You aren't at this table.")

    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote) == "🤝 This deal is played to its end.\n-# Yes: Ann"


async def test_vote_continues_if_a_player_leaves_the_match(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    assert club.asked is club["Ann"]
    await club["Cleo"].command("leave")
    await club.world.env.settle()
    assert "Waiting for: Bob and Dan" in now(club, vote)
    await club["Bob"].press("Yes", on=vote)
    assert now(club, vote).startswith("🤝 This deal is dealt again.")


async def test_vote_is_counted_once_leaving_decides_it(club: Club) -> None:
    """Bug: with no one left to answer it stayed open for two minutes."""
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    await club["Bob"].press("Yes", on=vote)
    await club["Cleo"].press("No", on=vote)
    assert "Waiting for: Dan" in now(club, vote)
    await club["Dan"].command("leave")
    assert now(club, vote) == "🤝 This deal is dealt again.\n-# Yes: Ann and Bob\n-# No: Cleo"

    vote = (await club["Bob"].command("ask", what="deal again")).seen
    await club["Cleo"].press("No", on=vote)
    await club["Ann"].command("leave")
    assert now(club, vote) == "🤝 This deal is played to its end.\n-# Yes: Bob\n-# No: Cleo"


async def test_answer_to_earlier_vote_does_not_count_in_next(club: Club) -> None:
    await club.begin()
    first = (await club["Ann"].command("ask", what="close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("No", on=first)
    await club.asked.move("pass")

    await club["Ann"].command("ask", what="close")
    late = await club["Dan"].press("Yes", on=first)
    assert late.sentence == OVER
    assert now(club, first).startswith("🤝 The match goes on."), "it still tells how that vote ended"
    assert club.table.voting.votes[Proposal("end")].yes == {club["Ann"].id}


async def test_vote_to_end_says_that_playing_on_is_a_no(club: Club) -> None:
    """Bug: a player who only passed was shown among those who pressed *No*."""
    await club.begin()
    vote = (await club["Ann"].command("ask", what="close")).seen
    assert "Playing on without an answer counts as *No*." in vote.text()
    for name in ("Ann", "Bob"):
        assert club.asked is club[name]
        await club.asked.move("pass")
    await club.world.env.settle()
    assert "Yes: Ann\nPlayed on: Bob\nWaiting for: Cleo and Dan" in now(club, vote)
    await club["Dan"].press("No", on=vote)
    assert now(club, vote) == "🤝 The match goes on.\n-# Yes: Ann\n-# No: Dan\n-# Played on: Bob"
    assert "Playing on" not in (await club["Ann"].command("ask", what="deal again")).text


async def test_absent_player_has_no_vote_until_return(club: Club) -> None:
    await club.begin()
    cleo = club["Cleo"]
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    await cleo.command("leave")
    refused = await cleo.press("Yes", on=vote)
    assert "only the others vote" in refused.sentence
    assert "Cleo" not in now(club, vote).partition("Waiting")[0]
    assert not {"Leave", "Deal again", "End the match"} & set((await cleo.press("More")).seen.buttons())

    await cleo.press("My hand")
    assert "Yes: Ann and Cleo" in (await cleo.press("Yes", on=vote)).text


async def test_vote_to_throw_in_is_refused_between_deals(tmp_path: Path) -> None:
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin()
        assert "Deal again" in (await club["Ann"].press("More")).seen.buttons()
        await club.play_on()
        more = (await club["Ann"].press("More")).seen
        assert "Deal again" not in more.buttons()
        assert "End the match" in more.buttons()


async def test_ended_casual_match_shows_score_and_leads_to_new_table(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin()
        await club.play_on()
        await club.world.env.settle()
        totals = re.findall(r"→ (\*\*.+\*\*)$", (await club.table_message()).text(), re.MULTILINE)
        vote = (await club["Ann"].command("ask", what="close")).seen
        for name in ("Bob", "Cleo"):
            await club[name].press("Yes", on=vote)
        await club.world.env.settle()
        ended = await club.table_message()
        _, _, stood = ended.text().partition("It stood at:")
        assert sorted(totals) == sorted(re.findall(r"\*\*.+?\*\*", stood))
        assert not club.has_table
        sheet = (await club["Cleo"].press("Score sheet", on=ended)).sentence
        assert sheet.startswith("### Score sheet\n")
        assert re.search(r"^1 \w+ +\d+", sheet, re.MULTILINE), "the deal that was over is on it"
        await club["Dan"].press("New table", on=ended)
        assert club.table.record.host_id == club["Dan"].id


async def test_counted_match_does_not_wait_for_players_who_left_server(club: Club) -> None:
    await club.begin(counted=True)
    ann, bob, cleo, dan, _ = club.everyone
    await cleo.command("leave")
    vote = (await ann.command("ask", what="close")).seen
    assert "Waiting for: Bob, Cleo and Dan" in vote.text()
    await club.world.leave_server(dan.actor)
    assert "Waiting for: Cleo\n" in (await bob.press("Yes", on=vote)).text
    assert "No longer in this server: Dan" in now(club, vote)
    assert club.has_table, "Cleo is away, but here"
    await cleo.press("Yes", on=vote)
    assert not club.has_table


async def test_last_player_in_server_ends_counted_match(club: Club) -> None:
    await club.begin(counted=True)
    ann, *others = club.everyone[:4]
    for one in others:
        await club.world.leave_server(one.actor)
    await ann.command("ask", what="close")
    assert not club.has_table


async def test_end_of_match_ends_every_vote(club: Club) -> None:
    await club.begin()
    again = (await club["Bob"].command("ask", what="deal again")).seen
    end = (await club["Ann"].command("ask", what="close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("Yes", on=end)
    assert not club.has_table
    assert now(club, again) == f"🤝 {VOTE_OFF}"


async def test_answer_after_the_table_reads_that_vote_is_over(club: Club) -> None:
    await club.begin()
    end = (await club["Ann"].command("ask", what="close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("Yes", on=end)
    assert not club.has_table
    assert (await club["Dan"].press("Yes", on=end)).sentence == OVER
    assert now(club, end).startswith("🤝 The match is over.")


async def test_vote_on_seat_ends_once_seat_is_taken(club: Club) -> None:
    ann, bob, cleo, _, eve = club.everyone
    await club.sit_down(2, game="tennessee")
    await bob.command("leave")
    await ann.press("Fill with computers")
    await ann.press("Start")
    asked = [(await one.typed("rook sit")).seen for one in (cleo, eve)]
    await ann.press("Yes", on=asked[0])
    assert "takes over" in now(club, asked[0])
    assert now(club, asked[1]) == f"🤝 {VOTE_OFF}"


async def test_vote_ended_by_restart_says_so_once_its_table_can_be_read(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: with a slow database at the start it stayed open until someone pressed it."""
    await club.begin()
    asked = (await club["Bob"].command("ask", what="deal again")).seen
    recall, troubles = TableReader.recall, [StoreError("busy")]

    async def recall_late(reading: TableReader, channel_id: int, table_id: int) -> ShownTable:
        if troubles:
            raise troubles.pop()
        return await recall(reading, channel_id, table_id)

    monkeypatch.setattr(TableReader, "recall", recall_late)
    monkeypatch.setattr("cogs.hand.votes.READ_AGAIN_AFTER", 0.0)
    await club.restart()
    await club.world.env.settle()
    assert now(club, asked) == f"🤝 {RESTARTED}"


async def test_vote_ended_by_restart_says_so_and_finished_one_stays(club: Club) -> None:
    await club.begin()
    ann, bob, cleo, _, _ = club.everyone
    ended = (await ann.command("ask", what="deal again")).seen
    for one in (bob, cleo):
        await one.press("No", on=ended)
    again = (await bob.command("ask", what="deal again")).seen
    await cleo.press("Yes", on=again)
    for _ in range(2):
        await club.restart()
        await club.world.env.settle()
        assert now(club, again) == f"🤝 {RESTARTED}"
        assert not next(one for one in club.messages() if one.id == again.id).buttons()
    assert now(club, ended).startswith("🤝 This deal is played to its end.")


async def test_vote_of_two_says_that_both_must_agree(club: Club) -> None:
    await club.sit_down(2, game="tennessee")
    await club["Ann"].press("Start")
    vote = (await club["Ann"].command("ask", what="close")).seen
    assert "Everyone has to agree. The vote ends" in vote.text()
    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote).startswith("🤝 The match goes on.")


async def test_lone_proposer_does_not_decide_unanswered_vote(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    assert "is left out. At least two have to agree." in vote.text()
    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote).startswith("🤝 This deal is played to its end.")


async def test_returning_bot_closes_open_vote_messages(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    await club.world.remove_bot_for_a_while()
    assert not club.has_table
    assert next(one for one in club.messages() if one.id == vote.id).buttons()

    await club.world.invite_bot_again()
    await club.world.env.advance_time(WOKEN_AFTER)
    assert now(club, vote) == f"🤝 {OVER}"
    assert not next(one for one in club.messages() if one.id == vote.id).buttons()


async def test_refused_vote_result_is_shown_after_permissions_change(
    club: Club,
) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    await club.world.env.advance_time(VOTE_TIME + 1)
    club.world.end_trouble()
    for _ in range(2):  # however often other things change in between
        await club.world.forbid_bot(attach_files=False)
        await club.world.env.advance_time(WOKEN_AFTER / 2)
    assert now(club, vote) == f"🤝 {OVER}"


async def test_press_on_replaced_vote_message_counts_and_newer_stays(club: Club) -> None:
    await club.begin()
    replaced = (await club["Ann"].command("ask", what="deal again")).seen
    newer = (await club["Bob"].command("ask", what="deal again")).seen
    against = await club["Cleo"].press("No", on=replaced)
    assert against.sentence == MOVED
    assert "Yes: Ann and Bob\nNo: Cleo" in now(club, newer)
    assert "Waiting for: Dan" in now(club, newer)

    agreed = await club["Dan"].press("Yes", on=replaced)
    assert agreed.sentence.startswith("🤝 This deal is dealt again.")
    (message,) = votes(club)
    assert message.id == newer.id
    assert message.text() == agreed.sentence


async def test_replaced_vote_message_is_not_kept_for_the_next_start(club: Club) -> None:
    await club.begin()
    await club["Ann"].command("ask", what="deal again")
    newer = (await club["Bob"].command("ask", what="deal again")).seen
    await club.world.env.settle()
    assert [one.message_id for one in await club.app.delivery.shown_messages.votes()] == [newer.id]


async def test_press_during_deletion_of_vote_message_counts_and_is_answered(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    against = await club["Cleo"].press("No", on=vote)
    assert against.sentence == MESSAGE_DELETED
    assert club["Cleo"].id in club.table.voting.votes[Proposal("redeal")].no

    await club["Bob"].press("Yes", on=vote)
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    agreed = await club["Dan"].press("Yes", on=vote)
    assert agreed.sentence.startswith("🤝 This deal is dealt again.")


@pytest.mark.parametrize(
    ("asks", "ends"), [("deal again", "This deal is dealt again."), ("close", "The match is over")]
)
async def test_crossing_answers_show_the_result_of_the_vote(club: Club, asks: str, ends: str) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what=asks)).seen
    club.world.delay_call(Call.ANSWER)
    await club["Cleo"].press("Yes", on=vote)
    await club["Bob"].press("Yes", on=vote)
    await club.world.let_through()
    (message,) = votes(club)
    assert message.text().startswith(f"🤝 {ends}")
    assert not message.buttons()


async def test_vote_finished_before_it_is_shown_asks_no_question(club: Club) -> None:
    await club.begin()
    club.world.delay_call(Call.ANSWER)
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].command("ask", what="close")
    await club.world.let_through()
    (message,) = votes(club)
    assert message.text() == "🤝 The match is over.\n-# Yes: Ann, Bob and Cleo"
    assert not message.buttons()


@pytest.mark.parametrize("asks", ["deal again", "close"])
async def test_last_simultaneous_vote_reports_result(club: Club, asks: str) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what=asks)).seen
    yes = vote.buttons()["Yes"]
    others = [club[name] for name in ("Bob", "Cleo", "Dan")]
    results = await all_at_once(*(club.world.press(one.actor, vote, yes) for one in others))
    assert all(result.acknowledged for result in results)
    assert now(club, vote).endswith("\n-# Yes: Ann, Bob and Cleo")


async def test_vote_with_undelivered_last_answer_shows_its_result(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="close")).seen
    await club["Bob"].press("Yes", on=vote)
    club.world.make_fail(Call.ANSWER, status=404, code=10062)
    await club["Cleo"].press("Yes", on=vote)
    assert not club.has_table
    assert now(club, vote) == "🤝 The match is over.\n-# Yes: Ann, Bob and Cleo"


async def test_returning_player_is_asked_in_vote_to_end_match(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await club.sit_down(2, game="tennessee")
    await ann.press("Start")
    await bob.command("leave")
    end = (await ann.press_in_more("End the match")).seen
    table = await club.table_message()
    await all_at_once(
        club.world.press(bob.actor, table, table.buttons()["My hand"]),
        club.world.press(ann.actor, end, end.buttons()["End the match"]),
    )
    assert club.has_table
    (vote,) = votes(club)
    assert "Yes: Ann\nWaiting for: Bob" in vote.text()
    await bob.press("Yes", on=vote)
    assert not club.has_table
