"""Licences and vulnerabilities of releases, from the package registry that pip is configured for."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

from tests.supply.locks import Package

TIMEOUT: Final = 10.0
"""Seconds to wait for one answer."""
LONGEST_LICENCE: Final = 60
"""Characters of a licence's name; some releases give the whole text there."""


_ASKED: Final = """
from pip._internal.commands import create_command
print(create_command("download").parser.parse_args([])[0].index_url)
"""
"""Script that prints pip's index URL, with its default, which ``pip config get`` leaves out."""


class Release(NamedTuple):
    """A release's licence and vulnerabilities: by id, the versions that fix each."""

    package: Package
    licence: str
    faults: dict[str, tuple[str, ...]]


def registry() -> str | None:
    """The URL of the registry pip would install from; None if pip tells none."""
    answer = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=False)
    return answer.stdout.strip().rstrip("/").removesuffix("/simple") or None


def release(address: str, package: Package) -> Release:
    """Look a release up in a registry.

    Raises:
        OSError: the registry cannot be reached, or does not know the release.
        ValueError: its answer cannot be read.
    """
    url = f"{address}/pypi/{package.name}/{package.version}/json"
    with urlopen(url, timeout=TIMEOUT) as answer:
        told: dict[str, Any] = json.load(answer)
    known = [one for one in told.get("vulnerabilities") or () if not one.get("withdrawn")]
    return Release(
        package, _licence(told["info"]), {one["id"]: tuple(one.get("fixed_in") or ()) for one in known}
    )


def _licence(info: dict[str, Any]) -> str:
    """The licence's expression, else its name, else its classifiers."""
    classified = [
        one.rpartition(" :: ")[2] for one in info.get("classifiers") or () if one.startswith("License ::")
    ]
    named = (info.get("license") or "").strip()
    short = named if len(named) <= LONGEST_LICENCE and "\n" not in named else ""
    return info.get("license_expression") or short or ", ".join(classified) or "not said"
