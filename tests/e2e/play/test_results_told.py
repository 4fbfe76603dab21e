"""The result of a match: what ended it, who shares it, and each fact once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.codes import encode
from rules.core.actions import PASS, Shoot
from rules.core.protocol import OptionValue
from tests.e2e.players import Club, a_club


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lose_at": -50}, "−50 or less, so the match is over."),
        ({"lead_wins": 50}, "by 50 points or more, so the match is over."),
    ],
)
async def test_result_names_total_or_lead_that_ended_the_match(
    club: Club, options: dict[str, OptionValue], said: str
) -> None:
    await club.begin(rules=encode("kentucky", options))
    assert said in await result_of(club)
    await club.restart()
    score = await last_step(club)
    assert said in score
    assert score.index(said) < score.index("win the match.")


async def test_result_says_that_a_moon_decided_the_match(club: Club) -> None:
    await club.begin(rules=encode("kentucky", {"shoot": True}))
    shooter = club.asked
    await shooter.answer(Shoot())
    said = f"{shooter.name.capitalize()} shot the moon, so this deal decided the match."
    assert said in await result_of(club)


async def test_result_says_that_a_moon_decided_one_of_several_games(tmp_path: Path) -> None:
    async with a_club(tmp_path, deal_pause=60) as club:
        await club.begin(rules=encode("kentucky", {"shoot": True, "games": 3}))
        await club.asked.answer(Shoot())
        ended = await result_of(club)
        assert "shot the moon, so this deal decided the game." in ended
        assert "win a game: " in ended


async def test_result_says_that_only_a_star_wins(club: Club) -> None:
    """Bug: a side that won with fewer points than another had no word of why."""
    await club.begin(rules=encode("kentucky", {"winner_made_bid": True, "target": 100}))
    ended = await result_of(club)
    assert " · star\n" in ended
    assert "A star is for a bid of your own that you made. No one wins at the target without one." in ended


async def test_result_of_golden_10_counts_deals_once(club: Club) -> None:
    await club.begin(game="golden10", deals=1)
    assert "lowest score after 1 deal" in (await club.table_message()).text()
    assert "Golden 10 · lowest score wins · 1 deal" in await result_of(club)


async def test_replay_says_that_a_match_was_shared(club: Club) -> None:
    await club.sit_down(5, rules=encode("flip", {"deals": 1}))
    await club["Ann"].press("Start")
    assert "share the match" in await result_of(club)
    score = await last_step(club)
    assert "share the match." in score
    assert "win the match" not in score


async def test_result_says_that_limit_of_deals_was_reached(club: Club) -> None:
    await club.begin(rules=encode("kentucky", {"max_deals": 1}))
    assert "A match ends after 1 deal, so this one is over." in await result_of(club)


async def test_result_says_that_time_was_up(club: Club) -> None:
    await begin_the_last_deal(club)
    assert "Time is up, so the match is over." in await result_of(club)


async def test_result_says_that_everyone_passed_last_deal(club: Club) -> None:
    await begin_the_last_deal(club)
    while club.has_table:
        await club.asked.answer(PASS)
    told = (await club.table_message()).text()
    assert "Everyone passed, so the deal is thrown in." in told
    assert "Time is up, so the match is over." in told


async def test_result_of_passes_that_count_says_so_and_counts_them(club: Club) -> None:
    """Bug: it read “2 deals · 0 deals”, and nothing told why the match was over."""
    await club.begin(rules=encode("kentucky", {"deals": 2, "all_pass": "counted"}))
    while club.has_table:
        await club.asked.answer(PASS)
    told = (await club.table_message()).text()
    assert "**Deal 2** · Everyone passed, so the deal counts without a score." in told
    assert "2 deals" in told
    assert "0 deals" not in told


async def test_result_of_best_of_three_counts_its_last_game(club: Club) -> None:
    await begin_the_last_deal(club, games=3)
    told = await result_of(club)
    assert "Time is up, so the match is over. The last game counts as it stands: " in told
    assert "1 game" in told


async def begin_the_last_deal(club: Club, **options: OptionValue) -> None:
    """Start a timed match with its time up at once."""
    await club.begin(rules=encode("kentucky", {"minutes": 20, **options}))
    with club.world.as_bot():
        await club.app.tables.due.call_time(club.table)


async def result_of(club: Club) -> str:
    """The table message of a match after it is played out."""
    await club.play_on()
    await club.world.env.advance_time(5)
    return (await club.table_message()).text()


async def last_step(club: Club) -> str:
    """The last step of the replay of the match just played."""
    deals = await club["Ann"].press("Replay")
    shown = deals
    if menus := deals.seen.menus():
        place = list(deals.seen.menu_values()[0])[-1]
        shown = await club["Ann"].press_id(menus[0], on=deals.seen, values=[place])
    return (await club["Ann"].press("Last", on=shown.seen)).seen.text()
