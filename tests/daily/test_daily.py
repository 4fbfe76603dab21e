"""The daily deal: the same cards and the same luck for all players, one try each, compared at its end."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from random import Random

import pytest

from bot.common.arithmetic import NotWorkedOut
from bot.common.errors import InDoubt, Refused
from bot.computers.brief import Brief
from bot.daily.days import ONE_DAY, day_at, end_of, is_open, streak, streak_ahead
from bot.daily.page import DailyPage, compared
from bot.daily.playing import DailyPlay
from bot.daily.service import Daily, daily_game
from bot.daily.store import DailyStore
from bot.daily.stored import DailyDeal, DailyPlace, DailyScore, DayPlayed
from bot.database.database import Conflict, Database
from bot.database.opening import open_database
from bot.models.shuffles import MatchSeed
from bot.replay.open_play import par_of
from bot.server.house_rules import HouseRules
from bot.table.lobby.before_match import Person
from rules.codes import encode
from rules.core.actions import Action, Deal, Fold, Shoot, parse_action
from rules.core.decisions import CHANCE
from rules.core.protocol import IllegalAction
from tests.inline import InlineComputers
from tests.table.troubled import NothingStored, TroubledDatabase, writes_to

HOME, AWAY = 501, 502
ANN, BEN = Person(1001 << 40, "Ann"), Person(1002 << 40, "Ben")
DAY = 24 * 3600.0
MONDAY = 1_700_000_000.0 - 1_700_000_000.0 % DAY


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = MONDAY + 3600

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class QuickComputers(InlineComputers):
    """Computers that take the first legal answer: the same for the same brief."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        assert brief.view.decision is not None
        return brief.view.decision.sample(Random(seed))


def opened(database: Database, clock: Clock, seed: int = 3) -> Daily:
    """The service as a start of the bot creates it."""
    return Daily(database, QuickComputers(), HouseRules(database), Random(seed), clock)


@pytest.fixture
def daily(database: Database, clock: Clock) -> Daily:
    return opened(database, clock)


def hand_of(page: DailyPage) -> list[str]:
    assert page.hand is not None
    return [str(card) for card in page.hand.view.hand]


async def answered(daily: Daily, person: Person, page: DailyPage, choice: int = 0) -> DailyPage:
    """The deal after one more answer, chosen by ``choice``."""
    assert page.hand is not None
    decision = page.hand.view.decision
    assert decision is not None
    action = decision.sample(Random(choice))
    return await daily.answer(HOME, person, page.number, page.hand.table.revision, action)


async def played(daily: Daily, person: Person, choice: int = 0, number: int = 1) -> DailyPage:
    """The deal played to its end."""
    page = await daily.begin(HOME, person, number)
    while page.end is None:
        page = await answered(daily, person, page, choice)
    return page


async def test_same_answers_lead_to_the_same_result_for_all(daily: Daily) -> None:
    ann, ben = [await daily.begin(HOME, one, 1) for one in (ANN, BEN)]
    assert hand_of(ann) == hand_of(ben)
    assert ann.hand is not None
    assert ben.hand is not None
    assert ann.hand.table.revision == ben.hand.table.revision, "the computers have bid alike"
    assert [one.user_id for one in ben.hand.table.seats] == [BEN.id, None, None, None]
    ends = [(await played(daily, one, 5)).end for one in (ANN, BEN)]
    assert ends[0] is not None
    assert ends[1] is not None
    assert (ends[0].own, ends[0].against) == (ends[1].own, ends[1].against)
    assert (ends[1].comparison.place, ends[1].comparison.is_shared) == (1, True)


