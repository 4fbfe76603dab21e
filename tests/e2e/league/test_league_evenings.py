"""A season scored by duplicate deals, by commands and buttons: created, joined, played, viewed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.league.test_evenings import board, night, play_tables, press
from tests.e2e.league.test_league_season import create, league_message, manage
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Player, a_club

EIGHT = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, people=EIGHT) as club:
        yield club


async def test_season_is_played_in_duplicate_evenings(club: Club) -> None:
    created = await create(club, name="Same Cards", rules="kentucky", scoring="percent")
    assert "`/night new` with this league opens an evening" in created.text
    assert "duplicate deals" in league_message(club).text()
    assert "aren't in" in (await night(club, "Ann", "duplicate", league="Same Cards")).sentence
    for name in EIGHT[:4]:
        assert "/night new" in (await club[name].typed("league join")).sentence
    assert "scored by duplicate deals" in (await club["Ann"].typed("league play")).sentence
    assert "scored by duplicate deals" in (await manage(club, "draw", times=1)).text
    recorded = await club["Ann"].typed("league record", players="Ann, Bob, Cleo, Dan", points="300, 200")
    assert "scored by duplicate deals" in recorded.sentence
    refused = await night(club, "Ann", "duplicate", league="Same Cards", game="kentucky")
    assert "Leave out" in refused.sentence

    opened = await night(club, "Ann", "duplicate", league="Same Cards", rounds=1, deals=2)
    assert "Counts in Same Cards, season 1" in opened.text
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    await play_tables(club)
    assert "🏆" in (await board(club)).text()
    await club.world.env.settle()
    shown = league_message(club).text()
    assert shown.count("1 evening ·") == 4, "whoever is in the league, and nobody else"
    assert "%**" in shown
    told = (await club["Ann"].press("How it counts", on=league_message(club))).text
    assert "**You**: place" in told
    assert "match points · " in told
    page = await club["Bob"].typed("league show", what="standings")
    assert "Head to head" not in page.text
    assert "Evenings" not in (await club["Bob"].typed("league show", what="schedule")).text
    check_everything_sent(club)

    listed = await club["Bob"].typed("league show", what="results")
    assert "🥇 **" in listed.text
    assert "Evening 1 ·" in listed.text
    seen = (await club["Bob"].choose("1", on=listed.seen)).seen
    assert "Void" not in seen.buttons()
    asked = await club["Bob"].press("Dispute", on=seen)
    assert "Evening 1 of Same Cards is disputed" in (await club["Bob"].submit(asked, "a card fell")).text
    owner = Player(club, club.world.owner)
    seen = (await owner.choose("1", on=(await owner.typed("league show", what="results")).seen)).seen
    await owner.submit(await owner.press("Void", on=seen), "dealt twice")
    await club.world.env.settle()
    assert "1 evening ·" not in league_message(club).text()
    refused = await manage(club, "correct", match=1, points="1 2", reason="-")
    assert "none to correct" in refused.sentence
    assert "counts." in (await manage(club, "restore", match=1, reason="right after all")).text
    history = (await club["Cleo"].typed("league show", what="rulings")).text
    assert "took out the result of evening 1: dealt twice" in history
    assert "restored evening 1: right after all" in history
    check_everything_sent(club)

    closed = await manage(club, "close")
    assert "final" in closed.text


async def test_next_evening_of_a_season_counts_there(club: Club) -> None:
    await create(club, name="Same Cards", rules="kentucky", scoring="percent")
    for name in EIGHT[:4]:
        await club[name].typed("league join")
    await night(club, "Ann", "duplicate", league="Same Cards", rounds=1, deals=2, partners="joined")
    await press(club, "Ann", "Call it off")
    over = (await board(club)).text()
    assert "aren't in" in (await press(club, "Hal", "Another evening")).sentence
    another = await press(club, "Bob", "Another evening")
    assert "Counts in Same Cards, season 1" in another.text
    assert another.text.split("\n")[2] == over.split("\n")[1], "as long, and partners as they join"
    asked = await manage(club, "close")
    assert "- Under way: 1 evening. What isn't over by then doesn't count." in asked.text
    await press(club, "Bob", "Call it off")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    assert (
        "is over. An organizer starts the next one" in (await press(club, "Bob", "Another evening")).sentence
    )


async def test_evening_of_closed_season_says_it_does_not_count(club: Club) -> None:
    await create(club, name="Same Cards", rules="kentucky", scoring="percent")
    for name in EIGHT[:4]:
        await club[name].typed("league join")
    await night(club, "Ann", "duplicate", league="Same Cards", rounds=1, deals=2)
    assert "🏅 Counts in Same Cards, season 1." in (await board(club)).text()
    asked = await manage(club, "close")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    too_late = "🏅 Season 1 of Same Cards has closed, so this evening doesn't count there."
    assert too_late in (await board(club)).text()
    await club.restart()
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    assert "/league join" not in (await board(club)).text()
    await club.world.env.advance_time(60)
    await press(club, "Ann", "Call it off")
    assert too_late in (await board(club)).text()


async def test_evening_finished_before_its_season_counts_for_good(club: Club) -> None:
    await create(club, name="Same Cards", rules="kentucky", scoring="percent")
    await club["Ann"].typed("league join")
    await night(club, "Ann", "duplicate", league="Same Cards", rounds=1, deals=2)
    await press(club, "Ann", "Call it off")
    asked = await manage(club, "close")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    assert "has closed" not in (await club["Bob"].typed("night board")).text
