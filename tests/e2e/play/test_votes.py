"""A vote's message tells the truth while it is open, and how it ended, whoever presses and whoever leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.table.desk.agreement import VOTE_TIME, Proposal
from cogs.hand.agreement import MESSAGE_DELETED, MOVED
from cogs.hand.votes import OVER, RESTARTED
from cogs.table.vote_panel import VOTE_OFF
from cogs.ui.refusals import WOKEN_AFTER
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Call, Seen, all_at_once


def now(club: Club, seen: Seen) -> str:
    """What a message says by now."""
    return next(one.text() for one in club.messages() if one.id == seen.id)


def votes(club: Club) -> list[Seen]:
    """The messages about votes, from top to bottom."""
    return [one for one in club.messages() if one.text().startswith("🤝")]


async def test_a_press_that_is_refused_leaves_the_message_to_its_end(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    refused = await club["Eve"].press("Yes", on=vote)
    assert refused.sentence == "You aren't at this table."

    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote) == "🤝 This deal is played to its end.\n-# Yes: Ann"


async def test_a_vote_goes_on_when_somebody_leaves_the_match(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    assert club.asked is club["Ann"]
    await club["Cleo"].command("leave")
    await club.world.env.settle()
    assert "Waiting for: Bob and Dan" in now(club, vote)
    await club["Bob"].press("Yes", on=vote)
    assert now(club, vote).startswith("🤝 This deal is dealt again.")


async def test_an_answer_to_an_earlier_vote_is_none_to_the_one_after(club: Club) -> None:
    await club.begin()
    first = (await club["Ann"].command("close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("No", on=first)
    await club.asked.command("pass")

    await club["Ann"].command("close")
    late = await club["Dan"].press("Yes", on=first)
    assert late.sentence == OVER
    assert now(club, first).startswith("🤝 The match goes on."), "it still tells how that vote ended"
    assert club.table.voting.votes[Proposal("end")].yes == {club["Ann"].id}


async def test_who_is_away_has_no_say_until_they_are_back(club: Club) -> None:
    await club.begin()
    cleo = club["Cleo"]
    vote = (await club["Ann"].command("redeal")).seen
    await cleo.command("leave")
    refused = await cleo.press("Yes", on=vote)
    assert "only the others vote" in refused.sentence
    assert "Cleo" not in now(club, vote).partition("Waiting")[0]
    assert not {"Leave", "Deal again", "End the match"} & set((await cleo.press("More")).seen.buttons())

    await cleo.press("My hand")
    assert "Yes: Ann and Cleo" in (await cleo.press("Yes", on=vote)).text


async def test_no_deal_is_thrown_in_between_two(tmp_path: Path) -> None:
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin()
        assert "Deal again" in (await club["Ann"].press("More")).seen.buttons()
        await club.play_on()
        more = (await club["Ann"].press("More")).seen
        assert "Deal again" not in more.buttons()
        assert "End the match" in more.buttons()


async def test_a_casual_match_that_was_ended_tells_how_it_stood_and_leads_to_another_table(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin()
        await club.play_on()
        await club.world.env.settle()
        totals = re.findall(r"→ (\*\*.+\*\*)$", (await club.table_message()).text(), re.MULTILINE)
        vote = (await club["Ann"].command("close")).seen
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


async def test_a_counted_match_does_not_wait_for_those_who_have_left_the_server(club: Club) -> None:
    await club.begin(counted=True)
    ann, bob, cleo, dan, _ = club.everyone
    await cleo.command("leave")
    vote = (await ann.command("close")).seen
    assert "Waiting for: Bob, Cleo and Dan" in vote.text()
    await club.world.leave_server(dan.actor)
    assert "Waiting for: Cleo\n" in (await bob.press("Yes", on=vote)).text
    assert "No longer in this server: Dan" in now(club, vote)
    assert club.has_table, "Cleo is away, but here"
    await cleo.press("Yes", on=vote)
    assert not club.has_table


async def test_the_last_player_in_the_server_ends_a_counted_match(club: Club) -> None:
    await club.begin(counted=True)
    ann, *others = club.everyone[:4]
    for one in others:
        await club.world.leave_server(one.actor)
    await ann.command("close")
    assert not club.has_table


async def test_with_the_match_every_vote_is_over(club: Club) -> None:
    await club.begin()
    again = (await club["Bob"].command("redeal")).seen
    end = (await club["Ann"].command("close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("Yes", on=end)
    assert not club.has_table
    assert now(club, again) == f"🤝 {VOTE_OFF}"


async def test_an_answer_that_comes_after_the_table_is_told_that_the_vote_is_over(club: Club) -> None:
    await club.begin()
    end = (await club["Ann"].command("close")).seen
    for name in ("Bob", "Cleo"):
        await club[name].press("Yes", on=end)
    assert not club.has_table
    assert (await club["Dan"].press("Yes", on=end)).sentence == OVER
    assert now(club, end).startswith("🤝 The match is over, with no winner.")


async def test_a_vote_on_a_seat_is_off_once_somebody_else_has_it(club: Club) -> None:
    ann, bob, cleo, _, eve = club.everyone
    await club.sit_down(2, game="tennessee")
    await bob.command("leave")
    await ann.press("Fill with computers")
    await ann.press("Start")
    asked = [(await one.typed("table take-over")).seen for one in (cleo, eve)]
    await ann.press("Yes", on=asked[0])
    assert "takes over" in now(club, asked[0])
    assert now(club, asked[1]) == f"🤝 {VOTE_OFF}"


async def test_a_vote_that_a_restart_ends_says_so_and_one_that_had_ended_stays(club: Club) -> None:
    await club.begin()
    ann, bob, cleo, _, _ = club.everyone
    ended = (await ann.command("redeal")).seen
    for one in (bob, cleo):
        await one.press("No", on=ended)
    again = (await bob.command("redeal")).seen
    await cleo.press("Yes", on=again)
    for _ in range(2):
        await club.restart()
        await club.world.env.settle()
        assert now(club, again) == f"🤝 {RESTARTED}"
        assert not next(one for one in club.messages() if one.id == again.id).buttons()
    assert now(club, ended).startswith("🤝 This deal is played to its end.")


async def test_of_two_who_are_asked_it_is_said_that_both_have_to_agree(club: Club) -> None:
    await club.sit_down(2, game="tennessee")
    await club["Ann"].press("Start")
    vote = (await club["Ann"].command("close")).seen
    assert "Everyone has to agree. The vote ends" in vote.text()
    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote).startswith("🤝 The match goes on.")


async def test_nobody_decides_alone_for_those_who_have_not_answered(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    assert "is left out. At least two have to agree." in vote.text()
    await club.world.env.advance_time(VOTE_TIME + 1)
    assert now(club, vote).startswith("🤝 This deal is played to its end.")


async def test_a_server_that_invites_the_bot_again_sees_no_vote_that_still_asks(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    await club.world.remove_bot_for_a_while()
    assert not club.has_table
    assert next(one for one in club.messages() if one.id == vote.id).buttons()

    await club.world.invite_bot_again()
    await club.world.env.advance_time(WOKEN_AFTER)
    assert now(club, vote) == f"🤝 {OVER}"
    assert not next(one for one in club.messages() if one.id == vote.id).buttons()


async def test_a_vote_that_ended_where_discord_refused_it_says_so_once_rights_have_changed(
    club: Club,
) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    await club.world.env.advance_time(VOTE_TIME + 1)
    club.world.be_well_again()
    for _ in range(2):  # however often something changes meanwhile
        await club.world.forbid_bot(attach_files=False)
        await club.world.env.advance_time(WOKEN_AFTER / 2)
    assert now(club, vote) == f"🤝 {OVER}"


async def test_a_press_on_a_message_that_was_replaced_counts_and_the_newer_one_stays(club: Club) -> None:
    await club.begin()
    replaced = (await club["Ann"].command("redeal")).seen
    newer = (await club["Bob"].command("redeal")).seen
    against = await club["Cleo"].press("No", on=replaced)
    assert against.sentence == MOVED
    assert "Yes: Ann and Bob\nNo: Cleo" in now(club, newer)
    assert "Waiting for: Dan" in now(club, newer)

    agreed = await club["Dan"].press("Yes", on=replaced)
    assert agreed.sentence.startswith("🤝 This deal is dealt again.")
    (message,) = votes(club)
    assert message.id == newer.id
    assert message.text() == agreed.sentence


async def test_a_press_that_crosses_with_the_deletion_of_the_vote_counts_and_is_told_so(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("redeal")).seen
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    against = await club["Cleo"].press("No", on=vote)
    assert against.sentence == MESSAGE_DELETED
    assert club["Cleo"].id in club.table.voting.votes[Proposal("redeal")].no

    await club["Bob"].press("Yes", on=vote)
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    agreed = await club["Dan"].press("Yes", on=vote)
    assert agreed.sentence.startswith("🤝 This deal is dealt again.")


@pytest.mark.parametrize(
    ("asks", "ends"), [("redeal", "This deal is dealt again."), ("close", "The match is over")]
)
async def test_of_two_answers_that_cross_the_vote_shows_the_last(club: Club, asks: str, ends: str) -> None:
    await club.begin()
    vote = (await club["Ann"].command(asks)).seen
    club.world.hold_up(Call.ANSWER)
    await club["Cleo"].press("Yes", on=vote)
    await club["Bob"].press("Yes", on=vote)
    await club.world.let_through()
    (message,) = votes(club)
    assert message.text().startswith(f"🤝 {ends}")
    assert not message.buttons()


async def test_a_vote_that_is_over_before_it_is_shown_does_not_ask(club: Club) -> None:
    await club.begin()
    club.world.hold_up(Call.ANSWER)
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].command("close")
    await club.world.let_through()
    (message,) = votes(club)
    assert message.text() == "🤝 The match is over, with no winner.\n-# Yes: Ann, Bob and Cleo"
    assert not message.buttons()


@pytest.mark.parametrize("asks", ["redeal", "close"])
async def test_of_all_who_agree_at_once_the_last_leaves_it_said_how_the_vote_ended(
    club: Club, asks: str
) -> None:
    await club.begin()
    vote = (await club["Ann"].command(asks)).seen
    yes = vote.buttons()["Yes"]
    others = [club[name] for name in ("Bob", "Cleo", "Dan")]
    results = await all_at_once(*(club.world.press(one.actor, vote, yes) for one in others))
    assert all(result.acknowledged for result in results)
    assert now(club, vote).endswith("\n-# Yes: Ann, Bob and Cleo")


async def test_a_vote_whose_last_answer_could_not_be_shown_says_how_it_ended(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("close")).seen
    await club["Bob"].press("Yes", on=vote)
    club.world.make_fail(Call.ANSWER, status=404, code=10062)
    await club["Cleo"].press("Yes", on=vote)
    assert not club.has_table
    assert now(club, vote) == "🤝 The match is over, with no winner.\n-# Yes: Ann, Bob and Cleo"


async def test_who_comes_back_as_somebody_ends_the_match_alone_is_asked(club: Club) -> None:
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
