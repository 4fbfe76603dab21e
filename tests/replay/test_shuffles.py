"""Shuffles that all users can check: the seal published before a deal fits the dealt cards, and no others."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot import __main__ as command_line
from bot.database.database import Database
from bot.models.evening_kinds import EveningKind
from bot.models.shuffles import DealPlace, MatchSeed, new_seed, seal_of
from bot.replay.match import Replay
from bot.replay.service import Replays
from bot.replay.shuffle import CheckedShuffle, deck_of, shuffled_deck
from bot.table.desk.table import Table
from bot.table.manager import GameManager
from bot.table.match.replaying import lines_played
from bot.table.store.tables import TableStore
from rules.catalog import GAMES, find_game
from rules.codes import encode
from rules.core.actions import Deal, parse_action
from rules.core.cards import Card
from rules.core.events import DealStarted
from tests.evening.party import a_party
from tests.replay.golden import golden
from tests.table.people import ANN, CHANNEL, FOUR, GUILD, answer, begin, seat

DEALS = 1_000
ROOT = Path(__file__).parents[2]
SEED = "5eed" * 16
KENTUCKY = find_game("kentucky")


def shuffles_of(replay: Replay) -> list[CheckedShuffle]:
    return [replay.shuffle(place) for place in range(len(replay.seeds))]


async def look_back(database: Database, table_id: int) -> Replay:
    return await Replays(database).of(table_id, GUILD, CHANNEL, ANN.id)


async def play_deals(manager: GameManager, number: int) -> list[str]:
    """Let four players play until so many deals are scored; returns each seal shown at the table."""
    table, random = await manager.reading.shown(CHANNEL), Random(4)
    seals = [table.match.seal or ""]
    while len(table.view.sheet if table.view else ()) < number:
        table = await answer(manager, random)
        seals += [table.match.seal] if table.match.seal is not None and table.match.seal != seals[-1] else []
    return seals


async def test_seal_shown_before_a_deal_fits_the_dealt_cards(
    manager: GameManager, database: Database
) -> None:
    await seat(manager, *FOUR, deals=4)
    first = (await manager.reading.shown(CHANNEL)).match.seal
    table = await manager.lobbies.start(CHANNEL, ANN.id)
    assert table.match.seal == first is not None

    seals = await play_deals(manager, 3)

    replay = await look_back(database, table.id)
    assert [shuffle.seal for shuffle in shuffles_of(replay)] == seals[: len(replay.deals)]
    for shuffle in shuffles_of(replay):
        assert shuffle.is_as_dealt
        assert seal_of(shuffle.place, shuffle.seed) == shuffle.seal
        assert shuffled_deck(replay.game, 4, shuffle.seed) == shuffle.cards


async def test_restart_keeps_the_seal_and_its_seed(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=3)
    await play_deals(manager, 1)
    seal = (await manager.reading.shown(CHANNEL)).match.seal

    again = GameManager(database, random=Random(99))
    await again.resume()
    assert (await again.reading.shown(CHANNEL)).match.seal == seal
    await play_deals(again, 2)
    await again.close()

    replay = await look_back(database, table.id)
    assert seal in [shuffle.seal for shuffle in shuffles_of(replay)]
    assert all(shuffle.is_as_dealt for shuffle in shuffles_of(replay))


async def test_only_finished_deals_show_their_seed(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=3)
    await play_deals(manager, 1)
    replay = await look_back(database, table.id)
    assert len(replay.seeds) == len(replay.deals)

    record = await TableStore(database).table(table.id)
    assert record is not None
    assert record.seed is not None
    for shown in (record, Table(record), replay, record.seed, str(record.seed)):
        assert record.seed.stored not in repr(shown)
        assert record.seed.of_deal(len(replay.deals) + 1) not in repr(shown)


async def test_old_match_without_seeds_continues_with_random_shuffles(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, *FOUR, deals=3)
    record = await TableStore(database).table(table.id)
    assert record is not None
    await TableStore(database).save_table(record._replace(seed=None))
    again = GameManager(database, random=Random(99))
    await again.resume()

    assert (await again.reading.shown(CHANNEL)).match.seal is None
    await play_deals(again, 1)
    assert (await look_back(database, table.id)).seeds == ()
    await again.close()


async def test_deals_shared_by_several_tables_have_no_seal(database: Database) -> None:
    async with a_party(database) as party:
        await party.open(8, EveningKind.DUPLICATE, rounds=1, deals=1)
        await party.start()
        tables = await party.live()
        assert [(await party.manager.reading.shown(one.record.channel_id)).match.seal for one in tables] == [
            None,
            None,
        ]


@pytest.mark.parametrize("bird", ["top", "dealer_chooses", "dealer_chooses_any"])
async def test_shuffle_is_checkable_if_dealer_decides_first(
    manager: GameManager, database: Database, bird: str
) -> None:
    table = await begin(manager, *FOUR, rook=bird, deals=2)
    seals = await play_deals(manager, 1)
    replay = await look_back(database, table.id)
    [shuffle, *_] = shuffles_of(replay)
    assert shuffle.is_as_dealt
    assert shuffle.seal == seals[0]


@pytest.mark.parametrize("thousand", range(10))
def test_ten_thousand_deals_fit_their_seals_only(thousand: int) -> None:
    """A changed value never fits: a card, the seed, the server, the table, the number."""
    random, firsts = Random(thousand), Counter[Card]()
    deck = deck_of(KENTUCKY, 4)
    seals = set()
    for number in range(1, DEALS + 1):
        seed = new_seed(random).of_deal(number)
        place = DealPlace(501, 7, number)
        cards, seal = shuffled_deck(KENTUCKY, 4, seed), seal_of(place, seed)
        assert sorted(cards) == sorted(deck)
        firsts[cards[0]] += 1
        other = seed[:-1] + ("0" if seed[-1] != "0" else "1")
        assert shuffled_deck(KENTUCKY, 4, other) != cards
        changed = [place._replace(**{name: value + 1}) for name, value in place._asdict().items()]
        seals |= {seal, seal_of(place, other), *(seal_of(one, seed) for one in changed)}
    assert len(seals) == DEALS * 5
    each = DEALS / len(deck)
    assert (
        sum((firsts[card] - each) ** 2 / each for card in deck) < 85
    )  # chi-square, 42 degrees: one in 10,000


def test_seed_of_one_deal_does_not_reveal_another() -> None:
    seed = MatchSeed(bytes(32))
    told = [seed.of_deal(number) for number in range(1, 1000)]
    assert len({*told, *(seed.of_lot(number) for number in range(1, 1000))}) == 1998
    assert all(len(one) == 64 for one in told)


@pytest.mark.parametrize("key", [key for key in GAMES if find_game(key).about.kind != "patience"])
def test_each_deal_of_each_game_is_one_shuffle(key: str) -> None:
    """The n-th shuffle of a log is the n-th deal of a replay."""
    played = golden(key)
    shuffles = 0
    for line in lines_played(played.game, played.seats, played.log):
        is_deal = isinstance(parse_action(line.entry.action), Deal)
        assert is_deal == any(isinstance(event, DealStarted) for event in line.events)
        shuffles += is_deal
    assert shuffles >= len(played.deals())


def verify(**changes: str) -> int:
    """Run the command on a deal that fits, with the given values changed."""
    place = DealPlace(501, 7, 3)
    told = {
        "server": "501",
        "table": "7",
        "deal": "3",
        "seed": SEED,
        "seal": seal_of(place, SEED),
        "rules": encode("kentucky", {}),
        "seats": "4",
        "pack": " ".join(map(str, shuffled_deck(KENTUCKY, 4, SEED))),
    }
    arguments = [part for name, value in (told | changes).items() for part in (f"--{name}", value)]
    return command_line.main(["verify", *arguments])


def test_verify_command_says_whether_a_deal_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify() == 0
    assert "It was dealt like that.\nThe seed gives the seal." in capsys.readouterr().out
    for changed in (
        {"server": "502"},
        {"table": "8"},
        {"deal": "4"},
        {"seed": "5eee" * 16},
        {"seal": "0" * 32},
        {"pack": " ".join(map(str, reversed(shuffled_deck(KENTUCKY, 4, SEED))))},
    ):
        assert verify(**changed) == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": "no"},
        {"deal": "0"},
        {"table": "-1"},
        {"server": "club"},
        {"rules": "ABC"},
        {"seats": "9"},
        {"pack": "R14 and some more"},
    ],
)
def test_unreadable_argument_gets_a_sentence(
    changed: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(**changed) == 2
    assert capsys.readouterr().err.strip().endswith(".")


def test_help_spells_cards_as_they_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["verify", "--help"])
    spelled = re.search(r"to be compared: (.+) …", " ".join(capsys.readouterr().out.split()))
    assert spelled is not None
    assert verify(pack=spelled[1]) == 1  # read, and not the ones that were dealt


def test_page_program_reproduces_seal_and_deck() -> None:
    """The program on the page, which uses no code of ours, gives the same seal and deck."""
    page = (ROOT / "docs" / "shuffles.md").read_text()
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    found: dict[str, object] = {}
    exec(program, found)
    assert found["seal"] == seal_of(DealPlace(501, 7, 3), SEED)
    assert found["pack"] == [str(card) for card in shuffled_deck(KENTUCKY, 4, SEED)]
