"""Worker processes of computers: if they die, are late or wrong, the table gets the player's first sight."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.computers import worker
from bot.computers.bidding_games.pressure import SEARCHES, under
from bot.computers.brief import Brief, NoAnswer
from bot.computers.first_sight import first_sight
from bot.computers.first_sights import QUIET, FirstSights, Trouble
from bot.computers.kinds import UnknownComputer
from bot.computers.levels import CHAMPION, LEVELS
from bot.computers.worker import ComputerPool
from bot.tools.simulate import simulate
from rules.catalog import find_game
from rules.core.actions import Action, Bid, NameTrump
from rules.core.cards import Color
from rules.core.decisions import Decision
from tests.computers.ask import Considered, brief
from tests.inline import InlineComputers
from tests.rules.scene import Scene

HAND = "R14 R13 R12 R9 R8 Y14 G9 B13 B6"


@pytest.fixture
def question() -> Brief:
    return brief(Scene("kentucky").deal({1: HAND}))


@pytest.fixture
def first_sights() -> FirstSights:
    return FirstSights()


@pytest.fixture
async def pool(first_sights: FirstSights) -> AsyncIterator[ComputerPool]:
    pool = ComputerPool(first_sights, time_limit=20, processes=1)
    yield pool
    await pool.close()


def decision(question: Brief) -> Decision:
    assert question.view.decision is not None
    return question.view.decision


async def worker_id(pool: ComputerPool) -> int:
    return await pool._workers.ask(os.getpid)


def seen_at_first(question: Brief, seed: int = 1, kind: str = "steady") -> Action:
    """The first sight of a question."""
    return first_sight(kind, question, Random(seed))


def die(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def dawdle(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    time.sleep(60)
    raise AssertionError


SLOW, DEADLY = 100, 101
"""Seeds of a question that is too slow, and of one that kills its process."""


def think_unless_marked(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    if seed == SLOW:
        time.sleep(60)
    if seed == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return worker._think(kind, question, seed)


def find_nothing(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    raise NoAnswer("there is no allowed answer to ChooseNumber")


def blunder(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    return NameTrump(Color.RED)


def tell_the_crowd(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    """A bid that tells how many waited, up to eight."""
    return Bid(70 + 5 * min(waiting, 8))


def stumble(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    raise RuntimeError(f"with {question.view.order} in hand")


class Unsendable(RuntimeError):
    """An error that cannot be unpickled in another process."""

    def __init__(self, question: Brief, where: str) -> None:
        super().__init__(f"with {question.view.order} in {where}")


def break_down(kind: str, question: Brief, seed: int, waiting: int) -> Action:
    raise Unsendable(question, "hand")


async def test_pool_answers_from_another_process(pool: ComputerPool, question: Brief) -> None:
    pool.start()
    inline = InlineComputers()
    for kind in ("steady", "random"):
        assert await pool.choose(kind, question, 7) == await inline.choose(kind, question, 7)
    assert await worker_id(pool) != os.getpid()


async def test_answer_without_a_seed_is_legal(pool: ComputerPool, question: Brief) -> None:
    assert decision(question).accepts(await pool.choose("random", question))


async def test_number_of_waiting_questions_reaches_the_worker(
    pool: ComputerPool, question: Brief, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question to an idle process is searched in full, also after a crowd."""
    monkeypatch.setattr(worker, "_think", tell_the_crowd)
    crowd = await asyncio.gather(*(pool.choose("champion", question, 1) for _ in range(200)))
    assert crowd == [Bid(70 + 5 * min(waiting, 8)) for waiting in range(200)]
    assert await pool.choose("champion", question, 1) == Bid(70)


