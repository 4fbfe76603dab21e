"""Copies what is sent to Discord and back, several times as fast as ``copy.deepcopy``."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import orjson
from simcord import components, gateway
from simcord.http import router

JSON_ALONE: Final = (
    orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
)


def copied(value: Any) -> Any:
    """A deep copy of a value as in JSON; one with what JSON does not have is copied by ``copy.deepcopy``."""
    try:
        return orjson.loads(orjson.dumps(value, option=JSON_ALONE))
    except orjson.JSONEncodeError:
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
