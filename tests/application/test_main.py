"""``python -m bot``: an error in the setup gets one sentence and exit code 2, a stop signal ends all cleanly.

Discord itself is never called: no setup here gets as far as connecting.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Self

import discord
import pytest
from pydantic import SecretStr

from bot import __main__ as command_line
from bot import running
from bot.app import App, open_app
from bot.common.address import Place
from bot.common.settings import Settings
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.health import pulse_file, pulse_files
from bot.stopping import Ending
from bot.supervisor import LOGIN_REFUSED
from bot.tools import copies, doctor, rebuild
from tests.application.command import TOKEN, assert_refused, environment, run_bot
from tests.application.offline_bot import offline_bot
from tests.inline import InlineComputers
from tests.postgres import PostgresServer
from tests.table.people import CHANNEL, settings_for

STOP = 5
"""Seconds within which a stopped bot must end."""


@pytest.mark.parametrize("token", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
def test_missing_token_error_says_where_to_put_it(tmp_path: Path, token: dict[str, str]) -> None:
    assert_refused(run_bot(tmp_path, **token), "DISCORD_TOKEN", ".env", "make play")
    assert list(tmp_path.iterdir()) == [], "nothing was made"


def test_invalid_setting_is_named(tmp_path: Path) -> None:
    ended = run_bot(tmp_path, "run", DISCORD_TOKEN=TOKEN, ROOKERY_TURN_LIMIT="soon")

    assert_refused(ended, "ROOKERY_TURN_LIMIT", ".env.example")


def test_database_in_missing_folder_is_named(tmp_path: Path) -> None:
    ended = run_bot(tmp_path, DISCORD_TOKEN=TOKEN, ROOKERY_DATABASE="nowhere/rookery.sqlite3")

    assert_refused(ended, "nowhere")


def test_folder_as_database_is_refused(tmp_path: Path) -> None:
    assert_refused(run_bot(tmp_path, DISCORD_TOKEN=TOKEN, ROOKERY_DATABASE=str(tmp_path)), str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert_refused(run_bot(tmp_path, DISCORD_TOKEN=TOKEN), "cannot be written")
    finally:
        tmp_path.chmod(0o700)


def test_other_file_as_database_is_named_and_unchanged(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 1000)

    ended = run_bot(tmp_path, DISCORD_TOKEN=TOKEN, ROOKERY_DATABASE="letter.txt")

    assert_refused(ended, "letter.txt is not a database")
    assert letter.read_text() == "Dear Ann, " * 1000


async def test_database_of_running_bot_is_refused(tmp_path: Path) -> None:
    database = await open_database(tmp_path / "rookery.sqlite3")

    ended = await asyncio.to_thread(run_bot, tmp_path, DISCORD_TOKEN=TOKEN)

    assert_refused(ended, "Another Rookery is using")
    assert await Remembered(database).is_writable()
    await database.close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        (f"postgresql://rookery:{TOKEN}@127.0.0.1:{{port}}/postgres", "check user and password"),
        (f"postgresql://rookery:{TOKEN}@127.0.0.1:1/postgres", "does not answer"),
        ("postgresql://rookery@/nowhere?host={folder}&port={port}", "no such database"),
        (f"postgresql://rookery:{TOKEN}/@127.0.0.1/rookery", "address cannot be read"),
        (f"mysql://rookery:{TOKEN}@127.0.0.1/rookery", "ROOKERY_DATABASE"),
    ],
)
def test_unusable_postgres_server_error_says_what_to_do(
    tmp_path: Path, postgres: PostgresServer, address: str, why: str
) -> None:
    """Neither the token, which stands for the password, nor the password is shown."""
    filled = address.format(port=postgres.port, folder=postgres.socket.parent)

    assert_refused(run_bot(tmp_path, DISCORD_TOKEN=TOKEN, ROOKERY_DATABASE=filled), why)
    assert list(tmp_path.iterdir()) == []


async def test_postgres_database_of_running_bot_is_refused(tmp_path: Path, postgres: PostgresServer) -> None:
    async with postgres.ready() as name:
        address = postgres.address(name)
        database = await open_database(address)
        ended = await asyncio.to_thread(
            run_bot, tmp_path, DISCORD_TOKEN=TOKEN, ROOKERY_DATABASE=address.get_secret_value()
        )
        assert_refused(ended, "Another Rookery is using")
        assert await Remembered(database).is_writable()
        await database.close()


def test_help_lists_the_commands(tmp_path: Path) -> None:
    """Run as users start it; the other tests run the command in a process that has already imported it."""
    asked = [sys.executable, "-m", "bot", "--help"]
    ended = subprocess.run(asked, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True)

    for command in (
        "run",
        "play",
        "emojis",
        "simulate",
        "copy-database",
        "backup",
        "restore",
        "doctor",
        "health",
    ):
        assert command in ended.stdout


TOO_LONG = "x" * 300
COMMANDS = (
    *("doctor", "doctor --repair 1", "rebuild", "health", "backup copy", "restore copy --yes"),
    "run",
)


@pytest.mark.parametrize("place", [".", "/", "..", "folder", "folder/", "file/x", "loop/x", TOO_LONG])
@pytest.mark.parametrize("command", COMMANDS)
def test_path_without_database_gets_one_line(
    tmp_path: Path,
    place: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = Settings(_env_file=None, DISCORD_TOKEN=SecretStr(TOKEN), database=Path(place))
    monkeypatch.setattr(command_line, "load_settings", lambda: settings)
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
    before = a_folder_with_traps(tmp_path, monkeypatch)

    code = command_line.main(command.split())

    printed = capsys.readouterr()
    if command == "health" and code == 1:
        assert "It isn't running" in printed.out
    else:
        assert (code, printed.err.count("\n")) == (2, 1)
    assert names(tmp_path) == before


@pytest.mark.parametrize("path", [".", "/", "", "..", "folder", "file/x", "loop/x", "/dev/null", TOO_LONG])
@pytest.mark.parametrize(
    "command", ["backup PATH", "restore PATH --yes", "copy-database rookery.sqlite3 PATH"]
)
def test_path_without_file_gets_one_line(
    tmp_path: Path,
    path: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command_line, "load_settings", lambda: Settings(_env_file=None))
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
    a_folder_with_traps(tmp_path, monkeypatch)
    asyncio.run(a_database(tmp_path / "rookery.sqlite3"))
    before = names(tmp_path)

    code = command_line.main([word.replace("PATH", path) for word in command.split()])

    assert (code, capsys.readouterr().err.count("\n")) == (2, 1)
    assert names(tmp_path) == before


def a_folder_with_traps(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Go to a folder with paths that lead astray; returns its contents."""
    monkeypatch.chdir(folder)
    (folder / "folder").mkdir()
    (folder / "file").write_text("Dear Ann")
    (folder / "loop").symlink_to("loop")
    return names(folder)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def a_database(path: Path) -> None:
    await (await open_database(path)).close()


