"""The commands of the last release that have another name now. This file goes with the next release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_REPLACED: Final[Mapping[str, str]] = {
    "/stats show": "stats player, stats pair, stats rivals",
    "/night new": "night progressive, night rotating, night duplicate",
    "/me settings": "rook cards, table pings, table quiet-hours",
    "/me data": "my-data privacy, my-data file, my-data forget",
    "/rook play": "rook bid, rook pass, rook discard, rook trump, rook answer, rook call",
    "/rook show": "rook score, rook last-trick",
    "/rook ask": "rook close, rook redeal, rook take-back, rook without, rook ask-back",
    "/rook claim": "table claim",
    "/rook hint": "table hint",
    "/rook say": "table say",
    "/rook sit": "table take-over",
    "/table seats": "table computers, table swap, table partners, table remove, table let-back, "
    "table open-seats",
    "/table setup": "table options",
    "/league join": "league pair",
    "/league show": "league standings, league schedule, league results, league roster, league audit",
    "/league manage": "league post, league settings, league draw, league close, league new-season",
    "/league rule": "league forfeit, league void, league restore, league correct, league remove",
    "/rook-admin rules": "rook-admin rules save, rook-admin rules remove, rook-admin rules default, "
    "rook-admin rules list",
    "/rook-admin settings": "rook-admin rules counted, rook-admin rules place, rook-admin rules computers",
}
"""The old commands' full names, by the command that does the same now."""
OLD_NAMES: Final = {old: new for new, names in _REPLACED.items() for old in names.split(", ")}


def renamed(name: str) -> str | None:
    """A sentence that names the command which replaced an old one; None for any other name."""
    now = OLD_NAMES.get(name)
    return None if now is None else f"`/{name}` is `{now}` now."


def renamings() -> str:
    """All old names by the new one, a line each."""
    old_names = {new: names.replace(", ", "`, `/") for new, names in _REPLACED.items()}
    return "\n".join(f"`{new}`: was `/{names}`" for new, names in old_names.items())
