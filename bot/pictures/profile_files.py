"""Where the bot's own pictures are: ``python -m bot.pictures.profile`` draws them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

AVATAR_FILE: Final = Path(__file__).with_name("avatar.png")
BANNER_FILE: Final = Path(__file__).with_name("banner.png")
