"""Law: nothing happens twice. Every act of a person has one press of its own, every revision one change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from bot.play.undo import TAKE_BACK
from bot.store.stored import LogEntry
from cogs.ui.controls import Verb
from tests.sim.ledger import Account, Change
from tests.sim.server import Press

ACTS = {Verb.ANSWER, Verb.CALL, Verb.PICK, Verb.BID}
"""What carries an answer."""
LATEST = 60.0
"""Seconds after which nothing comes of a command any more."""
CALLS = {"shout": ("call",)}
"""Acts that a command of another name asks for."""


class Once:
    """Remembers which presses have had their effect."""

    def __init__(self) -> None:
        self._used: dict[int, set[tuple[int, str]]] = {}

    def problems(self, change: Change, presses: Mapping[str, Press]) -> Iterator[str]:
        """What is wrong with a change."""
        account, first = change.account, change.before + 1 + change.begins
        numbers = [entry.revision for entry in change.entries]
        if numbers and numbers != list(range(first, first + len(numbers))):
            yield f"revisions {numbers} follow {change.before}"
        if not numbers and not change.is_new and account.revision > first:
            yield f"revision {account.revision} follows {change.before}"
        for entry in change.entries:
            if entry.user_id is not None and entry.seat >= 0 and entry.action != TAKE_BACK:
                yield from self._without_press(account, entry, presses)

    def forget(self, table_id: int) -> None:
        """A table is over."""
        self._used.pop(table_id, None)

    def _without_press(
        self, account: Account, entry: LogEntry, presses: Mapping[str, Press]
    ) -> Iterator[str]:
        used = self._used.setdefault(account.record.id, set())
        earlier = [revision for revision in account.acted[entry.seat] if revision < entry.revision]
        is_old = False
        newest = tuple(reversed(presses.values()))  # type: ignore[call-overload]
        pressed = (press for press in newest if press.control is not None)
        typed = (press for press in newest if _is_under_way(press, account.at))
        for press in chain(pressed, typed):
            if press.channel_id != account.record.channel_id or press.user_id != entry.user_id:
                continue
            drawn = _drawn(press, account.record.id, entry)
            if drawn is None or (press.user_id, _once_only(press)) in used:
                continue
            if any(drawn < revision for revision in earlier):
                is_old = True
                continue
            used.add((press.user_id, _once_only(press)))
            return
        yield f"revision {entry.revision} of seat {entry.seat}: " + (
            "the press was to an earlier question" if is_old else "nobody pressed for it"
        )


def _is_under_way(press: Press, now: float) -> bool:
    """Whether a command may have its effect now: it is answered after that, if it can be."""
    return press.control is None and press.answered_at is None and press.made_at > now - LATEST


def _once_only(press: Press) -> str:
    """What has its effect once: a control however often it is pressed, a command each time it is typed."""
    return press.token if press.control is None else press.what


def _drawn(press: Press, table_id: int, entry: LogEntry) -> int | None:
    """The revision a press was drawn at, if it asks for an act; what is typed is for whatever is asked."""
    control = press.control
    if control is None:
        first = entry.action.split()[0]
        is_answer = press.command.removeprefix("rook ") in {first, "answer", "discard", *CALLS.get(first, ())}
        return entry.revision - 1 if is_answer else None
    if control.table_id != table_id or control.verb not in ACTS or control.revision >= entry.revision:
        return None
    if control.verb is Verb.BID:
        return control.revision if entry.action.startswith("bid ") else None
    asked_for = press.values[0] if control.verb is Verb.PICK else control.argument
    is_call = asked_for.startswith("shout") and entry.action.startswith("shout")  # it is stamped
    return control.revision if is_call or asked_for == entry.action else None
