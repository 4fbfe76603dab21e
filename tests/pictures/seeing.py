"""How colors are seen: contrast, distance, and with each kind of color vision.

The matrices simulate a full deficiency (severity 1.0): Machado, Oliveira, Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table 1; they work on linear RGB.
Contrast is that of WCAG 2.2, distance that of CIE 1976 in L*a*b*.
"""

from __future__ import annotations

from typing import Final

RGB = tuple[float, float, float]
Matrix = tuple[RGB, RGB, RGB]

VISIONS: Final[dict[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "gray": ((0.2126, 0.7152, 0.0722),) * 3,
}
_TO_XYZ: Final[Matrix] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Final = (0.9505, 1.0, 1.089)


def linear(color: tuple[int, ...]) -> RGB:
    """An sRGB color of 0 to 255 as linear light."""
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in color[:3]
    )
    return red, green, blue


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Contrast of two colors by WCAG: 1 to 21."""
    high, low = sorted((_times(_TO_XYZ, linear(color))[1] for color in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def distance(one: tuple[int, ...], other: tuple[int, ...], vision: str) -> float:
    """Distance of two colors with a kind of color vision; 100 is from black to white."""
    (a, b, c), (d, e, f) = (_lab(_times(VISIONS[vision], linear(color))) for color in (one, other))
    return float(((a - d) ** 2 + (b - e) ** 2 + (c - f) ** 2) ** 0.5)


def _times(matrix: Matrix, color: RGB) -> RGB:
    red, green, blue = (sum(a * min(max(b, 0), 1) for a, b in zip(row, color, strict=True)) for row in matrix)
    return red, green, blue


def _lab(color: RGB) -> RGB:
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (a / b for a, b in zip(_times(_TO_XYZ, color), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
