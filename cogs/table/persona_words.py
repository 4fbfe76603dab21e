"""Remarks of computer personas at the end of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.table.desk.phrases import Remark

REMARKS: Final[Mapping[str, Mapping[Remark, str]]] = {
    "rosie": {
        Remark.MADE: "That worked out.",
        Remark.SET: "I bid one too many.",
        Remark.PARTNER: "Nicely played, partner.",
    },
    "jack": {
        Remark.MADE: "Worth the bid.",
        Remark.SET: "I'd bid it again.",
        Remark.PARTNER: "Good bid, partner.",
    },
    "pearl": {
        Remark.MADE: "Glad I bid it.",
        Remark.SET: "I should have passed.",
        Remark.PARTNER: "You had that well in hand.",
    },
    "amos": {
        Remark.MADE: "Got there.",
        Remark.SET: "My fault.",
        Remark.PARTNER: "Well done, partner.",
    },
    "hazel": {
        Remark.MADE: "That was enough.",
        Remark.SET: "I'll be more careful.",
        Remark.PARTNER: "I like how you played that.",
    },
    "otis": {
        Remark.MADE: "I had a good feeling about that one.",
        Remark.SET: "Can't make them all.",
        Remark.PARTNER: "That's how it's done, partner.",
    },
}
"""By the key of a persona."""
