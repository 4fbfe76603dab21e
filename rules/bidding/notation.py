"""Text forms of a variant's values that are not a plain number or word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def read_numbers(value: object) -> object:
    """Read ``"1,5-14"`` as the numbers 1, 5, 6 … 14, sorted, no repeats; return non-strings unchanged.

    Raises:
        ValueError: the text is no list of numbers.
    """
    if not isinstance(value, str):
        return value
    numbers: set[int] = set()
    for part in value.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(_whole(first), _whole(last or first) + 1))
    return tuple(sorted(numbers))


def write_numbers(numbers: tuple[int, ...]) -> str:
    """Sorted numbers as text, runs joined: ``"1,5-14"``."""
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs(numbers))


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Sorted numbers in runs without a gap: ``[[1], [5, 6, 7]]``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def read_points(value: object) -> object:
    """Read ``"5:5 10:10"`` as points by number; return non-strings unchanged.

    Raises:
        ValueError: the text is no list of pairs.
    """
    if not isinstance(value, str):
        return value
    return {_whole(number): _whole(points) for number, points in map(_pair, value.split())}


def read_by_trump(value: object) -> object:
    """Read ``"none:10 red:10"`` as points by trump; return anything without a colon unchanged.

    Raises:
        ValueError: the text is no list of pairs.
    """
    if not isinstance(value, str) or ":" not in value:
        return value
    return {trump: _whole(points) for trump, points in map(_pair, value.split())}


def write_pairs(pairs: Mapping[int, int] | Mapping[str, int]) -> str:
    """Points by number or by trump as text: ``"5:5 10:10"``."""
    return " ".join(f"{key}:{points}" for key, points in pairs.items())


def _pair(text: str) -> tuple[str, str]:
    key, colon, value = text.partition(":")
    if not colon:
        raise ValueError(f"“{text}” should be a pair such as 5:10")
    return key, value


def _whole(text: str) -> int:
    digits = text.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 4:
        raise ValueError(f"“{text}” is not a whole number")
    return int(digits)
