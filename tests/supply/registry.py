"""What the package registry says of a release; which registry it is, the installer's configuration says."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

from tests.supply.locks import Package

PATIENCE: Final = 10.0
"""Seconds for one answer."""
LONGEST_LICENCE: Final = 60
"""Characters of a licence's name; some releases have the whole text there."""


_ASKED: Final = """
from pip._internal.commands import create_command
print(create_command("download").parser.parse_args([])[0].index_url)
"""
"""What pip reads from its files, the environment and itself; ``pip config get`` leaves the last out."""


class Release(NamedTuple):
    """What is known of a release: its licence, and by number what is known against it, with what mends it."""

    package: Package
    licence: str
    faults: dict[str, tuple[str, ...]]


def registry() -> str | None:
    """The address of the registry pip would install from, configured or its own; None where it tells none."""
    answer = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=False)
    return answer.stdout.strip().rstrip("/").removesuffix("/simple") or None


def release(address: str, package: Package) -> Release:
    """What a registry says of a release.

    Raises:
        OSError: it cannot be reached, or does not know it.
        ValueError: what it says cannot be read.
    """
    url = f"{address}/pypi/{package.name}/{package.version}/json"
    with urlopen(url, timeout=PATIENCE) as answer:
        told: dict[str, Any] = json.load(answer)
    known = [one for one in told.get("vulnerabilities") or () if not one.get("withdrawn")]
    return Release(
        package, _licence(told["info"]), {one["id"]: tuple(one.get("fixed_in") or ()) for one in known}
    )


def _licence(info: dict[str, Any]) -> str:
    """The licence's expression, else its name, else what the classifiers say."""
    classified = [
        one.rpartition(" :: ")[2] for one in info.get("classifiers") or () if one.startswith("License ::")
    ]
    named = (info.get("license") or "").strip()
    short = named if len(named) <= LONGEST_LICENCE and "\n" not in named else ""
    return info.get("license_expression") or short or ", ".join(classified) or "not said"
