"""No sequence of one player's actions changes or deletes a result, or costs others more than a time bank."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.common.errors import HostOnly, NotYourTurn
from bot.computers.first_sight import first_sight
from bot.computers.kinds import BEST
from bot.models.endings import Ending
from bot.models.stored_results import MatchResult
from bot.models.stored_tables import TableRecord
from bot.table import opening
from bot.table.desk import agreement, steps
from bot.table.desk.table import Table
from bot.table.lobby import before_match, choosing, computers, seating
from bot.table.manager import GameManager
from bot.table.match import results, step
from bot.table.store import people
from bot.table.turns.time_limit import TurnTime
from tests.league import league_cheat
from tests.table import one_cheat
from tests.table.one_cheat import changes_of, search
from tests.table.one_cheat_laws import Broken
from tests.table.people import ANN

NOT_A_PLAYERS = {"rule", "remove", "repair", "close_damaged"}
"""Actions only for managers of a server."""
ONLY_SHOWS = {"hand", "recall_hand", "question", "brief", "decides", "tables_with"}


@pytest.mark.timeout(300)
async def test_some_sequences_of_one_cheat_break_no_law() -> None:
    done = await search(500, seed=6)
    usual = {"act", "leave", "come back", "take back", "redeal", "close", "forget", "lobby", "start", "say"}
    assert usual <= done.keys()
    assert not done.keys() & {"act for another", "rule"}


@pytest.mark.long
@pytest.mark.timeout(7200)
async def test_hundred_thousand_sequences_of_one_cheat_break_no_law() -> None:
    await search(100_000, seed=1000)


def test_cheat_tries_every_change_of_a_lobby() -> None:
    tried = {type(change) for change in changes_of(ANN, Random(1), is_match=True)}
    there_are = {
        one
        for module in (before_match, seating, choosing, computers)
        for one in vars(module).values()
        if inspect.isclass(one) and hasattr(one, "applied_to") and one is not before_match.LobbyChange
    }
    assert tried == there_are


def test_cheat_tries_every_request_to_the_manager() -> None:
    by_people = {"user_id", "host", "change"}
    there_is = {
        name
        for name, method in inspect.getmembers(GameManager, inspect.iscoroutinefunction)
        if not name.startswith("_") and by_people & inspect.signature(method).parameters.keys()
    }
    tried = set(re.findall(r"manager\.(\w+)", inspect.getsource(one_cheat)))
    assert there_is - tried <= NOT_A_PLAYERS | ONLY_SHOWS


# Planted faults: each law can catch one -----------------------------------------------------------


def what_stood_in_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.match.step.open_acts", lambda past: past)


def time_is_never_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def due(self: TurnTime, turn: Any) -> float:
        return float((turn.came_back_at or turn.asked_at) + self.limit)

    monkeypatch.setattr(TurnTime, "is_used_up", lambda *_: False)
    monkeypatch.setattr(TurnTime, "due", due)


def one_decides(*kinds: str) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        needed = agreement.needed
        monkeypatch.setattr(
            agreement, "needed", lambda r, p, leavers: 1 if p.kind in kinds else needed(r, p, leavers)
        )

    return plant


def one_continues_without_another(monkeypatch: pytest.MonkeyPatch) -> None:
    one_decides("without")(monkeypatch)
    monkeypatch.setattr(steps, "check_seat", lambda *_: None)


def is_hosts(table: TableRecord, user_id: int) -> None:
    if user_id != table.host_id:
        raise HostOnly


def lobbies_change_in_matches(module: Any) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "check_in_lobby", lambda _: None, raising=False)
        monkeypatch.setattr(module, "check_host", is_hosts)

    return plant


def forgetting(*statements: str) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda monkeypatch: monkeypatch.setattr(people, "RENUMBER", (*statements, *people.RENUMBER))


def counted_is_casual_when_taking_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def may_take_back(self: Table, **_: object) -> tuple[int, ...]:
        acts = step.open_acts(self.match.past[-1:]) if self.match.rules.take_back == "until_next" else ()
        return tuple({act.seat for act in acts})

    monkeypatch.setattr(Table, "may_take_back", may_take_back)


def hosts_close_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    def applied_to(self: before_match.CloseLobby, table: TableRecord) -> TableRecord:
        is_hosts(table, self.user_id)
        return table.closed(Ending.HOST, self.user_id)

    monkeypatch.setattr(before_match.CloseLobby, "applied_to", applied_to)


def anybody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def answering_seat(self: Table, *_: object) -> int:
        return next(iter(self.clock.questions.by_seat))

    monkeypatch.setattr(Table, "answering_seat", answering_seat)


def no_one_may_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def answering_seat(*_: object) -> int:
        raise NotYourTurn

    monkeypatch.setattr(Table, "answering_seat", answering_seat)


def results_of_the_away_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    results_of = results.results_of

    def lost(record: Any, *args: Any) -> Any:
        found = results_of(record, *args)
        return None if any(who.is_away for who in record.seats) else found

    monkeypatch.setattr("bot.table.match.step.results_of", lost)


def no_computer_plays_for_the_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    to_ask = Table.computer_to_ask

    def computer_to_ask(self: Table) -> int | None:
        seat = to_ask(self)
        return None if seat is None or self.record.seats[seat].is_former else seat

    monkeypatch.setattr(Table, "computer_to_ask", computer_to_ask)


def in_results(name: str, value: Callable[..., object]) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda monkeypatch: monkeypatch.setattr(results, name, value)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (what_stood_in_is_taken_back, "what a computer did for somebody was taken back"),
        (counted_is_casual_when_taking_back, "something was taken back in a counted match"),
        (time_is_never_used_up, "others lost"),
        (one_decides("end"), "one player ended the match"),
        (one_decides("redeal"), "one player had a deal dealt again"),
        (one_continues_without_another, "gone on with without somebody"),
        (hosts_close_matches, "one player ended the match"),
        (lobbies_change_in_matches(seating), "somebody else has a seat"),
        (lobbies_change_in_matches(choosing), "not what it was begun as"),
        (no_one_may_answer, "an honest player who is asked was refused"),
        (anybody_answers, "acted on the seat of another"),
        (results_of_the_away_are_lost, "no result|other points|not recorded as it was played"),
        (no_computer_plays_for_the_forgotten, "does not come to its end"),
        (forgetting("DELETE FROM match_players WHERE ? > 0 AND user_id = ? AND table_id = ?"), "is gone"),
        (
            forgetting("UPDATE match_players SET won = ? * 0 WHERE user_id = ? AND table_id = ?"),
            "has changed",
        ),
        (
            forgetting("DELETE FROM actions WHERE ? > 0 AND user_id = ? AND table_id = ?"),
            "the log of a match",
        ),
        (in_results("_has_lost_by_leaving", lambda *_: False), "who has left has won"),
        (in_results("_has_leavers", lambda _: False), "counts for others"),
    ],
)
async def test_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], law: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(Broken, match=law):
        await search(3000)


# In a league -----------------------------------------------------------------------------------------


NEVER_DONE = {"close lobby", "start", "rematch, too early", "rematch outside, too early"}
"""Actions that are refused whenever the cheat tries them."""


@pytest.mark.parametrize("seed", range(11, 51))
async def test_no_actions_of_one_cheat_beat_playing_on_in_a_league(seed: int) -> None:
    """2,000 draws in all, 50 of them every day."""
    done = await league_cheat.search(50, seed)
    assert {"leave", "come back", "redeal", "close"} <= done.keys()
    assert not done.keys() & NEVER_DONE


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_cheat_of_a_league_does_everything_in_two_hundred_draws() -> None:
    done = await league_cheat.search(200, seed=11)
    assert {"leave", "come back", "redeal", "close", "dispute", "second table"} <= done.keys()
    assert {"rematch", "rematch outside", "rematch, closed"} <= done.keys()
    assert not done.keys() & NEVER_DONE


@pytest.mark.long
@pytest.mark.timeout(20_000)
async def test_hundred_thousand_draws_of_one_cheat_beat_no_honest_league_play() -> None:
    await league_cheat.search(100_000, seed=12, deals=60)


@pytest.mark.parametrize("seed", range(14, 18))
async def test_cached_answers_equal_first_ones(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    remember, compared = league_cheat.AnswerCache.answer, 0

    def answer(self: Any, table: Table, seat: int, deals: Any, number: int) -> Any:
        nonlocal compared
        compared += number < len(self.answers.get(deals, ()))
        remembered = remember(self, table, seat, deals, number)
        assert remembered == first_sight(BEST, table.match.brief(seat), Random(number))
        return remembered

    monkeypatch.setattr(league_cheat.AnswerCache, "answer", answer)
    await league_cheat.search(5, seed, deals=1)
    assert compared > 125


def leagues_go_by_their_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def new_table(*args: Any) -> TableRecord:
        settings = args[5]
        return opening.new_table(*args)._replace(leaving=settings.leaving)

    monkeypatch.setattr("bot.table.lobbies.new_table", new_table)


def one_alone_decides_in_a_league(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "check_not_alone", lambda *_: None)


def leaving_loses_no_rating_outside_leagues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchResult, "lost_by_leavers_alone", False)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("plant", "what"),
    [
        (leaving_loses_no_rating_outside_leagues, "rating"),
        (leagues_go_by_their_server, "rating|value|won|not_lost"),
        (one_alone_decides_in_a_league, "value|not_lost"),
    ],
)
async def test_planted_fault_is_found_in_a_league(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], what: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(league_cheat.CheatGained, match=what):
        await league_cheat.search(1500, seed=13)
