"""Copies what is sent to Discord and back, several times as fast as ``copy.deepcopy``."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from simcord import components, gateway
from simcord.http import router

UNCHANGING: Final = frozenset({str, int, float, bool, type(None)})


def copied(value: Any) -> Any:
    """A deep copy of a value as in JSON; what JSON does not have is copied by ``copy.deepcopy``."""
    kind = type(value)
    if kind in UNCHANGING:
        return value
    if kind is dict:
        return {key: copied(one) for key, one in value.items()}
    if kind is list:
        return [copied(one) for one in value]
    return copy.deepcopy(value)


@contextmanager
def simcord_copies_quickly() -> Iterator[None]:
    """Let SimCord copy its payloads with ``copied``: with ``deepcopy``, copying took a tenth of the time."""
    quick = SimpleNamespace(deepcopy=copied)
    with (
        patch.object(router, "copy", quick),
        patch.object(gateway, "copy", quick),
        patch.object(components, "deepcopy", copied),
    ):
        yield
