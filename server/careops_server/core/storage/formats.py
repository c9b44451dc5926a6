"""Pages and pixel depths of JPEG, PNG and TIFF files, which Pillow leaves to its caller."""

from __future__ import annotations

from typing import Final

from PIL import Image, MpoImagePlugin, TiffImagePlugin

_SUBFILE, _BITS, _PHOTOMETRIC = 254, 258, 262
_NO_PAGE: Final = 1 | 4
"""Bits of a TIFF directory that is a smaller copy of another one, or its mask."""
_WHITE_IS_ZERO: Final = 0
_MULTI_FRAME: Final = "Multi-Frame Image"


def count_pages(opened: Image.Image) -> int:
    """Count the pages of a file that was just opened: pages of a TIFF, frames of an animation, views of an MPO.

    Thumbnails and masks of a TIFF are no pages. Phones store gain maps and thumbnails beside the picture of a JPEG, and
    no program shows them: only views that the file itself calls frames count.
    """
    if isinstance(opened, MpoImagePlugin.MpoImageFile):
        entries = (opened.mpinfo or {}).get(0xB002, ())
        others = sum(str(each["Attribute"]["MPType"]).startswith(_MULTI_FRAME) for each in entries[1:])
        return 1 + others
    frames = int(getattr(opened, "n_frames", 1))
    if frames == 1 or not isinstance(opened, TiffImagePlugin.TiffImageFile):
        return frames
    pages = 0
    for frame in range(frames):
        opened.seek(frame)
        pages += frame == 0 or not int(opened.tag_v2.get(_SUBFILE, 0)) & _NO_PAGE
    opened.seek(0)
    return pages


def to_8_bits(opened: Image.Image) -> Image.Image:
    """Scale grey pixels of 12 or 16 bits to 8. Pillow would cut off everything brighter than 255 of 65,535."""
    if not opened.mode.startswith("I;16"):
        return opened
    tags = opened.tag_v2 if isinstance(opened, TiffImagePlugin.TiffImageFile) else {}
    bits = int(tags.get(_BITS, (16,))[0])
    scale, offset = 255 / (2**bits - 1), 0.5
    if tags and tags.get(_PHOTOMETRIC) == _WHITE_IS_ZERO:
        scale, offset = -scale, 255.5
    scaled = opened.convert("I").point(lambda value: value * scale + offset).convert("L")
    scaled.info = dict(opened.info)
    if isinstance(transparent := scaled.info.pop("transparency", None), int):
        scaled.info["transparency"] = round(transparent * 255 / (2**bits - 1))
    exif = opened.getexif()
    if exif:
        scaled.info["exif"] = exif.tobytes()
    return scaled
