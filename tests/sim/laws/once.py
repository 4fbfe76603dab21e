"""Law: no action applies twice. Each action of a user has its own press, each revision one change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from bot.models.stored_tables import TAKE_BACK, LogEntry
from bot.table.turns.ahead import CardAhead, PassAhead, Plan
from cogs.hand.ahead import read_plan
from cogs.ui.controls import Control, Verb
from rules.core.actions import PASS, Play
from tests.sim.laws.ledger import Account, Change
from tests.sim.server import Press

ACTS = {Verb.ANSWER, Verb.CALL, Verb.PICK, Verb.BID, Verb.AHEAD, Verb.CLAIM}
"""Verbs that carry an action, now or planned ahead."""
LATEST = 60.0
"""Seconds after which a command can have no effect."""
CLAIM = "rook claim"


class Once:
    """Records the presses that have had their effect."""

    def __init__(self) -> None:
        self._used: dict[int, set[tuple[int, str]]] = {}

    def problems(self, change: Change, presses: Mapping[str, Press]) -> Iterator[str]:
        """Problems of a change."""
        account, first = change.account, change.before + 1 + change.begins
        numbers = [entry.revision for entry in change.entries]
        if numbers and numbers != list(range(first, first + len(numbers))):
            yield f"revisions {numbers} follow {change.before}"
        if not numbers and not change.is_new and account.revision > first:
            yield f"revision {account.revision} follows {change.before}"
        is_claimed = False
        for entry in change.entries:
            if is_claimed or entry.user_id is None or entry.seat < 0 or entry.action == TAKE_BACK:
                continue  # plays of a claimed rest, the partner's included, need no press
            press = self._press_for(account, entry, presses)
            if isinstance(press, str):
                yield f"revision {entry.revision} of seat {entry.seat}: {press}"
            is_claimed = not isinstance(press, str) and _is_claim(press)

    def forget(self, table_id: int) -> None:
        """Drop the records of a closed table."""
        self._used.pop(table_id, None)

    def _press_for(self, account: Account, entry: LogEntry, presses: Mapping[str, Press]) -> Press | str:
        """The press or command behind a log action, or a problem if there is none."""
        used = self._used.setdefault(account.record.id, set())
        earlier = [revision for revision in account.acted[entry.seat] if revision < entry.revision]
        is_old = False
        newest: tuple[Press, ...] = tuple(reversed(presses.values()))  # type: ignore[call-overload]
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
            return press
        return "the press was to an earlier question" if is_old else "nobody pressed for it"


def _is_under_way(press: Press, now: float) -> bool:
    """Whether a recent command is unanswered, or only acknowledged, so that it may have its effect now."""
    is_open = press.answered_at is None or bool(press.loading)
    return press.control is None and is_open and press.made_at > now - LATEST


def _is_claim(press: Press) -> bool:
    """Whether a press claims the rest of a deal."""
    return press.command == CLAIM if press.control is None else press.control.verb is Verb.CLAIM


def _once_only(press: Press) -> str:
    """A key of what may take effect once: a control, or one typing of a command."""
    return press.token if press.control is None else press.what


def _drawn(press: Press, table_id: int, entry: LogEntry) -> int | None:
    """The revision of a press that makes a log action, or the present one for a command; None for others."""
    control = press.control
    if control is None:
        return entry.revision - 1 if _is_typed(press, entry.action) else None
    if control.table_id != table_id or control.verb not in ACTS or control.revision >= entry.revision:
        return None
    return control.revision if _asks_for(press, control, entry.action) else None


def _is_typed(press: Press, action: str) -> bool:
    """Whether a command can make an action, by its name."""
    if _is_claim(press):
        return action.startswith("play ")
    return press.command == "rook play"


def _asks_for(press: Press, control: Control, action: str) -> bool:
    """Whether a control makes an action."""
    asked_for = press.values[0] if press.values else control.argument
    match control.verb:
        case Verb.CLAIM:
            return action.startswith("play ")
        case Verb.BID:
            return action.startswith("bid ")
        case Verb.AHEAD:
            return _comes_to(read_plan(asked_for), action)
    # The stored action has a time stamp.
    is_call = asked_for.startswith("shout") and action.startswith("shout")
    return is_call or asked_for == action


def _comes_to(plan: Plan | None, action: str) -> bool:
    """Whether a plan made ahead gives an action."""
    match plan:
        case PassAhead():
            return action == str(PASS)
        case CardAhead(card):
            return action == str(Play(card))
        case None:
            return False
