"""The two answers to a question about what can be read in two ways."""

from __future__ import annotations

from typing import Final

from bot.league.paper.service import Answers, Doubt, as_argument
from cogs.ui.controls import Control
from cogs.ui.items import TableButton

OF_DATES: Final = ("Month first", "Day first")
OF_WINNERS: Final = ("Go by the points", "Go by the winner")


def meant_buttons(control: Control, doubt: Doubt, answers: Answers) -> list[TableButton]:
    """A button for each reading; its control has the answers given before, too."""
    labels = OF_WINNERS if doubt is Doubt.WINNER else OF_DATES
    return [
        TableButton(control._replace(argument=as_argument({**answers, doubt: choice})), label)
        for choice, label in enumerate(labels)
    ]
