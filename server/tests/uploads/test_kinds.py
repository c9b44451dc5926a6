"""Kinds of images, compared by content: converted correctly, or rejected with a message."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import pytest
from PIL import Image, ImageDraw, TiffImagePlugin

from careops_server.core.storage.image_worker import reencode

SIZE: Final = (600, 400)
PAPER, INK = 240, 60


def scan(mode: str = "RGB") -> Image.Image:
    """An image of grey paper with a dark bar."""
    drawn = Image.new("RGB", SIZE, (PAPER,) * 3)
    ImageDraw.Draw(drawn).rectangle((100, 180, 500, 220), fill=(INK,) * 3)
    return drawn.convert(mode)


def deep(mode: str = "I;16") -> Image.Image:
    """The same image with 16 bits, or in a 32-bit mode."""
    wide = scan("L").convert("I").point(lambda value: value * 257)
    return wide if mode == "I" else wide.convert(mode)


def written(picture: Image.Image, kind: str, **how: Any) -> io.BytesIO:
    file = io.BytesIO()
    picture.save(file, kind, **how)
    file.seek(0)
    return file


def white_is_zero() -> io.BytesIO:
    """A 16-bit TIFF whose brightest value is 0."""
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[262] = 0
    negative = deep("I").point(lambda value: value * -1 + 65_535).convert("I;16")
    file = written(negative, "TIFF", tiffinfo=tags)
    content = bytearray(file.getvalue())
    # Pillow writes its own value of the tag: replace it.
    entry = content.index(b"\x06\x01\x03\x00\x01\x00\x00\x00")
    content[entry + 8 : entry + 10] = b"\x00\x00"
    return io.BytesIO(bytes(content))


@pytest.fixture(autouse=True)
def _as_in_the_subprocess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TiffImagePlugin, "READ_LIBTIFF", False)


@pytest.mark.proves("SEC-46.encoded")
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize(
    "make",
    [
        lambda: written(deep(), "PNG"),
        lambda: written(deep(), "TIFF"),
        lambda: written(deep("I;16B"), "TIFF"),
        white_is_zero,
        lambda: written(scan("L"), "TIFF", compression="packbits"),
        lambda: written(scan("CMYK"), "TIFF"),
        lambda: written(scan("LA"), "PNG"),
        lambda: written(scan("CMYK"), "JPEG"),
        lambda: written(scan(), "TIFF", compression="jpeg"),
    ],
)
def test_converted_picture_looks_the_same(make: Callable[[], io.BytesIO], kind: str) -> None:
    details, content = reencode(make(), kind)
    assert "error" not in details
    with Image.open(io.BytesIO(content)) as opened:
        assert (opened.format, opened.size) == (kind, SIZE)
        grey = opened.convert("L")
    for point, expected in (((5, 5), PAPER), ((300, 200), INK)):
        level = grey.getpixel(point)
        assert isinstance(level, int | float)
        assert abs(level - expected) <= 3


def test_rotated_deep_scan_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    details, content = reencode(written(deep(), "TIFF", exif=exif), "JPEG")
    assert "error" not in details
    assert Image.open(io.BytesIO(content)).size == (SIZE[1], SIZE[0])


@pytest.mark.parametrize("picture", [deep("I"), scan("F")])
def test_pixels_of_unknown_range_are_refused(picture: Image.Image) -> None:
    assert reencode(written(picture, "TIFF"), "JPEG") == ({"error": "depth"}, b"")


@pytest.mark.parametrize(("kind", "pages"), [("TIFF", 3), ("PNG", 2)])
def test_several_pages_are_refused(kind: str, pages: int) -> None:
    others = [scan() for _ in range(pages - 1)]
    file = written(Image.new("RGB", SIZE, "white"), kind, save_all=True, append_images=others)
    assert reencode(file, "JPEG") == ({"error": "pages", "count": pages}, b"")


def test_thumbnail_is_not_a_page() -> None:
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[254] = 1
    small = scan().resize((60, 40))
    small.encoderinfo = {"tiffinfo": tags}
    details, content = reencode(written(scan(), "TIFF", save_all=True, append_images=[small]), "JPEG")
    assert "error" not in details
    assert Image.open(io.BytesIO(content)).size == SIZE


def mpo(kind: int) -> io.BytesIO:
    """A JPEG with a second image of this ``kind`` in its index."""
    content = bytearray(written(scan(), "MPO", save_all=True, append_images=[scan()]).getvalue())
    # The index follows its signature (4 bytes), a TIFF header (8) and a directory of three tags (2 + 3 x 12 + 4).
    index = content.index(b"MPF\x00") + 4 + 8 + 2 + 3 * 12 + 4
    first = content.index((0x030000).to_bytes(4, "little"), index)
    content[first + 16 : first + 20] = kind.to_bytes(4, "little")
    return io.BytesIO(bytes(content))


def test_gain_map_of_a_phone_is_ignored_and_a_second_view_refused() -> None:
    assert "error" not in reencode(mpo(0), "JPEG")[0]
    assert reencode(mpo(0x020002), "JPEG")[0] == {"error": "pages", "count": 2}


def test_picture_beyond_the_size_of_jpeg_is_refused() -> None:
    long = Image.new("1", (66_000, 20), 1)
    assert reencode(written(long, "TIFF"), "JPEG")[0] == {"error": "pixels"}


def test_picture_that_becomes_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.core.storage.image_worker.MAX_BYTES", 1_000)
    assert reencode(written(scan(), "JPEG"), "PNG")[0] == {"error": "large"}
