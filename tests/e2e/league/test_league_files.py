"""A league's results as files: a file with a fault imports no line; an exported file can be imported."""

from __future__ import annotations

import csv
import json
import sys
from io import StringIO
from typing import Final

import pytest
from discord import ui

from bot.league.store import paper_matches
from bot.league.store.acts import LeagueActStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.stored_league import Did
from cogs.framework.replies import UNSAVED
from cogs.league.file_panel import storing_panel
from tests.e2e.league.test_league_season import create, league_message, manage, two_pairs
from tests.e2e.players import Club, Player, Reply
from tests.table.troubled import writes_to
from tests.ui.tables import text

HEADER: Final = "date,side1_player1,side1_player2,side1_points,side2_player1,side2_player2,side2_points"
LINES: Final = ("2020-01-02,Ann,Cleo,310,Bob,Dan,245", "2020-01-03,Dan,Bob,-60,Cleo,Ann,300")


def a_file(*lines: str) -> tuple[str, bytes]:
    """A file to attach."""
    return "season.csv", "\n".join([HEADER, *lines]).encode()


async def a_league(club: Club) -> None:
    """A league of two pairs: Ann and Cleo, Bob and Dan."""
    await create(club, partners="pairs")
    await two_pairs(club)


async def give(club: Club, *lines: str) -> Reply:
    """Attach a file as the owner."""
    return await manage(club, "import", file=a_file(*lines))


async def press_import(club: Club, shown: Reply, label: str) -> Reply:
    """Confirm as the owner the import of the checked file."""
    seen = shown.seen
    return Reply(club.world, await club.world.press(club.world.owner, seen, seen.buttons()[label]))


def attached(reply: Reply) -> bytes:
    """The file that was sent to a user."""
    [file] = [file for message in reply.messages for file in message.attachments]
    content = reply.world.env.backend.cdn.get(file.url)
    assert content is not None
    return content


async def test_file_is_checked_then_imported_as_a_whole(club: Club) -> None:
    await a_league(club)
    checked = await give(club, *LINES)
    assert "Nothing is stored yet" in checked.sentence
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0
    seen, button = checked.seen, checked.seen.buttons()["Import 2 matches"]
    await club.world.press(club.world.owner, seen, button)
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 2
    [done, *_] = await LeagueActStore(club.database).league_acts(1, 9)
    assert (done.what, done.detail) == (Did.IMPORTED, {"matches": 2})
    again = await club.world.press(club.world.owner, seen, button)
    assert "I don't have that file any more" in Reply(club.world, again).text
    twice = await give(club, *LINES)
    assert "already" in twice.sentence
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 2


@pytest.mark.parametrize("content", [b"", b"\n", b" ", b",,,,", b",,,,\n,,,,\n", b"\t\t", b'""', b'"",""'])
async def test_file_without_filled_cells_is_reported_as_empty(club: Club, content: bytes) -> None:
    await a_league(club)
    refused = await manage(club, "import", file=("season.csv", content))
    assert refused.sentence == "The file is empty."
    assert refused.result.acknowledged
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0


