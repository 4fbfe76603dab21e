"""Draw the stored avatar and banner again, after a change: ``python -m tests.pictures.profile``."""

from __future__ import annotations

from bot.discord_profile import AVATAR_FILE, BANNER_FILE
from bot.pictures.profile import avatar_png, banner_png

if __name__ == "__main__":
    AVATAR_FILE.write_bytes(avatar_png())
    BANNER_FILE.write_bytes(banner_png())
