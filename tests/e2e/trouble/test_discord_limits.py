"""Discord's limits: every message of a whole match, with the most awkward names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, a_club
from tests.e2e.secrecy.secrets import check_screens

NAMES = tuple(
    f"{text:x<32}"
    for text in (
        "**__~~`|>" * 3,
        "@everyone @here <@1> <@&2>",
        "[x](https://x.example) {0} {1}",
        "||`` > # -# ```ansi <t:1:R> 🎴🎴",
        "*" * 32,
        "`" * 32,
        "R14 Rook' 🐦 Rook B5",
        "{9}{}{0!r}",
    )
)


@pytest.fixture
async def awkward(tmp_path: Path) -> AsyncIterator[Club]:
    assert all(len(name) == 32 for name in NAMES)
    async with a_club(tmp_path, people=(*NAMES, "Eve")) as club:
        yield club


async def press_everything(club: Club) -> None:
    """Open every panel that any user can ask for."""
    for player in club.everyone:
        for command in ("rules", "help", "hand"):
            await player.command(command)
        for what in ("score", "last trick"):
            await player.command("show", what=what)
        await player.typed("me settings")
        await player.typed("stats show")
        await player.typed("stats leaderboard")
        if club.has_table:
            await player.typed("table setup")


@pytest.mark.parametrize("game", ["kentucky", "one_high"])
async def test_messages_of_a_match_keep_to_limits_and_ping_no_user(awkward: Club, game: str) -> None:
    club = awkward
    await club.begin(game=game, deals=1)
    await press_everything(club)
    random = Random(8)
    while club.has_table:
        player = club.asked
        assert player.decision is not None
        if "Another bid …" in player.hand_buttons():
            await player.press_hand("Another bid …")
        await player.answer(club.sensible(player.decision, random))
        check_screens(club)
    await press_everything(club)

    assert check_everything_sent(club) > 100
    for message in (*club.messages(), *club.everyone[0].messages()):
        assert not message.payload["mention_everyone"]
        assert message.payload["mentions"] == []


@pytest.mark.parametrize(
    ("game", "seats"),
    [("regular_old", 8), ("partnership_six", 6), ("cordova", 6), ("high_card_partner", 5), ("boston", 4)],
)
async def test_largest_tables_keep_to_discords_limits(awkward: Club, game: str, seats: int) -> None:
    club = awkward
    await club.sit_down(seats=seats, game=game, deals=1)
    await club.everyone[0].press("Start")
    for player in club.everyone[1:seats]:
        await player.press("My hand")
    random = Random(8)
    while club.has_table:
        player = club.asked
        assert player.decision is not None
        await player.answer(player.decision.sample(random))
    await press_everything(club)
    assert check_everything_sent(club) > 50


async def test_names_are_shown_without_markdown(awkward: Club) -> None:
    club = awkward
    await club.sit_down()
    lobby = (await club.table_message()).text()
    await club.everyone[0].press("Start")
    table = (await club.table_message()).text()
    for text in (lobby, table):
        assert "\\*\\*\\_\\_\\~\\~\\`\\|\\>" in text or "\\*\\*\\_\\_\\~\\~\\`\\|>" in text
        assert NAMES[0] not in text
        assert NAMES[3] not in text
        assert "\\[x\\](https\\:\\/\\/x.example)" in text
        assert "{0} {1}" in text
    for player in club.everyone[:4]:
        noted = await player.command("ask", what="close")
        for name in (NAMES[0], NAMES[3]):
            assert name not in noted.text


async def test_seat_of_awkward_name_is_refused_without_quoting_it(awkward: Club) -> None:
    first, second, *_ = awkward.everyone
    await first.command("new")
    refused = await second.command("sit", seat=1)
    assert refused.sentence == "That seat is taken. Choose an empty one."


def counted_characters(part: dict[str, Any]) -> int:
    """Discord's count of a command's characters: names, descriptions and values, with all its subcommands."""
    own = sum(len(str(part.get(key, ""))) for key in ("name", "description", "value"))
    return own + sum(map(counted_characters, (*(part.get("options") or ()), *(part.get("choices") or ()))))


async def test_commands_keep_to_discords_limits(club: Club) -> None:
    for command in club.world.env.bot.tree.get_commands():  # type: ignore[attr-defined]
        payload = command.to_dict(club.world.env.bot.tree)  # type: ignore[attr-defined]
        assert len(payload["options"]) <= 25
        assert counted_characters(payload) <= 8000
        for option in (*payload["options"], *(o for s in payload["options"] for o in s.get("options", ()))):
            assert 1 <= len(option["name"]) <= 32
            assert 1 <= len(option["description"]) <= 100
            assert len(option.get("choices", ())) <= 25
