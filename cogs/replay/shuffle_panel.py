"""The message with which anyone can check the shuffle of a finished deal."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.replay.match import Replay
from cogs.replay.panel import REPLAY_COLOR, StepAddress, deal_name
from cogs.ui.items import TableButton, panel, rows_of
from rules.codes import code_of

AS_DEALT: Final = "✅ The seed gives the seal and this deck. The cards were dealt exactly like that."
OTHERWISE: Final = (
    "❌ The cards were **not** dealt like that. "
    "Something is wrong with this deal: tell whoever runs this bot."
)


def shuffle_panel(replay: Replay, place: int) -> ui.LayoutView:
    """The shuffle of a finished deal: its seal, seed and deck, and the command that checks them."""
    shuffle = replay.shuffle(place)
    server, table, number = shuffle.place
    command = (
        f"python -m bot verify --server {server} --table {table} --deal {number} --seal {shuffle.seal} "
        f"--seed {shuffle.seed} --rules {code_of(replay.game)} --seats {len(replay.table.seats)}"
    )
    return panel(
        ui.TextDisplay(
            f"### The shuffle · {deal_name(replay, place)}\n"
            f"The table showed this seal before the cards were dealt:\n`{shuffle.seal}`\n"
            f"Its seed, which no one could know until the deal was over:\n`{shuffle.seed}`"
        ),
        ui.Separator(),
        ui.TextDisplay(
            f"The deck it gives, in the order it was dealt:\n"
            f"```\n{' '.join(map(str, shuffle.cards))}\n```\n"
            f"{AS_DEALT if shuffle.is_as_dealt else OTHERWISE}"
        ),
        ui.Separator(),
        ui.TextDisplay(
            f"-# Anyone with a copy of the bot can check it with this command:\n```\n{command}\n```"
        ),
        *rows_of([TableButton(StepAddress(place, 0).control(table, "cards"), "Back to the deal")]),
        color=REPLAY_COLOR,
    )
