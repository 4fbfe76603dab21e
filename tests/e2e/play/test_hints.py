"""A hint in one's own hand: asked for by button and by command, never in a counted match."""

from __future__ import annotations

import pytest

from rules.core.actions import PASS, Bid
from tests.e2e.play.other_games import unhurried
from tests.e2e.players import Club, Player, SteadyComputers


async def test_hint_stays_in_hand_until_its_player_answers(club: Club) -> None:
    await club.begin()
    player = club.asked
    before = await club.snapshot()
    reply = await player.press_hand("Hint")
    assert reply.messages[-1].ephemeral
    assert "💡" in player.hand().text()
    assert "as the bidder" in player.hand().text()
    assert "Hint" not in player.hand().buttons()
    assert all("💡" not in other.hand().text() for other in club.others(player))
    assert await club.snapshot() == before
    await player.answer(PASS)
    assert "💡" not in player.hand().text()


async def test_hint_for_outdated_question_is_refused(club: Club) -> None:
    await club.begin()
    player = club.asked
    old = player.hand()
    await player.answer(Bid(70))
    refused = await player.press("Hint", on=old)
    assert "💡" not in refused.text
    assert "Your turn" not in (await club["Eve"].typed("rook hint")).sentence


async def test_hint_command_shows_hand_with_hint(club: Club) -> None:
    await club.begin()
    player, other = club.asked, club.others(club.asked)[0]
    assert "💡" in (await player.typed("rook hint")).text
    assert "💡" in player.hand().text()
    assert "turn" in (await other.typed("rook hint")).sentence


async def test_counted_match_has_no_hints(club: Club) -> None:
    await club.sit_down()
    host = club.everyone[0]
    await host.typed("table setup", counted=True)
    await host.press("Start")
    player = club.asked
    await player.press("My hand")
    assert "Hint" not in player.hand().buttons()
    assert "no hints in a counted match" in (await player.typed("rook hint")).sentence


@pytest.mark.parametrize("game", ["donkey", "tens"])
async def test_hint_stays_while_others_answer_the_same_question(club: Club, game: str) -> None:
    await club.sit_down(rules=unhurried(game))
    await club["Ann"].press("Start")
    ann, mind = club["Ann"], SteadyComputers(3)

    async def answers(player: Player) -> None:
        with club.world.as_bot():
            action = mind.answer(club.table.match.brief(player.seat))
            await club.app.tables.play.act(club.channel_id, player.id, action)
        await club.world.env.settle()

    await ann.typed("rook hint")
    for other in club.others(ann):
        await answers(other)
        assert "💡" in ann.hand().text(), other
    await answers(ann)
    assert "💡" not in ann.hand().text()


async def test_hint_in_donkey_names_the_card_to_pass(club: Club) -> None:
    await club.sit_down(game="donkey")
    await club["Ann"].press("Start")
    hint = (await club["Ann"].typed("rook hint")).text
    assert "💡 **Pass " in hint
    assert "Play" not in hint.partition("💡")[2]
