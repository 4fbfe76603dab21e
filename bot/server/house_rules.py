"""Rules by name: a server's own, those that ship, the books' games, and codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.common.text import clean, escaped, in_markdown, plain
from bot.database.database import Database
from bot.models.stored import SavedRules
from bot.server.store.settled import ServerStore
from rules.catalog import DEFAULT, find_game, find_preset, game_with, search_games
from rules.codes import decode, encode
from rules.core.about import players_of
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.presets import PRESETS

NAME_LIMIT: Final = 32
MOST_SAVED: Final = 50
"""Rules a server may save."""
MOST_LATELY: Final = 8
"""Rules of matches a server has played that are kept at hand."""
MOST_SEATS: Final = 8
PARTNERS: Final = {
    "partner": True,
    "partners": True,
    "alone": False,
    "themselves": False,
    "himself": False,
    "everyone": False,
}
"""Words for who plays with whom, and whether they mean partners."""


class Wanted(NamedTuple):
    """A game with its house rules, and the name they go by here."""

    game: str
    options: Mapping[str, OptionValue]
    name: str

    @property
    def code(self) -> str:
        """The code anybody may paste."""
        return encode(self.game, self.options)


class Removed(NamedTuple):
    """Rules a server had saved until now."""

    name: str
    code: str
    """With it they can be saved again."""
    were_usual: bool
    """Whether they were what is played there when nobody says otherwise."""


class KnownRules(NamedTuple):
    """What a server plays: the rules of its newest matches, those first, and what it has saved by name."""

    lately: tuple[Wanted, ...] = ()
    saved: tuple[Wanted, ...] = ()


NOTHING_KNOWN: Final = KnownRules()


class Offer(NamedTuple):
    """Something to choose: what is shown, and the text that ``find`` reads."""

    label: str
    value: str


class HouseRules:
    """What a server may play by name."""

    def __init__(self, database: Database) -> None:
        self._store = ServerStore(database)

    async def find(self, guild_id: int, text: str) -> Wanted:
        """The rules somebody means: a saved name, one that ships, a game, or a code.

        Raises:
            InvalidOption: nothing is called that, or it is a code that can't be played.
            Refused: saved rules that this version does not play any more.
        """
        saved = await self.named(guild_id, text)
        if saved is not None:
            try:
                return Wanted(*decode(saved.code), saved.name)
            except InvalidOption as error:
                raise Refused(
                    f"The rules {_quoted(saved.name)} were saved by another version of the bot and can't be "
                    f"played any more. {escaped(str(error))} Choose them again in *Set up*, then save them "
                    "with `/rook-admin rules save`."
                ) from None
        return _known(text) or _decoded(text)

    async def usual(self, guild_id: int) -> Wanted:
        """What is played when nobody says otherwise.

        Raises:
            Refused: what the server settled on can't be played any more.
        """
        text = await self._store.default_rules(guild_id)
        try:
            return await self.find(guild_id, text or DEFAULT)
        except InvalidOption as error:
            raise Refused(
                f"This server's default game can't be played: {escaped(str(error))} Name a game. Whoever "
                "manages the server can set a new default with `/rook-admin rules default`."
            ) from None

    async def offers(self, guild_id: int, typed: str) -> list[Offer]:
        """Rules that fit what is typed: the server's own, games, then sets of house rules that ship.

        Where nothing is typed, every game fits, and the sets come before them.
        """
        wanted = typed.strip().casefold()
        names = [rules.name for rules in await self.saved(guild_id)]
        saved = [Offer(f"{plain(name, NAME_LIMIT)} (saved here)", name) for name in names]
        shipped = [Offer(f"{preset.title} · {preset.source}", key) for key, preset in PRESETS.items()]
        games = [game_offer(game) for game in games_like(typed)]
        own, sets = (
            [offer for offer in offers if wanted in f"{offer.label} {offer.value}".casefold()]
            for offers in (saved, shipped)
        )
        return [*own, *games, *sets] if wanted else [*own, *sets, *games]

    async def saved(self, guild_id: int) -> list[SavedRules]:
        """The rules a server has saved, by name."""
        return await self._store.saved_rules(guild_id)

    async def known(self, guild_id: int) -> KnownRules:
        """What a server has played lately and what it has saved, as far as it can still be played.

        Raises:
            StoreError: it cannot be read.
        """
        lately = await self._store.rules_played(guild_id, MOST_LATELY)
        saved = await self.saved(guild_id)
        return KnownRules(
            tuple(filter(None, (_playable(code, "") for code in lately))),
            tuple(filter(None, (_playable(one.code, one.name) for one in saved))),
        )

    async def save(self, guild_id: int, name: str, wanted: Wanted) -> Wanted:
        """Save rules under a name, in place of those that had it.

        Raises:
            Refused: the name is empty, too long or means something already, or the server has very many.
        """
        name = clean(name, NAME_LIMIT + 1)
        if not 1 <= len(name) <= NAME_LIMIT:
            raise Refused(f"A name has 1 to {NAME_LIMIT} characters.")
        if _known(name) is not None or _is_code(name):
            raise Refused(f"{_quoted(name)} already means something else. Choose another name.")
        old = await self.named(guild_id, name)
        if old is None and len(await self.saved(guild_id)) >= MOST_SAVED:
            raise Refused(
                f"This server has saved {MOST_SAVED} sets of rules, the most it can. Remove one first."
            )
        kept = wanted._replace(name=old.name if old else name)
        await self._store.save_rules(guild_id, SavedRules(kept.name, kept.code))
        return kept

    async def remove(self, guild_id: int, name: str) -> Removed:
        """Forget saved rules; if they were the usual ones, nothing is.

        Raises:
            Refused: no rules were saved under that name.
        """
        saved = await self.named(guild_id, name)
        if saved is None:
            raise Refused(f"No rules are saved here under {_quoted(name)}.")
        were_usual = await self._store.default_rules(guild_id) == saved.name
        if were_usual:
            await self._store.set_default_rules(guild_id, None)
        await self._store.remove_rules(guild_id, saved.name)
        return Removed(saved.name, saved.code, were_usual)

    async def settle(self, guild_id: int, text: str | None) -> Wanted:
        """Settle what is played when nobody says otherwise; None for what is usual everywhere.

        Raises:
            InvalidOption: nothing is called that.
            Refused: it can't be played any more.
        """
        if text is not None:
            found = await self.find(guild_id, text)
            saved = await self.named(guild_id, text)
            text = saved.name if saved else found.code
        await self._store.set_default_rules(guild_id, text)
        return await self.usual(guild_id)

    async def named(self, guild_id: int, name: str) -> SavedRules | None:
        """The rules a server has saved under a name; None for none."""
        wanted = _key(name)
        return next((one for one in await self.saved(guild_id) if _key(one.name) == wanted), None)


def _key(name: str) -> str:
    """What two ways to type one name have in common."""
    return clean(name, NAME_LIMIT).casefold()


def _quoted(name: str) -> str:
    return f"“{in_markdown(name, NAME_LIMIT)}”"


def games_like(typed: str) -> list[Game[Any]]:
    """Games by part of the name, a number of players (``5``), ``partners`` or ``alone``, or all of these."""
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
    """A game as one line: title, edition, seats, target, who plays with whom."""
    about = game.about
    target = f" · to {about.target:,}" if about.target else ""
    partners = "" if about.seats == (1,) else f" · {find_game(about.key).words.teams(about)}"
    return Offer(f"{about.title} ({about.edition}) · {players_of(about)}{target}{partners}", about.key)


def _known(text: str) -> Wanted | None:
    """Rules that ship by their key or title, or a game; None for neither."""
    wanted = " ".join(text.casefold().split())
    titled = next((preset for preset in PRESETS.values() if preset.title.casefold() == wanted), None)
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
        InvalidOption: it is none, or can't be played; a text that looks like a name gets names alike.
    """
    try:
        key, options = decode(text)
    except InvalidOption:
        if not text.strip()[:1].isdigit():
            find_game(text)
        raise
    return Wanted(key, options, game_with(key, options).about.title)


def _playable(code: str, name: str) -> Wanted | None:
    """The rules of a code under a name; None where they can't be played any more."""
    try:
        return Wanted(*decode(code), name)
    except InvalidOption:
        return None


def _is_code(text: str) -> bool:
    try:
        decode(text)
    except InvalidOption:
        return False
    return True
