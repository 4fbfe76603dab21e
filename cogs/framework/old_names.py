"""The commands of the last release that have another name now. This file goes with the next release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OLD_NAMES: Final[Mapping[str, str]] = {
    "stats player": "/stats show",
    "stats pair": "/stats show",
    "stats rivals": "/stats show",
    "night progressive": "/night new",
    "night rotating": "/night new",
    "night duplicate": "/night new",
    "rook cards": "/me settings",
    "table pings": "/me settings",
    "table quiet-hours": "/me settings",
    "my-data privacy": "/me data",
    "my-data file": "/me data",
    "my-data forget": "/me data",
    "rook bid": "/rook play",
    "rook pass": "/rook play",
    "rook discard": "/rook play",
    "rook trump": "/rook play",
    "rook answer": "/rook play",
    "rook call": "/rook play",
    "rook score": "/rook show",
    "rook last-trick": "/rook show",
    "rook close": "/rook ask",
    "rook redeal": "/rook ask",
    "rook take-back": "/rook ask",
    "rook without": "/rook ask",
    "rook ask-back": "/rook ask",
    "table claim": "/rook claim",
    "table hint": "/rook hint",
    "table say": "/rook say",
    "table take-over": "/rook sit",
    "table computers": "/table seats",
    "table swap": "/table seats",
    "table partners": "/table seats",
    "table remove": "/table seats",
    "table let-back": "/table seats",
    "table open-seats": "/table seats",
    "table options": "/table setup",
    "league pair": "/league join",
    "league standings": "/league show",
    "league schedule": "/league show",
    "league results": "/league show",
    "league roster": "/league show",
    "league audit": "/league show",
    "league post": "/league manage",
    "league settings": "/league manage",
    "league draw": "/league manage",
    "league close": "/league manage",
    "league new-season": "/league manage",
    "league forfeit": "/league rule",
    "league void": "/league rule",
    "league restore": "/league rule",
    "league correct": "/league rule",
    "league remove": "/league rule",
    "rook-admin rules save": "/rook-admin rules",
    "rook-admin rules remove": "/rook-admin rules",
    "rook-admin rules default": "/rook-admin rules",
    "rook-admin rules list": "/rook-admin rules",
    "rook-admin rules counted": "/rook-admin settings",
    "rook-admin rules place": "/rook-admin settings",
    "rook-admin rules computers": "/rook-admin settings",
}
"""By an old command's full name: the command that does the same now."""


def renamed(name: str) -> str | None:
    """A sentence that names the command which replaced an old one; None for any other name."""
    now = OLD_NAMES.get(name)
    return None if now is None else f"`/{name}` is `{now}` now."


def renamings() -> str:
    """All old names by the new one, a line each."""
    by_new: dict[str, list[str]] = {}
    for old, new in OLD_NAMES.items():
        by_new.setdefault(new, []).append(f"`/{old}`")
    return "\n".join(f"`{new}`: was {', '.join(old)}" for new, old in by_new.items())
