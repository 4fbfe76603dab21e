"""What the application asks of any database about people, and about what is kept how long."""

from __future__ import annotations

from typing import Any, Protocol

from bot.models.stored import Forgetting, Pings, SlowWishes, Waiting


class PersonalStore(Protocol):
    """People, and how long what is stored of them is kept."""

    async def data_of(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Everything stored of one person, by kind, as plain values; no token is among it."""
        ...

    async def knows(self, user_id: int) -> bool:
        """Whether anything is stored of a person."""
        ...

    async def begin_forgetting(self, user_id: int) -> Forgetting:
        """Note that a person is to be forgotten, whatever happens; the number it gives takes their place."""
        ...

    async def being_forgotten(self) -> list[Forgetting]:
        """Everybody whose forgetting was begun and is not known to have ended."""
        ...

    async def end_forgetting(self, user_id: int) -> None:
        """Let nothing be left of a person, this note included.

        Raises:
            Busy: somebody reads what was there before.
        """
        ...

    async def end_but_for_copies(self, user_id: int) -> None:
        """Let nothing be left of a person but the note, which tells of copies of the database from now on.

        Raises:
            Busy: somebody reads what was there before.
        """
        ...

    async def end_in_copies(self, user_id: int) -> None:
        """Let go of a note that tells of copies."""
        ...

    async def set_in_words(self, user_id: int, *, in_words: bool) -> None:
        """Settle whether somebody wants cards in words instead of drawn faces."""
        ...

    async def people_in_words(self) -> frozenset[int]:
        """Everybody who wants cards in words."""
        ...

    async def set_pings(self, user_id: int, pings: Pings) -> None:
        """Settle how somebody hears that it is their turn."""
        ...

    async def pings(self) -> dict[int, Pings]:
        """How everybody wants to hear of their turn who has settled something else than usual."""
        ...

    async def set_slow_wishes(self, user_id: int, wishes: SlowWishes) -> None:
        """Settle when somebody is reminded at slow tables, and when nowhere."""
        ...

    async def slow_wishes(self) -> dict[int, SlowWishes]:
        """What everybody has settled about slow tables who wants something else than usual."""
        ...

    async def set_by_hand(self, user_id: int, *, by_hand: bool) -> None:
        """Settle whether somebody lays the last card of a hand themselves."""
        ...

    async def people_by_hand(self) -> frozenset[int]:
        """Everybody who lays the last card of a hand themselves."""
        ...

    async def note_lesson(self, user_id: int, lesson: int) -> None:
        """Note that somebody has done a lesson, by its number from 1."""
        ...

    async def lessons_done(self, user_id: int) -> frozenset[int]:
        """The lessons somebody has done."""
        ...

    async def wait(self, waiting: Waiting) -> None:
        """Note that somebody waits for a seat."""
        ...

    async def wait_no_more(self, channel_id: int, user_id: int) -> None:
        """Note that somebody does not wait in a channel any more."""
        ...

    async def stop_waiting(self, channel_id: int, until: float) -> None:
        """Note that nobody waits any more who began to in a channel up to a time, in epoch seconds."""
        ...

    async def everybody_waiting(self, since: float) -> list[Waiting]:
        """Everybody who waits for a seat, the first one first; those who began before a time only once more.

        The time is in epoch seconds.
        """
        ...

    async def tables_of(self, user_id: int) -> list[int]:
        """Every table at which there is something of a person, by number."""
        ...

    async def unsay(self, who: Forgetting) -> list[int]:
        """Take away the reasons a person wrote or that tell of them, while it is known what they were called.

        Returns the tables at which that was; their messages are to be shown again.
        """
        ...

    async def forget_at(self, table_id: int, who: Forgetting) -> None:
        """Have a table know a person as a former player only; its messages are to be shown again."""
        ...

    async def forget_in_leagues(self, who: Forgetting) -> None:
        """Have all leagues know a person as a former player only."""
        ...

    async def forget_in_evenings(self, who: Forgetting) -> None:
        """Have evenings know a person as a former player only, who has left; they are shown again."""
        ...

    async def forget_in_messages(self, user_id: int) -> None:
        """Have all messages be put right that were sent for a person, or name them and belong to no table."""
        ...

    async def remove_called_off(self, before: float) -> int:
        """Remove evenings that were opened before a time and closed without a table; returns how many."""
        ...

    async def pack_logs(self, before: float) -> int:
        """Pack the logs of matches that were over before a time; returns how many.

        Who did something, and when, is not in them any more. One that is damaged stays as it is.
        What managers did before that time is forgotten, too.
        """
        ...

    async def let_messages_go(self, before: float) -> int:
        """Have the messages of tables deleted that are to be removed; returns of how many that is new."""
        ...

    async def remove_never_played(self, before: float) -> int:
        """Remove tables that were opened before a time and closed without a deal; returns how many.

        Those with a message stay until it is deleted: it may name somebody who wants to be forgotten.
        """
        ...

    async def remove_server(self, guild_id: int) -> int:
        """Remove everything of a server; returns how many tables that were."""
        ...

    async def servers(self) -> list[int]:
        """Every server something is stored of."""
        ...

    async def note_left(self, guild_id: int, at: float) -> None:
        """Note that a server has removed the bot, if that is not known."""
        ...

    async def note_came_back(self, guild_id: int) -> None:
        """Note that a server has the bot."""
        ...

    async def servers_left(self, before: float) -> list[int]:
        """The servers that removed the bot before a time."""
        ...
