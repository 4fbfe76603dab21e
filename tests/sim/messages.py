"""Messages as Discord keeps them, and what a person reads and can press on one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from cogs.ui.controls import BUTTON_TEMPLATE, MODAL_TEMPLATE, SELECT_TEMPLATE, Control, Verb

BUTTON: Final = 2
SELECT: Final = 3
TEXT: Final = 10

PLAYER: Final = re.compile(r"Player (\d+)")
"""Somebody of the club, in what one reads."""

Parts = Sequence[dict[str, Any]]

OF_NO_TABLE: Final = frozenset(
    verb
    for verb in Verb
    if verb.name.startswith(("LEAGUE_", "PAPER_", "DAILY")) or "EVENING" in verb.name or verb is Verb.LEARN
)
"""Verbs of controls whose number is not that of a table."""
OF_A_PAGE: Final = frozenset(
    {
        Verb.ALL_RULES,
        Verb.WORD,
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
"""Verbs of controls whose second number is a page, a deal or a place in it, not the revision of a table."""


class Pressable(NamedTuple):
    """A button or menu as it is seen."""

    control: Control
    component: dict[str, Any]

    @property
    def named(self) -> list[int]:
        """Whom of the club its label names."""
        return [int(number) for number in PLAYER.findall(self.component.get("label", ""))]

    @property
    def is_menu(self) -> bool:
        """Whether one chooses from it."""
        return bool(self.component["type"] == SELECT)


@dataclass(frozen=True)
class Panel:
    """What a message shows, never changed: an edit puts another in its place."""

    parts: Parts

    @cached_property
    def _every_part(self) -> list[dict[str, Any]]:
        """Its components, those within others included."""
        return list(walked(self.parts))

    @cached_property
    def text(self) -> str:
        """All of its text."""
        return "\n".join(str(part["content"]) for part in self._every_part if part.get("type") == TEXT)

    @cached_property
    def controls(self) -> tuple[Pressable, ...]:
        """What can be pressed: disabled buttons are left out."""
        return tuple(one for one in self.all_controls if not one.component.get("disabled"))

    @cached_property
    def all_controls(self) -> tuple[Pressable, ...]:
        """Everything that carries a control."""
        return tuple(_controls(self._every_part))

    def offers(self, verb: Verb) -> bool:
        """Whether something of a kind can be pressed."""
        return any(one.control.verb is verb for one in self.controls)

    @cached_property
    def of_table(self) -> tuple[Control, ...]:
        """The controls that carry the number of a table."""
        return tuple(one.control for one in self.all_controls if one.control.verb not in OF_NO_TABLE)

    @cached_property
    def of_revision(self) -> tuple[Control, ...]:
        """Those of them that carry the revision of the table, too."""
        return tuple(control for control in self.of_table if control.verb not in OF_A_PAGE)

    @cached_property
    def labels(self) -> frozenset[str]:
        """What stands on buttons and in menus."""
        return frozenset(
            str(label)
            for part in self._every_part
            for label in (part.get("label"), *(one.get("label") for one in part.get("options") or ()))
            if label
        )


@dataclass
class Message:
    """A message of the bot's."""

    id: int
    channel_id: int
    panel: Panel
    made_at: float
    reader: int | None = None
    """Who alone sees it; None for everybody."""
    touched_at: float = 0.0
    """When its reader last did something that lets the bot edit it."""
    drawn_at: float = 0.0
    """When what it shows arrived."""
    table_id: int | None = None
    """The table its buttons were last for."""
    known_at: float = -1.0
    """When the bot last answered a press on it; less than nothing for never."""


@dataclass(eq=False)
class Guild:
    """A server of Discord's."""

    id: int
    name: str
    has_bot: bool = True
    absent: set[int] = field(default_factory=set)
    """Members who have left it, and may come back."""


@dataclass(eq=False)
class Channel:
    """A channel of a server, or a thread."""

    id: int
    name: str
    guild: Guild
    parent: Channel | None = None
    """The channel a thread hangs on; None for what is no thread."""
    public: list[Message] = field(default_factory=list)
    private: dict[int, list[Message]] = field(default_factory=dict)
    is_gone: bool = False
    is_archived: bool = False
    """Whether a thread is put away: nothing in it can be changed until somebody opens it again."""
    is_locked: bool = False
    """Whether only moderators can open it."""
    is_evenings: bool = False
    """Whether the bot has made it, for a table of an evening."""
    is_secret: bool = False
    """Whether only those see it who play there."""
    opened_at: float = float("-inf")
    """When it was last taken out of the archive."""


def walked(parts: Any) -> Iterator[dict[str, Any]]:
    """Every component, those within others included."""
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


_TEMPLATES: Final = tuple(map(re.compile, (BUTTON_TEMPLATE, SELECT_TEMPLATE, MODAL_TEMPLATE)))


@lru_cache(maxsize=10_000)
def read_control(custom_id: str) -> Control | None:
    """The control a component carries, if it is one of the bot's."""
    for template in _TEMPLATES:
        match = template.fullmatch(custom_id)
        if match is not None:
            return Control.from_match(match)
    return None
