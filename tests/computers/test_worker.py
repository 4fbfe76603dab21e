"""The worker process: killed, slow, wrong or gone, the table gets a legal answer."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

from bot.computers import worker
from bot.computers.brief import Brief
from bot.computers.kinds import UnknownComputer
from bot.computers.levels import CHAMPION, LEVELS
from bot.computers.pressure import SEARCHES, under
from bot.computers.worker import ComputerPool, InlineComputers
from bot.tools.simulate import simulate
from rules.catalog import find_game
from rules.core.actions import Action, Bid, NameTrump
from rules.core.cards import Color
from rules.core.decisions import Decision
from tests.computers.ask import Considered, brief
from tests.rules.scene import Scene

HAND = "R14 R13 R12 R9 R8 Y14 G9 B13 B6"


@pytest.fixture
def question() -> Brief:
    return brief(Scene("kentucky").deal({1: HAND}))


@pytest.fixture
async def pool() -> AsyncIterator[ComputerPool]:
    pool = ComputerPool(time_limit=20)
    yield pool
    await pool.close()


def decision(question: Brief) -> Decision:
    assert question.view.decision is not None
    return question.view.decision


async def worker_id(pool: ComputerPool) -> int:
    return await pool._worker.ask(os.getpid)


def die(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def dawdle(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    time.sleep(60)
    raise AssertionError


def blunder(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    return NameTrump(Color.RED)


def tell_the_crowd(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    """A bid that tells how many waited, up to eight."""
    return Bid(70 + 5 * min(waiting, 8))


def stumble(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    raise RuntimeError(f"with {question.view.order} in hand")


class Unsendable(RuntimeError):
    """An error that no other process can be told of as it is."""

    def __init__(self, question: Brief, where: str) -> None:
        super().__init__(f"with {question.view.order} in {where}")


def break_down(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    raise Unsendable(question, "hand")


async def test_it_answers_from_another_process(pool: ComputerPool, question: Brief) -> None:
    pool.start()
    inline = InlineComputers()
    for kind in ("steady", "random"):
        assert await pool.choose(kind, question, 7) == await inline.choose(kind, question, 7)
    assert await worker_id(pool) != os.getpid()


async def test_without_a_seed_the_answer_is_legal_all_the_same(pool: ComputerPool, question: Brief) -> None:
    assert decision(question).accepts(await pool.choose("random", question))


async def test_the_more_wait_the_less_each_is_thought_about(
    pool: ComputerPool, question: Brief, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks of an idle worker gets all it can do, also after a crowd is gone."""
    monkeypatch.setattr(worker, "_think", tell_the_crowd)
    crowd = await asyncio.gather(*(pool.choose("champion", question, 1) for _ in range(200)))
    assert crowd == [Bid(70 + 5 * min(waiting, 8)) for waiting in range(200)]
    assert await pool.choose("champion", question, 1) == Bid(70)


def test_a_crowd_is_served_with_less_of_everything_and_never_with_more() -> None:
    for level in LEVELS.values():
        assert under(level, 0) == under(level, SEARCHES[-1].waiting - 1) == level
        few, many = under(level, SEARCHES[-1].waiting), under(level, 200)
        assert level.worlds >= few.worlds >= many.worlds == 0
        assert level.samples > few.samples > many.samples > 0
        assert level.solves >= few.solves >= many.solves == 0
        assert level.nodes >= few.nodes >= many.nodes == 0


@pytest.mark.parametrize("key", ["kentucky", "boston", "tennessee_1988", "high_card_partner"])
def test_a_hurried_player_has_a_considered_answer_to_every_question(key: str) -> None:
    game = find_game(key).with_options({"deals": 1})
    for _ in simulate(game, [Considered(under(CHAMPION, 200))] * game.about.seats[0], 5):
        pass


async def test_many_questions_at_once(pool: ComputerPool, question: Brief) -> None:
    answers = await asyncio.gather(*(pool.choose("steady", question, 1) for _ in range(20)))
    assert len(set(answers)) == 1


