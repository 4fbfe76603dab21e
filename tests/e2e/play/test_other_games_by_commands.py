"""Matches of every game without bidding, by slash commands alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.ui.words import USUAL
from rules.catalog import OTHER_GAMES
from rules.core.actions import Action, Discard, Pass, Play, Put, Shout
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption, Decision
from tests.e2e.limits import check_everything_sent
from tests.e2e.play.other_games import fewest, play_to_the_end, short, wait_for_the_clock
from tests.e2e.players import HAND, Player, Reply, SteadyComputers, a_club


async def type_answer(player: Player, action: Action) -> Reply:
    """Answer with ``/rook play``, mostly with one of its offers."""
    decision = player.decision
    if isinstance(action, Shout):
        return await player.move("call")
    if isinstance(decision, ChooseCard) and isinstance(action, Play):
        name = str(action.card.face)
        assert name in await player.moves_offered(name)
        return await player.move(name)
    if isinstance(decision, ChooseCard) and isinstance(action, Discard):
        (card,) = action.cards
        assert str(card.face) in await player.moves_offered(str(card.face))
        return await player.move(str(card.face))
    if isinstance(decision, ChooseGroup) and isinstance(action, Put):
        cards = " ".join(str(card.face) for card in action.cards)
        assert await player.moves_offered(cards)
        return await player.move(str(action))
    if isinstance(decision, ChooseOption) and isinstance(action, Pass):
        return await player.move("pass")
    return await player.move(str(action))


@pytest.mark.parametrize("key", OTHER_GAMES)
@pytest.mark.timeout(120)
async def test_match_of_every_game_without_bidding_works_by_commands(tmp_path: Path, key: str) -> None:
    async with a_club(tmp_path, people=("Ann",), computers=SteadyComputers()) as club:
        (ann,) = club.everyone
        about = OTHER_GAMES[key].about
        seats = fewest(key) if about.kind == "patience" else about.seats[-1]
        await club.begin_with_computers(rules=short(key), seats=seats)

        async def answer(player: Player, action: Action) -> Reply:
            reply = await type_answer(player, action)
            assert reply.sentence.startswith(HAND), reply.sentence
            return reply

        await play_to_the_end(club, ann, answer)
        assert check_everything_sent(club) > 2


@pytest.mark.parametrize("key", OTHER_GAMES)
async def test_every_answer_is_offered_in_words_and_understood(tmp_path: Path, key: str) -> None:
    async with a_club(tmp_path, people=("Ann",)) as club:
        (ann,) = club.everyone
        await club.begin_with_computers(rules=short(key), seats=OTHER_GAMES[key].about.seats[0])
        answered = 0
        for _ in range(40):
            if not club.has_table or answered == 3:
                break
            if ann.seat not in club.table.match.asked:
                await wait_for_the_clock(club)
                continue
            offered = await ann.moves_offered()
            assert offered
            assert len(offered) == len(set(offered)) <= 25
            revision = club.table.revision
            reply = await ann.move(offered[0])
            assert reply.sentence.startswith(HAND), reply.sentence
            assert (await club.app.tables.reading.shown(club.channel_id, finished=True)).revision > revision
            answered += 1


async def test_refused_card_is_shown_as_the_table_shows_cards(tmp_path: Path) -> None:
    def must_follow(decision: Decision) -> bool:
        return isinstance(decision, ChooseCard) and decision.cards != decision.held

    async with a_club(tmp_path, people=("Ann", "Bob", "Cleo")) as club:
        await club.sit_down(3, game="flip")
        await club["Ann"].press("Start")
        for player in club.everyone[1:]:
            await player.press("My hand")
        await club.play_until(must_follow)
        question = club.asked.decision
        assert isinstance(question, ChooseCard)
        led = next(iter(question.cards)).color
        wrong = next(card for card in question.held if card not in question.cards)
        reply = await club.asked.move(str(wrong))
        assert led is not None
        assert reply.sentence == f"You hold {USUAL.color(led)}, so follow color."
