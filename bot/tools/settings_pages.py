"""``python -m bot running`` and ``environment``: docs/running.md with its settings, and .env.example."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.common.settings import PREFIX, Settings, environment_name

RUNNING: Final = Path(__file__).parents[2] / "docs" / "running.md"
TABLE: Final = re.compile(r"(?<=^\| setting \| usual value \| what it does \|\n)(?:\|.*\n)+", re.MULTILINE)
OPENING: Final = "# Copy this file to .env and fill in the token. Only DISCORD_TOKEN is needed."
WIDTH: Final = 120
"""Characters in a line of .env.example."""


def running_page() -> str:
    """docs/running.md with its table of settings as the code has them.

    Raises:
        OSError: this is no checkout: there are no docs.
    """
    rows = [f"| `{name}` |{f' `{usual}`' if usual else ''} | {text} |\n" for name, usual, text in _settings()]
    return TABLE.sub("|---|---|---|\n" + "".join(rows), RUNNING.read_text(encoding="utf-8"))


def environment_page() -> str:
    """.env.example: each setting with its usual value, all but the token switched off."""
    parts = [OPENING]
    for name, usual, text in _settings():
        plain = text.replace("`", "").replace("*", "")
        said = textwrap.indent(textwrap.fill(plain, WIDTH - 2, break_on_hyphens=False), "# ")
        parts.append(f"{said}\n{'# ' if name.startswith(PREFIX) else ''}{name}={usual}")
    return "\n\n".join(parts) + "\n"


def _settings() -> Iterator[tuple[str, str, str]]:
    """Each setting: its name in the environment, its usual value (empty without one), its sentences."""
    for field, about in Settings.model_fields.items():
        usual = "" if about.default is None else str(about.default)
        assert about.description is not None
        yield environment_name(field), usual, " ".join(about.description.split())
