"""Building the solver where there is a C compiler: ``python -m bot.computers.native.building``.

The library lies next to its source and has its hash in its name: one built from other source is never loaded.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("solver.c")
COMPILERS: Final = ("cc", "gcc", "clang")
FLAGS: Final = ("-O2", "-shared", "-fPIC")

log = logging.getLogger(__name__)


def library() -> Path:
    """Path of the compiled library for the present source, built or not."""
    digest = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return SOURCE.with_name(f"solver-{digest}.so")


def build() -> Path | None:
    """Compile the library unless it exists; returns its path, None without a compiler or on failure."""
    wanted = library()
    if wanted.exists():
        return wanted
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None:
        return None
    try:
        with tempfile.TemporaryDirectory(dir=wanted.parent) as scratch:
            made = Path(scratch, wanted.name)
            command = [compiler, *FLAGS, "-o", str(made), str(SOURCE)]
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - nothing comes from outside
            made.replace(wanted)
    except (OSError, subprocess.CalledProcessError) as error:
        log.warning("the solver could not be built (%s)", type(error).__name__)
        return None
    return wanted


if __name__ == "__main__":
    print(build() or "There is no C compiler here: the champion thinks in Python.")  # noqa: T201
