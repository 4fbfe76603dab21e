"""Pages made from what extensions declare: ``docs/commands.md`` and ``docs/permissions.md``."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from inspect import isclass
from typing import Final

from bot.client import extension_names
from cogs.framework.extension import Command, Extension, Topic
from cogs.framework.permissions import May
from cogs.ui.controls import Verb

COMMANDS_OPENING: Final = """\
# Commands

Everything that people can type, by what it is for. Everything also works with buttons;
[who may do what](permissions.md) has a page of its own.

This page is made from the code: `python -m bot commands > docs/commands.md`.
"""
PERMISSIONS_OPENING: Final = """\
# Who may do what

Every control and every command, and who can change something with it. “No one” means that it only shows
something, or says why it can't. Everyone else is answered in private, and nothing changes.

A player who has left a match is still its player and may come back. One who is forgotten is not.
A host who does nothing for a while before the match (`ROOKERY_HOST_PATIENCE`) is host no longer. The first
player who wants to decide something is the host then. A control of one table does nothing in another channel.
A command is about the table of its own channel. An organizer of a league is anyone who manages the server, or
has the role the league names. An evening belongs to the channel it was opened in, and to its threads.

Each extension in `cogs` declares its own lines, and `tests/e2e/secrecy/test_permissions.py` tries them on the
running bot: each line with each kind of person at each moment of a table.

This page is made from the code: `python -m bot permissions > docs/permissions.md`.
"""
ADMIN_ONLY: Final = (
    "\nEverything in `/rook-admin` is for people who may manage the server, what it only shows, too.\n"
)


def commands_page() -> str:
    """All commands by topic, with what they do and their options, as Markdown."""
    return "\n".join((COMMANDS_OPENING, *(_section(topic) for topic in Topic)))


def permissions_page() -> str:
    """Who may change something with each control and each command, as Markdown tables."""
    tables = (
        _permissions("control", controls().items()),
        ADMIN_ONLY,
        _permissions("command", ((f"/{name}", may) for name, may in commands().items())),
    )
    return "\n".join((PERMISSIONS_OPENING, *tables)) + "\n"


def controls() -> dict[Verb, May]:
    """Who may change something with each control, by its verb."""
    declared = dict(use for one in extensions() for use in one.uses())
    return {verb: declared[verb].may for verb in Verb}


def commands() -> dict[str, May]:
    """Who may change something with each command, by its full name, in alphabetical order."""
    declared = dict(use for one in extensions() for use in one.uses())
    return {name: declared[name].may for name in sorted(declared.keys() - set(Verb))}


def extensions() -> Iterator[type[Extension]]:
    """The classes of all extensions of the bot."""
    for name in extension_names():
        for one in vars(importlib.import_module(name)).values():
            if isclass(one) and issubclass(one, Extension) and one.__module__ == name:
                yield one


def _section(topic: Topic) -> str:
    rows = sorted(
        _row(typed.group.name, command)
        for one in extensions()
        for typed in one.typed
        if typed.topic is topic
        for command in typed.commands
    )
    return f"## {topic}\n\n| command | what it does | options |\n|---|---|---|\n{''.join(rows)}"


def _row(group: str, command: Command) -> str:
    options = " ".join(f"`{option.display_name}`" for option in command.parameters)
    return f"| `/{group} {command.name}` | {command.description} | {options} |\n"


def _permissions(kind: str, lines: Iterable[tuple[str, May]]) -> str:
    head = f"| {kind} | before the match | in it | when it is over | when the table is damaged |"
    rows = (f"| `{name}` | {' | '.join(may)} |" for name, may in lines)
    return "\n".join([head, "|---|---|---|---|---|", *rows])
