"""Runs the code of extensions once for all bots of a process; each start of a bot would load them again."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any
from unittest.mock import patch

from discord.ext.commands.bot import BotBase

RUN = SourceFileLoader.exec_module
MAKE = importlib.util.module_from_spec
FORGET = BotBase._call_module_finalizers


@contextmanager
def loaded_once() -> Iterator[None]:
    """Give each bot the modules of the first one: what their code makes is the same each time."""
    known: dict[str, ModuleType] = {}

    def make(spec: ModuleSpec) -> ModuleType:
        return known.get(spec.name) or MAKE(spec)

    def run(loader: SourceFileLoader, module: ModuleType) -> None:
        first = known.get(module.__name__)
        if first is None:
            RUN(loader, module)
            known[module.__name__] = module
        elif first is not module:  # imported while no bot had it loaded
            vars(module).update(vars(first))

    async def forget(bot: Any, module: ModuleType, name: str) -> None:
        """Remove a bot's extension of that name. None has a teardown or submodules."""
        bot._BotBase__extensions.pop(name, None)
        sys.modules.pop(name, None)

    with (
        patch.object(importlib.util, "module_from_spec", make),
        patch.object(SourceFileLoader, "exec_module", run),
        patch.object(BotBase, "_call_module_finalizers", forget),
    ):
        yield


@contextmanager
def fresh_extensions_loaded() -> Iterator[None]:
    """Let each bot run the code of its extensions, as without ``loaded_once``."""
    with (
        patch.object(importlib.util, "module_from_spec", MAKE),
        patch.object(SourceFileLoader, "exec_module", RUN),
        patch.object(BotBase, "_call_module_finalizers", FORGET),
    ):
        yield
