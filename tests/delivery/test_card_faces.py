"""Card faces as emojis: only missing ones are uploaded, and an interrupted upload continues."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partialmethod
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from discord.http import Route
from PIL import Image
from pydantic import SecretStr

from bot import __main__ as command_line
from bot import app
from bot.common.settings import Settings
from bot.delivery import card_faces
from bot.delivery.card_faces import CardFaces, OutOfReach, Sent
from bot.discord_account import KEPT, DiscordEmojis, logged_in
from bot.models.faces import NO_FACES
from bot.pictures.sheet import EMOJI_NAMES, SHEET, USUAL
from rules.core.cards import Card
from tests.application.command import TOKEN, environment
from tests.application.emoji_discord import MOST, EmojiDiscord
from tests.inline import InlinePictures

NAMES = list(EMOJI_NAMES.values())
LAST = NAMES[-5:]
"""The few that most tests send."""


@pytest.fixture
def almost_complete() -> EmojiDiscord:
    """A Discord with all faces but the last five, and an emoji of another kind."""
    return EmojiDiscord(["rook_fan", *NAMES[:-5]])


@pytest.fixture
async def emojis(almost_complete: EmojiDiscord) -> AsyncIterator[DiscordEmojis]:
    async with almost_complete.served() as address:
        with patch.object(Route, "BASE", address):
            async with logged_in(TOKEN) as client:
                yield DiscordEmojis(client)


async def send(emojis: card_faces.Emojis) -> tuple[CardFaces, Sent]:
    faces = CardFaces(InlinePictures())
    return faces, await faces.send_missing(emojis, pause=0)


async def test_missing_faces_are_uploaded_and_later_only_the_list_is_requested(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis
) -> None:
    faces, sent = await send(emojis)
    assert (sent, almost_complete.asked) == (Sent(5, 0), ["list", *LAST])
    assert {Image.open(BytesIO(image)).size for image in almost_complete.images.values()} == {(128, 128)}
    red_14 = EMOJI_NAMES["red_14"]
    assert faces.shown.card(Card.parse("R14")) == f"<:{red_14}:{1000 + almost_complete.names.index(red_14)}>"
    assert len(faces.shown) == len(SHEET)

    almost_complete.asked.clear()
    again, nothing = await send(emojis)
    assert (nothing, almost_complete.asked) == (Sent(0, 0), ["list"])
    assert str(nothing) == f"All {len(SHEET)} card faces are there. Nothing had to be sent."
    assert len(again.shown) == len(SHEET)


async def test_only_a_changed_face_is_uploaded_again(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis
) -> None:
    almost_complete.names += LAST
    almost_complete.names[almost_complete.names.index(EMOJI_NAMES["rook"])] = "rook_0000"
    _, sent = await send(emojis)
    assert (sent, almost_complete.asked) == (Sent(1, 0), ["list", EMOJI_NAMES["rook"]])


async def test_rate_limit_is_waited_for_and_no_face_is_sent_twice(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis
) -> None:
    almost_complete.slow_down_at = {2, 4, 5}
    _, sent = await send(emojis)
    assert sent == Sent(5, 0)
    assert almost_complete.sent == LAST


async def test_killed_upload_is_continued_by_the_command(
    almost_complete: EmojiDiscord,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    del almost_complete.names[-35:]
    async with almost_complete.served() as address:
        killed = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.application.faces_sent", address),
            cwd=tmp_path,
            env=environment(DISCORD_TOKEN=TOKEN),
        )
        await almost_complete.some_sent.wait()
        killed.kill()
        await killed.wait()
        before = len(almost_complete.sent)
        assert 3 <= before < 40

        settings = Settings(_env_file=None, DISCORD_TOKEN=SecretStr(TOKEN))
        monkeypatch.setattr(command_line, "load_settings", lambda: settings)
        monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
        monkeypatch.setattr(Route, "BASE", address)
        monkeypatch.setattr(app, "DrawingProcess", InlinePictures)
        monkeypatch.setattr(CardFaces, "send_missing", partialmethod(CardFaces.send_missing, pause=0.0))
        assert await asyncio.to_thread(command_line.main, ["emojis"]) == 0

    assert capsys.readouterr().out == f"{KEPT}\n{40 - before} card faces were sent. All 202 are there.\n"
    assert almost_complete.sent == NAMES[-40:]


async def test_faces_uploaded_by_another_process_are_adopted(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis
) -> None:
    class Late:
        """Returns the list from before the other process started."""

        async def all(self) -> Mapping[str, str]:
            known = await emojis.all()
            almost_complete.names += [name for name in LAST if name not in almost_complete.names]
            return known

        async def add(self, name: str, png: bytes) -> str:
            return await emojis.add(name, png)

    faces, sent = await send(Late())
    assert (sent, almost_complete.asked) == (Sent(0, 0), ["list", LAST[0], "list"])
    assert len(faces.shown) == len(SHEET)


async def test_taken_name_is_reported_and_the_other_faces_are_uploaded(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis, caplog: pytest.LogCaptureFixture
) -> None:
    almost_complete.unlisted = {LAST[1]}
    _, sent = await send(emojis)
    assert (sent, almost_complete.sent) == (Sent(4, 1), [LAST[0], *LAST[2:]])
    assert card_faces.TAKEN % LAST[1] in caplog.messages
    assert str(sent) == "4 of 202 card faces were sent. Still missing: 1."


@pytest.mark.parametrize("room", [0, 2])
async def test_upload_stops_with_a_report_when_discord_keeps_no_further_faces(
    room: int, almost_complete: EmojiDiscord, emojis: DiscordEmojis, caplog: pytest.LogCaptureFixture
) -> None:
    almost_complete.names += [
        f"somebodys_{number}" for number in range(MOST - len(almost_complete.names) - room)
    ]
    faces, sent = await send(emojis)
    assert (sent, almost_complete.asked) == (Sent(room, 5 - room), ["list", *LAST[:room]])
    assert card_faces.FULL % (MOST, MOST, 5 - room) in caplog.messages
    assert faces.shown.card(Card.parse("R14")), "what is there is shown"


async def test_full_answer_of_discord_ends_the_upload(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis, caplog: pytest.LogCaptureFixture
) -> None:
    with patch("tests.application.emoji_discord.MOST", len(almost_complete.names) + 1):
        _, sent = await send(emojis)
    assert (sent, almost_complete.sent) == (Sent(1, 4), LAST[:1])
    assert card_faces.FULL % (len(almost_complete.names), MOST, 4) in caplog.messages


async def test_unreachable_discord_is_asked_again(
    almost_complete: EmojiDiscord,
    emojis: DiscordEmojis,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(card_faces, "FIRST_RETRY", 0)
    faces, tries = CardFaces(InlinePictures()), 0

    class Away:
        async def all(self) -> Mapping[str, str]:
            nonlocal tries
            tries += 1
            almost_complete.refuses = tries < 3
            return await emojis.all()

        async def add(self, name: str, png: bytes) -> str:
            return await emojis.add(name, png)

    almost_complete.names += LAST
    keeping = asyncio.create_task(faces.keep(Away()))
    await until(lambda: len(faces.shown) == len(SHEET))
    keeping.cancel()
    assert tries == 3
    assert caplog.messages.count(card_faces.AWAY % "403") == 2
    assert len(faces.shown) == len(SHEET)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until ``is_so`` returns True."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110  (what is waited for sets no event)
            await asyncio.sleep(0.01)


async def test_refused_faces_are_dropped_at_once_and_sent_again_if_deleted(
    almost_complete: EmojiDiscord,
    emojis: DiscordEmojis,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(card_faces, "FIRST_RETRY", 0.05)
    almost_complete.names += LAST
    faces = CardFaces(InlinePictures())
    keeping = asyncio.create_task(faces.keep(emojis, pause=0))
    await until(lambda: len(faces.shown) == len(SHEET))
    del almost_complete.names[-9:]
    almost_complete.asked.clear()

    faces.drop()
    faces.drop()  # of a message in flight

    assert faces.shown is NO_FACES
    assert caplog.messages.count(card_faces.REFUSED) == 1
    await until(lambda: len(faces.shown) == len(SHEET))
    keeping.cancel()
    assert almost_complete.asked == ["list", *NAMES[-9:]]


async def test_repeatedly_refused_faces_are_checked_with_backoff(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = list[float]()
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds >= card_faces.FIRST_RETRY:
            pauses.append(seconds)
        await sleep(0)

    almost_complete.names += LAST
    faces = CardFaces(InlinePictures())
    with patch("bot.delivery.card_faces.asyncio.sleep", noted):
        keeping = asyncio.create_task(faces.keep(emojis))
        for count in range(1, 9):
            while faces.shown is NO_FACES:
                await sleep(0.001)
            faces.drop()
            while len(pauses) < count:
                await sleep(0.001)
        keeping.cancel()
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_command_says_that_discord_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(_env_file=None, DISCORD_TOKEN=SecretStr(TOKEN))
    monkeypatch.setattr(command_line, "load_settings", lambda: settings)
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1")

    assert command_line.main(["emojis"]) == 1
    assert capsys.readouterr() == ("", card_faces.AWAY % "ClientConnectorError" + "\n")


async def test_face_that_cannot_be_drawn_is_retried_later(
    emojis: DiscordEmojis, almost_complete: EmojiDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    class Undrawn(InlinePictures):
        async def face(self, name: str) -> bytes | None:
            return None

    sent = await CardFaces(Undrawn()).send_missing(emojis)
    assert sent == Sent(0, 5, is_worth_another_try=True)
    assert almost_complete.asked == ["list"]
    assert any("could not be drawn" in line for line in caplog.messages)


async def test_cards_are_in_words_until_a_default_deck_is_complete(
    almost_complete: EmojiDiscord, emojis: DiscordEmojis
) -> None:
    usual = [name for face, name in EMOJI_NAMES.items() if face in USUAL]
    almost_complete.names = [*usual[:-1]]
    faces = CardFaces(InlinePictures())
    await faces._learn(emojis)
    assert faces.shown is NO_FACES
    almost_complete.names.append(usual[-1])
    await faces._learn(emojis)
    assert len(faces.shown) == len(USUAL)


async def test_unexpected_error_never_reaches_the_bot(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        async def all(self) -> Mapping[str, str]:
            raise ZeroDivisionError

        async def add(self, name: str, png: bytes) -> str:
            raise OutOfReach

    await CardFaces(InlinePictures()).keep(Broken())
    assert caplog.messages == ["card faces are left as they are: ZeroDivisionError"]
