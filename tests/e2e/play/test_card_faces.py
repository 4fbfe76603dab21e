"""Cards as drawn faces at a table, and in words for players who choose words."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from bot.delivery.card_faces import CardFaces
from bot.pictures.sheet import EMOJI_NAMES
from rules.core.decisions import ChooseCard
from tests.e2e.players import HAND, Club, Player
from tests.e2e.secrecy.secrets import check_own_hand, check_screens
from tests.e2e.worlds import Call

SHAPES = ("❤️", "⭐", "🍀", "🌑", "🐦")


class CompleteEmojis:
    """A Discord that has every face."""

    async def all(self) -> Mapping[str, str]:
        return {name: f"<:{name}:{10**18 + number}>" for number, name in enumerate(EMOJI_NAMES.values())}

    async def add(self, name: str, png: bytes) -> str:
        raise AssertionError("nothing is missing")


def face_of(player: Player) -> str:
    """How a card is shown in a hand: the emoji on the first card's button."""
    emojis = [part["emoji"]["name"] for part in player.hand().parts() if part.get("emoji")]
    return str(emojis[0])


async def is_drawn(club: Club) -> bool:
    """Whether the table shows faces to all."""
    return "<:" in (await club.table_message()).text()


async def test_words_setting_applies_to_one_player_even_after_restart(club: Club) -> None:
    names = set(EMOJI_NAMES.values())
    await club.app.delivery.card_faces.send_missing(CompleteEmojis())
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    player = club.asked
    await player.command("hand")
    assert face_of(player) in names
    assert await is_drawn(club)

    assert "in words" in (await player.choose_look("Cards in words")).text
    await player.command("hand")
    assert face_of(player) in SHAPES
    assert await is_drawn(club)

    await club.restart()
    await club.app.delivery.card_faces.send_missing(CompleteEmojis())
    await player.command("hand")
    assert face_of(player) in SHAPES
    await player.choose_look("Draw my cards")
    await player.command("hand")
    assert face_of(player) in names


async def with_faces(club: Club) -> Player:
    """A match with a card to play, all in faces; returns the asked player."""
    await club.app.delivery.card_faces.send_missing(CompleteEmojis())
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    await club.asked.command("hand")
    assert face_of(club.asked) in EMOJI_NAMES.values()
    return club.asked


@pytest.mark.parametrize("by_command", [True, False])
async def test_hand_with_deleted_emojis_is_answered_in_words(club: Club, *, by_command: bool) -> None:
    player = await with_faces(club)
    club.world.delete_emojis()
    reply = await (player.command("hand") if by_command else player.press("My hand"))
    assert club.world.refused_emojis == 1
    assert reply.text.startswith(HAND)
    assert face_of(player) in SHAPES
    check_own_hand(player)
    assert "<:" not in reply.text


async def test_match_with_deleted_emojis_is_played_on_in_words(club: Club) -> None:
    player = await with_faces(club)
    club.world.delete_emojis()
    await player.answer(club.sensible(player.decision, Random(3)))  # type: ignore[arg-type]
    refused = club.world.refused_emojis
    assert refused
    for _ in range(5):
        await club.asked.press("My hand")
        assert face_of(club.asked) in SHAPES
        await club.asked.answer(club.sensible(club.asked.decision, Random(3)))  # type: ignore[arg-type]
    assert not await is_drawn(club)
    await club["Eve"].press("Last trick")
    assert club.world.refused_emojis <= refused + 4, "what was drawn before, and nothing since"
    assert all("<:" not in seen.text() for seen in player.messages() if seen.text().startswith(HAND))
    check_screens(club)


async def test_table_message_with_deleted_emojis_is_edited_in_words(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_faces(club)
    club.world.delete_emojis()
    monkeypatch.setattr(CardFaces, "drop", lambda _: None)  # each message is refused separately
    await club.asked.answer(club.sensible(club.asked.decision, Random(3)))  # type: ignore[arg-type]
    assert not await is_drawn(club)
    assert [problem for problem in club.world.errors() if "50035" in str(problem)] == []


async def test_message_refused_for_other_reasons_keeps_its_faces(club: Club) -> None:
    player = await with_faces(club)
    club.world.make_fail(Call.ANSWER, status=400, code=50035, times=2)
    reply = await player.press("My hand")
    assert "Something went wrong" in reply.sentence
    await player.press("My hand")
    assert face_of(player) in EMOJI_NAMES.values()


async def test_faces_setting_without_a_table_is_kept(club: Club) -> None:
    ann = club.everyone[0]
    assert "in words" in (await ann.choose_look("Cards in words")).text
    assert club.app.people.settings.sees_words(ann.id)


async def test_open_hand_is_redrawn_when_faces_setting_changes(club: Club) -> None:
    await club.app.delivery.card_faces.send_missing(CompleteEmojis())
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    player = club.asked
    await player.command("hand")
    before = player.hand()
    await player.choose_look("Cards in words")
    assert player.hand().id == before.id
    assert face_of(player) in SHAPES


async def test_rules_of_game_for_four_start_with_a_picture(club: Club) -> None:
    ann = club.everyone[0]
    told = await ann.command("rules", game="kentucky")
    first, *_ = told.messages
    (gallery,) = [part for part in club.world.look_at(first).parts() if "items" in part]
    assert "A trick, three cards in." in gallery["items"][0]["description"]
    assert not any("items" in part for part in (await ann.command("rules", game="tuxedo_old")).seen.parts())
