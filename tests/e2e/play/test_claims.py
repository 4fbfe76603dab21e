"""Claims of the remaining tricks from the hand: granted if certain, else put to a vote."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.common.errors import Refused
from bot.computers.brief import Brief
from bot.table.desk.steps import claim_step
from bot.table.store.tables import TableStore
from rules.core.actions import Play
from rules.core.decisions import ChooseCard, Decision
from tests.e2e.players import Club, Player, QuickComputers, a_club
from tests.inline import InlineComputers


def is_near_the_end(decision: Decision) -> bool:
    return isinstance(decision, ChooseCard) and 1 < len(decision.held) <= 3


def is_possible(club: Club, player: Player) -> bool:
    """Whether the cards allow a player's side to take every remaining trick."""
    try:
        claim_step(club.table, player.seat, 0, Random(1))
    except Refused:
        return False
    return True


async def to_a_claim(club: Club, *, sure: bool = False, possible: bool = True) -> Player:
    """Play until a player may claim the rest, for certain or not."""
    random = Random(3)
    for _ in range(1_500):
        player, table = club.asked, club.table
        decision = player.decision
        assert decision is not None
        if is_near_the_end(decision):
            is_sure = await InlineComputers().is_claim_sure(table.match.brief(player.seat))
            is_play = isinstance(next(decision.answers()), Play)
            if is_play and is_sure is sure and is_possible(club, player) is possible:
                return player
        with club.world.as_bot():
            await club.app.tables.play.act(club.channel_id, player.id, decision.sample(random))
    raise AssertionError("nobody could claim anything")


async def test_certain_claim_ends_the_deal_at_once(club: Club) -> None:
    await club.begin(deals=20)
    player = await to_a_claim(club, sure=True)
    await player.press("My hand")
    deal = club.table.match.deal
    reply = await player.press_hand("Claim the rest")
    assert f"All the tricks that were left go to {player.name.capitalize()}." in reply.text
    assert club.table.match.deal > deal
    assert await club.snapshot() == await club.replayed()
    log = await TableStore(club.database).log(club.table.record.id)
    assert None not in {entry.user_id for entry in log if entry.action.startswith("play ")}


async def test_uncertain_claim_needs_all_votes_and_refusal_costs_no_points(club: Club) -> None:
    await club.begin(deals=20)
    player = await to_a_claim(club, sure=False)
    before = club.table.match.seat_view(player.seat)
    proposed = await player.typed("rook claim")
    assert f"Give {player.name.capitalize()} all the tricks that are left?" in proposed.text
    assert "-# The cards have to allow it, too." in proposed.text
    other = club.others(player)[0]
    refused = await other.press("No", on=proposed.seen)
    assert "The deal is played to its end." in refused.text
    assert club.table.match.seat_view(player.seat).decision == before.decision
    assert club.asked is player


async def test_impossible_claim_ends_the_vote_for_all_to_read(club: Club) -> None:
    await club.begin(deals=20)
    player = await to_a_claim(club, possible=False)
    before = await club.snapshot()
    proposed = await player.typed("rook claim")
    for other in club.others(player):
        answered = await other.press("Yes", on=proposed.seen)
    assert "the cards don't allow that" in answered.text
    assert not answered.seen.buttons()
    assert await club.snapshot() == before
    assert not club.table.voting.votes
    assert club.asked is player


async def test_claim_against_computers_must_be_certain(club: Club) -> None:
    await club.begin_with_computers(deals=20)
    ann = club.everyone[0]
    await club.play_until(is_near_the_end)
    assert not await InlineComputers().is_claim_sure(club.table.match.brief(ann.seat))
    assert "could still take a trick" in (await ann.typed("rook claim")).sentence
    assert club.asked is ann


class SlowToClaim(QuickComputers):
    """Computers that take five seconds to say whether a claim is sure."""

    def __init__(self, *, is_sure: bool) -> None:
        super().__init__()
        self.is_sure = is_sure

    async def is_claim_sure(self, brief: Brief) -> bool:
        await asyncio.sleep(5)
        return self.is_sure


@pytest.mark.parametrize("is_sure", [True, False])
async def test_hand_against_computers_offers_a_claim_once_it_is_sure(
    tmp_path: Path, *, is_sure: bool
) -> None:
    computers = SlowToClaim(is_sure=is_sure)
    async with a_club(tmp_path, computers=computers) as club:
        await club.begin_with_computers(deals=20)
        ann = club.everyone[0]
        await club.play_until(is_near_the_end)
        assert ann.hand_buttons(), "the hand waits for the claim"
        assert "Claim the rest" not in ann.hand().buttons()
        await club.world.env.advance_time(6)
        assert ("Claim the rest" in ann.hand().buttons()) == is_sure


async def test_claim_is_not_an_answer_to_a_bid(club: Club) -> None:
    await club.begin()
    assert "only when it's your turn to play a card" in (await club.asked.typed("rook claim")).sentence
    assert "turn" in (await club.others(club.asked)[0].typed("rook claim")).sentence


async def test_accepted_claim_is_played_out_and_stored(club: Club) -> None:
    await club.begin(deals=20)
    player = await to_a_claim(club, sure=False)
    deal = club.table.match.deal
    proposed = await player.typed("rook claim")
    for other in club.others(player):
        answered = await other.press("Yes", on=proposed.seen)
    assert f"All the tricks that were left go to {player.name.capitalize()}." in answered.text
    assert club.table.match.deal > deal
    assert await club.snapshot() == await club.replayed()


async def test_accepted_claim_pauses_before_the_next_deal(tmp_path: Path) -> None:
    """A claim granted by a vote dealt the next cards at once, and its recap was never seen."""
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin(deals=20)
        player = await to_a_claim(club)
        proposed = await player.typed("rook claim")
        for other in club.others(player):
            await other.press("Yes", on=proposed.seen)
        await club.world.env.settle()
        assert club.table.clock.is_between_deals
        assert "Next deal" in (await club.table_message()).buttons()
