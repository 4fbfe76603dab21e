"""The compiled solver, called through ctypes; the structures are those of ``solver.c``."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from bot.computers.native.building import library
from bot.computers.places import Lanes, Places

PLACES: Final = 64
HANDS: Final = 8
DECIDED: Final = -1
"""Value of ``Rest.taken`` if the number of tricks does not count."""

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
    """Points that do not depend on the cards: for tricks, and for most tricks."""

    trick: int
    """Points of each trick itself."""
    majority: int
    """Points for most tricks."""
    tie: int
    """The side that gets them in a tie; -1 for neither."""
    tricks: int
    """Number of tricks in the deal, with ``nest_tricks``."""
    nest_tricks: int
    """Number of tricks the nest counts as, for the taker of the last trick."""


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
    """Points for the last trick."""
    search: int
    """A number of `new_search`: rests of one deal and trump with the same number share the position cache."""

    def __repr__(self) -> str:
        return f"<rest of {self.left} tricks>"


class Solved(NamedTuple):
    """The result of a search, and the number of cards played in it."""

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
        """Solve a rest for each legal card; None if more than ``nodes`` cards would have to be played."""
        return self._found(self._loaded.rook_solve, rest, nodes)

    def value(self, rest: Rest, nodes: int) -> Solved | None:
        """Solve a rest between two tricks; None if more than ``nodes`` cards would have to be played."""
        return self._found(self._loaded.rook_value, rest, nodes)

    def _found(self, search: Callable[..., int], rest: Rest, nodes: int) -> Solved | None:
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
    """A new search number; numbers repeat only after 2**31 searches."""
    return next(_searches) & _MOST


@lru_cache(maxsize=256)
def solver(places: Places, lanes: Lanes, counted: Counted) -> Solver | None:
    """The compiled search for a game; None if the library is not built."""
    loaded = _loaded()
    return None if loaded is None else Solver(loaded, places, lanes, counted)


@lru_cache(maxsize=1)
def _loaded() -> ctypes.PyDLL | None:
    """The library, None if not built. It keeps the interpreter's lock: its position cache is global."""
    try:
        loaded = ctypes.PyDLL(str(library()))
    except OSError:
        return None
    for search in (loaded.rook_solve, loaded.rook_value):
        search.restype = ctypes.c_int64
    return loaded


def is_built() -> bool:
    """Whether the compiled search is built for this machine."""
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
