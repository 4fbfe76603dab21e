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
"""Value of ``Rest.taken`` in games in which the number of tricks does not count."""

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
    """What tricks count, apart from their cards."""

    trick: int
    """Points for each trick."""
    majority: int
    """Points for the side with most tricks."""
    tie: int
    """The side that gets these points in a tie; -1 for none."""
    tricks: int
    """Tricks of a deal, including those the nest counts as."""
    nest_tricks: int
    """Tricks the nest counts as, for the taker of the last trick."""


class Rest(NamedTuple):
    """A position of a deal with all hands open, for the solver."""

    hands: Sequence[int]
    """Mask of the cards held, by hand; without those of the present trick."""
    leader: int
    trick: tuple[int, ...]
    left: int
    """Tricks left, the present one included."""
    taken: int
    """Tricks the first side has taken so far; DECIDED if the number of tricks does not count."""
    last: int
    """Points for the last trick."""
    search: int
    """A number from `new_search`; positions of one deal and trump with the same number share a cache."""

    def __repr__(self) -> str:
        return f"<rest of {self.left} tricks>"


class Solved(NamedTuple):
    """The takes that a search found, and the number of cards it played."""

    takes: Sequence[int]
    """Points the first side takes from here on, by place of the card played; ``value`` sets one alone."""
    nodes: int
    """Cards played in the search."""


class Solver:
    """The compiled search for one game, trump and set of teams."""

    def __init__(self, loaded: ctypes.PyDLL, places: Places, lanes: Lanes, counted: Counted) -> None:
        self._loaded = loaded
        self._game = _game(places, lanes, counted)
        self._takes = (_NUMBER * PLACES)()

    def cards(self, rest: Rest, nodes: int) -> Solved | None:
        """The first side's points after each allowed card; None if over ``nodes`` cards are played."""
        return self._search(self._loaded.rook_solve, rest, nodes)

    def value(self, rest: Rest, nodes: int) -> Solved | None:
        """The first side's points from a position between tricks; None if over ``nodes`` cards are played."""
        return self._search(self._loaded.rook_value, rest, nodes)

    def _search(self, search: Callable[..., int], rest: Rest, nodes: int) -> Solved | None:
        held, played = (_CARDS * HANDS)(*rest.hands), (_NUMBER * HANDS)(*rest.trick)
        in_trick = len(rest.trick)
        deal = _Deal(held, rest.leader, in_trick, played, rest.left, rest.taken, rest.last, rest.search)
        used = search(ctypes.byref(self._game), ctypes.byref(deal), ctypes.c_int64(nodes), self._takes)
        return None if used < 0 else Solved(tuple(self._takes), used)


def new_search() -> int:
    """A fresh number for the cache of one search; numbers repeat after 2**31."""
    return next(_searches) & _MOST


@lru_cache(maxsize=256)
def solver(places: Places, lanes: Lanes, counted: Counted) -> Solver | None:
    """The compiled search for a game; None if the library is not built."""
    loaded = _loaded()
    return None if loaded is None else Solver(loaded, places, lanes, counted)


@lru_cache(maxsize=1)
def _loaded() -> ctypes.PyDLL | None:
    """The library; None if it is not built."""
    try:
        # PyDLL keeps the interpreter's lock: the library has one cache of positions.
        loaded = ctypes.PyDLL(str(library_path()))
    except OSError:
        return None
    for search in (loaded.rook_solve, loaded.rook_value):
        search.restype = ctypes.c_int64
    return loaded


def is_built() -> bool:
    """Whether the compiled search is built."""
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
