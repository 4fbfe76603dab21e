"""A vote's message tells the truth while it is open, and how it ended, whoever presses and whoever leaves."""

from __future__ import annotations

from bot.play.agreement import VOTE_TIME, Proposal
from tests.e2e.players import Club
from tests.e2e.worlds import Seen


def now(club: Club, seen: Seen) -> str:
    """What a message says by now."""
    return next(one.text() for one in club.messages() if one.id == seen.id)


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
    assert late.seen.text() == "🤝 The vote is off: the table has moved on."
    assert club.table.voting.votes[Proposal("end")].yes == {club["Ann"].id}
