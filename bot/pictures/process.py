"""What the drawing process is asked: the one way to a picture that loads nothing in the bot's own process."""

from __future__ import annotations

from bot.pictures.values import Subject


def draw(subject: Subject) -> bytes:
    """The picture of something that is not empty, as a PNG file."""
    from bot.pictures.drawing import png_of

    return png_of(subject)


def draw_face(name: str) -> bytes:
    """A card face of the sheet as a PNG file, of the size of an emoji."""
    from bot.pictures.face import face_png

    return face_png(name)
