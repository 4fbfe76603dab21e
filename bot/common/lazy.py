"""Values that are worked out only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True, eq=False, repr=False)
class Later(Generic[T]):
    """A value worked out when it is first looked at, and then kept.

    Most changes of a table are followed by the next before anybody looks. What it is worked out from may
    be secret: that is let go of afterwards, and never shown.
    """

    work_out: Callable[[], T] | None
    _value: T = field(init=False)

    @classmethod
    def known(cls, value: T) -> Later[T]:
        """One that is known already."""
        return cls(lambda: value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Later) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return "<Later>"

    @property
    def value(self) -> T:
        """The value."""
        if self.work_out is not None:
            self._value = self.work_out()
            self.work_out = None
        return self._value
