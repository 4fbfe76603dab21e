"""Put the pictures that pages refer to into docs/images, and remove the others there: ``make shots``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[3]
IMAGES = ROOT / "docs" / "images"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
_NAME = re.compile(r"images/([\w-]+\.png)")
_COLORS = 128


def used_names() -> set[str]:
    """Names of the pictures that a page refers to."""
    return {name for page in PAGES for name in _NAME.findall(page.read_text(encoding="utf-8"))}


def publish(folder: Path) -> None:
    """Write the used pictures of a folder with few colors; remove those that no page uses."""
    used = used_names()
    if missing := sorted(name for name in used if not (folder / name).exists()):
        raise SystemExit(f"{folder} has no {', '.join(missing)}. Is Chromium installed?")
    for name in used:
        with Image.open(folder / name) as taken:
            taken.convert("RGB").quantize(_COLORS).save(IMAGES / name, optimize=True)
    for old in IMAGES.glob("*.png"):
        if old.name not in used:
            old.unlink()


if __name__ == "__main__":
    publish(Path(sys.argv[1]))
