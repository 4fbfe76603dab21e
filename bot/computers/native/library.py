"""The compiled solver, called through ctypes; the structures are those of ``solver.c``."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from bot.computers.native.building import library_path
from bot.computers.places import Lanes, Places

PLACES: Final = 64
HANDS: Final = 8
DECIDED: Final = -1
"""Instead of the tricks of the first side, where their number does not matter."""

_MOST: Final = 2**31 - 1
_searches = count(1)
_CARDS = ctypes.c_uint64
_NUMBER = ctypes.c_int32


class _Game(ctypes.Structure):
    _fields_ = (
        ("follow", _CARDS * PLACES),
        ("beaten_by", _CARDS * PLACES),
        ("suit", _CARDS * PLACES),
        ("free", _CARDS),
        ("trumps", _CARDS),
        ("value", _NUMBER * PLACES),
        ("kind", _NUMBER * PLACES),
        ("hands", _NUMBER),
        ("side", _NUMBER * HANDS),
        ("rounds", (_NUMBER * HANDS) * HANDS),
        ("trick", _NUMBER),
        ("majority", _NUMBER),
        ("tie", _NUMBER),
        ("tricks", _NUMBER),
        ("nest_tricks", _NUMBER),
    )


class _Deal(ctypes.Structure):
    _fields_ = (
        ("hands", _CARDS * HANDS),
        ("leader", _NUMBER),
        ("laid", _NUMBER),
        ("trick", _NUMBER * HANDS),
        ("left", _NUMBER),
        ("taken", _NUMBER),
        ("last", _NUMBER),
        ("search", _NUMBER),
    )


class Counted(NamedTuple):
    """What counts besides the cards."""

    trick: int
    """Points of a trick in itself."""
    majority: int
    """Points for most tricks."""
    tie: int
    """The side that has them where both took as many; -1 for none."""
    tricks: int
    """Tricks there are, the nest's included."""
    nest_tricks: int
    """Tricks that the nest counts for: the last taker's."""


class Rest(NamedTuple):
    """A deal with all hands open, to be solved from here."""

    hands: Sequence[int]
    """The cards that are held, by hand; those of the present trick are not."""
    leader: int
    trick: tuple[int, ...]
    left: int
    """Tricks yet to be taken, the present one included."""
    taken: int
    """Tricks the first side has taken so far; DECIDED where no number of tricks counts."""
    last: int
    """Points that go with the last trick."""
    search: int
    """A number of `new_search`. What is remembered holds for all rests of one deal and trump that have it."""

    def __repr__(self) -> str:
        return f"<rest of {self.left} tricks>"


class Solved(NamedTuple):
    """What a search found, and the cards played in it."""

    takes: Sequence[int]
    """Points the first side takes from here on, by place of the card played now; of a value, the only one."""
    nodes: int


class Solver:
    """The compiled search for one game, trump and set of teams."""

    def __init__(self, loaded: ctypes.PyDLL, places: Places, lanes: Lanes, counted: Counted) -> None:
        self._loaded = loaded
        self._game = _game(places, lanes, counted)
        self._takes = (_NUMBER * PLACES)()

    def cards(self, rest: Rest, nodes: int) -> Solved | None:
        """What comes of each card that may be played; None where that takes more than ``nodes`` cards."""
        return self._search(self._loaded.rook_solve, rest, nodes)

    def value(self, rest: Rest, nodes: int) -> Solved | None:
        """What comes of a rest between two tricks; None where that takes more than ``nodes`` cards."""
        return self._search(self._loaded.rook_value, rest, nodes)

    def _search(self, search: Callable[..., int], rest: Rest, nodes: int) -> Solved | None:
        hands, leader, trick, left, taken, last, search_number = rest
        deal = _Deal(
            (_CARDS * HANDS)(*hands),
            leader,
            len(trick),
            (_NUMBER * HANDS)(*trick),
            left,
            taken,
            last,
            search_number,
        )
        used = search(ctypes.byref(self._game), ctypes.byref(deal), ctypes.c_int64(nodes), self._takes)
        return None if used < 0 else Solved(tuple(self._takes), used)


def new_search() -> int:
    """A number that no deal has been searched under for very long."""
    return next(_searches) & _MOST


@lru_cache(maxsize=256)
def solver(places: Places, lanes: Lanes, counted: Counted) -> Solver | None:
    """The search for a game; None where it has not been built here."""
    loaded = _loaded()
    return None if loaded is None else Solver(loaded, places, lanes, counted)


@lru_cache(maxsize=1)
def _loaded() -> ctypes.PyDLL | None:
    """The library; it keeps the interpreter's lock, for it remembers positions in one place."""
    try:
        loaded = ctypes.PyDLL(str(library_path()))
    except OSError:
        return None
    for search in (loaded.rook_solve, loaded.rook_value):
        search.restype = ctypes.c_int64
    return loaded


def is_built() -> bool:
    """Whether there is a compiled search here."""
    return _loaded() is not None


def _game(places: Places, lanes: Lanes, counted: Counted) -> _Game:
    kinds: dict[object, int] = {}
    game = _Game(free=places.free, trumps=places.trumps, hands=len(lanes.sides), **counted._asdict())
    for place, kind in enumerate(places.kind):
        game.follow[place] = places.follow[place]
        game.beaten_by[place] = places.beaten_by[place]
        game.suit[place] = places.suit[place]
        game.value[place] = places.value[place]
        game.kind[place] = kinds.setdefault(kind, len(kinds))
    for hand, (side, order) in enumerate(zip(lanes.sides, lanes.rounds, strict=True)):
        game.side[hand] = side
        for at, other in enumerate(order):
            game.rounds[hand][at] = other
    return game
