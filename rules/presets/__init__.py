"""Presets: house rules that are played under a name, as a game with its changed options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.presets.families import FAMILIES
from rules.presets.preset import Preset
from rules.presets.published import PUBLISHED

PRESETS: Final[Mapping[str, Preset]] = {preset.key: preset for preset in (*PUBLISHED, *FAMILIES)}
