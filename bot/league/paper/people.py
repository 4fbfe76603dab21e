"""People named in what was typed or in a file: by mention, by id, or by their name in a season."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final
from unicodedata import normalize

from bot.common.errors import Refused
from bot.common.text import FORMER_PLAYER, has_account, in_markdown
from bot.league.paper.result import Sitting
from bot.models.stored_league import Entrant, SeasonEntry

MENTION: Final = re.compile(r"<@!?(\d{1,20})>")
ID: Final = re.compile(r"\d{15,20}")
SHOWN: Final = 40
"""Characters of what was written that are quoted."""


class Roster:
    """Who may be named: those of a season, and others of the server, who play as substitutes."""

    def __init__(self, entries: Iterable[SeasonEntry], others: Mapping[int, str]) -> None:
        self._entries = tuple(entries)
        named = (zip(entry.entrant, entry.names, strict=True) for entry in self._entries)
        of_season = dict(chain.from_iterable(named))
        self._names = {**others, **of_season}
        self._by_name: dict[str, set[int]] = {}
        for user_id, name in of_season.items():
            self._by_name.setdefault(key(name), set()).add(user_id)

    def find(self, written: str) -> Sitting:
        """Who is meant.

        Raises:
            Refused: nobody who may be named, or it could be several.
        """
        mentioned = MENTION.search(written) or ID.fullmatch(written.strip())
        if mentioned is None:
            return self._named(written)
        user_id = int(mentioned[mentioned.lastindex or 0])
        if user_id not in self._names or not has_account(user_id):
            raise Refused(f"{quoted(written)} isn't a member of this server.")
        return Sitting(user_id, self._names[user_id])

    def _named(self, written: str) -> Sitting:
        name = key(written)
        if name == FORMER_PLAYER:
            raise Refused("A former player can't be recorded.")
        found = self._by_name.get(name, set())
        if not found:
            raise Refused(f"No one in this season is called {quoted(written)}. Use their @mention or id.")
        if len(found) > 1:
            raise Refused(f"{len(found)} players are called {quoted(written)}. Use their @mention or id.")
        (user_id,) = found
        return Sitting(user_id, self._names[user_id])

    def entrant_of(self, user_id: int, at: float) -> Entrant | None:
        """What somebody competed as at a time, in epoch seconds, or had last competed as.

        Of what they had not left by then it is what they joined first: a match may have been played before
        anybody joined. None for whoever could only be a substitute.
        """
        own = [entry for entry in self._entries if user_id in entry.entrant]
        if not own:
            return None
        there = [entry for entry in own if not self.has_left(entry.entrant, at)]
        if there:
            return min(there, key=lambda entry: entry.joined_at).entrant
        return max(own, key=lambda entry: entry.left_at or 0).entrant

    def has_left(self, entrant: Entrant, at: float) -> bool:
        """Whether somebody who has competed did no more at a time, in epoch seconds."""
        left = [entry.left_at for entry in self._entries if entry.entrant == entrant]
        return all(one is not None and one <= at for one in left)


def mentioned(text: str) -> frozenset[int]:
    """The ids in a text, of mentions or alone."""
    alone = (int(found[0]) for found in re.finditer(rf"\b{ID.pattern}\b", text))
    return frozenset({*alone, *(int(found[1]) for found in MENTION.finditer(text))})


def key(name: str) -> str:
    """A name as it is looked for: spaces are alike, large and small letters, and how accents are encoded."""
    return " ".join(normalize("NFC", name.casefold()).removeprefix("@").split())


def quoted(written: str) -> str:
    """What was written, safe to show."""
    return f"“{in_markdown(written, SHOWN)}”"


COMPUTER: Final = "computer"


def person(user_id: int | None, name: str) -> dict[str, str]:
    """Somebody as a program takes them: a name, and for whoever is known an id; nobody is a computer."""
    if user_id is None:
        return {"name": COMPUTER}
    return {"name": FORMER_PLAYER} if not has_account(user_id) else {"name": name, "id": str(user_id)}


def called(user_id: int | None, name: str) -> str:
    """The same in one text: ``Ann <@10>``."""
    told = person(user_id, name)
    return f"{told['name']} <@{told['id']}>" if "id" in told else told["name"]
