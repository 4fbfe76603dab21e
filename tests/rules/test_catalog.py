"""Finding a game: by key, by its bare name, by part of it, by players and partners."""

from __future__ import annotations

import pytest

from rules.catalog import ALIASES, DEFAULT, GAMES, find_game, search_games
from rules.core.protocol import InvalidOption


def found(text: str = "", seats: int | None = None, partners: bool | None = None) -> list[str]:
    return [game.about.key for game in search_games(text, seats, partners=partners)]


def test_game_is_found_in_any_case_and_spelling() -> None:
    assert find_game(" Kentucky ") is GAMES[DEFAULT]
    assert find_game("Over the Top 1918") is GAMES["over_the_top_1918"]
    assert find_game("one-high") is GAMES["one_high"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("rook", "kentucky"),
        ("regular", "regular_1988"),
        ("dixie", "dixie_1988"),
        ("tennessee", "tennessee_1988"),
        ("Over the Top", "over_the_top_1988"),
    ],
)
def test_bare_name_is_the_newest_complete_edition(name: str, key: str) -> None:
    assert find_game(name).about.key == key


def test_aliases_are_not_keys_and_lead_to_games() -> None:
    assert not set(ALIASES) & set(GAMES)
    assert set(ALIASES.values()) <= set(GAMES)


def test_unknown_game_is_refused_with_similar_names() -> None:
    with pytest.raises(InvalidOption, match=r"There is no game “bosten”\. Did you mean Boston Rook"):
        find_game("bosten")
    with pytest.raises(InvalidOption, match=r"There is no game “zzz”\. Look it up in the list of games\."):
        find_game("zzz")


def test_games_are_searched_by_part_of_name_beginnings_first() -> None:
    assert found("dix") == ["dixie_1988", "dixie_1924", "dixie_1912"]
    assert found("regular")[:3] == ["regular_1988", "regular_1924", "regular_old"]
    assert "partnership_regular" in found("regular")
    assert found("1918") == ["over_the_top_1918"]
    assert found("tournament") == ["kentucky"]
    assert found("rook")[0] == "kentucky"
    assert found("whist") == []


def test_games_are_searched_by_players_and_partners() -> None:
    assert found() == [*GAMES]
    assert found(seats=2)[:5] == [
        "tennessee_1988",
        "tennessee_1933",
        "over_the_top_1988",
        "over_the_top_1918",
        "regular_for_two",
    ]
    assert found(seats=8)[:2] == ["regular_old", "high14"]
    assert found(seats=5, partners=True)[0] == "high_card_partner"
    assert found(seats=6, partners=False)[:4] == ["regular_1988", "regular_1924", "regular_old", "cordova"]
    assert found(seats=1) == ["old_solitaire", "new_solitaire", "clock"]
    assert set(found(partners=True)) | set(found(partners=False)) == set(GAMES)
