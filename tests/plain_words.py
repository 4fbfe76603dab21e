"""Codes in a text: identifiers, hexadecimal numbers and rulings, which players are not to read."""

from __future__ import annotations

import re
from typing import Final

IDENTIFIER: Final = re.compile(r"\w*[a-z0-9]_\w*")
HEXADECIMAL: Final = re.compile(r"\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{6,}\b")
RULING: Final = re.compile(r"\bR-\d+")
_TO_COPY: Final = re.compile(r"```.*?```|`[^`\n]*`|<[^>]*>|https?://\S+", re.DOTALL)
"""Codes of rules, commands, options to type, mentions and addresses."""


def codes_in(told: str) -> list[str]:
    """The codes in a text, but for what stands there to be copied."""
    plain = _TO_COPY.sub(" ", told)
    return [found for pattern in (IDENTIFIER, HEXADECIMAL, RULING) for found in pattern.findall(plain)]