async def test_a_killed_worker_is_replaced_and_the_question_asked_again(
    pool: ComputerPool, question: Brief
) -> None:
    before = await worker_id(pool)
    os.kill(before, signal.SIGKILL)
    assert await pool.choose("steady", question, 1) == await InlineComputers().choose("steady", question, 1)
    assert await worker_id(pool) != before


async def test_ctrl_c_leaves_the_worker_alone(pool: ComputerPool, question: Brief) -> None:
    before = await worker_id(pool)
    os.kill(before, signal.SIGINT)
    assert decision(question).accepts(await pool.choose("steady", question, 1))
    assert await worker_id(pool) == before


async def test_after_dying_twice_a_legal_answer_is_sampled(
    pool: ComputerPool, question: Brief, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker, "_think", die)
    assert decision(question).accepts(await pool.choose("steady", question, 1))
    assert len(caplog.records) == 2
    monkeypatch.undo()
    assert await pool.choose("steady", question, 1) == await InlineComputers().choose("steady", question, 1)


async def test_an_answer_too_late_is_replaced(question: Brief, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_think", dawdle)
    pool = ComputerPool(time_limit=1)
    began = time.monotonic()
    assert decision(question).accepts(await pool.choose("steady", question, 1))
    await pool.close()
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("turns", range(5))
async def test_it_closes_at_once_though_questions_were_given_up(question: Brief, turns: int) -> None:
    pool = ComputerPool(time_limit=60)
    pool.start()
    asking = [asyncio.create_task(pool.choose("steady", question, 1)) for _ in range(4)]
    for _ in range(turns):
        await asyncio.sleep(0)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    async with asyncio.timeout(20):
        await pool.close()


async def test_it_closes_at_once_while_it_thinks(question: Brief, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_think", dawdle)
    pool = ComputerPool(time_limit=60)
    asking = asyncio.create_task(pool.choose("steady", question, 1))
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await pool.close()
        assert decision(question).accepts(await asking)


@pytest.mark.parametrize("failure", [blunder, stumble, break_down])
async def test_an_illegal_answer_or_an_error_is_replaced_without_naming_a_card(
    failure: object,
    pool: ComputerPool,
    question: Brief,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = await worker_id(pool)
    monkeypatch.setattr(worker, "_think", failure)
    with caplog.at_level(logging.DEBUG):
        assert decision(question).accepts(await pool.choose("steady", question, 1))
    assert await worker_id(pool) == before
    assert caplog.records
    assert not any(card in caplog.text for card in HAND.split())


async def test_an_unknown_kind_does_not_stop_the_table(pool: ComputerPool, question: Brief) -> None:
    assert decision(question).accepts(await pool.choose("hal", question, 1))
    with pytest.raises(UnknownComputer):
        await InlineComputers().choose("hal", question, 1)


async def test_a_closed_pool_starts_no_process(question: Brief) -> None:
    pool = ComputerPool()
    await pool.close()
    assert decision(question).accepts(await pool.choose("steady", question, 1))
    assert not pool._worker.is_running


async def test_it_says_nothing_of_cards_about_itself(pool: ComputerPool) -> None:
    assert repr(pool) == "<ComputerPool, idle>"


async def test_a_hint_and_a_claim_are_worked_out_there_as_here(pool: ComputerPool, question: Brief) -> None:
    inline = InlineComputers()
    assert await pool.advise(question, 1) == await inline.advise(question, 1)
    assert await pool.is_claim_sure(question) is await inline.is_claim_sure(question) is False


async def test_where_the_worker_dies_over_a_hint_another_gives_it(
    pool: ComputerPool, question: Brief
) -> None:
    os.kill(await worker_id(pool), signal.SIGKILL)
    assert await pool.advise(question, 1) is not None


async def test_a_hint_that_goes_wrong_is_none_and_names_no_card(
    pool: ComputerPool, question: Brief, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = question._replace(game="no game")
    with caplog.at_level(logging.WARNING):
        assert await pool.advise(wrong, 1) is None
        assert await pool.is_claim_sure(wrong) is False
    assert "a hint failed at no game: InvalidOption" in caplog.messages
    assert not any("14" in message for message in caplog.messages)
