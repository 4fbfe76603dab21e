"""What Discord allows: every message of a whole match, with the most awkward names there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.ui.controls import MODAL, is_control
from tests.e2e.players import Club, a_club
from tests.e2e.secrets import check_screens

NAMES = tuple(
    f"{text:x<32}"
    for text in (
        "**__~~`|>" * 3,
        "@everyone @here <@1> <@&2>",
        "[x](https://x.example) {0} {1}",
        "||`` > # -# ```ansi <t:1:R> 🎴🎴",
    )
)
COMPONENTS, TEXT, CUSTOM_ID, OPTIONS, LABEL, ROW = 40, 4000, 100, 25, 80, 5


@pytest.fixture
async def awkward(tmp_path: Path) -> AsyncIterator[Club]:
    assert all(len(name) == 32 for name in NAMES)
    async with a_club(tmp_path, people=(*NAMES, "Eve")) as club:
        yield club


def payloads(club: Club) -> Iterator[dict[str, Any]]:
    """Every message and modal the bot has sent or edited."""
    for call in club.world.env.http_requests:
        if call.method in {"POST", "PATCH"} and isinstance(call.json, dict):
            data = call.json.get("data", call.json) if call.path.endswith("/callback") else call.json
            if isinstance(data, dict) and "components" in data:
                yield data


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from parts(part.get("components") or [])
        if isinstance(part.get("component"), dict):
            yield part["component"]


def check_limits(payload: dict[str, Any]) -> None:
    """One message within Discord's limits."""
    every = list(parts(payload["components"]))
    assert len(every) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in every) <= TEXT
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= CUSTOM_ID for custom_id in ids)
    for part in every:
        if part["type"] == 1:
            inner = part["components"]
            assert len(inner) <= ROW if inner[0]["type"] == 2 else len(inner) == 1
        assert len(part.get("label") or "") <= LABEL
        options = part.get("options") or []
        assert len(options) <= OPTIONS
        for option in options:
            assert all(1 <= len(option[key]) <= 100 for key in ("label", "value"))
            assert len(option.get("description") or "") <= 100
        values = [option["value"] for option in options]
        assert len(values) == len(set(values))


async def press_everything(club: Club) -> None:
    """Have every panel drawn that anybody can ask for."""
    for player in club.everyone:
        for command in ("score", "stats", "leaderboard", "rules", "help", "last-trick", "hand", "options"):
            if club.has_table or command != "options":
                await player.command(command)


@pytest.mark.parametrize("game", ["kentucky", "one_high"])
async def test_every_message_of_a_match_keeps_to_discords_limits_and_pings_nobody(
    awkward: Club, game: str
) -> None:
    club = awkward
    await club.begin(game=game, deals=2)
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

    sent = list(payloads(club))
    assert len(sent) > 100
    for payload in sent:
        check_limits(payload)
        for part in parts(payload["components"]):
            custom_id = part.get("custom_id")
            if custom_id is not None and part["type"] in {2, 3}:
                assert is_control(custom_id), custom_id
        if str(payload.get("custom_id", "")).startswith(MODAL):
            assert len(payload["title"]) <= 45
        else:
            mentions = payload.get("allowed_mentions")
            assert mentions is not None, payload
            assert not mentions.get("parse")
            assert not mentions.get("users")
            assert not mentions.get("roles")
    for message in (*club.messages(), *club.everyone[0].messages()):
        assert not message.payload["mention_everyone"]
        assert message.payload["mentions"] == []


async def test_names_are_shown_as_they_are_and_not_as_markdown(awkward: Club) -> None:
    club = awkward
    await club.sit_down()
    lobby = club.table_message().text()
    await club.everyone[0].press("Start")
    table = club.table_message().text()
    for text in (lobby, table):
        assert "\\*\\*\\_\\_\\~\\~\\`\\|\\>" in text or "\\*\\*\\_\\_\\~\\~\\`\\|>" in text
        assert NAMES[0] not in text
        assert NAMES[3] not in text
        assert "\\[x](https://x.example)" in text
        assert "{0} {1}" in text
    for player in club.everyone[:4]:
        noted = await player.command("close")
        for name in (NAMES[0], NAMES[3]):
            assert name not in noted.sentence


async def test_a_seat_taken_by_an_awkward_name_is_refused_without_quoting_it(awkward: Club) -> None:
    first, second, *_ = awkward.everyone
    await first.command("new")
    refused = await second.command("sit", seat=1)
    assert refused.sentence == "Somebody sits there. Choose an empty seat."


async def test_the_commands_keep_to_discords_limits(club: Club) -> None:
    for command in club.world.env.bot.tree.get_commands():  # type: ignore[attr-defined]
        payload = command.to_dict(club.world.env.bot.tree)  # type: ignore[attr-defined]
        assert len(payload["options"]) <= 25
        assert len(str(payload)) < 8000
        for option in (*payload["options"], *(o for s in payload["options"] for o in s.get("options", ()))):
            assert 1 <= len(option["name"]) <= 32
            assert 1 <= len(option["description"]) <= 100
            assert len(option.get("choices", ())) <= 25
