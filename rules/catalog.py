"""The list of games and of named house rules, found by key, alias or part of the name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from rules.bidding.engine import BiddingGame
from rules.bidding.rows import ROWS
from rules.core.about import Teams
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.games import (
    clock,
    club,
    cribbage,
    donkey,
    doubt,
    golden10,
    high14,
    match_pairs,
    new_solitaire,
    old_solitaire,
    panjandrum,
    tens,
    tuxedo,
)
from rules.games.game import CardGame
from rules.presets import PRESETS
from rules.presets.preset import Preset
from rules.versions import NEWEST, with_old_defaults

DEFAULT: Final = "kentucky"
NEWER: Final = "These rules are newer than this bot. Update the bot to play them."

BIDDING_GAMES: Final[Mapping[str, BiddingGame]] = {row.key: BiddingGame(row) for row in ROWS}
OTHER_GAMES: Final[Mapping[str, CardGame[Any, Any]]] = {
    game.about.key: game
    for game in (
        *club.GAMES,
        *golden10.GAMES,
        *high14.GAMES,
        *tuxedo.GAMES,
        *cribbage.GAMES,
        *doubt.GAMES,
        *donkey.GAMES,
        *panjandrum.GAMES,
        *match_pairs.GAMES,
        *tens.GAMES,
        *old_solitaire.GAMES,
        *new_solitaire.GAMES,
        *clock.GAMES,
    )
}  # fmt: skip
GAMES: Final[Mapping[str, Game[Any]]] = {**BIDDING_GAMES, **OTHER_GAMES}

ALIASES: Final[Mapping[str, str]] = {
    "rook": "kentucky",
    "official": "kentucky",
    "regular": "regular_1988",
    "dixie": "dixie_1988",
    "tennessee": "tennessee_1988",
    "over_the_top": "over_the_top_1988",
    "three_handed": "three_handed_1914",
    "golden10": "golden10_1988",
    "golden_10": "golden10_1988",
    "high_14": "high14",
    "tuxedo": "tuxedo_1924",
    "tuxedo_1988": "tuxedo_1924",
    "simplified_cribbage": "cribbage",
    "doubt": "doubt_old",
    "i_doubt_it": "doubt_old",
    "panjandrum": "panjandrum_1988",
    "solitaire": "new_solitaire",
    "clock_pastime": "clock",
}
"""Short names, each for the edition with the newest complete text."""


def find_game(key: str) -> Game[Any]:
    """Return the game of a key or an alias, in any case, with spaces or underscores.

    Raises:
        InvalidOption: there is no such game; the sentence suggests similar names.
    """
    name = _normal(key)
    game = GAMES.get(ALIASES.get(name, name))
    if game is None:
        titles = {one: GAMES[ALIASES.get(one, one)].about.title for one in (*GAMES, *ALIASES)}
        raise InvalidOption(f"There is no game “{key}”. {_suggestion(name, titles)}")
    return game


def find_preset(key: str) -> Preset:
    """Return the preset (named house rules) of a key, in any case, with spaces or underscores.

    Raises:
        InvalidOption: there are none; the sentence suggests similar names.
    """
    preset = PRESETS.get(_normal(key))
    if preset is None:
        titles = {one.key: one.title for one in PRESETS.values()}
        raise InvalidOption(f"There are no house rules “{key}”. {_suggestion(_normal(key), titles)}")
    return preset


def search_games(
    text: str = "", seats: int | None = None, *, partners: bool | None = None
) -> tuple[Game[Any], ...]:
    """Games with ``text`` in name, key or alias, for this many ``seats``, with or without partners.

    None, or an empty text, matches all. Games with the text at the beginning of the name come first.
    """
    wanted = _normal(text)
    found = [
        (place, game)
        for game in GAMES.values()
        if (place := _place(wanted, game)) is not None
        and (seats is None or seats in game.about.seats)
        and (partners is None or partners == (game.about.teams is not Teams.SOLO))
    ]
    return tuple(game for _, game in sorted(found, key=lambda pair: pair[0]))


def game_with(key: str, options: Mapping[str, OptionValue], version: int = NEWEST) -> Game[Any]:
    """Return a game with these options, as a version of the rules plays it: today's, or a stored match's.

    Calls with equal arguments share one cached game.

    Raises:
        InvalidOption: there is no such game or version, or the options do not fit it.
    """
    return _game_with(key, tuple(sorted(options.items())), version)


def playable_game(key: str, options: Mapping[str, OptionValue]) -> Game[Any]:
    """Return a game with options for a new match: they must fit the game, and its matches must end.

    Raises:
        InvalidOption: no such game, options that do not fit it, or matches that would hardly end.
    """
    game = game_with(key, options)
    reason = game.endless()
    if reason is not None:
        raise InvalidOption(reason)
    return game


@lru_cache(maxsize=256)
def _game_with(key: str, options: tuple[tuple[str, OptionValue], ...], version: int) -> Game[Any]:
    game = find_game(key)
    if not 1 <= version <= NEWEST:
        raise InvalidOption(NEWER)
    agreed = with_old_defaults(game.about.key, dict(options), version)
    if version != NEWEST:
        game = game.of_version(version)
    return game.with_options(agreed) if agreed else game


def _normal(name: str) -> str:
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def _place(wanted: str, game: Game[Any]) -> int | None:
    """Rank of a search text in a name: 0 at its beginning, 1 at a word in it, 2 elsewhere; None if absent."""
    about = game.about
    aliases = [alias for alias, key in ALIASES.items() if key == about.key]
    names = [_normal(name) for name in (about.key, f"{about.title} {about.edition}", *aliases)]
    if any(name.startswith(wanted) for name in names):
        return 0
    if any(f"_{wanted}" in name for name in names):
        return 1
    return 2 if any(wanted in name for name in names) else None


def _suggestion(name: str, titles: Mapping[str, str]) -> str:
    """A question about the titles of the keys most like a name, or of the titles themselves."""
    known = {**titles, **{_normal(title): title for title in titles.values()}}
    near = dict.fromkeys(known[one] for one in get_close_matches(name, list(known), n=3, cutoff=0.5))
    return f"Did you mean {' or '.join(near)}?" if near else "Look it up in the list of games."
