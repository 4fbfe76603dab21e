"""The command line, ``rookery`` or ``python -m bot``: each command, run by the settings."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import discord

from bot import health, running
from bot.app import open_app, open_card_faces
from bot.client import RookeryBot
from bot.common import metrics
from bot.common.address import Place
from bot.common.errors import StoreError
from bot.common.log import set_up_logging
from bot.common.loop import new_runner
from bot.common.settings import Settings, SettingsError, load_settings, unknown_settings
from bot.common.typed_numbers import BadNumber, option_number
from bot.delivery.card_faces import AWAY, OutOfReach
from bot.discord_account import DiscordEmojis, logged_in, send_profile
from bot.stopping import BROKEN
from bot.supervisor import LOGIN_REFUSED
from bot.tools import copies, doctor, rebuild, simulate, verify

log = logging.getLogger(__name__)

STOPPED: Final = 130
"""Exit code of a program stopped by Ctrl-C: 128 + SIGINT."""
RUN_ON: Final = (None, "run", "play")
"""Commands that run until they are stopped; a stop is their normal end."""
MOST_PORT: Final = 65_535
PRIVATE: Final = 0o077
"""The umask: only this user may use the files that are created."""
LOGIN_MISSING: Final = (
    "There is no bot token. Put DISCORD_TOKEN=… into .env (see .env.example and the README, "
    "“Install on Discord”), or try the game without Discord: make play, or rookery play."
)

WITHOUT_SETTINGS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "simulate": simulate.run,
    "verify": verify.run,
    "copy-database": copies.run_copy,
}
"""Commands that need no settings."""
PAGES: Final[Mapping[str, str]] = {
    "games": "bot.tools.pages",
    "commands": "cogs.framework.pages",
    "permissions": "cogs.framework.pages",
    "running": "bot.tools.pages",
    "environment": "bot.tools.pages",
}
"""Modules that generate pages of docs, by command: each has a function named ``<command>_page``."""
PAGE_FILES: Final[Mapping[str, str]] = {"environment": ".env.example"}
"""Pages that are not in docs."""
ON_THE_DATABASE: Final[Mapping[str, Callable[[Place, argparse.Namespace], int]]] = {
    "backup": copies.run_backup,
    "restore": copies.run_restore,
    "doctor": doctor.run,
    "rebuild": rebuild.run,
}
"""Commands that work on the database named in the settings."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code: 2 for a bad setting, option or database, 130 if stopped early."""
    os.umask(PRIVATE)
    options = _parser().parse_args(arguments)
    try:
        if options.command in WITHOUT_SETTINGS:
            return WITHOUT_SETTINGS[options.command](options)
        if options.command in PAGES:
            print(_page(options.command), end="")
            return 0
        settings = load_settings()
        set_up_logging("WARNING" if options.command == "play" else settings.log_level, settings.log_format)
        if options.command == "play":  # what Discord's library warns of is not there in the playground
            logging.getLogger("discord").setLevel(logging.ERROR)
        if options.command == "health":
            return health.tell(settings.database)
        if options.command in ON_THE_DATABASE:
            return ON_THE_DATABASE[options.command](settings.database, options)
        if options.command == "play":
            return asyncio.run(
                _play(settings, option_number(options.port, "--port", least=0, most=MOST_PORT))
            )
        with new_runner() as runner:
            return runner.run(_send_faces(settings) if options.command == "emojis" else _run(settings))
    except (SettingsError, StoreError, BadNumber, metrics.PortRefused) as error:
        print(error, file=sys.stderr)
        return BROKEN
    except KeyboardInterrupt:
        is_early = options.command not in RUN_ON
        if is_early:
            print("Stopped.", file=sys.stderr)
        return STOPPED if is_early else 0


def _page(name: str) -> str:
    """A generated page as Markdown. Its module is imported by name: ``bot`` must not import ``cogs``."""
    make: Callable[[], str] = getattr(importlib.import_module(PAGES[name]), f"{name}_page")
    return make()


def _parser() -> argparse.ArgumentParser:
    name = "rookery" if Path(sys.argv[0]).stem == "rookery" else "python -m bot"
    parser = argparse.ArgumentParser(prog=name, description="Rookery: play Rook on Discord.")
    commands = parser.add_subparsers(dest="command", title="commands")
    commands.add_parser("run", help="run the bot on Discord (the default)")
    play = commands.add_parser("play", help="open the playground in a browser, without Discord")
    play.add_argument("--port", default="0", help="the page's port; a free one by default")
    simulate.add_arguments(commands.add_parser("simulate", help="let computers play a match and print it"))
    verify.add_arguments(
        commands.add_parser("verify", help="check that a seal, a seed and a shuffled deck belong together")
    )
    copies.add_copy_arguments(
        commands.add_parser("copy-database", help="move everything to another database, SQLite or PostgreSQL")
    )
    copies.add_backup_arguments(commands.add_parser("backup", help="write all that is stored into one file"))
    copies.add_restore_arguments(commands.add_parser("restore", help="go back to a backup"))
    doctor.add_arguments(
        commands.add_parser("doctor", help="look at all that is stored, and say what is wrong with it")
    )
    commands.add_parser("rebuild", help="make standings, ratings and statistics again from the results")
    commands.add_parser(
        "emojis", help="send the card faces, avatar and banner that Discord lacks; the bot may run"
    )
    for name in PAGES:
        commands.add_parser(name, help=f"print {PAGE_FILES.get(name, f'docs/{name}.md')}, made from the code")
    commands.add_parser("health", help="say how this database's bot is; exit with 0 if it is well")
    return parser


async def _run(settings: Settings) -> int:
    """Run the bot on Discord until it is told to stop; returns 0."""
    token = _token(settings)
    _warn_of_unknown_settings()
    with metrics.serving(settings.metrics_port):
        await running.run(settings, token)
    return 0


def _warn_of_unknown_settings() -> None:
    for name in unknown_settings():
        log.warning("there is no setting %s: it changes nothing; .env.example explains all there are", name)


def _token(settings: Settings) -> str:
    if settings.discord_token is None:
        raise SettingsError(LOGIN_MISSING)
    return settings.discord_token.get_secret_value()


async def _send_faces(settings: Settings) -> int:
    """Upload the card faces and account pictures that Discord lacks; returns the exit code."""
    try:
        async with open_card_faces() as faces, logged_in(_token(settings)) as client:
            profile, is_sent = await send_profile(client)
            print(profile)
            sent = await faces.send_missing(DiscordEmojis(client))
    except discord.LoginFailure:
        raise SettingsError(LOGIN_REFUSED) from None
    except OutOfReach as trouble:
        print(AWAY % trouble, file=sys.stderr)
        return 1
    print(sent)
    return 1 if sent.missing or not is_sent else 0


async def _play(settings: Settings, port: int) -> int:
    """Open the playground on a new temporary database; returns the exit code 0."""
    from bot.tools.playground import open_playground

    _warn_of_unknown_settings()
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        fresh = settings.model_copy(update={"database": Path(folder) / "playground.sqlite3"})
        async with open_app(fresh) as app:
            faces = app.delivery.card_faces if settings.card_faces else None
            await open_playground(
                RookeryBot(app), faces=faces, port=port, say=lambda text: print(text, flush=True)
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
