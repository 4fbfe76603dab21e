"""Rules by name: a server's own, the bundled sets, the games of the rule books, and codes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.common.errors import Refused, StoreError
from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.models.stored_settings import SavedRules
from bot.server.house_rules import NOTHING_KNOWN, HouseRules, Wanted, game_offer, games_like
from bot.server.store import ServerStore
from rules.catalog import GAMES, find_game
from rules.codes import encode
from rules.core.about import Teams
from rules.core.protocol import InvalidOption
from rules.presets import PRESETS
from tests.database.samples import ANN, finish_match, player
from tests.table.troubled import TroubledDatabase, writes_to

HOME, AWAY = 501, 502
MENU = 25  # offers that Discord shows
OURS = Wanted("kentucky", {"target": 500}, "Official Tournament Rook")


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = await open_database(IN_MEMORY)
    yield database
    await database.close()


@pytest.fixture
def house(database: Database) -> HouseRules:
    return HouseRules(database)


def rules_of(wanted: Wanted) -> tuple[str, dict[str, object]]:
    return wanted.game, dict(wanted.options)


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_game_is_found_by_its_key_and_by_its_code(house: HouseRules, key: str) -> None:
    assert rules_of(await house.find(HOME, key)) == (key, {})
    assert rules_of(await house.find(HOME, encode(key, {}))) == (key, {})


@pytest.mark.parametrize("key", sorted(PRESETS))
async def test_house_rules_that_ship_are_found_by_key_and_title(house: HouseRules, key: str) -> None:
    preset = PRESETS[key]
    for text in (key, key.upper(), preset.title, f"  {preset.title.lower()} "):
        found = await house.find(HOME, text)
        assert rules_of(found) == (preset.game, dict(preset.options))
        assert found.name == preset.title


@pytest.mark.parametrize("key", sorted(PRESETS))
async def test_preset_is_offered_while_its_title_is_typed(house: HouseRules, key: str) -> None:
    title = PRESETS[key].title
    for typed in (title[: len(title) // 2 + 1], title.upper(), title.replace("'", "’")):
        assert key in [offer.value for offer in await house.offers(HOME, typed)][:MENU]


async def test_code_is_read_as_it_was_pasted(house: HouseRules) -> None:
    code = encode("kentucky", {"target": 500})
    for text in (code, code.lower(), f" {code} ", code.replace("-", "")):
        assert rules_of(await house.find(HOME, text)) == ("kentucky", {"target": 500})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("kentuky", "Did you mean Official Tournament Rook"),
        ("1000-4DAG-8", "typos"),
        ("", "no game"),
        ("🐦", "no game"),
    ],
)
async def test_meaningless_text_is_refused_in_words(house: HouseRules, text: str, why: str) -> None:
    with pytest.raises(InvalidOption, match=why):
        await house.find(HOME, text)


async def test_saved_rules_are_found_by_name_in_their_server_only(house: HouseRules) -> None:
    await house.save(HOME, "Grandma’s rules", OURS)
    for text in ("Grandma’s rules", "GRANDMA’S  RULES "):
        assert rules_of(await house.find(HOME, text)) == ("kentucky", {"target": 500})
    with pytest.raises(InvalidOption):
        await house.find(AWAY, "Grandma’s rules")


async def test_saving_rules_replaces_those_of_the_same_name_in_any_case(
    house: HouseRules, database: Database
) -> None:
    await house.save(HOME, "Family", OURS)
    again = await house.save(HOME, "FAMILY", OURS._replace(options={}))
    assert again.name == "Family"
    assert await ServerStore(database).saved_rules(HOME) == [SavedRules("Family", encode("kentucky", {}))]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "has 1 to 32"),
        (" \n ", "has 1 to 32"),
        ("x" * 33, "has 1 to 32"),
        ("Kentucky", "already means"),
        ("tournament", "already means"),
        (encode("kentucky", {}), "already means"),
    ],
)
async def test_saved_rules_need_a_real_name(house: HouseRules, name: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        await house.save(HOME, name, OURS)


async def test_name_is_one_line_without_broken_characters(house: HouseRules) -> None:
    saved = await house.save(HOME, " Our\n\trules \ud83d ", OURS)
    assert saved.name == "Our rules \N{REPLACEMENT CHARACTER}"


async def test_number_of_rules_a_server_saves_is_limited(house: HouseRules) -> None:
    for number in range(50):
        await house.save(HOME, f"Rules {number}", OURS)
    with pytest.raises(Refused, match="Remove one"):
        await house.save(HOME, "One more", OURS)
    await house.save(HOME, "rules 7", OURS)
    await house.save(AWAY, "One more", OURS)


async def test_rules_saved_at_once_keep_one_spelling_and_the_limit(house: HouseRules) -> None:
    """Bug: two managers saved one name in two spellings, or one set of rules too many."""
    await asyncio.gather(*(house.save(HOME, name, OURS) for name in ("Family", "FAMILY")))
    assert len(await house.saved(HOME)) == 1
    for number in range(48):
        await house.save(HOME, f"Rules {number}", OURS)
    last = (house.save(HOME, name, OURS) for name in ("Ann's", "Bob's"))
    _, refused = await asyncio.gather(*last, return_exceptions=True)
    assert isinstance(refused, Refused)
    assert len(await house.saved(HOME)) == 50


async def test_saved_rules_not_played_by_this_version_are_refused_with_advice(
    house: HouseRules, database: Database
) -> None:
    await ServerStore(database).save_rules(HOME, SavedRules("Family", "Z000-0000-0"))
    for _ in range(2):
        with pytest.raises(
            Refused, match=r"“Family” were saved by another version.*/rook-admin rules what:save"
        ):
            await house.find(HOME, "family")
        with pytest.raises(Refused):
            await house.set_default(HOME, "family")
    assert (await house.usual(HOME)).game == "kentucky"


async def test_default_rules_follow_the_name_they_were_set_by(house: HouseRules) -> None:
    assert rules_of(await house.usual(HOME)) == ("kentucky", {})
    await house.save(HOME, "Family", OURS)
    await house.set_default(HOME, "family")
    assert rules_of(await house.usual(HOME)) == ("kentucky", {"target": 500})
    await house.save(HOME, "Family", Wanted("dixie_1988", {}, ""))
    assert rules_of(await house.usual(HOME)) == ("dixie_1988", {})
    assert rules_of(await house.usual(AWAY)) == ("kentucky", {})

    assert await house.remove(HOME, "FAMILY") == ("Family", encode("dixie_1988", {}), True)
    assert rules_of(await house.usual(HOME)) == ("kentucky", {})
    with pytest.raises(Refused, match="No rules are saved"):
        await house.remove(HOME, "Family")


async def test_failed_removal_of_rules_leaves_them_the_default(database: Database) -> None:
    troubled = TroubledDatabase(database)
    house = HouseRules(troubled)
    await house.save(HOME, "Ours", OURS)
    await house.set_default(HOME, "Ours")
    with troubled.refusing(writes_to("saved_rules")), pytest.raises(StoreError):
        await house.remove(HOME, "Ours")
    assert (await house.usual(HOME)).name == "Ours"


async def test_default_rules_are_a_game_a_preset_or_a_code(house: HouseRules) -> None:
    for text in ("one_high", "county_fair", encode("kentucky", {"target": 85})):
        settled = await house.set_default(HOME, text)
        assert rules_of(settled) == rules_of(await house.find(HOME, text))
    assert rules_of(await house.set_default(HOME, None)) == ("kentucky", {})


async def test_default_rules_no_longer_played_say_so(house: HouseRules, database: Database) -> None:
    await ServerStore(database).set_default_rules(HOME, "gone")
    with pytest.raises(Refused, match=r"This server's default game can't be played.*rules what:set default"):
        await house.usual(HOME)


# Finding a game ---------------------------------------------------------------------------------------


def keys(typed: str) -> list[str]:
    return [game.about.key for game in games_like(typed)]


def test_game_is_found_by_partial_name_players_and_partnership() -> None:
    assert keys("dix")[0].startswith("dixie")
    assert keys("boston") == ["boston", "boston_three"]
    assert set(keys("5")) == {key for key in GAMES if 5 in find_game(key).about.seats}
    assert all(find_game(key).about.teams is not Teams.SOLO for key in keys("partners"))
    assert all(find_game(key).about.teams is Teams.SOLO for key in keys("everyone for themselves"))
    assert keys("regular 8 players") == ["regular_old"]
    assert keys("whist") == []
    assert set(keys("")) == set(GAMES)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_game_is_offered_with_edition_players_target_and_partners(key: str) -> None:
    about = find_game(key).about
    label = game_offer(find_game(key)).label
    assert len(label) <= 100
    assert about.title in label
    assert about.edition in label
    assert about.seats == (1,) or find_game(key).words.teams(about) in label
    assert str(about.seats[0]) in label


async def test_game_is_offered_before_sets_of_house_rules_for_it(house: HouseRules) -> None:
    values = [offer.value for offer in await house.offers(HOME, "tournament")]
    assert values[0] == "kentucky"
    assert {"tournament", "beach_house"} <= set(values[1:])


async def test_servers_own_rules_are_offered_first(house: HouseRules) -> None:
    await house.save(HOME, "Kentucky cousins", OURS)
    offers = await house.offers(HOME, "kentucky")
    assert offers[0].value == "Kentucky cousins"
    assert "kentucky" in [offer.value for offer in offers]
    assert all([(await house.find(HOME, offer.value)).game in GAMES for offer in offers])


async def test_recent_and_saved_rules_are_listed_if_still_playable(
    database: Database, house: HouseRules
) -> None:
    codes = (encode("boston", {"target": 700}), "Z000-0000-0", OURS.code)
    for number, code in enumerate(codes):
        await finish_match(database, player(ANN, won=True), at=1.7e9 + number, channel_id=number, code=code)
    await house.save(HOME, "Ours", OURS)
    await ServerStore(database).save_rules(HOME, SavedRules("Old", "Z000-0000-0"))

    known = await house.known(HOME)

    assert [rules_of(one) for one in known.recent] == [rules_of(OURS), ("boston", {"target": 700})]
    assert [one.name for one in known.saved] == ["Ours"]
    assert await house.known(AWAY) == NOTHING_KNOWN
