"""The packages a hashed requirements file locks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

_PACKAGE: Final = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Package(NamedTuple):
    """One package at one version, with the hashes of the files that may be installed."""

    name: str
    version: str
    hashes: tuple[str, ...]


def locked(path: Path) -> list[Package]:
    """The packages of a lock, in its order."""
    text = path.read_text(encoding="utf-8")
    found = list(_PACKAGE.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [
        Package(one[1], one[2], tuple(_HASH.findall(text, one.end(), end)))
        for one, end in zip(found, ends, strict=True)
    ]
