"""``python -m bot``, run in a folder with settings of its own until it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.__main__ import main
from tests.forked import begin

ROOT: Final = Path(__file__).parents[2]
TOKEN: Final = "MTIzNDU2Nzg5.G4mbit.very-secret"
QUICK: Final = 20
"""Timeout in seconds for a process to end."""


def environment(**settings: str) -> dict[str, str]:
    """The environment with these settings and no others."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ROOKERY_", "DISCORD_", "COV_"))
    }
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


def run_bot(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder until it ends."""
    with TemporaryDirectory() as place:
        out, err = Path(place) / "out", Path(place) / "err"
        process = begin(_run, folder, arguments, environment(**settings), (out, err))
        process.join(QUICK)
        process.kill()
        process.join()
        assert process.exitcode is not None
        said, logged = (path.read_text(encoding="utf-8") for path in (out, err))
        return subprocess.CompletedProcess(arguments, process.exitcode, said, logged)


def _run(
    folder: Path, arguments: Sequence[str], settings: Mapping[str, str], said: tuple[Path, Path]
) -> None:
    """Replace the subprocess by the command."""
    for stream, path in zip((sys.stdout, sys.stderr), said, strict=True):
        with path.open("wb") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    sys.exit(main(list(arguments)))


def assert_refused(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    """Assert that the command exited with one line that names the error in the setup."""
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert TOKEN not in ended.stderr
    for word in words:
        assert word in ended.stderr
