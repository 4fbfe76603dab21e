"""Services for cogs apart from the tables: private messages, the ledger, and the bot's upkeep."""

from __future__ import annotations

from pathlib import Path
from random import Random

from pydantic import SecretStr

from bot.app import open_app
from bot.delivery.hand_messages import HandMessages, Seal
from bot.delivery.store import HandMessage, HandMessageStore
from bot.maintenance.upkeep import Upkeep
from bot.table.lobby.seating import Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from tests.database.ledgers import leaders, record_of
from tests.inline import InlineComputers
from tests.table.people import ANN, BEN, CHANNEL, CLEO, EVE, FOUR, GUILD, play_out, seat, settings_for
from tests.table.troubled import TroubledDatabase, open_troubled


async def test_private_message_token_is_stored_and_absent_from_repr(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await seat(manager, ANN)
    messages = HandMessages(database, lambda: 1.7e9, Seal(None))
    await messages.remember(table.id, ANN.id, message_id=5, token="s3cret", expires_at=1e12)

    [hand] = await messages.reachable()
    assert hand.token == "s3cret"
    assert "s3cret" not in repr(hand)


async def test_expired_tokens_are_deleted_by_next_token_and_restart(path: Path) -> None:
    times = [1000.0]
    database = await open_troubled(path)
    messages = HandMessages(database, lambda: times[-1], Seal(None))
    table = await seat(GameManager(database), ANN)
    for person, expires_at in ((ANN, 1900.0), (BEN, 2500.0)):
        await messages.remember(table.id, person.id, message_id=5, token="t", expires_at=expires_at)
    times.append(2000.0)
    await messages.remember(table.id, CLEO.id, message_id=6, token="t", expires_at=2900.0)
    assert [hand.user_id for hand in await messages.reachable()] == [BEN.id, CLEO.id]
    await database.close()

    async with open_app(settings_for(path), computers=InlineComputers(), now=lambda: 3000.0) as app:
        assert await app.delivery.hand_messages.reachable() == []


async def test_stored_tokens_are_sealed_and_opened_with_same_key_only(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await seat(manager, ANN)
    own, same, other = (Seal(SecretStr(text)) for text in ("secret", "secret", "another"))
    await HandMessages(database, lambda: 1.7e9, own).remember(
        table.id, ANN.id, message_id=5, token="s3cret", expires_at=1e12
    )
    [stored] = await HandMessageStore(database).reachable_hands(0.0)
    assert "s3cret" not in stored.token
    [hand] = await HandMessages(database, lambda: 1.7e9, same).reachable()
    assert hand.token == "s3cret"
    assert await HandMessages(database, lambda: 1.7e9, other).reachable() == []


async def test_hand_with_a_damaged_token_is_left_out_and_others_are_read(
    manager: GameManager, database: TroubledDatabase
) -> None:
    """A token with a letter that is not ASCII raised a ValueError, so that the bot could not start."""
    table = await seat(manager, ANN)
    messages = HandMessages(database, lambda: 1.7e9, Seal(None))
    for person in (ANN, BEN):
        await messages.remember(table.id, person.id, message_id=person.id, token="t", expires_at=1e12)
    await HandMessageStore(database).save_hand(HandMessage(table.id, ANN.id, 5, "é", 1e12))

    assert [hand.user_id for hand in await messages.reachable()] == [BEN.id]


async def test_winners_of_a_match_lead_the_leaderboard(
    manager: GameManager, database: TroubledDatabase
) -> None:
    assert await leaders(database, GUILD) == ()
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(options={"deals": 1}, counted=True))
    for person in FOUR[1:]:
        await manager.lobbies.change_lobby(CHANNEL, Sit(person))
    await manager.lobbies.start(CHANNEL, ANN.id)
    over = await play_out(manager, Random(4))

    assert over.view is not None
    assert over.view.outcome is not None
    winners = {(FOUR[seat].id,) for seat in over.view.outcome.winners}
    board = await leaders(database, GUILD)
    assert {line.who.entrant for line in board if line.place == 1} == winners
    assert len(board) == len(FOUR)
    best = await record_of(database, board[0].who.entrant[0], guild_id=GUILD)
    assert best is not None
    assert (best.who, best.figures) == (board[0].who, board[0].figures)
    assert await record_of(database, EVE.id, guild_id=GUILD) is None


async def test_registered_commands_are_remembered(database: TroubledDatabase) -> None:
    assert await Upkeep(database).registered_commands() is None

    await Upkeep(database).note_commands("c0ffee")

    assert await Upkeep(database).registered_commands() == "c0ffee"
    assert await Upkeep(database).is_writable()
