"""News of a lobby: removed players, opened kept seats, changes to counted or casual.

A restart forgets it.

A removed player may sit down again then, and can be removed again: so nothing is stored of people who
are not at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, Self

from bot.common.errors import Refused
from bot.models.stored_tables import TableRecord
from bot.table.lobby.before_match import LobbyChange, Person
from bot.table.lobby.seating import LetBack, RemovePlayer, Sit

MOST: Final = 3
"""Notes kept: the newest."""
REMOVED: Final = "You were removed from this table. Its host can let you back."
MAY_SIT: Final = "They can sit down already."


class What(StrEnum):
    """Kinds of notes: now counted or casual, a player removed or let back, a seat no longer kept."""

    COUNTED = "counted"
    CASUAL = "casual"
    REMOVED = "removed"
    LET_BACK = "let back"
    NOT_KEPT = "not kept"


class LobbyNote(NamedTuple):
    """A noted action in a lobby: its kind, who did it, and the other people affected."""

    what: What
    by: Person
    others: tuple[Person, ...] = ()


class LobbyNews(NamedTuple):
    """The notes of a lobby, newest last, and the users who may not sit down."""

    notes: tuple[LobbyNote, ...] = ()
    removed: tuple[Person, ...] = ()

    def check(self, change: LobbyChange) -> None:
        """Check that no removed player sits down, and that only removed ones are let back.

        Raises:
            Refused: a removed player sits down, or a user who was not removed is let back.
        """
        removed = {person.id for person in self.removed}
        if isinstance(change, Sit) and change.user_id in removed:
            raise Refused(REMOVED)
        if isinstance(change, LetBack) and change.player_id not in removed:
            raise Refused(MAY_SIT)

    def after(
        self, change: LobbyChange, before: TableRecord, now: TableRecord, names: Mapping[int, str]
    ) -> LobbyNews:
        """The news after a change: counted or casual, kept seats lost, a player removed or let back.

        ``names`` are the shown names before it, by user id. Other changes are no news.
        """
        by = Person(change.user_id, names.get(change.user_id, ""))
        news = self._of_kind(by, before, now)._of_kept(by, before, now)
        if isinstance(change, RemovePlayer):
            user_id = before.seats[change.seat].user_id
            assert user_id is not None
            return news.removing(by, Person(user_id, names[user_id]))
        if isinstance(change, LetBack):
            [player] = [person for person in self.removed if person.id == change.player_id]
            left = tuple(person for person in self.removed if person != player)
            return news._with(LobbyNote(What.LET_BACK, by, (player,)))._replace(removed=left)
        return news

    def removing(self, by: Person, player: Person) -> LobbyNews:
        """The news with a note that a player was removed, who may not sit down from then on."""
        return self._with(LobbyNote(What.REMOVED, by, (player,)))._replace(removed=(*self.removed, player))

    def _of_kind(self, by: Person, before: TableRecord, now: TableRecord) -> LobbyNews:
        """The news with a note if the match became counted or casual."""
        if now.counted == before.counted:
            return self
        return self._with(LobbyNote(What.COUNTED if now.counted else What.CASUAL, by))

    def _of_kept(self, by: Person, before: TableRecord, now: TableRecord) -> LobbyNews:
        """The news with a note on unseated users who lost their kept seat."""
        kept = [who.kept for who in before.seats if who.kept is not None]
        unseated = tuple(
            Person(one.user_id, one.name)
            for one in kept
            if now.kept_for(one.user_id) is None and now.seat_of(one.user_id) is None
        )
        return self._with(LobbyNote(What.NOT_KEPT, by, unseated)) if unseated else self

    def _with(self, note: LobbyNote) -> Self:
        return self._replace(notes=(*self.notes, note)[-MOST:])

    def without(self, user_id: int) -> LobbyNews:
        """The news without a user: neither notes that name them, nor that they were removed."""
        notes = (one for one in self.notes if user_id not in {person.id for person in (one.by, *one.others)})
        return LobbyNews(tuple(notes), tuple(one for one in self.removed if one.id != user_id))


NO_NEWS: Final = LobbyNews()
