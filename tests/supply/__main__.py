"""Audit and list the bot's locked packages: ``python -m tests.supply [parts.json]``.

An unreachable registry is reported and no failure; a known vulnerability is a failure.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.supply.locks import locked
from tests.supply.parts import parts_list
from tests.supply.registry import Release, registry, release

LOCK: Final = Path(__file__).parents[2] / "requirements.lock"
AT_ONCE: Final = 4


def main(target: Path | None = None, lock: Path = LOCK) -> int:
    """Audit all packages; returns 1 if a package has a known vulnerability."""
    address, packages = registry(), locked(lock)
    if address is None:
        print("The audit of the packages is skipped: pip tells of no registry.")
        return 0
    try:
        with ThreadPoolExecutor(AT_ONCE) as askers:
            releases = list(askers.map(lambda package: release(address, package), packages))
    except (OSError, ValueError, KeyError) as error:
        print(f"The audit of the packages is skipped: the registry gives no answer ({type(error).__name__}).")
        return 0
    if target is not None:
        target.write_text(json.dumps(parts_list(releases), indent=1), encoding="utf-8")
    return _tell(releases)


def _tell(releases: list[Release]) -> int:
    for one in releases:
        print(f"{one.package.name} {one.package.version}: {one.licence}")
    faults = [(one.package, fault, mended) for one in releases for fault, mended in one.faults.items()]
    for package, fault, mended in faults:
        print(
            f"{package.name} {package.version}: {fault}, mended in {', '.join(mended) or 'no version yet'}."
        )
    print(f"{len(releases)} packages, {len(faults)} known faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
