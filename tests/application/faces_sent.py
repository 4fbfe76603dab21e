"""``python -m bot emojis`` against another Discord API: ``python -m tests.application.faces_sent URL``."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partialmethod
from unittest.mock import patch

from discord.http import Route

from bot import __main__ as command_line
from bot import app
from bot.delivery.card_faces import CardFaces
from tests.inline import InlinePictures

if __name__ == "__main__":
    with ExitStack() as staged:
        staged.enter_context(patch.object(Route, "BASE", sys.argv[1]))
        staged.enter_context(patch.object(app, "DrawingProcess", InlinePictures))
        unhurried = partialmethod(CardFaces.send_missing, pause=0.0)
        staged.enter_context(patch.object(CardFaces, "send_missing", unhurried))
        sys.exit(command_line.main(["emojis"]))
