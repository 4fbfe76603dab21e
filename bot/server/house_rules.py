"""House rules by name: a server's saved ones, the presets, the rule books' games, and codes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.common.text import clean, escaped, in_markdown, plain
from bot.database.database import Database
from bot.models.stored_settings import SavedRules
from bot.server.store import ServerStore
from rules.catalog import DEFAULT, find_game, find_preset, game_with, search_games
from rules.codes import decode, encode
from rules.core.about import players_of
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.presets import PRESETS

NAME_LIMIT: Final = 32
MOST_SAVED: Final = 50
"""Most sets of rules a server may save."""
MOST_RECENT: Final = 8
"""Rules of recent matches offered again."""
MOST_SEATS: Final = 8
PARTNERS: Final = {
    "partner": True,
    "partners": True,
    "alone": False,
    "themselves": False,
    "himself": False,
    "everyone": False,
}
"""Words in a search for games, by whether they mean games with partners."""


class Wanted(NamedTuple):
    """A game with its options, and the name this choice goes by."""

    game: str
    options: Mapping[str, OptionValue]
    name: str

    @property
    def code(self) -> str:
        """The code that carries these rules to another table or server."""
        return encode(self.game, self.options)


class Removed(NamedTuple):
    """Saved rules that were removed: name, code, and whether they were the server's default game."""

    name: str
    code: str
    """To save them again."""
    was_default: bool
    """Whether they were the server's default game."""


class KnownRules(NamedTuple):
    """Rules of a server's recent matches, newest first, and its saved rules."""

    recent: tuple[Wanted, ...] = ()
    saved: tuple[Wanted, ...] = ()


NOTHING_KNOWN: Final = KnownRules()


class Offer(NamedTuple):
    """A choice in a list: what is shown, and the text ``find`` reads."""

    label: str
    value: str


class HouseRules:
    """Looks up and saves house rules of servers."""

    def __init__(self, database: Database) -> None:
        self._store = ServerStore(database)
        self.saved: Final = self._store.saved_rules
        """The rules a server has saved, sorted by name, with those no longer playable."""
        self._saving = asyncio.Lock()
        """Serializes saving, so that names differ in more than case, and ``MOST_SAVED`` holds."""

    async def find(self, guild_id: int, text: str) -> Wanted:
        """The rules that ``text`` names: saved in the server, else a preset, else a game, else a code.

        Part of a name is enough if nothing else is called so.

        Raises:
            InvalidOption: no rules have that name, or the code cannot be played.
            Refused: the saved rules cannot be played by this version.
        """
        saved = await self.named(guild_id, text)
        if saved is not None:
            try:
                return Wanted(*decode(saved.code), saved.name)
            except InvalidOption as error:
                raise Refused(
                    f"The rules {_quoted(saved.name)} were saved by another version of the bot and can't be "
                    f"played any more. {escaped(str(error))} Choose them again in *Set up*, then save them "
                    "with `/rook-admin rules what:save`."
                ) from None
        try:
            return _shipped(text) or _decoded(text)
        except InvalidOption:
            offers = await self.offers(guild_id, text)
            if len(offers) != 1 or offers[0].value == text:
                raise
            return await self.find(guild_id, offers[0].value)

    async def usual(self, guild_id: int) -> Wanted:
        """The game played if none is named: the server's default, else the bot's.

        Raises:
            Refused: the default can no longer be played.
        """
        text = await self._store.default_rules(guild_id)
        try:
            return await self.find(guild_id, text or DEFAULT)
        except InvalidOption as error:
            raise Refused(
                f"This server's default game can't be played: {escaped(str(error))} Name a game. Whoever "
                "manages the server can set a new default with `/rook-admin rules what:set default`."
            ) from None

    async def offers(self, guild_id: int, typed: str) -> list[Offer]:
        """Choices that contain what is typed: the server's own rules, games, presets.

        With an empty text, everything fits and presets come before games.
        """
        wanted = _plainly(typed)
        names = [rules.name for rules in await self.saved(guild_id)]
        saved = [Offer(f"{plain(name, NAME_LIMIT)} (saved here)", name) for name in names]
        shipped = [Offer(f"{preset.title} · {preset.source}", key) for key, preset in PRESETS.items()]
        games = [game_offer(game) for game in games_like(typed)]
        own, sets = (
            [offer for offer in offers if wanted in _plainly(f"{offer.label} {offer.value}")]
            for offers in (saved, shipped)
        )
        return [*own, *games, *sets] if wanted else [*own, *sets, *games]

    async def known(self, guild_id: int) -> KnownRules:
        """Up to ``MOST_RECENT`` rules the server played last, and all it saved; only those still playable."""
        recent = await self._store.rules_played(guild_id, MOST_RECENT)
        saved = await self.saved(guild_id)
        return KnownRules(
            tuple(filter(None, (_playable(code, "") for code in recent))),
            tuple(filter(None, (_playable(one.code, one.name) for one in saved))),
        )

    async def save(self, guild_id: int, name: str, wanted: Wanted) -> Wanted:
        """Save rules under a name, replacing any with that name, which keeps its old spelling.

        Raises:
            Refused: the name is empty, too long or taken by other rules, or too many are saved.
        """
        name = clean(name, NAME_LIMIT + 1)
        if not 1 <= len(name) <= NAME_LIMIT:
            raise Refused(f"A name has 1 to {NAME_LIMIT} characters.")
        if _shipped(name) is not None or _playable(name, name) is not None:
            raise Refused(f"{_quoted(name)} already means something else. Choose another name.")
        async with self._saving:
            old = await self.named(guild_id, name)
            if old is None and len(await self.saved(guild_id)) >= MOST_SAVED:
                raise Refused(
                    f"This server has saved {MOST_SAVED} sets of rules, the most it can. Remove one first."
                )
            kept = wanted._replace(name=old.name if old else name)
            await self._store.save_rules(guild_id, SavedRules(kept.name, kept.code))
        return kept

    async def remove(self, guild_id: int, name: str) -> Removed:
        """Remove saved rules, also as the default game; ``Refused`` if none are saved under that name."""
        saved = await self.named(guild_id, name)
        if saved is None:
            raise Refused(f"No rules are saved here under {_quoted(name)}.")
        return Removed(saved.name, saved.code, await self._store.remove_rules(guild_id, saved.name))

    async def set_default(self, guild_id: int, text: str | None) -> Wanted:
        """Set the server's default game, None to unset it; returns the game played by default then.

        Raises:
            InvalidOption: no rules have that name.
            Refused: the rules cannot be played by this version.
        """
        if text is not None:
            found = await self.find(guild_id, text)
            saved = await self.named(guild_id, text)
            text = saved.name if saved else found.code
        await self._store.set_default_rules(guild_id, text)
        return await self.usual(guild_id)

    async def named(self, guild_id: int, name: str) -> SavedRules | None:
        """The rules a server has saved under a name, ignoring case; None if there are none."""
        wanted = _key(name)
        return next((one for one in await self.saved(guild_id) if _key(one.name) == wanted), None)


