"""Who is to be told when something happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Listener = TypeVar("Listener", bound=Callable[..., object])


class Listeners(Generic[Listener]):
    """Those who listen, in the order in which they came; whoever knows of the news calls each of them."""

    def __init__(self) -> None:
        self.present: tuple[Listener, ...] = ()
        """Those who listen now; whoever comes or goes while they are told changes nothing for the others."""

    def add(self, listener: Listener) -> Callable[[], None]:
        """Have one more listen; returns how to stop."""
        self.present = (*self.present, listener)
        return lambda: self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        staying = list(self.present)
        staying.remove(listener)
        self.present = tuple(staying)
