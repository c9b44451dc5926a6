"""Pictures of certificates that look like photographs, with varying paper, light and colours.

Each one says that it is a specimen of demo data. The councils are invented.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from careops_server.core.storage.image_worker import difference_hash

Colour = tuple[int, int, int]
_SIZE: Final = (960, 660)
"""Size of the paper in pixels; the picture is smaller."""
_PHOTOGRAPHED: Final = (720, 495)
_MARGIN: Final = 26
_APART: Final = 8
"""Minimum number of differing bits (of 64) between the hashes of two certificates, so that none count as duplicates."""
_PAPERS: Final[tuple[Colour, ...]] = (
    (252, 248, 236), (246, 249, 243), (243, 247, 252), (253, 245, 240), (249, 246, 252), (250, 250, 248),
)  # fmt: skip
_INKS: Final[tuple[Colour, ...]] = (
    (16, 84, 62), (28, 52, 110), (116, 30, 44), (78, 46, 112), (12, 90, 104), (104, 66, 24),
)  # fmt: skip
_DESKS: Final[tuple[Colour, ...]] = ((94, 74, 58), (58, 62, 68), (150, 138, 120), (196, 196, 190), (38, 54, 60))
_COUNCILS: Final = (
    "Medical Council of Sehatmitra", "Nirogpath Board of Practitioners", "Register of Physicians, Ujjdeep",
    "Council of Healers, Arogloka", "Umeedvan Medical Register",
)  # fmt: skip
_TEXT: Final = (38, 40, 44)
_MADE_UP: Final = "Invented for demo data. It registers nobody."


@dataclass(frozen=True)
class Registered:
    """Text of a certificate."""

    name: str
    number: str
    degree: str
    year: int


class Drawer:
    """Draws certificates that all look different."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._looks: list[int] = []

    def certificate(self, about: Registered) -> Image.Image:
        """Return a certificate that looks different from all before."""
        while True:
            drawn = self._photographed(self._paper(about))
            look = difference_hash(drawn)
            if all((look ^ other).bit_count() >= _APART for other in self._looks):
                self._looks.append(look)
                return drawn

    def _paper(self, about: Registered) -> Image.Image:
        random, (width, height) = self._random, _SIZE
        paper, ink = random.choice(_PAPERS), random.choice(_INKS)
        picture = Image.new("RGB", _SIZE, paper)
        draw = ImageDraw.Draw(picture)
        picture.paste(ink, mask=_across())  # pale enough for text on top
        _frame(draw, ink, double=random.random() < 0.6)
        banded = random.random() < 0.4
        if banded:
            draw.rectangle((_MARGIN + 14, _MARGIN + 14, width - _MARGIN - 15, 132), fill=ink)
        _centred(draw, 64, random.choice(_COUNCILS), 36, paper if banded else ink, bold=1)
        _centred(draw, 158, "CERTIFICATE OF REGISTRATION", 26, ink)
        _centred(draw, 222, "This is to certify that", 20, _TEXT)
        _centred(draw, 256, about.name, 42, _TEXT, bold=1)
        _centred(draw, 324, f"{about.degree}, is registered under the number", 20, _TEXT)
        _centred(draw, 360, about.number, 38, ink, bold=1)
        _centred(draw, 420, f"in the year {about.year}", 20, _TEXT)
        sides = [150, width // 2, width - 150]
        random.shuffle(sides)
        _seal(draw, (sides[0], 530), ink, points=random.choice((12, 16, 20)))
        self._signature(draw, sides[1], ink)
        _centred(draw, height - _MARGIN - 40, _MADE_UP, 15, _TEXT)
        return picture

    def _signature(self, draw: ImageDraw.ImageDraw, centre: int, ink: Colour) -> None:
        random = self._random
        steps, tall = 46, 8 + random.random() * 12
        waves = (2 + random.random() * 3, 5 + random.random() * 6)
        line = [
            (
                centre - 80 + 160 * step / steps,
                520 - tall * math.sin(waves[0] * step / 6) * math.cos(waves[1] * step / 20) * (1 - step / steps / 2),
            )
            for step in range(steps + 1)
        ]
        draw.line(line, fill=ink, width=3, joint="curve")
        draw.line((centre - 90, 552, centre + 90, 552), fill=_TEXT, width=1)
        _centred(draw, 558, "Registrar", 16, _TEXT, at=centre)

    def _photographed(self, paper: Image.Image) -> Image.Image:
        """Place the paper on a desk, slightly rotated, with uneven light."""
        random, (width, height) = self._random, _PHOTOGRAPHED
        desk = Image.new("RGB", _PHOTOGRAPHED, random.choice(_DESKS))
        angle, small = (random.random() - 0.5) * 3.5, (width - 2 * _MARGIN, height - 2 * _MARGIN)
        lying, edge = (
            each.resize(small).rotate(angle, Image.Resampling.BILINEAR, expand=True)
            for each in (paper, Image.new("L", small, 255))
        )
        desk.paste(lying, ((width - lying.width) // 2, (height - lying.height) // 2), edge)
        light = Image.frombytes("L", (5, 4), bytes(random.randrange(165, 256) for _ in range(20)))
        return Image.composite(desk, Image.new("RGB", desk.size), light.resize(desk.size, Image.Resampling.BICUBIC))


def saved(picture: Image.Image, kind: str) -> bytes:
    """Return the file of a picture: JPEG or TIFF."""
    buffer = io.BytesIO()
    how: dict[str, object] = {"quality": 80, "optimize": True} if kind == "jpeg" else {"compression": "tiff_deflate"}
    picture.save(buffer, kind.upper(), **how)
    return buffer.getvalue()


def _centred(
    draw: ImageDraw.ImageDraw, top: int, text: str, size: int, colour: Colour, *, bold: int = 0, at: int = _SIZE[0] // 2
) -> None:
    font = ImageFont.load_default(size)
    draw.text((at, top), text, fill=colour, font=font, anchor="ma", stroke_width=bold, stroke_fill=colour)


def _frame(draw: ImageDraw.ImageDraw, ink: Colour, *, double: bool) -> None:
    width, height = _SIZE
    draw.rectangle((_MARGIN, _MARGIN, width - _MARGIN - 1, height - _MARGIN - 1), outline=ink, width=5)
    if double:
        inner = _MARGIN + 10
        draw.rectangle((inner, inner, width - inner - 1, height - inner - 1), outline=ink, width=1)


def _seal(draw: ImageDraw.ImageDraw, centre: tuple[int, int], ink: Colour, *, points: int) -> None:
    x, y = centre
    corners = [(turn * math.pi / points, 58 - turn % 2 * 9) for turn in range(2 * points)]
    draw.polygon([(x + math.sin(turn) * far, y + math.cos(turn) * far) for turn, far in corners], fill=ink)
    for radius in (42, 36):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=(250, 248, 240), width=2)
    draw.text((x, y), "DEMO", fill=(250, 248, 240), font=ImageFont.load_default(20), anchor="mm")


@cache
def _across() -> Image.Image:
    """Return the watermark of all papers."""
    word = Image.new("L", _SIZE, 0)
    font = ImageFont.load_default(150)
    ImageDraw.Draw(word).text((_SIZE[0] // 2, _SIZE[1] // 2), "SPECIMEN", fill=26, font=font, anchor="mm")
    return word.rotate(24, Image.Resampling.BILINEAR)
