"""Discord's limits, checked on everything the bot has sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.ui.controls import BUTTON, MODAL, SELECT, Control
from tests.e2e.players import Club
from tests.plain_words import codes_in

COMPONENTS, TEXT, CUSTOM_ID, OPTIONS, LABEL, ROW = 40, 4000, 100, 25, 80, 5
READ = ("content", "label", "description", "placeholder")
"""Keys of a component, or of a menu's option, with text that is read."""


def check_everything_sent(club: Club) -> int:
    """Check all messages and modals since the start: within limits, no user pinged; returns how many."""
    sent = list(payloads(club))
    for payload in sent:
        check_limits(payload)
        check_controls(payload)
        check_mentions(payload)
    return len(sent)


def payloads(club: Club) -> Iterator[dict[str, Any]]:
    """Every message and modal the bot has sent or edited."""
    for call in club.world.env.http_requests:
        if call.method in {"POST", "PATCH"} and isinstance(call.json, dict):
            data = call.json.get("data", call.json) if call.path.endswith("/callback") else call.json
            if isinstance(data, dict) and "components" in data:
                yield data


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones too."""
    for part in components:
        yield part
        yield from parts(part.get("components") or [])
        if isinstance(part.get("component"), dict):
            yield part["component"]


def check_words(club: Club) -> None:
    """Check that no code is read in anything the bot has sent."""
    for payload in payloads(club):
        for part in parts(payload["components"]):
            read = [part, *(part.get("options") or ())]
            told = [str(one.get(key) or "") for one in read for key in READ]
            assert not codes_in("\n".join(told)), told


def check_limits(payload: dict[str, Any]) -> None:
    """Check a message against Discord's limits."""
    every = list(parts(payload["components"]))
    assert len(every) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in every) <= TEXT
    assert all(part["content"] for part in every if "content" in part)
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= CUSTOM_ID for custom_id in ids)
    for part in every:
        if part["type"] == 1:
            inner = part["components"]
            assert len(inner) <= ROW if inner[0]["type"] == 2 else len(inner) == 1
        assert len(part.get("label") or "") <= LABEL
        check_menu(part)


def check_menu(part: dict[str, Any]) -> None:
    """Check a menu's options against Discord's limits."""
    options = part.get("options") or []
    assert len(options) <= OPTIONS
    for option in options:
        assert all(1 <= len(option[key]) <= 100 for key in ("label", "value"))
        assert len(option.get("description") or "") <= 100
    values = [option["value"] for option in options]
    assert len(values) == len(set(values))
    if part["type"] == 3:
        assert len(options) >= 1
        assert part.get("max_values", 1) <= len(options)
        assert len(part.get("placeholder") or "") <= 150


def check_controls(payload: dict[str, Any]) -> None:
    """Check that every control survives a restart."""
    if "title" in payload:
        return
    for part in parts(payload["components"]):
        custom_id = part.get("custom_id")
        if custom_id is not None and part["type"] in {2, 3}:
            assert Control.read(custom_id, (BUTTON, SELECT)), custom_id


def check_mentions(payload: dict[str, Any]) -> None:
    """Check that no user is mentioned."""
    if str(payload.get("custom_id", "")).startswith(MODAL):
        assert len(payload["title"]) <= 45
        return
    mentions = payload.get("allowed_mentions")
    assert mentions is not None, payload
    assert not mentions.get("parse")
    assert not mentions.get("users")
    assert not mentions.get("roles")
