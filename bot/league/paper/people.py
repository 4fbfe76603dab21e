"""Finds the people named in typed text or a file: by mention, id, or name in a season."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final
from unicodedata import normalize

from bot.common.errors import Refused
from bot.common.text import FORMER_PLAYER, has_account, in_markdown
from bot.league.paper.result import LeagueGame, PaperResult
from bot.models.credits import Competing, Entrant
from bot.models.stored_league import SeasonEntry
from bot.table.lobby.before_match import NAME_LIMIT, Person
from bot.table.lobby.lining_up import LineUp

MENTION: Final = re.compile(r"<@!?(\d{1,20})>")
ID: Final = re.compile(r"\d{15,20}")
SHOWN: Final = 40
"""Most quoted characters of a text."""


class Roster:
    """People who may be named: a season's players, and other members of the server, who may substitute."""

    def __init__(self, entries: Iterable[SeasonEntry], others: Mapping[int, str]) -> None:
        """``others`` are the names of members of the server by id."""
        self._entries = tuple(entries)
        named = (zip(entry.entrant, entry.names, strict=True) for entry in self._entries)
        of_season = dict(chain.from_iterable(named))
        self._names = {**others, **of_season}
        self._by_name: dict[str, set[int]] = {}
        for user_id, name in of_season.items():
            self._by_name.setdefault(key(name), set()).add(user_id)

    def find(self, written: str) -> Person:
        """The player a text names.

        Raises:
            Refused: no one who may be named, or a name that several have.
        """
        mentioned = MENTION.search(written) or ID.fullmatch(written.strip())
        if mentioned is None:
            return self._named(written)
        user_id = int(mentioned[mentioned.lastindex or 0])
        if user_id not in self._names or not has_account(user_id):
            raise Refused(f"{quoted(written)} isn't a member of this server.")
        return Person(user_id, self._names[user_id])

    def _named(self, written: str) -> Person:
        name = key(written)
        if name == FORMER_PLAYER:
            raise Refused("A former player can't be recorded.")
        found = self._by_name.get(name, set())
        if not found:
            raise Refused(f"No one in this season is called {quoted(written)}. Use their @mention or id.")
        if len(found) > 1:
            raise Refused(f"{len(found)} players are called {quoted(written)}. Use their @mention or id.")
        (user_id,) = found
        return Person(user_id, self._names[user_id])

    def entrant_of(self, user_id: int, at: float) -> Entrant | None:
        """The entrant a user played for at a time in epoch seconds; None if they could only be a substitute.

        Of entries not left by then, the one joined first, as a match may be older than the entry; else the
        one left last.
        """
        own = [entry for entry in self._entries if user_id in entry.entrant]
        if not own:
            return None
        there = [entry for entry in own if not self.has_left(entry.entrant, at)]
        if there:
            return min(there, key=lambda entry: entry.joined_at).entrant
        return max(own, key=lambda entry: entry.left_at or 0).entrant

    def has_left(self, entrant: Entrant, at: float) -> bool:
        """Whether an entrant had left the season at a time in epoch seconds."""
        left = [entry.left_at for entry in self._entries if entry.entrant == entrant]
        return all(one is not None and one <= at for one in left)


def mentioned(text: str) -> frozenset[int]:
    """User ids in a text, as mentions or bare."""
    alone = (int(found[0]) for found in re.finditer(rf"\b{ID.pattern}\b", text))
    return frozenset({*alone, *(int(found[1]) for found in MENTION.finditer(text))})


def key(name: str) -> str:
    """A name as compared: ignoring case, spacing, a leading @ and the encoding of accents."""
    return " ".join(normalize("NFC", name.casefold()).removeprefix("@").split())


def quoted(written: str) -> str:
    """A quoted text, escaped and shortened."""
    return f"“{in_markdown(written, SHOWN)}”"


COMPUTER: Final = "computer"


def person(user_id: int | None, name: str) -> dict[str, str]:
    """A player as JSON: name and id; a computer or former player has no id and a general name."""
    if user_id is None:
        return {"name": COMPUTER}
    return {"name": FORMER_PLAYER} if not has_account(user_id) else {"name": name, "id": str(user_id)}


def called(user_id: int | None, name: str) -> str:
    """A player as one text, like ``Ann <@10>``; a computer or former player by a general name only."""
    told = person(user_id, name)
    return f"{told['name']} <@{told['id']}>" if "id" in told else told["name"]


def lined_up(result: PaperResult, playing: LeagueGame, competing: Competing, roster: Roster) -> LineUp:
    """The pair of each side; in a league of players none, only the two who meet if just two play.

    Raises:
        Refused: no player competes, or a side has no pair or players of different pairs.
    """
    if competing is Competing.PLAYERS:
        entrants = [roster.entrant_of(one.id, result.at) for one in result.players]
        known = frozenset(one for one in entrants if one is not None)
        if not known:
            raise Refused("No one of these players is in the season. `/league join` puts you in.")
        return LineUp({}, known if len(result.players) == len(known) == 2 else frozenset())
    plays_for = {
        number: _pair_of(side, roster, result.at)
        for number, side in enumerate(playing.by_side(result.players))
    }
    if len(set(plays_for.values())) < len(plays_for):
        raise Refused("Both players of one pair are on different sides. Check the partners.")
    return LineUp.of_pairs(plays_for)


def _pair_of(side: Sequence[Person], roster: Roster, at: float) -> Entrant:
    """The pair of a side; a player who had left the season by then substitutes for one who had not."""
    together = tuple(sorted(one.id for one in side))
    if not roster.has_left(together, at):
        return together
    known = {entrant for one in side if (entrant := roster.entrant_of(one.id, at)) is not None}
    found = {entrant for entrant in known if not roster.has_left(entrant, at)} or known
    names = " and ".join(in_markdown(one.name, NAME_LIMIT) for one in side)
    if not found:
        raise Refused(f"{names} play for no pair of this season. One of its two players has to be there.")
    if len(found) > 1:
        raise Refused(f"{names} belong to different pairs. One of them may be a substitute, not both.")
    return found.pop()