def _key(name: str) -> str:
    """A name in the form in which spellings are compared."""
    return clean(name, NAME_LIMIT).casefold()


def _plainly(text: str) -> str:
    """A text in the form in which titles are searched: a phone types ’ for an apostrophe."""
    return " ".join(text.casefold().replace("’", "'").split())


def _quoted(name: str) -> str:
    return f"“{in_markdown(name, NAME_LIMIT)}”"


def games_like(typed: str) -> list[Game[Any]]:
    """Games by part of their name, number of players (``5``), ``partners`` or ``alone``, or all of these."""
    seats: int | None = None
    partners: bool | None = None
    name = []
    for word in typed.casefold().split():
        if word.isascii() and word.isdigit() and 2 <= int(word) <= MOST_SEATS:
            seats = int(word)
        elif word in PARTNERS:
            partners = PARTNERS[word]
        elif word not in {"for", "players"}:
            name.append(word)
    return list(search_games(" ".join(name), seats, partners=partners))


def game_offer(game: Game[Any]) -> Offer:
    """A game as a choice: its title, edition, players, target and sides; its key as the value."""
    about = game.about
    target = f" · to {about.target:,}" if about.target else ""
    partners = "" if about.seats == (1,) else f" · {find_game(about.key).words.teams(about)}"
    return Offer(f"{about.title} ({about.edition}) · {players_of(about)}{target}{partners}", about.key)


def _shipped(text: str) -> Wanted | None:
    """A preset by key or title, or a game; None if ``text`` is neither."""
    wanted = _plainly(text)
    titled = next((preset for preset in PRESETS.values() if _plainly(preset.title) == wanted), None)
    try:
        preset = titled or find_preset(text)
    except InvalidOption:
        pass
    else:
        return Wanted(preset.game, preset.options, preset.title)
    try:
        about = find_game(text).about
    except InvalidOption:
        return None
    return Wanted(about.key, {}, about.title)


def _decoded(text: str) -> Wanted:
    """The rules of a code.

    Raises:
        InvalidOption: no code, or one that cannot be played; suggests similar names if it looks like a name.
    """
    try:
        key, options = decode(text)
    except InvalidOption:
        if not text.strip()[:1].isdigit():
            find_game(text)
        raise
    return Wanted(key, options, game_with(key, options).about.title)


def _playable(code: str, name: str) -> Wanted | None:
    """The rules of a code under a name; None if they can no longer be played."""
    try:
        return Wanted(*decode(code), name)
    except InvalidOption:
        return None
