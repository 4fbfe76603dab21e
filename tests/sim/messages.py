"""Messages as Discord keeps them, and what a person reads and can press on one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from cogs.ui.controls import Control, Verb

BUTTON: Final = 2
SELECT: Final = 3
TEXT: Final = 10

PLAYER: Final = re.compile(r"Player (\d+)")
"""A club member's name in a message."""

Parts = Sequence[dict[str, Any]]

OF_NO_TABLE: Final = frozenset(
    verb
    for verb in Verb
    if verb.name.startswith(("LEAGUE_", "PAPER_", "DAILY")) or "EVENING" in verb.name or verb is Verb.LEARN
)
"""Verbs of controls that carry another number than a table's."""
OF_A_PAGE: Final = frozenset(
    {
        Verb.ALL_RULES,
        Verb.WORD,
        Verb.POST_RULES,
        Verb.DIFFERENCES,
        Verb.HISTORY,
        Verb.REPLAY,
        Verb.REPLAY_DEAL,
        Verb.REPLAY_STEP,
        Verb.SEND_DEAL,
        Verb.PLAY_DEAL,
        Verb.SHUFFLE,
        Verb.ANALYSIS,
    }
)
"""Verbs of controls with a page or deal as second number instead of a table's revision."""


class Pressable(NamedTuple):
    """A button or menu of a message."""

    control: Control
    component: dict[str, Any]

    @property
    def named(self) -> list[int]:
        """The ids of club members named on its label."""
        return [int(number) for number in PLAYER.findall(self.component.get("label", ""))]

    @property
    def is_menu(self) -> bool:
        """Whether it is a menu."""
        return bool(self.component["type"] == SELECT)


@dataclass(frozen=True)
class Panel:
    """The content of a message. Immutable: an edit replaces it."""

    parts: Parts

    @cached_property
    def _every_part(self) -> list[dict[str, Any]]:
        """All components, nested ones included."""
        return list(walked(self.parts))

    @cached_property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(str(part["content"]) for part in self._every_part if part.get("type") == TEXT)

    @cached_property
    def controls(self) -> tuple[Pressable, ...]:
        """The usable buttons and menus; disabled ones are left out."""
        return tuple(one for one in self.all_controls if not one.component.get("disabled"))

    @cached_property
    def all_controls(self) -> tuple[Pressable, ...]:
        """All buttons and menus."""
        return tuple(_controls(self._every_part))

    def offers(self, verb: Verb) -> bool:
        """Whether it has a usable control of a verb."""
        return any(one.control.verb is verb for one in self.controls)

    @cached_property
    def of_table(self) -> tuple[Control, ...]:
        """The controls that carry a table's id."""
        return tuple(one.control for one in self.all_controls if one.control.verb not in OF_NO_TABLE)

    @cached_property
    def of_revision(self) -> tuple[Control, ...]:
        """The controls that carry a table's id and revision."""
        return tuple(control for control in self.of_table if control.verb not in OF_A_PAGE)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels of buttons and menu options."""
        return frozenset(
            str(label)
            for part in self._every_part
            for label in (part.get("label"), *(one.get("label") for one in part.get("options") or ()))
            if label
        )


@dataclass
class Message:
    """A message of the bot."""

    id: int
    channel_id: int
    panel: Panel
    made_at: float
    reader: int | None = None
    """The user who alone sees it; None for a public message."""
    touched_at: float = 0.0
    """When its reader last gave the bot a token to edit it."""
    drawn_at: float = 0.0
    """When its content arrived."""
    table_id: int | None = None
    """The id of the table its controls were last for."""
    known_at: float = -1.0
    """When the bot last answered a press on it; negative for never."""


@dataclass(eq=False)
class Guild:
    """A Discord server."""

    id: int
    name: str
    has_bot: bool = True
    absent: set[int] = field(default_factory=set)
    """Members who have left and may come back."""


@dataclass(eq=False)
class Channel:
    """A channel of a server, or a thread."""

    id: int
    name: str
    guild: Guild
    parent: Channel | None = None
    """The parent channel of a thread; None for a channel."""
    public: list[Message] = field(default_factory=list)
    private: dict[int, list[Message]] = field(default_factory=dict)
    is_deleted: bool = False
    is_archived: bool = False
    """Whether the thread is archived, so that nothing in it can be edited."""
    is_locked: bool = False
    """Whether only moderators can unarchive it."""
    is_evenings: bool = False
    """Whether the bot made it for a table of an evening."""
    is_secret: bool = False
    """Whether it is private to its players."""
    opened_at: float = float("-inf")
    """When it was last unarchived."""


def walked(parts: Any) -> Iterator[dict[str, Any]]:
    """Every component, nested ones included."""
    for part in parts or ():
        yield part
        if "components" in part:
            yield from walked(part["components"])
        if "component" in part:
            yield from walked([part["component"]])
        if "accessory" in part:
            yield from walked([part["accessory"]])


def _controls(every_part: Iterable[dict[str, Any]]) -> Iterator[Pressable]:
    for part in every_part:
        control = read_control(str(part.get("custom_id", "")))
        if control is not None:
            yield Pressable(control, part)


@lru_cache(maxsize=10_000)
def read_control(custom_id: str) -> Control | None:
    """The control of a custom_id; None if it is none of the bot's."""
    return Control.read(custom_id)