class Quitters(QuickComputers):
    """Computers that shoot the moon and give up."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        decision = brief.view.decision
        assert decision is not None
        return next(
            (one for one in (Shoot(), Fold()) if decision.accepts(one)), decision.sample(Random(seed))
        )


async def test_deal_that_ends_before_first_question_is_over(database: Database, clock: Clock) -> None:
    house_rules = HouseRules(database)
    await house_rules.set_default(HOME, encode("kentucky", {"shoot": True, "fold": "opponents_nothing"}))
    daily = Daily(database, Quitters(), house_rules, Random(3), clock)
    page = await daily.begin(HOME, ANN, 1)
    while page.end is None:  # Ann was asked first on that day
        clock.now += DAY
        page = await daily.begin(HOME, ANN, page.number + 1)
    assert min(page.end.own, page.end.against) < 0, "somebody gave up"
    assert page.end.comparison.played == 1


async def test_each_server_and_day_has_different_cards(daily: Daily, clock: Clock) -> None:
    here, there = await daily.begin(HOME, ANN, 1), await daily.begin(AWAY, ANN, 1)
    clock.now += DAY
    later = await daily.begin(HOME, ANN, 2)
    assert len({str(hand_of(page)) for page in (here, there, later)}) == 3


async def test_looking_at_daily_deal_draws_no_cards(daily: Daily, database: Database) -> None:
    page = await daily.page(HOME, ANN)
    assert (page.number, page.hand, page.played) == (1, None, 0)
    assert await DailyStore(database).next_daily(HOME) == 1


async def test_second_start_resumes_deal_and_allows_no_replay(daily: Daily) -> None:
    page = await answered(daily, ANN, await daily.begin(HOME, ANN, 1))
    again = await daily.begin(HOME, ANN, 1)
    assert again.hand == page.hand
    ended = await played(daily, ANN)
    assert (await played(daily, ANN, 7)).end == ended.end
    assert ended.hand is not None
    late = await daily.answer(HOME, ANN, 1, ended.hand.table.revision, parse_action("pass"))
    assert late.end == ended.end


async def test_second_press_of_same_button_changes_no_deal(daily: Daily) -> None:
    page = await daily.begin(HOME, ANN, 1)
    assert page.hand is not None
    assert page.hand.view.decision is not None
    action, acts = page.hand.view.decision.sample(Random(1)), page.hand.table.revision
    first, second = await asyncio.gather(
        *(daily.answer(HOME, ANN, 1, acts, action) for _ in range(2)),
    )
    assert first.hand == second.hand
    assert first.hand != page.hand


async def test_daily_deal_continues_after_restart(tmp_path: Path, clock: Clock) -> None:
    database = await open_database(tmp_path / "rookery.sqlite3")
    page = await daily_until_a_card(opened(database, clock))
    await database.close()
    database = await open_database(tmp_path / "rookery.sqlite3")
    again = opened(database, clock, seed=99)
    assert (await again.page(HOME, ANN)).hand == page.hand
    assert (await played(again, ANN)).end is not None
    await again.close()
    await database.close()


async def daily_until_a_card(daily: Daily) -> DailyPage:
    page = await daily.begin(HOME, ANN, 1)
    for _ in range(4):
        page = await answered(daily, ANN, page)
    assert page.end is None
    await daily.close()
    return page


async def test_illegal_answer_leaves_deal_unchanged(daily: Daily) -> None:
    page = await daily.begin(HOME, ANN, 1)
    assert page.hand is not None
    with pytest.raises(IllegalAction):
        await daily.answer(HOME, ANN, 1, page.hand.table.revision, parse_action("bid 5"))
    assert (await daily.page(HOME, ANN)).hand == page.hand


async def test_answer_that_cannot_be_stored_is_undone(database: Database, clock: Clock) -> None:
    page = await opened(database, clock).begin(HOME, ANN, 1)
    unsure = TroubledDatabase(database, writes_to("daily_attempts"))
    unsure.troubles = [NothingStored()]
    with pytest.raises(InDoubt):
        await answered(opened(unsure, clock), ANN, page)
    assert (await opened(database, clock).page(HOME, ANN)).hand == page.hand


async def test_deal_counts_for_its_day_and_may_end_next_day(daily: Daily, clock: Clock) -> None:
    begun = await daily.begin(HOME, ANN, 1)
    clock.now += DAY
    today = await daily.page(HOME, ANN)
    assert (today.number, today.hand, today.yesterday) == (2, None, (1, False))
    assert (await daily.page(HOME, ANN, 1)).hand == begun.hand
    page = begun
    while page.end is None:
        page = await answered(daily, ANN, page)
    assert page.end.comparison.played == 1
    assert (begun.is_earlier, today.is_earlier, page.is_earlier) == (False, False, True)
    assert (await daily.page(HOME, ANN)).yesterday == (1, True)
    assert (await daily.page(HOME, ANN)).streak == 1, "it is yesterday's"


async def test_deal_not_started_on_its_day_is_closed(daily: Daily, clock: Clock) -> None:
    await daily.begin(HOME, ANN, 1)
    clock.now += DAY
    with pytest.raises(Refused, match="closed"):
        await daily.page(HOME, BEN, 1)
    late = await daily.begin(HOME, BEN, 1)
    assert (late.number, late.hand) == (2, None), "an old button shows today's"


async def test_deal_started_two_days_ago_is_closed_without_result(
    daily: Daily, clock: Clock, database: Database
) -> None:
    page = await daily.begin(HOME, ANN, 1)
    left = await DailyStore(database).daily_attempt(DailyPlace(HOME, 1), ANN.id)
    clock.now += 2 * DAY
    with pytest.raises(Refused, match="closed"):
        await answered(daily, ANN, page)
    with pytest.raises(Refused, match="closed"):
        await daily.page(HOME, ANN, 1)
    assert await DailyStore(database).daily_attempt(DailyPlace(HOME, 1), ANN.id) == left
    assert (await daily.page(HOME, ANN)).yesterday is None


async def test_forged_deal_numbers_are_refused(daily: Daily) -> None:
    await daily.begin(HOME, ANN, 1)
    with pytest.raises(Refused, match="isn't there"):
        await daily.page(HOME, ANN, 9)
    for number, why in ((9, "isn't there"), (1, "haven't begun")):
        with pytest.raises(Refused, match=why):
            await daily.answer(HOME, BEN, number, 3, parse_action("pass"))
    assert (await daily.begin(HOME, BEN, 9)).hand is None


async def test_computer_plays_the_same_seat_once(daily: Daily, database: Database) -> None:
    await played(daily, ANN)
    page = await daily.page(HOME, ANN)
    deal = await DailyStore(database).daily(DailyPlace(HOME, 1))
    assert deal is not None
    assert deal.computer is not None
    assert page.end is not None
    assert page.end.computer == deal.computer.ahead
    play = DailyPlay(deal)
    await play.advance(QuickComputers().choose, person=False)
    assert play.score == deal.computer


@pytest.mark.parametrize(
    ("own", "everyone", "expected"),
    [
        pytest.param(30, [30], (1, 1, False, 30, 30), id="alone"),
        pytest.param(30, [30, -10, 120], (3, 2, False, 120, 30), id="in the middle"),
        pytest.param(30, [30, 30, 120, -5], (4, 2, True, 120, 30), id="a tie shares its place"),
        pytest.param(-5, [30, 30, 120, -5], (4, 4, False, 120, 30), id="the place after it is left out"),
        pytest.param(0, [0, 0], (2, 1, True, 0, 0), id="all alike"),
        pytest.param(-120, [-120, -60], (2, 2, False, -60, -90), id="two: halfway between"),
        pytest.param(255, [255, 10], (2, 1, False, 255, 133), id="a half counts as one more point"),
        pytest.param(-330, [-330, 325], (2, 2, False, 325, -3), id="behind as well"),
    ],
)
def test_results_of_a_day_are_compared(
    own: int, everyone: list[int], expected: tuple[int, int, bool, int, int]
) -> None:
    found = compared(own, everyone)
    assert (found.played, found.place, found.is_shared, found.best, found.middle) == expected
    assert found.ahead == own


async def test_par_comes_from_computer_play_and_shows_at_end(daily: Daily, database: Database) -> None:
    begun = await daily.begin(HOME, ANN, 1)
    await played(daily, BEN)
    deal = await DailyStore(database).daily(DailyPlace(HOME, 1))
    assert deal is not None
    assert deal.par is not None
    assert (await daily.page(HOME, ANN, begun.number)).end is None
    page = await daily.page(HOME, BEN, 1)
    assert page.end is not None
    assert page.end.par == deal.par
    play = DailyPlay(deal)
    await play.advance(QuickComputers().choose, person=False)
    first_look = play.open_deal()
    assert first_look is not None
    ours, theirs = par_of(first_look, 0), par_of(first_look, 1)
    assert theirs is not None
    assert ours == deal.par == -theirs


@pytest.mark.parametrize("error", [NotWorkedOut("it died"), RuntimeError("R14 is not there")])
async def test_failed_par_is_omitted_and_result_kept(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def fail(question: object, *about: object) -> object:
        raise error

    daily = Daily(database, QuickComputers(), HouseRules(database), Random(3), clock, fail)  # type: ignore[arg-type]
    await played(daily, ANN)
    end = (await daily.page(HOME, ANN)).end
    assert end is not None
    assert end.computer is not None
    assert end.par is None
    assert "R14" not in caplog.text


async def test_result_is_shared_once_while_its_deal_is_open(daily: Daily, clock: Clock) -> None:
    await daily.begin(HOME, ANN, 1)
    with pytest.raises(Refused, match="haven't finished"):
        await daily.share(HOME, ANN, 1)
    with pytest.raises(Refused, match="haven't finished"):
        await daily.share(HOME, BEN, 1)
    ended = await played(daily, ANN)
    assert ended.end is not None
    assert ended.end.may_share
    shared = await daily.share(HOME, ANN, 1)
    assert shared.end is not None
    assert not shared.end.may_share
    with pytest.raises(Refused, match="shared that result"):
        await daily.share(HOME, ANN, 1)
    await daily.undo_share(HOME, ANN, 1)
    clock.now += DAY
    assert (await daily.share(HOME, ANN, 1)).end is not None
    await daily.undo_share(HOME, ANN, 1)
    clock.now += DAY
    with pytest.raises(Refused, match="closed"):
        await daily.share(HOME, ANN, 1)


TODAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ((), 0),
        ((date(2026, 3, 1),), 1),
        ((date(2026, 2, 28),), 1),
        ((date(2026, 3, 1), date(2026, 2, 28), date(2026, 2, 27), date(2026, 2, 25)), 3),
        ((date(2026, 2, 28), date(2026, 2, 27)), 2),
        ((date(2026, 2, 27), date(2026, 2, 26)), 0),
    ],
    ids=["never", "today", "yesterday", "a gap ends it", "today still waits", "a day left out"],
)
def test_consecutive_days_are_counted(days: tuple[date, ...], expected: int) -> None:
    assert streak(days, TODAY) == expected


AHEAD, HALF_BEHIND, BACK, ALONE = (4, 3), (4, 2), (4, 1), (1, 0)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        pytest.param({}, 0, id="never played"),
        pytest.param({1: AHEAD, 28: AHEAD}, 2, id="two days"),
        pytest.param({28: HALF_BEHIND, 27: AHEAD}, 2, id="today waits, half are behind"),
        pytest.param({1: AHEAD, 28: BACK, 27: AHEAD}, 1, id="a day behind ends it"),
        pytest.param({1: BACK, 28: AHEAD}, 0, id="the last one was behind"),
        pytest.param({1: AHEAD, 28: ALONE, 27: AHEAD}, 2, id="a day alone is passed over"),
        pytest.param({1: ALONE}, 0, id="alone"),
        pytest.param({1: AHEAD, 27: AHEAD}, 1, id="a day left out ends it"),
        pytest.param({1: (3, 1), 28: AHEAD}, 0, id="in the middle is not ahead of it"),
    ],
)
def test_consecutive_days_above_the_middle_are_counted(
    days: dict[int, tuple[int, int]], expected: int
) -> None:
    dates = {day: date(2026, 3 if day == 1 else 2, day).isoformat() for day in days}
    found = [DayPlayed(dates[day], *standing) for day, standing in days.items()]
    assert streak_ahead(found, TODAY) == expected


async def test_long_streaks_above_the_middle_are_counted(
    daily: Daily, database: Database, clock: Clock
) -> None:
    days, seed = 101, MatchSeed(bytes(32))
    for before in range(days, 0, -1):
        day = (day_at(clock.now) - before * ONE_DAY).isoformat()
        drawn = await DailyStore(database).draw_daily(
            DailyDeal(DailyPlace(HOME, 0), day, "kentucky", {}, 1, seed)
        )
        for person, own in ((ANN, 100), (BEN, -100)):
            await DailyStore(database).begin_daily(
                drawn.place, person.id, person.name, (), DailyScore(own, 0)
            )
    page = await played(daily, ANN, number=days + 1)
    assert page.streak == days + 1
    assert page.end is not None
    assert page.end.streak_ahead == days


def test_daily_deal_changes_at_midnight_utc() -> None:
    assert day_at(end_of(TODAY)) == date(2026, 3, 2)
    assert day_at(end_of(TODAY) - 1) == TODAY
    assert is_open(TODAY, date(2026, 3, 2))
    assert not is_open(TODAY, date(2026, 3, 3))


def test_unsuitable_server_game_becomes_kentucky_and_suitable_keeps_rules() -> None:
    assert daily_game("clock", {}).about.key == "kentucky"
    assert daily_game("club", {}).about.key == "kentucky", "melds take more controls"
    assert daily_game("kentucky", {"target": 300}).parameters()["deals"] == 1
    suited = daily_game("one_high", {})
    assert (suited.about.key, suited.parameters()["deals"]) == ("one_high", 1)


async def test_nothing_shown_or_printed_reveals_a_hidden_card(daily: Daily, database: Database) -> None:
    """The leak test: with all other cards dealt again, the output is the same."""
    page = await daily.begin(HOME, ANN, 1)
    deal = await DailyStore(database).daily(DailyPlace(HOME, 1))
    attempt = await DailyStore(database).daily_attempt(DailyPlace(HOME, 1), ANN.id)
    assert deal is not None
    assert attempt is not None
    assert deal.seed.stored not in f"{deal} {attempt} {page} {DailyPlay(deal, attempt.log)}"
    [(place, dealt)] = [
        (place, action)
        for place, entry in enumerate(attempt.log)
        if isinstance(action := parse_action(entry.action), Deal)
    ]
    assert attempt.log[place].seat == CHANCE
    before = DailyPlay(deal, attempt.log[: place + 1]).shown(ANN)
    own = set(before.view.hand)
    others = [card for card in dealt.cards if card not in own]
    Random(1).shuffle(others)
    redealt = Deal(tuple(card if card in own else others.pop() for card in dealt.cards))
    entry = attempt.log[place]
    other = DailyPlay(
        deal, [*attempt.log[:place], type(entry)(entry.revision, CHANCE, None, str(redealt), 0.0)]
    ).shown(ANN)
    assert str(redealt) != str(dealt)
    assert other.view == before.view
    assert other.table.view == before.table.view


async def test_damaged_log_is_reported_and_not_shown(daily: Daily, database: Database) -> None:
    await daily.begin(HOME, ANN, 1)
    deal = await DailyStore(database).daily(DailyPlace(HOME, 1))
    assert isinstance(deal, DailyDeal)
    attempt = await DailyStore(database).daily_attempt(deal.place, ANN.id)
    assert attempt is not None
    broken = [*attempt.log[:-1], type(attempt.log[-1])(len(attempt.log), 0, None, "fly R14", 0.0)]
    await DailyStore(database).save_progress(deal.place, ANN.id, len(attempt.log), broken, None)
    with pytest.raises(Refused, match="can't be shown"):
        await daily.page(HOME, ANN)
    with pytest.raises(Conflict):
        await DailyStore(database).save_progress(deal.place, ANN.id, 0, broken, None)


def test_daily_seed_is_never_shown() -> None:
    deal = DailyDeal(DailyPlace(1, 1), "2026-11-23", "kentucky", {}, 1, MatchSeed(bytes(32)))
    assert "00" not in repr(deal)