async def test_two_processes_halve_the_pressure(question: Brief, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_think", tell_the_crowd)
    pool = ComputerPool(FirstSights(), time_limit=20, processes=2)
    crowd = await asyncio.gather(*(pool.choose("champion", question, 1) for _ in range(10)))
    await pool.close()
    assert crowd == [Bid(70 + 5 * (waiting // 2)) for waiting in range(10)]


def test_pressure_lowers_every_limit_of_a_search() -> None:
    for level in LEVELS.values():
        assert under(level, 0) == under(level, SEARCHES[-1].waiting - 1) == level
        few, many = under(level, SEARCHES[-1].waiting), under(level, 200)
        assert level.worlds >= few.worlds >= many.worlds == 0
        assert level.samples > few.samples > many.samples > 0
        assert level.solves >= few.solves >= many.solves == 0
        assert level.nodes >= few.nodes >= many.nodes == 0
        assert level.share == 1 > few.share > many.share == 0


@pytest.mark.parametrize("key", ["kentucky", "boston", "tennessee_1988", "high_card_partner"])
def test_level_under_pressure_considers_every_question(key: str) -> None:
    game = find_game(key).with_options({"deals": 1})
    for _ in simulate(game, [Considered(under(CHAMPION, 200))] * game.about.seats[0], 5):
        pass


async def test_many_questions_at_once_get_one_answer(pool: ComputerPool, question: Brief) -> None:
    answers = await asyncio.gather(*(pool.choose("steady", question, 1) for _ in range(20)))
    assert len(set(answers)) == 1


async def test_killed_worker_is_replaced_and_asked_again(pool: ComputerPool, question: Brief) -> None:
    before = await worker_id(pool)
    os.kill(before, signal.SIGKILL)
    assert await pool.choose("steady", question, 1) == await InlineComputers().choose("steady", question, 1)
    assert await worker_id(pool) != before


async def test_interrupt_signal_leaves_the_worker_running(pool: ComputerPool, question: Brief) -> None:
    before = await worker_id(pool)
    os.kill(before, signal.SIGINT)
    assert decision(question).accepts(await pool.choose("steady", question, 1))
    assert await worker_id(pool) == before


async def test_question_that_kills_two_processes_is_answered_at_first_sight(
    pool: ComputerPool, question: Brief, first_sights: FirstSights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_think", die)
    assert await pool.choose("steady", question, 1) == seen_at_first(question)
    assert first_sights.counts == {"died": 1}
    monkeypatch.undo()
    assert await pool.choose("steady", question, 1) == await InlineComputers().choose("steady", question, 1)


async def test_late_answer_is_replaced_by_first_sight(
    question: Brief, first_sights: FirstSights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a random legal answer before: an opening bid of up to 120."""
    monkeypatch.setattr(worker, "_think", dawdle)
    pool = ComputerPool(first_sights, time_limit=0.5)
    for seed in range(3):
        assert await pool.choose("family/jack", question, seed) == seen_at_first(
            question, seed, "family/jack"
        )
    await pool.close()
    assert first_sights.counts == {"late": 3}


@pytest.mark.parametrize(("marked", "trouble"), [(SLOW, "late"), (DEADLY, "died")])
async def test_questions_behind_a_late_or_deadly_one_get_their_full_thought(
    marked: int,
    trouble: str,
    question: Brief,
    first_sights: FirstSights,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "_think", think_unless_marked)
    pool = ComputerPool(first_sights, time_limit=3, processes=1)
    seeds = [1, marked, 2, 3, 4]
    answers = await asyncio.gather(*(pool.choose("champion", question, seed) for seed in seeds))
    await pool.close()
    monkeypatch.undo()
    full = await InlineComputers().choose("champion", question, 1)
    assert answers == [full, seen_at_first(question, marked, "champion"), full, full, full]
    assert first_sights.counts == {trouble: 1}


async def test_first_sights_of_many_take_a_turn_of_the_event_loop_each(
    question: Brief, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, turns = 0, list[int]()

    def note_turn(kind: str, question: Brief, random: Random) -> Action:
        turns.append(turn)
        return first_sight(kind, question, random)

    async def count_turns() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(worker, "first_sight", note_turn)
    pool = ComputerPool(FirstSights())
    await pool.close()
    counting = asyncio.create_task(count_turns())
    await asyncio.gather(*(pool.choose("champion", question, 1) for _ in range(30)))
    counting.cancel()
    assert len(set(turns)) == len(turns) == 30


def test_trouble_is_logged_once_in_ten_minutes_and_counted_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    first_sights = FirstSights(lambda: now[0])
    for moment in (0.0, 1.0, QUIET - 1, QUIET):
        now[0] = moment
        first_sights.note(Trouble.LATE, "champion", "kentucky", "no answer within 5 s")
    first_sights.note(Trouble.DIED, "champion", "kentucky", "the process died")
    assert first_sights.counts == {"late": 4, "died": 1}
    assert caplog.messages == [
        "champion answered at first sight at kentucky: no answer within 5 s (late, 1 so far)",
        "champion answered at first sight at kentucky: no answer within 5 s (late, 4 so far)",
        "champion answered at first sight at kentucky: the process died (died, 1 so far)",
    ]


@pytest.mark.parametrize("wrong", [blunder, find_nothing])
async def test_inline_answer_that_is_not_allowed_is_replaced_by_first_sight(
    wrong: object, question: Brief, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_think", lambda kind, brief, seed: wrong(kind, brief, seed, 0))  # type: ignore[operator]
    assert await InlineComputers().choose("steady", question, 1) == seen_at_first(question)


@pytest.mark.parametrize("turns", range(5))
async def test_pool_closes_at_once_after_cancelled_questions(question: Brief, turns: int) -> None:
    pool = ComputerPool(FirstSights(), time_limit=60)
    pool.start()
    asking = [asyncio.create_task(pool.choose("steady", question, 1)) for _ in range(4)]
    for _ in range(turns):
        await asyncio.sleep(0)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    async with asyncio.timeout(20):
        await pool.close()


async def test_pool_closes_at_once_during_a_search(question: Brief, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_think", dawdle)
    pool = ComputerPool(FirstSights(), time_limit=60)
    asking = asyncio.create_task(pool.choose("steady", question, 1))
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await pool.close()
        assert await asking == seen_at_first(question)


@pytest.mark.parametrize(
    ("failure", "trouble"),
    [(blunder, "illegal"), (find_nothing, "illegal"), (stumble, "failed"), (break_down, "failed")],
)
async def test_illegal_answer_or_error_is_replaced_without_naming_a_card(
    failure: object,
    trouble: str,
    pool: ComputerPool,
    question: Brief,
    first_sights: FirstSights,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = await worker_id(pool)
    monkeypatch.setattr(worker, "_think", failure)
    with caplog.at_level(logging.DEBUG):
        assert await pool.choose("steady", question, 1) == seen_at_first(question)
    assert first_sights.counts == {trouble: 1}
    assert await worker_id(pool) == before
    assert caplog.records
    assert not any(card in caplog.text for card in HAND.split())


async def test_unknown_kind_is_answered_at_first_sight_by_the_pool(
    pool: ComputerPool, question: Brief
) -> None:
    assert await pool.choose("hal", question, 1) == seen_at_first(question)
    with pytest.raises(UnknownComputer):
        await InlineComputers().choose("hal", question, 1)


async def test_closed_pool_starts_no_process(question: Brief) -> None:
    pool = ComputerPool(FirstSights())
    await pool.close()
    assert await pool.choose("steady", question, 1) == seen_at_first(question)
    assert not pool._workers.running


async def test_repr_of_a_pool_shows_only_its_processes(pool: ComputerPool) -> None:
    assert repr(pool) == "<ComputerPool, 0 of 1 running>"


async def test_pool_gives_the_same_hint_and_claim_as_inline(pool: ComputerPool, question: Brief) -> None:
    inline = InlineComputers()
    assert await pool.advise(question, 1) == await inline.advise(question, 1)
    assert await pool.is_claim_sure(question) is await inline.is_claim_sure(question) is False


async def test_hint_of_a_killed_worker_comes_from_another(pool: ComputerPool, question: Brief) -> None:
    os.kill(await worker_id(pool), signal.SIGKILL)
    assert await pool.advise(question, 1) is not None


async def test_failed_hint_is_none_and_names_no_card(
    pool: ComputerPool, question: Brief, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = question._replace(game="no game")
    with caplog.at_level(logging.WARNING):
        assert await pool.advise(wrong, 1) is None
        assert await pool.is_claim_sure(wrong) is False
    assert "a hint failed at no game: InvalidOption" in caplog.messages
    assert not any("14" in message for message in caplog.messages)