async def test_long_import_shows_its_progress(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await a_league(club)
    monkeypatch.setattr(paper_matches, "SLICE", 1)
    cog = sys.modules["cogs.league.files"]  # discord.py creates the module of an extension again
    monkeypatch.setattr(cog, "TOLD_EVERY", 0.0)
    said = list[str]()

    def storing(done: int = 0, number: int = 0) -> ui.LayoutView:
        view = storing_panel(done, number)
        said.append(text(view))
        return view

    monkeypatch.setattr(cog, "storing_panel", storing)
    done = await press_import(club, await give(club, *LINES), "Import 2 matches")
    assert said[0].startswith("Checking every line once more")
    assert "Storing matches: 1 of 2." in said[1]
    assert "2 matches imported" in done.text


async def test_failed_import_is_reported_where_it_was_pressed(club: Club) -> None:
    await a_league(club)
    checked = await give(club, *LINES)
    with club.database.refusing(writes_to("season_matches")):
        refused = await press_import(club, checked, "Import 2 matches")
    assert refused.text.startswith(UNSAVED)
    assert "Attach another file" in refused.seen.buttons()
    checked = await give(club, *LINES)
    owner = Player(club, club.world.owner)
    await owner.press("Close the season", on=(await manage(club, "close")).seen)
    late = await press_import(club, checked, "Import 2 matches")
    assert late.text.startswith("Season 1 of **Tuesday League** is over.")
    assert "Checking every line" not in late.text
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0


async def test_bad_line_blocks_whole_file_and_is_named(club: Club) -> None:
    await a_league(club)
    bad = await give(club, LINES[0], "2020-01-03,Zoe,Bob,x,Cleo,Ann,300")
    assert "Line 3" in bad.sentence
    assert "Zoe" in bad.sentence
    assert "Import" not in "".join(bad.seen.buttons())
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0
    none = await manage(club, "import", file=("season.csv", b"\xff\xfe\x00"))
    assert "UTF-16" in none.sentence


async def test_hundred_bad_lines_are_named_in_a_file(club: Club) -> None:
    await a_league(club)
    bad = await give(club, *["2020-01-03,Zoe,Bob,1,Cleo,Ann,300"] * 100)
    assert "100 lines are wrong" in bad.text
    assert "and 80 more" in bad.text
    assert attached(bad).count(b"Zoe") == 100


async def test_exported_file_can_be_imported_again(club: Club) -> None:
    await a_league(club)
    await press_import(club, await give(club, *LINES), "Import 2 matches")
    given = await manage(club, "export")
    content = attached(given)
    rows = list(csv.DictReader(StringIO(content.decode())))
    assert [(row["side1_points"], row["side2_points"]) for row in rows] == [("310", "245"), ("-60", "300")]
    await manage(club, "create", name="Second", partners="pairs")
    for asker, asked in (("Ann", "Cleo"), ("Bob", "Dan")):
        await club[asker].typed("league join", partner=club[asked].actor, league="Second")
        await club[asked].typed("league join", partner=club[asker].actor, league="Second")
    checked = await manage(club, "import", file=("again.csv", content), league="Second")
    await press_import(club, checked, "Import 2 matches")
    again = attached(await manage(club, "export", league="Second"))
    assert again == content


async def test_players_export_their_own_matches_and_organizers_all(club: Club) -> None:
    await a_league(club)
    await press_import(club, await give(club, *LINES), "Import 2 matches")
    mine = json.loads(attached(await club["Ann"].typed("league export", form="json")))
    assert len(mine["matches"]) == 2
    none = await club["Eve"].typed("league export")
    assert none.sentence == "You haven't finished a match in season 1 of Tuesday League."
    refused = await club["Ann"].typed("league export", results="season")
    assert "Only organizers" in refused.sentence
    assert "Only organizers" in (await club["Ann"].typed("league import", file=a_file(*LINES))).sentence


async def test_only_organizers_import_a_checked_file(club: Club) -> None:
    await a_league(club)
    checked = await give(club, *LINES)
    button = checked.seen.buttons()["Import 2 matches"]
    forged = await club["Ann"].press_id(button, on=league_message(club))
    assert "Only organizers" in forged.sentence
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0


async def test_import_asks_about_ambiguous_values(club: Club) -> None:
    """One answer holds for all such lines; the import is possible after all answers."""
    await a_league(club)
    rows = (
        "Tuesday club,,,,,,",
        f"{HEADER},winner,notes",
        '03/04/2020,Ann,Cleo,"1,310",Bob,Dan,245.0,,"late, and snow"',
        "3/5/2020,Bob,Dan,-60,Ann,Cleo,300,1,",
        "2020-03-06,Ann,Cleo,310,Bob,Dan,20",
    )
    asked = await manage(club, "import", file=("season.csv", "\n".join(rows).encode()))
    assert "2 lines can be read in two ways" in asked.sentence
    assert "Mar 4, 2020 (month first) or Apr 3, 2020 (day first)" in asked.text
    owner = Player(club, club.world.owner)
    winner = await owner.press("Day first", on=asked.seen)
    told = "can be a win for Ann & Cleo (by the points) or a win for Bob & Dan (named as the winner)"
    assert told in winner.text
    assert not any(label.startswith("Import") for label in winner.seen.buttons())
    again = await owner.press("Choose again", on=winner.seen)
    winner = await owner.press("Month first", on=again.seen)
    read = await owner.press("Go by the points", on=winner.seen)
    assert "Line 3: Mar 4, 2020 (“03/04/2020”) · Ann & Cleo 1,310, Bob & Dan 245" in read.text.replace(
        "\\", ""
    )
    assert "Left out: line 1 (no match); column “notes”" in read.text
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0
    done = await press_import(club, read, "Import 3 matches")
    assert "3 matches imported" in done.text
    first, *_ = await PaperMatchStore(club.database).played_in_season(1)
    assert first.points == (1310, 245)


async def test_long_file_is_shown_match_by_match_in_a_text(club: Club) -> None:
    await a_league(club)
    days = [f"2020-01-{day:02},Ann,Cleo,310,Bob,Dan,245" for day in range(1, 31)]
    checked = await give(club, *days)
    assert "and 15 more, all of them in the attached file" in checked.text
    assert attached(checked).decode().splitlines()[-1] == (
        "Line 31: Jan 30, 2020 · Ann & Cleo 310, Bob & Dan 245"
    )


async def test_unconfirmed_match_is_not_imported_a_second_time(club: Club) -> None:
    await a_league(club)
    await club["Ann"].typed(
        "league record", players="Ann, Cleo, Bob, Dan", points="310 245", date="2020-01-02"
    )
    twice = await give(club, "1/2/20,Dan,Bob,245,Cleo,Ann,310")
    asked = await Player(club, club.world.owner).press("Month first", on=twice.seen)
    assert "Line 2: This match waits to be confirmed already." in asked.text
