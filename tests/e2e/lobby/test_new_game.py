"""Opening a table: any game, found by name, players or partners, for each number it allows."""

from __future__ import annotations

import re

import pytest

from bot.table.lobby.lining_up import partners_of
from cogs.ui.words import SIDE_MARKS
from rules.catalog import BIDDING_GAMES, GAMES, find_game
from rules.codes import encode
from rules.core.words import counted
from tests.e2e.players import Club, Reply, controls

EVERY_SIZE = [
    pytest.param(key, seats, id=f"{key}-{seats}")
    for key in sorted(GAMES)
    for seats in (
        GAMES[key].about.seats
        if key in BIDDING_GAMES
        else sorted({GAMES[key].about.seats[0], GAMES[key].about.seats[-1]})
    )
]


async def labels(club: Club) -> list[str]:
    return [control.label for control in controls(await club.table_message())]


@pytest.mark.parametrize(("key", "seats"), EVERY_SIZE)
async def test_every_game_opens_for_every_number_and_starts(club: Club, key: str, seats: int) -> None:
    ann = club["Ann"]
    await ann.command("new", game=key, seats=seats)
    lobby = (await club.table_message()).text()
    about = find_game(key).about
    partners = "" if seats == 1 else find_game(key).words.teams(about)
    for text in (about.title, about.edition, partners, counted(seats, "player")):
        assert text in lobby
    assert encode(key, {}) in (await ann.press("More")).text
    sides = partners_of(find_game(key), seats)
    free = ["Sit with Ann", *["Sit"] * (len(set(sides)) - 1)] if sides else ["Sit"] * (seats > 1)
    assert [label for label in await labels(club) if label.startswith("Sit")] == free
    marks = [line for line in lobby.splitlines() if line.startswith(SIDE_MARKS)]
    assert len(marks) == len(sides)
    if seats > 1:
        await ann.press("Fill with computers")
    await ann.press("Start")
    assert club.table.record.seats[0].user_id == ann.id
    assert len(club.table.record.seats) == seats


async def test_game_is_found_by_part_of_name_players_or_partners(club: Club) -> None:
    ann = club["Ann"]
    assert (await ann.offered("new", "game", "dixie"))[0] == "dixie_1988" or (
        await ann.offered("new", "game", "dixie")
    )[0].startswith("dixie")
    for_eight = [key for key, game in GAMES.items() if 8 in game.about.seats]
    assert sorted(await ann.offered("new", "game", "8")) == sorted(for_eight)
    assert "kentucky" in await ann.offered("new", "game", "partners")
    assert "regular_1988" not in await ann.offered("new", "game", "partners")
    assert await ann.offered("new", "game", "poker") == []
    assert len(await ann.offered("new", "game")) <= 25


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"game": "poker"}, "There is no game “poker”"),
        ({"rules": "1000-0000-0"}, "typos"),
        ({"game": "one_high", "rules": "county_fair"}, "Those rules are for"),
    ],
)
async def test_impossible_table_is_refused_with_reason(
    club: Club, options: dict[str, object], why: str
) -> None:
    refused = await club["Ann"].command("new", **options)
    assert why in refused.sentence
    assert not club.has_table


@pytest.mark.parametrize(
    ("game", "seats", "why"),
    [
        ("kentucky", 5, "Official Tournament Rook is for 4 players."),
        ("dixie_1988", 5, "is for 4 or 6 players."),
        ("regular_old", 2, "is for 3 to 8 players."),
    ],
)
async def test_impossible_number_of_seats_is_refused_with_reason(
    club: Club, game: str, seats: int, why: str
) -> None:
    ann = club["Ann"]
    await ann.command("new", game=game)
    assert why in (await ann.typed("table setup", seats=seats)).sentence


async def test_name_without_edition_means_newest_edition(club: Club) -> None:
    await club["Ann"].command("new", game="dixie")
    assert club.table.record.game == "dixie_1988"


async def test_host_adds_and_removes_seats(club: Club) -> None:
    ann, bob, cleo, *_ = club.everyone
    await ann.command("new", game="regular_old", seats=8)
    await bob.command("sit", seat=8)
    assert "for 3 to 8" in (await ann.typed("table setup", seats=2)).sentence
    await ann.typed("table setup", seats=3)
    assert [who.name for who in club.table.record.seats] == ["Ann", "Bob", ""]
    await cleo.press("Sit")
    assert "has no room" in (await ann.typed("table setup", game="regular_for_two")).sentence
    await ann.typed("table setup", seats=6)
    assert len(club.table.record.seats) == 6
    assert "Only the table's host" in (await bob.typed("table setup", seats=4)).sentence


async def test_changing_game_keeps_seated_players_if_possible(club: Club) -> None:
    ann, bob, *_ = club.everyone
    await ann.command("new")
    await bob.take_seat(4)
    await ann.typed("table setup", game="one_high")
    assert [who.name for who in club.table.record.seats] == ["Ann", "", "", "Bob"]
    await ann.typed("table setup", game="boston_three")
    assert [who.name for who in club.table.record.seats] == ["Ann", "Bob", ""]


async def test_malformed_name_is_cleaned_when_stored(club: Club) -> None:
    ann = club["Ann"]
    user = club.world.env.backend.users[ann.id]
    user.global_name = "Ann\ud83d\n!"
    await ann.command("new")
    assert club.table.record.seats[0].name == "Ann\N{REPLACEMENT CHARACTER} !"
    assert "Ann" in (await club.table_message()).text()


async def test_table_is_opened_full_of_computers_of_a_level(club: Club) -> None:
    opened = await club["Ann"].command("new", level="family")
    assert opened.text.count("· family") == 3
    await club["Ann"].press("Start")
    assert club.has_table


async def test_level_is_refused_where_computers_have_one_strength(club: Club) -> None:
    reply = await club["Ann"].command("new", game="golden10_1988", level="family")
    assert "Computers play Golden 10 at one strength" in reply.sentence
    assert not club.has_table


async def test_managers_set_default_strength_of_computers(club: Club) -> None:
    owner, channel = club.world.owner, club.world.channel
    await owner.slash(channel, "rook-admin settings", level="club")
    listed = await owner.slash(channel, "rook-admin rules", what="list")
    told = Reply(club.world, listed).text
    assert "Computers: club" in told
    assert re.search(r"^Default: \*\*([^*]+)\*\* · `[^`]+`$", told, re.MULTILINE), (
        "the name stands there once"
    )
    await club["Ann"].command("new")
    await club["Ann"].press("Fill with computers")
    assert (await club.table_message()).text().count("· club") == 3


async def test_host_arranges_seats_in_set_up(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", level="family")
    page = await ann.choose("level", on=(await ann.press("Set up")).seen, menu=-1)
    page = await ann.choose("hazel", on=page.seen, menu=3)
    assert "Hazel bids a little lower" in page.text
    assert "3. **Hazel** 🤖 · family" in (await club.table_message()).text()
