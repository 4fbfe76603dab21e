"""Codes: a game with its house rules as a short text to paste or type, such as ``1G4K-92TX``.

A code holds the game and what differs from its book. It ends in two checks. Three characters are a hash of
the game's *meaning*, so that an old code plays the same game as when it was made, or is refused; two are a
hash of the code itself, so that typing errors are noticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from rules.catalog import find_game, game_with, playable_game
from rules.code_tables import GAMES, LETTERS, OPTIONS
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.versions import NEWEST, with_old_defaults

VERSION: Final = 1
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters without lookalikes; I and L are read as 1, O as 0."""
_ALIKE: Final = str.maketrans("ILO", "110", "- ")
_BITS: Final = 5
_MEANING, _WRITTEN = 3, 2
"""Characters of the check of the meaning and of the written code; every version of the code ends in them."""
_SHORTEST: Final = 2 + _MEANING + _WRITTEN
_GROUP: Final = 4
_GAME_BITS: Final = 7
_WORD, _NUMBER, _BELOW_ZERO, _TEXT = "0", "10", "110", "111"


def encode(key: str, options: Mapping[str, OptionValue]) -> str:
    """Return the code of a game key with options.

    Raises:
        InvalidOption: there is no such game, or the options do not fit it.
    """
    return code_of(game_with(key, options))


def code_of(game: Game[Any]) -> str:
    """The code of a game; the version of the rules is not part of it."""
    written = ALPHABET[VERSION] + _text(_bits_of(game.about.key, game.changes()))
    written += _check(game.meaning(), _MEANING)
    written += _check(written, _WRITTEN)
    groups = [written[start : start + _GROUP] for start in range(0, len(written), _GROUP)]
    lonely = groups.pop() if len(groups[-1]) == 1 else ""
    return "-".join(groups) + lonely


def decode(code: str) -> tuple[str, dict[str, OptionValue]]:
    """Return the game key and options of a code, in any case, with or without dashes.

    Raises:
        InvalidOption: mistyped, made by a newer version, or for rules that have changed since.
    """
    key, options = _decoded(code.upper().translate(_ALIKE))
    return key, dict(options)


@lru_cache(maxsize=256)
def _decoded(written: str) -> tuple[str, tuple[tuple[str, OptionValue], ...]]:
    body = written[:-_WRITTEN]
    if len(written) < _SHORTEST or set(written) - set(ALPHABET) or written != body + _check(body, _WRITTEN):
        raise InvalidOption("That code doesn't work. Check it for typos.")
    try:
        if written[0] != ALPHABET[VERSION]:
            raise IndexError
        key, options = _Reader(written[1 : -_MEANING - _WRITTEN]).read()
    except IndexError:
        raise InvalidOption("That code is from a newer version of this bot.") from None
    for version in range(NEWEST, 0, -1):
        try:
            game = playable_game(key, with_old_defaults(key, options, version))
        except InvalidOption as refusal:
            raise InvalidOption(f"Those rules can't be played any more. {refusal}") from None
        if body.endswith(_check(game.meaning(), _MEANING)):
            return key, tuple(game.changes().items())
    title = find_game(key).about.title
    raise InvalidOption(f"The rules of {title} have changed since that code was made. Agree on them again.")


def _check(text: str, length: int) -> str:
    digest = int.from_bytes(sha256(text.encode()).digest()[:4])
    return "".join(ALPHABET[digest >> _BITS * place & 31] for place in range(length))


def _text(bits: str) -> str:
    padded = bits + "0" * (-len(bits) % _BITS)
    return "".join(ALPHABET[int(padded[at : at + _BITS], 2)] for at in range(0, len(padded), _BITS))


def _bits_of(key: str, options: Mapping[str, OptionValue]) -> str:
    """The bits of a game: its number, the number of options, and for each its row and value."""
    numbers = {name: number for number, (name, _) in enumerate(OPTIONS)}
    bits = format(GAMES.index(key), f"0{_GAME_BITS}b") + _whole(len(options), 3)
    last = 0
    for number in sorted(numbers[name] for name in options):
        name, words = OPTIONS[number]
        bits += _whole(number - last, 3) + _value(options[name], words)
        last = number
    return bits


def _value(value: OptionValue, words: tuple[OptionValue, ...]) -> str:
    for index, word in enumerate(words):
        if word is value or (word == value and type(word) is type(value)):
            return _WORD + _whole(index, 2)
    if isinstance(value, str):
        return (
            _TEXT + _whole(len(value), 3) + "".join(format(LETTERS.index(letter), "05b") for letter in value)
        )
    assert isinstance(value, int)
    fives, rest = divmod(abs(value), 5)
    size = "0" + _whole(abs(value), 5) if rest else "1" + _whole(fives, 5)
    return (_BELOW_ZERO if value < 0 else _NUMBER) + size


def _whole(number: int, group: int) -> str:
    """Write a number in groups of ``group`` bits, lowest first; a 1 before a group means that more follow."""
    bits = ""
    while True:
        number, low = number >> group, number & (1 << group) - 1
        bits += f"{int(number > 0)}{low:0{group}b}"
        if not number:
            return bits


class _Reader:
    """Reads the body of a code, from front to back.

    Raises:
        IndexError: it has a number the tables do not know, or ends too soon.
    """

    def __init__(self, text: str) -> None:
        self._bits = "".join(format(ALPHABET.index(character), f"0{_BITS}b") for character in text)
        self._at = 0

    def read(self) -> tuple[str, dict[str, OptionValue]]:
        """Return the game key and the options changed from its rule book."""
        key = GAMES[int(self._take(_GAME_BITS), 2)]
        options: dict[str, OptionValue] = {}
        number = 0
        for _ in range(self._whole(3)):
            number += self._whole(3)
            name, words = OPTIONS[number]
            options[name] = self._value(words)
        return key, options

    def _value(self, words: tuple[OptionValue, ...]) -> OptionValue:
        if self._take(1) == "0":
            return words[self._whole(2)]
        if self._take(1) == "0":
            return self._size()
        if self._take(1) == "0":
            return -self._size()
        return "".join(LETTERS[int(self._take(5), 2)] for _ in range(self._whole(3)))

    def _size(self) -> int:
        return 5 * self._whole(5) if self._take(1) == "1" else self._whole(5)

    def _whole(self, group: int) -> int:
        number, shift = 0, 0
        while True:
            more, low = self._take(1), int(self._take(group), 2)
            number |= low << shift
            shift += group
            if more == "0":
                return number

    def _take(self, count: int) -> str:
        start, self._at = self._at, self._at + count
        if self._at > len(self._bits):
            raise IndexError
        return self._bits[start : self._at]
