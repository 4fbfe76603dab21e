"""Values that are computed on first access."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True, eq=False, repr=False)
class Lazy(Generic[T]):
    """A value computed by ``work_out`` on first access and cached.

    Its inputs, which may be secret, are dropped afterwards and never shown by ``repr``.
    """

    work_out: Callable[[], T] | None
    _value: T = field(init=False)

    @classmethod
    def known(cls, value: T) -> Lazy[T]:
        """A lazy value that is already computed."""
        return cls(lambda: value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lazy) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return "<Lazy>"

    @property
    def value(self) -> T:
        """The value, computed on first access."""
        if self.work_out is not None:
            self._value = self.work_out()
            self.work_out = None
        return self._value