def test_database_name_with_null_character_is_refused() -> None:
    with pytest.raises(ValueError, match="character that stands for nothing"):
        Settings(_env_file=None, database="rookery\0.sqlite3")  # type: ignore[arg-type]


@pytest.mark.parametrize("command", ["play --port 65536", "play --port x", "doctor --repair x"])
def test_unusable_argument_gets_one_line(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command_line, "load_settings", lambda: Settings(_env_file=None))
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)

    assert command_line.main(command.split()) == 2
    printed = capsys.readouterr().err
    assert " wants a whole number from " in printed
    assert printed.count("\n") == 1
    assert names(tmp_path) == []


@pytest.mark.slow  # a browser opens the address every day
@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_playground_prints_its_address_and_its_warnings(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "play"],
        cwd=tmp_path,
        env=environment(PYTHONUNBUFFERED="1", ROOKERY_PACEE="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("The card table is open: http://127.0.0.1:")
        assert process.stdout.readline().startswith("The first message there says how to begin.")
        process.send_signal(signal.SIGINT)
        said, logged = process.communicate()

    assert (process.returncode, said) == (0, "")
    assert "WARNING" in logged
    assert "there is no setting ROOKERY_PACEE" in logged
    assert logged.count("\n") == 1
    assert names(tmp_path) == []


@pytest.fixture
def interrupts_are_heard() -> Iterator[None]:
    """Let interrupts arrive as at a terminal: a shell's background job ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.usefixtures("interrupts_are_heard")
@pytest.mark.parametrize(
    ("command", "module", "work", "code", "said"),
    [
        ("doctor", doctor, "examine", 130, "Stopped.\n"),
        ("rebuild", rebuild, "rebuild", 2, "Stopped. The bot goes on with the rest when it runs.\n"),
        ("backup copy", copies, "back_up", 2, "Stopped. No backup was made.\n"),
    ],
)
def test_stopped_command_exits_with_failure(
    tmp_path: Path,
    command: str,
    module: ModuleType,
    work: str,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def is_stopped(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command_line, "load_settings", lambda: Settings(_env_file=None))
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
    monkeypatch.setattr(module, work, is_stopped)

    assert command_line.main(command.split()) == code
    assert capsys.readouterr() == ("", said)


def test_unknown_command_is_refused(tmp_path: Path) -> None:
    ended = run_bot(tmp_path, "fly")

    assert ended.returncode == 2
    assert "invalid choice: 'fly'" in ended.stderr


def test_health_command_sets_exit_code(tmp_path: Path) -> None:
    assert run_bot(tmp_path, "health").returncode == 1
    pulse_file(tmp_path / "rookery.sqlite3").touch()
    assert run_bot(tmp_path, "health").returncode == 0


# With a client of our own ---------------------------------------------------------------------------


class RefusedClient:
    """A client with a token that Discord refuses."""

    def __init__(self, app: App) -> None:
        pass

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        pass

    async def login(self, token: str) -> None:
        assert token == TOKEN
        raise discord.LoginFailure("Improper token has been passed.")


def test_refused_token_ends_bot_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(
        _env_file=None, DISCORD_TOKEN=SecretStr(TOKEN), database=tmp_path / "rookery.sqlite3", shards=1
    )
    monkeypatch.setattr(running, "RookeryBot", RefusedClient)
    monkeypatch.setattr(command_line, "load_settings", lambda: settings)
    monkeypatch.setattr(command_line, "set_up_logging", lambda *_: None)
    monkeypatch.setattr(Ending, "begin", lambda *_: None)  # it would end the tests

    assert command_line.main([]) == 2

    printed = capsys.readouterr()
    assert printed.err == LOGIN_REFUSED + "\n"
    assert TOKEN not in printed.out + printed.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stop_signal_ends_bot_cleanly_while_computers_play(tmp_path: Path, number: signal.Signals) -> None:
    stop_in_the_middle(tmp_path, number)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("turns", range(3))
def test_stop_during_any_stage_of_a_press_is_clean(tmp_path: Path, turns: int) -> None:
    stop_in_the_middle(tmp_path, signal.SIGTERM, turns)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_stop_signal_ends_bot_on_postgres_cleanly(tmp_path: Path, postgres: PostgresServer) -> None:
    name = asyncio.run(postgres.create())
    stop_in_the_middle(tmp_path, signal.SIGTERM, 1, postgres.address(name))
    asyncio.run(postgres.drop(name))

    assert list(tmp_path.iterdir()) == []


def stop_in_the_middle(
    folder: Path, number: signal.Signals, turns: int = 0, database: SecretStr | None = None
) -> None:
    """Stop the bot while computers play and a user presses: it ends, and all is stored."""
    place = "" if database is None else database.get_secret_value()
    settings = {"ROOKERY_PACE": "0", "ROOKERY_DATABASE": place, "ROOKERY_CARD_FACES": "false"}
    with offline_bot(folder, turns, **settings) as bot:
        bot.signal(number)
        code, said, logged = bot.end(STOP)

    assert code == 0
    assert said == "closed\n"
    assert "Traceback" not in logged
    assert " ERROR " not in logged
    assert TOKEN not in logged
    assert not pulse_files(database or folder / "rookery.sqlite3"), "health must not call it well"
    asyncio.run(assert_sound(database or folder / "rookery.sqlite3"))


async def assert_sound(place: Place) -> None:
    """Check that the database is free again, and that its table can be played on."""
    async with open_app(settings_for(place), computers=InlineComputers()) as app:
        assert (await app.tables.desk.awake(CHANNEL)).match.asked
