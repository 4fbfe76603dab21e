"""Taking back a card or call, by command and by button, as the house rules allow."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.table.dues import SECOND_LOOK
from bot.table.store.tables import TableStore
from cogs.table.vote_panel import VOTE_OFF
from rules.codes import encode
from rules.core.actions import PASS, Bid
from rules.core.decisions import ChooseCard
from tests.e2e.players import Club, a_club


async def begin_with(club: Club, value: str) -> None:
    """Four players at a table with this house rule on taking back."""
    ann, *others = club.everyone[:4]
    await ann.command("new")
    await ann.typed("table setup", rules=encode("kentucky", {"take_back": value}))
    for place, player in enumerate(others, start=2):
        await player.take_seat(place)
    await ann.press("Start")
    for player in others:
        await player.press("My hand")


async def test_card_is_taken_back_and_another_played(club: Club) -> None:
    await begin_with(club, "until_next")
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    player = club.asked
    decision = player.decision
    assert isinstance(decision, ChooseCard)
    first, second = list(decision.answers())[:2]
    await player.answer(first)
    reply = await player.command("ask", what="take back")
    assert not reply.messages[-1].ephemeral
    assert f"{player.name.capitalize()} took back the last play" in reply.text
    assert club.asked is player
    assert player.view.hand == decision.held
    await player.press("My hand")
    await player.answer(second)
    assert await club.snapshot() == await club.replayed()


async def test_more_panel_offers_taking_back_to_permitted_player(club: Club) -> None:
    await begin_with(club, "until_next")
    player = club.asked
    other = club.others(player)[0]
    await player.answer(Bid(70))
    more = (await player.press("More")).seen
    assert "Take back" in more.buttons()
    assert "Take back" not in (await other.press("More")).seen.buttons()
    await player.press("Take back", on=more)
    assert club.asked is player
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "take back"


async def test_hand_offers_taking_back_while_possible(club: Club) -> None:
    await begin_with(club, "until_next")
    player = club.asked
    assert "Take back" not in player.hand().buttons()
    await player.answer(Bid(70))
    assert "Take back" in player.hand().buttons()
    reply = await player.press_hand("Take back")
    assert f"{player.name.capitalize()} took back the last play" in reply.text
    assert club.asked is player
    assert "Take back" not in player.hand().buttons()
    await player.answer(Bid(75))
    await club.asked.answer(PASS)
    await player.press("My hand")
    assert "Take back" not in player.hand().buttons()


async def test_taking_back_ends_with_next_action(club: Club) -> None:
    await begin_with(club, "until_next")
    player = club.asked
    await player.answer(Bid(70))
    await club.asked.answer(PASS)
    assert "Someone has played since" in (await player.command("ask", what="take back")).sentence
    assert "You aren't at" in (await club["Eve"].command("ask", what="take back")).sentence


async def test_outdated_hand_cannot_play_card_taken_back(club: Club) -> None:
    await begin_with(club, "until_next")
    player = club.asked
    old = player.hand()
    await player.answer(Bid(70))
    await player.command("ask", what="take back")
    refused = await player.press("75", on=old)
    assert "moved on" in refused.text
    assert club.asked is player


async def test_taking_back_with_consent_needs_votes_in_channel(club: Club) -> None:
    await begin_with(club, "consent")
    player = club.asked
    await player.answer(Bid(70))
    await club.asked.answer(PASS)
    proposed = await player.command("ask", what="take back")
    assert f"Let {player.name.capitalize()} take back the last play?" in proposed.text
    for other in club.others(player)[:2]:
        reply = await other.press("Yes", on=proposed.seen)
    assert f"{player.name.capitalize()} took back the last play" in reply.text
    assert club.asked is player


async def test_vote_on_taking_back_is_cancelled_by_next_play(club: Club) -> None:
    await begin_with(club, "consent")
    player = club.asked
    await player.answer(Bid(70))
    vote = (await player.command("ask", what="take back")).seen
    await club.asked.answer(PASS)
    await club.world.env.settle()
    [told] = [seen.text() for seen in club.messages() if seen.id == vote.id]
    assert told == f"🤝 {VOTE_OFF}"


async def test_nothing_is_taken_back_at_a_counted_table(club: Club) -> None:
    await club.begin(counted=True)
    player = club.asked
    await player.answer(Bid(70))
    assert "Take back" not in player.hand().buttons()
    refused = await player.command("ask", what="take back")
    assert "Nothing is taken back in a counted match" in refused.sentence


async def test_slip_at_a_casual_table_is_taken_back_after_computers_played(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=1.2) as club:
        await club.begin_with_computers()
        ann = club["Ann"]
        while not isinstance(ann.decision, ChooseCard):
            if ann.decision is None:
                await club.world.env.advance_time(3)
            else:
                await ann.answer(club.sensible(ann.decision, Random(5)))
        held, trick = ann.view.hand, ann.view.table.trick
        first = next(iter(ann.decision.answers()))
        await ann.answer(first)
        await club.world.env.advance_time(SECOND_LOOK * 1.2 - 0.2)
        now = ann.view.table.trick
        assert now is not None
        assert now.plays[-1][0] == ann.seat, "a computer has played at once"
        await club.world.env.advance_time(1)
        assert "Take back" in ann.hand().buttons()
        await ann.press_hand("Take back")
        assert (ann.view.hand, ann.view.table.trick) == (held, trick)
        assert isinstance(ann.decision, ChooseCard)


async def test_taking_back_works_after_a_restart(club: Club) -> None:
    await begin_with(club, "until_next")
    player = club.asked
    await player.answer(Bid(70))
    await club.restart()
    await player.command("ask", what="take back")
    assert club.asked is player
    before = await club.snapshot()
    await club.restart()
    assert await club.snapshot() == before
