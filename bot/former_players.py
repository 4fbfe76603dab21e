"""Who stands in the place of people who are forgotten: a number no Discord id has, and one name for all."""

from __future__ import annotations

from typing import Final

FORMER_PLAYER: Final = "a former player"
MOST_FORMER: Final = 4_194_303
"""Former players have the numbers from 1 to this one: Discord gave nobody so small a one."""
